//! One object: retain keys, then field by field. Rules: semantics apply-2 and
//! apply-4 to apply-18.

use std::collections::HashSet;

use serde_json::Value;

use super::adopt::{Nulls, adopt, elements, literal_members};
use super::{list, scalars};
use crate::depth::DepthBudget;
use crate::directive::{Change, Deletion, FieldPatch, Marker, PatchObject};
use crate::document::{JsonKind, Members, Node, Object};
use crate::error::{Error, ErrorKind, Role};
use crate::hash::Set;
use crate::member::{ListMode, Member};
use crate::options::{MapDirectives, Options};
use smp_schema::{Base, TypeRef};

/// Merges a patch without `$patch` into an object of type `ty` (`None`: of a
/// type that nobody knows). `O(p + n)` where a field is removed, else `O(p)`,
/// and what opening it costs if it is closed text.
pub(super) fn merge<'a>(
    live: &mut Node<'a>,
    patch: &'a PatchObject,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), Error> {
    match live {
        // What retain keys clear may be among the members that are text.
        Node::Partial(members) if patch.retain_keys.is_none() => {
            merge_members(members, patch, ty, options, limit)
        }
        Node::Value(Value::Object(members)) => merge_members(members, patch, ty, options, limit),
        _ => match live.object_mut().map_err(|error| error.about(Role::Live))? {
            Some(members) => merge_members(members, patch, ty, options, limit),
            None => Ok(()),
        },
    }
}

/// As [`merge`], for the members of an object in whatever form.
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
    // Removed all at once: each by itself would move what follows it.
    let mut removed = Set::default();
    for (name, field) in patch.fields.iter() {
        let member = Member::of(ty, name, options);
        let within = |error: Error| error.within_field(name);
        // A live null counts as absent, but keeps its place.
        let merged = live
            .change(name, limit, |value| {
                let is_there = !value.is_null();
                is_there.then(|| merge_field(value, field, &member, options, limit)).transpose()
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
            removed.insert(name.as_str());
        }
    }
    if !removed.is_empty() {
        live.remove_all(|name| removed.contains(name));
    }
    Ok(())
}

/// Merges one field that live has; says whether it stays.
fn merge_field<'a>(
    live: &mut Node<'a>,
    field: &'a FieldPatch,
    member: &Member<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    if field.removes() {
        return Ok(false);
    }
    match (&field.value, live.kind()) {
        (Some(Change::Object(patch)), JsonKind::Object) => {
            if field.order.is_some() {
                return Err(order_without_list("found", JsonKind::Object));
            }
            merge_object(live, patch, member, options, limit)
        }
        (Some(Change::List(_)) | None, JsonKind::List) => {
            merge_list(live, field, member, options, limit)
        }
        // An order list wants a list; a deletion list is content without one.
        (None, kind) if field.order.is_some() => {
            Err(order_without_list("live has", kind).about(Role::Live))
        }
        (None, _) => Ok(true),
        // Two scalars, or two types: the patch's.
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

fn order_without_list(whose: &str, kind: JsonKind) -> Error {
    Error::new(
        ErrorKind::TypeMismatch,
        format!("`$setElementOrder` orders a list, {whose} {}", kind.name()),
    )
}

/// Both are objects.
fn merge_object<'a>(
    live: &mut Node<'a>,
    patch: &'a PatchObject,
    member: &Member<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    member.check_known(options)?;
    if patch.is_empty() && member.strategy.base() != Base::Replace {
        return Ok(true);
    }
    match patch.marker {
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

/// Live has a list, and the patch a list or only directives for it.
fn merge_list<'a>(
    live: &mut Node<'a>,
    field: &'a FieldPatch,
    member: &Member<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    let mode = member.list_mode(options)?;
    let items = match live {
        // It was read along this very patch.
        Node::Sparse(sparse) => sparse.parts_mut(),
        _ => match live.list_mut().map_err(|error| error.about(Role::Live))? {
            Some(items) => items,
            None => return Ok(true),
        },
    };
    let patch = super::list_of(field);
    let order = field.order.as_deref();
    match mode {
        ListMode::Objects(element) => {
            if patch.is_some() || order.is_some() {
                let lists = list::Lists { patch: patch.unwrap_or_default(), order };
                list::merge(items, &lists, member, element, options, limit)?;
            }
        }
        ListMode::Scalars => scalars::merge(items, patch, order, options)?,
        ListMode::Atomic => {
            if let Some(patch) = patch {
                *items = elements(patch, Nulls::Keep, options);
            }
            if let Some(order) = order {
                scalars::check_changes(patch.unwrap_or_default(), None)?;
                scalars::check_order(patch.unwrap_or_default(), order)?;
                scalars::reorder(items, order, options)?;
            }
        }
    }
    if let Some(Deletion::Items(gone)) = &field.delete {
        if let ListMode::Objects(_) = mode {
            return Err(deletion_of_objects());
        }
        scalars::check_elements(items, Role::Live)?;
        scalars::remove(items, gone);
    }
    Ok(true)
}

fn deletion_of_objects() -> Error {
    Error::new(
        ErrorKind::MixedElements,
        "`$deleteFromPrimitiveList` deletes scalars, this is a list of objects; delete an element \
         by `$patch: delete` and its merge key",
    )
}

/// The value of a field that live doesn't have, if the patch gives it one.
pub(crate) fn adopt_field<'p>(
    field: &'p FieldPatch,
    member: &Member<'_>,
    options: &Options,
) -> Result<Option<Node<'p>>, Error> {
    if field.removes() {
        return Ok(None);
    }
    if let Some(order) = &field.order {
        let mode = member.list_mode(options)?;
        match &field.value {
            None => {}
            Some(Change::List(patch)) => match mode {
                ListMode::Objects(_) => list::check_order(patch, order, member)?,
                ListMode::Scalars | ListMode::Atomic => {
                    scalars::check_changes(patch, None)?;
                    scalars::check_order(patch, order)?;
                }
            },
            Some(other) => return Err(order_without_list("found", other.kind())),
        }
    }
    if let (Some(Deletion::Items(_)), Some(Change::List(patch))) = (&field.delete, &field.value) {
        scalars::check_changes(patch, None)?;
    }
    let mut adopted = field.value.as_ref().and_then(|value| adopt(value, Nulls::Drop, options));
    // A list that follows its order list is in order already.
    if let (Some(Node::List(items)), Some(Deletion::Items(gone))) = (&mut adopted, &field.delete) {
        scalars::remove(items, gone);
    }
    Ok(adopted)
}
