//! [`PatchSchema`] for the lists, sets, arrays and tuples of the standard library, and for
//! `IndexSet`.

use core::hash::{BuildHasher, Hash};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet, LinkedList, VecDeque};
use std::sync::Arc;

use serde::de::Error;
use serde_json::Value;

use crate::describe::PatchSchema;
use crate::json_kind::JsonKind;
use crate::reflect::{ConvertError, Step, ValueParts, ValuePartsMut, list_value, read_items};
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
                let mut others = other.iter();
                for own in self.iter() {
                    match others.next() {
                        Some(other) if own.__same(other) => {}
                        _ => return false,
                    }
                }
                others.next().is_none()
            }

            fn __to_value(&self) -> Result<Value, ConvertError> {
                list_value(self)
            }

            fn __from_value(value: Value) -> Result<Self, ConvertError> {
                Ok(read_list(value)?.into())
            }
        }
    )*};
}

accessed_lists! { Vec<T>, VecDeque<T>, Box<[T]> }

/// The elements in JSON.
fn items_value<'v, T: PatchSchema>(
    items: impl Iterator<Item = &'v T>,
) -> Result<Value, ConvertError> {
    let mut written = Vec::new();
    for (at, item) in items.enumerate() {
        written.push(item.__to_value().map_err(|error| error.within(|| Step::Index(at)))?);
    }
    Ok(Value::Array(written))
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
fn read_list<T: PatchSchema>(value: Value) -> Result<Vec<T>, ConvertError> {
    let mut list = Vec::new();
    match read_items(&mut list, value) {
        Ok(()) => Ok(list),
        Err(error) => Err(error),
    }
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
                Ok(read_list(value)?.into_iter().collect())
            }
        }
    )*};
}

lists! {
    impl<T> for LinkedList<T>, items_value;
    impl<T> for Arc<[T]>, items_value;
    impl<T: Ord> for BTreeSet<T>, items_value;
    impl<T: Eq + Hash, S> for HashSet<T, S>, set_value;
    impl<T: Eq + Hash, S> for indexmap::IndexSet<T, S>, items_value;
}

impl<T: PatchSchema + Clone> PatchSchema for Cow<'static, [T]> {
    const SHAPE: TypeShape = <Vec<T>>::SHAPE;
    const ELEMENT: &'static ObjectShape = T::OBJECT;

    fn __to_value(&self) -> Result<Value, ConvertError> {
        items_value(self.iter())
    }

    fn __from_value(value: Value) -> Result<Self, ConvertError> {
        Ok(read_list(value)?.into())
    }
}

impl<T: PatchSchema, const N: usize> PatchSchema for [T; N] {
    const SHAPE: TypeShape = <Vec<T>>::SHAPE;
    const ELEMENT: &'static ObjectShape = T::OBJECT;

    fn __to_value(&self) -> Result<Value, ConvertError> {
        items_value(self.iter())
    }

    fn __from_value(value: Value) -> Result<Self, ConvertError> {
        read_list::<T>(value)?.try_into().map_err(|items: Vec<T>| {
            Error::invalid_length(items.len(), &format!("an array of length {N}").as_str())
        })
    }
}

/// Tuples: in JSON, lists with elements of several types.
macro_rules! tuples {
    ($($count:literal: $($item:ident $at:tt)*;)*) => {$(
        #[diagnostic::do_not_recommend]
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
                    return Err(ConvertError::unexpected(&value, JsonKind::List.name()));
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
