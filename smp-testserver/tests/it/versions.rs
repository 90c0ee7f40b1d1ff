//! Custom resources with one stored version and further ones that have other fields and defaults, and
//! objects inside of them.

use http::Method;
use serde_json::{Value, json};
use smp_testserver::TestServer;

use crate::ask::{apply, ask, get, merge, post, put, server};

const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

async fn with_rigs() -> TestServer {
    let server = server();
    let version = |name: &str, properties: Value| {
        let spec = json!({"type": "object", "properties": properties});
        json!({
            "name": name, "served": true, "storage": name == "v1",
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
            "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}},
        })
    };
    let template = json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true});
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "rigs.example.com"},
        "spec": {
            "group": "example.com", "scope": "Cluster", "names": {"plural": "rigs", "kind": "Rig"},
            "versions": [
                version("v1", json!({
                    "replicas": {"type": "integer", "default": 1}, "mode": {"type": "string"},
                    "ratio": {"type": "number"}, "template": template,
                })),
                version("v2", json!({
                    "replicas": {"type": "integer"}, "mode": {"type": "string"},
                    "extra": {"type": "string", "default": "x"},
                })),
            ],
        },
    });
    let (code, it) = post(&server, DEFINITIONS, &definition).await;
    assert_eq!(code, 201, "{it}");
    server
}

fn path(version: &str) -> String {
    format!("/apis/example.com/{version}/rigs")
}

fn rig(version: &str, spec: impl Into<Value>) -> Value {
    let spec: Value = spec.into();
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Rig", "metadata": {"name": "a"}, "spec": spec})
}

#[tokio::test]
async fn what_the_stored_version_lacks_is_lost_and_its_defaults_count() {
    let server = with_rigs().await;
    let (code, made) = post(&server, &path("v2"), &rig("v2", json!({"mode": "A"}))).await;
    assert_eq!((code, &made["spec"]), (201, &json!({"mode": "A", "replicas": 1})), "{made}");
    let (_, read) = get(&server, &format!("{}/a", path("v2"))).await;
    assert_eq!(read["spec"], made["spec"]);
    let (_, read) = get(&server, &format!("{}/a", path("v1"))).await;
    assert_eq!(read["spec"], made["spec"]);
    let mut changed = read;
    changed["spec"]["ratio"] = json!(0.5);
    assert_eq!(put(&server, &format!("{}/a", path("v1")), &changed).await.0, 200);
    let (_, read) = get(&server, &format!("{}/a", path("v2"))).await;
    assert_eq!(read["spec"], made["spec"]);
}

#[tokio::test]
async fn managers_stay_where_another_version_lacks_a_field() {
    let server = with_rigs().await;
    let v1 = format!("{}/a", path("v1"));
    let config = rig("v1", json!({"mode": "A"})).to_string();
    assert_eq!(apply(&server, &v1, "fieldManager=a", &config).await.0, 201);
    let v2 = format!("{}/a", path("v2"));
    let patch = json!({"spec": {"mode": "B"}});
    let (code, now) = merge(&server, &format!("{v2}?fieldManager=b"), &patch).await;
    assert_eq!((code, &now["spec"]["mode"]), (200, &json!("B")));
    // The default of `extra` is no field of the other version, so that nothing can be compared.
    let entries = now["metadata"]["managedFields"].as_array().unwrap();
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(entries[0]["fieldsV1"], json!({"f:spec": {"f:mode": {}}}));
}

#[tokio::test]
async fn the_scale_of_an_object_without_replicas_can_be_set() {
    let server = with_rigs().await;
    assert_eq!(post(&server, &path("v2"), &rig("v2", json!({}))).await.0, 201);
    let remove = r#"[{"op": "remove", "path": "/spec"}]"#;
    let rig = format!("{}/a", path("v1"));
    let media_type = "application/json-patch+json";
    assert_eq!(ask(&server, Method::PATCH, &rig, media_type, remove).await.0, 200);
    let scale = format!("{rig}/scale");
    assert_eq!(get(&server, &scale).await.0, 500);
    let config = r#"{"apiVersion": "autoscaling/v1", "kind": "Scale", "spec": {"replicas": 2}}"#;
    // As a server answers where no manager has the replicas.
    assert_eq!(apply(&server, &scale, "fieldManager=a", config).await.0, 500);
    let (code, now) = merge(&server, &scale, &json!({"spec": {"replicas": 3}})).await;
    assert_eq!((code, &now["spec"]["replicas"]), (200, &json!(3)), "{now}");
    let (_, now) = get(&server, &rig).await;
    assert_eq!((&now["spec"]["replicas"], &now["metadata"]["generation"]), (&json!(3), &json!(3)));
}

#[tokio::test]
async fn metadata_of_an_embedded_object_are_read() {
    let server = with_rigs().await;
    let dry = format!("{}?dryRun=All", path("v1"));
    let with = |template: Value| rig("v1", json!({"template": template}));
    let object = |metadata: Value| json!({"apiVersion": "v1", "kind": "X", "metadata": metadata});
    for (metadata, wanted) in [
        (json!(null), json!({})),
        (json!({"labels": null, "foo": 1}), json!({})),
        (json!({"labels": {"a": null}, "name": null}), json!({"labels": {"a": ""}})),
    ] {
        let (code, it) = post(&server, &dry, &with(object(metadata))).await;
        assert_eq!((code, &it["spec"]["template"]["metadata"]), (201, &wanted), "{it}");
    }
    let (code, it) = post(&server, &dry, &with(object(json!(3)))).await;
    assert_eq!(code, 400, "{it}");
    assert!(it["message"].as_str().unwrap().contains("spec.template.metadata: Invalid value: 3"));
    let (code, it) = post(&server, &dry, &with(json!({"apiVersion": null, "kind": "X"}))).await;
    assert_eq!(code, 400, "{it}");
    let (code, it) = post(&server, &dry, &with(json!({"kind": "X"}))).await;
    assert_eq!(
        (code, &it["details"]["causes"][0]["field"]),
        (422, &json!("spec.template.apiVersion"))
    );
}

#[tokio::test]
async fn a_write_in_another_version_loses_the_fields_that_it_lacks() {
    let server = with_rigs().await;
    let spec = json!({"mode": "A", "ratio": 0.5});
    assert_eq!(post(&server, &path("v1"), &rig("v1", spec)).await.0, 201);
    let (v1, v2) = (format!("{}/a", path("v1")), format!("{}/a", path("v2")));
    assert_eq!(get(&server, &v1).await.1["spec"]["ratio"], 0.5);
    // It states what is there already, and is a write all the same.
    let (_, now) = merge(&server, &format!("{v2}/scale"), &json!({"spec": {"replicas": 1}})).await;
    assert_eq!(now["spec"]["replicas"], 1, "{now}");
    let (_, now) = get(&server, &v1).await;
    assert_eq!((&now["spec"]["ratio"], &now["metadata"]["generation"]), (&json!(null), &json!(1)));
}

#[tokio::test]
async fn a_status_is_applied_in_another_version_without_conflicts_about_the_spec() {
    let server = with_rigs().await;
    let v1 = format!("{}?fieldManager=a", path("v1"));
    assert_eq!(post(&server, &v1, &rig("v1", json!({"mode": "A"}))).await.0, 201);
    let config = rig("v2", json!({"mode": "B"})).to_string();
    let v2 = format!("{}/a", path("v2"));
    let (code, it) = apply(&server, &format!("{v2}/status"), "fieldManager=b", &config).await;
    assert_eq!((code, &it["spec"]["mode"]), (200, &json!("A")), "{it}");
    let (code, it) = apply(&server, &v2, "fieldManager=b", &config).await;
    assert_eq!(code, 409, "{it}");
    // An apply that changes nothing adds no default, so that it is no new generation.
    let config = rig("v2", json!({"mode": "A"})).to_string();
    let (code, it) = apply(&server, &v2, "fieldManager=b", &config).await;
    assert_eq!((code, &it["metadata"]["generation"]), (200, &json!(1)), "{it}");
}

#[tokio::test]
async fn a_whole_number_is_an_integer_in_a_custom_resource() {
    let server = with_rigs().await;
    let (code, it) = post(&server, &path("v1"), &rig("v1", json!({"replicas": 2.0}))).await;
    assert_eq!((code, &it["spec"]["replicas"]), (201, &json!(2)), "{it}");
    // It is a change to a server all the same.
    let v1 = format!("{}/a", path("v1"));
    let (code, it) = merge(&server, &v1, &json!({"spec": {"replicas": 2.0}})).await;
    assert_eq!((code, &it["spec"]["replicas"]), (200, &json!(2)), "{it}");
    assert_eq!(it["metadata"]["generation"], 2);
    // A patch of the status takes no part in what identifies the object.
    let patch = json!({"metadata": {"uid": "0"}});
    assert_eq!(merge(&server, &format!("{v1}/status"), &patch).await.0, 200);
    assert_eq!(merge(&server, &v1, &patch).await.0, 422);
}

#[tokio::test]
async fn the_first_replicas_bring_the_defaults_of_the_stored_version() {
    let server = with_rigs().await;
    let mut bare = rig("v2", json!({}));
    bare.as_object_mut().unwrap().remove("spec");
    assert_eq!(post(&server, &path("v2"), &bare).await.0, 201);
    let scale = format!("{}/a/scale", path("v2"));
    assert_eq!(merge(&server, &scale, &json!({"spec": {"replicas": 2}})).await.0, 200);
    let (_, read) = get(&server, &format!("{}/a", path("v1"))).await;
    assert_eq!(read["spec"], json!({"replicas": 2}));
    let (_, list) = get(&server, &path("v1")).await;
    assert_eq!(list["metadata"]["continue"], "");
}

#[tokio::test]
async fn unknown_metadata_of_an_embedded_object_is_refused_with_strict_validation() {
    let server = with_rigs().await;
    let template =
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "n1": "x"}});
    let strict = format!("{}?fieldValidation=Strict", path("v1"));
    let (code, status) = post(&server, &strict, &rig("v1", json!({"template": template}))).await;
    assert_eq!(code, 400);
    assert!(
        status["message"]
            .as_str()
            .unwrap()
            .contains(r#"unknown field "spec.template.metadata.n1""#),
        "{status}"
    );
}
