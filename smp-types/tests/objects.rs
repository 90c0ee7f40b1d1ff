//! What the structs accept and refuse, and how they say so: as serde's derive
//! would, and no lists for objects.
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use serde::Deserialize;
use serde::de::value::{BytesDeserializer, Error, MapDeserializer};
use smp_types::core_v1::{ContainerPort, PodSpec, ServicePort};
use smp_types::meta_v1::OwnerReference;

#[test]
fn what_is_refused_is_named() {
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
fn members_come_in_any_order() {
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
fn what_is_absent_is_empty() {
    let reference: OwnerReference = serde_json::from_str("{}").expect("an object");
    assert_eq!(reference, OwnerReference::default());
    let text = serde_json::to_string(&reference).expect("an object");
    assert_eq!(text, r#"{"apiVersion":"","kind":"","name":"","uid":""}"#);

    // Go writes null for a required list that is empty.
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
