//! `--guess-renames`: an object that is in one set only, and the object of the other set that it
//! was probably renamed to.
//!
//! Both have the same apiVersion, kind and namespace. First come names that differ in a generated
//! suffix only, then equal contents, then contents that are alike. How alike is measured in
//! [`Parts`].
//!
//! The cost is `O(p log p)` in the parts of all objects: two objects are compared only if they have
//! a part in common that few others have, and each with a few others only.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};

use smp_core::{Document, View};

use super::Pairs;
use super::ignored::IgnoredFields;
use crate::commands::documents::view;
use crate::commands::sets::SetObject;
use crate::input::Input;
use crate::report::Report;

/// A part that more objects have makes no candidates.
const MAX_SHARED: usize = 32;
/// The number of candidates that an object is compared with in full: those that share the most
/// parts with it.
const MAX_CANDIDATES: usize = 8;

/// Letters and digits of generated suffixes: of `generateName`, and of the hashes of kustomize.
const SUFFIX_LETTERS: &str = "bcdfghjklmnpqrstvwxz2456789";

/// The places of two objects, in `removed` and in `added`.
type Match = (usize, usize);

impl Pairs<'_, '_> {
    /// Moves objects that were probably renamed from `removed` and `added` to `renamed`, those
    /// that come first in the set before the change first. `percent` is how much of their contents
    /// must be equal.
    pub(super) fn guess_renames(&mut self, percent: u8) -> Result<(), Report> {
        let ignored = IgnoredFields::for_similarity()?;
        let seed = RandomState::new();
        let parts = |objects: &[&SetObject<'_>]| {
            let parts = objects.iter().map(|object| Parts::of(object, &ignored, &seed));
            parts.collect::<Result<Vec<_>, Report>>()
        };
        let guess = Guess {
            removed: parts(&self.removed)?,
            added: parts(&self.added)?,
            matches: Vec::new(),
        };
        let mut matches = guess.run(&self.removed, &self.added, percent);
        matches.sort_unstable();
        self.renamed.extend(matches.iter().map(|&(from, to)| (self.removed[from], self.added[to])));
        let (from, to): (HashSet<_>, HashSet<_>) = matches.into_iter().unzip();
        remove(&mut self.removed, &from);
        remove(&mut self.added, &to);
        Ok(())
    }
}

/// Removes the items at these places.
fn remove<T>(items: &mut Vec<T>, places: &HashSet<usize>) {
    let mut at = 0;
    items.retain(|_| {
        at += 1;
        !places.contains(&(at - 1))
    });
}

/// The parts of an object, as hashes, by which its similarity to other objects is measured: one for
/// each scalar with its path, and one for each line of a text of several lines. Positions in lists
/// don't count. The name and the fields that servers set are left out.
///
/// Similarity = shared parts / parts of the larger object.
struct Parts(Vec<u64>);

impl Parts {
    fn of(
        object: &SetObject<'_>,
        ignored: &IgnoredFields,
        seed: &RandomState,
    ) -> Result<Self, Report> {
        let mut parts = Vec::new();
        collect(&ignored.without(object)?, object.input, 0, seed, &mut parts)?;
        parts.sort_unstable();
        Ok(Self(parts))
    }

    /// The number of parts that both objects have. `O(n)`.
    fn common(&self, other: &Self) -> usize {
        let (mut own, mut others) = (self.0.as_slice(), other.0.as_slice());
        let mut common = 0;
        while let ([first, rest @ ..], [other, others_rest @ ..]) = (own, others) {
            if first <= other {
                own = rest;
            }
            if other <= first {
                others = others_rest;
            }
            common += usize::from(first == other);
        }
        common
    }

    /// The similarity of two objects, in millionths.
    fn similarity(&self, other: &Self) -> u64 {
        let all = self.0.len().max(other.0.len());
        let share = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        (share(self.common(other)).saturating_mul(1_000_000)).checked_div(share(all)).unwrap_or(0)
    }
}

/// Adds the parts of a document. `path` stands for the path to it.
fn collect(
    document: &Document<'_>,
    input: &Input<'_>,
    path: u64,
    seed: &RandomState,
    parts: &mut Vec<u64>,
) -> Result<(), Report> {
    match view(document, input)? {
        View::Object(members) => {
            for (name, value) in members {
                collect(&value, input, seed.hash_one((path, name)), seed, parts)?;
            }
        }
        View::List(items) => {
            for item in items {
                collect(&item, input, seed.hash_one((path, "[]", "")), seed, parts)?;
            }
        }
        View::String(text) => {
            parts.extend(text.lines().map(|line| seed.hash_one((path, 's', line))));
        }
        View::Number(text) => parts.push(seed.hash_one((path, 'n', text))),
        View::Bool(value) => parts.push(seed.hash_one((path, 'b', value))),
        _ => parts.push(seed.hash_one((path, '0'))),
    }
    Ok(())
}

/// The search for objects that belong together.
struct Guess {
    removed: Vec<Parts>,
    added: Vec<Parts>,
    matches: Vec<Match>,
}

impl Guess {
    fn run(
        mut self,
        removed: &[&SetObject<'_>],
        added: &[&SetObject<'_>],
        percent: u8,
    ) -> Vec<Match> {
        for (from, to) in groups(removed, added, |name| generated(name).map(str::to_owned)) {
            let (from, to) = self.match_similar((from, to), 1);
            // What is left has nothing in common but the name.
            if let ([from], [to]) = (from.as_slice(), to.as_slice()) {
                self.matches.push((*from, *to));
            }
        }
        let (done_from, done_to): (HashSet<_>, HashSet<_>) = self.matches.iter().copied().unzip();
        for (mut from, mut to) in groups(removed, added, |_| Some(String::new())) {
            from.retain(|place| !done_from.contains(place));
            to.retain(|place| !done_to.contains(place));
            self.match_similar((from, to), u64::from(percent) * 10_000);
        }
        self.matches
    }

    /// Matches the objects at these places that are at least as alike as `least`, the most alike
    /// first. The places that are left.
    fn match_similar(
        &mut self,
        (mut from, mut to): (Vec<usize>, Vec<usize>),
        least: u64,
    ) -> (Vec<usize>, Vec<usize>) {
        let mut found = self.equal(&from, &to);
        drop_matched(&mut from, &mut to, &found);
        let mut pairs = Vec::new();
        for (place, other) in self.candidates(&from, &to) {
            let similarity = self.removed[place].similarity(&self.added[other]);
            if similarity >= least {
                pairs.push((u64::MAX - similarity, place, other));
            }
        }
        pairs.sort_unstable();
        let (mut taken_from, mut taken_to) = (HashSet::new(), HashSet::new());
        for (_, place, other) in pairs {
            if !taken_from.contains(&place) && !taken_to.contains(&other) {
                taken_from.insert(place);
                taken_to.insert(other);
                found.push((place, other));
            }
        }
        drop_matched(&mut from, &mut to, &found);
        self.matches.extend(found);
        (from, to)
    }

    /// Objects with equal contents, in their order. Objects without contents are left out.
    fn equal(&self, from: &[usize], to: &[usize]) -> Vec<Match> {
        let mut places: HashMap<&[u64], Vec<usize>> = HashMap::new();
        for place in to.iter().rev() {
            places.entry(&self.added[*place].0).or_default().push(*place);
        }
        let equal = |place: &usize| {
            let parts = self.removed[*place].0.as_slice();
            let other = places.get_mut(parts).filter(|_| !parts.is_empty())?.pop()?;
            Some((*place, other))
        };
        from.iter().filter_map(equal).collect()
    }

    /// The pairs to be compared: for each object, those with which it has the most parts in
    /// common, counting the parts that few objects have.
    fn candidates(&self, from: &[usize], to: &[usize]) -> Vec<Match> {
        let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
        for &place in to {
            let mut parts = self.added[place].0.clone();
            parts.dedup();
            for part in parts {
                let holders = holders.entry(part).or_default();
                // One more than the limit tells that there are too many.
                if holders.len() <= MAX_SHARED {
                    holders.push(place);
                }
            }
        }
        let mut pairs = Vec::new();
        for &place in from {
            let mut common: HashMap<usize, usize> = HashMap::new();
            for part in &self.removed[place].0 {
                let holders = holders.get(part).filter(|holders| holders.len() <= MAX_SHARED);
                for &other in holders.into_iter().flatten() {
                    *common.entry(other).or_default() += 1;
                }
            }
            let mut common: Vec<_> = common.into_iter().collect();
            common.sort_unstable_by_key(|&(other, count)| (usize::MAX - count, other));
            pairs.extend(common.iter().take(MAX_CANDIDATES).map(|&(other, _)| (place, other)));
        }
        pairs
    }
}

/// Removes the places that have found each other.
fn drop_matched(from: &mut Vec<usize>, to: &mut Vec<usize>, found: &[Match]) {
    let (done_from, done_to): (HashSet<_>, HashSet<_>) = found.iter().copied().unzip();
    from.retain(|place| !done_from.contains(place));
    to.retain(|place| !done_to.contains(place));
}

/// The places of objects with the same apiVersion, kind and namespace, and with the same `key` of
/// their names, in the order of the first one. Objects without a key are in no group.
fn groups(
    removed: &[&SetObject<'_>],
    added: &[&SetObject<'_>],
    key: impl Fn(&str) -> Option<String>,
) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut numbers = HashMap::new();
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    let both = removed.iter().map(|object| (object, true)).enumerate();
    let both = both.chain(added.iter().map(|object| (object, false)).enumerate());
    for (place, (object, before)) in both {
        let identity = &object.identity;
        let (Some(kind), Some(name)) = (&identity.kind, &identity.name) else { continue };
        let Some(key) = key(name) else { continue };
        let id = (&identity.api_version, kind, &identity.namespace, key);
        let number = *numbers.entry(id).or_insert(groups.len());
        if number == groups.len() {
            groups.push((Vec::new(), Vec::new()));
        }
        let group = &mut groups[number];
        if before { &mut group.0 } else { &mut group.1 }.push(place);
    }
    groups.retain(|(from, to)| !from.is_empty() && !to.is_empty());
    groups
}

/// The part of a generated name before its suffix: `app-config` of `app-config-7k2m9t5fbd`, which
/// kustomize makes, `web` of the pod `web-6d4cf56db6-x2x9p`. A suffix has 8 to 10 of the letters
/// and digits that such names are made of, or 5 with a digit among them. Two of them may follow
/// each other.
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
