//! Rust values from a [`Tree`], as `serde_json` reads a `Value`. Two cases are not supported, so
//! that the caller uses a `Value`: numbers that are read from strings (keys of maps), and variants
//! with fields.

use core::slice::Iter;
use std::borrow::Cow;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::write::PRIVATE;
use super::{NotSupported, Tree};

type Result<T> = core::result::Result<T, NotSupported>;

macro_rules! numbers {
    ($($function:ident)*) => {$(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self {
                Tree::Unsigned(number) => visitor.visit_u64(*number),
                Tree::Negative(number) => visitor.visit_i64(*number),
                Tree::Float(number) => visitor.visit_f64(*number),
                _ => Err(NotSupported::Form),
            }
        }
    )*};
}

macro_rules! strings {
    ($($function:ident)*) => {$(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self {
                Tree::String(text) => visitor.visit_borrowed_str(text),
                _ => Err(NotSupported::Form),
            }
        }
    )*};
}

macro_rules! refused {
    ($($function:ident)*) => {$(
        fn $function<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
            Err(NotSupported::Form)
        }
    )*};
}

impl<'de> Deserializer<'de> for &'de Tree {
    type Error = NotSupported;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(value) => visitor.visit_bool(*value),
            Tree::Unsigned(number) => visitor.visit_u64(*number),
            Tree::Negative(number) => visitor.visit_i64(*number),
            Tree::Float(number) => visitor.visit_f64(*number),
            Tree::String(text) => visitor.visit_borrowed_str(text),
            Tree::List(_) => self.deserialize_seq(visitor),
            Tree::Object(_) => self.deserialize_map(visitor),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64
    }

    strings! {
        deserialize_char deserialize_str deserialize_string deserialize_identifier
    }

    refused! {
        deserialize_i128 deserialize_u128 deserialize_bytes deserialize_byte_buf
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Tree::Bool(value) => visitor.visit_bool(*value),
            _ => Err(NotSupported::Form),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Tree::Null => visitor.visit_unit(),
            _ => Err(NotSupported::Form),
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
        if name.starts_with(PRIVATE) {
            return Err(NotSupported::Form);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Tree::List(items) = self else { return Err(NotSupported::Form) };
        let mut items = Items(items.iter());
        let value = visitor.visit_seq(&mut items)?;
        if items.0.len() == 0 { Ok(value) } else { Err(NotSupported::Form) }
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

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Tree::Object(members) = self else { return Err(NotSupported::Form) };
        let mut entries = Entries { rest: members.0.iter(), value: None };
        let value = visitor.visit_map(&mut entries)?;
        if entries.rest.len() == 0 { Ok(value) } else { Err(NotSupported::Form) }
    }

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
        match self {
            Tree::String(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            _ => Err(NotSupported::Form),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

struct Items<'de>(Iter<'de, Tree>);

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = NotSupported;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries<'de> {
    rest: Iter<'de, (Cow<'static, str>, Tree)>,
    /// The value of the entry whose name was read.
    value: Option<&'de Tree>,
}

impl<'de> MapAccess<'de> for &mut Entries<'de> {
    type Error = NotSupported;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Name(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        seed.deserialize(self.value.take().ok_or(NotSupported::Form)?)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The name of a member.
struct Name<'de>(&'de str);

impl<'de> Deserializer<'de> for Name<'de> {
    type Error = NotSupported;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_borrowed_str(self.0)
    }

    // `serde_json` reads such keys from the text of the name.
    refused! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_u128 deserialize_f32 deserialize_f64
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
        visitor.visit_enum(BorrowedStrDeserializer::new(self.0))
    }

    serde::forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}
