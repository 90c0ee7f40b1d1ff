//! Finds the parts of a document that its schema doesn't allow.

use serde_json::Value;
use smp_core::{FieldRef, TypeKind, TypeRef};

use crate::generate::below;

/// A member of an object, with its type and field in the schema.
#[derive(Clone, Copy)]
pub struct Place<'d> {
    /// Its value.
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
/// the elements of merge lists have distinct keys. Null members are valid. `O(n)`.
#[must_use]
pub fn is_valid(document: &Value, ty: TypeRef<'_>) -> bool {
    !any_place(document, Some(ty), |place| is_irregular(place) || has_other_type(place))
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

/// Whether the value is a merge list whose elements can't be identified: it has duplicate keys
/// or scalars, elements without a key, or scalars of several types.
#[must_use]
pub fn is_irregular(place: &Place<'_>) -> bool {
    let (Some(field), Value::Array(items)) = (place.field, place.value) else { return false };
    if !field.strategy().is_merge() {
        return false;
    }
    let key = |item: &Value| match field.merge_key() {
        Some(key) => item.get(key).cloned().unwrap_or_default(),
        None => item.clone(),
    };
    let keys: Vec<Value> = items.iter().map(key).collect();
    let scalar = |key: &Value| key.is_string() || key.is_number() || key.is_boolean();
    let kind = keys.first().map(core::mem::discriminant);
    keys.iter().enumerate().any(|(at, key)| {
        let other = field.merge_key().is_none() && Some(core::mem::discriminant(key)) != kind;
        !scalar(key) || other || keys[..at].contains(key)
    })
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
