//! The operations on values of Rust types.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::PatchSchema;
use smp_managed::{ServerSideApply as _, Settings, Time};
use smp_types::apps_v1::Deployment;

fn at(second: i64) -> Time {
    Time::from_unix_seconds(second)
}

fn deployment(spec: &Value) -> Value {
    json!({ "apiVersion": "apps/v1", "kind": "Deployment", "metadata": { "name": "a" }, "spec": spec })
}

#[test]
fn a_deployment_of_two_managers() {
    let ours = deployment(&json!({ "replicas": 2, "template": { "spec": { "containers": [
        { "name": "web", "image": "web:1" } ] } } }));
    let settings = Settings::new("ours", at(1));
    let live = Deployment::server_side_apply(None, &ours, &settings).unwrap().object;
    assert_eq!(live.spec.replicas, Some(2));

    // A value is a configuration, too; and a write that changes it takes what it changes.
    let mut scaled = live.clone();
    scaled.spec.replicas = Some(5);
    let settings = Settings::new("scaler", at(2));
    let live = Deployment::server_side_update(Some(&live), &scaled, &settings).unwrap().object;
    let error = Deployment::server_side_apply(Some(&live), &ours, &Settings::new("ours", at(3)));
    let error = error.unwrap_err();
    assert_eq!(error.conflicts()[0].path.to_string(), ".spec.replicas");

    // The same configuration, applied again, changes nothing.
    let extracted = live.server_side_extract("ours", "").unwrap().unwrap().into_value().unwrap();
    assert_eq!(extracted["spec"].get("replicas"), None);
    let settings = Settings::new("ours", at(4));
    let again = Deployment::server_side_apply(Some(&live), &extracted, &settings).unwrap();
    assert!(!again.changed && again.object == live);
    assert!(live.server_side_extract("nobody", "").unwrap().is_none());
}

#[test]
fn fields_of_a_later_version_stay() {
    let settings = Settings::new("ours", at(1));
    let ours = deployment(&json!({ "replicas": 2 }));
    let created = Deployment::server_side_apply(None, &ours, &settings).unwrap().object;
    let mut value = serde_json::to_value(&created).unwrap();
    value["status"]["later"] = json!({ "a": 1 });
    let live: Deployment = serde_json::from_value(value).unwrap();
    // The schema does not have it, so that it is refused, as it would be by a server of this version.
    let error = Deployment::server_side_apply(Some(&live), &ours, &settings).unwrap_err();
    assert!(error.to_string().contains(".status.later"), "{error}");
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Widget {
    api_version: String,
    kind: String,
    metadata: smp_types::meta_v1::ObjectMeta,
    #[patch(strategy = "merge")]
    parts: Vec<String>,
    #[serde(skip)]
    cached: u8,
}

#[test]
fn a_derived_type_keeps_what_documents_lack() {
    let config = |parts: &[&str]| {
        json!({ "apiVersion": "example.com/v1", "kind": "Widget", "metadata": { "name": "a" },
            "parts": parts })
    };
    let settings = Settings::new("ours", at(1));
    let created = Widget::server_side_apply(None, &config(&["a"]), &settings).unwrap().object;
    let live = Widget { cached: 7, ..created };
    let settings = Settings::new("theirs", at(2));
    let both = Widget::server_side_apply(Some(&live), &config(&["b"]), &settings).unwrap().object;
    assert_eq!((&both.parts[..], both.cached), (&["a".to_owned(), "b".to_owned()][..], 7));
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[patch(map_type = "atomic")]
struct Reference {
    name: Option<String>,
    uid: Option<String>,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Gadget {
    api_version: String,
    kind: String,
    metadata: smp_types::meta_v1::ObjectMeta,
    atomic: Option<Reference>,
    #[patch(map_type = "granular")]
    granular: Option<Reference>,
    #[patch(map_type = "atomic")]
    labels: std::collections::BTreeMap<String, String>,
    #[patch(map_type = "atomic")]
    any: Value,
}

fn fields<T: Serialize>(object: &T) -> String {
    let object = serde_json::to_value(object).unwrap();
    object["metadata"]["managedFields"][0]["fieldsV1"].to_string()
}

/// ssa-11: the map types of Rust types.
#[test]
fn atomic_objects_and_maps() {
    let settings = Settings::new("ours", at(1));
    let reference = json!({ "name": "a", "uid": "u" });
    let config = json!({ "apiVersion": "example.com/v1", "kind": "Gadget", "metadata": { "name": "a" },
        "atomic": reference, "granular": reference, "labels": { "a": "b" }, "any": { "a": 1 } });
    let gadget = Gadget::server_side_apply(None, &config, &settings).unwrap().object;
    let expected = json!({ "f:any": {}, "f:atomic": {}, "f:granular": { "f:name": {}, "f:uid": {} }, "f:labels": {} });
    assert_eq!(fields(&gadget), expected.to_string());

    let config = deployment(&json!({
        "selector": { "matchLabels": { "app": "a" } },
        "template": { "spec": { "nodeSelector": { "a": "b" } } } }));
    let created = Deployment::server_side_apply(None, &config, &settings).unwrap().object;
    let expected = json!({ "f:spec": { "f:selector": {},
        "f:template": { "f:spec": { "f:nodeSelector": {} } } } });
    assert_eq!(fields(&created), expected.to_string());
}
