//! A custom resource, with the kinds of lists that controllers have, for the tests of manifests
//! and of overlays.
#![allow(dead_code, reason = "each test uses some of it")]

use serde_json::{Value, json};
use smp_core::schema::{FieldRef, TypeKind};
use smp_core::{Options, Schema, TypeRef};
use smp_openapi::CustomResources;

pub(crate) fn types(api_version: &str, name: &str) -> Option<Schema> {
    smp_types::type_schema(api_version, name).cloned()
}

pub(crate) fn manifest(schema: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "webapps.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "WebApp", "plural": "webapps"},
            "scope": "Namespaced",
            "versions": [
                {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}},
                {"name": "v1alpha1", "served": true, "storage": false, "schema": {"openAPIV3Schema": {
                    "type": "object", "x-kubernetes-preserve-unknown-fields": true
                }}}
            ]
        }
    })
}

/// A custom resource with a pod template whose lists have no keys, and a list with two keys,
/// one of which has a default.
pub(crate) fn web_app() -> CustomResources {
    CustomResources::from_value(&manifest(&json!({
        "type": "object",
        "properties": {
            "metadata": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 20}}},
            "spec": {"type": "object", "properties": {
                "template": {"type": "object", "properties": {
                    "metadata": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                    "spec": {"type": "object", "properties": {"containers": {
                        "type": "array", "items": {"type": "object", "properties": {
                            "name": {"type": "string"}, "image": {"type": "string"},
                            "env": {"type": "array", "items": {"type": "object", "properties": {
                                "name": {"type": "string"}, "value": {"type": "string"}
                            }}}
                        }}
                    }}}
                }},
                "listeners": {
                    "type": "array",
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["port", "protocol"],
                    "items": {"type": "object", "required": ["port"], "properties": {
                        "port": {"type": "integer"},
                        "protocol": {"type": "string", "default": "TCP"},
                        "host": {"type": "string"}
                    }}
                },
                "tags": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
                "args": {"type": "array", "x-kubernetes-list-type": "atomic", "items": {"type": "string"}},
                "selector": {
                    "type": "object", "x-kubernetes-map-type": "atomic",
                    "additionalProperties": {"type": "string"}
                },
                "limit": {"x-kubernetes-int-or-string": true},
                "settings": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                "object": {
                    "type": "object", "x-kubernetes-embedded-resource": true,
                    "x-kubernetes-preserve-unknown-fields": true
                }
            }}
        }
    })))
    .expect("a manifest")
}

pub(crate) fn schema(resources: &CustomResources, kind: &str) -> Schema {
    let imported = resources.schema_of("example.com/v1", kind, &types).unwrap().unwrap();
    assert!(imported.warnings.is_empty(), "{:?}", imported.warnings);
    imported.schema
}

pub(crate) fn field<'s>(schema: &'s Schema, path: &str) -> FieldRef<'s> {
    let mut ty: TypeRef<'s> = schema.root();
    let mut found = None;
    for name in path.split('.') {
        let field = ty.field(name).unwrap_or_else(|| panic!("{path}: there is no field {name}"));
        ty = field.ty();
        while let TypeKind::List(inner) = ty.kind() {
            ty = inner;
        }
        found = Some(field);
    }
    found.unwrap()
}

pub(crate) fn apply(schema: &Schema, live: Value, patch: Value) -> Result<Value, String> {
    let options = Options::default();
    smp_core::apply(live, patch, schema.root(), &options).map_err(|error| error.to_string())
}
