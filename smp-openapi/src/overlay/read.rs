//! Deserializes overlays. The code is written by hand: serde's derive would make the crate
//! depend on procedural macros, which take longer to build than the rest of the crate.

use core::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::{FieldChange, FieldChanges, KeyWithDefault, MapKey, Overlay};
use smp_schema::Limits;

const OVERLAY: &[&str] = &["apiVersion", "kind", "fields"];
const CHANGE: &[&str] = &["type", "strategy", "mergeKey", "listType", "listMapKeys", "unions"];
const KEY: &[&str] = &["name", "default"];

impl<'de> Deserialize<'de> for Overlay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfOverlay;
        impl<'de> Visitor<'de> for OfOverlay {
            type Value = Overlay;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an overlay, which is an object with `fields`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Overlay, A::Error> {
                let (mut api_version, mut kind, mut fields) = (None, None, None);
                while let Some(name) = map.next_key_seed(OneOf(OVERLAY))? {
                    match name {
                        "apiVersion" => once(name, &mut api_version, &mut map)?,
                        "kind" => once(name, &mut kind, &mut map)?,
                        _ => once(name, &mut fields, &mut map)?,
                    }
                }
                Ok(Overlay {
                    api_version: api_version.flatten(),
                    kind: kind.flatten(),
                    fields: fields.ok_or_else(|| A::Error::missing_field("fields"))?,
                    limits: Limits::default(),
                })
            }
        }
        deserializer.deserialize_struct("Overlay", OVERLAY, OfOverlay)
    }
}

impl<'de> Deserialize<'de> for FieldChanges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ByPath;
        impl<'de> Visitor<'de> for ByPath {
            type Value = FieldChanges;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of changes by path")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FieldChanges, A::Error> {
                let mut changes = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    changes.push(entry);
                }
                Ok(FieldChanges(changes))
            }
        }
        deserializer.deserialize_map(ByPath)
    }
}

impl<'de> Deserialize<'de> for FieldChange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfField;
        impl<'de> Visitor<'de> for OfField {
            type Value = FieldChange;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the changes of a field, which are an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FieldChange, A::Error> {
                let (mut ty, mut strategy, mut merge_key) = (None, None, None);
                let (mut list_type, mut list_map_keys, mut unions) = (None, None, None);
                while let Some(name) = map.next_key_seed(OneOf(CHANGE))? {
                    match name {
                        "type" => once(name, &mut ty, &mut map)?,
                        "strategy" => once(name, &mut strategy, &mut map)?,
                        "mergeKey" => once(name, &mut merge_key, &mut map)?,
                        "listType" => once(name, &mut list_type, &mut map)?,
                        "listMapKeys" => once(name, &mut list_map_keys, &mut map)?,
                        _ => once(name, &mut unions, &mut map)?,
                    }
                }
                Ok(FieldChange {
                    ty: ty.flatten(),
                    strategy: strategy.flatten(),
                    merge_key: merge_key.flatten(),
                    list_type: list_type.flatten(),
                    list_map_keys: list_map_keys.flatten(),
                    unions: unions.flatten(),
                })
            }
        }
        deserializer.deserialize_struct("FieldChange", CHANGE, OfField)
    }
}

impl<'de> Deserialize<'de> for MapKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfList;
        impl<'de> Visitor<'de> for OfList {
            type Value = MapKey;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a key, or an object with `name` and `default`")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<MapKey, E> {
                Ok(MapKey::Name(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MapKey, A::Error> {
                let (mut key, mut default) = (None, None);
                while let Some(name) = map.next_key_seed(OneOf(KEY))? {
                    match name {
                        "name" => once(name, &mut key, &mut map)?,
                        _ => once(name, &mut default, &mut map)?,
                    }
                }
                Ok(MapKey::Default(KeyWithDefault {
                    name: key.ok_or_else(|| A::Error::missing_field("name"))?,
                    default: default.ok_or_else(|| A::Error::missing_field("default"))?,
                }))
            }
        }
        deserializer.deserialize_any(OfList)
    }
}

/// Reads the value of a member that may occur only once.
fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    name: &'static str,
    value: &mut Option<T>,
    map: &mut A,
) -> Result<(), A::Error> {
    if value.is_some() {
        return Err(A::Error::duplicate_field(name));
    }
    *value = Some(map.next_value()?);
    Ok(())
}

/// Reads one of these names; any other is an error.
struct OneOf(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for OneOf {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for OneOf {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<&'static str, E> {
        let found = self.0.iter().find(|known| **known == name);
        found.copied().ok_or_else(|| E::unknown_field(name, self.0))
    }
}
