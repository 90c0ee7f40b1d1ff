//! The operations on Rust types: they have the results of those on JSON, and lose no data.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test fails where it panics")]

use core::net::IpAddr;
use core::num::NonZeroU16;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{ErrorKind, Options, Overwrite, Patch, PatchSchema, Role, StrategicMerge, ThreeWay};

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(rename_all = "camelCase")]
struct App {
    name: String,
    replicas: Option<i32>,
    #[serde(default)]
    #[patch(strategy = "merge", merge_key = "name")]
    containers: Vec<Container>,
    #[serde(default)]
    #[patch(strategy = "merge")]
    finalizers: Vec<String>,
    #[serde(default)]
    node_selector: BTreeMap<String, String>,
    #[patch(strategy = "retainKeys")]
    strategy: Option<Rollout>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<Box<App>>,
    #[serde(default)]
    tags: Vec<String>,
    extra: Option<Value>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Container {
    name: String,
    image: Option<String>,
    #[serde(default)]
    #[patch(
        strategy = "merge",
        merge_key = "port",
        list_type = "map",
        list_map_keys("port", "protocol" = "TCP")
    )]
    ports: Vec<Port>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Port {
    port: u16,
    protocol: Option<String>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Rollout {
    kind: Option<String>,
    surge: Option<u64>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Open {
    name: String,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

fn app() -> App {
    serde_json::from_value(json!({
        "name": "web", "replicas": 1,
        "containers": [
            {"name": "nginx", "image": "nginx:1", "ports": [{"port": 80}]},
            {"name": "log"},
        ],
        "finalizers": ["b", "a"],
        "nodeSelector": {"zone": "a"},
        "strategy": {"kind": "Rolling", "surge": 1},
        "parent": {"name": "base", "finalizers": ["p"]},
        "extra": {"free": [1]},
    }))
    .unwrap()
}

fn merge(live: &App, patch: &Value) -> Result<App, smp_core::Error> {
    App::strategic_merge(live, &Patch::from_document(patch)?)
}

#[test]
fn every_kind_of_field_is_patched() {
    let live = app();
    let before = live.clone();
    let result = merge(
        &live,
        &json!({
            "replicas": null,
            "containers": [{"name": "nginx", "ports": [{"port": 443}]}, {"name": "new"}],
            "finalizers": ["c"], "$deleteFromPrimitiveList/finalizers": ["a"],
            "nodeSelector": {"disk": "ssd", "zone": null},
            "strategy": {"$retainKeys": ["kind"], "kind": "Recreate"},
            "parent": {"replicas": 2},
            "tags": ["x"],
            "extra": {"more": true},
        }),
    )
    .unwrap();
    assert_eq!(live, before);
    let mut expected = app();
    expected.replicas = None;
    expected.containers[0].ports.insert(0, Port { port: 443, protocol: None });
    // A new item comes before the remaining server-only items.
    expected.containers.insert(1, Container { name: "new".into(), ..Container::default() });
    expected.finalizers = vec!["c".into(), "b".into()];
    expected.node_selector = BTreeMap::from([("disk".into(), "ssd".into())]);
    expected.strategy = Some(Rollout { kind: Some("Recreate".into()), surge: None });
    expected.parent.as_mut().unwrap().replicas = Some(2);
    expected.tags = vec!["x".into()];
    expected.extra = Some(json!({"free": [1], "more": true}));
    assert_eq!(result, expected);
}

#[test]
fn an_unknown_field_is_refused_with_its_path() {
    for (patch, path) in [
        (json!({"replica": 1}), "replica"),
        (json!({"containers": [{"name": "nginx", "img": "x"}]}), "containers[0].img"),
        (json!({"parent": {"parent": {"nope": {"a": 1}}}}), "parent.parent.nope"),
        (json!({"strategy": {"x": null}}), "strategy.x"),
    ] {
        let error = merge(&app(), &patch).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownField, "{error}");
        assert_eq!(error.document(), Some(Role::Patch), "{error}");
        assert_eq!(error.path().to_string(), path, "{error}");
    }
}

#[test]
fn a_flattened_map_keeps_unknown_fields() {
    let live: Open = serde_json::from_value(json!({"name": "a", "x": 1, "y": [1]})).unwrap();
    let patch = Patch::from_json(r#"{"name":"b","x":null,"y":[2],"z":{"deep":1}}"#).unwrap();
    let result = Open::strategic_merge(&live, &patch).unwrap();
    assert_eq!(result.name, "b");
    let others = BTreeMap::from([("y".into(), json!([2])), ("z".into(), json!({"deep": 1}))]);
    assert_eq!(result.others, others);
    let back = Open::strategic_diff(&result, &live).unwrap();
    assert_eq!(Open::strategic_merge(&result, &back).unwrap(), live);
}

#[test]
fn a_result_that_does_not_fit_the_type_is_an_error() {
    for patch in [
        json!({"replicas": "two"}),
        json!({"name": null}),
        json!({"containers": [{"name": "nginx", "ports": [{"port": 70_000}]}]}),
    ] {
        let error = merge(&app(), &patch).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Typed, "{error}");
        assert_eq!(error.document(), Some(Role::Result), "{error}");
    }
}

#[test]
fn an_error_says_what_was_expected_and_found() {
    #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
    struct Server {
        replicas: i32,
        port: NonZeroU16,
        ready: bool,
        share: f64,
        address: IpAddr,
        name: String,
        limits: BTreeMap<String, u8>,
        tags: Vec<String>,
    }
    let live = Server {
        replicas: 1,
        port: NonZeroU16::MIN,
        ready: true,
        share: 0.5,
        address: IpAddr::from([127, 0, 0, 1]),
        name: "a".into(),
        limits: BTreeMap::new(),
        tags: Vec::new(),
    };
    for (patch, wanted) in [
        (r#"{"replicas": "http"}"#, r#"replicas: expected i32, found "http""#),
        (r#"{"replicas": 3000000000}"#, "replicas: expected i32, found 3000000000"),
        (r#"{"replicas": 1.5}"#, "replicas: expected i32, found 1.5"),
        (r#"{"port": 0}"#, "port: expected a nonzero u16, found 0"),
        (r#"{"ready": "yes"}"#, r#"ready: expected a boolean, found "yes""#),
        (r#"{"share": "half"}"#, r#"share: expected f64, found "half""#),
        (r#"{"address": "here"}"#, "address: invalid IP address syntax"),
        (r#"{"name": 8}"#, "name: expected a string, found 8"),
        (r#"{"limits": {"cpu": -1}}"#, "limits.cpu: expected u8, found -1"),
        (r#"{"tags": ["a", 5]}"#, "tags[1]: expected a string, found 5"),
    ] {
        let error = Server::strategic_merge(&live, &patch.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), format!("result: {wanted}"), "{patch}");
    }
}

/// The path of an error leads to the value, also inside what serde reads as a whole.
#[test]
fn an_error_inside_of_what_serde_reads_has_its_path() {
    #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
    struct Queue {
        #[serde(flatten)]
        open: Open,
        depth: u8,
        pair: (i8, Vec<u8>),
        #[patch(leaf)]
        window: Option<std::time::Duration>,
        sink: Option<Sink>,
    }
    #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
    #[serde(rename_all = "camelCase")]
    enum Sink {
        File { path: String },
    }
    #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
    struct Queues {
        queue: Queue,
        spare: (i8, Queue),
        named: Option<(i8, Named)>,
    }
    #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
    struct Named {
        name: String,
    }
    let queue =
        Queue { open: Open::default(), depth: 1, pair: (2, Vec::new()), window: None, sink: None };
    let live = Queues { queue: queue.clone(), spare: (1, queue), named: None };
    let spare = |depth: &str| {
        format!(r#"{{"spare": [1, {{"name": "", "depth": {depth}, "pair": [0, []]}}]}}"#)
    };
    for (patch, path) in [
        (r#"{"queue": {"depth": 300}}"#, "queue.depth"),
        (r#"{"queue": {"pair": [1, [2, 300]]}}"#, "queue.pair[1][1]"),
        (r#"{"queue": {"pair": ["a", []]}}"#, "queue.pair[0]"),
        (r#"{"queue": {"window": {"secs": "x", "nanos": 1}}}"#, "queue.window.secs"),
        (r#"{"queue": {"sink": {"file": {"path": 1}}}}"#, "queue.sink.file.path"),
        (r#"{"spare": [300, {}]}"#, "spare[0]"),
        (r#"{"spare": [3]}"#, "spare"),
        (&spare("-1"), "spare[1].depth"),
        (r#"{"named": [1, {"name": "", "unknown": 1}]}"#, "named[1].unknown"),
    ] {
        let error = Queues::strategic_merge(&live, &patch.parse().unwrap()).unwrap_err();
        assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, path), "{error}");
    }
    let merged = Queues::strategic_merge(&live, &spare("5").parse().unwrap()).unwrap();
    assert_eq!((merged.spare.1.depth, merged.queue), (5, live.queue));
}

#[test]
fn a_value_that_serde_cannot_write_is_an_error() {
    #[derive(PatchSchema, Serialize, Debug)]
    struct Holder {
        #[patch(leaf)]
        broken: Broken,
    }
    #[derive(Deserialize, Debug)]
    struct Broken;
    impl Serialize for Broken {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("cannot be written"))
        }
    }
    let holder = Holder { broken: Broken };
    let error = Holder::strategic_diff(&holder, &holder).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Typed);
    assert_eq!(error.path().to_string(), "broken");
    assert!(error.to_string().contains("cannot be written"), "{error}");
    let error = Holder::strategic_three_way(ThreeWay::new(&holder, &holder, &holder)).unwrap_err();
    assert_eq!((error.kind(), error.path().to_string()), (ErrorKind::Typed, "broken".to_owned()));
}

#[test]
fn errors_of_the_engine_are_returned() {
    let keyless = json!({"containers": [{"image": "x"}]});
    assert_eq!(merge(&app(), &keyless).unwrap_err().kind(), ErrorKind::MergeKeyMissing);
    let disordered = json!({"$setElementOrder/finalizers": ["a"], "finalizers": ["b"]});
    assert_eq!(merge(&app(), &disordered).unwrap_err().kind(), ErrorKind::ElementOrder);
}

#[test]
fn applying_a_diff_gives_modified() {
    let (original, mut modified) = (app(), app());
    assert!(App::strategic_diff(&original, &original.clone()).unwrap().is_empty());
    modified.containers.swap(0, 1);
    modified.containers[1].image = Some("nginx:2".into());
    modified.replicas = None;
    modified.finalizers = vec!["a".into(), "b".into()];
    let patch = App::strategic_diff(&original, &modified).unwrap();
    assert_eq!(
        patch.to_value().unwrap(),
        json!({
            "replicas": null,
            "$setElementOrder/containers": [{"name": "log"}, {"name": "nginx"}],
            "containers": [{"name": "nginx", "image": "nginx:2"}],
            "$setElementOrder/finalizers": ["a", "b"],
        })
    );
    assert_eq!(App::strategic_merge(&original, &patch).unwrap(), modified);
    let documented = Options::documented();
    let patch = App::strategic_diff_with(&original, &modified, &documented).unwrap();
    assert_eq!(App::strategic_merge_with(&original, &patch, &documented).unwrap(), modified);
}

#[test]
fn a_patch_has_none_as_serde_writes_it() {
    #[derive(PatchSchema, Serialize, Deserialize, Clone, Default)]
    struct Pod {
        #[patch(strategy = "merge", merge_key = "name")]
        volumes: Vec<Volume>,
        mounts: Vec<Volume>,
    }

    #[derive(PatchSchema, Serialize, Deserialize, Clone, Default)]
    struct Volume {
        name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        size: Option<u32>,
        path: Option<String>,
    }

    let volume = Volume { name: "data".into(), ..Volume::default() };
    let edit = |pod: &mut Pod| {
        pod.volumes.push(volume.clone());
        pod.mounts.push(volume);
    };
    let patch = Pod::strategic_edit(&Pod::default(), edit).unwrap();
    let written = json!({"name": "data", "path": null});
    assert_eq!(patch.to_value().unwrap(), json!({"volumes": [written], "mounts": [written]}));
}

#[test]
fn three_way_diffs_of_rust_types() {
    let (original, mut modified, mut current) = (app(), app(), app());
    modified.replicas = Some(3);
    modified.containers.remove(1);
    current.containers.push(Container { name: "sidecar".into(), ..Container::default() });
    let patch = App::strategic_three_way(
        ThreeWay::new(&original, &modified, &current).overwrite(Overwrite::UnlessBothChanged),
    )
    .unwrap();
    let result = App::strategic_merge(&current, &patch).unwrap();
    assert_eq!(result.replicas, Some(3));
    let names: Vec<_> = result.containers.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["nginx", "sidecar"]);

    current.replicas = Some(5);
    let error = App::strategic_three_way(
        ThreeWay::new(&original, &modified, &current).overwrite(Overwrite::UnlessBothChanged),
    )
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    let [conflict] = error.conflicts() else { panic!("one conflict: {error}") };
    assert_eq!(conflict.path.to_string(), "replicas");
    assert_eq!(conflict.original.as_deref(), Some("1"));
    assert_eq!(conflict.modified.as_deref(), Some("3"));
    assert_eq!(conflict.current.as_deref(), Some("5"));

    modified.name = "other".into();
    let options = Options::default();
    let error = App::strategic_three_way_with(
        ThreeWay::new(&original, &modified, &current).must_not_change(["name"]),
        &options,
    )
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Precondition);
    let [broken] = error.broken_preconditions() else { panic!("one field: {error}") };
    assert_eq!(broken.path.to_string(), "name");
    assert_eq!(broken.result.as_deref(), Some("\"other\""));
}
