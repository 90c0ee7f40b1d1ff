//! Data that serde drops when it reads a value: members that a type doesn't have, and the members
//! of a flattened `Option` that can't be read. Typed calls report it as an error.

mod json;

use serde_json::{Map, Value};

pub use self::json::refuse_lost_value;
use self::json::{has_data, lost, missing};
use crate::describe::shared_schema;
use crate::field_index::{field_at, own_field_at};
use crate::reflect::{
    ConvertError, Entries, FieldState, Fields, Reflect, Step, ValueParts, message_of,
};
use crate::shape::{ObjectShape, Place};

/// An error if a value of `json` is not in `value`, which was read from it: serde drops
/// members that it doesn't know, and some values that don't fit. `O(n)`.
///
/// # Errors
///
/// [`ConvertError::Json`] with the path, or if `value` can't be written.
pub fn refuse_lost(json: &Value, value: &dyn Reflect) -> Result<(), ConvertError> {
    match (json, value.inside()) {
        (Value::Object(members), ValueParts::Struct(fields)) => {
            let map = fields.flattened_map().map(|(_, map)| map);
            for (name, member) in members {
                let kept = match field_at(fields.shape(), name) {
                    Some((at, _)) => refuse_lost_field(fields, at, member),
                    None => refuse_lost_entry(name, member, map),
                };
                kept.map_err(|error| error.within(|| Step::Field(name.clone())))?;
            }
            Ok(())
        }
        (Value::Array(items), ValueParts::List(list)) => {
            for (at, item) in items.iter().enumerate() {
                let kept = list.item(at).map_or(Ok(()), |value| refuse_lost(item, value));
                kept.map_err(|error| error.within(|| Step::Index(at)))?;
            }
            Ok(())
        }
        (Value::Object(members), ValueParts::Map(map)) => {
            for (name, member) in members {
                let kept = refuse_lost_entry(name, member, Some(map));
                kept.map_err(|error| error.within(|| Step::Field(name.clone())))?;
            }
            Ok(())
        }
        (Value::Object(members), ValueParts::Whole) => {
            let back = value.to_value()?;
            if let Some(fields) = value.fields() {
                refuse_lost_members(members, fields, &back)?;
            }
            refuse_lost_whole(json, value, &back)
        }
        (Value::Array(items), ValueParts::Whole) => {
            refuse_lost_whole(json, value, &value.to_value()?)?;
            items.iter().enumerate().try_for_each(|(at, item)| refuse_lost_item(at, item, value))
        }
        // Serde reads a number that is too large as infinity.
        (Value::Number(_), ValueParts::Whole)
            if matches!(value.to_value(), Err(ConvertError::Json(..))) =>
        {
            Err(lost())
        }
        _ => Ok(()),
    }
}

/// As [`refuse_lost`], for a value whose parts can't be accessed, and its JSON.
fn refuse_lost_whole(json: &Value, value: &dyn Reflect, back: &Value) -> Result<(), ConvertError> {
    let schema = shared_schema(value.type_id(), value.type_shape(), value.shape().name);
    refuse_lost_value(json, back, Some(schema.root()), &|json| value.read(json)?.to_value())
}

/// As [`refuse_lost`], for one element of a list that may be a set with an order of its own. The
/// element is read as the only one of its list. If that list can't be read, the type is not a set.
fn refuse_lost_item(at: usize, item: &Value, list: &dyn Reflect) -> Result<(), ConvertError> {
    if !item.is_object() {
        return Ok(());
    }
    let only = Value::Array(vec![item.clone()]);
    let Ok(read) = list.read(only.clone()) else { return Ok(()) };
    refuse_lost_whole(&only, &*read, &read.to_value()?).map_err(|error| match error {
        ConvertError::Json(error, mut steps) => {
            steps.pop();
            ConvertError::Json(error, steps).within(|| Step::Index(at))
        }
        other => other,
    })
}

/// As [`refuse_lost`], for a field of a struct.
fn refuse_lost_field(fields: &dyn Fields, at: usize, member: &Value) -> Result<(), ConvertError> {
    match fields.field(at) {
        FieldState::Value(field) | FieldState::Absent(field) => refuse_lost(member, field),
        // The value that serde writes is accepted.
        FieldState::Fixed(fixed) if fixed.to_value()? == *member => Ok(()),
        FieldState::Fixed(_) => Err(lost()),
        FieldState::Leaf(Ok(back)) => {
            let Err(lost) = missing(member, &back, None) else { return Ok(()) };
            match fields.read_leaf(at, member.clone()) {
                Err(ConvertError::Unknown) => Err(lost),
                read => read.map(drop),
            }
        }
        // Reading it by itself gives an error if a part of it would be lost.
        FieldState::AbsentLeaf if has_data(member) && !is_one_way(fields.shape(), at) => {
            fields.read_leaf(at, member.clone()).map(drop)
        }
        FieldState::Leaf(Err(ConvertError::Unknown)) if has_data(member) => {
            Err(ConvertError::Unknown)
        }
        FieldState::Leaf(Err(_)) | FieldState::Closed | FieldState::AbsentLeaf => Ok(()),
    }
}

fn is_one_way(shape: &ObjectShape, at: usize) -> bool {
    shape.fields.get(at).is_some_and(|field| matches!(field.place, Place::OneWay(_)))
}

/// As [`refuse_lost`], for the entry of a map.
fn refuse_lost_entry(
    name: &str,
    member: &Value,
    map: Option<&dyn Entries>,
) -> Result<(), ConvertError> {
    let entry = map.and_then(|map| map.entry(name));
    entry.map_or_else(|| Err(lost()), |(_, value)| refuse_lost(member, value))
}

/// As [`refuse_lost`], for a struct that serde has read as a whole. If a field can't be read,
/// serde fails. But if a flattened `Option` can't be read, serde makes it `None` without an
/// error, and all its members are lost.
fn refuse_lost_members(
    members: &Map<String, Value>,
    fields: &dyn Fields,
    back: &Value,
) -> Result<(), ConvertError> {
    let shape = fields.shape();
    for (name, member) in members {
        if let Some((at, _)) = own_field_at(shape, name) {
            refuse_lost_field(fields, at, member)
                .map_err(|error| error.within(|| Step::Field(name.clone())))?;
        }
    }
    let is_back = |name: &str| back.get(name).is_some();
    let there = || members.iter().filter(|(_, it)| !it.is_null()).map(|(name, _)| name.as_str());
    let lost_variant = there().find(|name| is_variant(shape, name) && !is_back(name));
    for (at, field) in shape.fields.iter().enumerate() {
        let Place::Flattened(inner) = field.place else { continue };
        let is_inner = |name: &str| {
            let own = own_field_at(shape, name).is_some();
            !own && (inner.fields.is_empty() || field_at(inner, name).is_some())
        };
        let mut names = there().filter(|name| is_inner(name)).peekable();
        let Some(first) = names.peek().copied() else { continue };
        let lost_name =
            lost_variant.or_else(|| Some(first).filter(|_| names.all(|it| !is_back(it))));
        let lost_name = lost_name.filter(|name| is_inner(name));
        let (FieldState::Value(flattened) | FieldState::Absent(flattened)) = fields.field(at)
        else {
            continue;
        };
        let group = members.iter().filter(|(name, _)| is_inner(name));
        let group = group.map(|(name, member)| (name.clone(), member.clone())).collect();
        if let Some(name) = lost_name {
            // Reading it by itself gives the reason.
            flattened.read(Value::Object(group)).map_err(|error| in_group(error, name))?;
            return Err(lost().within(|| Step::Field(name.to_owned())));
        }
        if let ValueParts::Struct(_) = flattened.inside() {
            // All members of the group are fields of this struct.
            refuse_lost(&Value::Object(group), flattened)?;
        }
    }
    Ok(())
}

/// The error for a flattened `Option` that can't be read, so that the member `name` is lost. It is
/// reported at that member, unless it already has the path of a value.
fn in_group(error: ConvertError, name: &str) -> ConvertError {
    match error {
        ConvertError::Json(error, steps) if steps.is_empty() => {
            let reason = message_of(&error);
            let error: ConvertError = serde::de::Error::custom(format_args!(
                "the Rust type has this field in a flattened group, which can't be read: {reason}; state \
                 the whole group, or remove the rest of it"
            ));
            error.within(|| Step::Field(name.to_owned()))
        }
        other => other,
    }
}

/// Whether a member of an object is a variant of a Rust enum, flattened or not.
fn is_variant(shape: &ObjectShape, name: &str) -> bool {
    let union = shape.union.filter(|union| union.rust_enum && union.discriminator.is_none());
    union.is_some_and(|union| union.members.iter().any(|(member, _)| *member == name))
        || shape.fields.iter().any(|field| match field.place {
            Place::Flattened(inner) => is_variant(inner, name),
            Place::Named(_) | Place::OneWay(_) => false,
        })
}
