//! Lists and events of a watch.
#![cfg(all(feature = "apps", feature = "core"))]
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use serde_json::{Value, from_value, json, to_value};
use smp_types::apps_v1::Deployment;
use smp_types::core_v1::Pod;
use smp_types::{List, WatchEvent};

#[test]
fn lists_are_written_as_they_were_read() {
    for text in [
        json!({"items": []}),
        json!({"apiVersion": "apps/v1", "kind": "DeploymentList", "metadata": {}, "items": []}),
        json!({
            "apiVersion": "apps/v1", "kind": "DeploymentList",
            "metadata": {"continue": "x", "remainingItemCount": 3, "resourceVersion": "7"},
            "items": [
                {"metadata": {"name": "a"}, "spec": {"selector": {}, "template": {}}},
                {"kind": "Deployment", "spec": {"selector": {}, "template": {}}},
            ],
        }),
    ] {
        let list: List<Deployment> = from_value(text.clone()).expect("a list");
        assert_eq!(to_value(&list).expect("a list"), text);
    }
    let list: List<Deployment> = from_value(json!({"items": null})).expect("a list");
    assert_eq!(to_value(&list).expect("a list"), json!({"items": []}));
    let list = List::<Deployment>::default();
    let text = json!({"apiVersion": "apps/v1", "kind": "DeploymentList", "items": []});
    assert_eq!(to_value(&list).expect("a list"), text);
}

#[test]
fn lists_of_other_kinds_are_refused() {
    for (text, part) in [
        (json!({"kind": "PodList"}), "string \"PodList\", expected DeploymentList"),
        (json!({"apiVersion": "v1"}), "string \"v1\", expected apps/v1"),
        (json!({"items": [{"kind": "Pod"}]}), "string \"Pod\", expected Deployment"),
        (json!([]), "expected struct List"),
    ] {
        let error = from_value::<List<Deployment>>(text).expect_err(part).to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn events_are_written_as_they_were_read() {
    let pod = json!({"kind": "Pod", "metadata": {"resourceVersion": "7"}});
    let status = json!({"kind": "Status", "code": 410, "reason": "Expired"});
    for (ty, object) in [
        ("ADDED", &pod),
        ("MODIFIED", &pod),
        ("DELETED", &pod),
        ("BOOKMARK", &pod),
        ("ERROR", &status),
    ] {
        let text = json!({"type": ty, "object": object});
        let event: WatchEvent<Pod> = from_value(text.clone()).expect(ty);
        assert_eq!(to_value(&event).expect(ty), text);
        let turned = format!(r#"{{"new":1,"object":{object},"type":"{ty}"}}"#);
        assert_eq!(serde_json::from_str::<WatchEvent<Pod>>(&turned).expect(ty), event);
    }
}

#[test]
fn other_events_are_refused() {
    let read = |text: &Value| serde_json::from_str::<WatchEvent<Pod>>(&text.to_string());
    for (text, part) in [
        (json!({"type": "GONE", "object": {}}), "unknown variant `GONE`, expected one of `ADDED`"),
        (json!({"type": "ADDED"}), "missing field `object`"),
        (json!({"object": {}}), "missing field `type`"),
        (json!({"type": "ADDED", "object": {"kind": "Node"}}), "expected Pod"),
        (json!({"type": "ERROR", "object": {"kind": "Pod"}}), "expected Status"),
        (json!([]), "expected an event of a watch"),
    ] {
        let error = read(&text).expect_err(part).to_string();
        assert!(error.contains(part), "{error}");
    }
    for (text, part) in [
        (r#"{"type":"ADDED","type":"ADDED"}"#, "duplicate field `type`"),
        (r#"{"type":"ADDED","object":{},"object":{}}"#, "duplicate field `object`"),
    ] {
        let error = serde_json::from_str::<WatchEvent<Pod>>(text).expect_err(part).to_string();
        assert!(error.contains(part), "{error}");
    }
}
