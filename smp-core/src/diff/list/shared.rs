//! Merge lists in which elements share a merge key: two ports with the number 53, or two environment
//! variables with the same name. Rules: semantics diff-12, three-way-9, three-way-16 and three-way-17.

use core::hash::Hash;
use std::collections::VecDeque;

use super::keyed::KeyedLists;
use super::pairing::{Group, Pairing, Partners};
use super::{ElementVersions, List};
use crate::apply::merged_elements;
use crate::apply::order::{ItemSource, OrderInput, Positions, merged_order};
use crate::diff::{Ancestor, Differ, MemberDiff, NodeSides, ObjectDiff};
use crate::document::Node;
use crate::element_key::ElementKey;
use crate::error::Error;
use crate::hash::{Map, Set};
use crate::options::ElementOrder;

/// The number of elements of current that are tried as a match for an element that is new in modified.
const MAX_CANDIDATES: usize = 8;

/// Elements that no key distinguishes from another element of their list.
#[derive(Default)]
pub(super) struct Duplicates {
    /// The elements of modified that current already has, so that a patch would not change them.
    pub(super) unchanged: Set<usize>,
    /// Whether the patch changes one of them.
    pub(super) differ: bool,
}

impl<'n, 'a> List<'_, '_> {
    /// Pairs the elements that no key distinguishes from another element of their list. The user's
    /// elements are those of current that match modified's, in their order; or else those that match
    /// original's; or else the first ones. If the user has removed some, all others are removed with
    /// them, as by `$patch: delete`. `O(n)`, apart from the comparison of elements.
    pub(super) fn pair_duplicates(
        self,
        lists: &KeyedLists<'n, 'a>,
        pairing: &mut Pairing,
    ) -> Duplicates {
        let groups = core::mem::take(&mut pairing.duplicates);
        let mut duplicates = Duplicates::default();
        for (group, standing) in groups.iter().zip(self.standing(lists, pairing, &groups)) {
            let [original, modified, current] = group;
            let removed = original.get(modified.len()).copied();
            let standing =
                standing.filter(|users| removed.is_none() || users.len() == current.len());
            if standing.is_some() {
                duplicates.unchanged.extend(modified);
            } else {
                duplicates.differ = true;
                if self.differ.is_comparing {
                    return duplicates;
                }
            }
            let users = standing
                .or_else(|| self.standing_originals(lists, group))
                .unwrap_or_else(|| current.iter().copied().take(original.len()).collect());
            let users = users.get(..modified.len()).unwrap_or(&users);
            let of_users: Set<usize> = users.iter().copied().collect();
            let mut others: VecDeque<usize> =
                current.iter().copied().filter(|at| !of_users.contains(at)).collect();
            for (nth, &at) in modified.iter().enumerate() {
                let original = original.get(nth).copied();
                let user = users.get(nth).copied().or_else(|| {
                    let stands = |user: &usize| self.stands(lists, at, original, *user);
                    others.remove(others.iter().take(MAX_CANDIDATES).position(stands)?)
                });
                pairing.link([original, Some(at), user]);
            }
            if removed.is_some() {
                for at in others {
                    pairing.link([removed, None, Some(at)]);
                }
            }
        }
        duplicates
    }

    /// For each group, the elements of current that match modified's elements, if current has them all in
    /// the same order.
    fn standing(
        self,
        lists: &KeyedLists<'n, 'a>,
        pairing: &Pairing,
        groups: &[Group],
    ) -> Vec<Option<Vec<usize>>> {
        let mut group_of: Map<usize, (usize, Option<usize>)> = Map::default();
        for (number, [original, modified, _]) in groups.iter().enumerate() {
            for (nth, at) in modified.iter().enumerate() {
                group_of.insert(*at, (number, original.get(nth).copied()));
            }
        }
        let mut found = vec![Some(Vec::new()); groups.len()];
        let mut rest: Vec<_> = groups.iter().map(|[_, _, current]| current.iter()).collect();
        let mut next = 0;
        for at in order_in_current(lists) {
            let user = match group_of.get(&at) {
                None => pairing.modified.get(at).and_then(|partners| partners.current),
                Some((number, original)) => {
                    let stands =
                        |user: &&usize| **user >= next && self.stands(lists, at, *original, **user);
                    let user = rest.get_mut(*number).and_then(|rest| rest.find(stands)).copied();
                    if let Some(found) = found.get_mut(*number) {
                        *found = found.take().zip(user).map(|(mut found, user)| {
                            found.push(user);
                            found
                        });
                    }
                    user
                }
            };
            next = user.map_or(next, |user| next.max(user.saturating_add(1)));
        }
        found
    }

    /// The elements of current that match those of original, in their order.
    fn standing_originals(
        self,
        lists: &KeyedLists<'n, 'a>,
        [original, _, current]: &Group,
    ) -> Option<Vec<usize>> {
        let list = lists.ancestor()?;
        let mut rest = current.iter().copied();
        let users = original.iter().map(|at| {
            let modified = *list.nodes.get(*at)?;
            rest.find(|user| {
                let current = lists.current.nodes.get(*user).copied();
                let original = Ancestor::Original(None);
                self.changes_nothing(&ElementVersions { original, modified, current })
            })
        });
        users.collect()
    }

    /// Whether an element of current matches one of modified: the diff changes nothing.
    fn stands(
        self,
        lists: &KeyedLists<'n, 'a>,
        modified: usize,
        original: Option<usize>,
        current: usize,
    ) -> bool {
        let versions = lists.versions(modified, Partners { original, current: Some(current) });
        versions.is_some_and(|versions| self.changes_nothing(&versions))
    }

    fn changes_nothing(self, versions: &ElementVersions<'n, 'a>) -> bool {
        let comparing =
            Self { differ: Differ { is_comparing: true, conflicts: None, ..self.differ }, ..self };
        comparing.element(versions).is_ok_and(|diff| diff.is_empty())
    }

    /// The change of a list in which elements share a merge key. A patch by element changes only the
    /// first element of a merge key; if it does not lead to the target, the list is replaced.
    pub(super) fn with_shared_keys(
        self,
        lists: &KeyedLists<'n, 'a>,
        pairing: &Pairing,
        diffs: Vec<ObjectDiff<'a>>,
        sides: NodeSides<'_, 'a>,
    ) -> Result<MemberDiff<'a>, Error> {
        let is_two_way = matches!(lists.original, Ancestor::IsCurrent);
        let is_changed = pairing.deletes() || diffs.iter().any(|diff| !diff.is_empty());
        let has_order = || self.keeps_their_order(lists) || self.has_order(lists, pairing);
        if !is_two_way && !is_changed && has_order() {
            return Ok(MemberDiff::Nothing);
        }
        if is_changed && self.differ.is_comparing {
            return Ok(MemberDiff::Inexpressible(sides.current.clone()));
        }
        let target = if is_two_way {
            lists.modified.nodes.iter().copied().cloned().collect()
        } else {
            self.target(lists, pairing, &diffs)?
        };
        let target = Node::List(target);
        let is_target = |current: &Node<'a>| {
            let sides = NodeSides { modified: &target, current, ..sides };
            self.differ.are_equal(sides, self.member, self.limit)
        };
        if is_target(sides.current)? {
            return Ok(MemberDiff::Nothing);
        }
        let patch = self.patch(lists, pairing, diffs)?;
        let live = lists.current.nodes.iter().copied().cloned().collect();
        let merged = merged_elements(live, &patch, self.member, self.differ.options);
        let is_reached = match merged {
            Ok(merged) => {
                let merged = Node::List(merged).into_owned(self.limit)?;
                is_target(&merged)?
            }
            Err(_) => false,
        };
        if is_reached {
            return Ok(MemberDiff::Patch(patch));
        }
        self.differ.replace_list(target, sides, self.member, self.limit)
    }

    /// The elements of modified, merged with those of current, and the elements that others have
    /// added to current.
    fn target(
        self,
        lists: &KeyedLists<'n, 'a>,
        pairing: &Pairing,
        diffs: &[ObjectDiff<'a>],
    ) -> Result<Vec<Node<'a>>, Error> {
        let mut target = Vec::new();
        for slot in self.order(lists, pairing) {
            target.extend(match slot {
                TargetElement::Other(at) => lists.current.nodes.get(at).copied().cloned(),
                TargetElement::Modified(at) => {
                    let partners = pairing.modified.get(at).copied().unwrap_or_default();
                    match (lists.versions(at, partners), diffs.get(at)) {
                        (Some(versions), Some(diff)) => Some(self.merged(&versions, diff)?),
                        _ => None,
                    }
                }
            });
        }
        Ok(target)
    }

    /// The element of current after its change.
    fn merged(
        self,
        versions: &ElementVersions<'n, 'a>,
        diff: &ObjectDiff<'a>,
    ) -> Result<Node<'a>, Error> {
        let (Some(current), ObjectDiff::Merge(patch)) = (versions.current, diff) else {
            return Ok(match diff {
                ObjectDiff::Replace(target) => Node::Object(target.clone()),
                ObjectDiff::Merge(_) => versions.modified.clone(),
            });
        };
        match current.opened()?.as_ref() {
            Node::Object(members) if !patch.is_empty() => {
                self.differ.merged(members, patch, self.element, self.limit).map(Node::Object)
            }
            _ => Ok(current.clone()),
        }
    }

    /// Whether current has modified's elements in modified's order, if none of them is added or deleted.
    /// Elements that others added may be anywhere if they share a merge key with an element of modified.
    fn has_order(self, lists: &KeyedLists<'n, 'a>, pairing: &Pairing) -> bool {
        let (slots, ordered) = (pairing.slots(), lists.modified.positions());
        let is_server_only = |slot: &TargetElement| match slot {
            TargetElement::Modified(_) => false,
            TargetElement::Other(at) => {
                lists.current.keys.get(*at).is_some_and(|key| ordered.get(key).is_none())
            }
        };
        let is_modified = |slot: &&TargetElement| matches!(slot, TargetElement::Modified(_));
        slots.iter().filter(is_modified).is_sorted()
            && (self.differ.options.element_order == ElementOrder::Interleaved
                || slots.is_sorted_by_key(|slot| !is_server_only(slot)))
    }

    /// The order of the target, as a patch by element gives it: elements with the same merge key are
    /// adjacent. Among them, those of modified have modified's order.
    fn order(self, lists: &KeyedLists<'n, 'a>, pairing: &Pairing) -> Vec<TargetElement> {
        let (mut live_keys, mut new_keys) = (Vec::new(), Vec::new());
        let mut groups: Map<&ElementKey<'n>, [Vec<TargetElement>; 2]> = Map::default();
        let key_of = |slot: TargetElement| match slot {
            TargetElement::Modified(at) => lists.modified.keys.get(at),
            TargetElement::Other(at) => lists.current.keys.get(at),
        };
        for slot in pairing.slots() {
            let Some(key) = key_of(slot) else { continue };
            let [live, _] = groups.entry(key).or_insert_with(|| {
                live_keys.push(key);
                Default::default()
            });
            live.push(slot);
        }
        for (at, key) in lists.modified.keys.iter().enumerate() {
            if pairing.modified.get(at).is_some_and(|partners| partners.current.is_none()) {
                let [_, new] = groups.entry(key).or_insert_with(|| {
                    new_keys.push(key);
                    Default::default()
                });
                new.push(TargetElement::Modified(at));
            }
        }
        let ordered: Vec<_> = lists.modified.keys.iter().collect();
        let deleted = pairing.current.iter().filter(|fate| fate.is_deleted()).count();
        let mut order = Vec::new();
        let setting = self.differ.options.element_order;
        for key in in_order([&live_keys, &new_keys, &ordered], deleted, setting) {
            let Some([live, new]) = groups.get(key) else { continue };
            let mut ordered: Vec<_> = live.iter().chain(new).copied().collect();
            ordered.retain(|slot| matches!(slot, TargetElement::Modified(_)));
            ordered.sort_unstable();
            order.extend(in_order([live, new, &ordered], 0, ElementOrder::Interleaved));
        }
        order
    }
}

/// The elements of modified in the order in which current may have them: modified's own or, if a patch
/// has ordered them, with elements of the same merge key adjacent.
fn order_in_current(lists: &KeyedLists<'_, '_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lists.modified.keys.len()).collect();
    let mut current = lists.current.keys.iter();
    if !lists.modified.keys.iter().all(|key| current.any(|other| other == key)) {
        let places = lists.modified.positions();
        order.sort_by_key(|at| lists.modified.keys.get(*at).and_then(|key| places.get(key)));
    }
    order
}

/// The merged order of items, by the keys of live's items, of new items, and of the ordered items among
/// both.
fn in_order<K: Copy + Hash + Eq>(
    [live, adds, ordered]: [&[K]; 3],
    adds_counted_in_live: usize,
    setting: ElementOrder,
) -> Vec<K> {
    let (positions, ordered) = (Positions::of(live), Positions::of(ordered));
    let input = OrderInput { live: &positions, adds, ordered: &ordered, adds_counted_in_live };
    let Some(items) = merged_order(&input, setting) else {
        return live.to_vec();
    };
    let key = |item| match item {
        ItemSource::Live(at) => live.get(at).copied(),
        ItemSource::Added(at) => adds.get(at).copied(),
    };
    items.into_iter().filter_map(key).collect()
}

/// An element of the list that the patch leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum TargetElement {
    /// An element of modified, with this index.
    Modified(usize),
    /// The element of current with this index, which stays as it is.
    Other(usize),
}

impl Pairing {
    /// The elements of current that are not deleted, in their order.
    fn slots(&self) -> Vec<TargetElement> {
        let mut slots: Vec<Option<TargetElement>> = (self.current.iter().enumerate())
            .map(|(at, fate)| (!fate.is_deleted()).then_some(TargetElement::Other(at)))
            .collect();
        for (at, partners) in self.modified.iter().enumerate() {
            if let Some(slot) = partners.current.and_then(|current| slots.get_mut(current)) {
                *slot = Some(TargetElement::Modified(at));
            }
        }
        slots.into_iter().flatten().collect()
    }
}
