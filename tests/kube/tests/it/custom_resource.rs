//! A custom resource there and back: kube derives a CRD from annotated types, their metadata is
//! written into it, and the importer reads the same schema from it.

use std::collections::BTreeMap;

use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use smp_core::{Options, PatchSchema, Schema};
use smp_openapi::CustomResources;

#[derive(CustomResource, PatchSchema, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.com", version = "v1", kind = "WebApp", namespaced)]
#[kube(derive = "PatchSchema")]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebAppSpec {
    /// A list of objects that merges by one key.
    #[patch(strategy = "merge", merge_key = "name")]
    servers: Vec<Server>,
    /// A list of scalars without duplicates.
    #[patch(strategy = "merge", list_type = "set")]
    tags: Option<Vec<String>>,
    /// A list that is replaced: `replace` takes precedence over the list type.
    #[patch(list_type = "set")]
    order: Vec<String>,
    #[patch(strategy = "replace")]
    selector: BTreeMap<String, String>,
    #[patch(strategy = "retainKeys")]
    strategy: Option<UpdateStrategy>,
    labels: BTreeMap<String, Server>,
    replicas: i32,
}

#[derive(PatchSchema, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Server {
    name: String,
    /// A list that merges by two keys, one of which has a default.
    #[patch(strategy = "merge", list_type = "map")]
    #[patch(list_map_keys("port", "protocol" = "TCP"))]
    ports: Vec<Port>,
    #[patch(list_type = "atomic")]
    args: Vec<String>,
}

#[derive(PatchSchema, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[allow(clippy::struct_field_names, reason = "the names of Kubernetes")]
pub(crate) struct Port {
    port: u16,
    protocol: Option<String>,
    name: Option<String>,
}

#[derive(PatchSchema, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateStrategy {
    #[serde(rename = "type")]
    #[patch(discriminator)]
    ty: Option<String>,
    #[patch(union_member)]
    rolling_update: Option<RollingUpdate>,
    #[patch(union_member, value = "Delayed")]
    delay: Option<i32>,
}

#[derive(PatchSchema, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RollingUpdate {
    max_unavailable: Option<i32>,
}

fn manifest() -> Value {
    let mut manifest = serde_json::to_value(WebApp::crd()).expect("a CRD is JSON");
    let spec = manifest
        .pointer_mut("/spec/versions/0/schema/openAPIV3Schema/properties/spec")
        .expect("kube has a schema for the spec");
    let lost = smp_openapi::annotate_openapi(WebAppSpec::schema(), spec);
    assert!(lost.is_empty(), "{lost:?}");
    manifest
}

fn types(api_version: &str, name: &str) -> Option<Schema> {
    smp_types::type_schema(api_version, name).cloned()
}

#[test]
fn a_written_schema_is_read_again() {
    let resources = CustomResources::from_value(&manifest()).unwrap();
    let imported = resources.schema_of("example.com/v1", "WebApp", &types).unwrap().unwrap();
    assert!(imported.warnings.is_empty(), "{:?}", imported.warnings);
    assert_eq!(WebApp::schema().first_difference(&imported.schema), None);
}

#[test]
fn extensions_are_where_kubernetes_tools_read_them() {
    let manifest = manifest();
    let spec = "/spec/versions/0/schema/openAPIV3Schema/properties/spec";
    for (place, expected) in [
        ("servers/x-kubernetes-patch-strategy", "\"merge\""),
        ("servers/x-kubernetes-patch-merge-key", "\"name\""),
        ("tags/x-kubernetes-list-type", "\"set\""),
        ("order/x-kubernetes-patch-strategy", "\"replace\""),
        ("selector/x-kubernetes-map-type", "\"atomic\""),
        ("strategy/x-kubernetes-patch-strategy", "\"retainKeys\""),
        ("strategy/x-kubernetes-unions/0/discriminator", "\"type\""),
        ("servers/items/properties/ports/x-kubernetes-list-map-keys", r#"["port","protocol"]"#),
        ("servers/items/properties/ports/items/properties/protocol/default", "\"TCP\""),
    ] {
        let found = manifest.pointer(&format!("{spec}/properties/{place}")).map(Value::to_string);
        assert_eq!(found.as_deref(), Some(expected), "{place}");
    }
}

#[test]
fn the_imported_schema_merges_by_all_keys() {
    let resources = CustomResources::from_value(&manifest()).unwrap();
    let imported = resources.schema_of("example.com/v1", "WebApp", &types).unwrap().unwrap();
    let live = br#"{"spec":{"servers":[{"name":"dns","ports":[{"port":53},{"port":53,"protocol":"UDP"}]}]}}"#;
    let patch = br#"{"spec":{"servers":[{"name":"dns","ports":[{"port":53,"protocol":"TCP","name":"t"}]}]}}"#;
    let result = smp_core::apply(
        live.as_slice(),
        patch.as_slice(),
        imported.schema.root(),
        &Options::default(),
    );
    let result: Value = serde_json::from_slice(&result.unwrap()).unwrap();
    let ports = result.pointer("/spec/servers/0/ports").unwrap();
    assert_eq!(
        ports,
        &serde_json::json!([
            {"port": 53, "protocol": "TCP", "name": "t"},
            {"port": 53, "protocol": "UDP"},
        ])
    );
}
