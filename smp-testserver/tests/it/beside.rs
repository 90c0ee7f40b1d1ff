//! Facts of single kinds that the comparison with a kube-apiserver has found.

use serde_json::{Value, json};

use crate::ask::{DEPLOYMENTS, apply, ask, delete, get, merge, post, put, server};

const NAMESPACES: &str = "/api/v1/namespaces";

fn managers(object: &Value) -> Vec<String> {
    let entries = object["metadata"]["managedFields"].as_array().cloned().unwrap_or_default();
    entries
        .iter()
        .map(|it| {
            let text = |name: &str| it[name].as_str().unwrap_or_default().to_owned();
            format!(
                "{} {} {} {}",
                text("manager"),
                text("operation"),
                text("subresource"),
                it["fieldsV1"]
            )
        })
        .collect()
}

#[tokio::test]
async fn nobody_owns_the_finalizers_of_a_namespace_that_a_patch_removes() {
    let server = server();
    let body = json!({"metadata": {"name": "a"}, "spec": {"finalizers": ["kubernetes"]}});
    let (code, made) = post(&server, NAMESPACES, &body).await;
    assert_eq!((code, &made["spec"]["finalizers"]), (201, &json!(["kubernetes"])));
    let patch = r#"[{"op": "remove", "path": "/spec/finalizers"}]"#;
    let path = format!("{NAMESPACES}/a");
    let (_, now) =
        ask(&server, http::Method::PATCH, &path, "application/json-patch+json", patch).await;
    assert_eq!(now["spec"]["finalizers"], json!(["kubernetes"]), "{now}");
    assert!(!managers(&now).iter().any(|it| it.contains("f:finalizers")), "{now}");
}

#[tokio::test]
async fn a_deployment_scaled_to_nothing_has_no_owner_of_replicas() {
    let server = server();
    let body = json!({
        "metadata": {"name": "web"},
        "spec": {
            "replicas": 2, "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {"containers": [{"name": "web", "image": "web:1"}]},
            },
        },
    });
    assert_eq!(post(&server, DEPLOYMENTS, &body).await.0, 201);
    let (web, scale) =
        (format!("{DEPLOYMENTS}/web"), format!("{DEPLOYMENTS}/web/scale?fieldManager=s"));
    let (code, answer) = merge(&server, &scale, &json!({"spec": {"replicas": 3}})).await;
    assert_eq!((code, &answer["spec"]["replicas"]), (200, &json!(3)), "{answer}");
    let (_, now) = get(&server, &web).await;
    let wanted = r#"s Update scale {"f:spec":{"f:replicas":{}}}"#;
    assert!(managers(&now).iter().any(|it| it == wanted), "{:?}", managers(&now));
    // An apply of the scale finds the owner.
    let config = r#"{"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "web"}, "spec": {"replicas": 4}}"#;
    let path = format!("{DEPLOYMENTS}/web/scale");
    let (code, conflict) = apply(&server, &path, "fieldManager=other", config).await;
    assert_eq!((code, &conflict["details"]["causes"][0]["field"]), (409, &json!(".spec.replicas")));
    let (code, _) = apply(&server, &path, "fieldManager=other&force=true", config).await;
    assert_eq!(code, 200);
    let (_, now) = get(&server, &web).await;
    let owners = managers(&now);
    let owners: Vec<_> = owners.iter().filter(|it| it.contains("f:replicas")).collect();
    assert_eq!(owners, [r#"other Apply scale {"f:spec":{"f:replicas":{}}}"#]);
    // The scale of nothing has no replicas at all, and so no owner; a write finds no managers then.
    for replicas in [0, 5] {
        merge(&server, &scale, &json!({"spec": {"replicas": replicas}})).await;
        let (_, now) = get(&server, &web).await;
        assert_eq!(now["spec"]["replicas"], replicas);
        let owners = managers(&now);
        assert!(!owners.iter().any(|it| it.contains("f:replicas")), "{owners:?}");
    }
    // Options are checked for every subresource.
    let (code, _) = apply(&server, &path, "force=true", config).await;
    assert_eq!(code, 422);
    let (code, _) = merge(&server, &format!("{path}?force=true"), &json!({})).await;
    assert_eq!(code, 422);
}

#[tokio::test]
async fn what_an_update_leaves_as_it_is() {
    let server = server();
    let requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    let body = json!({
        "metadata": {"name": "a"},
        "spec": {"request": "YQ==", "signerName": "example.com/s", "usages": ["any"]},
    });
    let (_, mut request) = post(&server, requests, &body).await;
    assert!(managers(&request).is_empty(), "{request}");
    request["spec"]["usages"] = json!(["signing"]);
    request["metadata"]["labels"] = json!({"a": "1"});
    let (code, now) = put(&server, &format!("{requests}/a"), &request).await;
    assert_eq!((code, &now["spec"]["usages"]), (200, &json!(["any"])));
    let status = json!({"status": {"conditions": [{"type": "Approved", "status": "True"}]}});
    let (_, now) = merge(&server, &format!("{requests}/a/status"), &status).await;
    assert_eq!(now["status"]["conditions"][0]["lastUpdateTime"], "2026-01-01T00:00:00Z");

    let accounts = "/api/v1/namespaces/default/serviceaccounts";
    let body = json!({"metadata": {"name": "a"}, "secrets": [{"name": "s", "namespace": "x"}]});
    let (_, account) = post(&server, accounts, &body).await;
    assert_eq!(account["secrets"], json!([{"name": "s"}]));
    let classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
    post(&server, classes, &json!({"metadata": {"name": "a"}, "value": 1})).await;
    let (_, now) = merge(&server, &format!("{classes}/a"), &json!({"description": "b"})).await;
    assert_eq!(now["metadata"]["generation"], 1);
}

#[tokio::test]
async fn empty_lists_are_owned_and_stored_as_none() {
    let server = server();
    let roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
    let body = json!({"metadata": {"name": "a"}, "rules": []});
    let (code, role) = post(&server, roles, &body).await;
    assert_eq!((code, &role["rules"]), (201, &Value::Null));
    assert_eq!(managers(&role), [r#"tester Update  {"f:rules":{}}"#]);
    // An object whose creation nobody owns has no manager from before the first apply.
    let quotas = "/api/v1/namespaces/default/resourcequotas";
    post(&server, quotas, &json!({"metadata": {"name": "a"}})).await;
    let config =
        r#"{"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "a"}, "spec": {}}"#;
    let (_, quota) = apply(&server, &format!("{quotas}/a"), "fieldManager=m", config).await;
    assert_eq!(managers(&quota), [r#"m Apply  {"f:spec":{}}"#]);
}

#[tokio::test]
async fn owners_are_named_once_and_first_values_are_those_of_lists() {
    let server = server();
    let owner = json!({"apiVersion": "v1", "kind": "ConfigMap", "name": "o", "uid": "u"});
    let nodes = "/api/v1/nodes";
    let body = json!({
        "metadata": {"name": "a", "ownerReferences": [owner, owner]},
        "spec": {"podCIDR": "10.1.0.0/24"},
    });
    let (_, node) = post(&server, nodes, &body).await;
    assert_eq!(node["metadata"]["ownerReferences"], json!([owner]));
    assert_eq!(node["spec"]["podCIDRs"], json!(["10.1.0.0/24"]));
    let (_, node) = merge(&server, "/api/v1/nodes/a", &json!({"spec": {"podCIDR": null}})).await;
    assert_eq!(node["spec"]["podCIDR"], "10.1.0.0/24");
}

#[tokio::test]
async fn what_a_delete_answers() {
    let server = server();
    let pods = "/api/v1/namespaces/default/pods";
    let pod =
        json!({"metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "a"}]}});
    post(&server, pods, &pod).await;
    let (_, gone) = delete(&server, &format!("{pods}/a"), &json!({})).await;
    let metadata = &gone["metadata"];
    assert_eq!(
        (&metadata["deletionGracePeriodSeconds"], &metadata["generation"]),
        (&json!(0), &json!(2))
    );
    let events = "/api/v1/namespaces/default/events";
    let event = json!({
        "metadata": {"name": "a"},
        "involvedObject": {"kind": "Pod", "name": "a", "namespace": "default"},
    });
    assert_eq!(post(&server, events, &event).await.0, 201);
    let options = json!({"propagationPolicy": "Foreground"});
    let (_, gone) = delete(&server, &format!("{events}/a"), &options).await;
    assert_eq!(gone["kind"], "Status");
    post(&server, NAMESPACES, &json!({"metadata": {"name": "b"}})).await;
    let (_, gone) = delete(&server, &format!("{NAMESPACES}/b"), &json!({})).await;
    let metadata = &gone["metadata"];
    assert!(
        metadata["deletionTimestamp"].is_string()
            && metadata["deletionGracePeriodSeconds"].is_null()
    );
}
