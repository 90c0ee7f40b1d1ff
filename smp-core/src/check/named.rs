//! Elements that a patch names and live does not have: those that it adds, and those that it would
//! delete or order. Rules: semantics check-15 to check-17.

use std::borrow::Cow;

use super::complete::missing;
use super::live_keys::{LiveKeys, objects};
use super::names::listed;
use crate::directive::{Change, Deletion, FieldPatch, PatchMember, PatchObject};
use crate::document::{Node, Scalar};
use crate::element_key::ElementKey;
use crate::finding::{Finding, FindingKind};
use crate::hash::Set;
use crate::path::{Segment, Trail};
use crate::site::Site;
use smp_schema::__support::nearest;
use smp_schema::TypeRef;

/// The number of live's names that a name of the patch is compared with.
const COMPARED: usize = 100;

/// The names of the elements of a list in live.
pub(super) struct LiveNames {
    all: Vec<String>,
    /// The candidates for a misspelt name: live's names that the patch does not have itself.
    meant: Vec<String>,
}

impl LiveNames {
    /// `O(n log n)` in both lists.
    pub(super) fn of(
        live: &LiveKeys<'_>,
        lists: &[(&[Change], &Trail<'_>)],
        member: &Site<'_>,
    ) -> Self {
        let mut keys: Vec<_> = live.keys().collect();
        keys.sort_unstable_by_key(|(at, _)| *at);
        let in_patch = lists.iter().flat_map(|(items, _)| objects(items));
        let in_patch: Set<_> =
            in_patch.filter_map(|(_, object)| member.key_of_change(object).ok()).collect();
        let meant = keys.iter().filter_map(|(_, key)| match key.parts() {
            [Scalar::String(name)] if !in_patch.contains(*key) => Some(name.to_string()),
            _ => None,
        });
        let meant = meant.take(COMPARED).collect();
        Self { all: keys.iter().map(|(_, key)| text(key)).collect(), meant }
    }

    /// The name that is probably meant.
    fn near(&self, key: &ElementKey<'_>) -> Option<String> {
        let [Scalar::String(name)] = key.parts() else { return None };
        // Names of two letters are too similar to tell a misspelt one from a new one.
        let candidates = self.meant.iter().filter(|_| name.len() > 2);
        let near = nearest(name, candidates.map(String::as_str), |name| name);
        near.first().map(|&name| name.to_owned())
    }

    /// The name that this one is probably a typing error for. `NODE_NAME` and `POD_NAME` are different
    /// names, and so are `http` and `https`, `data-1` and `data-2`.
    fn slip(&self, key: &ElementKey<'_>) -> Option<String> {
        let [Scalar::String(name)] = key.parts() else { return None };
        let is_meant =
            |other: &&String| words(other) != words(name) && are_one_slip_apart(other, name);
        self.meant.iter().find(is_meant).cloned()
    }

    /// The end of a message, with live's names.
    fn all(&self) -> String {
        if self.all.is_empty() {
            return String::new();
        }
        format!("; it has: {}", listed(&self.all))
    }
}

/// The elements, or items, of a list in live.
pub(super) struct KnownItems<'n> {
    keys: Set<ElementKey<'n>>,
    are_objects: bool,
}

impl<'n> KnownItems<'n> {
    /// `O(n)`.
    pub(super) fn of(
        live: &'n [Cow<'n, Node<'n>>],
        member: &'n Site<'n>,
        are_objects: bool,
    ) -> Self {
        let keys = live.iter().filter_map(|item| key_of(item, member, are_objects));
        Self { keys: keys.collect(), are_objects }
    }
}

/// The check of names.
pub(super) struct Named<'f> {
    pub(super) found: &'f mut Vec<Finding>,
}

impl Named<'_> {
    /// Reports a name, with the one that is probably meant.
    fn report(
        &mut self,
        trail: &Trail<'_>,
        kind: FindingKind,
        message: String,
        suggestion: Option<String>,
    ) {
        self.found.push(Finding { path: trail.path(), kind, message, suggestion });
    }

    /// Reports an element that the patch adds.
    pub(super) fn added(
        &mut self,
        patch: &PatchObject,
        (key, element): (&ElementKey<'_>, TypeRef<'_>),
        names: &LiveNames,
        trail: &Trail<'_>,
    ) {
        let missing = missing(patch, element);
        let near = if missing.is_empty() { names.slip(key) } else { names.near(key) };
        let name = text(key);
        let (kind, message) = match (&missing[..], &near) {
            ([], None) => (FindingKind::ElementAdded, format!("the patch adds the element {name}")),
            ([], Some(_)) => (
                FindingKind::ElementNearName,
                format!("live has no element {name}, so that the patch adds it{}", names.all()),
            ),
            (missing, _) => (
                FindingKind::ElementIncomplete,
                format!(
                    "live has no element {name}, and the one that the patch adds lacks {}, which \
                     an element must have{}",
                    listed(&missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>()),
                    names.all()
                ),
            ),
        };
        self.report(trail, kind, message, near);
    }

    /// Reports an element that the patch deletes, and live does not have.
    pub(super) fn nothing_to_delete(
        &mut self,
        key: &ElementKey<'_>,
        names: &LiveNames,
        trail: &Trail<'_>,
    ) {
        let message = format!("live has no element {} to delete{}", text(key), names.all());
        self.report(trail, FindingKind::ElementAbsent, message, names.near(key));
    }

    /// Reports the items of the order list and of the deletion list of a field that neither live nor
    /// the patch has. `O(n)` in the lists.
    pub(super) fn directive_lists(
        &mut self,
        (name, field): (&str, &FieldPatch),
        live: &KnownItems<'_>,
        member: &Site<'_>,
        trail: &Trail<'_>,
    ) {
        let deleted = match &field.delete {
            Some(Deletion::Items(items)) => items.as_slice(),
            Some(Deletion::Field) | None => &[],
        };
        let ordered = field.order.as_deref().unwrap_or_default();
        let mut known: Set<ElementKey<'_>> = Set::default();
        if let Some(Change::List(items)) = &field.value {
            known.extend(items.iter().filter_map(|item| match item {
                Change::Scalar(node) => Scalar::of(node).map(ElementKey::of_scalar),
                Change::Object(object) => member.key_of_change(object).ok(),
                Change::List(_) => None,
            }));
        }
        for (directive, items, purpose) in [
            (PatchMember::deletion_of(name), deleted, "delete"),
            (PatchMember::order_of(name), ordered, "order"),
        ] {
            let step = || Segment::Field(directive.clone());
            let list = trail.below(&step);
            for (at, item) in items.iter().enumerate() {
                let Some(key) = key_of(item, member, live.are_objects) else { continue };
                if live.keys.contains(&key) || known.contains(&key) {
                    continue;
                }
                let step = || Segment::Index(at);
                let message = format!("live has no element {} to {purpose}", text(&key));
                self.report(&list.below(&step), FindingKind::ElementAbsent, message, None);
            }
        }
    }
}

/// The words of a name, without the parts that distinguish names of one kind: numbers, single letters,
/// and the `s` at the end of a word.
fn words(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words = words.map(|word| word.replace(|c: char| c.is_ascii_digit(), "").to_lowercase());
    let singular =
        |word: String| word.strip_suffix('s').map_or_else(|| word.clone(), str::to_owned);
    words.filter(|word| word.len() > 1).map(singular).collect()
}

/// Whether the names differ in one added, removed or replaced character, or in two that are swapped.
/// Case, `_` and `-` are ignored.
fn are_one_slip_apart(one: &str, other: &str) -> bool {
    let letters = |name: &str| {
        let letters = name.chars().filter(|c| !matches!(c, '_' | '-'));
        letters.flat_map(char::to_lowercase).collect::<Vec<_>>()
    };
    let (one, other) = (letters(one), letters(other));
    let same = |pair: &(&char, &char)| pair.0 == pair.1;
    let before = one.iter().zip(&other).take_while(same).count();
    let rest = |name: &[char]| name.get(before..).unwrap_or_default().to_vec();
    let (one, other) = (rest(&one), rest(&other));
    let after = one.iter().rev().zip(other.iter().rev()).take_while(same).count();
    let middle = |name: &[char]| name.get(..name.len().saturating_sub(after)).map(<[_]>::to_vec);
    match (middle(&one).as_deref(), middle(&other).as_deref()) {
        (Some([] | [_]), Some([] | [_])) => true,
        (Some([a, b]), Some([c, d])) => (a, b) == (d, c),
        _ => false,
    }
}

/// The key of an element, or the scalar itself.
fn key_of<'n>(item: &'n Node<'n>, member: &Site<'n>, of_objects: bool) -> Option<ElementKey<'n>> {
    if of_objects {
        member.readable_key(item, None)
    } else {
        Scalar::of(item).map(ElementKey::of_scalar)
    }
}

/// The key as people write it.
fn text(key: &ElementKey<'_>) -> String {
    key.parts().iter().map(Scalar::sort_text).collect::<Vec<Cow<'_, str>>>().join("/")
}
