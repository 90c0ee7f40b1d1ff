//! Deletion: finalizers, owners, namespaces, Pods that end.

use serde_json::{Value, json};
use smp_testserver::TestServer;

use crate::ask::{DEPLOYMENTS, MAPS, delete, deployment, get, map, merge, post, server};

fn owned(name: &str, owners: &[&Value]) -> Value {
    let mut object = map(name);
    let reference = |it: &&Value| {
        json!({
            "apiVersion": "v1", "kind": "ConfigMap", "name": it["metadata"]["name"],
            "uid": it["metadata"]["uid"], "blockOwnerDeletion": true,
        })
    };
    object["metadata"]["ownerReferences"] = owners.iter().map(reference).collect();
    object
}

async fn names(server: &TestServer) -> Vec<String> {
    let (_, list) = get(server, MAPS).await;
    let items = list["items"].as_array().unwrap();
    items.iter().map(|it| it["metadata"]["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn an_object_goes_with_its_last_finalizer() {
    let server = server();
    let mut object = map("a");
    object["metadata"]["finalizers"] = json!(["example.com/x"]);
    post(&server, MAPS, &object).await;
    let path = format!("{MAPS}/a");
    let (code, waits) = delete(&server, &path, &json!({})).await;
    assert_eq!(
        (code, &waits["metadata"]["deletionTimestamp"]),
        (200, &json!("2026-01-01T00:00:00Z"))
    );
    assert_eq!(waits["metadata"]["deletionGracePeriodSeconds"], 0);
    let (_, again) = delete(&server, &path, &json!({})).await;
    assert_eq!(again["metadata"]["resourceVersion"], waits["metadata"]["resourceVersion"]);
    let more = json!({"metadata": {"finalizers": ["example.com/x", "example.com/y"]}});
    let (code, status) = merge(&server, &path, &more).await;
    assert_eq!(code, 422);
    assert!(status["message"].as_str().unwrap().contains(
        "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{\"example.com/y\"}"
    ));
    assert_eq!(get(&server, &path).await.0, 200);
    let (code, gone) = merge(&server, &path, &json!({"metadata": {"finalizers": null}})).await;
    assert_eq!((code, gone["metadata"].get("finalizers")), (200, None));
    assert_eq!(get(&server, &path).await.0, 404);
}

#[tokio::test]
async fn what_is_answered() {
    let server = server();
    let (_, created) = post(&server, MAPS, &map("a")).await;
    let (code, status) = delete(&server, &format!("{MAPS}/a"), &json!({})).await;
    assert_eq!(code, 200);
    let details = json!({"name": "a", "kind": "configmaps", "uid": created["metadata"]["uid"]});
    assert_eq!((&status["status"], &status["details"]), (&json!("Success"), &details));
    assert_eq!(delete(&server, &format!("{MAPS}/a"), &json!({})).await.0, 404);
    let (_, created) = post(&server, MAPS, &map("a")).await;
    for preconditions in [json!({"uid": "x"}), json!({"resourceVersion": "1"})] {
        let options = json!({"preconditions": preconditions});
        assert_eq!(delete(&server, &format!("{MAPS}/a"), &options).await.0, 409);
    }
    let options = json!({"preconditions": {"uid": created["metadata"]["uid"]}});
    assert_eq!(delete(&server, &format!("{MAPS}/a"), &options).await.0, 200);
}

#[tokio::test]
async fn owned_objects_go_with_their_owner() {
    let server = server();
    let (_, owner) = post(&server, MAPS, &map("owner")).await;
    let (_, other) = post(&server, MAPS, &map("other")).await;
    let (_, child) = post(&server, MAPS, &owned("child", &[&owner])).await;
    post(&server, MAPS, &owned("grandchild", &[&child])).await;
    post(&server, MAPS, &owned("shared", &[&owner, &other])).await;
    delete(&server, &format!("{MAPS}/owner"), &json!({"propagationPolicy": "Background"})).await;
    assert_eq!(names(&server).await, ["other", "shared"]);
    let (_, shared) = get(&server, &format!("{MAPS}/shared")).await;
    assert_eq!(shared["metadata"]["ownerReferences"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn orphans_stay_and_foreground_deletion_waits() {
    let server = server();
    let (_, owner) = post(&server, MAPS, &map("owner")).await;
    post(&server, MAPS, &owned("child", &[&owner])).await;
    delete(&server, &format!("{MAPS}/owner"), &json!({"propagationPolicy": "Orphan"})).await;
    assert_eq!(names(&server).await, ["child"]);
    let (_, child) = get(&server, &format!("{MAPS}/child")).await;
    assert_eq!(child["metadata"].get("ownerReferences"), None);

    let (_, owner) = post(&server, MAPS, &map("owner")).await;
    let mut held = owned("held", &[&owner]);
    held["metadata"]["finalizers"] = json!(["example.com/x"]);
    post(&server, MAPS, &held).await;
    let options = json!({"propagationPolicy": "Foreground"});
    let (_, waits) = delete(&server, &format!("{MAPS}/owner"), &options).await;
    assert_eq!(waits["metadata"]["finalizers"], json!(["foregroundDeletion"]));
    assert_eq!(names(&server).await, ["child", "held", "owner"]);
    merge(&server, &format!("{MAPS}/held"), &json!({"metadata": {"finalizers": null}})).await;
    assert_eq!(names(&server).await, ["child"]);
}

#[tokio::test]
async fn collections() {
    let server = server();
    for name in ["a", "b", "c"] {
        let mut object = map(name);
        object["metadata"]["labels"] = json!({"keep": (name == "b").to_string()});
        post(&server, MAPS, &object).await;
    }
    let (code, list) =
        delete(&server, &format!("{MAPS}?labelSelector=keep%3Dfalse"), &json!({})).await;
    assert_eq!((code, list["items"].as_array().unwrap().len()), (200, 2));
    assert_eq!(names(&server).await, ["b"]);
}

#[tokio::test]
async fn a_namespace_goes_with_what_is_in_it() {
    let server = server();
    let namespace = json!({"metadata": {"name": "x"}});
    let (_, created) = post(&server, "/api/v1/namespaces", &namespace).await;
    assert_eq!(created["status"]["phase"], "Active");
    assert_eq!(created["metadata"]["labels"]["kubernetes.io/metadata.name"], "x");
    let maps = "/api/v1/namespaces/x/configmaps";
    let mut object = map("held");
    object["metadata"]["finalizers"] = json!(["example.com/x"]);
    post(&server, maps, &object).await;
    post(&server, maps, &map("free")).await;
    let (_, waits) = delete(&server, "/api/v1/namespaces/x", &json!({})).await;
    assert_eq!(waits["status"]["phase"], "Terminating");
    assert_eq!(get(&server, maps).await.1["items"].as_array().unwrap().len(), 1);
    let (code, status) = post(&server, maps, &map("new")).await;
    assert_eq!(
        (code, &status["details"]["causes"][0]["reason"]),
        (403, &json!("NamespaceTerminating"))
    );
    merge(&server, &format!("{maps}/held"), &json!({"metadata": {"finalizers": []}})).await;
    assert_eq!(get(&server, "/api/v1/namespaces/x").await.0, 404);
}

#[tokio::test]
async fn a_pod_on_a_node_has_time_to_end() {
    let server = server();
    let pods = "/api/v1/namespaces/default/pods";
    let mut pod =
        json!({"metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "a"}]}});
    post(&server, pods, &pod).await;
    delete(&server, &format!("{pods}/a"), &json!({})).await;
    assert_eq!(get(&server, &format!("{pods}/a")).await.0, 404);
    pod["spec"]["nodeName"] = "n".into();
    post(&server, pods, &pod).await;
    let (_, waits) = delete(&server, &format!("{pods}/a"), &json!({})).await;
    assert_eq!(waits["metadata"]["deletionTimestamp"], "2026-01-01T00:00:30Z");
    assert_eq!(waits["metadata"]["deletionGracePeriodSeconds"], 30);
    delete(&server, &format!("{pods}/a"), &json!({"gracePeriodSeconds": 0})).await;
    assert_eq!(get(&server, &format!("{pods}/a")).await.0, 404);
    post(&server, pods, &pod).await;
    let eviction =
        json!({"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "a"}});
    assert_eq!(post(&server, &format!("{pods}/a/eviction"), &eviction).await.0, 201);
}

#[tokio::test]
async fn deployments_take_their_objects_with_them() {
    let server = server();
    let (_, owner) = post(&server, DEPLOYMENTS, &deployment("web")).await;
    let mut child = owned("child", &[&owner]);
    child["metadata"]["ownerReferences"][0]["kind"] = "Deployment".into();
    post(&server, MAPS, &child).await;
    let (_, status) = delete(&server, &format!("{DEPLOYMENTS}/web"), &json!({})).await;
    assert_eq!(status["details"]["group"], "apps");
    assert!(names(&server).await.is_empty());
}
