//! The merge of one object: first `$retainKeys`, then each field. Rules: semantics apply-2
//! and apply-4 to apply-18.

use std::collections::HashSet;

use super::adopt::{AdoptMode, adopt, atomic_elements, literal_members};
use super::{list, scalars};
use crate::depth::DepthBudget;
use crate::directive::errors::{deletion_list_of_objects, order_without_list};
use crate::directive::{Change, Deletion, FieldPatch, Marker, PatchObject};
use crate::document::{JsonKind, Members, Node, Object};
use crate::error::{Error, Role};
use crate::hash::Set;
use crate::options::{MapDirectives, Options};
use crate::site::{ListRule, Site};
use smp_schema::{Base, TypeRef};

/// Merges a patch without `$patch` into an object of type `ty`; `None` is the type of an
/// object that the schema does not have. `O(p)` in the patch, `O(p + n)` if a field is
/// removed, and the cost of opening the object if it is closed.
pub(super) fn merge<'a>(
    live: &mut Node<'a>,
    patch: &'a PatchObject,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), Error> {
    if let Some(members) = live.rust_object_mut() {
        return merge_members(members, patch, ty, options, limit);
    }
    if let Some(members) = live.value_object_mut() {
        return merge_members(members, patch, ty, options, limit);
    }
    match live.object_mut().map_err(|error| error.about(Role::Live))? {
        Some(members) => merge_members(members, patch, ty, options, limit),
        None => Ok(()),
    }
}

/// As [`merge`], for the members of an object in any representation.
pub(super) fn merge_members<'a>(
    live: &mut impl Members<'a>,
    patch: &'a PatchObject,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), Error> {
    let limit = limit.enter()?;
    if let Some(names) = &patch.retain_keys {
        let retained: HashSet<&str> = names.iter().map(String::as_str).collect();
        live.remove_all(|name| !retained.contains(name));
    }
    // Members are removed in one pass at the end: a removal moves all members after it.
    let mut removed: Vec<&str> = Vec::new();
    for (name, field) in patch.fields.iter() {
        let member = Site::member(ty, name, options);
        let within = |error: Error| error.within_field(name);
        // A member that is null counts as absent. A new value keeps the place of the null.
        let merged = live
            .change(name, member.position, limit, |value| match value.kind() {
                JsonKind::Null => Ok(None),
                kind => merge_field(value, kind, field, &member, options, limit).map(Some),
            })
            .map_err(within)?
            .flatten();
        let kept = match merged {
            Some(kept) => kept,
            None => match adopt_field(field, &member, options).map_err(within)? {
                Some(adopted) => {
                    live.set(name, adopted, limit).map_err(within)?;
                    true
                }
                None => !field.removes(),
            },
        };
        if !kept {
            removed.push(name);
        }
    }
    if !removed.is_empty() {
        let removed: Set<&str> = removed.into_iter().collect();
        live.remove_all(|name| removed.contains(name));
    }
    Ok(())
}

/// Merges one field for which live has a value of this kind. `false` if the field is to be removed.
pub(super) fn merge_field<'a>(
    live: &mut Node<'a>,
    kind: JsonKind,
    field: &'a FieldPatch,
    member: &Site<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    if field.removes() {
        return Ok(false);
    }
    match (&field.value, kind) {
        (Some(Change::Object(patch)), JsonKind::Object) => {
            if field.order.is_some() {
                return Err(order_without_list("found", JsonKind::Object));
            }
            merge_object(live, patch, member, options, limit)
        }
        (Some(Change::List(_)) | None, JsonKind::List) => {
            merge_list(live, field, member, options, limit)
        }
        // An order list without a list in live is an error, a deletion list has no effect:
        // semantics apply-17.
        (None, kind) if field.order.is_some() => {
            Err(order_without_list("live has", kind).about(Role::Live))
        }
        (None, _) => Ok(true),
        // Two scalars, or values of two types: the patch's value is taken (semantics apply-10).
        (Some(_), _) => {
            let adopted = adopt_field(field, member, options)?;
            let kept = adopted.is_some();
            if let Some(adopted) = adopted {
                *live = adopted;
            }
            Ok(kept)
        }
    }
}

/// Merges a field that is an object in live and in the patch. `false` if it is to be removed.
fn merge_object<'a>(
    live: &mut Node<'a>,
    patch: &'a PatchObject,
    member: &Site<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    member.check_known(options)?;
    if patch.is_empty() && member.strategy.base() != Base::Replace {
        return Ok(true);
    }
    match patch.marker {
        // The directive has no effect in a field with the strategy `replace`: semantics
        // apply-9.
        Some(_)
            if member.strategy.base() == Base::Replace
                && options.map_directives == MapDirectives::Kubernetes =>
        {
            *live = Node::Object(literal_members(patch, options));
        }
        Some(Marker::Delete) => {
            *live = Node::Object(Object::default());
            return Ok(options.map_directives == MapDirectives::Kubernetes);
        }
        Some(Marker::Replace) => *live = Node::Object(literal_members(patch, options)),
        None if member.strategy.base() == Base::Replace => {
            *live = Node::Object(literal_members(patch, options));
        }
        None => merge(live, patch, member.ty, options, limit)?,
    }
    Ok(true)
}

/// Merges a field that is a list in live. The patch has a list for it, or only directives.
fn merge_list<'a>(
    live: &mut Node<'a>,
    field: &'a FieldPatch,
    member: &Site<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    let mode = member.list_rule(options)?;
    let Some(items) = live.list_mut().map_err(|error| error.about(Role::Live))? else {
        return Ok(true);
    };
    let patch = super::list_of(field);
    let order = field.order.as_deref();
    let gone = match &field.delete {
        Some(Deletion::Items(gone)) => Some(gone.as_slice()),
        Some(Deletion::Field) | None => None,
    };
    match mode {
        ListRule::Keyed => {
            // An empty deletion list is like an empty patch list: semantics list-11.
            if patch.is_some() || order.is_some() || gone.is_some_and(<[_]>::is_empty) {
                let lists = list::PatchLists { patch: patch.unwrap_or_default(), order };
                list::merge(items, &lists, member, options, limit)?;
            }
            let names = gone.is_some_and(|gone| !gone.is_empty());
            return if names && !items.is_empty() {
                Err(deletion_list_of_objects())
            } else {
                Ok(true)
            };
        }
        ListRule::Set => scalars::merge(items, patch, order, options)?,
        ListRule::Atomic => {
            if let Some(patch) = patch {
                *items = atomic_elements(patch, options);
            }
            if let Some(order) = order {
                scalars::check_changes(patch.unwrap_or_default(), None)?;
                scalars::check_order(patch.unwrap_or_default(), order, options)?;
                scalars::reorder(items, order, options)?;
            }
        }
    }
    if let Some(gone) = gone {
        scalars::check_elements(items, Role::Live)?;
        scalars::remove(items, gone);
    }
    Ok(true)
}

/// Checks a patch list against its order list, without live's list: semantics order-6.
pub(super) fn check_order(
    patch: &[Change],
    order: &[Node<'static>],
    mode: ListRule,
    member: &Site<'_>,
    options: &Options,
) -> Result<(), Error> {
    match mode {
        ListRule::Keyed => list::check_order(patch, order, member, options),
        ListRule::Set | ListRule::Atomic => {
            scalars::check_changes(patch, None)?;
            scalars::check_order(patch, order, options)
        }
    }
}

/// The value that a patch gives to a field that live lacks; `None` if the patch sets none.
/// Rules: semantics adopt-1 to adopt-6.
pub(crate) fn adopt_field<'p>(
    field: &'p FieldPatch,
    member: &Site<'_>,
    options: &Options,
) -> Result<Option<Node<'p>>, Error> {
    if field.removes() {
        return Ok(None);
    }
    let mode = field.order.as_ref().map(|_| member.list_rule(options)).transpose()?;
    if let (Some(order), Some(mode)) = (&field.order, mode) {
        match &field.value {
            None => {}
            Some(Change::List(patch)) => check_order(patch, order, mode, member, options)?,
            Some(other) => return Err(order_without_list("found", other.kind())),
        }
    }
    if let (Some(Deletion::Items(gone)), Some(Change::List(patch))) = (&field.delete, &field.value)
    {
        match member.list_rule(options) {
            Ok(ListRule::Keyed) if gone.is_empty() || patch.is_empty() => {}
            Ok(ListRule::Keyed) => return Err(deletion_list_of_objects()),
            _ => scalars::check_changes(patch, None)?,
        }
    }
    let mut adopted =
        field.value.as_ref().and_then(|value| adopt(value, AdoptMode::Absent, member, options));
    if let Some(Node::List(items)) = &mut adopted {
        // A list that passes the check above is in order, apart from items that the order list
        // names twice (semantics adopt-5).
        match (&field.order, mode) {
            (Some(order), Some(ListRule::Keyed)) => list::sort(items, order, member)?,
            (Some(order), Some(_)) => scalars::sort(items, order),
            _ => {}
        }
        if let Some(Deletion::Items(gone)) = &field.delete {
            scalars::remove(items, gone);
        }
    }
    Ok(adopted)
}
