//! `kube::Api` with the kinds of smp-types, against a function that acts as the server: the
//! requests that it gets, and the objects that its answers are read as.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use http::{Method, Request, Response};
use http_body_util::BodyExt as _;
use kube::api::{ListParams, Patch, PatchParams};
use kube::client::Body;
use kube::{Api, Client, Resource as _, ResourceExt as _};
use serde_json::{Value, json};
use smp_core::{Options, PatchSchema as _, StrategicMerge as _};
use smp_types::apps_v1::Deployment;
use smp_types::core_v1::Namespace;
use smp_types::kube::KubeObject;

fn json_of_deployment() -> Value {
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": "web", "labels": {"app": "web"}},
        "spec": {"replicas": 1, "selector": {}, "template": {"spec": {"containers": [
            {"name": "web", "image": "web:1"}, {"name": "log", "image": "log:1"}
        ]}}}
    })
}

/// A request: method, path, content type and body.
type Seen = (Method, String, Option<String>, Value);

/// A server with one object, to which it applies patches. Also returns the requests that it has
/// seen.
fn server(object: Value) -> (Client, Arc<Mutex<Vec<Seen>>>) {
    let (object, seen) = (Arc::new(Mutex::new(object)), Arc::new(Mutex::new(Vec::new())));
    let requests = Arc::clone(&seen);
    let service = tower::service_fn(move |request: Request<Body>| {
        let (object, requests) = (Arc::clone(&object), Arc::clone(&requests));
        async move {
            let (head, body) = request.into_parts();
            let body = body.collect().await.expect("a body").to_bytes();
            let body = serde_json::from_slice(&body).unwrap_or_default();
            let mut object = object.lock().unwrap();
            if head.method == Method::PATCH {
                let schema = Deployment::schema();
                *object = smp_core::apply(&*object, &body, schema, &Options::default()).unwrap();
            }
            let is_list = head.uri.path().ends_with("deployments");
            let answer = if is_list {
                json!({"apiVersion": "apps/v1", "kind": "DeploymentList", "metadata": {},
                       "items": [*object]})
            } else {
                object.clone()
            };
            let kind = head.headers.get("content-type");
            let kind = kind.map(|kind| kind.to_str().unwrap().to_owned());
            requests.lock().unwrap().push((head.method, head.uri.path().to_owned(), kind, body));
            Ok::<_, Infallible>(Response::new(Body::from(serde_json::to_vec(&answer).unwrap())))
        }
    });
    (Client::new(service, "default"), seen)
}

#[tokio::test]
async fn an_edit_is_sent_as_a_strategic_patch() {
    let (client, seen) = server(json_of_deployment());
    let api: Api<KubeObject<Deployment>> = Api::default_namespaced(client);
    let live = api.get("web").await.unwrap();
    assert_eq!(live.name_any(), "web");
    assert_eq!(serde_json::to_value(&live).unwrap(), json_of_deployment());

    let patch = KubeObject::strategic_edit(&live, |it| {
        it.labels_mut().insert("tier".to_owned(), "front".to_owned());
        it.spec.replicas = Some(5);
        it.spec.template.spec.get_or_insert_default().containers[1].image =
            Some("log:2".to_owned());
    });
    let patch = patch.unwrap();
    let params = PatchParams::default();
    let answered = api.patch("web", &params, &Patch::Strategic(&patch)).await.unwrap();
    assert_eq!(answered, KubeObject::strategic_merge(&live, &patch).unwrap());
    assert_eq!(answered.metadata.labels.as_ref().unwrap().len(), 2);

    let seen = seen.lock().unwrap();
    let (method, address, kind, body) = &seen[1];
    assert_eq!(
        (method, address.as_str()),
        (&Method::PATCH, { "/apis/apps/v1/namespaces/default/deployments/web" })
    );
    assert_eq!(kind.as_deref(), Some("application/strategic-merge-patch+json"));
    let expected = json!({
        "metadata": {"labels": {"tier": "front"}},
        "spec": {"replicas": 5, "template": {"spec": {
            "$setElementOrder/containers": [{"name": "web"}, {"name": "log"}],
            "containers": [{"name": "log", "image": "log:2"}]
        }}}
    });
    assert_eq!(body, &expected);
}

#[tokio::test]
async fn objects_are_listed() {
    let (client, _) = server(json_of_deployment());
    let api: Api<KubeObject<Deployment>> = Api::default_namespaced(client);
    let list = api.list(&ListParams::default()).await.unwrap();
    assert_eq!(list.items.len(), 1);
    assert_eq!(list.items[0].spec.replicas, Some(1));
}

#[test]
fn kinds_have_plural_names_and_urls() {
    assert_eq!(KubeObject::<Deployment>::plural(&()), "deployments");
    assert_eq!(KubeObject::<Namespace>::url_path(&(), None), "/api/v1/namespaces");
}

#[test]
fn metadata_is_read_and_written_once() {
    let object: KubeObject<Deployment> = serde_json::from_value(json_of_deployment()).unwrap();
    assert_eq!(object.metadata.name.as_deref(), Some("web"));
    let (metadata, kind) = object.into_parts();
    assert_eq!(kind.metadata, None);

    let mut twice = KubeObject::new(metadata, kind);
    (*twice).metadata = Some(smp_types::meta_v1::ObjectMeta::default());
    let error = serde_json::to_value(&twice).unwrap_err();
    assert_eq!(error.to_string(), "`metadata` is set in the kind and around it");

    let read = |text: &str| serde_json::from_str::<KubeObject<Deployment>>(text);
    let error = read(r#"{"metadata":{},"metadata":{}}"#).unwrap_err();
    assert!(error.to_string().starts_with("duplicate field `metadata`"), "{error}");
    let newer = read(r#"{"metadata":{},"field":{"of":"a newer server"}}"#).unwrap();
    assert_eq!(serde_json::to_value(&newer).unwrap()["field"]["of"], "a newer server");
    assert!(read(r#"{"metadata":null}"#).is_ok());
}
