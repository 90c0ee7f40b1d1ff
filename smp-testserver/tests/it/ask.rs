//! Requests without a client.

use http::{Method, Request};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use smp_testserver::TestServer;

/// A server whose times and names are the same in each run.
pub(crate) fn server() -> TestServer {
    TestServer::builder().seed(7).time("2026-01-01T00:00:00Z".parse().unwrap()).build()
}

/// Sends a request, and returns the code and the body of the answer.
pub(crate) async fn ask(
    server: &TestServer,
    method: Method,
    path: &str,
    media_type: &str,
    body: &str,
) -> (u16, Value) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("content-type", media_type)
        .header("user-agent", "tester/1.0")
        .body(body.to_owned())
        .unwrap();
    let response = server.answer(request).await.unwrap();
    let code = response.status().as_u16();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (
        code,
        serde_json::from_slice(&bytes)
            .unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into_owned().into()),
    )
}

pub(crate) async fn get(server: &TestServer, path: &str) -> (u16, Value) {
    ask(server, Method::GET, path, "", "").await
}

pub(crate) async fn post(server: &TestServer, path: &str, body: &Value) -> (u16, Value) {
    ask(server, Method::POST, path, "application/json", &body.to_string()).await
}

pub(crate) async fn put(server: &TestServer, path: &str, body: &Value) -> (u16, Value) {
    ask(server, Method::PUT, path, "application/json", &body.to_string()).await
}

pub(crate) async fn delete(server: &TestServer, path: &str, options: &Value) -> (u16, Value) {
    ask(server, Method::DELETE, path, "application/json", &options.to_string()).await
}

/// A JSON merge patch.
pub(crate) async fn merge(server: &TestServer, path: &str, patch: &Value) -> (u16, Value) {
    ask(server, Method::PATCH, path, "application/merge-patch+json", &patch.to_string()).await
}

/// A strategic merge patch.
pub(crate) async fn strategic(server: &TestServer, path: &str, patch: &Value) -> (u16, Value) {
    ask(server, Method::PATCH, path, "application/strategic-merge-patch+json", &patch.to_string())
        .await
}

/// A configuration that a manager applies.
pub(crate) async fn apply(
    server: &TestServer,
    path: &str,
    query: &str,
    config: &str,
) -> (u16, Value) {
    let path = format!("{path}?{query}");
    ask(server, Method::PATCH, &path, "application/apply-patch+yaml", config).await
}

pub(crate) const MAPS: &str = "/api/v1/namespaces/default/configmaps";
pub(crate) const DEPLOYMENTS: &str = "/apis/apps/v1/namespaces/default/deployments";

pub(crate) fn map(name: &str) -> Value {
    json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {"a": "1"}})
}

pub(crate) fn deployment(name: &str) -> Value {
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name},
        "spec": {
            "selector": {"matchLabels": {"app": name}},
            "template": {
                "metadata": {"labels": {"app": name}},
                "spec": {"containers": [{"name": "web", "image": "web:1"}]},
            },
        },
    })
}
