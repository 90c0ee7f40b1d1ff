//! Requests and files that are wrong or large on purpose: each has an answer, and none takes long.

use http::{HeaderValue, Method, Request};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use smp_testserver::TestServer;

use crate::ask::{MAPS, apply, ask, get, map, merge, post, put, server};

const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const THINGS: &str = "/apis/example.com/v1/namespaces/default/things";

/// A definition of things whose `spec` has this schema.
fn definition(spec: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"plural": "things", "kind": "Thing"},
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
                "subresources": {"scale": {
                    "specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size",
                }},
            }],
        },
    })
}

fn thing(spec: &Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "a"}, "spec": spec})
}

async fn with_things(spec: &Value) -> TestServer {
    let server = server();
    let (code, answer) = post(&server, DEFINITIONS, &definition(spec)).await;
    assert_eq!(code, 201, "{answer}");
    server
}

fn bytes(value: &Value) -> usize {
    value.to_string().len()
}

#[tokio::test]
async fn values_of_another_type_are_refused() {
    let server = server();
    for wrong in [json!("x"), json!(1), json!(true), json!(["x"]), json!([])] {
        let body = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": wrong});
        let named = format!("{MAPS}/a");
        let (code, answer) = apply(&server, &named, "fieldManager=m", &body.to_string()).await;
        assert_eq!(code, 400, "{answer}");
        assert_eq!(post(&server, MAPS, &body).await.0, 400, "{body}");
        let error = server.load(&body.to_string()).unwrap_err();
        assert!(error.to_string().contains("metadata"), "{error}");
        assert_eq!(server.load_values(vec![map("b"), body]).unwrap_err().position(), Some(1));
        assert_eq!(ask(&server, Method::DELETE, &format!("{MAPS}/b"), "", "").await.0, 200);
    }
    // Each part of an object, with each wrong value: an answer, whatever it is.
    for kind in ["Pod", "Service", "Namespace", "PersistentVolumeClaim", "Node", "Endpoints"] {
        for pointer in ["metadata", "spec", "status", "metadata/annotations", "spec/ports", "data"]
        {
            for wrong in [json!("x"), json!(1), json!(["x"]), json!([{}, 1]), json!({"a": "x"})] {
                let mut object =
                    json!({"apiVersion": "v1", "kind": kind, "metadata": {"name": "c"}});
                let value =
                    pointer.rsplit('/').fold(wrong.clone(), |value, name| json!({name: value}));
                object.as_object_mut().unwrap().extend(value.as_object().unwrap().clone());
                let _ = server.load_values(vec![object.clone()]);
                let plural = format!("{}s", kind.to_lowercase());
                let path = format!("/api/v1/namespaces/default/{plural}/c");
                assert_ne!(put(&server, &path, &object).await.0, 500, "{object}");
            }
        }
    }
}

#[tokio::test]
async fn replicas_in_a_list_are_set() {
    let spec = json!({"x-kubernetes-preserve-unknown-fields": true});
    let mut definition = definition(&spec);
    definition["spec"]["versions"][0]["subresources"]["scale"]["specReplicasPath"] =
        json!(".spec.0");
    let server = server();
    assert_eq!(post(&server, DEFINITIONS, &definition).await.0, 201);
    assert_eq!(post(&server, THINGS, &thing(&json!([1, 2]))).await.0, 201);
    let scale = json!({"spec": {"replicas": 3}});
    let (code, answer) = merge(&server, &format!("{THINGS}/a/scale"), &scale).await;
    assert!(code == 200 || code == 500, "{code} {answer}");
}

#[tokio::test]
async fn an_object_has_the_limit_of_etcd() {
    let server = server();
    let mut object = map("a");
    object["data"]["a"] = "x".repeat(1_570_000).into();
    let (code, answer) = post(&server, MAPS, &object).await;
    assert_eq!(code, 201, "{answer}");
    let more = json!({"data": {"b": "x".repeat(10_000)}});
    let (code, answer) = merge(&server, &format!("{MAPS}/a"), &more).await;
    assert_eq!(code, 500, "{answer}");
    assert_eq!(answer["message"], "etcdserver: request is too large");
    object["metadata"]["name"] = "b".into();
    object["data"]["a"] = "x".repeat(1_600_000).into();
    assert_eq!(post(&server, MAPS, &object).await.1["message"], answer["message"]);
    assert!(server.load_values(vec![object]).is_err());
}

#[tokio::test]
async fn managers_go_before_an_object_is_too_large() {
    let server = server();
    let data: serde_json::Map<_, _> =
        (0..60_000).map(|it| (format!("k{it:08}"), json!("x"))).collect();
    let object =
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": data});
    let (code, answer) = post(&server, MAPS, &object).await;
    assert_eq!(code, 201);
    assert!(answer.pointer("/metadata/managedFields").is_none());
    let path = format!("{MAPS}/b");
    let applied = object.to_string().replace(r#""name":"a""#, r#""name":"b""#);
    assert_eq!(apply(&server, &path, "fieldManager=m", &applied).await.0, 500);
}

#[tokio::test]
async fn defaults_end_at_the_limit() {
    let item = json!({"type": "object", "properties": {
        "a": {"type": "string", "default": "x".repeat(50_000)},
    }});
    let server = with_things(&json!({"type": "object", "properties": {
        "items": {"type": "array", "items": item},
    }}))
    .await;
    let small = json!({"items": [{}, {}]});
    assert_eq!(post(&server, THINGS, &thing(&small)).await.0, 201);
    let large = json!({"items": vec![json!({}); 10_000]});
    let (code, answer) = merge(&server, &format!("{THINGS}/a"), &json!({"spec": large})).await;
    assert_eq!(code, 500, "{code}");
    assert_eq!(answer["message"], "etcdserver: request is too large");
    let config = thing(&large).to_string();
    let query = "fieldManager=m&force=true";
    assert_eq!(apply(&server, &format!("{THINGS}/a"), query, &config).await.0, 500);
}

#[tokio::test]
async fn an_answer_lists_some_of_many_mistakes() {
    let values: Vec<_> = (0..100_000).map(|it| json!(format!("v{it}"))).collect();
    let item = json!({"type": "string", "enum": values});
    let server = with_things(&json!({"type": "object", "properties": {
        "items": {"type": "array", "items": item},
    }}))
    .await;
    let right = json!({"items": values[..90_000]});
    assert_eq!(post(&server, THINGS, &thing(&right)).await.0, 201);
    let wrong = json!({"items": vec![json!("no"); 300]});
    let (code, answer) = merge(&server, &format!("{THINGS}/a"), &json!({"spec": wrong})).await;
    assert_eq!(code, 422);
    assert!(bytes(&answer) < 400_000, "{}", bytes(&answer));
    assert!(answer["message"].as_str().unwrap().contains("more mistakes are left out"));
    // Labels, and members that a type lacks.
    let labels: serde_json::Map<_, _> =
        (0..50_000).map(|it| (format!("-{it}"), json!("x"))).collect();
    let object = json!({"metadata": {"name": "a", "labels": labels}, "x": labels});
    let (code, answer) = post(&server, MAPS, &object).await;
    assert_eq!(code, 422);
    assert!(bytes(&answer) < 400_000, "{}", bytes(&answer));
    let members: serde_json::Map<_, _> =
        (0..50_000).map(|it| (format!("m{it}"), json!("x"))).collect();
    let key = "k".repeat(100_000);
    let object = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {
        "nodeSelector": {}, "affinity": members, "containers": [{"name": "a", "image": "a"}],
    }, key: members});
    let request = Request::post("/api/v1/namespaces/default/pods")
        .header("content-type", "application/json")
        .body(object.to_string())
        .unwrap();
    let response = server.answer(request).await.unwrap();
    assert_eq!(response.status(), 201);
    let sent: usize = response.headers().get_all("warning").iter().map(HeaderValue::len).sum();
    assert!((1..150_000).contains(&sent), "{sent}");
    drop(response.into_body().collect().await.unwrap());
}

#[tokio::test]
async fn schemas_have_a_limit_for_one_object() {
    let any: Vec<_> =
        (0..10_000).map(|it| json!({"maxLength": 0, "title": it.to_string()})).collect();
    let item = json!({"type": "string", "anyOf": any});
    let server = with_things(&json!({"type": "object", "properties": {
        "items": {"type": "array", "items": item},
    }}))
    .await;
    let (code, answer) = post(&server, THINGS, &thing(&json!({"items": vec!["x"; 100_000]}))).await;
    assert_eq!(code, 422);
    assert!(answer["message"].as_str().unwrap().contains("more"), "{answer}");
}

#[tokio::test]
async fn patterns_are_compiled_once_and_have_a_limit() {
    let patterns = |text: &str, count: usize| {
        let property = |it: usize| (format!("p{it}"), json!({"type": "string", "pattern": text}));
        let properties: serde_json::Map<_, _> = (0..count).map(property).collect();
        json!({"type": "object", "properties": properties})
    };
    let server = with_things(&patterns("^(\\w{30}){3}$", 300)).await;
    let spec: serde_json::Map<_, _> =
        (0..300).map(|it| (format!("p{it}"), json!("x".repeat(90)))).collect();
    assert_eq!(post(&server, THINGS, &thing(&json!(spec))).await.0, 201);
    let started = std::time::Instant::now();
    for number in 0..20 {
        let patch = json!({"metadata": {"labels": {"number": number.to_string()}}});
        assert_eq!(merge(&server, &format!("{THINGS}/a"), &patch).await.0, 200);
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    let other = crate::ask::server();
    let large = definition(&patterns("(\\w{300}){300}", 30));
    let (code, answer) = post(&other, DEFINITIONS, &large).await;
    assert_eq!(code, 422);
    assert!(answer["message"].as_str().unwrap().contains("patterns"), "{answer}");
}

#[tokio::test]
async fn the_past_has_a_limit_in_bytes() {
    let server = TestServer::builder().remembered_bytes(10_000_000).build();
    let mut object = map("a");
    object["data"]["a"] = "x".repeat(1_000_000).into();
    let (_, first) = post(&server, MAPS, &object).await;
    for number in 0..20 {
        let patch = json!({"data": {"number": number.to_string()}});
        assert_eq!(merge(&server, &format!("{MAPS}/a"), &patch).await.0, 200);
    }
    let old = first["metadata"]["resourceVersion"].as_str().unwrap();
    let (code, answer) =
        get(&server, &format!("{MAPS}?resourceVersion={old}&resourceVersionMatch=Exact")).await;
    assert_eq!((code, answer["reason"].as_str()), (410, Some("Expired")), "{answer}");
}

#[tokio::test]
async fn a_definition_that_a_cluster_refuses() {
    let server = server();
    for (pointer, value, field, said) in [
        (
            "/spec/names/kind",
            "../../x",
            "spec.names.kind",
            "may have mixed case, but should otherwise match: a DNS-1035 label",
        ),
        ("/spec/names/kind", "A\nb", "spec.names.kind", "a DNS-1035 label"),
        (
            "/spec/names/kind",
            "ThingList",
            "spec.names.listKind",
            "kind and listKind may not be the same",
        ),
        ("/spec/names/listKind", "a/b", "spec.names.listKind", "a DNS-1035 label"),
        ("/spec/names/singular", "9thing", "spec.names.singular", "a DNS-1035 label"),
        ("/spec/names/shortNames/0", "T", "spec.names.shortNames[0]", "a DNS-1035 label"),
        ("/spec/names/categories/0", "a b", "spec.names.categories[0]", "a DNS-1035 label"),
        ("/spec/versions/0/name", "1", "spec.versions[0].name", "a DNS-1035 label"),
        ("/spec/group", "things", "spec.group", "should be a domain with at least one dot"),
        ("/spec/group", "Example.com", "spec.group", "a lowercase RFC 1123 subdomain"),
        (
            "/spec/group",
            "things.k8s.io",
            "metadata.annotations[api-approved.kubernetes.io]",
            "protected groups must have approval annotation",
        ),
    ] {
        let mut object = definition(&json!({"type": "object"}));
        object["spec"]["names"]["listKind"] = "ThingList".into();
        object["spec"]["names"]["singular"] = "thing".into();
        object["spec"]["names"]["shortNames"] = json!(["th"]);
        object["spec"]["names"]["categories"] = json!(["all"]);
        *object.pointer_mut(pointer).unwrap() = value.into();
        let group = object["spec"]["group"].as_str().unwrap().to_owned();
        object["metadata"]["name"] = format!("things.{group}").into();
        let (code, answer) = post(&server, DEFINITIONS, &object).await;
        assert_eq!(code, 422, "{pointer} {answer}");
        let causes = answer["details"]["causes"].as_array().unwrap();
        let found = causes.iter().find(|it| it["field"] == field);
        let message = found.unwrap_or_else(|| panic!("{answer}"))["message"].as_str().unwrap();
        assert!(message.contains(said), "{message}");
    }
    let mut approved = definition(&json!({"type": "object"}));
    approved["spec"]["group"] = "things.k8s.io".into();
    approved["metadata"] = json!({
        "name": "things.things.k8s.io",
        "annotations": {"api-approved.kubernetes.io": "unapproved, a test"},
    });
    let (code, answer) = post(&server, DEFINITIONS, &approved).await;
    assert_eq!(code, 201, "{answer}");
}
