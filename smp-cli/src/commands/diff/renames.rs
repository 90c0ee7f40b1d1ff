//! `--guess-renames`: pairs an object that is in only one set with the object of the other set that it
//! was probably renamed to.
//!
//! Both have the same apiVersion, kind and namespace. Objects whose names differ only in a generated
//! suffix are matched first, then those with equal contents, then those with similar contents. As in
//! git, unequal contents are compared only if the number of objects keeps this to about a second.

use std::cmp::Reverse;
use std::collections::HashMap;

use smp_core::{Likeness, LikenessSeed, Role};

use super::compared::ComparedFields;
use super::{Group, Pairs};
use crate::engine_error::engine_error;
use crate::identity::Identity;
use crate::objects::SetObject;
use crate::report::Report;

/// The most pairs of objects that are compared.
const MAX_PAIRS: usize = 10_000_000;

/// Letters and digits of generated suffixes: of `generateName`, and of the hashes of kustomize.
const SUFFIX_LETTERS: &str = "bcdfghjklmnpqrstvwxz2456789";

impl<'s> Pairs<'s, '_> {
    /// Moves objects that were probably renamed from `removed` and `added` to `both`, in the order of
    /// `removed`. `percent` is how much of their contents must be equal.
    pub(super) fn guess_renames(&mut self, percent: u8) -> Result<(), Report> {
        let fields = ComparedFields::for_similarity()?;
        let seed = LikenessSeed::default();
        // Without the names and the fields that servers set.
        let parts = |objects: &[&SetObject<'_>]| {
            let parts = objects.iter().map(|object| {
                let parts = Likeness::of(&fields.of_object(object)?, &seed);
                parts
                    .map(Some)
                    .map_err(|error| engine_error(&error, &[object.part(Role::Original)]))
            });
            parts.collect::<Result<Vec<_>, Report>>()
        };
        let (removed, added) = (parts(&self.removed)?, parts(&self.added)?);
        let mut guess = Guess { removed, added, matches: Vec::new() };
        let id = |identity: &'s Identity, key| {
            let Identity { api_version, kind, namespace, .. } = identity;
            Some((api_version, kind.as_ref()?, namespace, key))
        };
        let generated = self.groups(|it| id(it, generated(it.name.as_deref()?)?));
        for group in generated {
            guess.match_similar(&group, 1);
            // The remaining objects have only the name in common.
            let (from, to) = guess.rest(&group);
            if let ([from], [to]) = (from.as_slice(), to.as_slice()) {
                guess.add(*from, *to);
            }
        }
        for group in self.groups(|it| id(it, it.name.as_ref().map(|_| "")?)) {
            guess.match_similar(&group, u64::from(percent) * 10_000);
        }
        guess.matches.sort_unstable();
        self.take(&guess.matches, true);
        Ok(())
    }
}

/// The search for objects that belong together.
struct Guess {
    /// The parts of the objects; `None` for one that was matched.
    removed: Vec<Option<Likeness>>,
    added: Vec<Option<Likeness>>,
    /// The indices of objects that belong together.
    matches: Vec<(usize, usize)>,
}

impl Guess {
    fn add(&mut self, from: usize, to: usize) {
        (self.removed[from], self.added[to]) = (None, None);
        self.matches.push((from, to));
    }

    /// The objects of a group that are not matched yet.
    fn rest(&self, (from, to): &Group) -> Group {
        let from = from.iter().copied().filter(|&place| self.removed[place].is_some());
        let to = to.iter().copied().filter(|&place| self.added[place].is_some());
        (from.collect(), to.collect())
    }

    /// Matches the objects of a group that have equal contents, in their order, and those with a
    /// likeness of at least `least`, the most alike first.
    fn match_similar(&mut self, group: &Group, least: u64) {
        let (from, to) = self.rest(group);
        let mut equal: HashMap<Likeness, Vec<usize>> = HashMap::new();
        for &place in to.iter().rev() {
            equal.entry(self.added[place].clone().unwrap_or_default()).or_default().push(place);
        }
        for place in from {
            let parts = self.removed[place].as_ref().filter(|parts| !parts.is_empty());
            if let Some(other) = parts.and_then(|parts| equal.get_mut(parts)?.pop()) {
                self.add(place, other);
            }
        }
        let (from, to) = self.rest(group);
        if from.len().saturating_mul(to.len()) > MAX_PAIRS {
            return;
        }
        let mut pairs = Vec::new();
        for &place in &from {
            for &other in &to {
                let pair = self.removed[place].as_ref().zip(self.added[other].as_ref());
                let similarity = pair.map_or(0, |(one, other)| one.similarity(other));
                if similarity >= least {
                    pairs.push((Reverse(similarity), place, other));
                }
            }
        }
        pairs.sort_unstable();
        for (_, place, other) in pairs {
            if self.removed[place].is_some() && self.added[other].is_some() {
                self.add(place, other);
            }
        }
    }
}

/// The part of a generated name before its suffix: `app-config` of `app-config-7k2m9t5fbd`, which
/// kustomize makes, or `web` of the pod `web-6d4cf56db6-x2x9p`. A suffix has 8 to 10 of the letters and
/// digits that such names are made of, or 5 including a digit. A name may have two suffixes.
fn generated(name: &str) -> Option<&str> {
    let without = |name: &str| -> Option<usize> {
        let (base, suffix) = name.rsplit_once('-')?;
        let made_of = suffix.chars().all(|letter| SUFFIX_LETTERS.contains(letter));
        let is_suffix = match suffix.len() {
            5 => suffix.contains(|letter: char| letter.is_ascii_digit()),
            length => (8..=10).contains(&length),
        };
        (made_of && is_suffix && !base.is_empty()).then_some(base.len())
    };
    let once = &name[..without(name)?];
    Some(without(once).map_or(once, |end| &once[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_generated_suffixes() {
        for (name, wanted) in [
            ("app-config-7k2m9t5fbd", Some("app-config")),
            ("web-6d4cf56db6-x2x9p", Some("web")),
            ("backup-x2x9p", Some("backup")),
            ("web-https", None),
            ("web-nginx", None),
            ("web", None),
            ("-7k2m9t5fbd", None),
            ("web-2", None),
            ("web-böb5dfgh", None),
        ] {
            assert_eq!(generated(name), wanted, "{name}");
        }
    }
}
