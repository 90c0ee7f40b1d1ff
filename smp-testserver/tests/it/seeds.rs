//! Seeds and snapshots.

use serde_json::json;
use smp_testserver::TestServer;

use crate::ask::{MAPS, map, post, server};

const SEEDS: &str = "
apiVersion: example.com/v1
kind: Shop
metadata: {name: s, namespace: shop}
spec: {size: 1}
status: {ready: true}
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: {x: '1'}
--- # a definition after its object
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shops.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: shops, kind: Shop}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
";

#[test]
fn objects_of_a_file() {
    let server = server();
    server.load(SEEDS).unwrap();
    let shop = server.get("example.com/v1", "Shop", "shop", "s").unwrap();
    assert_eq!((&shop["spec"]["size"], &shop["status"]["ready"]), (&json!(1), &json!(true)));
    assert_eq!(server.get("v1", "ConfigMap", "default", "a").unwrap()["data"]["x"], "1");
    assert!(server.get("v1", "Namespace", "", "shop").is_some());
    assert!(server.requests().is_empty());
    let error = server.load("apiVersion: v1\nkind: None\nmetadata: {name: a}").unwrap_err();
    assert_eq!(error.to_string(), "v1 None a: the server has no such kind");
    let error = server.load("a: b\n---\n{").unwrap_err();
    assert!(error.to_string().starts_with("document 2: "), "{error}");
    let error =
        server.load("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, dat: {}}").unwrap_err();
    assert!(error.to_string().contains("unknown field \"dat\""), "{error}");
}

#[tokio::test]
async fn the_same_seed_makes_the_same_state() {
    let mut snapshots = Vec::new();
    for _ in 0..2 {
        let server = server();
        server.load(SEEDS).unwrap();
        post(&server, MAPS, &json!({"metadata": {"generateName": "g-"}})).await;
        snapshots.push(server.snapshot());
    }
    assert_eq!(snapshots[0], snapshots[1]);
    let other = TestServer::new();
    post(&other, MAPS, &map("a")).await;
    assert!(
        !other.snapshot().contains("managedFields")
            && other.objects()[0]["metadata"].get("managedFields").is_some()
    );
}

#[tokio::test]
async fn a_snapshot() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let wanted = "\
apiVersion: v1
data:
  a: \"1\"
kind: ConfigMap
metadata:
  creationTimestamp: \"2026-01-01T00:00:00Z\"
  name: a
  namespace: default
  resourceVersion: \"6\"
  uid: UID
";
    let object = server.get("v1", "ConfigMap", "default", "a").unwrap();
    let uid = object["metadata"]["uid"].as_str().unwrap();
    assert_eq!(server.snapshot().replace(uid, "UID"), wanted);
}
