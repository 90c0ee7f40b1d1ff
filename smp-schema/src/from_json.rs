//! Reads Rust values from JSON by serde, with the path of an error.
//!
//! serde makes code for each pair of a type and a reader, in the crate that calls it. So there is one
//! reader, it adds a step to an error where the error passes, and what doesn't depend on the type
//! is in functions that aren't generic. `serde_path_to_error` wraps each visitor instead, which
//! took a quarter of the compile time of a crate that merges its own structs.

use core::fmt;
use std::vec;

use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Number, Value, map};

use crate::refine::refine;
use crate::reflect::{ConvertError, Step};

/// The name by which `serde_json` asks for text of JSON.
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

/// An error of serde, with the steps to its place, the last one first. It is as small as a pointer, as
/// every function that serde makes passes it on.
#[derive(Debug)]
struct ReadError(Box<(serde_json::Error, Vec<Step>)>);

impl ReadError {
    fn refined(self, value: &Value, refusal: &dyn Fn(&Value) -> Option<String>) -> ConvertError {
        let (error, steps) = *self.0;
        ConvertError::Json(error, refine(steps, value.clone(), refusal))
    }

    #[cold]
    #[inline(never)]
    fn within(mut self, step: Step) -> Self {
        self.0.1.push(step);
        self
    }
}

impl From<serde_json::Error> for ReadError {
    #[cold]
    fn from(error: serde_json::Error) -> Self {
        Self(Box::new((error, Vec::new())))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.fmt(f)
    }
}

impl core::error::Error for ReadError {}

/// The reader of one value.
struct Reader(Value);

type Result<T> = core::result::Result<T, ReadError>;

/// Functions for values of one kind; others are errors.
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

/// The object that stands for text of JSON.
fn raw(value: &Value) -> Value {
    Map::from_iter([(RAW_VALUE.to_owned(), value.to_string().into())]).into()
}

/// The error of a value of another kind than `expected`.
fn mismatch(value: &Value, expected: &dyn Expected) -> ReadError {
    let found = match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => Unexpected::Unsigned(number),
            (_, Some(number), _) => Unexpected::Signed(number),
            (.., Some(number)) => Unexpected::Float(number),
            _ => Unexpected::Other("number"),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    ReadError::invalid_type(found, expected)
}

/// The elements of a list that are not read yet.
struct Items {
    left: vec::IntoIter<Value>,
    count: usize,
}

impl Items {
    /// The elements of a list; an error if it is none.
    fn of(value: Value, expected: &dyn Expected) -> Result<Self> {
        match value {
            Value::Array(items) => Ok(Self { count: items.len(), left: items.into_iter() }),
            other => Err(mismatch(&other, expected)),
        }
    }

    fn end(&self) -> Result<()> {
        match self.left.as_slice() {
            [] => Ok(()),
            _ => Err(ReadError::invalid_length(self.count, &"fewer elements in array")),
        }
    }

    #[inline(never)]
    fn next(&mut self) -> Option<Value> {
        self.left.next()
    }

    /// The step to the element that was read last.
    #[cold]
    #[inline(never)]
    fn step(&self) -> Step {
        Step::Index(self.count.saturating_sub(self.left.len()).saturating_sub(1))
    }
}

impl<'de> SeqAccess<'de> for &mut Items {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(item) = self.next() else { return Ok(None) };
        match seed.deserialize(Reader(item)) {
            Ok(item) => Ok(Some(item)),
            Err(error) => Err(error.within(self.step())),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The members of an object that are not read yet.
struct Members {
    left: map::IntoIter,
    count: usize,
    name: String,
    value: Value,
}

impl Members {
    /// The members of an object; an error if it is none.
    fn of(value: Value, expected: &dyn Expected) -> Result<Self> {
        match value {
            Value::Object(members) => Ok(Self {
                count: members.len(),
                left: members.into_iter(),
                name: String::new(),
                value: Value::Null,
            }),
            other => Err(mismatch(&other, expected)),
        }
    }

    fn end(&self) -> Result<()> {
        match self.left.len() {
            0 => Ok(()),
            _ => Err(ReadError::invalid_length(self.count, &"fewer elements in map")),
        }
    }

    /// Goes to the next member.
    #[inline(never)]
    fn next(&mut self) -> bool {
        let next = self.left.next();
        let is_there = next.is_some();
        (self.name, self.value) = next.unwrap_or_default();
        is_there
    }

    /// The value of this member.
    #[inline(never)]
    fn value(&mut self) -> Reader {
        Reader(core::mem::take(&mut self.value))
    }

    /// The step to this member.
    #[cold]
    #[inline(never)]
    fn step(&mut self) -> Step {
        Step::Field(core::mem::take(&mut self.name))
    }
}

impl<'de> MapAccess<'de> for &mut Members {
    type Error = ReadError;

    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if !self.next() {
            return Ok(None);
        }
        match seed.deserialize(Name(&self.name)) {
            Ok(name) => Ok(Some(name)),
            Err(error) => Err(error),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        match seed.deserialize(self.value()) {
            Ok(value) => Ok(value),
            Err(error) => Err(error.within(self.step())),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The name of a member, read as a string, or as the number or boolean that it is the text of.
struct Name<'n>(&'n str);

macro_rules! numbers_in_names {
    ($($function:ident)*) => {$(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.0.parse::<Number>() {
                Ok(number) => Ok(number.$function(visitor)?),
                Err(_) => Err(ReadError::custom("invalid value: expected key to be a number in quotes")),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Name<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.0)
    }

    numbers_in_names! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(ReadError::invalid_type(Unexpected::Str(other), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant { name: self.0.to_owned(), value: None })
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

/// A variant of an enum: its name, or an object with its name and its content.
struct Variant {
    name: String,
    value: Option<Value>,
}

impl Variant {
    fn of(value: Value) -> Result<Self> {
        match value {
            Value::String(name) => Ok(Self { name, value: None }),
            Value::Object(members) => {
                let mut members = members.into_iter();
                match (members.next(), members.next()) {
                    (Some((name, value)), None) => Ok(Self { name, value: Some(value) }),
                    _ => Err(ReadError::invalid_value(Unexpected::Map, &"map with a single key")),
                }
            }
            other => Err(mismatch(&other, &"string or map")),
        }
    }
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        Ok((seed.deserialize(Name(&self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = ReadError;

    fn unit_variant(self) -> Result<()> {
        match self.value {
            None => Ok(()),
            Some(value) => in_variant(self.name, <()>::deserialize(Reader(value))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        match self.value {
            Some(value) => in_variant(self.name, seed.deserialize(Reader(value))),
            None => Err(unit(&"newtype variant")),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        match self.value {
            Some(value) => in_variant(self.name, Reader(value).deserialize_seq(visitor)),
            None => Err(unit(&"tuple variant")),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.value {
            Some(value) => in_variant(self.name, Reader(value).deserialize_map(visitor)),
            None => Err(unit(&"struct variant")),
        }
    }
}

fn in_variant<T>(name: String, read: Result<T>) -> Result<T> {
    read.map_err(|error| error.within(Step::Field(name)))
}

/// The error of a variant with content, of which there is the name alone.
fn unit(expected: &dyn Expected) -> ReadError {
    ReadError::invalid_type(Unexpected::UnitVariant, expected)
}

impl serde::de::Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        serde_json::Error::custom(message).into()
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        serde_json::Error::invalid_type(found, expected).into()
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        serde_json::Error::invalid_value(found, expected).into()
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        serde_json::Error::invalid_length(length, expected).into()
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        serde_json::Error::unknown_variant(variant, expected).into()
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        serde_json::Error::unknown_field(field, expected).into()
    }

    fn missing_field(field: &'static str) -> Self {
        serde_json::Error::missing_field(field).into()
    }

    fn duplicate_field(field: &'static str) -> Self {
        serde_json::Error::duplicate_field(field).into()
    }
}
