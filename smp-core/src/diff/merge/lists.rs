//! The elements of the lists that are merged, and their order.

use std::borrow::Cow;

use core::hash::Hash;

use crate::changes::{same_items, stay_in_order};
use crate::diff::Ancestor;
use crate::diff::list::keyed::{KeyedElements, KeyedLists};
use crate::diff::list::pairing::{Fate, Pairing};
use crate::document::Node;
use crate::hash::{Map, Set};
use crate::site::Site;

/// An element, by its index in original, in ours and in theirs.
pub(super) type Slot = [Option<usize>; 3];

/// The elements of lists with keys. `None` if an element lacks its key, or if two elements have the same
/// keys.
pub(super) fn keyed_slots(lists: &[Vec<Node<'_>>; 3], member: &Site<'_>) -> Option<Vec<Slot>> {
    let borrowed = lists.each_ref().map(|items| items.iter().map(Cow::Borrowed).collect());
    let [original, ours, theirs]: &[Vec<_>; 3] = &borrowed;
    let lists = KeyedLists {
        original: Ancestor::Original(Some(KeyedElements::of(original, member)?)),
        modified: KeyedElements::of(theirs, member)?,
        current: KeyedElements::of(ours, member)?,
    };
    let pairing = Pairing::of(&lists, member);
    if !pairing.duplicates.is_empty() {
        return None;
    }
    let mut slots: Vec<Slot> = (pairing.current.iter().enumerate())
        .map(|(at, fate)| match fate {
            Fate::Deleted(original) => [Some(*original), Some(at), None],
            Fate::Kept | Fate::Others => [None, Some(at), None],
        })
        .collect();
    for (at, partners) in pairing.modified.iter().enumerate() {
        let slot = [partners.original, partners.current, Some(at)];
        match partners.current.and_then(|at| slots.get_mut(at)) {
            Some(of_ours) => *of_ours = slot,
            None => slots.push(slot),
        }
    }
    // If an element lacks a list map key, the pairing may treat several others as versions of it.
    let mut originals = slots.iter().filter_map(|[original, ..]| *original);
    let mut seen = Set::default();
    originals.all(|at| seen.insert(at)).then_some(slots)
}

/// The items of lists that are sets. `None` if a list has an item twice.
pub(super) fn set_slots(lists: &[Vec<String>; 3]) -> Option<Vec<Slot>> {
    let mut numbers: Map<&str, usize> = Map::default();
    let mut slots: Vec<Slot> = Vec::new();
    // Ours come first, as in lists with keys.
    for side in [1, 2, 0] {
        for (at, item) in lists.get(side)?.iter().enumerate() {
            let number = *numbers.entry(item).or_insert_with(|| {
                slots.push(Slot::default());
                slots.len().saturating_sub(1)
            });
            if slots.get_mut(number)?.get_mut(side)?.replace(at).is_some() {
                return None;
            }
        }
    }
    Some(slots)
}

/// The slots in the order of the merged list.
pub(super) fn ordered(slots: &[Slot]) -> Vec<Slot> {
    let mut sides = [Vec::new(), Vec::new(), Vec::new()];
    for (side, order) in sides.iter_mut().enumerate() {
        let at = |slot: &Slot| slot.get(side).copied().flatten();
        *order = slots.iter().copied().filter(|slot| at(slot).is_some()).collect();
        order.sort_unstable_by_key(at);
    }
    in_order(&sides)
}

/// The items of ours and theirs, in the order of ours, or in the order of theirs if only theirs changed
/// original's order. Items that only the other side has follow their predecessor on that side, after any
/// items added at the same place. `O(n)`.
#[must_use]
pub fn in_order<K: Copy + Eq + Hash>([original, ours, theirs]: &[Vec<K>; 3]) -> Vec<K> {
    let before: Set<K> = original.iter().copied().collect();
    let moves = |side: &[K]| {
        let now: Set<K> = side.iter().copied().collect();
        let kept = original.iter().filter(|item| now.contains(item));
        !kept.eq(side.iter().filter(|item| before.contains(item)))
    };
    let (base, other) = if moves(theirs) && !moves(ours) { (theirs, ours) } else { (ours, theirs) };
    let in_base: Set<K> = base.iter().copied().collect();
    let in_other: Set<K> = other.iter().copied().collect();
    let mut followers: Map<Option<K>, Vec<K>> = Map::default();
    let mut last = None;
    for item in other {
        if in_base.contains(item) {
            last = Some(*item);
        } else {
            followers.entry(last).or_default().push(*item);
        }
    }
    let mut order = Vec::new();
    let mut waiting = followers.remove(&None).unwrap_or_default();
    for item in base {
        let is_new = !before.contains(item) && !in_other.contains(item);
        if !is_new {
            order.append(&mut waiting);
            waiting = followers.remove(&Some(*item)).unwrap_or_default();
        }
        order.push(*item);
    }
    order.append(&mut waiting);
    order
}

/// The elements of lists without keys, in the order of the merged list. Between two items that neither
/// side changed, the items of the side with changes are taken. If both sides have changes, but added and
/// removed no items, the items merge position by position. Otherwise the result is `None`. `O(n log n)`.
pub(super) fn item_slots([original, ours, theirs]: &[Vec<String>; 3]) -> Option<Vec<Slot>> {
    let places = |side: &[String]| {
        let from = same_items(original, side);
        let mut places = vec![None; original.len()];
        for (at, (from, stays)) in from.iter().zip(stay_in_order(&from)).enumerate() {
            if let Some(place) = from.filter(|_| stays).and_then(|at| places.get_mut(at)) {
                *place = Some(at);
            }
        }
        places
    };
    let anchors = places(ours).into_iter().zip(places(theirs)).enumerate();
    let anchors = anchors.filter_map(|(at, (ours, theirs))| Some([at, ours?, theirs?]));
    let ends = [original.len(), ours.len(), theirs.len()];
    let mut slots = Vec::new();
    let mut from = [0_usize; 3];
    for to in anchors.chain([ends]) {
        let before = original.get(from[0]..to[0])?;
        let our_items = ours.get(from[1]..to[1])?;
        let their_items = theirs.get(from[2]..to[2])?;
        if our_items == their_items || before == their_items {
            slots.extend((from[1]..to[1]).map(|at| [None, Some(at), None]));
        } else if before == our_items {
            slots.extend((from[2]..to[2]).map(|at| [None, None, Some(at)]));
        } else if before.len() == our_items.len() && before.len() == their_items.len() {
            let places = (from[0]..to[0]).zip(from[1]..to[1]).zip(from[2]..to[2]);
            slots.extend(places.map(|((one, two), three)| [one, two, three].map(Some)));
        } else {
            return None;
        }
        if to != ends {
            slots.push(to.map(Some));
        }
        from = to.map(|at| at.saturating_add(1));
    }
    Some(slots)
}
