//! The operations on the types of k8s-openapi.
#![cfg(feature = "k8s-openapi")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use k8s_openapi::api::apps::v1::Deployment;
use k8s_openapi::api::core::v1::{ConfigMap, Pod, Service};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use k8s_openapi::{ClusterResourceScope, List, Resource};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{ErrorKind, Overwrite, Patch, ThreeWay};
use smp_types::k8s_openapi::StrategicMerge;

fn read<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("the object is valid")
}

fn patch(value: &Value) -> Patch {
    Patch::from_value(value).expect("the patch is valid")
}

fn pod(containers: &Value) -> Value {
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
           "spec": {"containers": containers}})
}

#[test]
fn lists_merge_by_key_and_directives_hold() {
    let live: Pod = read(pod(&json!([
        {"name": "a", "image": "a:1", "ports": [{"containerPort": 80}]},
        {"name": "b", "image": "b:1"}
    ])));
    let change = patch(&json!({"spec": {
        "$setElementOrder/containers": [{"name": "c"}, {"name": "a"}],
        "containers": [
            {"name": "c", "image": "c:1"},
            {"name": "a", "ports": [{"containerPort": 81}]},
            {"name": "b", "$patch": "delete"}
        ]
    }}));
    let result = Pod::strategic_merge(&live, &change).expect("it applies");
    let wanted: Pod = read(pod(&json!([
        {"name": "c", "image": "c:1"},
        {"name": "a", "image": "a:1", "ports": [{"containerPort": 81}, {"containerPort": 80}]}
    ])));
    assert_eq!(result, wanted);
    let found = Pod::strategic_diff(&live, &wanted).expect("they compare");
    assert_eq!(Pod::strategic_merge(&live, &found).expect("it applies"), wanted);
}

#[test]
fn what_others_added_stays() {
    let service = |ports: Value| -> Service {
        read(json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"},
                    "spec": {"ports": ports}}))
    };
    let applied = service(json!([{"port": 80, "name": "http"}]));
    let wanted = service(json!([{"port": 80, "name": "web"}]));
    let current = service(json!([{"port": 80, "name": "http"}, {"port": 9, "name": "theirs"}]));
    let found = Service::strategic_three_way(
        ThreeWay::new(&applied, &wanted, &current).overwrite(Overwrite::No),
    );
    let result = Service::strategic_merge(&current, &found.expect("no conflict"));
    let both = service(json!([{"port": 80, "name": "web"}, {"port": 9, "name": "theirs"}]));
    assert_eq!(result.expect("it applies"), both);
}

#[test]
fn recursive_types_and_lists_of_objects_have_schemas() {
    let definition = |age: &Value| -> CustomResourceDefinition {
        read(json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.com"},
            "spec": {
                "group": "example.com", "scope": "Namespaced",
                "names": {"plural": "widgets", "kind": "Widget"},
                "versions": [{"name": "v1", "served": true, "storage": true, "schema": {
                    "openAPIV3Schema": {"type": "object", "properties": {
                        "spec": {"type": "object", "properties": {"age": age}}
                    }}
                }}]
            }
        }))
    };
    let (old, new) = (definition(&json!({"type": "string"})), definition(&json!({"minimum": 1})));
    let found = CustomResourceDefinition::strategic_diff(&old, &new).expect("they compare");
    let result = CustomResourceDefinition::strategic_merge(&old, &found).expect("it applies");
    assert_eq!(result, new);
    assert!(List::<Pod>::patch_schema().is_ok());
}

#[test]
fn a_field_that_nobody_knows_is_refused() {
    let live: Deployment =
        read(json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {}}));
    let error = Deployment::strategic_merge(&live, &patch(&json!({"spec": {"replica": 1}})));
    let error = error.expect_err("no such field");
    assert_eq!(error.kind(), ErrorKind::UnknownField);
    assert_eq!(error.path().to_string(), "spec.replica");
}

/// A type that is older than the schema.
#[derive(Serialize, Deserialize, Debug)]
struct OldConfigMap {
    data: Option<std::collections::BTreeMap<String, String>>,
}

impl Resource for OldConfigMap {
    const API_VERSION: &'static str = ConfigMap::API_VERSION;
    const GROUP: &'static str = ConfigMap::GROUP;
    const KIND: &'static str = ConfigMap::KIND;
    const VERSION: &'static str = ConfigMap::VERSION;
    const URL_PATH_SEGMENT: &'static str = ConfigMap::URL_PATH_SEGMENT;
    type Scope = ClusterResourceScope;
}

#[test]
fn a_field_that_the_type_would_drop_is_refused() {
    let live = OldConfigMap { data: None };
    let change = patch(&json!({"data": {"a": "1"}, "immutable": true}));
    let error = OldConfigMap::strategic_merge(&live, &change).expect_err("it would be lost");
    assert_eq!(error.kind(), ErrorKind::Typed);
    assert_eq!(error.path().to_string(), "immutable");
}

/// A kind that is in no catalogue.
#[derive(Serialize, Deserialize, Debug)]
struct Widget {}

impl Resource for Widget {
    const API_VERSION: &'static str = "example.com/v1";
    const GROUP: &'static str = "example.com";
    const KIND: &'static str = "Widget";
    const VERSION: &'static str = "v1";
    const URL_PATH_SEGMENT: &'static str = "widgets";
    type Scope = ClusterResourceScope;
}

#[test]
fn a_kind_without_a_schema_is_an_error() {
    let error = Widget::strategic_merge(&Widget {}, &patch(&json!({}))).expect_err("no schema");
    assert_eq!(error.kind(), ErrorKind::NoSchema);
}
