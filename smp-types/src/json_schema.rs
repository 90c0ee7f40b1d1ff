//! JSON schemas of the types (feature `schemars`), so that custom resources of `kube` can use them.
//! They are structural, as definitions of custom resources require, and have the list types of
//! Kubernetes, which decide how server-side apply merges lists.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};
use smp_schema::__private::{DefaultShape, Metadata, ObjectShape, Place};
use smp_schema::ListType;

use crate::{
    ByteString, EmptyObject, FieldsV1, IntOrString, Json, MicroTime, Quantity, RawExtension, Time,
};

/// The schema of a struct, from the schemas of its fields in the order of declaration. A field
/// that isn't an `Option` is required.
pub fn object(shape: &ObjectShape, fields: impl IntoIterator<Item = Schema>) -> Schema {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (field, mut schema) in shape.fields.iter().zip(fields) {
        let (Place::Named(name) | Place::OneWay(name)) = field.place else { continue };
        if let Some(object) = schema.as_object_mut() {
            write_list_type(object, field.metadata);
        }
        if !field.shape.is_optional() {
            required.push(Value::from(name));
        }
        properties.insert(name.to_owned(), schema.to_value());
    }
    let mut schema = json_schema!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema
}

/// Adds `x-kubernetes-list-type`, and the keys of a list that is a map. A key must be required in its
/// elements, or must have a default. If the API has no default, the default is the empty string, as
/// in the definitions that Kubernetes' own tools make.
fn write_list_type(schema: &mut Map<String, Value>, metadata: &Metadata) {
    let Some(list_type) = metadata.list_type else { return };
    schema.insert("x-kubernetes-list-type".to_owned(), list_type.as_str().into());
    if list_type != ListType::Map {
        return;
    }
    let keys: Vec<_> = metadata.list_map_keys.iter().map(|(key, _)| Value::from(*key)).collect();
    schema.insert("x-kubernetes-list-map-keys".to_owned(), keys.into());
    let Some(items) = schema.get_mut("items").and_then(Value::as_object_mut) else { return };
    for (key, default) in metadata.list_map_keys {
        let required = items.get("required").and_then(Value::as_array);
        let is_required = required.is_some_and(|all| all.iter().any(|name| name == key));
        let properties = items.get_mut("properties").and_then(Value::as_object_mut);
        let property = properties.and_then(|all| all.get_mut(*key)).and_then(Value::as_object_mut);
        let Some(property) = property.filter(|_| !is_required) else { continue };
        // A key is never null.
        if let Some(Value::Array(types)) = property.get("type")
            && let Some(own) = types.iter().find(|own| *own != "null").cloned()
        {
            property.insert("type".to_owned(), own);
        }
        let default = match default {
            None => Value::from(""),
            Some(DefaultShape::String(text)) => Value::from(*text),
            Some(DefaultShape::Integer(number)) => Value::from(*number),
            Some(DefaultShape::Boolean(value)) => Value::from(*value),
        };
        property.insert("default".to_owned(), default);
    }
}

/// Types without fields.
macro_rules! leaves {
    ($($ty:ident: $schema:tt;)*) => {$(
        impl JsonSchema for $ty {
            fn schema_name() -> Cow<'static, str> {
                stringify!($ty).into()
            }

            fn schema_id() -> Cow<'static, str> {
                concat!("smp_types::", stringify!($ty)).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

leaves! {
    ByteString: {"type": "string", "format": "byte"};
    EmptyObject: {"type": "object", "x-kubernetes-preserve-unknown-fields": true};
    FieldsV1: {"type": "object", "x-kubernetes-preserve-unknown-fields": true};
    IntOrString: {"x-kubernetes-int-or-string": true};
    Json: {"x-kubernetes-preserve-unknown-fields": true};
    MicroTime: {"type": "string", "format": "date-time"};
    Quantity: {"x-kubernetes-int-or-string": true};
    RawExtension: {"type": "object", "x-kubernetes-preserve-unknown-fields": true};
    Time: {"type": "string", "format": "date-time"};
}
