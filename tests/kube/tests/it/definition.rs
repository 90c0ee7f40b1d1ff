//! The CRD that kube makes for a custom resource with types of smp-types in it.

use std::collections::BTreeMap;

use kube::{CustomResource, CustomResourceExt};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::PatchSchema;
use smp_openapi::CustomResources;
use smp_types::core_v1::{Pod, PodTemplateSpec};
use smp_types::{IntOrString, Quantity};

#[derive(CustomResource, PatchSchema, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.com", version = "v1", kind = "Runner", namespaced)]
#[kube(derive = "PatchSchema")]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunnerSpec {
    template: PodTemplateSpec,
    foreign: Option<k8s_openapi::api::core::v1::PodTemplateSpec>,
    max_unavailable: Option<IntOrString>,
    limits: BTreeMap<String, Quantity>,
}

fn spec() -> Value {
    let manifest = serde_json::to_value(Runner::crd()).unwrap();
    manifest.pointer("/spec/versions/0/schema/openAPIV3Schema/properties/spec").unwrap().clone()
}

#[test]
fn the_definition_has_the_types_of_the_fields() {
    let spec = spec();
    let template = "/properties/template/properties/spec";
    let container = format!("{template}/properties/containers/items");
    let port = format!("{container}/properties/ports/items");
    let probe = format!("{container}/properties/livenessProbe/properties/httpGet/properties/port");
    for (place, expected) in [
        ("/required".to_owned(), json!(["limits", "template"])),
        ("/properties/maxUnavailable/x-kubernetes-int-or-string".to_owned(), json!(true)),
        (
            "/properties/limits/additionalProperties/x-kubernetes-int-or-string".to_owned(),
            json!(true),
        ),
        (format!("{template}/required"), json!(["containers"])),
        (format!("{template}/properties/containers/type"), json!("array")),
        (format!("{template}/properties/containers/x-kubernetes-list-type"), json!("map")),
        (format!("{template}/properties/containers/x-kubernetes-list-map-keys"), json!(["name"])),
        (format!("{container}/required"), json!(["name"])),
        (format!("{container}/properties/args/x-kubernetes-list-type"), json!("atomic")),
        (format!("{container}/properties/ports/x-kubernetes-list-map-keys"), {
            json!(["containerPort", "protocol"])
        }),
        (format!("{port}/properties/containerPort"), json!({"type": "integer", "format": "int32"})),
        (format!("{port}/properties/protocol"), json!({"type": "string", "default": "TCP"})),
        (format!("{probe}/x-kubernetes-int-or-string"), json!(true)),
        (format!("{template}/properties/imagePullSecrets/items/properties/name"), {
            json!({"type": "string", "default": ""})
        }),
    ] {
        assert_eq!(spec.pointer(&place), Some(&expected), "{place}");
    }
}

#[test]
fn the_importer_reads_it_again() {
    let manifest = serde_json::to_value(Runner::crd()).unwrap();
    let types = |api_version: &str, name: &str| smp_types::type_schema(api_version, name).cloned();
    let resources = CustomResources::from_value(&manifest).unwrap();
    let imported = resources.schema_of("example.com/v1", "Runner", &types).unwrap().unwrap();
    let spec = imported.schema.root().field("spec").unwrap().ty();
    let template = spec.field("template").unwrap().ty().field("spec").unwrap().ty();
    let own = Pod::schema().root().field("spec").unwrap().ty();
    let names = |ty: smp_core::TypeRef<'_>| -> Vec<String> {
        let mut names: Vec<_> = ty.fields().map(|field| field.name().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names(template), names(own));
    for field in own.fields() {
        let read = template.field(field.name()).unwrap();
        assert_eq!(read.list_type(), field.list_type(), "{}", field.name());
        for (read, own) in read.list_map_keys().iter().zip(field.list_map_keys()) {
            assert_eq!(read.name(), own.name());
            // In a CRD, a key that is not required must have a default.
            let default = own.default().or(read.default().filter(|default| **default == "".into()));
            assert_eq!(read.default(), default, "{}", field.name());
        }
        assert_eq!(read.list_map_keys().len(), field.list_map_keys().len(), "{}", field.name());
    }
}

/// Checks what the API server demands of a schema, as far as it depends on the Rust type.
fn check(schema: &Value, place: &str) {
    let Some(object) = schema.as_object() else { panic!("{place} has no schema") };
    let is_typed = object.get("type").is_some_and(Value::is_string);
    let is_either = object.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true));
    assert!(is_typed || is_either, "{place}: {schema}");
    for forbidden in ["$ref", "oneOf", "allOf", "definitions"] {
        assert!(!object.contains_key(forbidden), "{place}: {forbidden}");
    }
    if let Some(properties) = object.get("properties") {
        for (name, property) in properties.as_object().unwrap() {
            check(property, &format!("{place}.{name}"));
        }
    }
    if let Some(values) = object.get("additionalProperties") {
        assert!(!object.contains_key("properties"), "{place}");
        check(values, &format!("{place}.*"));
    }
    let Some(items) = object.get("items") else { return };
    check(items, &format!("{place}[]"));
    match object.get("x-kubernetes-list-type").and_then(Value::as_str) {
        Some("map") => {
            assert_ne!(items.get("nullable"), Some(&Value::Bool(true)), "{place}");
            let keys = object["x-kubernetes-list-map-keys"].as_array().unwrap();
            assert!(!keys.is_empty(), "{place}");
            for key in keys {
                let property = &items["properties"][key.as_str().unwrap()];
                assert_ne!(property.get("nullable"), Some(&Value::Bool(true)), "{place}: {key}");
                let required = items.get("required").and_then(Value::as_array);
                let is_required = required.is_some_and(|all| all.contains(key));
                assert!(is_required || property.get("default").is_some(), "{place}: {key}");
            }
        }
        Some("set") => assert_ne!(items["type"], "object", "{place}"),
        _ => {}
    }
}

#[test]
fn every_schema_is_structural() {
    fn schema_of<T: JsonSchema>() -> Value {
        let settings = SchemaSettings::openapi3().with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        });
        let generator = settings
            .with_transform(schemars::transform::AddNullable::default())
            .with_transform(kube::core::schema::StructuralSchemaRewriter)
            .with_transform(kube::core::schema::OptionalIntOrString);
        generator.into_generator().into_root_schema_for::<T>().to_value()
    }
    check(&spec(), "spec");
    let mut checked = 0;
    macro_rules! check_kinds {
        ($($api_version:literal $kind:literal => $ty:ty;)*) => {
            $(
                let schema = schema_of::<$ty>();
                // A type that contains itself has no structural schema.
                if !schema.to_string().contains("\"$ref\"") {
                    check(&schema, $kind);
                    checked += 1;
                }
            )*
        };
    }
    smp_types::with_kinds!(check_kinds);
    assert!(checked > 100, "{checked}");
}
