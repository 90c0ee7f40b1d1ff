//! Many patches of one object, applied in turn: a patch may name an element of a merge list any
//! number of times (semantics list-8).
//!
//! One merge costs `O(n)` in the members of the object if it removes one, or in the elements of a
//! list, so that n merges would cost `O(n²)`. Here the patches are applied field by field: all
//! changes of the first field in turn, then all changes of the second, and so on. Fields do not
//! depend on each other, so that the result is the same; members are removed and added once, at
//! the end. `$retainKeys` is a removal of each field that it does not name. Changes of one list
//! are applied by keys first: [`list_run`](super::list_run), [`set_run`](super::set_run).

use core::mem;

use serde_json::Value;

use super::list_run::merge_list_run;
use super::object::{adopt_field, merge, merge_field};
use super::set_run::merge_set_run;
use crate::depth::DepthBudget;
use crate::directive::{Change, Deletion, FieldPatch, PatchObject};
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

/// The changes of one field, in the order of the patches. Without a patch of the field, it is
/// removed by `$retainKeys`.
type Changes<'a> = [(ChangeIndex, Option<&'a FieldPatch>)];

/// Merges patches without `$patch` into an object, one after the other. An error comes with the
/// index of its patch; it is the error of the first patch that has one. `O((p + n) log n)` in all
/// patches and the object.
pub(super) fn merge_in_turn<'a>(
    live: &mut Node<'a>,
    patches: &[&'a PatchObject],
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), (usize, Error)> {
    if patches.len() > FEW {
        return merge_run(live, patches, ty, options, limit);
    }
    for (at, patch) in patches.iter().enumerate() {
        merge(live, patch, ty, options, limit).map_err(|error| (at, error))?;
    }
    Ok(())
}

fn merge_run<'a>(
    live: &mut Node<'a>,
    patches: &[&'a PatchObject],
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), (usize, Error)> {
    let limit = limit.enter().map_err(|error| (0, error))?;
    // `$retainKeys` may remove members that are still text.
    if patches.iter().all(|patch| patch.retain_keys.is_none())
        && let Some(members) = live.partial_object_mut()
    {
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

/// The fields that patches name.
#[derive(Default)]
struct Fields<'a> {
    by_name: OrderedMap<&'a str, Field<'a>>,
    /// The number of patches with `$retainKeys`.
    retains: usize,
}

#[derive(Default)]
struct Field<'a> {
    /// As in [`Changes`].
    changes: Vec<(ChangeIndex, Option<&'a FieldPatch>)>,
    /// The number of `$retainKeys` that name the field, and of those that do not, as far as the
    /// latter are among the changes.
    retained: usize,
    removed: usize,
    /// The last `$retainKeys` that names it: its number among all of them.
    last: usize,
}

impl<'a> Fields<'a> {
    /// `O(p)` in all patches.
    fn of(patches: &[&'a PatchObject]) -> Self {
        let mut fields = Self::default();
        for (at, patch) in patches.iter().enumerate() {
            if let Some(names) = &patch.retain_keys {
                fields.retains = fields.retains.saturating_add(1);
                let retains = fields.retains;
                for name in names {
                    fields.by_name.update(name, |field| field.retain(retains));
                }
            }
            let retains = fields.retains;
            for (within, (name, change)) in patch.fields.iter().enumerate() {
                fields.by_name.update(name, |field| {
                    field.remove_unless_retained((at, within), retains);
                    field.changes.push(((at, within), Some(change)));
                });
            }
        }
        for (_, field) in fields.by_name.iter_mut() {
            if let Some(&(at, _)) = field.changes.last() {
                field.remove_unless_retained(at, fields.retains);
            }
        }
        fields
    }

    /// Whether every `$retainKeys` names it.
    fn is_retained(&self, name: &str) -> bool {
        self.retains == 0
            || self.by_name.get(name).is_some_and(|field| field.retained == self.retains)
    }
}

impl Field<'_> {
    /// The `$retainKeys` with this number, from 1 on, names the field.
    fn retain(&mut self, number: usize) {
        if self.last < number {
            self.last = number;
            self.retained = self.retained.saturating_add(1);
        }
    }

    /// Adds a removal, if one of the `$retainKeys` since the last change does not name the field.
    fn remove_unless_retained(&mut self, at: ChangeIndex, retains: usize) {
        let removed = retains.saturating_sub(self.retained);
        if removed > self.removed {
            self.removed = removed;
            self.changes.push((at, None));
        }
    }
}

fn merge_members<'a>(
    live: &mut impl Members<'a>,
    patches: &[&'a PatchObject],
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), (usize, Error)> {
    let fields = Fields::of(patches);
    let mut failed: Option<(ChangeIndex, Error)> = None;
    let mut removed: Set<&str> = Set::default();
    let mut added: Vec<(ChangeIndex, &'a str, Node<'a>)> = Vec::new();
    for (&name, Field { changes, .. }) in fields.by_name.iter() {
        // Changes that come after an error have no effect.
        let has_effect =
            |(at, _): &(ChangeIndex, _)| failed.as_ref().is_none_or(|(error, _)| at < error);
        let changes = changes.get(..changes.partition_point(has_effect)).unwrap_or_default();
        if changes.is_empty() {
            continue;
        }
        let member = Member::of(ty, name, options);
        let taken =
            live.change(name, member.position, limit, |value| Ok(mem::replace(value, Node::Null)));
        let outcome = taken.map_err(|error| ((0, 0), error)).and_then(|taken| {
            let existed = taken.is_some();
            let mut field = FieldState { value: taken, added: None };
            field.change_in_turn(changes, &member, options, limit)?;
            match (field.value, field.added) {
                (Some(value), None) => {
                    let put_back = live.change(name, member.position, limit, |slot| {
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
    if !removed.is_empty() || fields.retains > 0 {
        live.remove_all(|name| removed.contains(name) || !fields.is_retained(name));
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
        changes: &Changes<'a>,
        member: &Member<'_>,
        options: &Options,
        limit: DepthBudget,
    ) -> Result<(), (ChangeIndex, Error)> {
        let mut rest = changes;
        while let Some(((at, change), others)) = rest.split_first() {
            let here = rest;
            rest = others;
            let Some(change) = change else {
                *self = Self { value: None, added: None };
                continue;
            };
            let Some(value) = self.value.as_mut().filter(|value| !value.is_null()) else {
                self.set_absent(*at, change, member, options).map_err(|error| (*at, error))?;
                continue;
            };
            let merged = match value.kind() {
                JsonKind::Object => merge_objects(value, here, member, options, limit)?,
                JsonKind::List => merge_lists(value, here, member, options, limit)?,
                _ => 0,
            };
            if merged > 0 {
                rest = here.get(merged..).unwrap_or_default();
                continue;
            }
            let kept = merge_field(value, value.kind(), change, member, options, limit);
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

/// How a change merges into an object.
enum ObjectChange<'a> {
    Merge(&'a PatchObject),
    /// It has no effect: nothing but a deletion list (semantics apply-17).
    Nothing,
}

impl<'a> ObjectChange<'a> {
    /// `None` if the change does something else: it removes or replaces the object, or is an error.
    fn of(change: &'a FieldPatch) -> Option<Self> {
        match &change.value {
            _ if change.order.is_some() || change.removes() => None,
            None => Some(Self::Nothing),
            Some(Change::Object(patch)) if patch.marker.is_none() => Some(Self::Merge(patch)),
            Some(_) => None,
        }
    }
}

/// Merges the patches of an object with which the changes begin into it; returns how many changes
/// these are, or 0 if they are few.
fn merge_objects<'a>(
    value: &mut Node<'a>,
    changes: &Changes<'a>,
    member: &Member<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<usize, (ChangeIndex, Error)> {
    if member.check_known(options).is_err() || member.strategy.base() == Base::Replace {
        return Ok(0);
    }
    let objects = || changes.iter().map_while(|(at, it)| Some((*at, ObjectChange::of((*it)?)?)));
    let count = objects().count();
    if count <= FEW {
        return Ok(0);
    }
    // An empty patch changes nothing, and does not even open the object.
    let patches = objects().filter_map(|(at, change)| match change {
        ObjectChange::Merge(patch) if !patch.is_empty() => Some((at, patch)),
        _ => None,
    });
    let (at, patches): (Vec<_>, Vec<_>) = patches.unzip();
    merge_in_turn(value, &patches, member.ty, options, limit)
        .map_err(|(patch, error)| (at.get(patch).copied().unwrap_or_default(), error))?;
    Ok(count)
}

/// A change of a list that is there.
#[derive(Clone, Copy)]
pub(super) struct ListChange<'a> {
    pub(super) patch: Option<&'a [Change]>,
    pub(super) order: Option<&'a [Node<'static>]>,
    pub(super) delete: Option<&'a [Node<'static>]>,
}

impl<'a> ListChange<'a> {
    /// `None` if the change removes the list, or has a value that is none.
    fn of(change: &'a FieldPatch) -> Option<Self> {
        let patch = match &change.value {
            Some(Change::List(items)) => Some(items.as_slice()),
            None => None,
            Some(Change::Scalar(_) | Change::Object(_)) => return None,
        };
        let delete = match &change.delete {
            Some(Deletion::Items(items)) => Some(items.as_slice()),
            None => None,
            Some(Deletion::Field) => return None,
        };
        Some(Self { patch, order: change.order.as_deref(), delete })
    }
}

/// Merges the changes of a list with which the changes begin into it; returns how many it has
/// merged, or 0 if they are few.
fn merge_lists<'a>(
    value: &mut Node<'a>,
    changes: &Changes<'a>,
    member: &Member<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<usize, (ChangeIndex, Error)> {
    let lists = || changes.iter().map_while(|(_, change)| ListChange::of((*change)?));
    if lists().take(FEW).count() < FEW {
        return Ok(0);
    }
    let Ok(mode) = member.list_mode(options) else { return Ok(0) };
    // Merging the first change alone reports what is wrong with live's list.
    let Ok(Some(live)) = value.list_mut() else { return Ok(0) };
    let element = match mode {
        ListMode::Objects(element) => element,
        ListMode::Scalars => return Ok(merge_set_run(live, lists(), true, options)),
        // A list of the patch replaces live's.
        ListMode::Atomic if lists().next().is_some_and(|first| first.patch.is_some()) => {
            return Ok(0);
        }
        ListMode::Atomic => return Ok(merge_set_run(live, lists(), false, options)),
    };
    merge_list_run(live, lists(), member, element, options, limit).map_err(|(list, error)| {
        let at = changes.get(list).map(|(at, _)| *at);
        (at.unwrap_or_default(), error)
    })
}

#[cfg(test)]
mod tests;
