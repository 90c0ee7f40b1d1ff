//! Create, get, update: metadata, preconditions, and errors in the words of a server.

use http::Method;
use serde_json::json;

use crate::ask::{DEPLOYMENTS, MAPS, ask, delete, deployment, get, map, merge, post, put, server};

#[tokio::test]
async fn a_new_object_has_the_metadata_of_the_server() {
    let server = server();
    let (code, object) = post(&server, MAPS, &map("a")).await;
    assert_eq!(code, 201, "{object}");
    let metadata = &object["metadata"];
    assert_eq!(metadata["namespace"], "default");
    assert_eq!(metadata["creationTimestamp"], "2026-01-01T00:00:00Z");
    assert_eq!(metadata["uid"].as_str().unwrap().len(), 36);
    assert!(metadata["resourceVersion"].as_str().unwrap().parse::<u64>().unwrap() > 0);
    assert_eq!(metadata.get("generation"), None);
    assert_eq!(metadata["managedFields"][0]["manager"], "tester");
    assert_eq!(metadata["managedFields"][0]["operation"], "Update");
    assert_eq!(get(&server, &format!("{MAPS}/a")).await, (200, object));

    let (code, status) = post(&server, MAPS, &map("a")).await;
    assert_eq!(code, 409);
    assert_eq!(status["message"], "configmaps \"a\" already exists");
    assert_eq!(status["reason"], "AlreadyExists");
    assert_eq!(status["details"], json!({"name": "a", "kind": "configmaps"}));
}

#[tokio::test]
async fn generated_names() {
    let server = server();
    let object = json!({"metadata": {"generateName": "a-"}});
    let (_, first) = post(&server, MAPS, &object).await;
    let (_, second) = post(&server, MAPS, &object).await;
    let name = first["metadata"]["name"].as_str().unwrap();
    assert!(name.starts_with("a-") && name.len() == 7, "{name}");
    assert_ne!(first["metadata"]["name"], second["metadata"]["name"]);
    assert_eq!(first["kind"], "ConfigMap");
}

#[tokio::test]
async fn errors_in_the_words_of_a_server() {
    let server = server();
    let (code, status) = get(&server, &format!("{DEPLOYMENTS}/web")).await;
    assert_eq!(code, 404);
    assert_eq!(
        status,
        json!({
            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "message": "deployments.apps \"web\" not found", "reason": "NotFound", "code": 404,
            "details": {"name": "web", "group": "apps", "kind": "deployments"},
        })
    );
    let (code, status) = post(&server, MAPS, &json!({"metadata": {"name": "A_b"}})).await;
    assert_eq!((code, &status["reason"]), (422, &json!("Invalid")));
    assert_eq!(status["details"]["causes"][0]["field"], "metadata.name");
    let message = status["message"].as_str().unwrap();
    assert!(message.starts_with("ConfigMap \"A_b\" is invalid: metadata.name: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain"), "{message}");

    let (code, status) = post(&server, MAPS, &json!({"metadata": {}})).await;
    assert_eq!(code, 422);
    assert_eq!(
        status["details"]["causes"][0],
        json!({
            "reason": "FieldValueRequired", "field": "metadata.name",
            "message": "Required value: name or generateName is required",
        })
    );

    let other = "/api/v1/namespaces/none/configmaps";
    let (code, status) = post(&server, other, &map("a")).await;
    assert_eq!((code, &status["message"]), (404, &json!("namespaces \"none\" not found")));
    let mut elsewhere = map("a");
    elsewhere["metadata"]["namespace"] = "kube-system".into();
    let (code, status) = post(&server, MAPS, &elsewhere).await;
    assert_eq!(code, 400);
    assert!(status["message"].as_str().unwrap().contains("does not match the namespace"));

    let (code, status) =
        ask(&server, Method::POST, MAPS, "application/vnd.kubernetes.protobuf", "k8s").await;
    assert_eq!((code, &status["reason"]), (415, &json!("UnsupportedMediaType")));
    let (code, _) = ask(&server, Method::POST, MAPS, "application/json", "{").await;
    assert_eq!(code, 400);
    let (code, status) =
        ask(&server, Method::PATCH, MAPS, "application/merge-patch+json", "{}").await;
    assert_eq!((code, &status["reason"]), (405, &json!("MethodNotAllowed")));
    assert_eq!(get(&server, "/apis/none/v1/things").await.0, 404);
}

#[tokio::test]
async fn values_of_a_wrong_type_and_unknown_fields() {
    let server = server();
    let mut wrong = deployment("web");
    wrong["spec"]["replicas"] = "three".into();
    let (code, status) = post(&server, DEPLOYMENTS, &wrong).await;
    assert_eq!(code, 400);
    assert_eq!(
        status["message"],
        "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32"
    );
    let mut unknown = deployment("web");
    unknown["spec"]["replica"] = 3.into();
    let (code, status) =
        post(&server, &format!("{DEPLOYMENTS}?fieldValidation=Strict"), &unknown).await;
    assert_eq!(code, 400);
    assert_eq!(
        status["message"],
        "Deployment in version \"v1\" cannot be handled as a Deployment: strict decoding error: unknown field \"spec.replica\""
    );
    let (code, object) = post(&server, DEPLOYMENTS, &unknown).await;
    assert_eq!((code, object["spec"].get("replica")), (201, None));
}

#[tokio::test]
async fn an_old_state_is_refused() {
    let server = server();
    let (_, first) = post(&server, MAPS, &map("a")).await;
    let path = format!("{MAPS}/a");
    let mut second = first.clone();
    second["data"]["a"] = "2".into();
    let (code, second) = put(&server, &path, &second).await;
    assert_eq!(code, 200, "{second}");
    let (code, status) = put(&server, &path, &first).await;
    assert_eq!((code, &status["reason"]), (409, &json!("Conflict")));
    assert_eq!(
        status["message"],
        "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your changes to the latest version and try again"
    );
    // Without a resource version there is no condition, and nothing changes if nothing is new.
    let (code, third) = put(&server, &path, &map("a")).await;
    assert_eq!((code, &third["data"]["a"]), (200, &json!("1")));
    let (code, fourth) = put(&server, &path, &map("a")).await;
    assert_eq!(code, 200);
    assert_eq!(third["metadata"]["resourceVersion"], fourth["metadata"]["resourceVersion"]);
    let mut other = map("a");
    other["metadata"]["uid"] = "x".into();
    let (code, status) = put(&server, &path, &other).await;
    assert_eq!(code, 409);
    assert!(
        status["message"].as_str().unwrap().contains("Precondition failed: UID in precondition: x")
    );
    let (code, _) = put(&server, &format!("{MAPS}/none"), &map("none")).await;
    assert_eq!(code, 404);
    let (code, status) = put(&server, &format!("{MAPS}/b"), &map("a")).await;
    assert_eq!(code, 400);
    assert_eq!(
        status["message"],
        "the name of the object (a) does not match the name on the URL (b)"
    );
}

/// By reflection an empty list or map is not the missing one that is stored of it.
#[tokio::test]
async fn generation_counts_what_is_empty_and_compared_by_reflection() {
    let server = server();
    let hooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    let (code, _) = post(&server, hooks, &json!({"metadata": {"name": "a"}})).await;
    assert_eq!(code, 201);
    let path = format!("{hooks}/a");
    for generation in [2, 3] {
        let (_, it) = merge(&server, &path, &json!({"webhooks": []})).await;
        assert_eq!((it.get("webhooks"), &it["metadata"]["generation"]), (None, &json!(generation)));
    }
    let (_, it) = merge(&server, &path, &json!({"metadata": {"labels": {"a": "b"}}})).await;
    assert_eq!(it["metadata"]["generation"], 3);
    let policies = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
    let policy = json!({"metadata": {"name": "a"}, "spec": {"podSelector": {}}});
    post(&server, policies, &policy).await;
    let path = format!("{policies}/a");
    for (selector, generation) in [(json!({}), 1), (json!({"matchLabels": {}}), 2)] {
        let (_, it) = merge(&server, &path, &json!({"spec": {"podSelector": selector}})).await;
        let spec = &it["spec"]["podSelector"];
        assert_eq!((spec, &it["metadata"]["generation"]), (&json!({}), &json!(generation)));
    }
}

#[tokio::test]
async fn generation_counts_the_spec_and_status_is_apart() {
    let server = server();
    let mut object = deployment("web");
    object["status"] = json!({"replicas": 7});
    let (_, created) = post(&server, DEPLOYMENTS, &object).await;
    assert_eq!((&created["metadata"]["generation"], &created["status"]), (&json!(1), &json!({})));
    let path = format!("{DEPLOYMENTS}/web");
    let (_, it) = merge(
        &server,
        &path,
        &json!({"metadata": {"labels": {"a": "b"}}, "status": {"replicas": 7}}),
    )
    .await;
    assert_eq!((&it["metadata"]["generation"], &it["status"]), (&json!(1), &json!({})));
    let (_, it) = merge(&server, &path, &json!({"spec": {"replicas": 2}})).await;
    assert_eq!(it["metadata"]["generation"], 2);
    let (_, it) = merge(
        &server,
        &format!("{path}/status"),
        &json!({"spec": {"replicas": 9}, "status": {"replicas": 2}}),
    )
    .await;
    assert_eq!(
        (&it["metadata"]["generation"], &it["status"]["replicas"], &it["spec"]["replicas"]),
        (&json!(2), &json!(2), &json!(2))
    );
    assert_eq!(get(&server, &format!("{path}/status")).await.1, it);
}

#[tokio::test]
async fn a_dry_run_changes_nothing() {
    let server = server();
    let (code, object) = post(&server, &format!("{MAPS}?dryRun=All"), &map("a")).await;
    assert_eq!((code, object["metadata"].get("resourceVersion")), (201, None));
    assert_eq!(get(&server, &format!("{MAPS}/a")).await.0, 404);
    let (_, created) = post(&server, MAPS, &map("a")).await;
    let path = format!("{MAPS}/a?dryRun=All");
    let (_, changed) = merge(&server, &path, &json!({"data": {"a": "2"}})).await;
    assert_eq!(changed["data"]["a"], "2");
    // Where a delete has options, the parameters do not count.
    let (path, dry) = (format!("{MAPS}/a"), json!({"dryRun": ["All"]}));
    assert_eq!(delete(&server, &path, &dry).await.0, 200);
    assert_eq!(get(&server, &path).await.1, created);
}

#[tokio::test]
async fn scale() {
    let server = server();
    post(&server, DEPLOYMENTS, &deployment("web")).await;
    let path = format!("{DEPLOYMENTS}/web/scale");
    let (_, scale) = get(&server, &path).await;
    assert_eq!((&scale["kind"], &scale["spec"]["replicas"]), (&json!("Scale"), &json!(1)));
    assert_eq!(scale["status"], json!({"replicas": 0, "selector": "app=web"}));
    let (code, scale) = merge(&server, &path, &json!({"spec": {"replicas": 4}})).await;
    assert_eq!((code, &scale["spec"]["replicas"]), (200, &json!(4)));
    let (_, object) = get(&server, &format!("{DEPLOYMENTS}/web")).await;
    assert_eq!(
        (&object["spec"]["replicas"], &object["metadata"]["generation"]),
        (&json!(4), &json!(2))
    );
    let managers = object["metadata"]["managedFields"].as_array().unwrap();
    assert!(managers.iter().any(|it| it["subresource"] == "scale"), "{managers:?}");
    let mut old = scale.clone();
    old["metadata"]["resourceVersion"] = "1".into();
    assert_eq!(put(&server, &path, &old).await.0, 409);
}

#[tokio::test]
async fn events_are_the_same_in_both_groups() {
    let server = server();
    let event = json!({
        "apiVersion": "events.k8s.io/v1", "kind": "Event", "metadata": {"name": "e"},
        "eventTime": "2026-01-01T00:00:00Z", "note": "hello", "reason": "Test", "type": "Normal",
        "action": "Testing", "reportingController": "tests", "reportingInstance": "one",
        "regarding": {"kind": "Pod", "name": "p"},
    });
    let path = "/apis/events.k8s.io/v1/namespaces/default/events";
    let (code, created) = post(&server, path, &event).await;
    assert_eq!(
        (code, &created["eventTime"]),
        (201, &json!("2026-01-01T00:00:00.000000Z")),
        "{created}"
    );
    let (_, core) = get(&server, "/api/v1/namespaces/default/events/e").await;
    assert_eq!((&core["message"], &core["involvedObject"]["name"]), (&json!("hello"), &json!("p")));
    let selected = "/api/v1/events?fieldSelector=involvedObject.name%3Dp";
    assert_eq!(get(&server, selected).await.1["items"].as_array().unwrap().len(), 1);
}
