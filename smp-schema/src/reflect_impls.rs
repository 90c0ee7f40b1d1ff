//! [`Reflect`] and [`Fields`] for every type with a [`PatchSchema`], and the traits for the parts of lists and
//! maps.

use core::any::Any;
use core::hash::BuildHasher;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::describe::PatchSchema;
use crate::reflect::{
    ConvertError, Entries, FieldState, Fields, ItemSource, Items, Reflect, UNKNOWN_FIELDS,
    ValueParts, ValuePartsMut,
};
use crate::reflect_flattened::{flattened_at, flattened_at_mut, flattened_map};
use crate::shape::ObjectShape;

impl<T: PatchSchema> Reflect for T {
    fn inside(&self) -> ValueParts<'_> {
        self.__inside()
    }

    fn inside_mut(&mut self) -> ValuePartsMut<'_> {
        self.__inside_mut()
    }

    fn shape(&self) -> &'static ObjectShape {
        T::OBJECT
    }

    fn to_value(&self) -> Result<Value, ConvertError> {
        self.__to_value()
    }

    fn same_as(&self, other: &dyn Any) -> bool {
        other.downcast_ref().is_some_and(|other| self.__same(other))
    }

    fn read(&self, value: Value) -> Result<Box<dyn Reflect>, ConvertError> {
        boxed(T::__from_value(value))
    }

    fn put(&mut self, value: Box<dyn Any>) {
        put_value(self, value);
    }

    fn put_merged(&mut self, value: Box<dyn Any>, json: &Value) {
        if let Some(mut value) = unboxed::<T>(value) {
            value.__keep(self, json);
            *self = value;
        }
    }

    fn keep(&mut self, before: &mut dyn Any, json: &Value) {
        if let Some(before) = before.downcast_mut() {
            self.__keep(before, json);
        }
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn fields(&self) -> &dyn Fields {
        self
    }

    fn absent(&self) -> Option<Box<dyn Any>> {
        T::__absent().map(boxed_value)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

impl<T: PatchSchema> Fields for T {
    fn shape(&self) -> &'static ObjectShape {
        T::OBJECT
    }

    fn field(&self, at: usize) -> FieldState<'_> {
        if is_flattened::<T>(at) {
            return flattened_at(self, at)
                .map_or(FieldState::Closed, |(fields, at)| fields.field(at));
        }
        self.__field(at)
    }

    fn field_mut(&mut self, at: usize) -> Option<&mut dyn Reflect> {
        if is_flattened::<T>(at) {
            let (fields, at) = flattened_at_mut(self, at)?;
            return fields.field_mut(at);
        }
        if at == UNKNOWN_FIELDS { self.__unknown_fields_mut() } else { self.__field_mut(at) }
    }

    fn default_of(&self, at: usize) -> Option<Box<dyn Any>> {
        if is_flattened::<T>(at) {
            let (fields, at) = flattened_at(self, at)?;
            return fields.default_of(at);
        }
        self.__default_of(at)
    }

    fn has_default_leaf(&self, at: usize) -> bool {
        if is_flattened::<T>(at) {
            return flattened_at(self, at).is_none_or(|(fields, at)| fields.has_default_leaf(at));
        }
        self.__has_default_leaf(at)
    }

    fn read_leaf(&self, at: usize, value: Value) -> Result<Box<dyn Any>, ConvertError> {
        if is_flattened::<T>(at) {
            let (fields, at) = flattened_at(self, at).ok_or(ConvertError::Unknown)?;
            return fields.read_leaf(at, value);
        }
        self.__read_leaf(at, value)
    }

    fn put_leaf(&mut self, at: usize, value: Box<dyn Any>) {
        if is_flattened::<T>(at) {
            if let Some((fields, at)) = flattened_at_mut(self, at) {
                fields.put_leaf(at, value);
            }
            return;
        }
        self.__put_leaf(at, value);
    }

    fn constant(&self, name: &str) -> Option<&'static str> {
        T::CONSTANTS.iter().find(|(constant, _)| *constant == name).map(|(_, value)| *value)
    }

    fn flattened_map(&self) -> Option<(usize, &dyn Entries)> {
        if T::FLATTENS {
            flattened_map(self)
        } else {
            self.__unknown_fields().map(|fields| (UNKNOWN_FIELDS, fields))
        }
    }
}

/// Whether the field with this index belongs to a flattened type.
fn is_flattened<T: PatchSchema>(at: usize) -> bool {
    T::FLATTENS && at >= T::OBJECT.fields.len()
}

/// A value in a box.
pub fn boxed_value<T: 'static>(value: T) -> Box<dyn Any> {
    Box::new(value)
}

fn boxed<T: PatchSchema>(value: Result<T, ConvertError>) -> Result<Box<dyn Reflect>, ConvertError> {
    value.map(|value| Box::new(value) as Box<dyn Reflect>)
}

/// The value in the box; `None` if it is of another type, which a caller never passes.
fn unboxed<T: 'static>(value: Box<dyn Any>) -> Option<T> {
    value.downcast().ok().map(|value| *value)
}

/// Replaces a value by one of the same type.
pub fn put_value<T: 'static>(to: &mut T, value: Box<dyn Any>) {
    if let Some(value) = unboxed(value) {
        *to = value;
    }
}

/// [`Items`] for a list.
macro_rules! items {
    ($list:ty) => {
        impl<T: PatchSchema> Items for $list {
            fn count(&self) -> usize {
                self.len()
            }

            fn item(&self, at: usize) -> Option<&dyn Reflect> {
                self.get(at).map(|item| item as &dyn Reflect)
            }

            fn item_mut(&mut self, at: usize) -> Option<&mut dyn Reflect> {
                self.get_mut(at).map(|item| item as &mut dyn Reflect)
            }

            fn read_item(&self, value: Value) -> Result<Box<dyn Reflect>, ConvertError> {
                boxed(T::__from_value(value))
            }

            fn arrange(&mut self, items: Vec<ItemSource>) {
                let mut old: Vec<Option<T>> = core::mem::take(self).into_iter().map(Some).collect();
                *self = items
                    .into_iter()
                    .filter_map(|source| match source {
                        ItemSource::Kept(at) => old.get_mut(at)?.take(),
                        ItemSource::New(item) => unboxed(item),
                    })
                    .collect();
            }
        }
    };
}

items!(Vec<T>);
items!(VecDeque<T>);
items!(Box<[T]>);

/// [`Entries`] for a map.
macro_rules! entries {
    ([$($generics:tt)*] $map:ty, $value:ty) => {
        impl<$($generics)*> Entries for $map {
            fn entry(&self, key: &str) -> Option<(&str, &dyn Reflect)> {
                self.get_key_value(key).map(|(key, value)| (key.as_str(), value as &dyn Reflect))
            }

            fn entry_mut(&mut self, key: &str) -> Option<&mut dyn Reflect> {
                self.get_mut(key).map(|value| value as &mut dyn Reflect)
            }

            fn each<'v>(&'v self, visit: &mut dyn FnMut(&'v str, &'v dyn Reflect)) {
                for (key, value) in self {
                    visit(key, value);
                }
            }

            fn read_entry(&self, value: Value) -> Result<Box<dyn Reflect>, ConvertError> {
                boxed(<$value>::__from_value(value))
            }

            fn add_entries(&mut self, entries: Vec<(String, Box<dyn Any>)>) {
                self.extend(
                    entries.into_iter().filter_map(|(key, value)| Some((key, unboxed(value)?))),
                );
            }

            fn remove_entries(&mut self, keys: &HashSet<String>) {
                self.retain(|key, _| !keys.contains(key));
            }
        }
    };
}

entries!([T: PatchSchema] BTreeMap<String, T>, T);
entries!([T: PatchSchema, S: BuildHasher + Default + Send + Sync + 'static] HashMap<String, T, S>, T);
entries!([T: PatchSchema, S: BuildHasher + Default + Send + Sync + 'static] IndexMap<String, T, S>, T);
entries!([] Map<String, Value>, Value);
