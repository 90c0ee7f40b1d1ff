//! [`PatchSchema`] for the maps of the standard library, and for `IndexMap`.

use core::any::Any;
use core::hash::BuildHasher;
use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use crate::describe::PatchSchema;
use crate::reflect::{ConvertError, Step, ValueParts, ValuePartsMut};
use crate::shape::TypeShape;

macro_rules! maps {
    ($(impl<$key:ident, $value:ident $(, $hasher:ident)?> for $map:ty, $text_map:ty;)*) => {$(
        impl<
            $key: Send + Sync + 'static,
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

            fn __to_value(&self) -> Result<Value, ConvertError> {
                let map: Option<&$text_map> = (self as &dyn Any).downcast_ref();
                map_value(map.ok_or(ConvertError::Unknown)?)
            }

            fn __from_value(value: Value) -> Result<Self, ConvertError> {
                let map: $text_map = read_map(value)?;
                let map: Box<dyn Any> = Box::new(map);
                // The keys may be of another type.
                map.downcast().map(|map| *map).map_err(|_| ConvertError::Unknown)
            }
        }
    )*};
}

maps! {
    impl<K, V> for BTreeMap<K, V>, BTreeMap<String, V>;
    impl<K, V, S> for HashMap<K, V, S>, HashMap<String, V, S>;
    impl<K, V, S> for indexmap::IndexMap<K, V, S>, indexmap::IndexMap<String, V, S>;
}

/// The entries in JSON.
fn map_value<'m, V: PatchSchema>(
    map: impl IntoIterator<Item = (&'m String, &'m V)>,
) -> Result<Value, ConvertError> {
    let entry = |(key, value): (&String, &V)| {
        let step = || Step::Field(key.clone());
        Ok((key.clone(), value.__to_value().map_err(|error| error.within(step))?))
    };
    map.into_iter().map(entry).collect::<Result<_, _>>().map(Value::Object)
}

/// Reads the entries of a map.
fn read_map<V: PatchSchema, M: FromIterator<(String, V)>>(value: Value) -> Result<M, ConvertError> {
    let Value::Object(members) = value else {
        return Err(ConvertError::unexpected(&value, "an object"));
    };
    let entry = |(key, value): (String, Value)| match V::__from_value(value) {
        Ok(value) => Ok((key, value)),
        Err(error) => Err(error.within(|| Step::Field(key))),
    };
    members.into_iter().map(entry).collect()
}

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
