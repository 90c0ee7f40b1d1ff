//! Converts Rust values to and from JSON without code for each type. A struct is written by its
//! [`Fields`]; if it has an empty value, it is also read by them. Other types are read and
//! written by serde, if they implement its traits.

use core::any::Any;
use core::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use smp_rules::Kind;

use crate::describe::PatchSchema;
use crate::field_index::{field_at, own_field_at};
use crate::from_json::from_value;
use crate::reflect::{
    Access, ConvertError, Entries, FieldState, Fields, Reflect, Step, UNKNOWN_FIELDS, ValueParts,
    ValuePartsMut,
};
use crate::shape::{FieldShape, ObjectShape, Place};
use crate::to_json::to_value;

/// A struct whose fields all have an empty value, and which is read and written field by field.
/// A field that is `None` is not written.
pub trait FieldwiseRead: PatchSchema + Sized {
    /// The struct that `{}` is read as.
    fn empty() -> Self;
}

/// Chooses how values of `T` are converted. The derive calls a method on a reference to a
/// probe, and the compiler takes the first one that is implemented: by fields ([`FieldwiseRead`]), by
/// serde ([`BySerde`]), or the one that always fails ([`Unknown`]).
pub struct ConversionOf<T>(PhantomData<fn() -> T>);

impl<T> ConversionOf<T> {
    /// The probe for this type.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "written by the derive only")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: FieldwiseRead> ConversionOf<T> {
    /// Reads a value. `O(n)`.
    ///
    /// # Errors
    ///
    /// If the value does not have the form of the type, or has a member without a field.
    pub fn read(&self, value: Value) -> Result<T, ConvertError> {
        let mut read = T::empty();
        fill(&mut read, value)?;
        Ok(read)
    }

    /// Access for this type.
    pub const ACCESS: Access = Access::FieldwiseRead;
}

/// For the types that are not [`FieldwiseRead`]: the compiler takes the constant of the type first.
pub trait NotFieldwise {
    /// Access for structs that are not [`FieldwiseRead`].
    const ACCESS: Access = Access::Fields;
}

impl<T> NotFieldwise for ConversionOf<T> {}

/// Conversions by serde.
pub trait BySerde<T> {
    /// Reads a value. `O(n)`.
    fn read(&self, value: Value) -> Result<T, ConvertError>
    where
        T: DeserializeOwned,
    {
        from_value(&value)
    }

    /// Writes a value. `O(n)`.
    fn write(&self, value: &T) -> Result<Value, ConvertError>
    where
        T: Serialize,
    {
        to_value(value)
    }

    /// The string that the JSON of a value has under this name. `O(n)`.
    fn member_text(&self, value: &T, name: &str) -> Option<String>
    where
        T: Serialize,
    {
        Some(to_value(value).ok()?.get(name)?.as_str()?.to_owned())
    }
}

impl<T: Serialize + DeserializeOwned> BySerde<T> for ConversionOf<T> {}

/// For an implementation of [`PatchSchema`] by hand: lets serde write and read the values that
/// a merge or diff looks at. Without it, an operation that looks at such a value converts the
/// whole object.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use smp_schema::{PatchSchema, TypeShape};
///
/// #[derive(Serialize, Deserialize)]
/// #[serde(try_from = "String", into = "String")]
/// # #[derive(Clone)]
/// struct Host(String);
/// # impl From<String> for Host { fn from(text: String) -> Self { Self(text) } }
/// # impl From<Host> for String { fn from(host: Host) -> Self { host.0 } }
///
/// impl PatchSchema for Host {
///     const SHAPE: TypeShape = TypeShape::STRING;
///     smp_schema::by_serde!();
/// }
/// ```
#[macro_export]
macro_rules! by_serde {
    () => {
        #[inline]
        fn __to_value(
            &self,
        ) -> $crate::__private::Result<$crate::__private::Value, $crate::__private::ConvertError> {
            $crate::__private::to_value(self)
        }

        #[inline]
        fn __from_value(
            value: $crate::__private::Value,
        ) -> $crate::__private::Result<Self, $crate::__private::ConvertError> {
            $crate::__private::from_value(&value)
        }
    };
}

/// Reads a leaf. `O(n)`.
///
/// # Errors
///
/// If it can't be read, or if a part of it is lost.
pub fn read_leaf<T: 'static>(
    json: Value,
    read: impl FnOnce(Value) -> Result<T, ConvertError>,
    write: impl FnOnce(&T) -> Result<Value, ConvertError>,
) -> Result<Box<dyn Any>, ConvertError> {
    if matches!(json, Value::Null | Value::Bool(_) | Value::String(_)) {
        return Ok(Box::new(read(json)?));
    }
    let value = read(json.clone())?;
    if let Ok(back) = write(&value) {
        refuse_lost_value(&json, &back)?;
    }
    Ok(Box::new(value))
}

/// For types without a conversion: every method fails.
pub trait Unknown<T> {
    /// Always fails.
    fn read(&self, _: Value) -> Result<T, ConvertError> {
        Err(ConvertError::Unknown)
    }

    /// Always fails.
    fn write(&self, _: &T) -> Result<Value, ConvertError> {
        Err(ConvertError::Unknown)
    }

    /// Always `None`.
    fn member_text(&self, _: &T, _: &str) -> Option<String> {
        None
    }
}

impl<T> Unknown<T> for &ConversionOf<T> {}

/// Reads the members of an object into the fields of a struct.
fn fill(into: &mut dyn Fields, value: Value) -> Result<(), ConvertError> {
    let Value::Object(members) = value else {
        return Err(ConvertError::unexpected(&value, "an object"));
    };
    for (name, value) in members {
        let Some((at, _)) = field_at(into.shape(), &name) else {
            // A patch that names such a field is refused before it is merged.
            let unknown = into.field_mut(UNKNOWN_FIELDS).map(Reflect::inside_mut);
            if let Some(ValuePartsMut::Map(unknown)) = unknown {
                unknown.add_entry(name, Box::new(value));
                continue;
            }
            let error = serde::de::Error::custom(
                "the Rust type doesn't have this field; use a newer version of the type, or patch \
                 the object as JSON",
            );
            return Err(ConvertError::Json(error, vec![Step::Field(name)]));
        };
        // Go reads null as an empty value, and writes an empty list so.
        if value.is_null() {
            continue;
        }
        let filled = match into.constant(&name) {
            Some(constant) if value != constant => {
                Err(ConvertError::unexpected(&value, &format!("`{constant}`")))
            }
            _ => fill_field(into, at, value),
        };
        filled.map_err(|error| error.within(|| Step::Field(name)))?;
    }
    Ok(())
}

fn fill_field(into: &mut dyn Fields, at: usize, value: Value) -> Result<(), ConvertError> {
    if let Some(field) = into.field_mut(at) {
        let mut read = field.read(value)?;
        field.exchange(&mut *read);
        return Ok(());
    }
    if let FieldState::Fixed(fixed) = into.field(at) {
        let fixed = fixed.to_value()?;
        return if fixed == value {
            Ok(())
        } else {
            Err(ConvertError::unexpected(&value, &fixed.to_string()))
        };
    }
    let mut leaf = into.read_leaf(at, value)?;
    into.exchange_leaf(at, &mut *leaf);
    Ok(())
}

/// Reads a value of k8s-openapi. `O(n)`.
///
/// # Errors
///
/// As [`ConversionOf::read`].
#[cfg(feature = "k8s-openapi")]
pub(crate) fn read_fields<T: PatchSchema + Default>(value: Value) -> Result<T, ConvertError> {
    let mut read = T::default();
    fill(&mut read, value)?;
    Ok(read)
}

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
        (Value::Object(members), ValueParts::Whole) => refuse_lost_members(members, value),
        // The check of a patch finds unknown fields in all lists but tuples.
        (Value::Array(_), ValueParts::Whole) if value.shape().name == ObjectShape::TUPLE.name => {
            refuse_lost_value(json, &value.to_value()?)
        }
        // Serde reads a number that is too large as an infinite one.
        (Value::Number(_), ValueParts::Whole)
            if matches!(value.to_value(), Err(ConvertError::Json(..))) =>
        {
            Err(lost())
        }
        _ => Ok(()),
    }
}

/// As [`refuse_lost`], for a field of a struct.
fn refuse_lost_field(fields: &dyn Fields, at: usize, member: &Value) -> Result<(), ConvertError> {
    match fields.field(at) {
        FieldState::Value(field) | FieldState::Absent(field) => refuse_lost(member, field),
        // The value that serde writes may be there.
        FieldState::Fixed(fixed) if fixed.to_value()? == *member => Ok(()),
        FieldState::Fixed(_) => Err(lost()),
        FieldState::Leaf(Ok(back)) => refuse_lost_value(member, &back),
        FieldState::AbsentLeaf if is_lost_leaf(fields, at, member) => Err(lost()),
        FieldState::Leaf(Err(ConvertError::Unknown)) if !may_be_omitted(member) => {
            Err(ConvertError::Unknown)
        }
        FieldState::Leaf(Err(_)) | FieldState::Closed | FieldState::AbsentLeaf => Ok(()),
    }
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

/// As [`refuse_lost`], for a value that was written as JSON again: `back`.
///
/// # Errors
///
/// [`ConvertError::Json`] with the path.
pub fn refuse_lost_value(json: &Value, back: &Value) -> Result<(), ConvertError> {
    match (json, back) {
        (Value::Object(members), Value::Object(back)) => {
            for (name, member) in members {
                let kept = match back.get(name) {
                    Some(back) => refuse_lost_value(member, back),
                    None if may_be_omitted(member) => Ok(()),
                    None => Err(lost()),
                };
                kept.map_err(|error| error.within(|| Step::Field(name.clone())))?;
            }
            Ok(())
        }
        (Value::Array(items), Value::Array(back)) => {
            // A set is written in an order of its own, so that its nulls may stand beside numbers.
            let nulls = |list: &[Value]| list.iter().filter(|it| it.is_null()).count();
            let has_new_null = nulls(back) > nulls(items);
            for (at, (item, back)) in items.iter().zip(back).enumerate() {
                if back.is_null() && !has_new_null {
                    continue;
                }
                refuse_lost_value(item, back).map_err(|error| error.within(|| Step::Index(at)))?;
            }
            Ok(())
        }
        // It was too large, and infinity is null in JSON.
        (Value::Number(_), Value::Null) => Err(lost()),
        _ => Ok(()),
    }
}

/// As [`refuse_lost`], for an object that serde has read as a whole. If a field can't be read,
/// serde fails. But if a flattened `Option` can't be read, serde makes it `None` without an
/// error, and all its members are lost. Members that serde doesn't write, since they have their
/// default, are not lost.
fn refuse_lost_members(
    members: &Map<String, Value>,
    value: &dyn Reflect,
) -> Result<(), ConvertError> {
    let (shape, fields) = (value.shape(), value.fields());
    for (name, member) in members {
        if let Some((at, _)) = own_field_at(shape, name) {
            fields
                .map_or(Ok(()), |fields| refuse_lost_field(fields, at, member))
                .map_err(|error| error.within(|| Step::Field(name.clone())))?;
        }
    }
    let may_be_lost = shape.union.is_some_and(|union| union.rust_enum)
        || shape.fields.iter().any(|field| matches!(field.place, Place::Flattened(_)));
    if !may_be_lost {
        return Ok(());
    }
    let back = value.to_value()?;
    let is_back = |name: &str| back.get(name).is_some();
    let there = || members.iter().filter(|(_, it)| !it.is_null()).map(|(name, _)| name.as_str());
    let mut lost_name = there().find(|name| is_variant(shape, name) && !is_back(name));
    for (at, field) in shape.fields.iter().enumerate() {
        let Place::Flattened(inner) = field.place else { continue };
        let is_inner = |name: &str| {
            let own = own_field_at(shape, name).is_some();
            !own && (inner.fields.is_empty() || field_at(inner, name).is_some())
        };
        let mut names = there().filter(|name| is_inner(name)).peekable();
        let first = names.peek().copied();
        lost_name = lost_name.or_else(|| first.filter(|_| names.all(|name| !is_back(name))));
        let is_lost = lost_name.is_some_and(is_inner);
        let Some(FieldState::Value(flattened) | FieldState::Absent(flattened)) =
            fields.map(|fields| fields.field(at)).filter(|_| is_lost || first.is_some())
        else {
            continue;
        };
        let group = members.iter().filter(|(name, _)| is_inner(name));
        let group = group.map(|(name, member)| (name.clone(), member.clone())).collect();
        if is_lost {
            // Read by itself, it says why it can't be read.
            flattened.read(Value::Object(group))?;
        } else if let ValueParts::Struct(_) = flattened.inside() {
            // The other members of the group are those of its fields.
            refuse_lost(&Value::Object(group), flattened)?;
        }
    }
    if let Some(name) = lost_name {
        return Err(lost().within(|| Step::Field(name.to_owned())));
    }
    // The members of a flattened leaf are known to its type alone.
    let is_leaf = |field: &FieldShape| {
        matches!(field.place, Place::Flattened(_)) && matches!(field.shape.kind(), Kind::Any)
    };
    if shape.fields.iter().any(is_leaf) {
        let others = members.iter().filter(|(name, _)| field_at(shape, name).is_none());
        let others: Map<_, _> = others.map(|(name, it)| (name.clone(), it.clone())).collect();
        refuse_lost_value(&Value::Object(others), &back)?;
    }
    Ok(())
}

/// Whether a member of an object is a variant of a Rust enum, flattened or not.
fn is_variant(shape: &ObjectShape, name: &str) -> bool {
    let union = shape.union.filter(|union| union.rust_enum);
    union.is_some_and(|union| union.members.iter().any(|(member, _)| *member == name))
        || shape.fields.iter().any(|field| match field.place {
            Place::Flattened(inner) => is_variant(inner, name),
            Place::Named(_) | Place::OneWay(_) => false,
        })
}

/// Whether a leaf that serde doesn't write had data.
fn is_lost_leaf(fields: &dyn Fields, at: usize, json: &Value) -> bool {
    let is_one_way = (fields.shape().fields.get(at))
        .is_some_and(|field| matches!(field.place, Place::OneWay(_)));
    matches!(json, Value::Array(_) | Value::Object(_)) && !may_be_omitted(json) && !is_one_way
}

fn lost() -> ConvertError {
    serde::de::Error::custom(
        "the Rust type would drop this field; if it has the field, correct its value or one beside \
         it, otherwise use a newer version of the type, or patch the object as JSON",
    )
}

/// Whether serde may leave out the value when it writes it: null, or empty.
fn may_be_omitted(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.values().all(may_be_omitted),
        _ => false,
    }
}
