//! The four kinds of patches.

use http::Method;
use serde_json::json;

use crate::ask::{
    DEPLOYMENTS, MAPS, apply, ask, deployment, get, map, merge, post, put, server, strategic,
};

#[tokio::test]
async fn each_kind_has_its_rules() {
    let server = server();
    post(&server, DEPLOYMENTS, &deployment("web")).await;
    let path = format!("{DEPLOYMENTS}/web");
    let containers = json!({"spec": {"template": {"spec": {"containers": [{"name": "log", "image": "log:1"}]}}}});
    let (code, it) = strategic(&server, &path, &containers).await;
    assert_eq!(code, 200, "{it}");
    let list = it["spec"]["template"]["spec"]["containers"].as_array().unwrap();
    let names: Vec<_> = list.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["log", "web"]);
    assert_eq!(list[0]["imagePullPolicy"], "IfNotPresent");

    let (code, it) = merge(&server, &path, &containers).await;
    assert_eq!(
        (code, it["spec"]["template"]["spec"]["containers"].as_array().unwrap().len()),
        (200, 1)
    );

    let patch = json!([{"op": "replace", "path": "/spec/replicas", "value": 3}]);
    let (code, it) =
        ask(&server, Method::PATCH, &path, "application/json-patch+json", &patch.to_string()).await;
    assert_eq!((code, &it["spec"]["replicas"]), (200, &json!(3)));
    let patch = json!([{"op": "test", "path": "/spec/replicas", "value": 4}]);
    let (code, status) =
        ask(&server, Method::PATCH, &path, "application/json-patch+json", &patch.to_string()).await;
    assert_eq!((code, &status["reason"]), (422, &json!("Invalid")));

    let (code, status) = ask(&server, Method::PATCH, &path, "application/json", "{}").await;
    assert_eq!((code, &status["code"]), (415, &json!(415)));
    let (code, status) = merge(&server, &path, &json!({"metadata": {"name": "other"}})).await;
    assert_eq!(code, 400, "{status}");
    let (code, _) = merge(&server, &path, &json!({"metadata": {"resourceVersion": "1"}})).await;
    assert_eq!(code, 409);
    let (code, status) = merge(&server, &path, &json!({"spec": {"replicas": "x"}})).await;
    assert_eq!((code, &status["details"]["causes"][0]["field"]), (422, &json!("patch")));
    assert_eq!(merge(&server, &format!("{DEPLOYMENTS}/none"), &json!({})).await.0, 404);
}

#[tokio::test]
async fn an_apply_creates_and_managers_disagree() {
    let server = server();
    let path = format!("{MAPS}/a");
    let config = |value: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata: {{x: {value:?}}}\n")
    };
    let (code, status) = apply(&server, &path, "", &config("1")).await;
    assert_eq!(code, 422);
    assert_eq!(
        status["message"],
        "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch"
    );

    let (code, created) = apply(&server, &path, "fieldManager=one", &config("1")).await;
    assert_eq!(code, 201, "{created}");
    assert_eq!(
        created["metadata"]["managedFields"],
        json!([{
            "manager": "one", "operation": "Apply", "apiVersion": "v1", "time": "2026-01-01T00:00:00Z",
            "fieldsType": "FieldsV1", "fieldsV1": {"f:data": {"f:x": {}}},
        }])
    );
    let (code, same) = apply(&server, &path, "fieldManager=one", &config("1")).await;
    assert_eq!((code, &same), (200, &created));

    let (code, status) = apply(&server, &path, "fieldManager=two", &config("2")).await;
    assert_eq!(code, 409);
    assert_eq!(status["message"], "Apply failed with 1 conflict: conflict with \"one\": .data.x");
    assert_eq!(
        status["details"]["causes"],
        json!([{
            "reason": "FieldManagerConflict", "message": "conflict with \"one\"", "field": ".data.x",
        }])
    );
    let (code, forced) = apply(&server, &path, "fieldManager=two&force=true", &config("2")).await;
    assert_eq!((code, &forced["data"]["x"]), (200, &json!("2")));
    // Whoever applies no longer what only they own, removes it.
    let (code, left) = apply(
        &server,
        &path,
        "fieldManager=two",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}",
    )
    .await;
    assert_eq!((code, left.get("data")), (200, None));
}

#[tokio::test]
async fn an_update_takes_fields_from_those_who_applied() {
    let server = server();
    let path = format!("{DEPLOYMENTS}/web");
    let mut config = deployment("web");
    config["spec"]["replicas"] = 3.into();
    apply(&server, &path, "fieldManager=one", &config.to_string()).await;
    merge(&server, &format!("{path}?fieldManager=scaler"), &json!({"spec": {"replicas": 5}})).await;
    let (code, status) = apply(&server, &path, "fieldManager=one", &config.to_string()).await;
    assert_eq!(code, 409);
    assert_eq!(
        status["message"],
        "Apply failed with 1 conflict: conflict with \"scaler\" using apps/v1: .spec.replicas"
    );
    config["spec"].as_object_mut().unwrap().remove("replicas");
    let (code, it) = apply(&server, &path, "fieldManager=one", &config.to_string()).await;
    assert_eq!((code, &it["spec"]["replicas"]), (200, &json!(5)));
}

#[tokio::test]
async fn a_status_is_applied_apart() {
    let server = server();
    post(&server, DEPLOYMENTS, &deployment("web")).await;
    let path = format!("{DEPLOYMENTS}/web/status");
    let config =
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, status: {replicas: 2}}";
    let (code, it) = apply(&server, &path, "fieldManager=ctl", config).await;
    assert_eq!((code, &it["status"]["replicas"]), (200, &json!(2)), "{it}");
    let entries = it["metadata"]["managedFields"].as_array().unwrap();
    assert!(entries.iter().any(|it| it["subresource"] == "status" && it["manager"] == "ctl"));
    assert_eq!(
        apply(
            &server,
            &format!("{DEPLOYMENTS}/none/status"),
            "fieldManager=ctl",
            &config.replace("web", "none")
        )
        .await
        .0,
        404
    );
}

#[tokio::test]
async fn secrets_and_services() {
    let server = server();
    let path = "/api/v1/namespaces/default/secrets";
    let (_, it) =
        post(&server, path, &json!({"metadata": {"name": "a"}, "stringData": {"k": "v"}})).await;
    assert_eq!(
        (&it["data"]["k"], &it["type"], it.get("stringData")),
        (&json!("dg=="), &json!("Opaque"), None)
    );
    let (code, status) = merge(&server, &format!("{path}/a"), &json!({"data": {"k": "a:b"}})).await;
    assert_eq!(code, 422);
    assert!(status["message"].as_str().unwrap().ends_with("illegal base64 data at input byte 1"));
    let path = "/api/v1/namespaces/default/services";
    let service = json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"},
        "spec": {"type": "NodePort", "selector": {"a": "b"}, "ports": [{"port": 80}]}});
    let (code, it) = post(&server, path, &service).await;
    assert_eq!(code, 201);
    let (address, port) =
        (it["spec"]["clusterIP"].clone(), it["spec"]["ports"][0]["nodePort"].clone());
    assert!(address.as_str().unwrap().starts_with("10."));
    assert!(port.as_u64().unwrap() >= 30_000);
    // They stay when a client replaces the Service without them.
    let (code, it) = put(&server, &format!("{path}/a"), &service).await;
    assert_eq!(
        (code, &it["spec"]["clusterIP"], &it["spec"]["ports"][0]["nodePort"]),
        (200, &address, &port)
    );
    assert_eq!(get(&server, &format!("{path}/a")).await.1, it);
}

#[tokio::test]
async fn the_manager_is_the_user_agent_or_the_parameter() {
    let server = server();
    let (_, it) = post(&server, &format!("{MAPS}?fieldManager=me"), &map("a")).await;
    assert_eq!(it["metadata"]["managedFields"][0]["manager"], "me");
    let (_, it) = merge(&server, &format!("{MAPS}/a"), &json!({"data": {"b": "2"}})).await;
    let managers: Vec<_> = it["metadata"]["managedFields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["manager"].clone())
        .collect();
    assert_eq!(managers, ["me", "tester"]);
}

/// `TestClearManagedFieldsWithUpdateEmptyList` and `TestClearManagedFieldsWithUpdate` of Kubernetes.
#[tokio::test]
async fn an_update_resets_the_managers() {
    for reset in [json!([]), json!([{}])] {
        let server = server();
        let path = format!("{MAPS}/a");
        let config = map("a").to_string();
        assert_eq!(apply(&server, &path, "fieldManager=m", &config).await.0, 201);
        let mut object = map("a");
        object["metadata"]["managedFields"] = reset.clone();
        assert_eq!(put(&server, &path, &object).await.0, 200);
        // From then on, no update is tracked.
        let (code, it) = merge(&server, &path, &json!({"data": {"a": "2"}})).await;
        assert_eq!(code, 200);
        assert_eq!(it["metadata"].get("managedFields"), None, "{reset}");
    }
}

#[tokio::test]
async fn what_kubectl_applied_is_noted_as_it_was_sent() {
    let server = server();
    let noted = "kubectl.kubernetes.io/last-applied-configuration";
    let mut object = map("a");
    object["metadata"]["annotations"] = json!({noted: "{}"});
    assert_eq!(post(&server, MAPS, &object).await.0, 201);
    let config =
        r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"2"}}"#;
    let query = "fieldManager=kubectl&force=true";
    let (code, answer) = apply(&server, &format!("{MAPS}/a"), query, config).await;
    assert_eq!((code, &answer["metadata"]["namespace"]), (200, &json!("default")), "{answer}");
    let text = answer["metadata"]["annotations"][noted].as_str().unwrap();
    let noted: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(noted["data"], json!({"a": "2"}));
    assert_eq!(noted["metadata"].get("namespace"), None, "{text}");
}

/// As on a server, with the codes that clients branch on.
#[tokio::test]
async fn patches_of_the_kind_and_operations_that_do_not_exist() {
    let server = server();
    let (_, created) = post(&server, MAPS, &map("a")).await;
    let path = format!("{MAPS}/a");
    let (json, merge) = ("application/json-patch+json", "application/merge-patch+json");
    let strategic = "application/strategic-merge-patch+json";
    for (media, patch, wanted) in [
        (json, r#"[{"op":"foo","path":"/data/a"}]"#, 422),
        (json, r#"[{"path":"/data/a"}]"#, 422),
        (json, r#"[{"op":"remove","path":"/apiVersion"}]"#, 400),
        (json, r#"[{"op":"remove","path":"/kind"}]"#, 200),
        (merge, r#"{"kind":null}"#, 200),
        (merge, r#"{"apiVersion":null}"#, 400),
        (merge, r#"{"kind":"Secret"}"#, 422),
        (strategic, r#"{"kind":null,"apiVersion":null}"#, 200),
        (strategic, r#"{"apiVersion":"v2"}"#, 200),
    ] {
        let (code, answer) = ask(&server, Method::PATCH, &path, media, patch).await;
        assert_eq!(code, wanted, "{patch}: {answer}");
        if code == 200 {
            assert_eq!(answer, created, "{patch}");
        }
    }
    let unknown = json!({"apiVersion": "v1", "kind": "ConfigMap", "dat": {}}).to_string();
    for query in ["fieldManager=m", "fieldManager=m&fieldValidation=Strict"] {
        let (code, answer) = apply(&server, &path, query, &unknown).await;
        assert_eq!(code, 500, "{query}: {answer}");
    }
    assert_eq!(ask(&server, Method::HEAD, &path, "", "").await.0, 405);
}
