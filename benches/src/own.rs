//! An object of a program's own types: services with variables, by name.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use smp_core::PatchSchema;

use crate::IMAGE;

/// The root of a program's own object.
#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct App {
    name: String,
    labels: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replicas: Option<u32>,
    #[patch(strategy = "merge", merge_key = "name")]
    services: Vec<Service>,
}

/// A service of an [`App`].
#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Service {
    name: String,
    image: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    args: Vec<String>,
    #[patch(strategy = "merge", merge_key = "name")]
    variables: Vec<Variable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_limit: Option<u64>,
}

/// A variable of a [`Service`].
#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Variable {
    name: String,
    value: String,
}

/// The object as JSON, of about 5 KB, and a patch that changes one image.
#[must_use]
pub fn app() -> (String, String) {
    let variables: Vec<_> = (0..10)
        .map(|n| json!({"name": format!("VARIABLE_{n}"), "value": format!("value number {n}")}))
        .collect();
    let service = |n: usize| {
        json!({"name": format!("service-{n}"), "image": format!("registry.example.com/app:{n}"),
            "args": ["--verbose", "--listen=0.0.0.0:8080"], "variables": variables,
            "memoryLimit": 268_435_456})
    };
    let services: Vec<_> = (0..10).map(service).collect();
    let live = json!({"name": "shop", "labels": {"app": "shop", "tier": "web"}, "replicas": 3,
        "services": services});
    let patch = json!({"services": [{"name": "service-5", "image": IMAGE}]});
    (live.to_string(), patch.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_is_of_the_size_that_the_table_says() {
        let (live, _) = app();
        assert!((5_500..6_500).contains(&live.len()), "{}", live.len());
        let read: App = serde_json::from_str(&live).unwrap();
        assert_eq!(
            serde_json::to_value(&read).unwrap(),
            serde_json::from_str::<serde_json::Value>(&live).unwrap()
        );
    }
}
