//! Defaults of Kubernetes' own kinds: those in the table `defaults.txt`, and functions for those that
//! depend on more than one field.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use smp_core::TypeRef;
use smp_schema::TypeKind;

use super::written::{Written, fields_of};

type Members = Map<String, Value>;

/// A row of the table.
struct Row {
    field: &'static str,
    value: Value,
    /// The row applies only if this field of the same object has this text.
    condition: Option<(&'static str, &'static str)>,
}

static TABLE: LazyLock<HashMap<&'static str, Vec<Row>>> = LazyLock::new(|| {
    let mut table: HashMap<&'static str, Vec<Row>> = HashMap::new();
    for line in include_str!("defaults.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, row)) = read(line) {
            table.entry(name).or_default().push(row);
        }
    }
    table
});

fn read(line: &'static str) -> Option<(&'static str, Row)> {
    let (name, rest) = line.split_once(' ')?;
    let (field, rest) = rest.split_once(' ')?;
    let (value, condition) = match rest.split_once(" ?") {
        Some((value, condition)) => (value, Some(condition.split_once('=')?)),
        None => (rest, None),
    };
    Some((name, Row { field, value: serde_json::from_str(value).ok()?, condition }))
}

/// Adds the defaults of an object that [`decode`](super::shape::decode) has read.
pub(crate) fn fill(object: &mut Value, ty: TypeRef<'_>, api_version: &str) {
    if let (Some("Pod"), Some(members)) = (ty.name(), object.as_object_mut()) {
        pod(members);
    }
    walk(object, ty, api_version);
}

fn walk(value: &mut Value, ty: TypeRef<'_>, api_version: &str) {
    match (ty.kind(), value) {
        (TypeKind::Object, Value::Object(members)) => {
            let name = ty.name().unwrap_or_default();
            by_function(name, members);
            let full = format!("{api_version}/{name}");
            for row in [name, &full].into_iter().filter_map(|it| TABLE.get(it)).flatten() {
                row.fill(members, ty, fields_of(api_version, name));
            }
            for (name, member) in members.iter_mut() {
                if let Some(field) = ty.field(name) {
                    walk(member, field.ty(), api_version);
                }
            }
        }
        (TypeKind::Map(element), Value::Object(members)) => {
            members.values_mut().for_each(|it| walk(it, element, api_version));
        }
        (TypeKind::List(element), Value::Array(items)) => {
            for item in items {
                walk(item, element, api_version);
            }
        }
        _ => {}
    }
}

impl Row {
    fn fill(&self, members: &mut Members, ty: TypeRef<'_>, written: Option<&Written>) {
        let applies = self.condition.is_none_or(|(field, wanted)| text(members, field) == wanted);
        // If the default is a text, Go treats an empty text as unset. It also treats a zero as unset if it
        // writes that zero for an unset number.
        let is_zero = |it: &Value| {
            let always = written.map_or(&[][..], |it| &it.always);
            it.is_number() && always.iter().any(|(name, zero)| *name == self.field && zero == it)
        };
        let is_set = members
            .get(self.field)
            .is_some_and(|it| (!self.value.is_string() || it != "") && !is_zero(it));
        if applies && !is_set && ty.field(self.field).is_some() {
            members.insert(self.field.to_owned(), self.value.clone());
        }
    }
}

fn text<'m>(members: &'m Members, field: &str) -> &'m str {
    members.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn is_set(members: &Members, field: &str) -> bool {
    members.contains_key(field)
}

/// The object in a field, added if it is missing.
fn object<'m>(members: &'m mut Members, field: &str) -> Option<&'m mut Members> {
    members.entry(field).or_insert_with(|| json!({})).as_object_mut()
}

/// The objects in a list.
fn each<'m>(members: &'m mut Members, field: &str) -> impl Iterator<Item = &'m mut Members> {
    let items = members.get_mut(field).and_then(Value::as_array_mut);
    items.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// The defaults of a type that the table can't express.
fn by_function(name: &str, members: &mut Members) {
    match name {
        "Container" | "EphemeralContainer" => pull_policy(members, "image", "imagePullPolicy"),
        "ImageVolumeSource" => pull_policy(members, "reference", "pullPolicy"),
        "Volume" if members.keys().all(|it| it == "name") => {
            members.insert("emptyDir".to_owned(), json!({}));
        }
        "PodSpec" => pod_spec(members),
        "ServiceSpec" => service(members),
        "Namespace" => namespace(members),
        "PersistentVolume" | "PersistentVolumeClaim" => {
            if let Some(status) = object(members, "status") {
                status.entry("phase").or_insert_with(|| "Pending".into());
            }
        }
        "PodStatus" => first_and_all(members, "podIP", "podIPs", Some("ip")),
        "NodeSpec" => first_and_all(members, "podCIDR", "podCIDRs", None),
        "NodeStatus" => copy(members, "capacity", "allocatable"),
        "LimitRangeItem" => limits(members),
        "ReplicationController" => replication_controller(members),
        "StatefulSetUpdateStrategy" if !is_set(members, "type") => {
            members.insert("type".to_owned(), "RollingUpdate".into());
            members.entry("rollingUpdate").or_insert_with(|| json!({}));
        }
        "DaemonSetUpdateStrategy" if text(members, "type") == "OnDelete" => {
            // Not a default: the field is a plain number in Go, so zero is written when it is unset.
            if let Some(update) = members.get_mut("rollingUpdate").and_then(Value::as_object_mut) {
                update.entry("maxUnavailable").or_insert_with(|| 0.into());
            }
        }
        "StatefulSetSpec" => {
            for claim in each(members, "volumeClaimTemplates") {
                claim.insert("apiVersion".to_owned(), "v1".into());
                claim.insert("kind".to_owned(), "PersistentVolumeClaim".into());
            }
        }
        "Job" => {
            labels_of_template(members);
            if let Some(spec) = object(members, "spec") {
                job(spec);
            }
        }
        "NetworkPolicySpec" => {
            let both = members
                .get("egress")
                .is_some_and(|it| it.as_array().is_some_and(|it| !it.is_empty()));
            let types = if both { json!(["Ingress", "Egress"]) } else { json!(["Ingress"]) };
            members.entry("policyTypes").or_insert(types);
        }
        "HorizontalPodAutoscalerBehavior" => behavior(members),
        "CustomResourceDefinitionNames" => definition_names(members),
        "Secret" => secret(members),
        _ => {}
    }
}

/// `Always` for images with the tag `latest`, which is implied if there is neither a tag nor a digest.
fn pull_policy(members: &mut Members, image: &str, policy: &str) {
    let reference = text(members, image);
    let (name, digest) = match reference.split_once('@') {
        Some((name, _)) => (name, true),
        None => (reference, false),
    };
    let last = name.rsplit('/').next().unwrap_or_default();
    let is_latest = match last.split_once(':') {
        Some((_, tag)) => tag == "latest",
        None => !digest && !last.is_empty(),
    };
    if !is_set(members, policy) {
        let value = if is_latest { "Always" } else { "IfNotPresent" };
        members.insert(policy.to_owned(), value.into());
    }
}

fn pod_spec(members: &mut Members) {
    copy(members, "serviceAccount", "serviceAccountName");
    match members.get("serviceAccountName").cloned() {
        Some(name) => drop(members.insert("serviceAccount".to_owned(), name)),
        None => drop(members.remove("serviceAccount")),
    }
}

/// Defaults of a Pod that the template of a Pod doesn't get.
fn pod(members: &mut Members) {
    let Some(spec) = members.get_mut("spec").and_then(Value::as_object_mut) else { return };
    spec.entry("enableServiceLinks").or_insert(Value::Bool(true));
    let host_network = spec.get("hostNetwork") == Some(&Value::Bool(true));
    for field in ["containers", "initContainers"] {
        for container in each(spec, field) {
            if let Some(resources) = container.get_mut("resources").and_then(Value::as_object_mut)
                && let Some(limits) = resources.get("limits").cloned()
            {
                merge(resources, "requests", &limits);
            }
            for port in each(container, "ports").filter(|_| host_network) {
                copy(port, "containerPort", "hostPort");
            }
        }
    }
}

/// Adds the members of `from` that the object in a field lacks.
fn merge(members: &mut Members, field: &str, from: &Value) {
    let (Some(into), Some(from)) = (object(members, field), from.as_object()) else { return };
    for (name, value) in from {
        into.entry(name.clone()).or_insert_with(|| value.clone());
    }
}

fn copy(members: &mut Members, from: &str, to: &str) {
    if let (false, Some(value)) = (is_set(members, to), members.get(from)) {
        members.insert(to.to_owned(), value.clone());
    }
}

/// Makes a field and the first element of a list agree. The elements are the values themselves, or objects
/// with the value in `member`.
fn first_and_all(members: &mut Members, one: &str, all: &str, member: Option<&str>) {
    let first = members.get(all).and_then(|it| it.get(0));
    let first = first.and_then(|it| member.map_or(Some(it), |member| it.get(member))).cloned();
    match (members.get(one).cloned(), first) {
        (Some(value), first) if first.as_ref() != Some(&value) => {
            let element = member.map_or(value.clone(), |member| json!({member: value}));
            members.insert(all.to_owned(), json!([element]));
        }
        (None, Some(first)) => drop(members.insert(one.to_owned(), first)),
        _ => {}
    }
}

fn service(members: &mut Members) {
    if matches!(text(members, "sessionAffinity"), "" | "None") {
        members.remove("sessionAffinityConfig");
    }
    if text(members, "sessionAffinity") == "ClientIP"
        && let Some(config) = object(members, "sessionAffinityConfig")
        && let Some(client) = object(config, "clientIP")
    {
        client.entry("timeoutSeconds").or_insert_with(|| 10800.into());
    }
    let has_addresses = |it: &Value| it.as_array().is_some_and(|it| !it.is_empty());
    if text(members, "externalTrafficPolicy").is_empty()
        && matches!(text(members, "type"), "" | "ClusterIP")
        && members.get("externalIPs").is_some_and(has_addresses)
    {
        members.insert("externalTrafficPolicy".to_owned(), "Cluster".into());
    }
    for port in each(members, "ports") {
        let target = port.get("targetPort");
        if target.is_none_or(|it| it == 0 || it == "") {
            copy_over(port, "port", "targetPort");
        }
    }
}

fn copy_over(members: &mut Members, from: &str, to: &str) {
    if let Some(value) = members.get(from).cloned() {
        members.insert(to.to_owned(), value);
    }
}

fn namespace(members: &mut Members) {
    if let Some(metadata) = members.get_mut("metadata").and_then(Value::as_object_mut) {
        let name = text(metadata, "name").to_owned();
        if !name.is_empty()
            && let Some(labels) = object(metadata, "labels")
        {
            labels.insert("kubernetes.io/metadata.name".to_owned(), name.into());
        }
    }
}

fn secret(members: &mut Members) {
    use base64::Engine as _;
    let Some(Value::Object(texts)) = members.remove("stringData") else { return };
    let Some(data) = object(members, "data") else { return };
    for (name, text) in texts {
        let text = text.as_str().unwrap_or_default();
        data.insert(name, base64::engine::general_purpose::STANDARD.encode(text).into());
    }
}

fn limits(members: &mut Members) {
    if text(members, "type") != "Container" {
        return;
    }
    for (field, from) in
        [("default", "max"), ("defaultRequest", "default"), ("defaultRequest", "min")]
    {
        if let Some(from) = members.get(from).cloned() {
            merge(members, field, &from);
        }
    }
}

fn replication_controller(members: &mut Members) {
    labels_of_template(members);
    let template =
        members.get("spec").and_then(|it| it.pointer("/template/metadata/labels")).cloned();
    if let (Some(labels), Some(spec)) = (template, object(members, "spec")) {
        spec.entry("selector").or_insert(labels);
    }
}

/// Copies the labels of the template to an object without labels.
fn labels_of_template(members: &mut Members) {
    let template =
        members.get("spec").and_then(|it| it.pointer("/template/metadata/labels")).cloned();
    if let (Some(labels), Some(metadata)) = (template, object(members, "metadata")) {
        metadata.entry("labels").or_insert(labels);
    }
}

/// Defaults of the spec of a Job, but not of the Job template in a `CronJob`.
fn job(members: &mut Members) {
    if !is_set(members, "completions") && !is_set(members, "parallelism") {
        members.insert("completions".to_owned(), 1.into());
    }
    for (name, value) in [
        ("parallelism", json!(1)),
        ("completionMode", json!("NonIndexed")),
        ("suspend", json!(false)),
        ("manualSelector", json!(false)),
    ] {
        members.entry(name).or_insert(value);
    }
    let limit = if is_set(members, "backoffLimitPerIndex") { i32::MAX } else { 6 };
    members.entry("backoffLimit").or_insert_with(|| limit.into());
    let policy = if is_set(members, "podFailurePolicy") { "Failed" } else { "TerminatingOrFailed" };
    members.entry("podReplacementPolicy").or_insert_with(|| policy.into());
}

fn behavior(members: &mut Members) {
    let percent = json!({"type": "Percent", "value": 100, "periodSeconds": 15});
    let up = json!({
        "stabilizationWindowSeconds": 0, "selectPolicy": "Max",
        "policies": [{"type": "Pods", "value": 4, "periodSeconds": 15}, percent],
    });
    let down = json!({"selectPolicy": "Max", "policies": [percent]});
    merge(members, "scaleUp", &up);
    merge(members, "scaleDown", &down);
}

fn definition_names(members: &mut Members) {
    let kind = text(members, "kind").to_owned();
    if !kind.is_empty() {
        members.entry("singular").or_insert_with(|| kind.to_lowercase().into());
        members.entry("listKind").or_insert_with(|| format!("{kind}List").into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_of_a_field_of_a_type_of_the_catalogue() {
        let lines = include_str!("defaults.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(TABLE.values().map(Vec::len).sum::<usize>(), lines.count());
        let types: Vec<_> = smp_schema::catalogue::types().collect();
        for (name, rows) in &*TABLE {
            let full = name.rsplit_once('/');
            let mut found = types.iter().filter(|it| match full {
                Some(full) => **it == full,
                None => it.1 == *name,
            });
            let schema = |it: &(&str, &str)| smp_schema::catalogue::type_schema(it.0, it.1);
            let ok = found.any(|it| {
                schema(it)
                    .is_some_and(|it| rows.iter().all(|row| it.root().field(row.field).is_some()))
            });
            assert!(ok, "{name}");
        }
    }

    #[test]
    fn pull_policies() {
        for (image, wanted) in [
            ("web", "Always"),
            ("web:1", "IfNotPresent"),
            ("web:latest", "Always"),
            ("host:5000/web", "Always"),
            ("web@sha256:0", "IfNotPresent"),
            ("web:latest@sha256:0", "Always"),
        ] {
            let mut container = json!({"image": image}).as_object().cloned().unwrap();
            pull_policy(&mut container, "image", "imagePullPolicy");
            assert_eq!(container["imagePullPolicy"], wanted, "{image}");
        }
    }
}
