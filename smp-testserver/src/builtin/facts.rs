//! Changes that the code of the API server makes to some of Kubernetes' own kinds before they are stored.
//! Source: `pkg/registry` and `pkg/apis` of Kubernetes 1.37.

use serde_json::{Value, json};
use smp_managed::ResetFields;

use crate::object::{at, set, text};
use crate::registry::Resource;
use crate::status::Failure;

/// Whether a new object keeps the status in the request.
pub(crate) fn keeps_status(resource: &Resource) -> bool {
    resource.subresource("status").is_none()
        || (resource.group.is_empty() && resource.kind == "Node")
}

/// Whether a PUT creates missing objects of this kind.
pub(crate) fn created_by_put(resource: &Resource) -> bool {
    matches!(
        (resource.group.as_str(), resource.kind.as_str()),
        ("", "Endpoints" | "Event" | "LimitRange" | "Service")
            | ("events.k8s.io", "Event")
            | ("coordination.k8s.io", "Lease")
            | ("node.k8s.io", "RuntimeClass")
            | ("rbac.authorization.k8s.io", _)
    )
}

/// Whether a PUT must state the resource version of the object that it replaces.
pub(crate) fn needs_resource_version(resource: &Resource) -> bool {
    resource.is_custom()
        || matches!(
            (resource.group.as_str(), resource.kind.as_str()),
            ("apiextensions.k8s.io" | "admissionregistration.k8s.io", _)
                | ("coordination.k8s.io", "Lease")
        )
}

/// Whether a DELETE of this kind returns the object rather than a `Status`.
pub(crate) fn returns_deleted(resource: &Resource) -> bool {
    let (group, kind) = (resource.group.as_str(), resource.kind.as_str());
    match group {
        "" => matches!(
            kind,
            "ResourceQuota"
                | "PersistentVolume"
                | "ServiceAccount"
                | "PersistentVolumeClaim"
                | "Namespace"
                | "Pod"
                | "Service"
                | "PodTemplate"
        ),
        "storage.k8s.io" => kind != "CSIStorageCapacity",
        "resource.k8s.io" => kind != "DeviceTaintRule",
        _ => false,
    }
}

/// Whether garbage collection ignores objects of this kind as owners: they are deleted at once, without
/// regard to the objects that they own.
pub(crate) fn is_never_an_owner(resource: &Resource) -> bool {
    resource.kind == "Event" && !resource.is_custom()
}

/// The fields that a write leaves unchanged; `None` if the resource has no such fields.
pub(crate) fn reset_fields(resource: &Resource, subresource: &str) -> Option<ResetFields> {
    resource.subresource("status")?;
    Some(if resource.is_custom() {
        ResetFields::of_custom_resource(subresource)
    } else {
        ResetFields::of_kind(&resource.api_version(), &resource.kind, subresource)
    })
}

/// Sets the fields that the server sets in a new object: its status, and the annotation of a `DaemonSet`.
pub(crate) fn prepare_new(resource: &Resource, object: &mut Value, time: &str) {
    match (resource.group.as_str(), resource.kind.as_str()) {
        ("", "Pod") => {
            let class = quality_of_service(object);
            set(object, &["status"], json!({"phase": "Pending", "qosClass": class}));
        }
        ("", "Namespace") => set(object, &["status"], json!({"phase": "Active"})),
        ("", "PersistentVolumeClaim") => set(object, &["status"], json!({"phase": "Pending"})),
        ("", "PersistentVolume") => {
            set(object, &["status"], json!({"phase": "Pending", "lastPhaseTransitionTime": time}));
        }
        ("apps", "DaemonSet") => {
            set(object, &["metadata", "annotations", TEMPLATE_GENERATION], "1");
        }
        _ => {}
    }
}

/// The annotation that counts changes of a `DaemonSet`'s template.
const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

/// Sets the annotation that a server adds when it reads a `DaemonSet`; it is not a field of the type.
pub(crate) fn complete_changed(resource: &Resource, new: &mut Value) -> Result<(), Failure> {
    if (resource.group.as_str(), resource.kind.as_str()) != ("apps", "DaemonSet") {
        return Ok(());
    }
    let annotations = at(new, "/metadata/annotations");
    match annotations.get(TEMPLATE_GENERATION).and_then(Value::as_str) {
        None => set(new, &["metadata", "annotations", TEMPLATE_GENERATION], "0"),
        Some(text) if text.parse::<i64>().is_err() => {
            return Err(Failure::internal(format!(
                "strconv.ParseInt: parsing {text:?}: invalid syntax"
            )));
        }
        Some(_) => {}
    }
    Ok(())
}

/// Sets `timeAdded` in device taints that lack it.
pub(crate) fn date_taints(resource: &Resource, object: &mut Value, now: &str) {
    let date = |taint: &mut Value| {
        if let Some(members) = taint.as_object_mut() {
            members.entry("timeAdded").or_insert_with(|| now.into());
        }
    };
    match (resource.group.as_str(), resource.kind.as_str()) {
        ("resource.k8s.io", "DeviceTaintRule") => {
            object.pointer_mut("/spec/taint").map(date);
        }
        ("resource.k8s.io", "ResourceSlice") => {
            let devices = object.pointer_mut("/spec/devices").and_then(Value::as_array_mut);
            let taints = devices.into_iter().flatten().filter_map(|it| it.get_mut("taints"));
            taints.filter_map(Value::as_array_mut).flatten().for_each(date);
        }
        _ => {}
    }
}

/// Sets the fields of a new object that the server sets and no manager owns.
pub(crate) fn complete_new(resource: &Resource, object: &mut Value, shares_labels: bool) {
    clean(resource, object);
    agree_on_sources(resource, None, object);
    let endpoints = match (resource.group.as_str(), resource.kind.as_str()) {
        ("discovery.k8s.io", "EndpointSlice") => object.pointer_mut("/endpoints"),
        _ => None,
    };
    for endpoint in endpoints.and_then(Value::as_array_mut).into_iter().flatten() {
        endpoint.as_object_mut().map(|it| it.remove("deprecatedTopology"));
    }
    let is_job = (resource.group.as_str(), resource.kind.as_str()) == ("batch", "Job");
    if is_job && object.pointer("/spec/manualSelector") != Some(&json!(true)) {
        let uid = text(object, "/metadata/uid").to_owned();
        name_pods_of_job(object, &uid);
        if shares_labels {
            let labels = at(object, "/spec/template/metadata/labels").clone();
            set(object, &["metadata", "labels"], labels);
        }
    }
    if resource.is_namespace() {
        // The defaults label a name that was sent, and the creator owns the label. A generated name comes
        // after them.
        let name = text(object, "/metadata/name").to_owned();
        set(object, &["metadata", "labels", "kubernetes.io/metadata.name"], name);
        if !at(object, "/spec/finalizers").is_array() {
            set(object, &["spec", "finalizers"], json!([]));
        }
        let finalizers = object.pointer_mut("/spec/finalizers").and_then(Value::as_array_mut);
        if let Some(finalizers) = finalizers.filter(|it| !it.contains(&json!("kubernetes"))) {
            finalizers.push("kubernetes".into());
        }
    }
}

/// Makes the two source fields of a claim agree, and drops a `dataSource` of a kind that this older field
/// does not allow.
fn agree_on_sources(resource: &Resource, old: Option<&Value>, object: &mut Value) {
    if (resource.group.as_str(), resource.kind.as_str()) != ("", "PersistentVolumeClaim") {
        return;
    }
    let is_set = |it: &Value| !it.is_null();
    let in_use = ["dataSource", "dataSourceRef"].iter().any(|name| {
        old.is_some_and(|it| is_set(at(it, "/spec").get(*name).unwrap_or(&Value::Null)))
    });
    let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) else { return };
    let known = |source: &Value| {
        let text = |name: &str| source.get(name).and_then(Value::as_str).unwrap_or_default();
        matches!(
            (text("apiGroup"), text("kind")),
            ("", "PersistentVolumeClaim") | ("snapshot.storage.k8s.io", "VolumeSnapshot")
        )
    };
    if !in_use && spec.get("dataSource").is_some_and(|it| !known(it)) {
        spec.remove("dataSource");
    }
    let elsewhere = |it: &Value| it.get("namespace").is_some_and(|it| is_set(it) && it != "");
    match (spec.get("dataSource").cloned(), spec.get("dataSourceRef").cloned()) {
        (Some(source), None) => drop(spec.insert("dataSourceRef".to_owned(), source)),
        (None, Some(source)) if !elsewhere(&source) => {
            spec.insert("dataSource".to_owned(), source);
        }
        _ => {}
    }
}

/// Drops what is not stored: all but the names in a `ServiceAccount`'s references to Secrets, and fields of
/// a Node that nothing reads any more.
fn clean(resource: &Resource, object: &mut Value) {
    match (resource.group.as_str(), resource.kind.as_str()) {
        ("", "ServiceAccount") => {}
        ("", "Node") => {
            for (part, name) in [("spec", "configSource"), ("status", "config")] {
                object.get_mut(part).and_then(Value::as_object_mut).map(|it| it.remove(name));
            }
            return;
        }
        _ => return,
    }
    let secrets = object.get_mut("secrets").and_then(Value::as_array_mut);
    for secret in secrets.into_iter().flatten().filter_map(Value::as_object_mut) {
        secret.retain(|name, _| name == "name");
    }
}

/// Sets the fields that the server sets in a changed object.
pub(crate) fn prepare_changed(resource: &Resource, old: &Value, new: &mut Value, now: &str) {
    clean(resource, new);
    agree_on_sources(resource, Some(old), new);
    if resource.kind == "CertificateSigningRequest" && !resource.is_custom() {
        date_conditions(old, new, now);
    }
    if resource.is_namespace() {
        set(new, &["spec"], at(old, "/spec").clone());
    }
    if shares_labels(resource, new) {
        // As when the object is read again: a write of the status may have removed its labels, but not the
        // template's.
        let labels = at(new, "/spec/template/metadata/labels").clone();
        if labels.as_object().is_some_and(|it| !it.is_empty()) {
            set(new, &["metadata", "labels"], labels);
        }
    }
    if (resource.group.as_str(), resource.kind.as_str()) == ("", "PersistentVolume") {
        let pointer = "/status/lastPhaseTransitionTime";
        let is_new = new.pointer(pointer).is_some_and(|it| Some(it) != old.pointer(pointer));
        let changes = old.pointer("/status/phase") != new.pointer("/status/phase");
        let before = old.pointer(pointer).cloned();
        if let (false, Some(time)) = (is_new, if changes { Some(now.into()) } else { before }) {
            set(new, &["status", "lastPhaseTransitionTime"], time);
        }
    }
    if (resource.group.as_str(), resource.kind.as_str()) != ("apps", "DaemonSet") {
        return;
    }
    let pointer = format!("/metadata/annotations/{TEMPLATE_GENERATION}");
    let number = old.pointer(&pointer).and_then(Value::as_str).and_then(|it| it.parse().ok());
    let number: i64 = number.unwrap_or(1);
    let is_changed = old.pointer("/spec/template") != new.pointer("/spec/template");
    let number = if is_changed { number.saturating_add(1) } else { number };
    set(new, &["metadata", "annotations", TEMPLATE_GENERATION], number.to_string());
}

/// Sets missing times in the conditions of a `CertificateSigningRequest`.
fn date_conditions(old: &Value, new: &mut Value, now: &str) {
    let conditions =
        |it: &Value| it.pointer("/status/conditions").and_then(Value::as_array).cloned();
    let olds = conditions(old).unwrap_or_default();
    let news = new.pointer_mut("/status/conditions").and_then(Value::as_array_mut);
    for condition in news.into_iter().flatten() {
        let is_set = |value: &Value| value.as_str().is_some_and(|it| !it.is_empty());
        if !is_set(at(condition, "/lastTransitionTime")) {
            let same = |it: &&Value| {
                ["/type", "/status"].iter().all(|name| at(it, name) == at(condition, name))
                    && is_set(at(it, "/lastTransitionTime"))
            };
            let before = olds.iter().find(same).map(|it| at(it, "/lastTransitionTime").clone());
            set(condition, &["lastTransitionTime"], before.unwrap_or_else(|| now.into()));
        }
        if !is_set(at(condition, "/lastUpdateTime")) {
            set(condition, &["lastUpdateTime"], now);
        }
    }
}

/// Whether a `Job` gets the labels of its template. Both are then one map: a label added to one is also in
/// the other.
pub(crate) fn shares_labels(resource: &Resource, object: &Value) -> bool {
    let labels = at(object, "/metadata/labels").as_object();
    (resource.group.as_str(), resource.kind.as_str()) == ("batch", "Job")
        && labels.is_none_or(serde_json::Map::is_empty)
}

fn name_pods_of_job(object: &mut Value, uid: &str) {
    let name = object.pointer("/metadata/name").cloned().unwrap_or_default();
    if let Some(metadata) = object.pointer_mut("/spec/template/metadata") {
        for prefix in ["", "batch.kubernetes.io/"] {
            set(metadata, &["labels", &format!("{prefix}controller-uid")], uid);
            set(metadata, &["labels", &format!("{prefix}job-name")], name.clone());
        }
    }
    set(object, &["spec", "selector", "matchLabels", "batch.kubernetes.io/controller-uid"], uid);
}

/// The quality-of-service class of a Pod, by the limits and requests of its containers.
fn quality_of_service(pod: &Value) -> &'static str {
    let lists = ["/spec/containers", "/spec/initContainers"].map(|it| pod.pointer(it));
    let containers: Vec<&Value> =
        lists.into_iter().flatten().filter_map(Value::as_array).flatten().collect();
    let of = |container: &Value, list: &str, name: &str| {
        let value = container.pointer(&format!("/resources/{list}/{name}")).cloned();
        value.filter(|it| it != "0")
    };
    let any = containers.iter().any(|it| {
        ["requests", "limits"]
            .iter()
            .any(|list| ["cpu", "memory"].iter().any(|name| of(it, list, name).is_some()))
    });
    let all = containers.iter().all(|it| {
        ["cpu", "memory"].iter().all(|name| {
            let limit = of(it, "limits", name);
            limit.is_some() && limit == of(it, "requests", name)
        })
    });
    match (any, all) {
        (false, _) => "BestEffort",
        (true, true) => "Guaranteed",
        (true, false) => "Burstable",
    }
}

/// Whether the server chooses a name if none is sent. Only a `LimitRange` gets one this way.
pub(crate) fn is_named_by_server(resource: &Resource) -> bool {
    (resource.group.as_str(), resource.kind.as_str()) == ("", "LimitRange")
}

/// Whether a finalizer needs a domain. The other kinds check their metadata as custom resources do, or not at all.
pub(crate) fn checks_finalizers(resource: &Resource) -> bool {
    const OTHERS: [&str; 6] = [
        "admissionregistration.k8s.io",
        "apiextensions.k8s.io",
        "apiregistration.k8s.io",
        "coordination.k8s.io",
        "node.k8s.io",
        "policy",
    ];
    let is_core_event = resource.group.is_empty() && resource.kind == "Event";
    !resource.is_custom() && !is_core_event && !OTHERS.contains(&resource.group.as_str())
}

/// Whether objects get a grace period before they are deleted. Only Pods do.
pub(crate) fn ends_gracefully(resource: &Resource) -> bool {
    (resource.group.as_str(), resource.kind.as_str()) == ("", "Pod")
}

/// The grace period of a Pod; `None` if it is deleted at once, such as a Pod that no node runs.
pub(crate) fn grace_period(
    resource: &Resource,
    object: &Value,
    wanted: Option<i64>,
) -> Option<i64> {
    if !ends_gracefully(resource) {
        return None;
    }
    let text = |path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default();
    let stated = object.pointer("/spec/terminationGracePeriodSeconds").and_then(Value::as_i64);
    let period = wanted.or(stated).unwrap_or(30);
    let ended = matches!(text("/status/phase"), "Failed" | "Succeeded");
    (!text("/spec/nodeName").is_empty() && !ended && period > 0).then_some(period)
}
