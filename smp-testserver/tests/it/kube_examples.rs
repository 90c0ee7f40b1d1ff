//! Uses of a client as in kube's own examples: lists in pages, discovery and dynamic objects, a controller
//! that copies Secrets, a definition with two versions, and what a definition refuses.

use std::collections::BTreeMap;
use std::pin::pin;

use futures::{StreamExt as _, TryStreamExt as _};
use k8s_openapi::api::core::v1::{ConfigMap, Namespace, Secret};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{
    Api, ApiResource, DeleteParams, DynamicObject, GroupVersionKind, ListParams, Patch,
    PatchParams, PostParams,
};
use kube::core::crd::merge_crds;
use kube::discovery::{ApiGroup, Discovery, Scope, verbs};
use kube::runtime::controller::Action;
use kube::runtime::finalizer::{Event as Finalizer, finalizer};
use kube::runtime::wait::{await_condition, conditions};
use kube::runtime::{WatchStreamExt as _, watcher};
use kube::{Client, CustomResource, CustomResourceExt as _, ResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use smp_testserver::TestServer;

fn client(server: &TestServer) -> Client {
    Client::new(server.clone(), "default")
}

fn map(name: &str) -> ConfigMap {
    serde_json::from_value(crate::ask::map(name)).unwrap()
}

/// As `pod_paged`: each page names the next one.
#[tokio::test]
async fn a_list_in_pages() {
    let maps: Api<ConfigMap> = Api::default_namespaced(client(&TestServer::new()));
    for number in 0..25 {
        maps.create(&PostParams::default(), &map(&format!("m{number:02}"))).await.unwrap();
    }
    let (mut names, mut page, mut pages) = (Vec::new(), ListParams::default().limit(10), 0);
    loop {
        let list = maps.list(&page).await.unwrap();
        names.extend(list.items.iter().map(ResourceExt::name_any));
        pages += 1;
        match list.metadata.continue_.filter(|token| !token.is_empty()) {
            Some(token) => page = page.continue_token(&token),
            None => break,
        }
    }
    assert_eq!((pages, names.len()), (3, 25));
    assert!(names.is_sorted());
}

/// As `dynamic_api` and `dynamic_watcher`: a kind that the program knows by its name alone.
#[tokio::test]
async fn discovery_and_dynamic_objects() {
    let client = client(&TestServer::new());
    let discovery = Discovery::new(client.clone()).run().await.unwrap();
    let mut listable = 0;
    for (resource, capabilities) in discovery.groups().flat_map(ApiGroup::recommended_resources) {
        if !capabilities.supports_operation(verbs::LIST) {
            continue;
        }
        let all: Api<DynamicObject> = Api::all_with(client.clone(), &resource);
        all.list(&ListParams::default()).await.unwrap_or_else(|it| panic!("{resource:?}: {it}"));
        listable += 1;
    }
    assert!(listable > 50, "{listable}");
    let kind = GroupVersionKind::gvk("apps", "v1", "Deployment");
    let (resource, capabilities) = discovery.resolve_gvk(&kind).unwrap();
    assert_eq!(capabilities.scope, Scope::Namespaced);

    let deployments: Api<DynamicObject> = Api::default_namespaced_with(client, &resource);
    let data = json!({"spec": {
        "selector": {"matchLabels": {"app": "a"}},
        "template": {
            "metadata": {"labels": {"app": "a"}},
            "spec": {"containers": [{"name": "a", "image": "a:1"}, {"name": "b", "image": "b:1"}]},
        },
    }});
    let object = DynamicObject::new("a", &resource).data(data);
    deployments.create(&PostParams::default(), &object).await.unwrap();
    let mut events =
        pin!(watcher(deployments.clone(), watcher::Config::default()).applied_objects());
    let first = events.try_next().await.unwrap().unwrap();
    assert_eq!(first.data["spec"]["replicas"], 1);
    let containers = json!([{"name": "b", "image": "b:2"}]);
    let patch = json!({"spec": {"template": {"spec": {"containers": containers}}}});
    deployments.patch("a", &PatchParams::default(), &Patch::Strategic(patch)).await.unwrap();
    let next = events.try_next().await.unwrap().unwrap();
    let images = next.data["spec"]["template"]["spec"]["containers"].as_array().unwrap();
    let images: Vec<_> = images.iter().map(|it| it["image"].as_str().unwrap()).collect();
    assert_eq!(images, ["a:1", "b:2"]);
}

const COPIES: &str = "secrets.example.com/copies";

/// Copies a Secret into another namespace, and removes the copy before the Secret goes.
async fn copy(client: Client, secret: Secret) -> Result<Action, std::io::Error> {
    let failed = |error: kube::Error| std::io::Error::other(error);
    let copies: Api<Secret> = Api::namespaced(client.clone(), "copies");
    let own: Api<Secret> = Api::default_namespaced(client);
    let done = finalizer(&own, COPIES, std::sync::Arc::new(secret), |event| async {
        match event {
            Finalizer::Apply(secret) => {
                let copy = json!({
                    "apiVersion": "v1", "kind": "Secret", "data": secret.data, "type": secret.type_,
                    "metadata": {"name": secret.name_any()},
                });
                let params = PatchParams::apply("copier").force();
                copies
                    .patch(&secret.name_any(), &params, &Patch::Apply(copy))
                    .await
                    .map_err(failed)?;
            }
            Finalizer::Cleanup(secret) => {
                copies
                    .delete(&secret.name_any(), &DeleteParams::default())
                    .await
                    .map_err(failed)?;
            }
        }
        Ok::<_, std::io::Error>(Action::await_change())
    });
    done.await.map_err(std::io::Error::other)
}

/// As `secret_syncer`.
#[tokio::test]
async fn secrets_are_copied_and_their_copies_removed() {
    let client = client(&TestServer::new());
    let namespaces: Api<Namespace> = Api::all(client.clone());
    let namespace = serde_json::from_value(json!({"metadata": {"name": "copies"}})).unwrap();
    namespaces.create(&PostParams::default(), &namespace).await.unwrap();
    let (own, copies): (Api<Secret>, Api<Secret>) =
        (Api::default_namespaced(client.clone()), Api::namespaced(client.clone(), "copies"));
    let data = BTreeMap::from([("password".to_owned(), "x".to_owned())]);
    let secret = Secret { string_data: Some(data), ..Secret::default() };
    let mut secret = secret;
    secret.metadata.name = Some("a".into());
    let created = own.create(&PostParams::default(), &secret).await.unwrap();
    assert_eq!(created.type_.as_deref(), Some("Opaque"));
    copy(client.clone(), created).await.unwrap();
    let held = own.get("a").await.unwrap();
    assert_eq!(held.finalizers(), [COPIES]);
    copy(client.clone(), held).await.unwrap();
    assert_eq!(copies.get("a").await.unwrap().data.unwrap()["password"].0, b"x");

    let going = own.delete("a", &DeleteParams::default()).await.unwrap().left().unwrap();
    assert!(going.metadata.deletion_timestamp.is_some());
    copy(client, own.get("a").await.unwrap()).await.unwrap();
    assert!(copies.get_opt("a").await.unwrap().is_none());
    assert!(own.get_opt("a").await.unwrap().is_none());
}

mod v1 {
    use super::{CustomResource, Deserialize, JsonSchema, Serialize};

    #[derive(CustomResource, Debug, Clone, Deserialize, Serialize, JsonSchema)]
    #[kube(group = "example.com", version = "v1", kind = "Plan", namespaced)]
    pub(super) struct PlanSpec {
        pub(super) old: u32,
    }
}

mod v2 {
    use super::{CustomResource, Deserialize, JsonSchema, Serialize};

    #[derive(CustomResource, Debug, Clone, Deserialize, Serialize, JsonSchema)]
    #[kube(group = "example.com", version = "v2", kind = "Plan", namespaced)]
    pub(super) struct PlanSpec {
        pub(super) new: Option<u32>,
        pub(super) old: Option<u32>,
    }
}

/// As `crd_derive_multi`: a kind with two versions, and then with the other one stored.
#[tokio::test]
async fn a_definition_with_two_versions() {
    let client = client(&TestServer::new());
    let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
    let both = |stored: &str| merge_crds(vec![v1::Plan::crd(), v2::Plan::crd()], stored).unwrap();
    let apply = PatchParams::apply("kube").force();
    let name = "plans.example.com";
    definitions.patch(name, &apply, &Patch::Apply(both("v1"))).await.unwrap();
    await_condition(definitions.clone(), name, conditions::is_crd_established()).await.unwrap();
    let first: Api<v1::Plan> = Api::default_namespaced(client.clone());
    let second: Api<v2::Plan> = Api::default_namespaced(client);
    let plan = v1::Plan::new("a", v1::PlanSpec { old: 1 });
    first.create(&PostParams::default(), &plan).await.unwrap();
    let read = second.get("a").await.unwrap();
    assert_eq!((read.spec.old, read.spec.new), (Some(1), None));

    definitions.patch(name, &apply, &Patch::Apply(both("v2"))).await.unwrap();
    let patch = json!({"spec": {"new": 2}});
    let changed = second.patch("a", &PatchParams::default(), &Patch::Merge(patch)).await.unwrap();
    assert_eq!((changed.spec.old, changed.spec.new), (Some(1), Some(2)));
    // The field is pruned where the version does not have it.
    let resource = ApiResource::erase::<v1::Plan>(&());
    let raw: Api<DynamicObject> = Api::default_namespaced_with(first.into_client(), &resource);
    assert_eq!(raw.get("a").await.unwrap().data["spec"], json!({"old": 1}));
}

/// As `crd_api`: what the schema of a definition refuses is a Status with the server's words.
#[tokio::test]
async fn what_a_definition_refuses() {
    let client = client(&TestServer::new());
    let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
    definitions.create(&PostParams::default(), &v1::Plan::crd()).await.unwrap();
    let established = conditions::is_crd_established();
    await_condition(definitions.clone(), "plans.example.com", established).await.unwrap();
    let resource = ApiResource::erase::<v1::Plan>(&());
    let plans: Api<DynamicObject> = Api::default_namespaced_with(client, &resource);
    for (spec, words) in [
        (json!({"old": -1}), "spec.old: Invalid value"),
        (json!({"old": "1"}), "must be of type integer"),
        (json!({}), "spec.old: Required value"),
    ] {
        let object = DynamicObject::new("a", &resource).data(json!({"spec": spec}));
        match plans.create(&PostParams::default(), &object).await {
            Err(kube::Error::Api(status)) => {
                assert_eq!(status.code, 422);
                assert!(status.message.contains(words), "{}", status.message);
            }
            other => panic!("{other:?}"),
        }
    }
    let all = plans.list(&ListParams::default()).await.unwrap();
    assert!(all.items.is_empty());
    // Its watchers end when the kind is gone.
    let config = watcher::Config::default();
    let mut events = pin!(watcher(plans, config));
    assert!(matches!(events.next().await, Some(Ok(watcher::Event::Init))));
    definitions.delete("plans.example.com", &DeleteParams::default()).await.unwrap();
}
