//! Plans the changes of a mapping, member by member.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use smp_core::Document;

use super::EditError;
use super::editor::Editor;
use crate::read::{members, merged_names, name, value_of};
use crate::tree::NodeId;

/// Members of a new value.
pub(super) type NewMembers<'d> = [(Cow<'d, str>, Document<'d>)];

#[derive(Debug, Clone, Copy)]
pub(super) enum Fate<'d> {
    /// The member stays as it is: it is a merge key, or a later member replaces it.
    Stays,
    /// The member gets this value.
    Has(&'d Document<'d>),
    Goes,
}

pub(super) struct Plan<'d> {
    /// The fate of each member that is written in the mapping.
    pub(super) own: Vec<Fate<'d>>,
    /// New members, each with the index of the member before it, which is one that stays. `None` if no
    /// member stays.
    pub(super) added: Vec<(Option<usize>, &'d str, &'d Document<'d>)>,
}

impl Editor<'_, '_> {
    /// Compares the members of a mapping with its new ones. `O(n)`.
    pub(super) fn plan<'d>(
        &mut self,
        own: &[(NodeId, NodeId)],
        new: &'d NewMembers<'d>,
    ) -> Result<Plan<'d>, EditError> {
        let tree = self.tree;
        let is_new = |(key, new): (NodeId, &str)| name(tree, key).is_ok_and(|name| name == new);
        let new_names = new.iter().map(|(name, _)| name.as_ref());
        let names = own.iter().map(|(key, _)| *key).zip(new_names);
        if own.len() == new.len() && !tree.has_merge(own) && names.into_iter().all(is_new) {
            // Most mappings keep their names and their order, and need no index of names.
            let own = new.iter().map(|(_, value)| Fate::Has(value)).collect();
            return Ok(Plan { own, added: Vec::new() });
        }
        let new_by_name: HashMap<&str, &'d Document<'d>> =
            new.iter().map(|(name, value)| (name.as_ref(), value)).collect();
        let effective = members(tree, own, &mut Vec::new()).map_err(EditError::Read)?.kept;
        let merged_names = merged_names(tree, own).map_err(EditError::Read)?;
        // Members that a merge key adds can't be removed while the merge key stays.
        let expands = merged_names.iter().any(|name| !new_by_name.contains_key(name.as_ref()));
        let counts: HashSet<NodeId> =
            effective.iter().filter(|member| !member.merged).map(|member| member.key).collect();
        let mut at_own: HashMap<Cow<'_, str>, usize> = HashMap::new();
        let mut fates = Vec::with_capacity(own.len());
        for (at, (key, value)) in own.iter().enumerate() {
            if tree.is_merge_key(*key) {
                fates.push(if expands { Fate::Goes } else { Fate::Stays });
                if expands {
                    let span = tree.node(*key).start..tree.node(*value).end;
                    self.note(span, "the members are written in place of a merge key");
                }
                continue;
            }
            let name = name(tree, *key).map_err(EditError::Read)?;
            fates.push(match new_by_name.get(name.as_ref()) {
                None => Fate::Goes,
                Some(_) if !counts.contains(key) => Fate::Stays,
                Some(value) => {
                    at_own.insert(name, at);
                    Fate::Has(value)
                }
            });
        }
        let mut merged = HashSet::new();
        for member in effective.iter().filter(|member| member.merged && !expands) {
            let value = value_of(tree, member.value).map_err(EditError::Read)?;
            if new_by_name.get(member.name.as_ref()).is_some_and(|new| new.json() == value) {
                merged.insert(member.name.as_ref());
            }
        }
        let last = fates.iter().rposition(|fate| !matches!(fate, Fate::Goes));
        let mut after = None;
        let mut added = Vec::new();
        for (name, value) in new {
            if let Some(at) = at_own.get(name) {
                after = Some(*at);
            } else if !merged.contains(name.as_ref()) {
                // After the merge key, so that it wins for every reader.
                let after = after.filter(|_| !merged_names.contains(name)).or(last);
                added.push((after, name.as_ref(), value));
            }
        }
        Ok(Plan { own: fates, added })
    }
}
