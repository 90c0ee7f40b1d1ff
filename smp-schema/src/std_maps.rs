//! [`PatchSchema`] for the maps of the standard library, and for `IndexMap`.

use core::any::Any;
use core::hash::BuildHasher;
use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use crate::describe::PatchSchema;
use crate::reach::{Inside, InsideMut, Refusal, Step};
use crate::shape::TypeShape;

macro_rules! maps {
    ($(impl<$key:ident, $value:ident $(, $hasher:ident)?> for $map:ty, $text_map:ty;)*) => {$(
        impl<
            $key: Send + Sync + 'static,
            $value: PatchSchema
            $(, $hasher: BuildHasher + Default + Send + Sync + 'static)?
        > PatchSchema for $map {
            const SHAPE: TypeShape = TypeShape::map(&$value::SHAPE);

            fn __inside(&self) -> Inside<'_> {
                let map: Option<&$text_map> = (self as &dyn Any).downcast_ref();
                map.map_or(Inside::Whole, |map| Inside::Map(map))
            }

            fn __inside_mut(&mut self) -> InsideMut<'_> {
                let map: Option<&mut $text_map> = (self as &mut dyn Any).downcast_mut();
                map.map_or(InsideMut::Whole, |map| InsideMut::Map(map))
            }

            fn __to_value(&self) -> Result<Value, Refusal> {
                let map: Option<&$text_map> = (self as &dyn Any).downcast_ref();
                map_value(map.ok_or(Refusal::Unknown)?)
            }

            fn __from_value(value: Value) -> Result<Self, Refusal> {
                let map: $text_map = read_map(value)?;
                let map: Box<dyn Any> = Box::new(map);
                // The keys may be of another type.
                map.downcast().map(|map| *map).map_err(|_| Refusal::Unknown)
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
) -> Result<Value, Refusal> {
    let entry = |(key, value): (&String, &V)| {
        let step = || Step::Field(key.clone());
        Ok((key.clone(), value.__to_value().map_err(|error| error.within(step))?))
    };
    map.into_iter().map(entry).collect::<Result<_, _>>().map(Value::Object)
}

/// Reads the entries of a map.
fn read_map<V: PatchSchema, M: FromIterator<(String, V)>>(value: Value) -> Result<M, Refusal> {
    let Value::Object(members) = value else {
        return Err(Refusal::unexpected(&value, "an object"));
    };
    let entry = |(key, value): (String, Value)| match V::__from_value(value) {
        Ok(value) => Ok((key, value)),
        Err(error) => Err(error.within(|| Step::Field(key))),
    };
    members.into_iter().map(entry).collect()
}

impl PatchSchema for Map<String, Value> {
    const SHAPE: TypeShape = TypeShape::map(&TypeShape::ANY);

    fn __inside(&self) -> Inside<'_> {
        Inside::Map(self)
    }

    fn __inside_mut(&mut self) -> InsideMut<'_> {
        InsideMut::Map(self)
    }

    crate::by_serde!();
}
