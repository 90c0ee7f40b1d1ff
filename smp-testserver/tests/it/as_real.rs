//! Answers that a comparison with a real API server found to be different.

use http::Method;
use serde_json::{Value, json};

use crate::ask::{
    DEPLOYMENTS, MAPS, ask, delete, deployment, get, map, merge, post, put, server, strategic,
};

async fn operations(server: &smp_testserver::TestServer, path: &str, patch: Value) -> (u16, Value) {
    ask(server, Method::PATCH, path, "application/json-patch+json", &patch.to_string()).await
}

#[tokio::test]
async fn a_selector_of_the_namespace_fits_most_kinds_without_namespaces() {
    let server = server();
    for (path, code) in [
        ("/apis/storage.k8s.io/v1/storageclasses", 200),
        ("/api/v1/nodes", 400),
        ("/api/v1/namespaces", 400),
        ("/apis/certificates.k8s.io/v1/certificatesigningrequests", 400),
    ] {
        let path = format!("{path}?fieldSelector=metadata.namespace%3Dx");
        assert_eq!(get(&server, &path).await.0, code, "{path}");
    }
}

#[tokio::test]
async fn of_a_delete_with_options_no_parameter_counts() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let path = format!("{MAPS}/a");
    let dry = format!("{path}?dryRun=All");
    assert_eq!(ask(&server, Method::DELETE, &dry, "application/json", "").await.0, 200);
    assert_eq!(get(&server, &path).await.0, 200);
    assert_eq!(delete(&server, &dry, &json!({"kind": "DeleteOptions"})).await.0, 200);
    assert_eq!(get(&server, &path).await.0, 404);
}

#[tokio::test]
async fn strict_validation_looks_at_the_members_of_operations() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let patch = json!([{"op": "add", "path": "/data/b", "value": "2", "valeu": "3"}]);
    let path = format!("{MAPS}/a?fieldValidation=Strict");
    let (code, status) = operations(&server, &path, patch.clone()).await;
    assert_eq!(code, 422, "{status}");
    assert!(
        status["message"].as_str().unwrap().ends_with(r#"json patch unknown field "[0].valeu""#),
        "{status}"
    );
    assert_eq!(operations(&server, &format!("{MAPS}/a"), patch).await.0, 200);
}

#[tokio::test]
async fn a_patch_makes_no_object_of_a_different_kind() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let path = format!("{MAPS}/a");
    assert_eq!(merge(&server, &path, &json!({"kind": "Secret"})).await.0, 422);
    assert_eq!(merge(&server, &path, &json!({"kind": null})).await.0, 200);
    assert_eq!(merge(&server, &path, &json!({"apiVersion": null})).await.0, 400);
    let without = json!([{"op": "remove", "path": "/apiVersion"}]);
    assert_eq!(operations(&server, &path, without).await.0, 400);
    let number = json!([{"op": "replace", "path": "", "value": 3}]);
    assert_eq!(operations(&server, &path, number).await.0, 422);
    // That the result can't be read comes before its name.
    assert_eq!(merge(&server, &path, &json!({"metadata": null, "data": 1})).await.0, 422);
    assert_eq!(merge(&server, &path, &json!({"metadata": null})).await.0, 400);
}

#[tokio::test]
async fn most_strategic_merge_patches_that_can_t_be_merged_are_errors_of_the_server() {
    let server = server();
    post(&server, DEPLOYMENTS, &deployment("a")).await;
    let path = format!("{DEPLOYMENTS}/a");
    for (spec, code) in [
        (json!({"template": {"spec": {"containers": [{"image": "x"}]}}}), 500),
        (json!({"$patch": "x"}), 500),
        (json!({"strategy": {"$retainKeys": 3}}), 400),
        (json!({"replicas": "a"}), 422),
    ] {
        let (found, status) = strategic(&server, &path, &json!({"spec": spec})).await;
        assert_eq!(found, code, "{status}");
    }
}

#[tokio::test]
async fn a_name_that_the_server_makes_comes_after_the_defaults() {
    let server = server();
    let space = json!({"metadata": {"generateName": "a-"}});
    let (code, made) = post(&server, "/api/v1/namespaces", &space).await;
    assert_eq!(code, 201, "{made}");
    let metadata = &made["metadata"];
    assert_eq!(metadata["labels"]["kubernetes.io/metadata.name"], metadata["name"]);
    let owned = json!({"f:generateName": {}});
    assert_eq!(metadata["managedFields"][0]["fieldsV1"]["f:metadata"], owned);
}

const JOBS: &str = "/apis/batch/v1/namespaces/default/jobs";

fn job(metadata: &Value) -> Value {
    let pod = json!({"containers": [{"name": "a", "image": "a"}], "restartPolicy": "Never"});
    let template = json!({"metadata": {"labels": {"app": "a"}}, "spec": pod});
    json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": {"template": template}})
}

#[tokio::test]
async fn labels_of_a_job_are_those_of_its_template_when_it_is_read_again() {
    let server = server();
    let (_, made) = post(&server, JOBS, &job(&json!({"generateName": "a-"}))).await;
    assert_eq!(made["metadata"]["labels"], json!({"app": "a"}), "{made}");
    let (_, made) = post(&server, JOBS, &job(&json!({"name": "b"}))).await;
    assert_eq!(made["metadata"]["labels"]["job-name"], "b", "{made}");
    let remove = json!([{"op": "remove", "path": "/metadata/labels"}]);
    let (code, changed) = operations(&server, &format!("{JOBS}/b/status"), remove).await;
    assert_eq!((code, &changed["metadata"]["labels"]), (200, &made["metadata"]["labels"]));
}

#[tokio::test]
async fn a_number_that_is_minus_zero_is_an_integer() {
    let server = server();
    let mut object = deployment("a").to_string();
    object = object.replacen(
        "\"spec\":{",
        "\"spec\":{\"strategy\":{\"rollingUpdate\":{\"maxSurge\":-0}},",
        1,
    );
    let (code, made) = ask(&server, Method::POST, DEPLOYMENTS, "application/json", &object).await;
    assert_eq!(
        (code, &made["spec"]["strategy"]["rollingUpdate"]["maxSurge"]),
        (201, &json!(0)),
        "{made}"
    );
}

#[tokio::test]
async fn an_unknown_member_is_no_change_of_a_network_policy() {
    let server = server();
    let path = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
    let mut policy = json!({"metadata": {"name": "a"}, "spec": {"podSelector": {"matchLabels": {"a": "b"}}, "ingress": [{"ports": [{"port": 1}]}]}});
    let (_, made) = post(&server, path, &policy).await;
    assert_eq!(made["metadata"]["generation"], 1);
    policy["spec"]["ingress"][0]["unknown"] = json!({});
    let path = format!("{path}/a");
    assert_eq!(put(&server, &path, &policy).await.1["metadata"]["generation"], 1);
    policy["spec"]["egress"] = json!([]);
    assert_eq!(put(&server, &path, &policy).await.1["metadata"]["generation"], 2);
}

#[tokio::test]
async fn an_object_without_a_version_is_read_before_its_name_is_missed() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let whole = |value: Value| json!([{"op": "replace", "path": "", "value": value}]);
    let path = format!("{MAPS}/a?fieldValidation=Strict");
    let (code, status) = operations(&server, &path, whole(json!({"dta": {}}))).await;
    assert_eq!(code, 422, "{status}");
    assert!(status["message"].as_str().unwrap().contains(r#"unknown field "dta""#), "{status}");
    let (code, status) = operations(&server, &path, whole(json!({"data": {}}))).await;
    assert_eq!(code, 400, "{status}");
}
