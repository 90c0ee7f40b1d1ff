//! kube-runtime on the server: watchers, reflectors, controllers, finalizers, waits.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::{StreamExt as _, TryStreamExt as _, pin_mut};
use k8s_openapi::api::core::v1::{ConfigMap, Pod};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{Api, DeleteParams, ObjectMeta, Patch, PatchParams, PostParams, PropagationPolicy};
use kube::core::PartialObjectMeta;
use kube::runtime::controller::Action;
use kube::runtime::finalizer::{Event as Finalizer, finalizer};
use kube::runtime::wait::{await_condition, conditions};
use kube::runtime::watcher::{Config, Event};
use kube::runtime::{Controller, WatchStreamExt as _, reflector, watcher};
use kube::{Client, CustomResource, CustomResourceExt as _, Resource as _, ResourceExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use smp_testserver::{Fault, TestServer};

/// A custom resource that owns a `ConfigMap`.
#[derive(CustomResource, Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[kube(group = "example.com", version = "v1", kind = "Shop", namespaced, status = "ShopStatus")]
struct ShopSpec {
    color: String,
}

#[derive(Debug, Clone, Default, Deserialize, Serialize, JsonSchema)]
struct ShopStatus {
    ready: bool,
}

fn client(server: &TestServer) -> Client {
    Client::new(server.clone(), "default")
}

fn map(name: &str) -> ConfigMap {
    serde_json::from_value(crate::ask::map(name)).unwrap()
}

async fn with_shops(server: &TestServer) -> Client {
    let client = client(server);
    let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
    definitions.create(&PostParams::default(), &Shop::crd()).await.unwrap();
    let established = conditions::is_crd_established();
    await_condition(definitions, "shops.example.com", established).await.unwrap();
    client
}

/// The next change of a watcher, apart from the events around the first list.
async fn next(
    stream: &mut (impl futures::Stream<Item = watcher::Result<Event<ConfigMap>>> + Unpin),
) -> String {
    loop {
        match stream.next().await.expect("a watcher has no end") {
            Ok(Event::Apply(it)) => return format!("apply {}", it.name_any()),
            Ok(Event::InitApply(it)) => return format!("init {}", it.name_any()),
            Ok(Event::Delete(it)) => return format!("delete {}", it.name_any()),
            Ok(Event::Init | Event::InitDone) => {}
            Err(error) => {
                return format!(
                    "error {}",
                    error.to_string().split(':').next().unwrap_or_default()
                );
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn watchers_list_or_stream_and_start_again() {
    for config in [Config::default(), Config::default().streaming_lists()] {
        let server = TestServer::new();
        let api: Api<ConfigMap> = Api::default_namespaced(client(&server));
        api.create(&PostParams::default(), &map("a")).await.unwrap();
        let stream = watcher(api.clone(), config).default_backoff();
        pin_mut!(stream);
        assert_eq!(next(&mut stream).await, "init a");
        api.create(&PostParams::default(), &map("b")).await.unwrap();
        assert_eq!(next(&mut stream).await, "apply b");
        api.delete("a", &DeleteParams::default()).await.unwrap();
        assert_eq!(next(&mut stream).await, "delete a");

        // A watch that breaks goes on from where it was.
        server.break_watches();
        api.create(&PostParams::default(), &map("c")).await.unwrap();
        assert_eq!(next(&mut stream).await, "apply c");

        // One that is too old starts with a list.
        server.inject(Fault::expired().watches(true).path("/configmaps"));
        server.expire_watches();
        let mut seen = Vec::new();
        while seen.last().is_none_or(|it| it != "init c") {
            seen.push(next(&mut stream).await);
        }
        assert!(seen.contains(&"init b".to_owned()), "{seen:?}");
    }
}

#[tokio::test]
async fn a_reflector_has_what_the_server_has() {
    let server = TestServer::new();
    let api: Api<ConfigMap> = Api::default_namespaced(client(&server));
    for number in 0..20 {
        api.create(&PostParams::default(), &map(&format!("m{number}"))).await.unwrap();
    }
    let (store, writer) = reflector::store();
    let stream = reflector(writer, watcher(api.clone(), Config::default().page_size(6)));
    let task = tokio::spawn(stream.applied_objects().try_for_each(|_| async { Ok(()) }));
    store.wait_until_ready().await.unwrap();
    assert_eq!(store.len(), 20);
    api.delete("m3", &DeleteParams::default()).await.unwrap();
    while store.len() != 19 {
        tokio::task::yield_now().await;
    }
    task.abort();
}

#[tokio::test]
async fn metadata_alone() {
    let server = TestServer::new();
    let api: Api<ConfigMap> = Api::default_namespaced(client(&server));
    api.create(&PostParams::default(), &map("a")).await.unwrap();
    let partial: Api<PartialObjectMeta<ConfigMap>> = Api::default_namespaced(client(&server));
    let stream = watcher(partial, Config::default()).applied_objects();
    pin_mut!(stream);
    let object = stream.next().await.unwrap().unwrap();
    assert_eq!(object.name_any(), "a");
    let list = api.list_metadata(&kube::api::ListParams::default()).await.unwrap();
    assert_eq!(list.items.len(), 1);
}

struct Context {
    client: Client,
}

#[derive(Debug)]
struct Failed(String);

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

impl From<kube::Error> for Failed {
    fn from(error: kube::Error) -> Self {
        Self(error.to_string())
    }
}

async fn reconcile(shop: Arc<Shop>, context: Arc<Context>) -> Result<Action, Failed> {
    let namespace = shop.namespace().unwrap();
    let shops: Api<Shop> = Api::namespaced(context.client.clone(), &namespace);
    let maps: Api<ConfigMap> = Api::namespaced(context.client.clone(), &namespace);
    let outcome = finalizer(&shops, "example.com/cleanup", shop, async |event| match event {
        Finalizer::Apply(shop) => {
            let wanted = ConfigMap {
                metadata: ObjectMeta {
                    name: Some(shop.name_any()),
                    owner_references: shop.controller_owner_ref(&()).map(|it| vec![it]),
                    ..ObjectMeta::default()
                },
                data: Some(BTreeMap::from([("color".to_owned(), shop.spec.color.clone())])),
                ..ConfigMap::default()
            };
            let params = PatchParams::apply("shops").force();
            maps.patch(&shop.name_any(), &params, &Patch::Apply(&wanted)).await?;
            let status = json!({"status": {"ready": true}});
            shops
                .patch_status(&shop.name_any(), &PatchParams::default(), &Patch::Merge(&status))
                .await?;
            Ok::<_, Failed>(Action::await_change())
        }
        Finalizer::Cleanup(_) => Ok(Action::await_change()),
    });
    outcome.await.map_err(|error| Failed(format!("{error:?}")))
}

#[tokio::test(start_paused = true)]
async fn a_controller_with_a_finalizer_and_owned_objects() {
    let server = TestServer::new();
    let client = with_shops(&server).await;
    let shops: Api<Shop> = Api::default_namespaced(client.clone());
    let maps: Api<ConfigMap> = Api::default_namespaced(client.clone());
    // Half an hour of back-off is no time.
    server.inject(
        Fault::status(http::StatusCode::SERVICE_UNAVAILABLE).method(http::Method::PATCH).times(2),
    );
    let context = Arc::new(Context { client });
    let retry =
        |_: Arc<Shop>, _: &Failed, _: Arc<Context>| Action::requeue(Duration::from_secs(1800));
    let controller = Controller::new(shops.clone(), Config::default())
        .owns(maps.clone(), Config::default())
        .run(reconcile, retry, context);
    let task = tokio::spawn(controller.for_each(|_| async {}));

    let shop = Shop::new("a", ShopSpec { color: "blue".to_owned() });
    shops.create(&PostParams::default(), &shop).await.unwrap();
    let ready = |it: Option<&Shop>| it.and_then(|it| it.status.as_ref()).is_some_and(|it| it.ready);
    await_condition(shops.clone(), "a", ready).await.unwrap();
    let color = |wanted: &'static str| {
        move |it: Option<&ConfigMap>| {
            it.and_then(|it| it.data.as_ref()?.get("color")).is_some_and(|it| it == wanted)
        }
    };
    await_condition(maps.clone(), "a", color("blue")).await.unwrap();

    // The object that it owns is set back, and follows the spec.
    maps.patch("a", &PatchParams::default(), &Patch::Merge(json!({"data": {"color": "green"}})))
        .await
        .unwrap();
    await_condition(maps.clone(), "a", color("blue")).await.unwrap();
    shops
        .patch("a", &PatchParams::default(), &Patch::Merge(json!({"spec": {"color": "red"}})))
        .await
        .unwrap();
    await_condition(maps.clone(), "a", color("red")).await.unwrap();

    let uid = shops.get("a").await.unwrap().uid().unwrap();
    shops.delete("a", &DeleteParams::default()).await.unwrap();
    await_condition(shops.clone(), "a", conditions::is_deleted(&uid)).await.unwrap();
    assert!(maps.get_opt("a").await.unwrap().is_none());
    task.abort();
}

#[tokio::test]
async fn waits_for_pods_and_deletion() {
    let server = TestServer::new();
    let pods: Api<Pod> = Api::default_namespaced(client(&server));
    let pod = json!({"metadata": {"name": "p"}, "spec": {"nodeName": "n", "containers": [{"name": "a", "image": "a"}]}});
    let pod: Pod = serde_json::from_value(pod).unwrap();
    let pod = pods.create(&PostParams::default(), &pod).await.unwrap();
    let running = await_condition(pods.clone(), "p", conditions::is_pod_running());
    let patch = Patch::Merge(json!({"status": {"phase": "Running"}}));
    let params = PatchParams::default();
    let (running, patched) = tokio::join!(running, pods.patch_status("p", &params, &patch));
    patched.unwrap();
    assert!(running.unwrap().is_some());
    let uid = pod.uid().unwrap();
    let foreground = DeleteParams {
        grace_period_seconds: Some(0),
        propagation_policy: Some(PropagationPolicy::Foreground),
        ..DeleteParams::default()
    };
    pods.delete("p", &foreground).await.unwrap();
    await_condition(pods.clone(), "p", conditions::is_deleted(&uid)).await.unwrap();
}

#[tokio::test]
async fn entries_are_edited_and_committed() {
    let server = TestServer::new();
    let api: Api<ConfigMap> = Api::default_namespaced(client(&server));
    let mut entry = api.entry("a").await.unwrap().or_insert(|| map("a"));
    entry.commit(&PostParams::default()).await.unwrap();
    entry.get_mut().data.get_or_insert_default().insert("b".to_owned(), "2".to_owned());
    entry.commit(&PostParams::default()).await.unwrap();
    assert_eq!(api.get("a").await.unwrap().data.unwrap()["b"], "2");
    let mut replaced = api.get("a").await.unwrap();
    replaced.meta_mut().resource_version = Some("1".to_owned());
    let error = api.replace("a", &PostParams::default(), &replaced).await.unwrap_err();
    assert!(matches!(error, kube::Error::Api(status) if status.code == 409));
}

#[tokio::test]
async fn events_are_recorded() {
    use kube::runtime::events::{Event as Note, EventType, Recorder, Reporter};
    let server = TestServer::new();
    let api: Api<ConfigMap> = Api::default_namespaced(client(&server));
    let object = api.create(&PostParams::default(), &map("a")).await.unwrap();
    let recorder = Recorder::new(client(&server), Reporter::from("tests"));
    let note = |note: &str| Note {
        type_: EventType::Normal,
        reason: "Test".to_owned(),
        note: Some(note.to_owned()),
        action: "Testing".to_owned(),
        secondary: None,
    };
    for _ in 0..2 {
        recorder.publish(&note("hello"), &object.object_ref(&())).await.unwrap();
    }
    let events: Api<k8s_openapi::api::core::v1::Event> = Api::default_namespaced(client(&server));
    let list = events.list(&kube::api::ListParams::default()).await.unwrap();
    assert_eq!((list.items.len(), list.items[0].message.as_deref()), (1, Some("hello")));
    assert_eq!(list.items[0].series.as_ref().unwrap().count, Some(2));
}
