//! The items that two lists share, and which of them move.

use core::hash::Hash;

use crate::hash::Map;

/// For each item of `after`, its position in `before`. Items are the same if their identities are equal.
/// If several have the same identity, the first is paired with the first, and so on. `O(n)`.
#[must_use]
pub fn same_items<K: Hash + Eq>(before: &[K], after: &[K]) -> Vec<Option<usize>> {
    let mut places: Map<&K, Vec<usize>> = Map::default();
    for (at, id) in before.iter().enumerate().rev() {
        places.entry(id).or_default().push(at);
    }
    after.iter().map(|id| places.get_mut(id).and_then(Vec::pop)).collect()
}

/// Pairs the unmatched items between two matched ones in order: the first with the first, and so
/// on. `O(n)`.
pub(super) fn fill_gaps(from: &mut [Option<usize>], before: usize) {
    let mut taken = vec![false; before];
    for at in from.iter().flatten() {
        if let Some(taken) = taken.get_mut(*at) {
            *taken = true;
        }
    }
    let mut next = 0_usize;
    for slot in from.iter_mut() {
        match slot {
            Some(at) => next = at.saturating_add(1),
            None if taken.get(next) == Some(&false) => {
                *slot = Some(next);
                next = next.saturating_add(1);
            }
            None => {}
        }
    }
}

/// Pairs an unmatched item with the unmatched item of the other list, if each is the only one between the
/// same matched items. `O(n)`.
pub(super) fn fill_single_gaps(from: &mut [Option<usize>], before: usize) {
    let single: Vec<_> = (0..from.len())
        .filter(|&at| {
            let neighbour = |at: Option<usize>| at.and_then(|at| from.get(at)).copied();
            let (left, right) = (neighbour(at.checked_sub(1)), neighbour(at.checked_add(1)));
            let starts = match left {
                None => Some(0),
                Some(old) => old.and_then(|old| old.checked_add(1)),
            };
            let ends = right.unwrap_or(Some(before));
            from.get(at) == Some(&None)
                && starts.is_some()
                && starts.and_then(|it| it.checked_add(1)) == ends
        })
        .collect();
    for at in single {
        let old = at.checked_sub(1).and_then(|left| from.get(left).copied().flatten());
        let old = old.map_or(Some(0), |old| old.checked_add(1));
        if let Some(slot) = from.get_mut(at) {
            *slot = old;
        }
    }
}

/// The items that keep their order, given the position of each item before a change, in the order after
/// it. The others move, as few as possible. `None` is a new item, which does not count as moved. `O(n log
/// n)`.
///
/// ```
/// # use smp_core::stay_in_order;
/// // The third item came to the front.
/// assert_eq!(stay_in_order(&[Some(2), Some(0), None, Some(1)]), [false, true, false, true]);
/// ```
#[must_use]
pub fn stay_in_order(from: &[Option<usize>]) -> Vec<bool> {
    // The longest increasing subsequence: for each length, the place of its smallest end.
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; from.len()];
    for (at, slot) in from.iter().enumerate() {
        let Some(old) = slot else { continue };
        let length = ends.partition_point(|(end, _)| end < old);
        if let Some(before) = before.get_mut(at) {
            *before = length.checked_sub(1).and_then(|last| ends.get(last)).map(|(_, at)| *at);
        }
        match ends.get_mut(length) {
            Some(end) => *end = (*old, at),
            None => ends.push((*old, at)),
        }
    }
    let mut stays = vec![false; from.len()];
    let mut next = ends.last().map(|(_, at)| *at);
    while let Some(at) = next {
        if let Some(stays) = stays.get_mut(at) {
            *stays = true;
        }
        next = before.get(at).copied().flatten();
    }
    stays
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(places: &[i32]) -> Vec<Option<usize>> {
        places.iter().map(|at| usize::try_from(*at).ok()).collect()
    }

    #[test]
    fn equal_items_are_the_same_in_order() {
        assert_eq!(same_items(&["a", "b", "a"], &["a", "c", "a", "a"]), from(&[0, -1, 2, -1]));
    }

    #[test]
    fn what_is_between_two_items_is_paired() {
        let mut gaps = from(&[0, -1, 2]);
        fill_gaps(&mut gaps, 3);
        assert_eq!(gaps, from(&[0, 1, 2]));
        let mut gaps = from(&[0, -1, -1, 2, -1]);
        fill_gaps(&mut gaps, 5);
        assert_eq!(gaps, from(&[0, 1, -1, 2, 3]));
        let mut gaps = from(&[2, -1]);
        fill_gaps(&mut gaps, 3);
        assert_eq!(gaps, from(&[2, -1]));
    }
}
