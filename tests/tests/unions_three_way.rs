//! Laws of three-way merges under every choice of unions, with the changes of clients that do not
//! know the union or its discriminator: on types that tests make, on Rust enums, on kinds of
//! Kubernetes and on definitions.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::json;
use smp_core::{Options, PatchSchema, Schema, Unions};
use smp_tests::generate::Style;
use smp_tests::generate::cases::{CLIENTS, Make, TRIPLE};
use smp_tests::laws::{Law, three_way, unions};
use smp_tests::property::{Inputs, check};

/// The laws hold under every choice of unions, for related documents and for those of clients.
fn hold(schema: &'static Schema, style: Style) {
    let choices = [Unions::Ignore, Unions::Normalize, Unions::NormalizeAndValidate];
    let options = choices.map(|choice| Options::documented().unions(choice)).to_vec();
    let makes: [Make<3>; 2] = [CLIENTS, TRIPLE];
    for make in makes {
        let inputs = Inputs { schema, options: options.clone(), style, make };
        let settles: Law<3> = three_way::settles;
        check(&inputs, settles);
        let normalized = Inputs { options: options[1..].to_vec(), ..inputs };
        check(&normalized, unions::three_way_keeps_what_is_added);
    }
}

const STYLE: Style = Style { depth: 4, ..Style::VALID };

fn read(text: &str) -> Schema {
    smp_tests::schema::read(text, None).unwrap()
}

static NODE: LazyLock<Schema> = LazyLock::new(|| {
    let keyed = json!({"type": {"list": "Node"}, "strategy": "merge", "mergeKey": "name"});
    let node = json!({
        "fields": {"name": "scalar", "type": "scalar", "a": "scalar", "b": "Node", "c": "scalar",
            "x": "scalar", "y": keyed, "child": "Node", "keyed": keyed,
            "atomic": {"list": "Node"}, "map": {"map": "Node"}},
        "unions": [
            {"discriminator": "type", "members": {"a": "A", "b": "B", "c": "C"}},
            {"members": {"x": "X", "y": "Y"}}
        ]
    });
    read(&json!({"root": "Node", "types": {"Node": node}}).to_string())
});

#[test]
fn of_unions_in_every_place() {
    hold(&NODE, STYLE);
}

static DEFINITION: LazyLock<Schema> = LazyLock::new(|| {
    let union =
        json!([{"discriminator": "type", "fields-to-discriminateBy": {"a": "A", "b": "B"}}]);
    let any = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
    let with_union = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}, "type": {"type": "string"}, "a": any, "b": any},
        "x-kubernetes-unions": union,
    });
    let spec = json!({"type": "object", "properties": {
        "one": with_union,
        "list": {"type": "array", "items": with_union, "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["name"]},
        "atomic": {"type": "array", "items": with_union},
    }});
    let root = json!({"type": "object", "properties": {"spec": spec}});
    let version = json!({"name": "v1", "served": true, "storage": true,
        "schema": {"openAPIV3Schema": root}});
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "versions": [version],
            "names": {"kind": "Widget", "plural": "widgets"}},
    });
    read(&definition.to_string())
});

#[test]
fn of_definitions() {
    hold(&DEFINITION, STYLE);
}

fn of_type(version: &str, name: &str) {
    hold(smp_types::type_schema(version, name).unwrap(), STYLE);
}

#[test]
fn of_priority_levels() {
    of_type("flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfigurationSpec");
}

#[test]
fn of_strategies() {
    of_type("apps/v1", "DeploymentStrategy");
    of_type("apps/v1", "DaemonSetUpdateStrategy");
}

#[test]
fn of_containers() {
    of_type("v1", "Container");
}

#[test]
fn of_volumes() {
    of_type("v1", "Volume");
    of_type("v1", "ProjectedVolumeSource");
}

#[test]
fn of_metrics() {
    of_type("autoscaling/v2", "HorizontalPodAutoscalerSpec");
}

#[test]
fn of_network_policies() {
    of_type("networking.k8s.io/v1", "NetworkPolicySpec");
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Holder {
    source: Option<Source>,
    tagged: Option<Tagged>,
    #[patch(strategy = "merge", merge_key = "name")]
    items: Option<Vec<Item>>,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Item {
    name: String,
    source: Option<Source>,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Source {
    A { x: u8 },
    B { x: u8 },
    C { x: Option<u8> },
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "type")]
enum Tagged {
    A { a: u8 },
    B { b: Option<u8> },
    None,
}

#[test]
fn of_rust_enums() {
    hold(Holder::schema(), STYLE);
}
