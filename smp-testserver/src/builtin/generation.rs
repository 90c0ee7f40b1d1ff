//! The changes that `metadata.generation` counts, kind by kind. Source: `pkg/registry` of Kubernetes 1.37.

use serde_json::Value;
use smp_schema::{TypeKind, TypeRef};

use crate::registry::Resource;

/// The kinds whose generation counts changes, by group.
const GENERATIONS: [(&str, &[&str]); 13] = [
    ("", &["Pod", "ReplicationController", "PodTemplate"]),
    ("apps", &["DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"]),
    ("batch", &["CronJob", "Job"]),
    ("networking.k8s.io", &["Ingress", "IngressClass", "NetworkPolicy"]),
    ("policy", &["PodDisruptionBudget"]),
    ("autoscaling", &["HorizontalPodAutoscaler"]),
    ("apiextensions.k8s.io", &["CustomResourceDefinition"]),
    ("discovery.k8s.io", &["EndpointSlice"]),
    ("scheduling.k8s.io", &["PriorityClass"]),
    ("storage.k8s.io", &["CSIDriver"]),
    ("flowcontrol.apiserver.k8s.io", &["FlowSchema", "PriorityLevelConfiguration"]),
    (
        "admissionregistration.k8s.io",
        &[
            "MutatingAdmissionPolicy",
            "MutatingAdmissionPolicyBinding",
            "MutatingWebhookConfiguration",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
            "ValidatingWebhookConfiguration",
        ],
    ),
    ("resource.k8s.io", &["DeviceClass", "DeviceTaintRule", "ResourceSlice"]),
];

/// Whether `metadata.generation` counts changes of this resource.
pub(crate) fn is_counted(resource: &Resource) -> bool {
    resource.is_custom()
        || GENERATIONS.iter().any(|(group, kinds)| {
            *group == resource.group && kinds.contains(&resource.kind.as_str())
        })
}

/// The generation of a new object.
pub(crate) fn of_new(resource: &Resource) -> Option<i64> {
    // A CSIDriver has no generation until its first change.
    (is_counted(resource) && resource.kind != "CSIDriver").then_some(1)
}

/// Whether a custom resource has a number such as `1.0`. It is stored as an integer, which a server counts
/// as a change.
pub(crate) fn has_whole_floats(resource: &Resource, new: &Value) -> bool {
    fn has(value: &Value) -> bool {
        match value {
            Value::Object(members) => members.values().any(has),
            Value::Array(items) => items.iter().any(has),
            Value::Number(number) => {
                number.is_f64() && number.as_f64().is_some_and(|it| it.fract() == 0.0)
            }
            _ => false,
        }
    }
    let is_apart = |name: &str| {
        name == "metadata" || name == "status" && resource.subresource("status").is_some()
    };
    new.as_object().is_some_and(|it| it.iter().any(|(name, it)| !is_apart(name) && has(it)))
}

/// Whether the generation counts the change from `old` to `new`.
pub(crate) fn counts(resource: &Resource, old: &Value, new: &Value) -> bool {
    let differs = |name: &str| old.get(name) != new.get(name);
    if resource.is_custom() {
        let names = |it: &Value| {
            it.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let mut all = names(old);
        all.extend(names(new));
        let ignores_status = resource.subresource("status").is_some();
        return all.iter().any(|name| {
            let is_apart = matches!(name.as_str(), "metadata" | "apiVersion" | "kind");
            !is_apart && (!ignores_status || name != "status") && differs(name)
        });
    }
    let beside = match resource.kind.as_str() {
        "PriorityClass" => return false,
        "Deployment" => "/metadata/annotations",
        "EndpointSlice" => "/metadata/labels",
        _ => "/metadata/name",
    };
    if old.pointer(beside) != new.pointer(beside) {
        return true;
    }
    if old.get("spec").is_some() || new.get("spec").is_some() {
        return differs("spec");
    }
    // A kind without a spec has its content in other members.
    let names = [old, new].into_iter().filter_map(Value::as_object).flatten().map(|(name, _)| name);
    let mut content = names.filter(|it| !matches!(it.as_str(), "metadata" | "status"));
    content.any(|name| differs(name))
}

/// Whether a server detects changes of this kind by reflection. An empty list or map is then different from
/// the missing one that is stored for it, so each write of it counts.
pub(crate) fn compares_by_reflection(resource: &Resource) -> bool {
    matches!(
        (resource.group.as_str(), resource.kind.as_str()),
        ("networking.k8s.io", "NetworkPolicy")
            | (
                "admissionregistration.k8s.io",
                "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration",
            )
    )
}

/// Whether the request had an empty list or map that is not stored, in content that the type has.
pub(crate) fn drops_content(resource: &Resource, sent: &Value, stored: &Value) -> bool {
    let content = ["spec", "webhooks"].into_iter();
    let fields = content.filter_map(|name| resource.schema.root().field(name));
    fields.map(|field| (field.name(), field.ty())).any(|(name, ty)| {
        match (sent.get(name), stored.get(name)) {
            (Some(sent), Some(stored)) => drops(sent, stored, ty),
            (Some(sent), None) => is_empty(sent),
            (None, _) => false,
        }
    })
}

fn drops(sent: &Value, stored: &Value, ty: TypeRef<'_>) -> bool {
    match (sent, stored, ty.kind()) {
        (Value::Object(sent), Value::Object(stored), TypeKind::Object) => sent
            .iter()
            .filter_map(|(name, sent)| Some((name, sent, ty.field(name)?.ty())))
            .any(|(name, sent, ty)| match stored.get(name) {
                Some(stored) => drops(sent, stored, ty),
                None => is_empty(sent),
            }),
        (Value::Array(sent), Value::Array(stored), TypeKind::List(element)) => {
            sent.iter().zip(stored).any(|(sent, stored)| drops(sent, stored, element))
        }
        _ => false,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}
