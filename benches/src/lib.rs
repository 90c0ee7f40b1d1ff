//! The documents of the benchmarks, the same in each run. [`Case`] is the input of one
//! benchmark, [`bulk`] makes files of 100 MB, [`cost`] makes inputs that are expensive.

pub mod bulk;
mod case;
pub mod cost;
mod own;

use serde_json::{Map, Value, json};

pub use case::{Case, Change, documents, list, server_side_apply};
pub use own::{App, app};

/// A result whose error is a message.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The image that patches set.
pub const IMAGE: &str = "registry.example.com/other:2.0";

/// The patch, and the same one with another image. A merge in place applies them in turn, so that
/// each call changes the image.
#[must_use]
pub fn with_two_images(patch: &str) -> [String; 2] {
    [patch.to_owned(), patch.replace(IMAGE, "registry.example.com/other:3.0")]
}

/// A Deployment of about 6.6 KB as a server returns it: two containers, managed
/// fields, status.
#[must_use]
pub fn deployment() -> Value {
    deployment_with(2)
}

/// The same Deployment without managed fields and status, of about 2.3 KB: as a program builds it.
#[must_use]
pub fn small_deployment() -> Value {
    let mut deployment = deployment();
    if let Some(members) = deployment.as_object_mut() {
        members.remove("status");
    }
    if let Some(metadata) = deployment.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("managedFields");
    }
    deployment
}

/// The same Deployment with this number of variables in each container.
fn deployment_with(variables: usize) -> Value {
    let containers: Vec<Value> =
        ["web", "log"].into_iter().map(|name| container(name, variables)).collect();
    let spec = json!({
        "replicas": 3,
        "revisionHistoryLimit": 10,
        "selector": {"matchLabels": {"app": "shop"}},
        "strategy": {"type": "RollingUpdate",
            "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": "25%"}},
        "template": {
            "metadata": {"labels": {"app": "shop"}, "annotations": {"checksum/config": "a".repeat(64)}},
            "spec": {
                "containers": containers,
                "volumes": [{"name": "config", "configMap": {"name": "shop", "defaultMode": 420}}],
                "restartPolicy": "Always", "dnsPolicy": "ClusterFirst",
                "terminationGracePeriodSeconds": 30, "schedulerName": "default-scheduler"
            }
        }
    });
    let manager = |name: &str| {
        json!({"manager": name, "operation": "Update", "apiVersion": "apps/v1",
            "time": "2026-01-01T00:00:00Z", "fieldsType": "FieldsV1",
            "fieldsV1": {"f:spec": managed(&spec)}})
    };
    let condition = |kind: &str| {
        json!({"type": kind, "status": "True", "reason": "MinimumReplicasAvailable",
            "message": "Deployment has minimum availability.",
            "lastTransitionTime": "2026-01-01T00:00:00Z", "lastUpdateTime": "2026-01-01T00:00:00Z"})
    };
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {
            "name": "shop", "namespace": "web", "uid": "0a1b2c3d-0000-4000-8000-000000000000",
            "resourceVersion": "123456", "generation": 7,
            "creationTimestamp": "2026-01-01T00:00:00Z",
            "labels": {"app": "shop"},
            "managedFields": [manager("kubectl"), manager("controller")]
        },
        "spec": spec,
        "status": {"observedGeneration": 7, "replicas": 3, "readyReplicas": 3,
            "conditions": [condition("Available"), condition("Progressing")]}
    })
}

/// A Pod of about 40 KB: twenty containers.
#[must_use]
pub fn pod() -> Value {
    pod_with_containers(20)
}

fn pod_with_containers(containers: usize) -> Value {
    let containers: Vec<Value> =
        (0..containers).map(|at| container(&format!("container-{at}"), 28)).collect();
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "shop", "namespace": "web", "labels": {"app": "shop"}},
        "spec": {"containers": containers, "restartPolicy": "Always"}
    })
}

fn container(name: &str, variables: usize) -> Value {
    let env: Vec<Value> = (0..variables)
        .map(|at| json!({"name": format!("VARIABLE_{at}"), "value": format!("value number {at}")}))
        .collect();
    json!({
        "name": name, "image": format!("registry.example.com/{name}:1.0"),
        "imagePullPolicy": "IfNotPresent",
        "args": ["--listen=:8080", "--log-format=json"],
        "ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}],
        "env": env,
        "resources": {"requests": {"cpu": "250m", "memory": "256Mi"}, "limits": {"memory": "512Mi"}},
        "readinessProbe": {"httpGet": {"path": "/ready", "port": "http", "scheme": "HTTP"},
            "periodSeconds": 5, "timeoutSeconds": 1, "successThreshold": 1, "failureThreshold": 3},
        "volumeMounts": [{"name": "config", "mountPath": "/etc/shop", "readOnly": true}],
        "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"
    })
}

/// The value in the form that managed fields have.
fn managed(value: &Value) -> Value {
    let below: Map<_, _> = match value {
        Value::Object(members) => {
            members.iter().map(|(name, member)| (format!("f:{name}"), managed(member))).collect()
        }
        Value::Array(items) => items
            .iter()
            .filter_map(|item| Some((format!("k:{}", json!({"name": item.get("name")?})), item)))
            .map(|(key, item)| (key, managed(item)))
            .collect(),
        _ => Map::new(),
    };
    below.into()
}

/// A Pod with one container, whose variables (a merge list) have this order and this value.
#[must_use]
pub fn pod_with_env(variables: impl Iterator<Item = usize>, value: &str) -> Value {
    let env: Vec<Value> = variables
        .map(|at| json!({"name": format!("VARIABLE_{at}"), "value": format!("{value} {at}")}))
        .collect();
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "shop"},
        "spec": {"containers": [{"name": "web", "env": env}]}})
}

/// The numbers below `n` in a shuffled order, the same in each run.
#[must_use]
pub fn shuffled(n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for at in (1..n).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let other = usize::try_from(state >> 33).unwrap_or(0) % (at + 1);
        order.swap(at, other);
    }
    order
}
