//! Custom resources.

use http::Method;
use serde_json::{Value, json};
use smp_testserver::TestServer;

use crate::ask::{apply, ask, delete, get, merge, post, put, server, strategic};

const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const SHOPS: &str = "/apis/example.com/v1/namespaces/default/shops";

fn definition() -> Value {
    let schema = json!({"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "required": ["size"], "properties": {
            "size": {"type": "integer", "minimum": 1, "maximum": 10},
            "color": {"type": "string", "default": "blue", "enum": ["blue", "red"]},
            "name": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 5},
            "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "ports": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port"],
                "items": {"type": "object", "required": ["port"], "properties": {
                    "port": {"type": "integer"}, "protocol": {"type": "string", "default": "TCP"}}}},
        }},
        "status": {"type": "object", "properties": {"replicas": {"type": "integer"}, "selector": {"type": "string"}}},
    }}});
    let version = |name: &str, storage: bool| {
        json!({
            "name": name, "served": true, "storage": storage, "schema": schema,
            "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.replicas", "labelSelectorPath": ".status.selector"}},
            "additionalPrinterColumns": [{"name": "Size", "type": "integer", "jsonPath": ".spec.size"}],
        })
    };
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "shops.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"plural": "shops", "kind": "Shop", "shortNames": ["sh"]},
            "versions": [version("v1", true), version("v1beta1", false)],
        },
    })
}

fn shop(spec: &Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Shop", "metadata": {"name": "a"}, "spec": spec})
}

async fn with_definition() -> TestServer {
    let server = server();
    assert_eq!(get(&server, SHOPS).await.0, 404);
    let (code, created) = post(&server, DEFINITIONS, &definition()).await;
    assert_eq!(code, 201, "{created}");
    server
}

#[tokio::test]
async fn a_definition_is_established_and_served() {
    let server = with_definition().await;
    let (_, it) = get(&server, &format!("{DEFINITIONS}/shops.example.com")).await;
    assert_eq!(
        it["spec"]["names"],
        json!({"plural": "shops", "singular": "shop", "kind": "Shop", "listKind": "ShopList", "shortNames": ["sh"]})
    );
    assert_eq!(it["spec"]["conversion"], json!({"strategy": "None"}));
    let conditions: Vec<_> = it["status"]["conditions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["type"].clone())
        .collect();
    assert_eq!(conditions, ["NamesAccepted", "Established"]);
    assert_eq!(it["status"]["storedVersions"], json!(["v1"]));
    let (_, list) = get(&server, SHOPS).await;
    assert_eq!((&list["kind"], &list["items"]), (&json!("ShopList"), &json!([])));
    let (_, resources) = get(&server, "/apis/example.com/v1").await;
    let names: Vec<_> =
        resources["resources"].as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["shops", "shops/status", "shops/scale"]);
}

#[tokio::test]
async fn unknown_members_go_and_defaults_come() {
    let server = with_definition().await;
    let spec = json!({"size": 2, "extra": 1, "free": {"any": {"thing": 1}}, "ports": [{"port": 1, "x": 2}]});
    let (code, it) = post(&server, SHOPS, &shop(&spec)).await;
    assert_eq!(code, 201, "{it}");
    assert_eq!(
        it["spec"],
        json!({"size": 2, "color": "blue", "free": {"any": {"thing": 1}}, "ports": [{"port": 1, "protocol": "TCP"}]})
    );
    assert_eq!(it["metadata"]["generation"], 1);
    let mut strict = shop(&spec);
    strict["metadata"]["name"] = "b".into();
    let (code, status) = post(&server, &format!("{SHOPS}?fieldValidation=Strict"), &strict).await;
    assert_eq!(code, 400);
    assert!(
        status["message"].as_str().unwrap().ends_with(
            "strict decoding error: unknown field \"spec.extra\", unknown field \"spec.ports[0].x\""
        ),
        "{status}"
    );
}

#[tokio::test]
async fn values_are_checked() {
    let server = with_definition().await;
    let (code, status) =
        post(&server, SHOPS, &shop(&json!({"size": 11, "color": "green", "name": "toolong"})))
            .await;
    assert_eq!(code, 422);
    let causes: Vec<_> = status["details"]["causes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            format!(
                "{} {} {}",
                it["field"].as_str().unwrap(),
                it["reason"].as_str().unwrap(),
                it["message"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        causes,
        [
            "spec.color FieldValueNotSupported Unsupported value: \"green\": supported values: \"blue\", \"red\"",
            "spec.name FieldValueTooLong Too long: may not be more than 5 bytes",
            "spec.size FieldValueInvalid Invalid value: 11: spec.size in body should be less than or equal to 10",
        ]
    );
    let (code, status) = post(&server, SHOPS, &shop(&json!({}))).await;
    assert_eq!(
        (code, &status["message"]),
        (422, &json!("Shop.example.com \"a\" is invalid: spec.size: Required value"))
    );
    let (code, status) = post(&server, SHOPS, &shop(&json!({"size": "big"}))).await;
    assert_eq!(code, 422);
    assert_eq!(status["details"]["causes"][0]["reason"], "FieldValueTypeInvalid");
}

#[tokio::test]
async fn versions_status_and_scale() {
    let server = with_definition().await;
    let mut object = shop(&json!({"size": 2}));
    object["status"] = json!({"replicas": 9});
    let (_, created) = post(&server, SHOPS, &object).await;
    assert_eq!(created.get("status"), None);
    let beta = "/apis/example.com/v1beta1/namespaces/default/shops/a";
    assert_eq!(get(&server, beta).await.1["apiVersion"], "example.com/v1beta1");
    let (code, it) = merge(
        &server,
        &format!("{SHOPS}/a/status"),
        &json!({"status": {"replicas": 2, "selector": "a=b"}, "spec": {"size": 5}}),
    )
    .await;
    assert_eq!(
        (code, &it["spec"]["size"], &it["metadata"]["generation"]),
        (200, &json!(2), &json!(1))
    );
    let (_, scale) = get(&server, &format!("{SHOPS}/a/scale")).await;
    assert_eq!(
        (&scale["spec"], &scale["status"]),
        (&json!({"replicas": 2}), &json!({"replicas": 2, "selector": "a=b"}))
    );
    merge(&server, &format!("{SHOPS}/a/scale"), &json!({"spec": {"replicas": 3}})).await;
    let (_, it) = get(&server, &format!("{SHOPS}/a")).await;
    assert_eq!((&it["spec"]["size"], &it["metadata"]["generation"]), (&json!(3), &json!(2)));
    // A custom resource is never replaced without the version that it replaces.
    let (code, status) = put(&server, &format!("{SHOPS}/a"), &object).await;
    assert_eq!(
        (code, &status["details"]["causes"][0]["field"]),
        (422, &json!("metadata.resourceVersion"))
    );
    assert_eq!(strategic(&server, &format!("{SHOPS}/a"), &json!({})).await.0, 415);
}

#[tokio::test]
async fn lists_merge_as_the_definition_says() {
    let server = with_definition().await;
    let config = |port: u16| {
        json!({"apiVersion": "example.com/v1", "kind": "Shop", "metadata": {"name": "a"}, "spec": {"size": 1, "ports": [{"port": port}]}}).to_string()
    };
    let (code, _) = apply(&server, &format!("{SHOPS}/a"), "fieldManager=one", &config(1)).await;
    assert_eq!(code, 201);
    let (code, it) = apply(&server, &format!("{SHOPS}/a"), "fieldManager=two", &config(2)).await;
    assert_eq!(code, 200, "{it}");
    assert_eq!(it["spec"]["ports"].as_array().unwrap().len(), 2);
    let beta = "/apis/example.com/v1beta1/namespaces/default/shops/a";
    let config = config(2).replace("example.com/v1", "example.com/v1beta1");
    let (code, again) = apply(&server, beta, "fieldManager=two", &config).await;
    assert_eq!((code, &again["spec"]), (200, &it["spec"]), "{again}");
}

#[tokio::test]
async fn a_definition_goes_after_its_objects() {
    let server = with_definition().await;
    let mut object = shop(&json!({"size": 2}));
    object["metadata"]["finalizers"] = json!(["example.com/x"]);
    post(&server, SHOPS, &object).await;
    let (_, waits) = delete(&server, &format!("{DEFINITIONS}/shops.example.com"), &json!({})).await;
    assert!(waits["metadata"]["deletionTimestamp"].is_string());
    assert_eq!(get(&server, &format!("{SHOPS}/a")).await.0, 200);
    merge(&server, &format!("{SHOPS}/a"), &json!({"metadata": {"finalizers": null}})).await;
    assert_eq!(get(&server, SHOPS).await.0, 404);
    assert_eq!(get(&server, &format!("{DEFINITIONS}/shops.example.com")).await.0, 404);
}

#[tokio::test]
async fn wrong_definitions() {
    let server = server();
    let mut wrong = definition();
    wrong["metadata"]["name"] = "other".into();
    wrong["spec"]["versions"][1]["storage"] = true.into();
    let (code, status) = post(&server, DEFINITIONS, &wrong).await;
    assert_eq!(code, 422);
    let fields: Vec<_> = status["details"]["causes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["field"].clone())
        .collect();
    assert_eq!(fields, ["metadata.name", "spec.versions"]);
    let (code, _) = ask(&server, Method::POST, SHOPS, "application/json", "{}").await;
    assert_eq!(code, 404);
}

#[tokio::test]
async fn a_null_that_the_schema_does_not_allow_is_not_set() {
    let server = with_definition().await;
    let spec =
        json!({"size": 1, "ports": null, "color": null, "free": null, "name": null, "other": null});
    let (code, it) = post(&server, SHOPS, &shop(&spec)).await;
    assert_eq!((code, &it["spec"]), (201, &json!({"size": 1, "color": "blue"})), "{it}");
    // Go's encoder writes a list without elements so.
    let mut stated = it.clone();
    stated["status"] = json!({"replicas": null, "selector": "a=b"});
    let (code, it) = put(&server, &format!("{SHOPS}/a/status"), &stated).await;
    assert_eq!((code, &it["status"]), (200, &json!({"selector": "a=b"})), "{it}");
    let patch = r#"[{"op": "add", "path": "/spec/free", "value": {"kept": null}}, {"op": "add", "path": "/spec/ports", "value": [{"port": 1, "protocol": null}]}]"#;
    let path = format!("{SHOPS}/a");
    let (code, it) = ask(&server, Method::PATCH, &path, "application/json-patch+json", patch).await;
    assert_eq!(code, 200, "{it}");
    assert_eq!(it["spec"]["free"], json!({"kept": null}));
    assert_eq!(it["spec"]["ports"], json!([{"port": 1, "protocol": "TCP"}]));
    // An apply states a value, and null is not one of this type.
    let config = shop(&json!({"size": 1, "ports": null})).to_string().replace("\"a\"", "\"b\"");
    let (code, it) = apply(&server, &format!("{SHOPS}/b"), "fieldManager=a", &config).await;
    assert_eq!(code, 422, "{it}");
}

#[tokio::test]
async fn a_field_that_an_apply_leaves_out_goes_though_the_other_version_has_a_default() {
    let server = with_definition().await;
    let config = |version: &str, spec: Value| {
        json!({"apiVersion": format!("example.com/{version}"), "kind": "Shop", "metadata": {"name": "a"}, "spec": spec})
            .to_string()
    };
    let beta = "/apis/example.com/v1beta1/namespaces/default/shops/a";
    let stated = config("v1beta1", json!({"size": 2, "color": "red"}));
    assert_eq!(apply(&server, beta, "fieldManager=one", &stated).await.0, 201);
    let path = format!("{SHOPS}/a");
    let stated = config("v1", json!({"size": 2}));
    let (code, it) = apply(&server, &path, "fieldManager=one", &stated).await;
    assert_eq!((code, &it["spec"]), (200, &json!({"size": 2, "color": "blue"})), "{it}");
}
