//! Converts Rust values to and from JSON without code for each type. A struct is written by its
//! [`Fields`]; if it has an empty value, it is also read by them. Other types are read and
//! written by serde, if they implement its traits.

use core::any::Any;
use core::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::describe::PatchSchema;
use crate::field_index::field_at;
use crate::from_json::from_value;
use crate::json_kind::JsonKind;
use crate::lost::refuse_lost_value;
use crate::reflect::{
    Access, ConvertError, FieldState, Fields, Reflect, Step, UNKNOWN_FIELDS, ValuePartsMut,
};
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

    /// The kind of access for this type.
    pub const ACCESS: Access = Access::FieldwiseRead;
}

/// The fallback for types that are not [`FieldwiseRead`]: the compiler prefers the constant of the
/// type itself.
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

    /// The string member with this name in the JSON of a value. `O(n)`.
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
/// If it can't be read, or if a part of it would be lost.
pub fn read_leaf<T: 'static>(
    json: Value,
    read: impl Fn(Value) -> Result<T, ConvertError>,
    write: impl Fn(&T) -> Result<Value, ConvertError>,
) -> Result<Box<dyn Any>, ConvertError> {
    if matches!(json, Value::Null | Value::Bool(_) | Value::String(_)) {
        return Ok(Box::new(read(json)?));
    }
    let value = read(json.clone())?;
    if let Ok(back) = write(&value) {
        refuse_lost_value(&json, &back, None, &|json| write(&read(json)?))?;
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
        return Err(ConvertError::unexpected(&value, JsonKind::Object.name()));
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
        // Go reads null as an empty value, and writes an empty list as null.
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

/// Reads a value of a k8s-openapi type. `O(n)`.
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
