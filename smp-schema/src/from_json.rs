//! Reads Rust values from JSON by serde, with the path of an error.
//!
//! serde generates code for each pair of a type and a reader, in the crate that calls it. So there
//! is only one reader, which adds a step to each error that passes through it, and code that
//! doesn't depend on the type is in functions that aren't generic. `serde_path_to_error` wraps each
//! visitor instead, which took a quarter of the compile time of a crate that merges its own
//! structs.

mod error;
mod parts;

use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde_json::{Map, Value};

use self::error::{ReadError, mismatch};
use self::parts::{Items, Members, Variant};
use crate::reflect::ConvertError;

/// The name by which `serde_json` asks for the JSON text of a value.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// Reads a value by serde. `O(n)`.
///
/// # Errors
///
/// If serde can't read it, with the path.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> core::result::Result<T, ConvertError> {
    match T::deserialize(Reader(value.clone())) {
        Ok(read) => Ok(read),
        Err(error) => {
            let refusal = |value: &Value| match T::deserialize(Reader(value.clone())) {
                Ok(_) => None,
                Err(error) => Some(error.to_string()),
            };
            Err(error.refined(value, &refusal))
        }
    }
}

/// The reader of one value.
struct Reader(Value);

type Result<T> = core::result::Result<T, ReadError>;

/// Functions that accept values of one kind; other values are errors.
macro_rules! of_kind {
    ($($function:ident $($kind:ident)|+: ($value:ident, $visitor:ident) $visit:expr;)*) => {$(
        fn $function<V: Visitor<'de>>(self, $visitor: V) -> Result<V::Value> {
            match self.0 {
                $(Value::$kind($value) => $visit,)+
                other => Err(mismatch(&other, &$visitor)),
            }
        }
    )*};
}

macro_rules! numbers {
    ($($function:ident)*) => {$(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.0 {
                Value::Number(number) => Ok(number.$function(visitor)?),
                other => Err(mismatch(&other, &visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => Ok(number.deserialize_any(visitor)?),
            Value::String(text) => visitor.visit_string(text),
            items @ Value::Array(_) => Reader(items).deserialize_seq(visitor),
            members @ Value::Object(_) => Reader(members).deserialize_map(visitor),
        }
    }

    of_kind! {
        deserialize_bool Bool: (value, visitor) visitor.visit_bool(value);
        deserialize_char String: (text, visitor) visitor.visit_string(text);
        deserialize_str String: (text, visitor) visitor.visit_string(text);
        deserialize_string String: (text, visitor) visitor.visit_string(text);
        deserialize_identifier String: (text, visitor) visitor.visit_string(text);
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let mut items = Items::of(self.0, &visitor)?;
        let value = visitor.visit_seq(&mut items)?;
        match items.end() {
            Ok(()) => Ok(value),
            Err(error) => Err(error),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let mut members = Members::of(self.0, &visitor)?;
        let value = visitor.visit_map(&mut members)?;
        match members.end() {
            Ok(()) => Ok(value),
            Err(error) => Err(error),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            other => Reader(other).deserialize_seq(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            other => Err(mismatch(&other, &visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name == RAW_VALUE {
            return Reader(raw(&self.0)).deserialize_map(visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    /// `serde_json` also reads a list as a struct. In a schema the struct is an object.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant::of(self.0)?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// The object by which `serde_json` represents the JSON text of a value.
fn raw(value: &Value) -> Value {
    Map::from_iter([(RAW_VALUE.to_owned(), value.to_string().into())]).into()
}
