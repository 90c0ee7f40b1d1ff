//! The facts that kube's own integration tests check on a cluster, without Pods that run: subresources
//! of a derived kind, watches of one object, cordons, evictions, ephemeral containers.

use futures::TryStreamExt as _;
use k8s_openapi::api::core::v1::{Node, Pod};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{
    Api, DeleteParams, EvictParams, ListParams, Patch, PatchParams, PostParams, WatchEvent,
    WatchParams,
};
use kube::runtime::wait::{await_condition, conditions};
use kube::{Client, CustomResource, CustomResourceExt as _, Resource as _, ResourceExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use smp_testserver::TestServer;

#[derive(CustomResource, Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[kube(group = "example.com", version = "v1", kind = "Shop", namespaced, status = "ShopStatus")]
#[kube(scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas"))]
struct ShopSpec {
    name: String,
    note: Option<String>,
    replicas: i32,
}

#[derive(Debug, Clone, Default, Deserialize, Serialize, JsonSchema)]
struct ShopStatus {
    replicas: i32,
}

fn client(server: &TestServer) -> Client {
    Client::new(server.clone(), "default")
}

fn pod(name: &str) -> Pod {
    serde_json::from_value(json!({
        "metadata": {"name": name, "labels": {"app": "shop"}},
        "spec": {"containers": [{"name": "shop", "image": "shop:1"}]},
    }))
    .unwrap()
}

#[tokio::test]
async fn a_derived_kind_has_its_subresources() {
    let client = client(&TestServer::new());
    let apply = PatchParams::apply("kube").force();
    let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
    let name = "shops.example.com";
    definitions.patch(name, &apply, &Patch::Apply(Shop::crd())).await.unwrap();
    let established = conditions::is_crd_established();
    await_condition(definitions.clone(), name, established).await.unwrap();

    let shops: Api<Shop> = Api::default_namespaced(client);
    let spec = ShopSpec { name: "a".into(), note: Some("old".into()), replicas: 1 };
    let applied = shops.patch("a", &apply, &Patch::Apply(&Shop::new("a", spec))).await.unwrap();
    assert_eq!(applied.object_ref(&()).uid, applied.uid());
    // A configuration may leave its name to the path; what it does not state any more goes.
    let config = json!({
        "apiVersion": "example.com/v1", "kind": "Shop", "spec": {"name": "b", "replicas": 2},
    });
    let applied = shops.patch("a", &apply, &Patch::Apply(config)).await.unwrap();
    assert_eq!((applied.spec.replicas, applied.spec.note), (2, None));

    let scale = shops.get_scale("a").await.unwrap();
    assert_eq!(scale.spec.unwrap().replicas, Some(2));
    assert!(shops.get_status("a").await.unwrap().status.is_none());
    let status = json!({"status": {"replicas": 1}});
    let params = PatchParams::default();
    let patched = shops.patch_status("a", &params, &Patch::Merge(&status)).await.unwrap();
    assert_eq!(patched.status.unwrap().replicas, 1);
    let replicas = json!({"spec": {"replicas": 3}});
    let scale = shops.patch_scale("a", &params, &Patch::Merge(&replicas)).await.unwrap();
    assert_eq!(scale.status.unwrap().replicas, 1);
    assert_eq!(scale.spec.unwrap().replicas, Some(3));

    let mut shop = shops.get("a").await.unwrap();
    shop.status = Some(ShopStatus { replicas: 2 });
    shop.spec.replicas = 9;
    let replaced = shops.replace_status("a", &PostParams::default(), &shop).await.unwrap();
    assert_eq!((replaced.spec.replicas, replaced.status.unwrap().replicas), (3, 2));

    shops.delete_collection(&DeleteParams::default(), &ListParams::default()).await.unwrap();
    assert!(shops.get_opt("a").await.unwrap().is_none());
    definitions.delete(name, &DeleteParams::default()).await.unwrap();
    assert!(definitions.get_opt(name).await.unwrap().is_none());
}

#[tokio::test]
async fn a_pod_is_watched_and_replaced() {
    let pods: Api<Pod> = Api::default_namespaced(client(&TestServer::new()));
    pods.create(&PostParams::default(), &pod("other")).await.unwrap();
    pods.create(&PostParams::default(), &pod("a")).await.unwrap();
    let again = pods.create(&PostParams::default(), &pod("a")).await;
    assert!(matches!(again, Err(kube::Error::Api(status)) if status.code == 409));
    let one = WatchParams::default().fields("metadata.name=a").timeout(15);
    let mut events = std::pin::pin!(pods.watch(&one, "0").await.unwrap());
    let running = json!({"status": {"phase": "Running"}});
    pods.patch_status("a", &PatchParams::default(), &Patch::Merge(&running)).await.unwrap();
    loop {
        match events.try_next().await.unwrap().expect("no time-out") {
            WatchEvent::Added(it) => assert_eq!(it.name_any(), "a"),
            WatchEvent::Modified(it) => {
                assert_eq!(it.status.unwrap().phase.as_deref(), Some("Running"));
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    let mut found = pods.get("a").await.unwrap();
    found.spec.as_mut().unwrap().active_deadline_seconds = Some(5);
    let replaced = pods.replace("a", &PostParams::default(), &found).await.unwrap();
    assert_eq!(replaced.spec.unwrap().active_deadline_seconds, Some(5));
    // The object is another one by now.
    let stale = pods.replace("a", &PostParams::default(), &found).await;
    assert!(matches!(stale, Err(kube::Error::Api(status)) if status.code == 409));
    let metadata = pods.get_metadata("a").await.unwrap();
    assert_eq!(metadata.labels().get("app").map(String::as_str), Some("shop"));
    let gone = pods.delete("a", &DeleteParams::default()).await.unwrap();
    assert_eq!(gone.left().unwrap().name_any(), "a");
}

#[tokio::test]
async fn nodes_are_cordoned_and_pods_evicted() {
    let client = client(&TestServer::new());
    let nodes: Api<Node> = Api::all(client.clone());
    let node: Node = serde_json::from_value(json!({"metadata": {"name": "n"}})).unwrap();
    nodes.create(&PostParams::default(), &node).await.unwrap();
    let schedulable = ListParams::default().fields("spec.unschedulable==false");
    let count = async || nodes.list(&schedulable).await.unwrap().items.len();
    assert_eq!(count().await, 1);
    nodes.cordon("n").await.unwrap();
    assert_eq!(count().await, 0);
    nodes.uncordon("n").await.unwrap();
    assert_eq!(count().await, 1);

    let pods: Api<Pod> = Api::default_namespaced(client);
    pods.create(&PostParams::default(), &pod("a")).await.unwrap();
    let helper = json!({"spec": {"ephemeralContainers": [{"name": "h", "image": "h:1"}]}});
    let params = PatchParams::default();
    pods.patch_ephemeral_containers("a", &params, &Patch::Strategic(helper)).await.unwrap();
    let found = pods.get_ephemeral_containers("a").await.unwrap().spec.unwrap();
    assert_eq!(found.ephemeral_containers.unwrap()[0].name, "h");
    pods.evict("a", &EvictParams::default()).await.unwrap();
    assert!(pods.get_opt("a").await.unwrap().is_none());
}
