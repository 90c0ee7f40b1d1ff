//! Metadata and options that a server refuses, and those that it takes.

use serde_json::{Value, json};

use crate::ask::{DEPLOYMENTS, MAPS, apply, deployment, get, map, merge, post, put, server};

fn causes(status: &Value) -> Vec<String> {
    let causes = status["details"]["causes"].as_array().into_iter().flatten();
    let text = |it: &Value, name: &str| it[name].as_str().unwrap_or_default().to_owned();
    causes.map(|it| format!("{}: {}", text(it, "field"), text(it, "message"))).collect()
}

#[tokio::test]
async fn one_owner_is_the_controller() {
    let server = server();
    let owner = |name: &str| json!({"apiVersion": "v1", "kind": "Pod", "name": name, "uid": name, "controller": true});
    let mut object = map("a");
    object["metadata"]["ownerReferences"] = json!([owner("x")]);
    assert_eq!(post(&server, MAPS, &object).await.0, 201);
    object["metadata"]["name"] = "b".into();
    object["metadata"]["ownerReferences"] = json!([owner("x"), owner("y")]);
    let (code, status) = post(&server, MAPS, &object).await;
    assert_eq!(code, 422);
    assert!(
        causes(&status)[0].ends_with("Found \"true\" in references for Pod/x and Pod/y"),
        "{status}"
    );
}

#[tokio::test]
async fn a_finalizer_of_a_kind_of_kubernetes_has_a_domain() {
    let server = server();
    let mut object = map("a");
    object["metadata"]["finalizers"] = json!(["nope", "orphan", "example.com/x"]);
    let (code, status) = post(&server, MAPS, &object).await;
    assert_eq!(code, 422);
    assert_eq!(
        causes(&status),
        [
            "metadata.finalizers: Invalid value: \"nope\": name is neither a standard finalizer name nor is it fully qualified"
        ]
    );
}

#[tokio::test]
async fn the_uid_is_a_precondition_of_put_and_can_t_be_patched() {
    let server = server();
    let (_, mut object) = post(&server, MAPS, &map("a")).await;
    let path = format!("{MAPS}/a");
    let (code, status) = merge(&server, &path, &json!({"metadata": {"uid": "x"}})).await;
    assert_eq!(code, 422);
    assert_eq!(causes(&status), ["metadata.uid: Invalid value: \"x\": field is immutable"]);
    object["metadata"]["uid"] = "x".into();
    let (code, status) = put(&server, &path, &object).await;
    assert_eq!((code, &status["reason"]), (409, &json!("Conflict")));
}

#[tokio::test]
async fn version_zero_is_no_precondition() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let path = format!("{MAPS}/a");
    let patch = json!({"metadata": {"resourceVersion": "0", "labels": {"a": "b"}}});
    assert_eq!(merge(&server, &path, &patch).await.0, 200);
    let mut object = map("a");
    object["metadata"]["resourceVersion"] = "0".into();
    let (code, it) = put(&server, &path, &object).await;
    assert_eq!(code, 200, "{it}");
    assert_ne!(get(&server, &path).await.1["metadata"]["resourceVersion"], "0");
}

#[tokio::test]
async fn a_patch_without_a_namespace_is_for_that_of_the_path() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let path = format!("{MAPS}/a");
    let (code, it) = merge(&server, &path, &json!({"metadata": {"namespace": null}})).await;
    assert_eq!((code, &it["metadata"]["namespace"]), (200, &json!("default")));
    assert_eq!(merge(&server, &path, &json!({"metadata": {"namespace": "x"}})).await.0, 400);
    post(&server, "/api/v1/nodes", &json!({"metadata": {"name": "n"}})).await;
    let (code, it) =
        merge(&server, "/api/v1/nodes/n", &json!({"metadata": {"namespace": "x"}})).await;
    assert_eq!((code, it["metadata"].get("namespace")), (200, None));
}

#[tokio::test]
async fn options_are_refused_as_a_server_does() {
    let server = server();
    let long = "x".repeat(129);
    for (query, cause) in [
        (format!("fieldManager={long}"), "fieldManager: Too long: may not be more than 128 bytes"),
        (
            "fieldManager=a%07".to_owned(),
            "fieldManager: Invalid value: \"a\\u0007\": invalid character U+0007 (at position 1)",
        ),
        ("dryRun=x".to_owned(), "dryRun: Unsupported value: [\"x\"]: supported values: \"All\""),
        (
            "fieldValidation=x".to_owned(),
            "fieldValidation: Unsupported value: \"x\": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"",
        ),
    ] {
        let (code, status) = post(&server, &format!("{MAPS}?{query}"), &map("a")).await;
        assert_eq!((code, causes(&status)), (422, vec![cause.to_owned()]), "{query}");
    }
    assert_eq!(get(&server, &format!("{MAPS}/a")).await.0, 404);
}

#[tokio::test]
async fn requests_that_client_libraries_send() {
    let server = server();
    // The name of a scale is that of the path.
    post(&server, DEPLOYMENTS, &deployment("a")).await;
    let scale = json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "spec": {"replicas": 2}});
    let path = format!("{DEPLOYMENTS}/a/scale");
    let (code, it) = apply(&server, &path, "fieldManager=a&force=true", &scale.to_string()).await;
    assert_eq!((code, &it["spec"]["replicas"]), (200, &json!(2)), "{it}");
    // A dry run of a create may have a version.
    let mut object = map("b");
    object["metadata"]["resourceVersion"] = "7".into();
    assert_eq!(post(&server, &format!("{MAPS}?dryRun=All"), &object).await.0, 201);
    assert_eq!(post(&server, MAPS, &object).await.0, 500);
}
