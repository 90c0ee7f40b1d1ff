//! The operations on the types of k8s-openapi.

use std::collections::BTreeMap;

use k8s_openapi::api::apps::v1::{Deployment, StatefulSet};
use k8s_openapi::api::core::v1::{ConfigMap, ContainerPort, Pod, PodTemplateSpec, Service, Volume};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::{
    CustomResourceDefinition, JSONSchemaProps,
};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{ObjectMeta, Time};
use k8s_openapi::apimachinery::pkg::runtime::RawExtension;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use k8s_openapi::{List, ListableResource, Resource};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{
    ErrorKind, Options, Overwrite, Patch, PatchSchema, StrategicMerge, ThreeWay, typed,
};

fn read<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("the object is valid")
}

fn patch(value: &Value) -> Patch {
    Patch::from_document(value).expect("the patch is valid")
}

fn pod(containers: &Value) -> Value {
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
           "spec": {"containers": containers}})
}

#[test]
fn lists_merge_by_key_and_directives_have_effect() {
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
    let found = Pod::strategic_diff(&live, &wanted).expect("a patch");
    assert_eq!(Pod::strategic_merge(&live, &found).expect("it applies"), wanted);
}

#[test]
fn three_way_keeps_what_others_added() {
    let service = |ports: Value| -> Service {
        read(json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"},
                    "spec": {"ports": ports}}))
    };
    let applied = service(json!([{"port": 80, "name": "http"}]));
    let wanted = service(json!([{"port": 80, "name": "web"}]));
    let current = service(json!([{"port": 80, "name": "http"}, {"port": 9, "name": "theirs"}]));
    let found = Service::strategic_three_way(
        ThreeWay::new(&applied, &wanted, &current).overwrite(Overwrite::UnlessBothChanged),
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
    let found = CustomResourceDefinition::strategic_diff(&old, &new).expect("a patch");
    let result = CustomResourceDefinition::strategic_merge(&old, &found).expect("it applies");
    assert_eq!(result, new);
    let list = smp_types::schema("v1", "PodList").expect("a known kind");
    assert_eq!(List::<Pod>::schema().first_difference(list), None);
    assert_eq!(List::<Pod>::schema().root().name(), Some(Pod::LIST_KIND));
}

#[test]
fn an_unknown_field_is_refused() {
    let live: Deployment =
        read(json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {}}));
    let error = Deployment::strategic_merge(&live, &patch(&json!({"spec": {"replica": 1}})));
    let error = error.expect_err("no such field");
    assert_eq!(error.kind(), ErrorKind::UnknownField);
    assert_eq!(error.path().to_string(), "spec.replica");
}

/// An element that is a resource itself has `apiVersion` and `kind`.
#[test]
fn a_resource_inside_of_another_is_added() {
    let claims = |claims: Value| -> StatefulSet {
        read(json!({"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "s"},
                    "spec": {"volumeClaimTemplates": claims}}))
    };
    let claim = json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim",
                       "metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"]}});
    let (live, wanted) = (claims(json!([])), claims(json!([&claim])));
    let change = StatefulSet::strategic_diff(&live, &wanted).expect("a patch");
    assert_eq!(StatefulSet::strategic_merge(&live, &change).expect("it applies"), wanted);
    let mut other = claim;
    other["kind"] = "Pod".into();
    let change = patch(&json!({"spec": {"volumeClaimTemplates": [other]}}));
    let error = StatefulSet::strategic_merge(&live, &change).expect_err("another kind");
    assert_eq!(error.path().to_string(), "spec.volumeClaimTemplates[0].kind");
}

#[test]
fn a_value_that_does_not_fit_has_its_path() {
    let live: Pod = read(pod(&json!([{"name": "a"}])));
    let path = |containers: Value| {
        let change = patch(&json!({"spec": {"containers": containers}}));
        let error = Pod::strategic_merge(&live, &change).expect_err("it does not fit");
        assert_eq!(error.kind(), ErrorKind::Typed, "{error}");
        error.path().to_string()
    };
    let port = json!({"containerPort": "http"});
    let new = json!([{"name": "b", "ports": [{"containerPort": 80}, &port]}]);
    assert_eq!(path(new), "spec.containers[0].ports[1].containerPort");
    let known = json!([{"name": "a", "ports": [&port]}]);
    assert_eq!(path(known), "spec.containers[0].ports[0].containerPort");
}

/// A type without some fields of the schema.
#[derive(Serialize, Deserialize, Debug)]
struct OldConfigMap {
    data: Option<std::collections::BTreeMap<String, String>>,
}

#[test]
fn a_field_that_the_type_would_drop_is_refused() {
    let live = OldConfigMap { data: None };
    let change = patch(&json!({"data": {"a": "1"}, "immutable": true}));
    let schema = smp_types::schema(ConfigMap::API_VERSION, ConfigMap::KIND).expect("a known kind");
    let error = typed::merge(&live, &change, schema, &Options::default());
    let error = error.expect_err("it would be lost");
    assert_eq!(error.kind(), ErrorKind::Typed);
    assert_eq!(error.path().to_string(), "immutable");
}

#[test]
fn every_type_has_the_schema_of_the_catalogue() {
    for (own, api_version, name) in [
        (Pod::schema(), "v1", "Pod"),
        (PodTemplateSpec::schema(), "v1", "PodTemplateSpec"),
        (ObjectMeta::schema(), "v1", "ObjectMeta"),
        (JSONSchemaProps::schema(), "apiextensions.k8s.io/v1", "JSONSchemaProps"),
    ] {
        let schema = smp_types::type_schema(api_version, name).expect("a known type");
        assert_eq!(own.first_difference(schema), None, "{name}");
    }
}

#[test]
fn an_object_is_changed_in_place_and_an_edit_is_a_patch() {
    let mut live: Deployment = read(json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
        "spec": {"selector": {}, "template": {"spec": {"containers": [
            {"name": "web", "image": "web:1"}, {"name": "log", "image": "log:1"}
        ]}}}
    }));
    let edit = Deployment::strategic_edit(&live, |it| {
        let spec = it.spec.template.spec.get_or_insert_default();
        spec.containers[1].image = Some("log:2".to_owned());
    });
    let edit = edit.expect("a patch");
    let order = json!([{"name": "web"}, {"name": "log"}]);
    let expected = json!({"spec": {"template": {"spec": {
        "$setElementOrder/containers": order, "containers": [{"name": "log", "image": "log:2"}]
    }}}});
    assert_eq!(edit.to_value().expect("it is JSON"), expected);

    let mut wanted = live.clone();
    let spec = wanted.spec.template.spec.as_mut();
    spec.expect("a spec").containers[1].image = Some("log:2".to_owned());
    Deployment::strategic_merge_into(&mut live, &edit).expect("it applies");
    assert_eq!(live, wanted);

    let wrong = patch(&json!({"kind": "StatefulSet", "spec": {"paused": true}}));
    let error = Deployment::strategic_merge_into(&mut live, &wrong).expect_err("another kind");
    assert_eq!(error.kind(), ErrorKind::Typed);
    assert_eq!(live, wanted);
}

/// A type with types of k8s-openapi that have no fields, and with lists and maps of others.
#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Mixed {
    max_unavailable: Option<IntOrString>,
    limits: BTreeMap<String, Quantity>,
    since: Option<Time>,
    extension: RawExtension,
    schema: Box<JSONSchemaProps>,
    #[patch(strategy = "merge", merge_key = "containerPort")]
    #[patch(list_map_keys("containerPort", "protocol" = "TCP"))]
    ports: Vec<ContainerPort>,
    #[patch(strategy = "merge", merge_key = "name")]
    volumes: Option<Vec<Volume>>,
    by_zone: BTreeMap<String, PodTemplateSpec>,
}

#[test]
fn fields_of_derived_types_merge_as_in_kubernetes() {
    let live = json!({
        "maxUnavailable": "25%",
        "limits": {"cpu": "1", "memory": "1Gi"},
        "since": "2026-01-01T00:00:00Z",
        "extension": {"a": {"b": 1}},
        "schema": {"type": "object", "properties": {"size": {"type": "integer"}}},
        "ports": [{"containerPort": 53, "protocol": "TCP"}, {"containerPort": 53, "protocol": "UDP"}],
        "volumes": [{"name": "data", "emptyDir": {}}, {"name": "tmp", "emptyDir": {}}],
        "byZone": {"a": {"spec": {"containers": [
            {"name": "web", "image": "web:1"}, {"name": "log", "image": "log:1"}
        ]}}}
    });
    let change = json!({
        "maxUnavailable": 1,
        "limits": {"cpu": "2"},
        "extension": {"a": {"c": 2}},
        "schema": {"properties": {"age": {"type": "string"}}},
        "ports": [{"containerPort": 53, "protocol": "UDP", "name": "dns"}],
        "volumes": [{"name": "data", "$retainKeys": ["name", "hostPath"], "hostPath": {"path": "/d"}}],
        "byZone": {"a": {"spec": {"containers": [{"name": "log", "image": "log:2"}]}}}
    });
    let before: Mixed = read(live.clone());
    let change = patch(&change);
    let merged = Mixed::strategic_merge(&before, &change).expect("it applies");
    let wanted = smp_core::apply(&live, &change, Mixed::schema(), &Options::default());
    assert_eq!(merged, read(wanted.expect("it applies")));
    let containers = &merged.by_zone["a"].spec.as_ref().expect("a spec").containers;
    let images: Vec<_> = containers.iter().filter_map(|it| it.image.as_deref()).collect();
    assert_eq!(images, ["web:1", "log:2"]);
    assert_eq!(merged.max_unavailable, Some(IntOrString::Int(1)));
    assert_eq!(merged.volumes.as_ref().expect("volumes")[0].empty_dir, None);

    let back = Mixed::strategic_diff(&merged, &before).expect("a patch");
    assert_eq!(Mixed::strategic_merge(&merged, &back).expect("it applies"), before);
}

#[test]
fn values_that_a_field_would_drop_are_refused() {
    let live: Mixed = read(json!({
        "limits": {}, "extension": null, "schema": {}, "ports": [], "byZone": {"a": {}}
    }));
    let change = patch(&json!({"byZone": {"a": {"spec": {"containers": [], "size": 1}}}}));
    let error = Mixed::strategic_merge(&live, &change).expect_err("no such field");
    assert_eq!(error.kind(), ErrorKind::UnknownField);
    assert_eq!(error.path().to_string(), "byZone.a.spec.size");

    let change = patch(&json!({"since": "yesterday"}));
    let error = Mixed::strategic_merge(&live, &change).expect_err("no time");
    assert_eq!(error.kind(), ErrorKind::Typed);
    assert_eq!(error.path().to_string(), "since");
}
