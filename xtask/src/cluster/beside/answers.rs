//! Two answers to the same request, compared.

use serde_json::Value;

use crate::cluster::client::Answer;
use crate::cluster::verdict::{causes, differences};

/// The annotation of `kubectl apply`.
pub(super) const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// How two answers compare.
pub(super) enum Compared {
    /// Both have the same object, or refuse for the same causes.
    Equal(&'static str),
    /// A difference that the README of smp-testserver lists under "What is left out".
    LeftOut(&'static str),
    Different(String),
}

/// Members whose values are times, or are chosen by a server.
const VARYING: [&str; 10] = [
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "deletionTimestamp",
    "time",
    "timeAdded",
    "lastTransitionTime",
    "lastUpdateTime",
    "lastPhaseTransitionTime",
    "nodePort",
];

/// The answers to a request that changes nothing, which the real server has refused.
pub(super) fn refused(real: &Answer, ours: &Answer, is_custom: bool) -> Compared {
    let reason = |answer: &Answer| answer.body["reason"].clone();
    if ours.is_ok() {
        let by_validation = real.status == 422 && !is_custom && !is_about_patch(real);
        if by_validation {
            return Compared::LeftOut("validation");
        }
        return Compared::Different(format!("refused: {}\nours {}", real.message(), ours.body));
    }
    if (real.status, reason(real)) != (ours.status, reason(ours)) {
        let (real, ours) = (real.message(), ours.message());
        return Compared::Different(format!("refused: {real}\nours:    {ours}"));
    }
    let (real, ours) = (causes(real), causes(ours));
    Compared::Equal(if real == ours { "refused, same causes" } else { "refused by both" })
}

fn is_about_patch(answer: &Answer) -> bool {
    let causes = answer.body.pointer("/details/causes").and_then(Value::as_array);
    causes.is_none_or(|it| it.iter().any(|cause| cause["field"] == "patch"))
}

/// The answers to a request that the real server accepts.
pub(super) fn taken(real: &Answer, ours: &Answer, body: &str) -> Compared {
    if real.status == 0 {
        // See `docs/cluster.md`.
        return Compared::LeftOut("a handler panics");
    }
    if !ours.is_ok() {
        return Compared::Different(format!("ours refuses: {}", ours.message()));
    }
    if real.status != ours.status {
        return Compared::Different(format!("status {}, ours {}", real.status, ours.status));
    }
    let (one, other) = (settled(&real.body), settled(&ours.body));
    let paths = differences(&one, &other);
    if paths.is_empty() {
        let (real, ours) = (unknown(real), unknown(ours));
        if real != ours {
            return Compared::Different(format!("warnings\n  real {real:?}\n  ours {ours:?}"));
        }
        return Compared::Equal("equal");
    }
    let of_admission = |path: &&String| is_of_admission(&one, path);
    // A change that admission reverts does not count.
    let counts = |path: &String| path == "/metadata/generation";
    if paths.iter().any(|it| of_admission(&it))
        && paths.iter().all(|path| of_admission(&path) || counts(path))
    {
        return Compared::LeftOut("admission");
    }
    let of_managers = |path: &String| path.starts_with("/metadata/managedFields/");
    let of_all = |path: &String| path == "/metadata/managedFields" || of_managers(path);
    if paths.iter().all(of_all) && has_nameless_reference(&one) {
        return Compared::LeftOut("a reference without a name");
    }
    let has_empty = match one["kind"].as_str() {
        Some("LimitRange") => body.contains("{}"),
        Some("ClusterRole") => body.contains("aggregationRule") && body.contains("{}"),
        Some("Endpoints") => body.contains("[]"),
        _ => false,
    };
    if has_empty && paths.iter().all(of_managers) {
        return Compared::LeftOut("empty maps");
    }
    // If a request states a port or a time that one server chose, this counts as a change on the
    // other server, which chose a different value. Then only one of them sets a time.
    let of_times = |path: &String| of_managers(path) && path.ends_with("/time");
    let states_chosen = match one["kind"].as_str() {
        Some("Service") => body.contains("nodePort"),
        Some("PersistentVolume") => body.contains("lastPhaseTransitionTime"),
        _ => false,
    };
    if states_chosen && paths.iter().all(of_times) {
        return Compared::LeftOut("a chosen value");
    }
    let shown = paths.iter().take(8).map(|path| {
        let at = |it: &Value| it.pointer(path).map_or("-".to_owned(), Value::to_string);
        format!("\n  {path}\n    real {}\n    ours {}", at(&one), at(&other))
    });
    Compared::Different(shown.collect())
}

/// Whether an element of a list `imagePullSecrets` has no name.
fn has_nameless_reference(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(name, member)| {
            let items = member.as_array().filter(|_| name == "imagePullSecrets");
            items.is_some_and(|it| it.iter().any(|item| item.get("name").is_none()))
                || has_nameless_reference(member)
        }),
        Value::Array(items) => items.iter().any(has_nameless_reference),
        _ => false,
    }
}

/// The warnings about unknown fields. A server warns of much more, such as fields that are deprecated.
fn unknown(answer: &Answer) -> Vec<&str> {
    let texts = answer.warnings.iter().map(String::as_str);
    let mut texts: Vec<_> = texts.filter(|it| it.contains("unknown field")).collect();
    texts.sort_unstable();
    texts
}

/// Whether a field is one that plug-ins of admission set.
fn is_of_admission(object: &Value, path: &str) -> bool {
    let fields: &[&str] = match object["kind"].as_str().unwrap_or_default() {
        "Pod" => &["/spec/tolerations", "/spec/priority", "/spec/preemptionPolicy"],
        "PersistentVolumeClaim" | "PersistentVolume" | "VolumeAttributesClass" => {
            &["/metadata/finalizers"]
        }
        "CertificateSigningRequest" => {
            &["/spec/username", "/spec/uid", "/spec/groups", "/spec/extra"]
        }
        _ => &[],
    };
    fields.iter().any(|field| path.starts_with(field))
}

/// The object without the values that differ between two servers.
fn settled(object: &Value) -> Value {
    if let Some(items) = object["items"].as_array() {
        let mut list = object.clone();
        settle(&mut list["metadata"], "-", false);
        let kind = object["kind"].as_str().unwrap_or_default().trim_end_matches("List");
        let item = |it: &Value| {
            let mut it = it.clone();
            it["kind"] = kind.into();
            settled(&it)
        };
        list["items"] = items.iter().map(item).collect();
        return list;
    }
    let mut object = with_generated(object);
    let uid = object.pointer("/metadata/uid").and_then(Value::as_str).unwrap_or("-").to_owned();
    remove_off(&mut object);
    let is_service = object["kind"] == "Service";
    settle(&mut object, &uid, is_service);
    // A server writes them in random order when a Namespace is deleted.
    let is_going =
        object["kind"] == "Namespace" && object.pointer("/metadata/deletionTimestamp").is_some();
    if let (true, Some(Value::Array(finalizers))) =
        (is_going, object.pointer_mut("/metadata/finalizers"))
    {
        finalizers.sort_by_key(Value::to_string);
    }
    if let Some(entries) = object.pointer_mut("/metadata/managedFields") {
        *entries = by_manager(entries);
    }
    object
}

/// The object with a fixed name in place of a generated one, which both servers make at random.
fn with_generated(object: &Value) -> Value {
    let text = |at: &str| object.pointer(at).and_then(Value::as_str).unwrap_or_default();
    let (prefix, name) = (text("/metadata/generateName"), text("/metadata/name"));
    if prefix.is_empty() || name.len() != prefix.len() + 5 || !name.starts_with(prefix) {
        return object.clone();
    }
    serde_json::from_str(&object.to_string().replace(name, "generated")).unwrap_or_default()
}

/// The entries of managers by their identity, so that a difference names its entry.
fn by_manager(entries: &Value) -> Value {
    let mut named = serde_json::Map::new();
    for entry in entries.as_array().into_iter().flatten() {
        let text = |name: &str| entry[name].as_str().unwrap_or_default();
        let name = ["manager", "operation", "subresource", "apiVersion"].map(text).join(" ");
        let count = named.keys().filter(|it| it.starts_with(&name)).count();
        named.insert(format!("{name} {count}").replace('/', ":"), entry.clone());
    }
    Value::Object(named)
}

/// Fields of features that are off by default, which this server has on.
const OFF: [&str; 1] = ["preventPodSchedulingIfMissing"];

/// Removes these fields, also as paths of managers.
pub(super) fn remove_off(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !OFF.contains(&name.trim_start_matches("f:")));
            members.values_mut().for_each(remove_off);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_off),
        _ => {}
    }
}

/// Settles a text that is an object, such as the configuration in the annotation of kubectl: it has the addresses and
/// ports of its server, also where an operation has copied it.
fn settle_text(text: &mut Value, uid: &str, is_service: bool) {
    let config = text.as_str().and_then(|it| serde_json::from_str::<Value>(it).ok());
    if let Some(mut config) = config {
        settle(&mut config, uid, is_service);
        *text = config.to_string().into();
    }
}

fn settle(value: &mut Value, uid: &str, is_service: bool) {
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                let is_address = is_service && matches!(name.as_str(), "clusterIP" | "clusterIPs");
                let is_chosen = is_address || VARYING.contains(&name.as_str());
                if is_chosen && !member.is_object() && member != "None" {
                    *member = "…".into();
                } else {
                    settle(member, uid, is_service);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| settle(item, uid, is_service)),
        Value::String(text) if text.starts_with('{') => settle_text(value, uid, is_service),
        Value::String(text) if text == uid => "uid".clone_into(text),
        _ => {}
    }
}
