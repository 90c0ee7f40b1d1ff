//! [`PatchSchema`] for the maps of the standard library, and for `IndexMap`.

use core::any::Any;
use core::hash::{BuildHasher, Hash};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::describe::PatchSchema;
use crate::json_kind::JsonKind;
use crate::keep::member;
use crate::reflect::{ConvertError, Step, ValueParts, ValuePartsMut};
use crate::shape::TypeShape;

macro_rules! maps {
    ($(
        impl<$key:ident: $first:ident $(+ $others:ident)*, $value:ident $(, $hasher:ident)?>
        for $map:ty, $text_map:ty;
    )*) => {$(
        impl<
            $key: $first $(+ $others)* + Send + Sync + 'static,
            $value: PatchSchema
            $(, $hasher: BuildHasher + Default + Send + Sync + 'static)?
        > PatchSchema for $map {
            const SHAPE: TypeShape = TypeShape::map(&$value::SHAPE);

            fn __inside(&self) -> ValueParts<'_> {
                let map: Option<&$text_map> = (self as &dyn Any).downcast_ref();
                map.map_or(ValueParts::Whole, |map| ValueParts::Map(map))
            }

            fn __inside_mut(&mut self) -> ValuePartsMut<'_> {
                let map: Option<&mut $text_map> = (self as &mut dyn Any).downcast_mut();
                map.map_or(ValuePartsMut::Whole, |map| ValuePartsMut::Map(map))
            }

            fn __keep(&mut self, before: &mut Self, json: &Value) {
                for (key, read) in self.iter_mut() {
                    if let (Some(before), Some(name)) = (before.get_mut(key), key_text(key)) {
                        read.__keep(before, member(json, &name));
                    }
                }
            }

            fn __to_value(&self) -> Result<Value, ConvertError> {
                // Collecting would sort the members, and compile code for each type of values.
                let mut members = Map::new();
                for (key, value) in self {
                    let name = key_text(key).ok_or(ConvertError::Unknown)?;
                    match value.__to_value() {
                        Ok(value) => members.insert(name, value),
                        Err(error) => return Err(error.within(|| Step::Field(name))),
                    };
                }
                Ok(Value::Object(members))
            }

            fn __from_value(value: Value) -> Result<Self, ConvertError> {
                let Value::Object(members) = value else {
                    return Err(ConvertError::unexpected(&value, JsonKind::Object.name()));
                };
                // Not collected, as in `__to_value`.
                let mut map = Self::default();
                for (name, value) in members {
                    match (read_key(&name), $value::__from_value(value)) {
                        (Ok(key), Ok(value)) => map.insert(key, value),
                        (Err(error), _) | (_, Err(error)) => {
                            return Err(error.within(|| Step::Field(name)));
                        }
                    };
                }
                Ok(map)
            }
        }
    )*};
}

maps! {
    impl<K: Ord, V> for BTreeMap<K, V>, BTreeMap<String, V>;
    impl<K: Eq + Hash, V, S> for HashMap<K, V, S>, HashMap<String, V, S>;
    impl<K: Eq + Hash, V, S> for indexmap::IndexMap<K, V, S>, indexmap::IndexMap<String, V, S>;
}

/// Converts keys to their text in JSON and back, for key types whose JSON form is known.
macro_rules! keys {
    (strings: $($text:ty),*; others: $($other:ty),*;) => {
        fn key_text(key: &dyn Any) -> Option<String> {
            $(if let Some(key) = key.downcast_ref::<$text>() {
                return Some(String::from(&**key));
            })*
            $(if let Some(key) = key.downcast_ref::<$other>() {
                return Some(key.to_string());
            })*
            None
        }

        /// Fills an `Option` with the key that a text spells; `None` if the key type is not known.
        fn fill_key(slot: &mut dyn Any, text: &str) -> Option<()> {
            $(if let Some(slot) = slot.downcast_mut::<Option<$text>>() {
                *slot = Some(text.to_owned().into());
                return Some(());
            })*
            $(if let Some(slot) = slot.downcast_mut::<Option<$other>>() {
                // As serde, which refuses `+1`.
                *slot = text.parse().ok().filter(|key: &$other| key.to_string() == text);
                return Some(());
            })*
            None
        }
    };
}

keys! {
    strings: String, Box<str>, Arc<str>, Cow<'static, str>;
    others: u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, char, bool;
}

fn read_key<K: 'static>(text: &str) -> Result<K, ConvertError> {
    let mut key: Option<K> = None;
    fill_key(&mut key, text).ok_or(ConvertError::Unknown)?;
    let expected = core::any::type_name::<K>();
    key.ok_or_else(|| ConvertError::unexpected(&Value::from(text), expected))
}

#[diagnostic::do_not_recommend]
impl PatchSchema for Map<String, Value> {
    const SHAPE: TypeShape = TypeShape::map(&TypeShape::ANY);

    fn __inside(&self) -> ValueParts<'_> {
        ValueParts::Map(self)
    }

    fn __inside_mut(&mut self) -> ValuePartsMut<'_> {
        ValuePartsMut::Map(self)
    }

    crate::by_serde!();
}
