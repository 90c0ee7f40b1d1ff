//! The parts of lists, objects and enums, as serde asks for them.

use std::vec;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Number, Value, map};

use super::error::{ReadError, mismatch, unit};
use super::{Reader, Result};
use crate::reflect::Step;

/// The elements of a list that are not read yet.
pub(super) struct Items {
    left: vec::IntoIter<Value>,
    count: usize,
}

impl Items {
    /// The elements of a list; an error if the value is not a list.
    pub(super) fn of(value: Value, expected: &dyn Expected) -> Result<Self> {
        match value {
            Value::Array(items) => Ok(Self { count: items.len(), left: items.into_iter() }),
            other => Err(mismatch(&other, expected)),
        }
    }

    pub(super) fn end(&self) -> Result<()> {
        match self.left.as_slice() {
            [] => Ok(()),
            _ => Err(ReadError::invalid_length(self.count, &"fewer elements in array")),
        }
    }

    #[inline(never)]
    pub(super) fn next(&mut self) -> Option<Value> {
        self.left.next()
    }

    /// The step to the element that was read last.
    #[cold]
    #[inline(never)]
    pub(super) fn step(&self) -> Step {
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
pub(super) struct Members {
    left: map::IntoIter,
    count: usize,
    name: String,
    value: Value,
}

impl Members {
    /// The members of an object; an error if the value is not an object.
    pub(super) fn of(value: Value, expected: &dyn Expected) -> Result<Self> {
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

    pub(super) fn end(&self) -> Result<()> {
        match self.left.len() {
            0 => Ok(()),
            _ => Err(ReadError::invalid_length(self.count, &"fewer elements in map")),
        }
    }

    /// Advances to the next member.
    #[inline(never)]
    pub(super) fn next(&mut self) -> bool {
        let next = self.left.next();
        let is_there = next.is_some();
        (self.name, self.value) = next.unwrap_or_default();
        is_there
    }

    /// The value of this member.
    #[inline(never)]
    pub(super) fn value(&mut self) -> Reader {
        Reader(core::mem::take(&mut self.value))
    }

    /// The step to this member.
    #[cold]
    #[inline(never)]
    pub(super) fn step(&mut self) -> Step {
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

/// The name of a member, read as a string, or as the number or boolean that it spells.
pub(super) struct Name<'n>(&'n str);

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
pub(super) struct Variant {
    name: String,
    value: Option<Value>,
}

impl Variant {
    pub(super) fn of(value: Value) -> Result<Self> {
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
