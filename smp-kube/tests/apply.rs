//! `apply` against a server that keeps one object: what it sends, and when it tries again. What a real
//! server makes of it is in the example `kube-controller`.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use k8s_openapi::api::core::v1::{ConfigMap, Service};
use kube::client::Body;
use kube::{Api, Client, CustomResource};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_value, json};
use smp_core::{Options, Overwrite, Patch, PatchSchema, StrategicMerge as _};
use smp_kube::{Error, Outcome, PatchType, Settings, apply};

const ANNOTATION: &str = "example.com/last-applied";

/// The object, the requests that changed it, and a change of another client before the next write.
#[derive(Clone, Default)]
struct Server(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    object: Option<Value>,
    version: u32,
    written: Vec<(Method, Value)>,
    /// Each write takes one.
    others: Vec<Option<Value>>,
    /// Whether objects cannot be created.
    lacks_namespace: bool,
}

impl State {
    fn set(&mut self, object: Option<Value>) {
        self.version += 1;
        self.object = object;
        if let Some(object) = &mut self.object {
            object["metadata"]["resourceVersion"] = json!(self.version.to_string());
        }
    }

    fn answer(&mut self, method: &Method, merges: bool, body: &Value) -> (StatusCode, Value) {
        if *method != Method::GET {
            self.written.push((method.clone(), body.clone()));
            if let Some(theirs) = self.others.pop() {
                self.set(theirs);
            }
        }
        let known = body["metadata"]["resourceVersion"].as_str().map(str::to_owned);
        match (method, self.object.clone()) {
            (&Method::GET, Some(object)) => (StatusCode::OK, object),
            (&Method::POST, None) if self.lacks_namespace => status(StatusCode::NOT_FOUND),
            (&Method::POST, None) => {
                self.set(Some(body.clone()));
                (StatusCode::CREATED, self.object.clone().expect("it is created"))
            }
            (&Method::PATCH, Some(object)) if known == Some(self.version.to_string()) => {
                let value = if merges { Value::schema() } else { ConfigMap::schema() };
                let new = smp_core::apply(object, body, value, &Options::default());
                self.set(Some(new.expect("it applies")));
                (StatusCode::OK, self.object.clone().expect("an object"))
            }
            (_, Some(_)) => status(StatusCode::CONFLICT),
            (_, None) => status(StatusCode::NOT_FOUND),
        }
    }
}

fn status(code: StatusCode) -> (StatusCode, Value) {
    let reason = if code == StatusCode::NOT_FOUND { "NotFound" } else { "Conflict" };
    let value = json!({"kind": "Status", "apiVersion": "v1", "status": "Failure",
                       "message": reason, "reason": reason, "code": code.as_u16()});
    (code, value)
}

impl Server {
    fn with(object: Value) -> Self {
        let server = Self::default();
        server.state(|state| state.set(Some(object)));
        server
    }

    fn state<T>(&self, read: impl FnOnce(&mut State) -> T) -> T {
        read(&mut self.0.lock().expect("no test has panicked"))
    }

    fn methods(&self) -> Vec<Method> {
        self.state(|state| state.written.iter().map(|(method, _)| method.clone()).collect())
    }

    fn client(&self) -> Client {
        let server = self.clone();
        let service = tower::service_fn(move |request: Request<Body>| {
            let server = server.clone();
            async move {
                let (head, body) = request.into_parts();
                let body = body.collect().await.expect("a body").to_bytes();
                let body = serde_json::from_slice(&body).unwrap_or_default();
                let kind = head.headers.get("content-type");
                let merges = kind.is_some_and(|kind| kind == "application/merge-patch+json");
                let (code, value) = server.state(|state| state.answer(&head.method, merges, &body));
                let body = Body::from(value.to_string().into_bytes());
                let response = Response::builder().status(code).body(body);
                Ok::<_, Infallible>(response.expect("a response"))
            }
        });
        Client::new(service, "default")
    }
}

fn object<K: DeserializeOwned>(data: &Value) -> K {
    from_value(
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": data}),
    )
    .expect("an object")
}

async fn applied(server: &Server, data: Value) -> Result<Outcome, Error> {
    let api = Api::default_namespaced(server.client());
    let settings = Settings::new(ANNOTATION).attempts(3);
    Ok(apply::<ConfigMap>(&api, &object(&data), &settings).await?.outcome)
}

#[tokio::test]
async fn an_object_is_created_patched_and_left_alone() {
    let server = Server::default();
    assert_eq!(applied(&server, json!({"a": "1"})).await.expect("created"), Outcome::Created);
    assert_eq!(applied(&server, json!({"a": "1"})).await.expect("settled"), Outcome::Unchanged);
    server.state(|state| {
        let mut theirs = state.object.clone().expect("an object");
        theirs["data"]["b"] = json!("theirs");
        state.set(Some(theirs));
    });
    let outcome = applied(&server, json!({"c": "1"})).await.expect("patched");
    let Outcome::Patched(patch) = outcome else { panic!("{outcome:?}") };
    assert_eq!(patch["data"], json!({"a": null, "c": "1"}));
    let data = server.state(|state| state.object.clone().expect("an object")["data"].clone());
    assert_eq!(data, json!({"b": "theirs", "c": "1"}));
    assert_eq!(server.methods(), [Method::POST, Method::PATCH]);
}

#[tokio::test]
async fn it_tries_again_when_others_write_between() {
    let server = Server::default();
    let theirs: ConfigMap = object(&json!({"theirs": "1"}));
    let theirs = serde_json::to_value(theirs).expect("a value");
    // Another client creates it before the first write, and removes it before the second.
    server.state(|state| state.others = vec![None, Some(theirs.clone())]);
    assert_eq!(applied(&server, json!({"a": "1"})).await.expect("created"), Outcome::Created);
    assert_eq!(server.methods(), [Method::POST, Method::PATCH, Method::POST]);

    let server = Server::with(theirs.clone());
    server.state(|state| state.others = vec![Some(theirs); 3]);
    let error = applied(&server, json!({"a": "1"})).await.expect_err("each time");
    let Error::Outdated { attempts: 3, last } = &error else { panic!("{error:?}") };
    assert_eq!((last.code, last.reason.as_str()), (409, "Conflict"));
    assert!(error.to_string().contains("in each of 3 attempts"), "{error}");
    assert_eq!(server.methods(), [Method::PATCH, Method::PATCH, Method::PATCH]);
}

#[tokio::test]
async fn an_object_that_is_removed_before_the_patch_is_created() {
    let theirs: ConfigMap = object(&json!({"theirs": "1"}));
    let server = Server::with(serde_json::to_value(theirs).expect("a value"));
    server.state(|state| state.others = vec![None]);
    assert_eq!(applied(&server, json!({"a": "1"})).await.expect("created"), Outcome::Created);
    assert_eq!(server.methods(), [Method::PATCH, Method::POST]);
}

#[tokio::test]
async fn an_object_that_cannot_be_created_where_it_is_wanted_is_an_error_at_once() {
    let server = Server::default();
    server.state(|state| state.lacks_namespace = true);
    let error = applied(&server, json!({"a": "1"})).await.expect_err("no such namespace");
    let Error::Kube(kube::Error::Api(status)) = &error else { panic!("{error:?}") };
    assert_eq!(status.code, 404);
    assert_eq!(server.methods(), [Method::POST]);
}

#[tokio::test]
async fn there_are_pauses_between_attempts() {
    let theirs: ConfigMap = object(&json!({"theirs": "1"}));
    let theirs = serde_json::to_value(theirs).expect("a value");
    let server = Server::with(theirs.clone());
    server.state(|state| state.others = vec![Some(theirs); 3]);
    let start = std::time::Instant::now();
    applied(&server, json!({"a": "1"})).await.expect_err("each time");
    // 10 ms and 50 ms.
    assert!(start.elapsed() >= std::time::Duration::from_millis(60), "{:?}", start.elapsed());
}

#[tokio::test]
async fn a_conflict_sends_nothing_unless_others_are_overwritten() {
    let theirs: ConfigMap = object(&json!({"a": "theirs"}));
    let server = Server::with(serde_json::to_value(theirs).expect("a value"));
    let error = applied(&server, json!({"a": "1"})).await.expect_err("a conflict");
    let place = r#"data.a: original absent, modified "1", current "theirs""#;
    assert!(error.to_string().contains(place), "{error}");
    assert!(matches!(error, Error::Conflict(_)) && server.methods().is_empty());
    let api = Api::default_namespaced(server.client());
    let settings = Settings::new(ANNOTATION).overwrite(Overwrite::Always);
    let wanted: ConfigMap = object(&json!({"a": "1"}));
    let applied = apply(&api, &wanted, &settings).await.expect("overwritten");
    assert_eq!(applied.object.data, wanted.data);
}

/// The key of the list is the number of the port alone.
#[test]
fn two_ports_with_one_number_are_told_apart() {
    let port = |name: &str, protocol: &str| json!({"name": name, "port": 53, "protocol": protocol});
    let service = |ports: &[Value], annotations: &Value| -> Service {
        let metadata = json!({"name": "dns", "annotations": annotations});
        from_value(json!({"metadata": metadata, "spec": {"ports": ports}})).expect("a Service")
    };
    let [udp, tcp] = [port("dns", "UDP"), port("dns-tcp", "TCP")];
    let wanted = service(&[udp.clone(), tcp.clone()], &json!({}));
    let text = serde_json::to_string(&wanted).expect("JSON");
    let [live_udp, live_tcp] = [udp, tcp.clone()].map(|mut port| {
        port["targetPort"] = json!(53);
        port
    });
    let live = service(&[live_udp, live_tcp.clone()], &json!({ANNOTATION: text}));
    let settings = Settings::new(ANNOTATION);
    let patch = |wanted: &Service| smp_kube::patch(wanted, &live, &settings).expect("no conflict");
    assert_eq!(patch(&wanted), None);
    let patch = patch(&service(&[tcp], &json!({}))).expect("a difference");
    let patch = Patch::from_json(&patch.to_string()).expect("a patch");
    let result = live.strategic_merge(&patch).expect("a result");
    assert_eq!(json!(result.spec.expect("a spec").ports), json!([live_tcp]));
}

#[tokio::test]
async fn an_annotation_that_is_no_object_is_an_error() {
    let mut theirs: ConfigMap = object(&json!({}));
    theirs.metadata.annotations = Some([(ANNOTATION.to_owned(), "{".to_owned())].into());
    let server = Server::with(serde_json::to_value(theirs).expect("a value"));
    let error = applied(&server, json!({"a": "1"})).await.expect_err("no object").to_string();
    assert!(error.contains(ANNOTATION) && error.contains("correct or remove it"), "{error}");
}

/// A custom resource: its schema comes from the derive, and servers take JSON merge patches for it.
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

fn part(name: &str, size: u32) -> Part {
    Part { name: name.to_owned(), size }
}

#[tokio::test]
async fn a_custom_resource_keeps_the_elements_of_others() {
    let server = Server::default();
    let api = Api::default_namespaced(server.client());
    let settings = Settings::new(ANNOTATION).patch_type(PatchType::Merge);
    let wanted = |parts, note: Option<&str>| {
        Widget::new("w", WidgetSpec { parts, note: note.map(Into::into) })
    };
    apply(&api, &wanted(vec![part("a", 1)], Some("n")), &settings).await.expect("created");
    server.state(|state| {
        let mut theirs = state.object.clone().expect("an object");
        theirs["spec"]["parts"] = json!([part("a", 1), part("theirs", 7)]);
        state.set(Some(theirs));
    });
    let applied = apply(&api, &wanted(vec![part("a", 2)], None), &settings).await.expect("patched");
    assert_eq!(applied.object.spec.parts, [part("a", 2), part("theirs", 7)]);
    assert_eq!(applied.object.spec.note, None);
    let settled = apply(&api, &wanted(vec![part("a", 2)], None), &settings).await.expect("settled");
    assert_eq!(settled.outcome, Outcome::Unchanged);
}
