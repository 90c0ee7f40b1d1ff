//! Live and patch side by side, as a merge goes through them: the places where
//! deviations begin.

use serde_json::{Map, Value};
use smp_core::{Base, FieldRef, TypeKind, TypeRef};

/// A place in a merge.
pub(super) enum Site<'v> {
    /// Both sides have an object here, and they are merged.
    Merge {
        live: &'v mut Map<String, Value>,
        patch: &'v mut Map<String, Value>,
        ty: Option<TypeRef<'v>>,
    },
    /// A value that the patch adds: live has nothing, or another type.
    Added(&'v mut Value),
    /// A value that the patch puts in the place of live's.
    Literal(&'v mut Value),
    /// A patch object with `$patch`, or one for a field of strategy `replace`,
    /// which needs no `$patch` to take live's place.
    Whole { patch: &'v mut Map<String, Value>, by_strategy: bool },
}

pub(super) type Visit<'f> = &'f mut dyn FnMut(Site<'_>);

/// Visits every place where the patch does something.
pub(super) fn walk(live: &mut Value, patch: &mut Value, ty: TypeRef<'_>, visit: Visit<'_>) {
    if let (Value::Object(live), Value::Object(patch)) = (live, patch) {
        objects(live, patch, Some(ty), visit);
    }
}

/// The type of a member.
pub(super) fn below<'s>(ty: Option<TypeRef<'s>>, name: &str) -> Option<TypeRef<'s>> {
    match ty.map(TypeRef::kind) {
        Some(TypeKind::Map(value)) => Some(value),
        Some(TypeKind::Any) => ty,
        _ => ty.and_then(|ty| ty.field(name)).map(FieldRef::ty),
    }
}

/// The type of the elements of a list.
pub(super) fn element(ty: Option<TypeRef<'_>>) -> Option<TypeRef<'_>> {
    match ty.map(TypeRef::kind) {
        Some(TypeKind::List(element)) => Some(element),
        _ => None,
    }
}

/// How a field of lists merges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lists<'s> {
    Atomic,
    Scalars,
    Keyed(&'s str),
}

pub(super) fn lists<'s>(ty: Option<TypeRef<'s>>, name: &str) -> Lists<'s> {
    match ty.and_then(|ty| ty.field(name)) {
        Some(field) if field.strategy().is_merge() && element(Some(field.ty())).is_some() => {
            field.merge_key().map_or(Lists::Scalars, Lists::Keyed)
        }
        _ => Lists::Atomic,
    }
}

fn objects(
    live: &mut Map<String, Value>,
    patch: &mut Map<String, Value>,
    ty: Option<TypeRef<'_>>,
    visit: Visit<'_>,
) {
    if patch.contains_key("$patch") {
        visit(Site::Whole { patch, by_strategy: false });
        return;
    }
    visit(Site::Merge { live, patch, ty });
    let retained: Option<Vec<Value>> = patch.get("$retainKeys").and_then(Value::as_array).cloned();
    for (name, change) in patch.iter_mut().filter(|(name, _)| !name.starts_with('$')) {
        let kept = retained.as_ref().is_none_or(|names| {
            names.iter().any(|retained| retained.as_str() == Some(name.as_str()))
        });
        let value = live.get_mut(name).filter(|_| kept);
        let strategy = ty.and_then(|ty| ty.field(name)).map(FieldRef::strategy).unwrap_or_default();
        match (value, change) {
            (Some(Value::Object(live)), Value::Object(patch)) => {
                if strategy.base() == Base::Replace {
                    visit(Site::Whole { patch, by_strategy: true });
                } else {
                    objects(live, patch, below(ty, name), visit);
                }
            }
            (Some(Value::Array(live)), Value::Array(patch)) => match lists(ty, name) {
                Lists::Keyed(key) => {
                    elements(live, patch, key, element(below(ty, name)), visit);
                }
                Lists::Scalars => {}
                Lists::Atomic => patch.iter_mut().for_each(|item| visit(Site::Literal(item))),
            },
            (_, change) => visit(Site::Added(change)),
        }
    }
}

fn elements(
    live: &mut [Value],
    patch: &mut [Value],
    key: &str,
    ty: Option<TypeRef<'_>>,
    visit: Visit<'_>,
) {
    let marked = |marker: &str| -> Vec<Value> {
        let marked =
            patch.iter().filter(|item| item.get("$patch").and_then(Value::as_str) == Some(marker));
        marked.map(|item| item.get(key).cloned().unwrap_or_default()).collect()
    };
    let (deleted, replaced) = (marked("delete"), !marked("replace").is_empty());
    for change in patch.iter_mut().filter(|change| change.get("$patch").is_none()) {
        let id = change.get(key).cloned();
        let found = live.iter_mut().find(|item| {
            id.is_some()
                && item.get(key) == id.as_ref()
                && !replaced
                && id.as_ref().is_none_or(|id| !deleted.contains(id))
        });
        match (found, change) {
            (Some(Value::Object(live)), Value::Object(patch)) => objects(live, patch, ty, visit),
            (_, change) => visit(Site::Added(change)),
        }
    }
}
