//! Discovery, `OpenAPI`, the version.

use kube::core::GroupVersionKind;
use kube::discovery::{Discovery, Scope, verbs};
use serde_json::json;

use crate::ask::{get, server};

#[tokio::test]
async fn documents() {
    let server = server();
    assert_eq!(get(&server, "/version").await.1["minor"], "37");
    assert_eq!(get(&server, "/readyz").await, (200, json!("ok")));
    assert_eq!(get(&server, "/api").await.1["versions"], json!(["v1"]));
    let (_, groups) = get(&server, "/apis").await;
    let apps = groups["groups"].as_array().unwrap().iter().find(|it| it["name"] == "apps").unwrap();
    assert_eq!(apps["preferredVersion"], json!({"groupVersion": "apps/v1", "version": "v1"}));
    assert_eq!(get(&server, "/apis/apps").await.1["kind"], "APIGroup");
    let (_, list) = get(&server, "/apis/apps/v1").await;
    let names: Vec<_> = list["resources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"deployments") && names.contains(&"deployments/scale"), "{names:?}");
    assert_eq!(get(&server, "/apis/none").await.0, 404);
}

#[tokio::test]
async fn schemas() {
    let server = server();
    let (_, index) = get(&server, "/openapi/v3").await;
    assert_eq!(index["paths"]["apis/apps/v1"]["serverRelativeURL"], "/openapi/v3/apis/apps/v1");
    let (_, document) = get(&server, "/openapi/v3/apis/apps/v1").await;
    let schemas = &document["components"]["schemas"];
    let containers = &schemas["apps.v1.PodSpec"]["properties"]["containers"];
    assert_eq!(containers["x-kubernetes-patch-merge-key"], "name");
    assert_eq!(containers["items"]["$ref"], "#/components/schemas/apps.v1.Container");
    let patch =
        &document["paths"]["/apis/apps/v1/namespaces/{namespace}/deployments/{name}"]["patch"];
    assert!(
        patch["parameters"].as_array().unwrap().iter().any(|it| it["name"] == "fieldValidation")
    );
    // What is served can be read again, and merges as before.
    let (_, all) = get(&server, "/openapi/v2").await;
    let read = smp_openapi::OpenApi::from_value(&all).unwrap();
    let schema = read.schema_of("apps/v1", "Deployment").unwrap().unwrap().schema;
    let spec = schema.root().field("spec").unwrap().ty();
    let pod = spec.field("template").unwrap().ty().field("spec").unwrap().ty();
    assert_eq!(pod.field("containers").unwrap().merge_key(), Some("name"));
}

#[tokio::test]
async fn kube_finds_every_kind() {
    let server = server();
    let client = kube::Client::new(server.clone(), "default");
    let discovery = Discovery::new(client.clone()).run().await.unwrap();
    let (resource, capabilities) =
        discovery.resolve_gvk(&GroupVersionKind::gvk("apps", "v1", "Deployment")).unwrap();
    assert_eq!(
        (resource.plural.as_str(), &capabilities.scope),
        ("deployments", &Scope::Namespaced)
    );
    assert!(capabilities.supports_operation(verbs::WATCH));
    let aggregated = Discovery::new(client).run_aggregated().await.unwrap();
    assert_eq!(aggregated.groups().count(), discovery.groups().count());
}
