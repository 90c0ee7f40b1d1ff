//! Many patches of one object, applied in turn: a patch may name an element of a merge list any
//! number of times (semantics list-8).
//!
//! A merge that removes a member costs `O(n)` in the members of the object, so that n such
//! merges would cost `O(n²)`. Here the patches are applied field by field: all changes of the
//! first field in turn, then all changes of the second, and so on. Fields do not depend on each
//! other, so that the result is the same; members are removed and added once, at the end.

use core::mem;

use serde_json::Value;

use super::list_run::{merge_list_run, merge_scalar_run};
use super::object::{adopt_field, merge, merge_field};
use crate::depth::DepthBudget;
use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::{JsonKind, Members, Node};
use crate::error::{Error, Role};
use crate::hash::Set;
use crate::member::{ListMode, Member};
use crate::options::Options;
use crate::ordered::OrderedMap;
use smp_schema::{Base, TypeRef};

/// Up to this many patches are merged one by one.
const FEW: usize = 4;

/// The position of a change: the index of its patch, and its index among the fields of the
/// patch.
type ChangeIndex = (usize, usize);

/// The changes of one field, in the order of the patches.
type FieldChanges<'a> = Vec<(ChangeIndex, &'a FieldPatch)>;

/// Merges patches without `$patch` into an object, one after the other. An error comes with the
/// index of its patch; it is the error of the first patch that has one. `O(p + n)` in all patches
/// and the object, apart from lists, whose merges cost `O(n)` each, and `$retainKeys`.
pub(super) fn merge_in_turn<'a>(
    live: &mut Node<'a>,
    patches: &[&'a PatchObject],
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), (usize, Error)> {
    let mut rest = patches;
    while let Some((first, others)) = rest.split_first() {
        let before = patches.len().saturating_sub(rest.len());
        // `$retainKeys` concerns all fields, so that it is applied by itself.
        let run = rest.iter().take_while(|patch| patch.retain_keys.is_none()).count();
        let Some((run, after)) = rest.split_at_checked(run).filter(|(run, _)| run.len() > FEW)
        else {
            merge(live, first, ty, options, limit).map_err(|error| (before, error))?;
            rest = others;
            continue;
        };
        merge_run(live, run, ty, options, limit)
            .map_err(|(at, error)| (before.saturating_add(at), error))?;
        rest = after;
    }
    Ok(())
}

/// As [`merge_in_turn`], for patches without `$retainKeys`.
fn merge_run<'a>(
    live: &mut Node<'a>,
    patches: &[&'a PatchObject],
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), (usize, Error)> {
    let limit = limit.enter().map_err(|error| (0, error))?;
    if let Some(members) = live.partial_object_mut() {
        return merge_members(members, patches, ty, options, limit);
    }
    if let Some(members) = live.reached_object_mut() {
        return merge_members(members, patches, ty, options, limit);
    }
    if let Node::Value(Value::Object(members)) = live {
        return merge_members(members, patches, ty, options, limit);
    }
    match live.object_mut().map_err(|error| (0, error.about(Role::Live)))? {
        Some(members) => merge_members(members, patches, ty, options, limit),
        None => Ok(()),
    }
}

fn merge_members<'a>(
    live: &mut impl Members<'a>,
    patches: &[&'a PatchObject],
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), (usize, Error)> {
    let mut fields: OrderedMap<&'a str, FieldChanges<'a>> = OrderedMap::default();
    for (at, patch) in patches.iter().enumerate() {
        for (within, (name, field)) in patch.fields.iter().enumerate() {
            if let Some(changes) = fields.get_mut(name) {
                changes.push(((at, within), field));
            } else {
                fields.insert(name, vec![((at, within), field)]);
            }
        }
    }
    let mut failed: Option<(ChangeIndex, Error)> = None;
    let mut removed: Set<&str> = Set::default();
    let mut added: Vec<(ChangeIndex, &'a str, Node<'a>)> = Vec::new();
    for (name, mut changes) in fields {
        // Changes of later patches than the one with the error have no effect.
        if let Some((first_error, _)) = &failed {
            changes.retain(|(at, _)| at < first_error);
        }
        let member = Member::of(ty, name, options);
        let taken = live.change(name, limit, |value| Ok(mem::replace(value, Node::Null)));
        let outcome = taken.map_err(|error| ((0, 0), error)).and_then(|taken| {
            let existed = taken.is_some();
            let mut field = FieldState { value: taken, added: None };
            field.change_in_turn(&changes, &member, options, limit)?;
            match (field.value, field.added) {
                (Some(value), None) => {
                    let put_back = live.change(name, limit, |slot| {
                        *slot = value;
                        Ok(())
                    });
                    put_back.map_err(|error| ((0, 0), error))?;
                }
                (value, at) => {
                    if existed {
                        removed.insert(name);
                    }
                    added.extend(at.zip(value).map(|(at, value)| (at, name, value)));
                }
            }
            Ok(())
        });
        if let Err((at, error)) = outcome {
            failed = Some((at, error.within_field(name)));
        }
    }
    if let Some(((patch, _), error)) = failed {
        return Err((patch, error));
    }
    if !removed.is_empty() {
        live.remove_all(|name| removed.contains(name));
    }
    added.sort_by_key(|(at, ..)| *at);
    for ((patch, _), name, value) in added {
        live.set(name, value, limit).map_err(|error| (patch, error.within_field(name)))?;
    }
    Ok(())
}

/// A field while its changes are applied.
struct FieldState<'a> {
    /// `None` if the object has no such member.
    value: Option<Node<'a>>,
    /// The change that added the member, if the member comes at the end of the object: the
    /// object did not have it, or an earlier change had removed it.
    added: Option<ChangeIndex>,
}

impl<'a> FieldState<'a> {
    fn change_in_turn(
        &mut self,
        changes: &[(ChangeIndex, &'a FieldPatch)],
        member: &Member<'_>,
        options: &Options,
        limit: DepthBudget,
    ) -> Result<(), (ChangeIndex, Error)> {
        let mut rest = changes;
        while let Some(((at, change), others)) = rest.split_first() {
            let here = rest;
            rest = others;
            let Some(value) = self.value.as_mut().filter(|value| !value.is_null()) else {
                self.set_absent(*at, change, member, options).map_err(|error| (*at, error))?;
                continue;
            };
            if value.kind() == JsonKind::Object && merges_objects(member, options) {
                let objects: Vec<_> =
                    here.iter().map_while(|(at, it)| Some((*at, object_patch(it)?))).collect();
                if objects.len() > FEW {
                    rest = here.get(objects.len()..).unwrap_or_default();
                    merge_objects(value, &objects, member, options, limit)?;
                    continue;
                }
            }
            if value.kind() == JsonKind::List {
                let merged = merge_lists(value, here, member, options, limit)?;
                if merged > 0 {
                    rest = here.get(merged..).unwrap_or_default();
                    continue;
                }
            }
            let kept = merge_field(value, change, member, options, limit);
            if !kept.map_err(|error| (*at, error))? {
                *self = Self { value: None, added: None };
            }
        }
        Ok(())
    }

    /// Applies a change of a member that is absent or null.
    fn set_absent(
        &mut self,
        at: ChangeIndex,
        change: &'a FieldPatch,
        member: &Member<'_>,
        options: &Options,
    ) -> Result<(), Error> {
        match adopt_field(change, member, options)? {
            Some(value) => {
                // A value that replaces a null keeps the place of the null.
                if self.value.is_none() {
                    self.added = Some(at);
                }
                self.value = Some(value);
            }
            None if change.removes() => *self = Self { value: None, added: None },
            None => {}
        }
        Ok(())
    }
}

/// Whether an object under this member merges with an object of the patch.
fn merges_objects(member: &Member<'_>, options: &Options) -> bool {
    member.check_known(options).is_ok() && member.strategy.base() != Base::Replace
}

/// The patch of an object, if the change has nothing else and the patch has no `$patch`.
fn object_patch(change: &FieldPatch) -> Option<&PatchObject> {
    match &change.value {
        Some(Change::Object(patch))
            if patch.marker.is_none() && change.order.is_none() && !change.removes() =>
        {
            Some(patch)
        }
        _ => None,
    }
}

/// The patch list, if the change has nothing else.
fn list_patch(change: &FieldPatch) -> Option<&[Change]> {
    match (&change.value, &change.order, &change.delete) {
        (Some(Change::List(items)), None, None) => Some(items),
        _ => None,
    }
}

/// Merges patch lists into a merge list: those of the first changes, as far as they have
/// nothing else. Returns how many were merged.
fn merge_lists<'a>(
    value: &mut Node<'a>,
    changes: &[(ChangeIndex, &'a FieldPatch)],
    member: &Member<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<usize, (ChangeIndex, Error)> {
    let lists = changes.iter().map_while(|(_, change)| list_patch(change));
    if lists.clone().take(FEW).count() < FEW {
        return Ok(0);
    }
    let Ok(mode) = member.list_mode(options) else { return Ok(0) };
    // If live's list is invalid, merging the first patch list alone gives the error.
    let Ok(Some(live)) = value.list_mut() else { return Ok(0) };
    let element = match mode {
        ListMode::Objects(element) => element,
        ListMode::Scalars => return Ok(merge_scalar_run(live, lists, options)),
        ListMode::Atomic => return Ok(0),
    };
    merge_list_run(live, lists, member, element, options, limit).map_err(|(list, error)| {
        let at = changes.get(list).map(|(at, _)| *at);
        (at.unwrap_or_default(), error)
    })
}

fn merge_objects<'a>(
    value: &mut Node<'a>,
    objects: &[(ChangeIndex, &'a PatchObject)],
    member: &Member<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), (ChangeIndex, Error)> {
    // An empty patch changes nothing, and does not even open the object.
    let (at, patches): (Vec<_>, Vec<_>) =
        objects.iter().copied().filter(|(_, patch)| !patch.is_empty()).unzip();
    merge_in_turn(value, &patches, member.ty, options, limit)
        .map_err(|(patch, error)| (at.get(patch).copied().unwrap_or_default(), error))
}

#[cfg(test)]
mod tests;
