//! The order of a merge list while many patches of it are applied in turn, by keys alone. One
//! patch costs what it names, not what the list has.
//!
//! The result is that of [`merged_order`](super::order::merged_order) for each patch: all ordered
//! items that are not further back in the list than another ordered item stand before them
//! follow that one, and so do new ones; the others stay in their places among the server-only
//! items (semantics order-2). Example: live `CBDAE`, order `AB`. `A` stays, `B` follows it:
//! `CDABE`.

use core::hash::Hash;

use super::sequence::{START, Sequence};
use crate::hash::Map;
use crate::options::ElementOrder;

/// The items of a list, each with its number: first those of live, then the added ones.
pub(super) struct ListOrder<K> {
    setting: ElementOrder,
    groups: Sequence,
    /// By their numbers in `groups`.
    of_groups: Vec<Group>,
    by_key: Map<K, usize>,
    /// For each item, the number of the group of its key.
    group_of: Vec<usize>,
    has_repeated: bool,
    /// Whether a change has put the list in order. Until then, items of one key stay where they
    /// are; with that, they come together (semantics order-13).
    is_arranged: bool,
    /// The number of groups when the list was last arranged.
    arranged: usize,
    /// The number of the change, to know the groups that it names.
    turn: usize,
}

/// All items of one key.
#[derive(Default)]
struct Group {
    first: usize,
    /// The others: live may have several items of one key.
    repeated: Vec<usize>,
    is_removed: bool,
    /// The last change that named it.
    turn: usize,
}

impl<K: Hash + Eq> ListOrder<K> {
    /// `O(n)`.
    pub(super) fn new(keys: impl Iterator<Item = K>, setting: ElementOrder) -> Self {
        let mut order = Self {
            setting,
            groups: Sequence::new(),
            of_groups: vec![Group::default()],
            by_key: Map::default(),
            group_of: Vec::new(),
            has_repeated: false,
            is_arranged: false,
            arranged: 0,
            turn: 0,
        };
        for key in keys {
            if let Some(&group) = order.by_key.get(&key) {
                let item = order.group_of.len();
                order.group_of.push(group);
                order.has_repeated = true;
                order.change(group, |group| group.repeated.push(item));
            } else {
                let group = order.of_groups.len();
                order.add(key);
                order.groups.put_last(group);
            }
        }
        order.arranged = order.of_groups.len();
        order
    }

    /// Adds an item with a key that no other item has. It has no place until the list is
    /// arranged. `O(1)`.
    pub(super) fn add(&mut self, key: K) {
        let group = self.groups.add();
        let first = self.group_of.len();
        self.group_of.push(group);
        self.of_groups.push(Group { first, ..Group::default() });
        self.by_key.insert(key, group);
    }

    /// The first item with this key. `O(1)`.
    pub(super) fn get(&self, key: &K) -> Option<usize> {
        self.by_key.get(key).and_then(|group| self.of_groups.get(*group)).map(|group| group.first)
    }

    /// Whether there is no item. `O(1)`.
    pub(super) fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Removes all items with this key; returns their number. `O(1)`.
    pub(super) fn remove(&mut self, key: &K) -> usize {
        let Some(number) = self.by_key.remove(key) else { return 0 };
        self.groups.remove(number);
        let Some(group) = self.of_groups.get_mut(number) else { return 0 };
        group.is_removed = true;
        group.repeated.len().saturating_add(1)
    }

    /// Removes all items but the first of each key. The list is arranged next. `O(n)` if there
    /// are any.
    pub(super) fn remove_repeated(&mut self) {
        if self.has_repeated {
            for group in &mut self.of_groups {
                group.repeated.clear();
            }
            self.has_repeated = false;
        }
    }

    /// Orders the list, with the items that were added since the last time. `ordered` are the keys
    /// of the ordered items in their order; so many of the added items as `counted_in_live` says
    /// count as items of live, after its last one (semantics order-5). `O(k log n)` on average, for
    /// `k` ordered and added items.
    pub(super) fn arrange(&mut self, ordered: impl Iterator<Item = K>, counted_in_live: usize) {
        self.is_arranged = true;
        self.turn = self.turn.saturating_add(1);
        let first_added = self.arranged;
        self.arranged = self.of_groups.len();
        let (mut last, mut furthest) = (START, START);
        for key in ordered {
            let Some(group) = self.name(&key) else { continue };
            let added = group.checked_sub(first_added);
            if self.setting == ElementOrder::ServerOnlyFirst
                || added.is_some_and(|at| at < counted_in_live)
            {
                self.groups.put_last(group);
                furthest = group;
            } else if added.is_none() && self.groups.label(group) > self.groups.label(furthest) {
                furthest = group;
            } else {
                self.groups.put_after(group, last);
            }
            last = group;
        }
        // Under an empty order list added items are not ordered.
        for group in first_added..self.arranged {
            if self.of_groups.get(group).is_some_and(|it| it.turn != self.turn) {
                self.groups.put_last(group);
            }
        }
    }

    /// The group of a key that a change names for the first time.
    fn name(&mut self, key: &K) -> Option<usize> {
        let turn = self.turn;
        let number = *self.by_key.get(key)?;
        let group = self.of_groups.get_mut(number).filter(|group| group.turn != turn)?;
        group.turn = turn;
        Some(number)
    }

    fn change(&mut self, number: usize, change: impl FnOnce(&mut Group)) {
        if let Some(group) = self.of_groups.get_mut(number) {
            change(group);
        }
    }

    /// The numbers of all items in their order. `O(n)`.
    pub(super) fn items(&self) -> Vec<usize> {
        let mut items = Vec::with_capacity(self.group_of.len());
        if self.is_arranged {
            for group in self.groups.iter().filter_map(|number| self.of_groups.get(number)) {
                items.push(group.first);
                items.extend(&group.repeated);
            }
        } else {
            let is_kept = |item: &usize| {
                let group = self.group_of.get(*item).and_then(|at| self.of_groups.get(*at));
                group.is_some_and(|group| !group.is_removed)
            };
            items.extend((0..self.group_of.len()).filter(is_kept));
        }
        items
    }
}
