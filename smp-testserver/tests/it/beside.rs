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

#[tokio::test]
async fn a_null_in_a_list_is_what_go_has_for_nothing() {
    let server = server();
    let policies = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
    let spec = json!({"podSelector": {}, "ingress": [null, {"from": []}], "policyTypes": ["Ingress", null]});
    let (_, it) = post(&server, policies, &json!({"metadata": {"name": "a"}, "spec": spec})).await;
    assert_eq!(it["spec"]["ingress"], json!([{}, {}]), "{it}");
    assert_eq!(it["spec"]["policyTypes"], json!(["Ingress", ""]), "{it}");
}

#[tokio::test]
async fn a_service_of_another_type_loses_what_only_the_old_one_has() {
    let server = server();
    let services = "/api/v1/namespaces/default/services";
    let body = json!({
        "metadata": {"name": "a"},
        "spec": {"type": "LoadBalancer", "loadBalancerClass": "example.com/a", "ports": [{"port": 80}]},
    });
    let (_, made) = post(&server, services, &body).await;
    assert!(made["spec"]["ports"][0]["nodePort"].is_u64(), "{made}");
    let path = format!("{services}/a");
    let (_, now) = merge(&server, &path, &json!({"spec": {"type": "ClusterIP"}})).await;
    let names = ["allocateLoadBalancerNodePorts", "loadBalancerClass", "externalTrafficPolicy"];
    assert!(names.iter().all(|it| now["spec"].get(it).is_none()), "{now}");
    assert!(now["spec"]["ports"][0].get("nodePort").is_none(), "{now}");
    let external = json!({"spec": {"type": "ExternalName", "externalName": "example.com"}});
    let (_, now) = merge(&server, &path, &external).await;
    let names = ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"];
    assert!(names.iter().all(|it| now["spec"].get(it).is_none()), "{now}");
}

#[tokio::test]
async fn an_event_has_the_managers_of_the_group_that_wrote_last() {
    let server = server();
    let event = json!({
        "metadata": {"name": "e"}, "eventTime": "2026-01-01T00:00:00.000000Z", "action": "A",
        "reason": "R", "type": "Normal", "reportingController": "example.com/c", "reportingInstance": "i",
        "regarding": {"kind": "Pod", "namespace": "default", "name": "p"},
    });
    let events = "/apis/events.k8s.io/v1/namespaces/default/events";
    assert_eq!(post(&server, events, &event).await.0, 201);
    let core = "/api/v1/namespaces/default/events/e?fieldManager=b";
    let (_, now) = merge(&server, core, &json!({"reason": "S"})).await;
    assert_eq!(managers(&now), [r#"b Update  {"f:reason":{}}"#]);
}

#[tokio::test]
async fn names_of_new_objects() {
    let server = server();
    let ranges = "/api/v1/namespaces/default/limitranges";
    let (code, it) = post(&server, ranges, &json!({"spec": {"limits": []}})).await;
    assert_eq!((code, it["metadata"]["name"].as_str().map(str::len)), (201, Some(36)), "{it}");
    // A path is no name for an object that an apply creates.
    let config = r#"{"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "1"}}"#;
    let map = "/api/v1/namespaces/default/configmaps/a";
    assert_eq!(apply(&server, map, "fieldManager=a", config).await.0, 400);
    let body = json!({"metadata": {"name": "a"}, "value": 1});
    let class = "/apis/scheduling.k8s.io/v1/priorityclasses/a";
    assert_eq!(put(&server, class, &body).await.0, 404);
    // A finalizer needs a domain, but for the kinds that do not look at it.
    for (path, code) in [
        ("/api/v1/namespaces/default/configmaps", 422),
        ("/apis/coordination.k8s.io/v1/namespaces/default/leases", 201),
        ("/apis/policy/v1/namespaces/default/poddisruptionbudgets", 201),
    ] {
        let body = json!({"metadata": {"name": "f", "finalizers": ["nope"]}});
        assert_eq!(post(&server, path, &body).await.0, code, "{path}");
    }
}

#[tokio::test]
async fn a_job_without_labels_shares_those_of_its_template() {
    let server = server();
    let template = json!({
        "metadata": {"labels": {"app": "a"}},
        "spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "a:1"}]},
    });
    let jobs = "/apis/batch/v1/namespaces/default/jobs";
    for (name, labels, count) in [("a", json!(null), 5), ("b", json!({"app": "a"}), 1)] {
        let metadata = json!({"name": name, "labels": labels});
        let job = json!({"metadata": metadata, "spec": {"template": template}});
        let (code, it) = post(&server, jobs, &job).await;
        assert_eq!(code, 201, "{it}");
        assert_eq!(it["metadata"]["labels"].as_object().unwrap().len(), count, "{it}");
    }
}

#[tokio::test]
async fn a_zero_that_go_writes_is_no_value_in_an_apply() {
    let server = server();
    let config = r#"{"apiVersion": "flowcontrol.apiserver.k8s.io/v1", "kind": "FlowSchema", "metadata": {"name": "a"},
        "spec": {"priorityLevelConfiguration": {"name": "exempt"}}}"#;
    let schema = "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas/a";
    let (code, it) = apply(&server, schema, "fieldManager=a", config).await;
    assert_eq!((code, &it["spec"]["matchingPrecedence"]), (201, &json!(1000)), "{it}");
}

#[tokio::test]
async fn a_json_patch_that_can_t_be_executed_is_unprocessable() {
    let server = server();
    let map = json!({"metadata": {"name": "a"}, "data": {"a": "1"}});
    assert_eq!(post(&server, "/api/v1/namespaces/default/configmaps", &map).await.0, 201);
    let path = "/api/v1/namespaces/default/configmaps/a";
    for (patch, wanted) in [
        (r#"[{"op": "remove", "path": "x"}]"#, 422),
        (r#"[{"op": "copy", "from": "x", "path": "/data/b"}]"#, 422),
        (r#"[{"op": "nope", "path": "/data/a"}]"#, 422),
        (r#"[{"path": "/data/a"}]"#, 422),
        ("[null]", 422),
        (r#"[{"op": 5, "path": "/data/a"}]"#, 400),
        ("[1]", 400),
        ("{}", 400),
    ] {
        let media_type = "application/json-patch+json";
        let (code, it) = ask(&server, http::Method::PATCH, path, media_type, patch).await;
        assert_eq!(code, wanted, "{patch}: {it}");
    }
}

#[tokio::test]
async fn numbers_in_other_forms() {
    let server = server();
    let template = json!({
        "metadata": {"labels": {"app": "a"}},
        "spec": {"containers": [{"name": "a", "image": "a:1"}]},
    });
    let spec =
        json!({"replicas": 2, "selector": {"matchLabels": {"app": "a"}}, "template": template});
    let body = json!({"metadata": {"name": "a"}, "spec": spec});
    assert_eq!(post(&server, DEPLOYMENTS, &body).await.0, 201);
    let path = format!("{DEPLOYMENTS}/a");
    for (media_type, patch, wanted) in [
        ("application/strategic-merge-patch+json", r#"{"spec": {"replicas": 3e0}}"#, 200),
        ("application/merge-patch+json", r#"{"spec": {"replicas": 3e0}}"#, 422),
        ("application/merge-patch+json", r#"{"spec": {"replicas": -0}}"#, 200),
        ("application/merge-patch+json", r#"{"metadata": {"resourceVersion": "x"}}"#, 500),
    ] {
        let (code, it) = ask(&server, http::Method::PATCH, &path, media_type, patch).await;
        assert_eq!(code, wanted, "{patch}: {it}");
    }
    let patch = r#"{"spec": {"replicas": 3.0}}"#;
    let media_type = "application/merge-patch+json";
    let scale = format!("{path}/scale");
    assert_eq!(ask(&server, http::Method::PATCH, &scale, media_type, patch).await.0, 422);
    // One port in two protocols has one node port.
    let ports = json!([{"name": "a", "port": 53}, {"name": "b", "port": 53, "protocol": "UDP"}]);
    let body = json!({"metadata": {"name": "a"}, "spec": {"type": "NodePort", "ports": ports}});
    let (_, it) = post(&server, "/api/v1/namespaces/default/services", &body).await;
    assert_eq!(it["spec"]["ports"][0]["nodePort"], it["spec"]["ports"][1]["nodePort"], "{it}");
}

#[tokio::test]
async fn an_empty_free_form_value_stays() {
    let server = server();
    let revisions = "/apis/apps/v1/namespaces/default/controllerrevisions";
    let body = json!({"metadata": {"name": "a"}, "data": {}, "revision": 0});
    let (code, it) = post(&server, revisions, &body).await;
    assert_eq!((code, &it["data"]), (201, &json!({})), "{it}");
}
