//! `CustomResourceDefinition`s: the imported schema, the types that it takes from Kubernetes,
//! and patches of custom resources.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use crate::web_app::{apply, field, manifest, schema, types, web_app};
use serde_json::{Value, json};
use smp_core::Options;
use smp_core::schema::TypeKind;
use smp_openapi::CustomResources;

#[test]
fn every_version_and_its_list_is_a_kind() {
    let resources = web_app();
    let kinds: Vec<_> = resources.kinds().collect();
    assert_eq!(kinds, [("example.com/v1", "WebApp"), ("example.com/v1alpha1", "WebApp")]);
    let list = schema(&resources, "WebAppList");
    assert_eq!(field(&list, "items.spec.tags").strategy().to_string(), "merge");
    assert!(list.root().field("metadata").unwrap().ty().field("continue").is_some());
    let open = resources.schema_of("example.com/v1alpha1", "WebApp", &types).unwrap().unwrap();
    assert!(open.schema.root().other_members().is_some());
    assert!(resources.schema_of("example.com/v2", "WebApp", &types).unwrap().is_none());
    assert!(resources.schema_of("example.com/v1", "Other", &types).unwrap().is_none());
}

#[test]
fn metadata_has_the_type_of_kubernetes() {
    let schema = schema(&web_app(), "WebApp");
    let ours = smp_types::type_schema("v1", "ObjectMeta").unwrap().root();
    assert_eq!(field(&schema, "metadata").ty().first_difference(ours), None);
    assert_eq!(field(&schema, "spec.object.metadata").ty().first_difference(ours), None);
    assert!(field(&schema, "spec.object").ty().other_members().is_some());
    assert!(matches!(field(&schema, "spec.object.apiVersion").ty().kind(), TypeKind::Scalar));
}

#[test]
fn lists_merge_by_their_list_types() {
    let schema = schema(&web_app(), "WebApp");
    let live = json!({"spec": {
        "listeners": [{"port": 53, "host": "a"}, {"port": 53, "protocol": "UDP", "host": "b"}],
        "tags": ["a", "b"], "args": ["x", "y"], "selector": {"app": "a"}, "limit": 1
    }});
    let patch = json!({"spec": {
        "listeners": [{"port": 53, "protocol": "TCP", "host": "c"}, {"port": 80}],
        "tags": ["c"], "args": ["z"], "selector": {"tier": "b"}, "limit": "10%"
    }});
    let result = apply(&schema, live.clone(), patch).unwrap();
    assert_eq!(
        result,
        json!({"spec": {
            "listeners": [
                {"port": 53, "protocol": "TCP", "host": "c"},
                {"port": 80},
                {"port": 53, "protocol": "UDP", "host": "b"},
            ],
            "tags": ["c", "a", "b"], "args": ["z"], "selector": {"tier": "b"}, "limit": "10%"
        }})
    );
    // Deleted by both keys: the one that is left out has its default.
    let patch = json!({"spec": {"listeners": [{"port": 53, "$patch": "delete"}]}});
    let result = apply(&schema, live.clone(), patch).unwrap();
    assert_eq!(result["spec"]["listeners"], json!([{"port": 53, "protocol": "UDP", "host": "b"}]));
    let patch = json!({"spec": {"listeners": [{"protocol": "UDP"}]}});
    let error = apply(&schema, live.clone(), patch).unwrap_err();
    assert!(error.contains(r#"the element lacks the merge key "port""#), "{error}");
    // The diff from the result to live gives the reverse patch.
    let mut modified = live.clone();
    modified["spec"]["listeners"] = json!([{"port": 53, "protocol": "UDP", "host": "b2"}]);
    let options = Options::default();
    let diff = smp_core::diff(live.clone(), modified.clone(), schema.root(), &options).unwrap();
    let diff = serde_json::to_value(diff).unwrap();
    assert_eq!(apply(&schema, live, diff).unwrap(), modified);
}

#[test]
fn invalid_manifests() {
    let good = manifest(&json!({"type": "object"}));
    let with = |pointer: &str, value: Value| {
        let mut manifest = good.clone();
        *manifest.pointer_mut(pointer).unwrap() = value;
        manifest
    };
    let twice = good["spec"]["versions"][0].clone();
    for (manifest, part) in [
        (json!([]), "/kind: expected CustomResourceDefinition, found null"),
        (with("/kind", json!("Pod")), "/kind: expected CustomResourceDefinition, found \"Pod\""),
        (
            with("/apiVersion", json!("apiextensions.k8s.io/v1beta1")),
            "/apiVersion: expected apiextensions.k8s.io/v1, found",
        ),
        (with("/spec/group", json!(1)), "/spec/group: expected a string, found a number"),
        (with("/spec/names", json!({})), "/spec/names/kind: expected a string, found nothing"),
        (with("/spec/versions", json!([])), "/spec/versions: expected a list of versions"),
        (
            with("/spec/versions/1/name", json!({})),
            "/spec/versions/1/name: expected a string, found an object",
        ),
        (
            with("/spec/versions/0/schema", json!({})),
            "/spec/versions/0/schema/openAPIV3Schema: expected the schema",
        ),
        (
            with("/spec/versions/1", twice),
            "/spec/versions/1: WebApp of example.com/v1 is defined twice",
        ),
    ] {
        let error = CustomResources::from_value(&manifest).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let list = json!({"kind": "List", "items": [good, with("/spec/versions/0/schema/openAPIV3Schema", json!({
        "properties": {"a": {"$ref": "#/definitions/A"}}
    }))]});
    let error = CustomResources::from_value(&list).unwrap_err().to_string();
    assert!(error.contains("/items/1/spec/versions/0: WebApp"), "{error}");
    let bad = manifest(&json!({"properties": {"a": {"$ref": "#/definitions/A"}}}));
    let error = CustomResources::from_value(&bad)
        .unwrap()
        .schema_of("example.com/v1", "WebApp", &types)
        .unwrap_err();
    assert!(
        error.to_string().contains("/spec/versions/0/schema/openAPIV3Schema/properties/a/$ref: a CustomResourceDefinition has no definitions"),
        "{error}"
    );
}
