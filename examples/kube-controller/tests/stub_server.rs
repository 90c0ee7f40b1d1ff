//! The controller against a server that keeps one object and applies strategic merge patches to
//! it: the requests that the controller sends, on any machine. What a cluster makes of them is in
//! `servers.rs`.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod deployment;

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use k8s_openapi::api::apps::v1::Deployment;
use kube::Client;
use kube::client::Body;
use kube_controller::{LAST_APPLIED, reconcile};
use serde_json::{Value, json};
use smp_core::{Options, PatchSchema};
use smp_kube::Outcome;

const PATH: &str = "/apis/apps/v1/namespaces/shop/deployments/web";

/// The object, if there is one, and every request that changed it.
#[derive(Clone, Default)]
struct Server(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    object: Option<Value>,
    requests: Vec<(Method, Value)>,
}

impl Server {
    fn client(&self) -> Client {
        let server = self.clone();
        let service = tower::service_fn(move |request: Request<Body>| {
            let server = server.clone();
            async move { Ok::<_, Infallible>(server.answer(request).await) }
        });
        Client::new(service, "default")
    }

    async fn answer(&self, request: Request<Body>) -> Response<Body> {
        let (head, body) = request.into_parts();
        let body = body.collect().await.expect("a body").to_bytes();
        let mut state = self.0.lock().expect("no test has panicked");
        match head.method {
            Method::GET => {}
            Method::POST => {
                let mut object: Value = serde_json::from_slice(&body).expect("an object");
                state.requests.push((Method::POST, object.clone()));
                object["metadata"]["resourceVersion"] = json!("7");
                state.object = Some(object);
            }
            Method::PATCH => {
                assert_eq!(head.uri.path(), PATH);
                let kind = head.headers.get("content-type").expect("a type of patch");
                assert_eq!(kind, "application/strategic-merge-patch+json");
                let patch: Value = serde_json::from_slice(&body).expect("a patch");
                let live = state.object.take().expect("there is an object");
                let schema = Deployment::schema();
                let result = smp_core::apply(&live, &patch, schema.root(), &Options::default());
                state.object = Some(result.expect("it applies"));
                state.requests.push((Method::PATCH, patch));
            }
            other => panic!("{other} was not expected"),
        }
        match &state.object {
            Some(object) => answer(StatusCode::OK, object),
            None => answer(
                StatusCode::NOT_FOUND,
                &json!({"kind": "Status", "apiVersion": "v1", "status": "Failure",
                        "message": "not found", "reason": "NotFound", "code": 404}),
            ),
        }
    }

    fn change(&self, by: impl FnOnce(&mut Value)) {
        by(self.0.lock().expect("no test has panicked").object.as_mut().expect("an object"));
    }

    fn requests(&self) -> Vec<(Method, Value)> {
        self.0.lock().expect("no test has panicked").requests.clone()
    }
}

fn answer(status: StatusCode, body: &Value) -> Response<Body> {
    let body = Body::from(body.to_string().into_bytes());
    Response::builder().status(status).body(body).expect("a response")
}

fn wanted(containers: &Value) -> Deployment {
    deployment::deployment("web", "shop", containers)
}

#[tokio::test]
async fn the_patch_holds_the_change_and_nothing_else() {
    let server = Server::default();
    let first = wanted(&json!([{"name": "web", "image": "web:1"}, {"name": "log", "image": "l"}]));
    reconcile(server.client(), &first).await.expect("it is created");
    let second = wanted(&json!([{"name": "web", "image": "web:2"}, {"name": "log", "image": "l"}]));
    reconcile(server.client(), &second).await.expect("it is patched");
    let (method, mut patch) = server.requests().pop().expect("a request");
    assert_eq!(method, Method::PATCH);
    let annotations = patch["metadata"]["annotations"].take();
    assert!(annotations[LAST_APPLIED].as_str().is_some_and(|text| text.contains("web:2")));
    assert_eq!(patch["metadata"]["resourceVersion"], "7");
    let pod = json!({
        "$setElementOrder/containers": [{"name": "web"}, {"name": "log"}],
        "containers": [{"name": "web", "image": "web:2"}]
    });
    assert_eq!(patch["spec"], json!({"template": {"spec": pod}}));
}

#[tokio::test]
async fn nothing_is_sent_if_the_object_is_settled_or_there_is_a_conflict() {
    let server = Server::default();
    let first = wanted(&json!([{"name": "web", "image": "web:1"}]));
    let outcome = reconcile(server.client(), &first).await.expect("it is created");
    assert_eq!(outcome, Outcome::Created);
    server.change(|object| object["spec"]["replicas"] = json!(5));
    let outcome = reconcile(server.client(), &first).await.expect("nothing is to do");
    assert_eq!(outcome, Outcome::Unchanged);

    server.change(|object| {
        object["spec"]["template"]["spec"]["containers"][0]["image"] = json!("web:9");
    });
    let second = wanted(&json!([{"name": "web", "image": "web:2"}]));
    let error = reconcile(server.client(), &second).await.expect_err("a conflict").to_string();
    assert!(
        error.contains(r#"image: original "web:1", modified "web:2", current "web:9""#),
        "{error}"
    );
    assert_eq!(server.requests().len(), 1);
}
