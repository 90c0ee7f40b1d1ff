//! Reading and writing structs: as by serde's derives with `default` and `deny_unknown_fields`,
//! except that a struct is not read from a list.
#![cfg(all(feature = "apps", feature = "core"))]
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use serde::Deserialize;
use serde::de::value::{BytesDeserializer, Error, MapDeserializer};
use serde_json::{Value, json};
use smp_types::apps_v1::{Deployment, DeploymentSpec, StatefulSet, StatefulSetSpec};
use smp_types::core_v1::{ContainerPort, PersistentVolumeClaim, Pod, PodSpec, ServicePort};
use smp_types::meta_v1::{ObjectMeta, OwnerReference};

#[test]
fn errors_name_what_is_wrong() {
    for (text, part) in [
        ("[]", "invalid type: sequence, expected struct ContainerPort"),
        ("[80, null, null, null, null]", "invalid type: sequence, expected struct ContainerPort"),
        ("null", "invalid type: null, expected struct ContainerPort"),
        (r#""80""#, "invalid type: string \"80\", expected struct ContainerPort"),
        (r#"{"name": 80}"#, "invalid type: integer `80`, expected a string"),
        (r#"{"containerPort": null}"#, "invalid type: null, expected i32"),
        (r#"{"name": "a", "hostIP": "", "name": "b"}"#, "duplicate field `name`"),
        (r#"{"name": null, "name": null}"#, "duplicate field `name`"),
        (
            r#"{"port": 80}"#,
            "unknown field `port`, expected one of `containerPort`, `hostIP`, `hostPort`, \
             `name`, `protocol`",
        ),
        (r#"{"Name": "a"}"#, "unknown field `Name`"),
        (r#"{"": "a"}"#, "unknown field ``"),
    ] {
        let error = serde_json::from_str::<ContainerPort>(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn members_may_be_in_any_order() {
    let port = ContainerPort {
        container_port: 80,
        host_ip: Some("::1".to_owned()),
        name: Some("http".to_owned()),
        ..ContainerPort::default()
    };
    for text in [
        r#"{"containerPort": 80, "hostIP": "::1", "name": "http"}"#,
        r#"{"name": "http", "hostIP": "::1", "containerPort": 80}"#,
        r#"{"hostIP": "::1", "protocol": null, "containerPort": 80, "name": "http"}"#,
    ] {
        assert_eq!(serde_json::from_str::<ContainerPort>(text).expect(text), port);
    }
}

#[test]
fn absent_and_null_fields_are_empty() {
    let reference: OwnerReference = serde_json::from_str("{}").expect("an object");
    assert_eq!(reference, OwnerReference::default());
    let text = serde_json::to_string(&reference).expect("an object");
    assert_eq!(text, r#"{"apiVersion":"","kind":"","name":"","uid":""}"#);

    // Go writes null for a required list without a value.
    let spec: PodSpec = serde_json::from_str(r#"{"containers": null}"#).expect("an object");
    assert_eq!(spec, PodSpec::default());
    assert_eq!(serde_json::to_string(&spec).expect("an object"), r#"{"containers":[]}"#);
    let port: ServicePort = serde_json::from_str(r#"{"targetPort": null}"#).expect("an object");
    assert_eq!(port, ServicePort::default());
}

/// Some formats have names that are bytes.
#[test]
fn names_may_be_bytes() {
    let read = |name: &'static [u8]| {
        let member = (BytesDeserializer::<Error>::new(name), 80);
        ContainerPort::deserialize(MapDeserializer::new([member].into_iter()))
    };
    assert_eq!(read(b"containerPort").map(|port| port.container_port), Ok(80));
    let error = read(b"port").expect_err("no such field").to_string();
    assert!(error.contains("unknown field `port`"), "{error}");
    let error = read(b"\xff").expect_err("no text").to_string();
    assert!(error.contains("invalid value: byte array"), "{error}");
}

fn written(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("structs are JSON")
}

#[test]
fn built_objects_have_their_api_version_and_kind() {
    let metadata = Some(ObjectMeta { name: Some("web".to_owned()), ..ObjectMeta::default() });
    let deployment = Deployment {
        metadata: metadata.clone(),
        spec: DeploymentSpec { replicas: Some(2), ..DeploymentSpec::default() },
        ..Deployment::default()
    };
    let result = json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
        "spec": {"replicas": 2, "selector": {}, "template": {}},
    });
    assert_eq!(written(&deployment), result);

    let claim = PersistentVolumeClaim { metadata, ..PersistentVolumeClaim::default() };
    let spec =
        StatefulSetSpec { volume_claim_templates: Some(vec![claim]), ..StatefulSetSpec::default() };
    let set = written(&StatefulSet { spec, ..StatefulSet::default() });
    assert_eq!(
        set["spec"]["volumeClaimTemplates"],
        json!([{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "web"}}])
    );

    let none = Deployment { api_version: None, kind: None, ..Deployment::default() };
    assert_eq!(written(&none), json!({"spec": {"selector": {}, "template": {}}}));
    // Parts of documents have neither `apiVersion` nor `kind`.
    assert_eq!(written(&ObjectMeta::default()), json!({}));
}

/// The items of a `PodList` and the claims of a `StatefulSet` may lack `apiVersion` and `kind`.
#[test]
fn objects_that_were_read_get_no_api_version_or_kind() {
    let items = json!([{"metadata": {"name": "web"}}, {}, {"kind": "Pod"}, {"apiVersion": "v2"}]);
    let pods: Vec<Pod> = serde_json::from_value(items.clone()).expect("pods");
    assert_eq!((&pods[0].api_version, &pods[0].kind), (&None, &None));
    assert_eq!(written(&pods), items);

    let set = json!({
        "apiVersion": "apps/v1", "kind": "StatefulSet",
        "spec": {
            "selector": {}, "template": {},
            "volumeClaimTemplates": [{"metadata": {"name": "data"}, "spec": {}}],
        },
    });
    let read: StatefulSet = serde_json::from_value(set.clone()).expect("a StatefulSet");
    assert_eq!(written(&read), set);
}

#[test]
fn a_patch_adds_no_api_version_or_kind() {
    use smp_core::{Patch, StrategicMerge as _};
    let live: Pod = serde_json::from_value(json!({"metadata": {"name": "web"}})).expect("a pod");
    let patch = Patch::from_document(json!({"metadata": {"labels": {"a": "b"}}})).expect("a patch");
    let result = live.strategic_merge(&patch).expect("it applies");
    assert_eq!(written(&result), json!({"metadata": {"name": "web", "labels": {"a": "b"}}}));
}
