//! [`Reflect`] and [`Fields`] for every type with a [`PatchSchema`], and the traits for the parts of lists and
//! maps.

use core::any::Any;
use core::hash::BuildHasher;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::describe::PatchSchema;
use crate::reflect::{
    ConvertError, Entries, FieldState, Fields, ItemSource, Items, Reflect, Rows, UNKNOWN_FIELDS,
    ValueParts, ValuePartsMut, arrange,
};
use crate::reflect_flattened::{flattened_at, flattened_at_mut, flattened_map};
use crate::shape::{ObjectShape, TypeShape};

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

    fn type_shape(&self) -> &'static TypeShape {
        &T::SHAPE
    }

    fn to_value(&self) -> Result<Value, ConvertError> {
        self.__to_value()
    }

    fn same_as(&self, other: &dyn Any) -> bool {
        match other.downcast_ref() {
            Some(other) => self.__same(other),
            None => false,
        }
    }

    fn read(&self, value: Value) -> Result<Box<dyn Reflect>, ConvertError> {
        match T::__from_value(value) {
            Ok(value) => Ok(Box::new(value)),
            Err(error) => Err(error),
        }
    }

    fn exchange(&mut self, value: &mut dyn Any) {
        exchange_value(self, value);
    }

    fn fields(&self) -> Option<&dyn Fields> {
        if T::HAS_FIELDS { Some(self) } else { None }
    }

    fn fields_mut(&mut self) -> Option<&mut dyn Fields> {
        if T::HAS_FIELDS { Some(self) } else { None }
    }

    fn keep(&mut self, before: &mut dyn Any, json: &Value) {
        if let Some(before) = before.downcast_mut() {
            self.__keep(before, json);
        }
    }

    fn is_optional(&self) -> bool {
        T::OPTIONAL
    }
}

// Compiled for structs only. The conditions begin with a constant, so that the compiler drops the
// code for flattened fields from structs without them.
impl<T: PatchSchema> Fields for T {
    fn shape(&self) -> &'static ObjectShape {
        T::OBJECT
    }

    fn field(&self, at: usize) -> FieldState<'_> {
        if T::FLATTENS && at >= T::OBJECT.fields.len() {
            return flattened_at(self, at)
                .map_or(FieldState::Closed, |(fields, at)| fields.field(at));
        }
        self.__field(at)
    }

    fn field_mut(&mut self, at: usize) -> Option<&mut dyn Reflect> {
        if at == UNKNOWN_FIELDS {
            return self.__unknown_fields_mut();
        }
        if T::FLATTENS && at >= T::OBJECT.fields.len() {
            let (fields, at) = flattened_at_mut(self, at)?;
            return fields.field_mut(at);
        }
        self.__field_mut(at)
    }

    fn default_of(&self, at: usize) -> Option<Box<dyn Any>> {
        if T::FLATTENS && at >= T::OBJECT.fields.len() {
            let (fields, at) = flattened_at(self, at)?;
            return fields.default_of(at);
        }
        self.__default_of(at)
    }

    fn has_default_leaf(&self, at: usize) -> bool {
        if T::FLATTENS && at >= T::OBJECT.fields.len() {
            return flattened_at(self, at).is_none_or(|(fields, at)| fields.has_default_leaf(at));
        }
        self.__has_default_leaf(at)
    }

    fn read_leaf(&self, at: usize, value: Value) -> Result<Box<dyn Any>, ConvertError> {
        if T::FLATTENS && at >= T::OBJECT.fields.len() {
            let (fields, at) = flattened_at(self, at).ok_or(ConvertError::Unknown)?;
            return fields.read_leaf(at, value);
        }
        self.__read_leaf(at, value)
    }

    fn exchange_leaf(&mut self, at: usize, value: &mut dyn Any) {
        if T::FLATTENS && at >= T::OBJECT.fields.len() {
            if let Some((fields, at)) = flattened_at_mut(self, at) {
                fields.exchange_leaf(at, value);
            }
            return;
        }
        self.__exchange_leaf(at, value);
    }

    fn constants(&self) -> &'static [(&'static str, &'static str)] {
        T::CONSTANTS
    }

    fn flattened_map(&self) -> Option<(usize, &dyn Entries)> {
        if T::FLATTENS {
            return flattened_map(self);
        }
        match self.__unknown_fields() {
            Some(fields) => Some((UNKNOWN_FIELDS, fields)),
            None => None,
        }
    }
}

/// Puts a value into a box.
pub fn boxed_value<T: 'static>(value: T) -> Box<dyn Any> {
    Box::new(value)
}

/// The value in the box; `None` if it is of a different type, which callers never pass.
fn unboxed<T: 'static>(value: Box<dyn Any>) -> Option<T> {
    match value.downcast() {
        Ok(value) => Some(*value),
        Err(_) => None,
    }
}

/// Exchanges two values of the same type.
pub fn exchange_value<T: 'static>(value: &mut T, other: &mut dyn Any) {
    if let Some(other) = other.downcast_mut() {
        core::mem::swap(value, other);
    }
}

/// [`Items`] for a list; the last argument is how it is rearranged.
macro_rules! items {
    ($list:ty, $self:ident $sources:ident $arrange:block) => {
        impl<T: PatchSchema> Items for $list {
            fn count(&self) -> usize {
                self.len()
            }

            fn item(&self, at: usize) -> Option<&dyn Reflect> {
                match self.get(at) {
                    Some(item) => Some(item),
                    None => None,
                }
            }

            fn item_mut(&mut self, at: usize) -> Option<&mut dyn Reflect> {
                match self.get_mut(at) {
                    Some(item) => Some(item),
                    None => None,
                }
            }

            fn read_item(&self, value: Value) -> Result<Box<dyn Reflect>, ConvertError> {
                match T::__from_value(value) {
                    Ok(value) => Ok(Box::new(value)),
                    Err(error) => Err(error),
                }
            }

            fn arrange(&mut $self, $sources: Vec<ItemSource>) $arrange
        }
    };
}

items!(Vec<T>, self sources {
    arrange(self, sources);
});
items!(VecDeque<T>, self sources {
    let mut items = Vec::from(core::mem::take(self));
    arrange(&mut items, sources);
    *self = items.into();
});
items!(Box<[T]>, self sources {
    let mut items = Vec::from(core::mem::take(self));
    arrange(&mut items, sources);
    *self = items.into();
});

impl<T: PatchSchema> Rows for Vec<T> {
    fn add(&mut self, item: Box<dyn Any>) {
        if let Some(item) = unboxed(item) {
            self.push(item);
        }
    }

    fn exchange_items(&mut self, one: usize, other: usize) {
        if one < self.len() && other < self.len() {
            #[expect(clippy::disallowed_methods, reason = "both are in the list")]
            self.swap(one, other);
        }
    }

    fn cut(&mut self, count: usize) {
        self.truncate(count);
    }
}

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
                match <$value>::__from_value(value) {
                    Ok(value) => Ok(Box::new(value)),
                    Err(error) => Err(error),
                }
            }

            fn add_entry(&mut self, key: String, value: Box<dyn Any>) {
                if let Some(value) = unboxed(value) {
                    self.insert(key, value);
                }
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
