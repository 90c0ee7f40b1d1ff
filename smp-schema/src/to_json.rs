//! Writes Rust values as JSON by serde, up to a given depth. Sets without an order of their own are
//! sorted at every level, so that equal sets have equal JSON. There is only one writer, like the
//! one reader in `from_json`: serde generates code for each pair of a type and a writer.

use core::any::type_name;
use core::fmt;

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::value::Serializer as ScalarWriter;
use serde_json::{Map, Value};

use crate::reflect::ConvertError;

/// Writes a value by serde. `O(n)`.
///
/// # Errors
///
/// If serde can't write it.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    to_value_within(value, usize::MAX)
}

/// As [`to_value`].
///
/// # Errors
///
/// Also if the value is nested deeper than this many levels.
pub fn to_value_within<T: Serialize + ?Sized>(value: &T, levels: usize) -> Result<Value> {
    value.serialize(Writer { levels })
}

type Result<T> = core::result::Result<T, ConvertError>;

#[derive(Clone, Copy)]
struct Writer {
    /// The number of levels that may still be entered.
    levels: usize,
}

impl Writer {
    fn enter(self) -> Result<Self> {
        let levels = self.levels.checked_sub(1).ok_or(ConvertError::TooDeep)?;
        Ok(Self { levels })
    }

    fn list(self, room: usize, variant: Option<&'static str>) -> Result<List> {
        let below = if variant.is_some() { self.enter()? } else { self }.enter()?;
        // The length is only a hint.
        Ok(List { items: Vec::with_capacity(room.min(1024)), below, variant })
    }

    fn object(self, variant: Option<&'static str>) -> Result<Object> {
        let below = if variant.is_some() { self.enter()? } else { self }.enter()?;
        Ok(Object { members: Map::new(), name: String::new(), below, variant, is_text: false })
    }
}

/// Whether elements are from a hash set of the standard library or of `hashbrown`. Every
/// `Serialize` of such a set passes the set or its iterator.
fn is_unordered<I>() -> bool {
    let name = type_name::<I>().trim_start_matches('&');
    let name = name.split('<').next().unwrap_or_default();
    name.starts_with("std::collections::hash::") || name.starts_with("hashbrown::")
}

/// An object with the name of a variant and its content; the content if there is no variant.
fn tagged(variant: Option<&'static str>, content: Value) -> Value {
    match variant {
        Some(variant) => Value::Object(Map::from_iter([(variant.to_owned(), content)])),
        None => content,
    }
}

macro_rules! scalars {
    ($($function:ident: $ty:ty,)*) => {$(
        fn $function(self, value: $ty) -> Result<Value> {
            Ok(ScalarWriter.$function(value)?)
        }
    )*};
}

impl Serializer for Writer {
    type Ok = Value;
    type Error = ConvertError;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = List;
    type SerializeMap = Object;
    type SerializeStruct = Object;
    type SerializeStructVariant = Object;

    scalars! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128,
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_char: char,
        serialize_str: &str,
        serialize_bytes: &[u8],
    }

    fn serialize_none(self) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value> {
        Ok(tagged(Some(variant), value.serialize(self.enter()?)?))
    }

    fn serialize_seq(self, room: Option<usize>) -> Result<List> {
        self.list(room.unwrap_or_default(), None)
    }

    fn collect_seq<I: IntoIterator<Item: Serialize>>(self, items: I) -> Result<Value> {
        let mut list = self.list(0, None)?;
        for item in items {
            list.push(item.serialize(list.below))?;
        }
        if is_unordered::<I>() {
            list.items.sort_by_cached_key(Value::to_string);
        }
        Ok(list.done())
    }

    fn serialize_tuple(self, room: usize) -> Result<List> {
        self.list(room, None)
    }

    fn serialize_tuple_struct(self, _: &'static str, room: usize) -> Result<List> {
        self.list(room, None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        room: usize,
    ) -> Result<List> {
        self.list(room, Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Object> {
        self.object(None)
    }

    /// `serde_json` writes raw JSON text as a struct with such a name.
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Object> {
        Ok(Object { is_text: name.starts_with("$serde_json::private::"), ..self.object(None)? })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Object> {
        self.object(Some(variant))
    }
}

/// The elements of a list.
struct List {
    items: Vec<Value>,
    below: Writer,
    variant: Option<&'static str>,
}

impl List {
    #[inline(never)]
    fn push(&mut self, item: Result<Value>) -> Result<()> {
        self.items.push(item?);
        Ok(())
    }

    fn done(self) -> Value {
        tagged(self.variant, Value::Array(self.items))
    }
}

macro_rules! lists {
    ($($list:ident $function:ident;)*) => {$(
        impl $list for List {
            type Ok = Value;
            type Error = ConvertError;

            fn $function<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<()> {
                self.push(item.serialize(self.below))
            }

            fn end(self) -> Result<Value> {
                Ok(self.done())
            }
        }
    )*};
}

lists! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

/// The members of an object.
struct Object {
    members: Map<String, Value>,
    /// The name of the next member.
    name: String,
    below: Writer,
    variant: Option<&'static str>,
    /// Whether the only member is JSON text, which is parsed to get the value.
    is_text: bool,
}

impl Object {
    fn done(self) -> Result<Value> {
        if self.is_text {
            let text = self.members.values().next().and_then(Value::as_str);
            return Ok(serde_json::from_str(text.unwrap_or_default())?);
        }
        Ok(tagged(self.variant, Value::Object(self.members)))
    }

    #[inline(never)]
    fn insert(&mut self, name: &str, value: Result<Value>) -> Result<()> {
        self.members.insert(name.to_owned(), value?);
        Ok(())
    }
}

/// The text of a scalar as the name of a member.
fn name_of(key: Value) -> Result<String> {
    match key {
        Value::String(name) => Ok(name),
        Value::Bool(_) | Value::Number(_) => Ok(key.to_string()),
        _ => Err(serde::ser::Error::custom("key must be a string")),
    }
}

impl SerializeMap for Object {
    type Ok = Value;
    type Error = ConvertError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.name = name_of(key.serialize(self.below)?)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let value = value.serialize(self.below);
        let name = core::mem::take(&mut self.name);
        self.insert(&name, value)
    }

    fn end(self) -> Result<Value> {
        self.done()
    }
}

macro_rules! structs {
    ($($object:ident)*) => {$(
        impl $object for Object {
            type Ok = Value;
            type Error = ConvertError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.insert(name, value.serialize(self.below))
            }

            fn end(self) -> Result<Value> {
                self.done()
            }
        }
    )*};
}

structs! { SerializeStruct SerializeStructVariant }

impl serde::ser::Error for ConvertError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        <serde_json::Error as serde::ser::Error>::custom(message).into()
    }
}
