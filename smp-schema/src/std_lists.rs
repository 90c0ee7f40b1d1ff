//! [`PatchSchema`] for the lists, sets, arrays and tuples of the standard library, and for
//! `IndexSet`.

use core::hash::{BuildHasher, Hash};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet, LinkedList, VecDeque};
use std::sync::Arc;

use serde::de::Error;
use serde_json::Value;

use crate::describe::PatchSchema;
use crate::reflect::{ConvertError, Step, ValueParts, ValuePartsMut};
use crate::shape::{ObjectShape, TypeShape};

/// Lists whose elements can be accessed.
macro_rules! accessed_lists {
    ($($list:ty),*) => {$(
        impl<T: PatchSchema> PatchSchema for $list {
            const SHAPE: TypeShape = TypeShape::list(&T::SHAPE);
            const ELEMENT: &'static ObjectShape = T::OBJECT;

            fn __inside(&self) -> ValueParts<'_> {
                ValueParts::List(self)
            }

            fn __inside_mut(&mut self) -> ValuePartsMut<'_> {
                ValuePartsMut::List(self)
            }

            fn __same(&self, other: &Self) -> bool {
                self.len() == other.len()
                    && self.iter().zip(other.iter()).all(|(own, other)| own.__same(other))
            }

            fn __to_value(&self) -> Result<Value, ConvertError> {
                list_value(self.iter())
            }

            fn __from_value(value: Value) -> Result<Self, ConvertError> {
                read_list(value)
            }
        }
    )*};
}

accessed_lists! { Vec<T>, VecDeque<T>, Box<[T]> }

/// The elements in JSON.
fn list_value<'v, T: PatchSchema>(
    items: impl Iterator<Item = &'v T>,
) -> Result<Value, ConvertError> {
    let item = |(at, item): (usize, &T)| {
        item.__to_value().map_err(|error| error.within(|| Step::Index(at)))
    };
    items.enumerate().map(item).collect()
}

/// The elements in JSON, sorted by their text: a set has no order of its own.
fn set_value<'v, T: PatchSchema>(
    items: impl Iterator<Item = &'v T>,
) -> Result<Value, ConvertError> {
    let mut items = items.map(T::__to_value).collect::<Result<Vec<_>, _>>()?;
    items.sort_by_cached_key(Value::to_string);
    Ok(items.into())
}

/// Reads the elements of a list.
fn read_list<T: PatchSchema, L: FromIterator<T>>(value: Value) -> Result<L, ConvertError> {
    let Value::Array(items) = value else {
        return Err(ConvertError::unexpected(&value, "a list"));
    };
    let item = |(at, item)| {
        T::__from_value(item).map_err(|error: ConvertError| error.within(|| Step::Index(at)))
    };
    items.into_iter().enumerate().map(item).collect()
}

macro_rules! lists {
    ($(impl<$item:ident$(: $first:ident $(+ $others:ident)*)? $(, $hasher:ident)?> for $list:ty, $write:ident;)*) => {$(
        impl<
            $item: PatchSchema $(+ $first $(+ $others)*)?
            $(, $hasher: BuildHasher + Default + Send + Sync + 'static)?
        > PatchSchema for $list {
            const SHAPE: TypeShape = TypeShape::list(&$item::SHAPE);
            const ELEMENT: &'static ObjectShape = $item::OBJECT;

            fn __to_value(&self) -> Result<Value, ConvertError> {
                $write(self.iter())
            }

            fn __from_value(value: Value) -> Result<Self, ConvertError> {
                read_list(value)
            }
        }
    )*};
}

lists! {
    impl<T> for LinkedList<T>, list_value;
    impl<T> for Arc<[T]>, list_value;
    impl<T: Ord> for BTreeSet<T>, list_value;
    impl<T: Eq + Hash, S> for HashSet<T, S>, set_value;
    impl<T: Eq + Hash, S> for indexmap::IndexSet<T, S>, list_value;
}

impl<T: PatchSchema + Clone> PatchSchema for Cow<'static, [T]> {
    const SHAPE: TypeShape = <Vec<T>>::SHAPE;
    const ELEMENT: &'static ObjectShape = T::OBJECT;

    fn __to_value(&self) -> Result<Value, ConvertError> {
        list_value(self.iter())
    }

    fn __from_value(value: Value) -> Result<Self, ConvertError> {
        read_list(value)
    }
}

impl<T: PatchSchema, const N: usize> PatchSchema for [T; N] {
    const SHAPE: TypeShape = <Vec<T>>::SHAPE;
    const ELEMENT: &'static ObjectShape = T::OBJECT;

    fn __to_value(&self) -> Result<Value, ConvertError> {
        list_value(self.iter())
    }

    fn __from_value(value: Value) -> Result<Self, ConvertError> {
        read_list::<T, Vec<T>>(value)?.try_into().map_err(|items: Vec<T>| {
            Error::invalid_length(items.len(), &format!("an array of length {N}").as_str())
        })
    }
}

/// Tuples: in JSON, lists with elements of several types.
macro_rules! tuples {
    ($($count:literal: $($item:ident $at:tt)*;)*) => {$(
        impl<$($item: PatchSchema),*> PatchSchema for ($($item,)*) {
            const SHAPE: TypeShape = TypeShape::list(&TypeShape::ANY);
            const OBJECT: &'static ObjectShape = ObjectShape::TUPLE;

            fn __to_value(&self) -> Result<Value, ConvertError> {
                let written = [$((self.$at.__to_value(), $at)),*];
                let item = |(item, at): (Result<Value, ConvertError>, _)| {
                    item.map_err(|error| error.within(|| Step::Index(at)))
                };
                written.into_iter().map(item).collect()
            }

            fn __from_value(value: Value) -> Result<Self, ConvertError> {
                let Value::Array(items) = value else {
                    return Err(ConvertError::unexpected(&value, "a list"));
                };
                let items: [Value; $count] = items.try_into().map_err(|items: Vec<Value>| {
                    let expected = format!("a list of length {}", $count);
                    ConvertError::invalid_length(items.len(), &expected.as_str())
                })?;
                let mut items = items.into_iter();
                let mut next = || items.next().unwrap_or_default();
                Ok(($(
                    $item::__from_value(next())
                        .map_err(|error| error.within(|| Step::Index($at)))?,
                )*))
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
    5: A 0 B 1 C 2 D 3 E 4;
    6: A 0 B 1 C 2 D 3 E 4 F 5;
    7: A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    8: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
}
