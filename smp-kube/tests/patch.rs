//! `patch`, which needs no server: what others have stays, and what a server writes is not stated.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use k8s_openapi::api::apps::v1::Deployment;
use k8s_openapi::api::core::v1::Pod;
use kube::CustomResource;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_value, json};
use smp_core::{Options, PatchSchema};
use smp_kube::{Error, PatchType, Settings, patch};

const ANNOTATION: &str = "example.com/last-applied";

fn settings() -> Settings {
    Settings::new(ANNOTATION)
}

/// A Pod with these members.
fn pod(members: &Value) -> Pod {
    let named = json!({"metadata": {"name": "p"}});
    let object = smp_core::apply(named, members, Value::schema(), &Options::default());
    from_value(object.expect("an object")).expect("a Pod")
}

/// The annotation that an apply of this object writes.
fn annotation<K: PatchSchema + Serialize>(wanted: &K) -> String {
    let patch = patch(wanted, &json!({}), &settings()).expect("no conflict").expect("a patch");
    let text = patch["metadata"]["annotations"][ANNOTATION].as_str();
    text.expect("an annotation").to_owned()
}

/// The live object, with the annotation of an apply of this one.
fn with_annotation<K: PatchSchema + Serialize>(mut live: Value, applied: &K) -> Value {
    live["metadata"]["annotations"] = json!({ANNOTATION: annotation(applied)});
    live
}

/// The live object after `wanted` is applied where `before` was, without annotations.
fn after(before: &Pod, wanted: &Pod, live: Value) -> Value {
    let live = with_annotation(live, before);
    let patch = patch(wanted, &live, &settings()).expect("no conflict").expect("a patch");
    let result = smp_core::apply(live, patch, Pod::schema(), &Options::default());
    let mut result = result.expect("it applies");
    result["metadata"].as_object_mut().expect("metadata").remove("annotations");
    // The live objects of these tests have neither.
    let members = result.as_object_mut().expect("an object");
    members.retain(|name, _| !["apiVersion", "kind"].contains(&name.as_str()));
    result
}

#[test]
fn what_others_have_in_a_dropped_field_stays() {
    let nothing = pod(&json!({}));
    let container = |members: Value| {
        let named = json!({"name": "a"});
        let container = smp_core::apply(named, members, Value::schema(), &Options::default());
        json!({"spec": {"containers": [container.expect("an object")]}})
    };
    let metadata = |name: &str, value: Value| json!({"metadata": {name: value}});
    let volumes = |names: &[&str]| {
        let volumes: Vec<_> = names.iter().map(|it| json!({"name": it, "emptyDir": {}})).collect();
        json!({"spec": {"containers": [], "volumes": volumes}})
    };
    // What was stated, what the same place has now, what is stated now, and what has to be left.
    let cases = [
        (
            metadata("finalizers", json!(["ours"])),
            metadata("finalizers", json!(["ours", "theirs"])),
            json!({}),
            metadata("finalizers", json!(["theirs"])),
        ),
        (
            metadata("labels", json!({"a": "b"})),
            metadata("labels", json!({"a": "b", "theirs": "x"})),
            json!({}),
            metadata("labels", json!({"theirs": "x"})),
        ),
        (
            container(json!({"env": [{"name": "O"}]})),
            container(json!({"env": [{"name": "O"}, {"name": "THEIRS"}]})),
            container(json!({})),
            container(json!({"env": [{"name": "THEIRS"}]})),
        ),
        (
            volumes(&["ours"]),
            volumes(&["ours", "theirs"]),
            json!({"spec": {"containers": []}}),
            volumes(&["theirs"]),
        ),
        (
            container(json!({"resources": {"limits": {"cpu": "1"}}})),
            container(json!({"resources": {
                "limits": {"cpu": "1", "memory": "1Gi"}, "requests": {"cpu": "1"},
            }})),
            container(json!({})),
            container(
                json!({"resources": {"limits": {"memory": "1Gi"}, "requests": {"cpu": "1"}}}),
            ),
        ),
        // Defaults of the server are nobody's.
        (
            container(json!({"livenessProbe": {"httpGet": {"port": 1}}})),
            container(json!({"livenessProbe": {
                "httpGet": {"port": 1, "path": "/", "scheme": "HTTP"}, "periodSeconds": 10,
            }})),
            container(json!({})),
            container(json!({})),
        ),
        // A list that is replaced as a whole is one value.
        (
            container(json!({"args": ["a"]})),
            container(json!({"args": ["a"]})),
            container(json!({})),
            container(json!({})),
        ),
    ];
    for (stated, live, wanted, left) in cases {
        let [mut live, mut left] = [live, left];
        for object in [&mut live, &mut left] {
            object["metadata"]["name"] = json!("p");
        }
        let wanted = if wanted == json!({}) { nothing.clone() } else { pod(&wanted) };
        assert_eq!(after(&pod(&stated), &wanted, live), left);
    }
}

#[test]
fn a_list_of_one_value_that_others_changed_is_a_conflict() {
    let args = |args: Value| json!({"spec": {"containers": [{"name": "a", "args": args}]}});
    let live = with_annotation(args(json!(["a", "theirs"])), &pod(&args(json!(["a"]))));
    let wanted = pod(&json!({"spec": {"containers": [{"name": "a"}]}}));
    let error = patch(&wanted, &live, &settings()).expect_err("a conflict");
    assert!(matches!(error, Error::Conflict(_)), "{error}");
    assert!(error.to_string().contains(r#"containers[name="a"].args"#), "{error}");
}

#[derive(CustomResource, Debug, Clone, PartialEq, Serialize, Deserialize, PatchSchema)]
#[kube(group = "example.com", version = "v1", kind = "Widget", namespaced, schema = "disabled")]
#[kube(derive = "PatchSchema", derive = "PartialEq")]
struct WidgetSpec {
    #[patch(strategy = "merge", merge_key = "name")]
    parts: Vec<Part>,
    note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, PatchSchema)]
struct Part {
    name: String,
    size: u32,
}

fn widget(size: u32) -> Widget {
    let parts = vec![Part { name: "a".to_owned(), size }];
    Widget::new("w", WidgetSpec { parts, note: None })
}

#[test]
fn a_field_that_the_struct_lacks_stays() {
    let theirs = json!({"name": "theirs", "size": 5, "extra": "keep me"});
    let ours = json!({"name": "a", "size": 1, "extra": {"of": "a newer version"}});
    let live = json!({
        "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"},
        "spec": {"parts": [ours, theirs], "other": [1]}, "status": {"ready": true},
    });
    let live = with_annotation(live, &widget(1));
    let settings = settings().patch_type(PatchType::Merge);
    assert_eq!(patch(&widget(1), &live, &settings).expect("no conflict"), None);
    let patch = patch(&widget(3), &live, &settings).expect("no conflict").expect("a patch");
    let ours = json!({"name": "a", "size": 3, "extra": {"of": "a newer version"}});
    assert_eq!(patch["spec"], json!({"parts": [ours, theirs]}));
}

/// The annotation of a program that had more fields.
#[test]
fn what_an_older_type_stated_is_removed() {
    let mut live = json!({"metadata": {}, "spec": {"parts": [], "legacy": {"a": 1}, "old": 1}});
    let stated = json!({"metadata": {"name": "w"}, "spec": {"legacy": {"a": 1}, "old": 1}});
    live["metadata"]["annotations"] = json!({ANNOTATION: stated.to_string()});
    let settings = settings().patch_type(PatchType::Merge);
    let patch = patch(&widget(1), &live, &settings).expect("no conflict").expect("a patch");
    assert_eq!(patch["spec"]["legacy"], Value::Null);
    assert_eq!(patch["spec"]["old"], Value::Null);
}

#[test]
fn status_is_not_stated() {
    let deployment = |status: Value| -> Deployment {
        let spec = json!({"replicas": 1, "selector": {}, "template": {}});
        from_value(json!({"metadata": {"name": "d"}, "spec": spec, "status": status}))
            .expect("a Deployment")
    };
    let wanted = deployment(json!({"replicas": 3}));
    assert!(!annotation(&wanted).contains("status"), "{}", annotation(&wanted));
    let live = serde_json::to_value(deployment(json!({"replicas": 1}))).expect("a value");
    let live = with_annotation(live, &wanted);
    assert_eq!(patch(&wanted, &live, &settings()).expect("no conflict"), None);
}

#[test]
fn an_object_that_was_read_and_changed_states_nothing_that_the_server_writes() {
    let read = |version: u32, annotation: Option<&str>| {
        let mut live = json!({
            "metadata": {
                "name": "p", "uid": "u", "resourceVersion": version.to_string(), "generation": version,
                "creationTimestamp": "2026-11-28T00:00:00Z", "selfLink": "/p",
                "deletionTimestamp": "2026-11-28T00:00:00Z", "deletionGracePeriodSeconds": 3,
                "annotations": {"kept": "yes"},
                "managedFields": [{
                    "manager": "m", "operation": "Update", "apiVersion": "v1",
                    "time": "2026-11-28T00:00:00Z", "fieldsType": "FieldsV1", "fieldsV1": {},
                }],
            },
            "spec": {"containers": [{"name": "a"}]},
        });
        if let Some(text) = annotation {
            live["metadata"]["annotations"][ANNOTATION] = text.into();
        }
        live
    };
    let mut annotation: Option<String> = None;
    // Each round takes the object as it is now, and changes it.
    for round in 1..4 {
        let live = read(round, annotation.as_deref());
        let mut wanted: Pod = from_value(live.clone()).expect("a Pod");
        wanted.spec.as_mut().expect("a spec").node_name = Some(round.to_string());
        let mut live = live;
        if round > 1 {
            live["spec"]["nodeName"] = (round - 1).to_string().into();
        }
        let patch = patch(&wanted, &live, &settings()).expect("no conflict").expect("a patch");
        let metadata = patch["metadata"].as_object().expect("metadata");
        assert_eq!(metadata.keys().collect::<Vec<_>>(), ["annotations"], "{patch}");
        let text = patch["metadata"]["annotations"][ANNOTATION].as_str().expect("an annotation");
        let stated: Value = serde_json::from_str(text).expect("JSON");
        let names = stated["metadata"].as_object().expect("metadata").keys();
        assert_eq!(names.collect::<Vec<_>>(), ["annotations", "name"], "{text}");
        assert_eq!(stated["metadata"]["annotations"], json!({"kept": "yes"}));
        annotation = Some(text.to_owned());
    }
}
