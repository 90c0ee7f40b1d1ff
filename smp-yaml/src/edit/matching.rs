//! The matching of the items of a new list to those of the old one, so that an item keeps its text
//! and its comments.

use std::collections::{HashMap, HashSet};

use smp_core::{Document, View, stay_in_order};

use crate::read::Json;
use crate::tree::NodeId;

/// The origin of an item of the new list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Match {
    /// An item of the old list, which stays in order.
    Stays(usize),
    /// An item of the old list, which moves to a different place.
    Moves(usize),
    New,
}

/// The members that tell items apart, in the order in which they are tried: the merge keys
/// of Kubernetes, then other names.
const KEYS: &[&str] = &[
    "name",
    "key",
    "mountPath",
    "devicePath",
    "containerPort",
    "port",
    "topologyKey",
    "type",
    "ip",
    "uid",
    "id",
    "path",
    "host",
    "hosts",
];

/// The match of each new item: an equal old item, or one with the same value of an identifying member such
/// as `name`, which differs between all items. The remaining items are in gaps between matched ones. Gaps
/// of equal length are paired in order, except for items with an identifying member that have no other
/// equal member. `O(n log n)`.
pub(super) fn matches(json: &Json, items: &[NodeId], new: &[Document<'_>]) -> Vec<Match> {
    let old: Vec<&str> = items.iter().map(|item| json.of(*item)).collect();
    let new_json: Vec<_> = new.iter().map(Document::json).collect();
    let prefix = old.iter().zip(&new_json).take_while(|(old, new)| **old == **new).count();
    let rest = old.len().min(new.len()) - prefix;
    let pairs = old.iter().rev().zip(new_json.iter().rev()).take(rest);
    let suffix = pairs.take_while(|(old, new)| **old == **new).count();
    let (old_end, new_end) = (old.len() - suffix, new.len() - suffix);
    let mut from = vec![None; new.len()];
    for (at, slot) in from.iter_mut().enumerate() {
        if at < prefix {
            *slot = Some(at);
        } else if at >= new_end {
            *slot = Some(at - new_end + old_end);
        }
    }
    let old_middle = old.get(prefix..old_end).unwrap_or_default();
    let new_middle = new.get(prefix..new_end).unwrap_or_default();
    let json_middle = new_json.get(prefix..new_end).unwrap_or_default();
    let identities = identities(old_middle, new_middle);
    let found = match &identities {
        Some((old, new)) => by_identity(old, new),
        None => by_identity(old_middle, json_middle),
    };
    for (slot, found) in from.iter_mut().skip(prefix).zip(&found) {
        *slot = found.map(|at| prefix + at);
    }
    fill_gaps(&mut from, old.len());
    if identities.is_some() {
        // An item with a different name and no equal member is a different item.
        for ((slot, found), new) in from.iter_mut().skip(prefix).zip(found).zip(new_middle) {
            let old = slot.and_then(|at| old.get(at)).filter(|_| found.is_none());
            if old.is_some_and(|old| !is_renamed(old, new)) {
                *slot = None;
            }
        }
    }
    in_order(&from)
}

/// The values that identify the items of both lists: those of the first member, such as `name`, that
/// differs between all items.
fn identities(
    old_middle: &[&str],
    new_middle: &[Document<'_>],
) -> Option<(Vec<String>, Vec<String>)> {
    if old_middle.is_empty() || new_middle.is_empty() {
        return None;
    }
    let old_documents: Vec<Document<'_>> =
        old_middle.iter().map(|json| Document::from_json(json)).collect::<Result<_, _>>().ok()?;
    KEYS.iter().find_map(|key| {
        let old = values(&old_documents, key)?;
        let new = values(new_middle, key)?;
        Some((old, new))
    })
}

/// Whether objects with different names may be the same item: the new one has only the name, or they have
/// an equal member.
fn is_renamed(old: &str, new: &Document<'_>) -> bool {
    let (Ok(old), Ok(View::Object(members))) = (Document::from_json(old), new.view()) else {
        return false;
    };
    members.len() == 1
        || members.iter().any(|(name, value)| old.get(name).is_some_and(|old| old == *value))
}

/// The values of a member in each item, if all have it and no two are equal.
fn values(items: &[Document<'_>], key: &str) -> Option<Vec<String>> {
    let mut seen = HashSet::with_capacity(items.len());
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        let value = item.get(key)?;
        if matches!(value.view().ok()?, View::List(_) | View::Object(_)) {
            return None;
        }
        let value = value.to_json();
        if !seen.insert(value.clone()) {
            return None;
        }
        values.push(value);
    }
    Some(values)
}

/// For each new item, the first equal old item that is not yet taken.
fn by_identity<O: AsRef<str>, N: AsRef<str>>(old: &[O], new: &[N]) -> Vec<Option<usize>> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::with_capacity(old.len());
    for (at, value) in old.iter().enumerate().rev() {
        places.entry(value.as_ref()).or_default().push(at);
    }
    new.iter().map(|value| places.get_mut(value.as_ref()).and_then(Vec::pop)).collect()
}

/// Pairs the unmatched items between two matched ones in order, if there are as many old as new
/// items.
fn fill_gaps(from: &mut [Option<usize>], old_count: usize) {
    let mut taken = vec![false; old_count];
    for at in from.iter().flatten() {
        if let Some(taken) = taken.get_mut(*at) {
            *taken = true;
        }
    }
    let mut at = 0;
    let mut next_old = 0;
    while at < from.len() {
        if let Some(old) = from.get(at).copied().flatten() {
            next_old = old + 1;
            at += 1;
            continue;
        }
        let rest = from.get(at..).unwrap_or_default();
        let gap = rest.iter().take_while(|slot| slot.is_none()).count();
        let free = taken.iter().skip(next_old).take_while(|taken| !**taken).count();
        if gap == free {
            for (more, slot) in from.iter_mut().skip(at).take(gap).enumerate() {
                *slot = Some(next_old + more);
            }
            for taken in taken.iter_mut().skip(next_old).take(gap) {
                *taken = true;
            }
        }
        at += gap;
    }
}

/// Tells items that stay in order from those that move: as few as possible move.
fn in_order(from: &[Option<usize>]) -> Vec<Match> {
    let stays = stay_in_order(from);
    from.iter()
        .zip(stays)
        .map(|(slot, stays)| match slot {
            None => Match::New,
            Some(old) if stays => Match::Stays(*old),
            Some(old) => Match::Moves(*old),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_items_move() {
        let from =
            |places: &[i32]| places.iter().map(|at| usize::try_from(*at).ok()).collect::<Vec<_>>();
        assert_eq!(
            in_order(&from(&[2, 0, 1, -1])),
            [Match::Moves(2), Match::Stays(0), Match::Stays(1), Match::New]
        );
        let mut gaps = from(&[0, -1, 2]);
        fill_gaps(&mut gaps, 3);
        assert_eq!(gaps, from(&[0, 1, 2]));
        let mut gaps = from(&[0, -1, -1, 2]);
        fill_gaps(&mut gaps, 3);
        assert_eq!(gaps, from(&[0, -1, -1, 2]));
    }
}
