//! The controller against a server that keeps one object and applies strategic
//! merge patches to it, as a cluster does.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use k8s_openapi::api::apps::v1::Deployment;
use kube::Client;
use kube::client::Body;
use kube_controller::{LAST_APPLIED, Outcome, reconcile};
use serde_json::{Value, json};
use smp_core::{Options, PatchSchema};

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
                let object: Value = serde_json::from_slice(&body).expect("an object");
                state.object = Some(object.clone());
                state.requests.push((Method::POST, object));
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

    fn object(&self) -> Value {
        self.0.lock().expect("no test has panicked").object.clone().expect("there is an object")
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
    serde_json::from_value(json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": "web", "namespace": "shop"},
        "spec": {
            "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {"containers": containers}
            }
        }
    }))
    .expect("a Deployment")
}

fn containers(object: &Value) -> &Value {
    &object["spec"]["template"]["spec"]["containers"]
}

#[tokio::test]
async fn what_others_did_stays_and_a_settled_object_gets_no_request() {
    let server = Server::default();
    let first = wanted(&json!([
        {"name": "web", "image": "web:1", "env": [{"name": "OLD", "value": "1"}]}
    ]));
    let outcome = reconcile(server.client(), &first).await.expect("it is created");
    assert_eq!(outcome, Outcome::Created);

    // A webhook, an autoscaler and the cluster's defaults.
    server.change(|object| {
        object["spec"]["replicas"] = json!(5);
        let containers = &mut object["spec"]["template"]["spec"]["containers"];
        containers[0]["imagePullPolicy"] = json!("IfNotPresent");
        containers.as_array_mut().expect("a list").insert(0, json!({"name": "mesh"}));
    });
    let outcome = reconcile(server.client(), &first).await.expect("nothing is to do");
    assert_eq!(outcome, Outcome::Settled);
    assert_eq!(server.requests().len(), 1);

    let second = wanted(&json!([{"name": "web", "image": "web:2"}, {"name": "log"}]));
    let outcome = reconcile(server.client(), &second).await.expect("it is patched");
    assert!(matches!(outcome, Outcome::Patched(_)), "{outcome:?}");
    let object = server.object();
    assert_eq!(object["spec"]["replicas"], 5);
    let mut found = containers(&object).as_array().expect("a list").clone();
    found.sort_by_key(|container| container["name"].to_string());
    assert_eq!(
        found,
        [
            json!({"name": "log"}),
            json!({"name": "mesh"}),
            json!({"name": "web", "image": "web:2", "imagePullPolicy": "IfNotPresent"})
        ]
    );

    let outcome = reconcile(server.client(), &second).await.expect("nothing is to do");
    assert_eq!(outcome, Outcome::Settled);
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
    let pod = json!({
        "$setElementOrder/containers": [{"name": "web"}, {"name": "log"}],
        "containers": [{"name": "web", "image": "web:2"}]
    });
    assert_eq!(patch["spec"], json!({"template": {"spec": pod}}));
}
