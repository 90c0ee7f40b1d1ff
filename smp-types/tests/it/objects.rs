//! Reading and writing structs: as by serde's derives with `default` and `deny_unknown_fields`,
//! except that a struct is not read from a list.
#![cfg(all(feature = "apps", feature = "core"))]
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use serde::Deserialize;
use serde::de::value::{BytesDeserializer, MapDeserializer};
use serde_json::{Value, json};
use smp_types::apps_v1::{Deployment, DeploymentSpec, StatefulSet, StatefulSetSpec};
use smp_types::core_v1::{ContainerPort, PersistentVolumeClaim, Pod, PodSpec, Secret, ServicePort};
use smp_types::meta_v1::{ObjectMeta, OwnerReference};

#[test]
fn errors_name_what_is_wrong() {
    for (text, part) in [
        ("[]", "invalid type: sequence, expected struct ContainerPort"),
        ("[80, null, null, null, null]", "invalid type: sequence, expected struct ContainerPort"),
        ("null", "invalid type: null, expected struct ContainerPort"),
        (r#""80""#, "invalid type: string \"80\", expected struct ContainerPort"),
        (r#"{"name": 80}"#, "invalid type: integer `80`, expected a string"),
        (r#"{"name": "a", "hostIP": "", "name": "b"}"#, "duplicate field `name`"),
        (r#"{"name": null, "name": null}"#, "duplicate field `name`"),
        #[cfg(feature = "unknown_fields")]
        (r#"{"port": 80, "port": 80}"#, "duplicate field `port`"),
        #[cfg(feature = "unknown_fields")]
        (r#"{"port": null, "port": null}"#, "duplicate field `port`"),
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
    for text in [r#"{"targetPort": null}"#, r#"{"port": null}"#] {
        let port: ServicePort = serde_json::from_str(text).expect("an object");
        assert_eq!(port, ServicePort::default());
    }
    let deployment: Deployment = serde_json::from_str(r#"{"spec": null}"#).expect("an object");
    assert_eq!(deployment.spec, DeploymentSpec::default());
}

#[test]
fn values_of_another_form_are_refused() {
    for (value, part) in [
        (json!({"apiVersion": "v2"}), "invalid value: string \"v2\", expected v1"),
        (json!({"kind": "Service"}), "invalid value: string \"Service\", expected Pod"),
        (json!({"kind": 1}), "invalid type: integer `1`, expected a string"),
        (
            json!({"metadata": {"creationTimestamp": "yesterday"}}),
            "invalid value: string \"yesterday\", expected a time such as 2024-01-01T00:00:00Z",
        ),
        (
            json!({"spec": {"containers": [{"livenessProbe": {"httpGet": {"port": 2_147_483_648_u32}}}]}}),
            "invalid value: integer `2147483648`, expected an integer of 32 bits or a string",
        ),
    ] {
        let error = serde_json::from_value::<Pod>(value).expect_err(part).to_string();
        assert!(error.contains(part), "{error}");
    }
    let secret = json!({"data": {"password": "hunter2"}});
    let error = serde_json::from_value::<Secret>(secret).expect_err("no base64").to_string();
    assert!(error.contains("string \"hunter2\", expected bytes in base64"), "{error}");
}

#[test]
fn patches_with_values_of_another_form_are_refused_with_their_path() {
    use smp_core::{Patch, StrategicMerge as _};
    let set = StatefulSet::default();
    for (patch, path, part) in [
        (
            json!({"metadata": {"creationTimestamp": "yesterday"}}),
            "metadata.creationTimestamp",
            "expected a time",
        ),
        (
            json!({"spec": {"volumeClaimTemplates": [{"kind": "Pod"}]}}),
            "spec.volumeClaimTemplates[0].kind",
            "expected `PersistentVolumeClaim`, found \"Pod\"",
        ),
    ] {
        let patch = Patch::from_document(patch).expect("a patch");
        let error = StatefulSet::strategic_merge(&set, &patch).expect_err(path);
        assert_eq!(error.path().to_string(), path, "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

/// Some formats have names that are bytes.
#[test]
fn names_may_be_bytes() {
    let read = |name: &'static [u8]| {
        let member = (BytesDeserializer::<serde_json::Error>::new(name), json!(80));
        ContainerPort::deserialize(MapDeserializer::new([member].into_iter()))
    };
    assert_eq!(read(b"containerPort").expect("a field").container_port, 80);
    let port = read(b"port").expect("an unknown field");
    let kept = port.unknown_fields.get("port");
    assert_eq!(kept, cfg!(feature = "unknown_fields").then_some(&json!(80)));
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
    let items = json!([{"metadata": {"name": "web"}}, {}, {"kind": "Pod"}, {"apiVersion": "v1"}]);
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

/// Fields of a newer API server.
#[test]
#[cfg(feature = "unknown_fields")]
fn unknown_fields_are_kept() {
    use smp_core::{Patch, StrategicMerge as _};
    let text = json!({
        "newRoot": [1, null], "metadata": {"name": "web", "newMeta": null},
        "spec": {"containers": [
            {"image": "web:1", "name": "web", "newField": {"a": 1}},
            {"name": "log", "newField": {"a": 2}},
        ]},
    });
    let live: Pod = serde_json::from_value(text.clone()).expect("a pod");
    assert_eq!(written(&live), text);
    assert_eq!(live, live.clone());
    assert_eq!(live.unknown_fields.get("newRoot"), Some(&json!([1, null])));
    assert_eq!(format!("{:?}", live.unknown_fields), r#"{"newRoot": Array [Number(1), Null]}"#);
    assert_eq!(live.spec.as_ref().map(|spec| spec.unknown_fields.len()), Some(0));

    let patch = |value: Value| Patch::from_document(value).expect("a patch");
    let merged = patch(json!({"spec": {"containers": [{"name": "web", "image": "web:2"}]}}));
    let merged = Pod::strategic_merge(&live, &merged).expect("it applies");
    let mut result = text.clone();
    result["spec"]["containers"][0]["image"] = json!("web:2");
    assert_eq!(written(&merged), result);
    assert_ne!(merged, live);

    // A value with other unknown fields is another object, and a diff says so.
    let mut other = live.clone();
    other.unknown_fields = smp_types::UnknownFields::default();
    assert_ne!(other, live);
    let diff = Pod::strategic_diff(&live, &other).expect("a diff");
    assert_eq!(diff.to_json(), r#"{"newRoot":null}"#);
    assert!(Pod::strategic_diff(&live, &live.clone()).expect("a diff").is_empty());
    let diff = Pod::strategic_diff(&other, &live).expect("a diff");
    assert_eq!(diff.to_json(), r#"{"newRoot":[1,null]}"#);

    // A patch replaces the objects that it replaces.
    let replaced = patch(json!({"metadata": {"$patch": "replace", "name": "other"}}));
    let replaced = Pod::strategic_merge(&live, &replaced).expect("it applies");
    assert_eq!(written(&replaced)["metadata"], json!({"name": "other"}));
}

#[test]
#[cfg(not(feature = "unknown_fields"))]
fn unknown_fields_are_passed_over_without_the_feature() {
    use smp_core::{Options, PatchSchema as _, StrategicMerge as _};
    let text = json!({
        "newRoot": [1, null], "metadata": {"name": "web", "newMeta": null},
        "spec": {"containers": [{"image": "web:1", "name": "web", "newField": {"a": 1}}]},
    });
    let known = json!({
        "metadata": {"name": "web"}, "spec": {"containers": [{"image": "web:1", "name": "web"}]},
    });
    let live: Pod = serde_json::from_value(text.clone()).expect("a pod");
    assert_eq!(written(&live), known);
    assert_eq!(live, serde_json::from_value(known).expect("a pod"));
    assert!(live.unknown_fields.is_empty());
    assert_eq!(live.unknown_fields.get("newRoot"), None);
    assert_eq!(size_of_val(&live.unknown_fields), 0);

    let answer = r#"{"items":[{"newRoot":1,"metadata":{"name":"web"}}],"new":{}}"#;
    let pods: smp_types::List<Pod> = serde_json::from_str(answer).expect("a list");
    assert_eq!(written(&pods), json!({"items": [{"metadata": {"name": "web"}}]}));

    // A patch that is made of two objects doesn't touch what they lack.
    let mut other = live.clone();
    other.spec.get_or_insert_default().containers[0].image = Some("web:2".to_owned());
    let patch = live.strategic_diff(&other).expect("a diff");
    let stored = smp_core::apply(text.clone(), &patch, Pod::schema(), &Options::default());
    let mut expected = text;
    expected["spec"]["containers"][0]["image"] = json!("web:2");
    assert_eq!(stored.expect("it applies"), expected);
    assert_eq!(live.strategic_merge(&patch).expect("it applies"), other);
}

#[test]
fn patches_that_name_unknown_fields_are_refused() {
    use smp_core::{Patch, StrategicMerge as _};
    let text = json!({"newField": 1, "spec": {"containers": [{"name": "web", "newField": {}}]}});
    let live: Pod = serde_json::from_value(text).expect("a pod");
    for (patch, path) in [
        (json!({"newField": 2}), "newField"),
        (json!({"newField": null}), "newField"),
        (json!({"other": 2}), "other"),
        (json!({"spec": {"newField": 2}}), "spec.newField"),
        (
            json!({"spec": {"containers": [{"name": "web", "newField": {"a": 1}}]}}),
            "spec.containers[0].newField",
        ),
        (
            json!({"spec": {"containers": [{"name": "new", "newField": 2}]}}),
            "spec.containers[0].newField",
        ),
        (json!({"spec": {"dnsConfig": {"newField": 2}}}), "spec.dnsConfig.newField"),
    ] {
        let patch = Patch::from_document(patch).expect("a patch");
        let error = Pod::strategic_merge(&live, &patch).expect_err(path);
        assert_eq!(error.path().to_string(), path, "{error}");
        assert!(error.to_string().contains("has no such field"), "{error}");
    }
}

#[test]
fn structs_of_programs_take_unknown_fields_if_they_say_so() {
    use smp_core::PatchSchema;
    use smp_types::{KubernetesObject, Resource, UnknownFields};

    #[derive(Debug, Clone, PartialEq, PatchSchema, KubernetesObject)]
    #[object(api_version = "example.com/v1", kind = "Web")]
    #[serde(rename_all = "camelCase")]
    struct Web {
        api_version: Option<String>,
        kind: Option<String>,
        port: Option<Port>,
        #[object(unknown_fields)]
        others: UnknownFields,
    }

    #[derive(Debug, Clone, Default, PartialEq, PatchSchema, KubernetesObject)]
    struct Port {
        number: Option<i32>,
    }

    assert_eq!((Web::API_VERSION, Web::KIND), ("example.com/v1", "Web"));
    let text = json!({"kind": "Web", "port": {"number": 80}, "new": [1]});
    let web: Web = serde_json::from_value(text.clone()).expect("a Web");
    if cfg!(feature = "unknown_fields") {
        assert_eq!(web.others.get("new"), Some(&json!([1])));
        assert_eq!(written(&web), text);
    } else {
        assert!(web.others.is_empty());
        assert_eq!(written(&web), json!({"kind": "Web", "port": {"number": 80}}));
    }
    for (text, part) in [
        (json!({"kind": "Pod"}), "invalid value: string \"Pod\", expected Web"),
        (json!({"port": {"new": 1}}), "unknown field `new`, expected `number`"),
    ] {
        let error = serde_json::from_value::<Web>(text).expect_err(part).to_string();
        assert!(error.contains(part), "{error}");
    }
}
