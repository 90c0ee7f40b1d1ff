//! The Deployment that the controller of the tests wants.

use k8s_openapi::api::apps::v1::Deployment;
use serde_json::{Value, json};

/// A Deployment with these containers, and without replicas.
pub(crate) fn deployment(name: &str, namespace: &str, containers: &Value) -> Deployment {
    serde_json::from_value(json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {
            "selector": {"matchLabels": {"app": name}},
            "template": {
                "metadata": {"labels": {"app": name}},
                "spec": {"containers": containers}
            }
        }
    }))
    .expect("a Deployment")
}
