//! Pairs elements of original, modified and current that are versions of one element, by their keys.
//! Rules: semantics three-way-16.

use core::hash::Hash;

use super::keyed::{KeyedElements, KeyedLists};
use crate::apply::order::Positions;
use crate::document::{Node, equal_unopened};
use crate::element_key::UniqueKey;
use crate::hash::Map;
use crate::site::Site;

/// The elements of original and current that belong to an element of modified.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::diff) struct Partners {
    pub(in crate::diff) original: Option<usize>,
    pub(in crate::diff) current: Option<usize>,
}

/// The effect of a diff on an element of current.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::diff) enum Fate {
    /// The element is a version of an element of modified.
    Kept,
    /// The element is deleted: it is a version of this element of original, which modified lacks.
    Deleted(usize),
    /// The element stays as it is: others have added it.
    Others,
}

impl Fate {
    pub(super) fn is_deleted(self) -> bool {
        matches!(self, Self::Deleted(_))
    }
}

/// Elements of original, modified and current, by index.
pub(in crate::diff) type Group = [Vec<usize>; 3];

/// The pairing of the elements of three lists, by index.
pub(in crate::diff) struct Pairing {
    /// The partners of each element of modified.
    pub(in crate::diff) modified: Vec<Partners>,
    /// The fate of each element of current.
    pub(in crate::diff) current: Vec<Fate>,
    /// The elements that no key distinguishes from another element of their list, in groups with equal
    /// keys. They are not paired.
    pub(in crate::diff) duplicates: Vec<Group>,
}

impl Pairing {
    /// Pairs elements by the merge key and, where others have the same merge key, by all list map
    /// keys: these make an element unique for an API server. `O(n)`.
    pub(in crate::diff) fn of(lists: &KeyedLists<'_, '_>, member: &Site<'_>) -> Self {
        let mut pairing = Self {
            modified: vec![Partners::default(); lists.modified.keys.len()],
            current: vec![Fate::Others; lists.current.keys.len()],
            duplicates: Vec::new(),
        };
        let positions =
            (lists.modified.positions(), lists.ancestor().map(KeyedElements::positions));
        let in_current = lists.current.positions();
        let (in_modified, in_original) = positions;
        let are_distinct = in_modified.are_distinct()
            && in_current.are_distinct()
            && in_original.as_ref().is_none_or(Positions::are_distinct);
        if !are_distinct {
            pairing.pair_groups(lists, member);
            return pairing;
        }
        let original_of = |key| in_original.as_ref().and_then(|positions| positions.get(key));
        for (at, key) in lists.modified.keys.iter().enumerate() {
            let one = [original_of(key), Some(at), in_current.get(key)];
            pairing.pair(one, lists, member);
        }
        for (at, key) in lists.current.keys.iter().enumerate() {
            if pairing.current.get(at) == Some(&Fate::Others) && in_modified.get(key).is_none() {
                pairing.pair([original_of(key), None, Some(at)], lists, member);
            }
        }
        pairing
    }

    /// Pairs elements whose merge key occurs only once in each list. Two of them are versions of one
    /// element if their other list map keys agree: a TCP port that is new in modified is not the UDP port
    /// that others have added to current. If original also has an element, those of modified and
    /// current are paired in any case: the key was changed in it.
    fn pair(
        &mut self,
        [original, modified, current]: [Option<usize>; 3],
        lists: &KeyedLists<'_, '_>,
        member: &Site<'_>,
    ) {
        let nodes = [
            original.and_then(|at| lists.ancestor()?.nodes.get(at).copied()),
            modified.and_then(|at| lists.modified.nodes.get(at).copied()),
            current.and_then(|at| lists.current.nodes.get(at).copied()),
        ];
        let agree = |one: &Node<'_>, other: &Node<'_>| {
            if !member.has_unique_keys() || equal_unopened(one, other) {
                return true;
            }
            let (one, other) = (member.unique_key(one), member.unique_key(other));
            let mut both = one.iter().zip(&other);
            both.all(|pair| !matches!(pair, (Some(one), Some(other)) if one != other))
        };
        let linked = match nodes {
            [None, Some(modified_node), Some(current_node)]
                if !agree(modified_node, current_node) =>
            {
                [None, modified, None]
            }
            [Some(original_node), Some(node), None] if !agree(original_node, node) => {
                [None, modified, None]
            }
            [Some(original_node), None, Some(node)] if !agree(original_node, node) => {
                [None, None, current]
            }
            // Both sides have changed it to the same new element.
            [Some(original_node), Some(modified_node), Some(current_node)]
                if !agree(original_node, modified_node)
                    && !agree(original_node, current_node)
                    && agree(modified_node, current_node) =>
            {
                [None, modified, current]
            }
            _ => [original, modified, current],
        };
        self.link(linked);
    }

    /// Notes that these elements are versions of one element.
    pub(super) fn link(&mut self, [original, modified, current]: [Option<usize>; 3]) {
        let fate = match (modified, original) {
            (Some(modified), _) => {
                if let Some(partners) = self.modified.get_mut(modified) {
                    *partners = Partners { original, current };
                }
                Fate::Kept
            }
            (None, Some(original)) => Fate::Deleted(original),
            (None, None) => Fate::Others,
        };
        if let Some(current) = current.and_then(|at| self.current.get_mut(at)) {
            *current = fate;
        }
    }

    /// [`of`](Self::of) for lists in which elements have equal merge keys.
    fn pair_groups(&mut self, lists: &KeyedLists<'_, '_>, member: &Site<'_>) {
        let versions = [lists.ancestor(), Some(&lists.modified), Some(&lists.current)];
        let keys = versions.into_iter().enumerate().flat_map(|(side, list)| {
            let keys = list.into_iter().flat_map(|list| list.keys.iter().enumerate());
            keys.map(move |(at, key)| (key, side, at))
        });
        for group in groups(keys) {
            if let Some(one) = only_ones(&group) {
                self.pair(one, lists, member);
                continue;
            }
            let mut keys = Vec::new();
            for (side, (list, indices)) in versions.into_iter().zip(&group).enumerate() {
                for &at in indices {
                    if let Some(node) = list.and_then(|list| list.nodes.get(at)) {
                        keys.push((member.unique_key(node), side, at));
                    }
                }
            }
            let removed = lacking_removed(&group, &keys);
            for group in groups(keys) {
                match (only_ones(&group), removed, &group) {
                    (_, Some(removed), [original, modified, current]) if original.is_empty() => {
                        for at in modified {
                            self.link([Some(removed), Some(*at), None]);
                        }
                        for at in current {
                            self.link([Some(removed), None, Some(*at)]);
                        }
                    }
                    (Some(one), _, _) => self.link(one),
                    (None, _, _) => self.duplicates.push(group),
                }
            }
        }
    }

    /// Whether an element of current is deleted.
    pub(super) fn deletes(&self) -> bool {
        self.current.iter().any(|fate| fate.is_deleted())
    }

    /// Whether two elements share a merge key, in current or in the list that the patch leads to. `O(n)`.
    pub(super) fn shares_keys(&self, lists: &KeyedLists<'_, '_>) -> bool {
        let modified = lists.modified.positions();
        if !modified.are_distinct() || !lists.current.positions().are_distinct() {
            return true;
        }
        let mut current = lists.current.keys.iter().zip(&self.current);
        current.any(|(key, fate)| *fate == Fate::Others && modified.get(key).is_some())
    }
}

/// Groups elements by their keys. Each element has the number of its list and its index in that list.
fn groups<K: Eq + Hash>(elements: impl IntoIterator<Item = (K, usize, usize)>) -> Vec<Group> {
    let mut numbers: Map<K, usize> = Map::default();
    let mut groups: Vec<Group> = Vec::new();
    for (key, side, at) in elements {
        let number = *numbers.entry(key).or_insert_with(|| {
            groups.push(Group::default());
            groups.len().saturating_sub(1)
        });
        if let Some(indices) = groups.get_mut(number).and_then(|group| group.get_mut(side)) {
            indices.push(at);
        }
    }
    groups
}

/// The element of original that lacks a list map key, if one side has removed all elements of this merge
/// key: it may be any element of the other side.
fn lacking_removed(
    [_, modified, current]: &Group,
    keys: &[(UniqueKey, usize, usize)],
) -> Option<usize> {
    if !modified.is_empty() && !current.is_empty() {
        return None;
    }
    let mut originals = keys.iter().filter(|(_, side, _)| *side == 0);
    originals.find(|(key, _, _)| key.contains(&None)).map(|(_, _, at)| *at)
}

/// The elements of the group, if each list has at most one.
fn only_ones(group: &Group) -> Option<[Option<usize>; 3]> {
    let few = group.iter().all(|indices| indices.len() < 2);
    few.then(|| group.each_ref().map(|indices| indices.first().copied()))
}
