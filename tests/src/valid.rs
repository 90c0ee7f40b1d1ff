//! Finds the parts of a document that its schema doesn't allow.

use serde_json::Value;
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, TypeKind};

use crate::generate::{below, identity};

/// A member of an object, with its type and field in the schema.
#[derive(Clone, Copy)]
pub struct Place<'d> {
    /// The value of the member.
    pub value: &'d Value,
    /// The type of the object; `None` if it is unknown.
    pub parent: Option<TypeRef<'d>>,
    /// The field; `None` if the type of the object does not have it.
    pub field: Option<FieldRef<'d>>,
    /// The type of the member; `None` if it is unknown.
    pub ty: Option<TypeRef<'d>>,
}

/// Whether `test` is true of a member of the document, at any depth. An order list and a
/// deletion list in a patch count as the list that they are for. `O(n)`.
pub fn any_place(value: &Value, ty: Option<TypeRef<'_>>, test: fn(&Place<'_>) -> bool) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(name, value)| {
            let name = match name.split_once('/') {
                Some(("$setElementOrder" | "$deleteFromPrimitiveList", list)) => list,
                _ => name,
            };
            let below = ty.and_then(|ty| below(ty, name));
            let field = ty.and_then(|ty| ty.field(name));
            test(&Place { value, parent: ty, field, ty: below }) || any_place(value, below, test)
        }),
        Value::Array(items) => {
            let element = match ty.map(TypeRef::kind) {
                Some(TypeKind::List(element)) => Some(element),
                _ => None,
            };
            items.iter().any(|item| any_place(item, element, test))
        }
        _ => false,
    }
}

/// Whether the document is valid: it has only known fields, with the types of the schema, and
/// an API server can tell the elements of merge lists apart. Null members are valid. `O(n)`.
#[must_use]
pub fn is_valid(document: &Value, ty: TypeRef<'_>) -> bool {
    !any_place(document, Some(ty), |place| is_irregular(place) || has_other_type(place))
}

/// Whether the document is valid, apart from elements that are in a merge list twice. A server
/// accepts some of these, such as environment variables. `O(n)`.
#[must_use]
pub fn is_mergeable(document: &Value, ty: TypeRef<'_>) -> bool {
    !any_place(document, Some(ty), |place| lacks_keys(place) || has_other_type(place))
}

fn has_other_type(place: &Place<'_>) -> bool {
    let Some(ty) = place.ty else { return true };
    !place.value.is_null()
        && match ty.kind() {
            TypeKind::Object | TypeKind::Map(_) => !place.value.is_object(),
            TypeKind::List(_) => !place.value.is_array(),
            TypeKind::Any => false,
            TypeKind::Scalar => place.value.is_object() || place.value.is_array(),
        }
}

/// Whether the value is a merge list whose elements can't be told apart: it has elements with
/// equal list map keys or, where the list has none, equal merge keys; equal scalars; elements
/// without a key; or scalars of several types.
#[must_use]
pub fn is_irregular(place: &Place<'_>) -> bool {
    lacks_keys(place) || repeats(place, true)
}

/// Whether the value is a merge list in which two elements have the same merge key. They may differ
/// in another key, such as port 53 of UDP and of TCP.
#[must_use]
pub fn repeats_merge_key(place: &Place<'_>) -> bool {
    repeats(place, false)
}

fn merge_list<'d>(place: &Place<'d>) -> Option<(FieldRef<'d>, &'d [Value])> {
    let field = place.field.filter(|field| field.strategy().is_merge())?;
    Some((field, place.value.as_array()?))
}

/// Whether an item has no key, or the items are scalars of several types.
fn lacks_keys(place: &Place<'_>) -> bool {
    let Some((field, items)) = merge_list(place) else { return false };
    let keys = keys(field);
    if keys.is_empty() {
        let kind = items.first().map(core::mem::discriminant);
        return items
            .iter()
            .any(|item| !is_scalar(item) || Some(core::mem::discriminant(item)) != kind);
    }
    items.iter().any(|item| keys.iter().any(|key| lacks_key(item, *key)))
}

/// Whether an item lacks one of the list map keys. With
/// [`MergeKeys::ListMapKeys`](smp_core::MergeKeys::ListMapKeys), lists merge by them.
#[must_use]
pub fn lacks_list_map_key(place: &Place<'_>) -> bool {
    let Some((field, items)) = merge_list(place) else { return false };
    let keys = list_map_keys(field);
    items.iter().any(|item| keys.iter().any(|key| lacks_key(item, *key)))
}

fn lacks_key(item: &Value, (name, has_default): (&str, bool)) -> bool {
    match item.get(name) {
        None => !(has_default && item.is_object()),
        Some(key) => !is_scalar(key),
    }
}

fn is_scalar(key: &Value) -> bool {
    key.is_string() || key.is_number() || key.is_boolean()
}

/// The fields that tell items apart, and whether they have a default: the merge key or, in a list
/// without one, the list map keys.
fn keys(field: FieldRef<'_>) -> Vec<(&str, bool)> {
    match field.merge_key() {
        Some(key) => vec![(key, false)],
        None => list_map_keys(field),
    }
}

fn list_map_keys(field: FieldRef<'_>) -> Vec<(&str, bool)> {
    field.list_map_keys().iter().map(|key| (key.name(), key.default().is_some())).collect()
}

fn repeats(place: &Place<'_>, by_all_keys: bool) -> bool {
    let Some((field, items)) = merge_list(place) else { return false };
    let keys: Vec<_> = items.iter().map(|item| identity(field, item, by_all_keys)).collect();
    keys.iter().enumerate().any(|(at, key)| keys[..at].contains(key))
}

/// The patch with only the first element of each merge key in its merge lists; all elements with
/// `$patch` are kept. `O(n^2)` in the length of a list.
#[must_use]
pub fn with_each_element_once(mut patch: Value, ty: TypeRef<'_>) -> Value {
    if let Value::Object(members) = &mut patch {
        for (name, value) in members.iter_mut() {
            if let (Some(field), Value::Array(items)) = (ty.field(name), &mut *value)
                && field.strategy().is_merge()
            {
                let mut seen = Vec::new();
                items.retain(|item| {
                    let key = identity(field, item, false);
                    let is_kept = item.get("$patch").is_some() || !seen.contains(&key);
                    seen.push(key);
                    is_kept
                });
            }
            if let Some(below) = below(ty, name) {
                *value = with_each_element_once(value.take(), below);
            }
        }
    } else if let (Value::Array(items), TypeKind::List(element)) = (&mut patch, ty.kind()) {
        for item in items {
            *item = with_each_element_once(item.take(), element);
        }
    }
    patch
}

/// The document or patch with at most one alternative of each union, the first one, and with a
/// discriminator that agrees. `O(n)`.
#[must_use]
pub fn with_one_member(mut value: Value, ty: TypeRef<'_>) -> Value {
    match (&mut value, ty.kind()) {
        (Value::Object(members), _) => {
            for union in ty.unions() {
                let set = |name: &str| members.get(name).is_some_and(|value| !value.is_null());
                let first = union.members().find(|(name, _)| set(name)).map(|(_, value)| value);
                let Some(first) = first.map(str::to_owned) else { continue };
                for (name, _) in union.members().filter(|(_, value)| *value != first) {
                    members.remove(name);
                }
                if let Some(discriminator) = union.discriminator()
                    && members.contains_key(discriminator)
                {
                    members.insert(discriminator.to_owned(), first.into());
                }
            }
            for (name, value) in members.iter_mut() {
                if let Some(below) = below(ty, name) {
                    *value = with_one_member(value.take(), below);
                }
            }
        }
        (Value::Array(items), TypeKind::List(element)) => {
            for item in items {
                *item = with_one_member(item.take(), element);
            }
        }
        _ => {}
    }
    value
}
