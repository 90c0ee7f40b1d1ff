//! The JSON that serde writes for a value. Sets that have no order of their own are sorted, at any
//! depth: equal sets are equal JSON.

use core::any::type_name;

use serde::Serialize;
use serde::ser::{self, Error as _, Serializer};
use serde_json::Value;

use crate::reflect::ConvertError;

/// Writes a value by serde. `O(n)`, and `O(n log n)` for sets without order.
///
/// # Errors
///
/// If serde can't write it.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, ConvertError> {
    Ok(written(value)?)
}

fn written<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Value> {
    value.serialize(Sorted(serde_json::value::Serializer))
}

/// Whether elements are taken from a hash table of the standard library or of `hashbrown`, which
/// `HashSet`s are: every `Serialize` of a set passes the set, or its iterator.
fn is_unordered<I>() -> bool {
    let name = type_name::<I>().trim_start_matches('&');
    let name = name.split('<').next().unwrap_or_default();
    name.starts_with("std::collections::hash::") || name.starts_with("hashbrown::")
}

/// A serializer, or a part of one, and the values that are passed to it.
struct Sorted<S>(S);

impl<T: Serialize + ?Sized> Serialize for Sorted<&T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Sorted(to))
    }
}

macro_rules! scalars {
    ($($name:ident: $ty:ty),* $(,)?) => {$(
        fn $name(self, value: $ty) -> Result<S::Ok, S::Error> {
            self.0.$name(value)
        }
    )*};
}

macro_rules! opened {
    ($($name:ident($($argument:ident: $ty:ty),*) -> $part:ident;)*) => {$(
        fn $name(self, $($argument: $ty),*) -> Result<Self::$part, S::Error> {
            self.0.$name($($argument),*).map(Sorted)
        }
    )*};
}

type Name = &'static str;

impl<S: Serializer> Serializer for Sorted<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Sorted<S::SerializeSeq>;
    type SerializeTuple = Sorted<S::SerializeTuple>;
    type SerializeTupleStruct = Sorted<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Sorted<S::SerializeTupleVariant>;
    type SerializeMap = Sorted<S::SerializeMap>;
    type SerializeStruct = Sorted<S::SerializeStruct>;
    type SerializeStructVariant = Sorted<S::SerializeStructVariant>;

    scalars! {
        serialize_bool: bool, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8],
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_i128: i128, serialize_u128: u128, serialize_f32: f32, serialize_f64: f64,
        serialize_unit_struct: Name,
    }

    opened! {
        serialize_seq(len: Option<usize>) -> SerializeSeq;
        serialize_tuple(len: usize) -> SerializeTuple;
        serialize_tuple_struct(name: Name, len: usize) -> SerializeTupleStruct;
        serialize_tuple_variant(name: Name, at: u32, variant: Name, len: usize)
            -> SerializeTupleVariant;
        serialize_map(len: Option<usize>) -> SerializeMap;
        serialize_struct(name: Name, len: usize) -> SerializeStruct;
        serialize_struct_variant(name: Name, at: u32, variant: Name, len: usize)
            -> SerializeStructVariant;
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit()
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&Sorted(value))
    }

    fn serialize_unit_variant(self, name: Name, at: u32, variant: Name) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit_variant(name, at, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: Name,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_struct(name, &Sorted(value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: Name,
        at: u32,
        variant: Name,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_variant(name, at, variant, &Sorted(value))
    }

    fn collect_seq<I: IntoIterator<Item: Serialize>>(self, items: I) -> Result<S::Ok, S::Error> {
        if !is_unordered::<I>() {
            return self.0.collect_seq(items.into_iter().map(Item));
        }
        let items = items.into_iter().map(|item| written(&item));
        let mut items: Vec<Value> = items.collect::<Result<_, _>>().map_err(S::Error::custom)?;
        items.sort_by_cached_key(Value::to_string);
        self.0.collect_seq(items)
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// An element that an iterator owns.
struct Item<T>(T);

impl<T: Serialize> Serialize for Item<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Sorted(to))
    }
}

macro_rules! parts {
    ($($part:ident: $($name:ident($($key:ident: $ty:ty)?)),*;)*) => {$(
        impl<P: ser::$part> ser::$part for Sorted<P> {
            type Ok = P::Ok;
            type Error = P::Error;

            $(fn $name<T: Serialize + ?Sized>(
                &mut self,
                $($key: $ty,)?
                value: &T,
            ) -> Result<(), P::Error> {
                self.0.$name($($key,)? &Sorted(value))
            })*

            fn end(self) -> Result<P::Ok, P::Error> {
                self.0.end()
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeMap: serialize_key(), serialize_value();
    SerializeStruct: serialize_field(key: Name);
    SerializeStructVariant: serialize_field(key: Name);
}
