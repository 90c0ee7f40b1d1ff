//! The members of a mapping, with those that merge keys (`<<`) add. Of repeated keys, only the last counts.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::key::{identity, name};
use crate::error::Error;
use crate::tree::{Kind, NodeId, Tree};
use crate::warning::{Difference, Warning};

/// A member of a mapping.
#[derive(Debug)]
pub(crate) struct Member<'n> {
    pub(crate) name: Cow<'n, str>,
    pub(crate) key: NodeId,
    pub(crate) value: NodeId,
    /// Whether the member comes from a merge key.
    pub(crate) merged: bool,
}

/// The members of a mapping that count, and the members that a later one of the same name
/// replaces.
#[derive(Debug)]
pub(crate) struct Members<'n> {
    pub(crate) kept: Vec<Member<'n>>,
    pub(super) replaced: Vec<NodeId>,
}

/// The members of a mapping: its own in their order, then those that are merged. Of own
/// members with one name, the last counts. Own members win over merged ones.
///
/// `O(n)` in its members and in those of the mappings that are merged.
pub(crate) fn members<'n>(
    tree: &'n Tree<'_>,
    own: &[(NodeId, NodeId)],
    warnings: &mut Vec<Warning>,
) -> Result<Members<'n>, Error> {
    if tree.has_merge(own) {
        let mut members = Vec::with_capacity(own.len());
        for (key, value, merged) in with_merged(tree, own, warnings)? {
            members.push(Member { name: name(tree, key)?, key, value, merged });
        }
        return Ok(without_duplicates(tree, members, warnings));
    }
    let mut members = Vec::with_capacity(own.len());
    for &(key, value) in own {
        members.push(Member { name: name(tree, key)?, key, value, merged: false });
    }
    Ok(without_duplicates(tree, members, warnings))
}

/// Keeps the last member with each name.
fn without_duplicates<'n>(
    tree: &'n Tree<'_>,
    members: Vec<Member<'n>>,
    warnings: &mut Vec<Warning>,
) -> Members<'n> {
    const LINEAR_SEARCH_MAX: usize = 16;
    let distinct = if members.len() <= LINEAR_SEARCH_MAX {
        let mut rest = members.as_slice();
        let mut distinct = true;
        while let Some((first, others)) = rest.split_first() {
            distinct &= others.iter().all(|other| other.name != first.name);
            rest = others;
        }
        distinct
    } else {
        let mut seen = HashSet::with_capacity(members.len());
        members.iter().all(|member| seen.insert(member.name.as_ref()))
    };
    if distinct {
        return Members { kept: members, replaced: Vec::new() };
    }
    // The last one of each name, with its place.
    let last = members.iter().enumerate().map(|(number, member)| {
        let key = tree.node(member.key);
        (member.name.clone(), (number, key.start..key.end))
    });
    let last: HashMap<_, _> = last.collect();
    let (mut kept, mut replaced) = (Vec::with_capacity(members.len()), Vec::new());
    for (number, member) in members.into_iter().enumerate() {
        match last.get(&member.name) {
            Some((counts, place)) if *counts != number => {
                replaced.push(member.value);
                let key = tree.node(member.key);
                let difference = Difference::DuplicateKey(place.clone());
                warnings.push(Warning { difference, span: key.start..key.end });
            }
            _ => kept.push(member),
        }
    }
    Members { kept, replaced }
}

/// A key and its value, and whether they are merged.
type Entry = (NodeId, NodeId, bool);

fn with_merged(
    tree: &Tree<'_>,
    own: &[(NodeId, NodeId)],
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Entry>, Error> {
    let mut entries: Vec<Entry> = Vec::with_capacity(own.len());
    let mut seen = HashSet::new();
    let mut merges = Vec::new();
    for &(key, value) in own {
        if tree.is_merge_key(key) {
            let mut found = Vec::new();
            merge(tree, value, &mut found)?;
            if tree.raw(key) == "<<" {
                warn_if_late(tree, key, value, &entries, warnings);
            }
            merges.extend(found);
        } else {
            seen.insert(identity(tree, key));
            entries.push((key, value, false));
        }
    }
    for (key, value) in merges {
        if seen.insert(identity(tree, key)) {
            entries.push((key, value, true));
        }
    }
    Ok(entries)
}

/// Appends the members that a merge key adds. Its value is a mapping or a list of mappings.
fn merge(tree: &Tree<'_>, value: NodeId, entries: &mut Vec<(NodeId, NodeId)>) -> Result<(), Error> {
    match &tree.node(tree.target(value)).kind {
        Kind::List { items, .. } => items.iter().try_for_each(|item| merge(tree, *item, entries)),
        Kind::Mapping { members, .. } => {
            let mut seen = HashSet::new();
            let is_own = |(key, _): &&(NodeId, NodeId)| !tree.is_merge_key(*key);
            let own = members.iter().filter(is_own).rev();
            let mut kept: Vec<_> =
                own.filter(|(key, _)| seen.insert(identity(tree, *key))).copied().collect();
            kept.reverse();
            entries.extend(kept);
            let merges = members.iter().filter(|member| !is_own(member));
            merges.into_iter().try_for_each(|(_, value)| merge(tree, *value, entries))
        }
        _ if tree.is_null(tree.target(value)) => Ok(()),
        _ => {
            let node = tree.node(value);
            let message = "YAML merge value must be mapping or sequence of mappings";
            Err(Error::at(message, node.start..node.end))
        }
    }
}

/// Warns of a merge key after a key that it adds, too: kubectl takes the merged value.
fn warn_if_late(
    tree: &Tree<'_>,
    merge_key: NodeId,
    value: NodeId,
    before: &[Entry],
    warnings: &mut Vec<Warning>,
) {
    let value = tree.target(value);
    let mappings = match &tree.node(value).kind {
        Kind::List { items, .. } => items.as_slice(),
        _ => core::slice::from_ref(&value),
    };
    let before: HashSet<_> = before.iter().filter_map(|(key, ..)| name(tree, *key).ok()).collect();
    for mapping in mappings {
        let Kind::Mapping { members, .. } = &tree.node(tree.target(*mapping)).kind else {
            continue;
        };
        let names = members.iter().filter_map(|(key, _)| name(tree, *key).ok());
        if let Some(found) = names.into_iter().find(|name| before.contains(name)) {
            let key = tree.node(merge_key);
            let difference = Difference::MergeAfterKey(found.into_owned());
            warnings.push(Warning { difference, span: key.start..key.end });
            return;
        }
    }
}

/// The names of all members that the merge keys of a mapping add. `O(n)` in those.
pub(crate) fn merged_names<'n>(
    tree: &'n Tree<'_>,
    own: &[(NodeId, NodeId)],
) -> Result<HashSet<Cow<'n, str>>, Error> {
    let mut merged = Vec::new();
    for (_, value) in own.iter().filter(|(key, _)| tree.is_merge_key(*key)) {
        merge(tree, *value, &mut merged)?;
    }
    merged.into_iter().map(|(key, _)| name(tree, key)).collect()
}
