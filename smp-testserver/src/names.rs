//! Names of objects: what a server allows, by kind.

use serde_json::{Value, json};

use crate::builtin::facts;
use crate::cause::{Cause, Causes};
use crate::object::{at as at_pointer, finalizers, text};
use crate::registry::Resource;

/// Adds mistakes in the metadata of an object.
pub(crate) fn check(resource: &Resource, object: &Value, causes: &mut Causes) {
    let name = text(object, "/metadata/name");
    if name.is_empty() {
        causes.add(|| Cause::required("metadata.name", "name or generateName is required"));
    } else if let Some(message) = wrong_name(resource, name) {
        causes.add(|| Cause::invalid("metadata.name", &json!(name), &message));
    }
    let labels = object.pointer("/metadata/labels").and_then(Value::as_object);
    for (key, value) in labels.into_iter().flatten() {
        let value = value.as_str().unwrap_or_default();
        if !is_qualified(key) {
            causes.add(|| Cause::invalid("metadata.labels", &json!(key), QUALIFIED));
        }
        if !is_label_value(value) {
            causes.add(|| Cause::invalid("metadata.labels", &json!(value), LABEL_VALUE));
        }
    }
    let annotations = object.pointer("/metadata/annotations").and_then(Value::as_object);
    for (key, _) in annotations.into_iter().flatten() {
        if !is_qualified(&key.to_lowercase()) {
            causes.add(|| Cause::invalid("metadata.annotations", &json!(key), QUALIFIED));
        }
    }
    for finalizer in finalizers(object) {
        let is_checked = resource.is_custom() || facts::checks_finalizers(resource);
        if is_checked && !is_qualified(finalizer) {
            causes.add(|| Cause::invalid("metadata.finalizers", &json!(finalizer), QUALIFIED));
            continue;
        }
        let of_kubernetes = ["kubernetes", "orphan", "foregroundDeletion"].contains(&finalizer);
        if facts::checks_finalizers(resource) && !finalizer.contains('/') && !of_kubernetes {
            causes.add(|| Cause::invalid("metadata.finalizers", &json!(finalizer), FINALIZER));
        }
    }
    let owners = object.pointer("/metadata/ownerReferences").and_then(Value::as_array);
    let mut controller: Option<&Value> = None;
    for (at, owner) in owners.into_iter().flatten().enumerate() {
        if at_pointer(owner, "/controller") == &Value::Bool(true)
            && let Some(first) = controller.replace(owner)
            // A repeated reference counts once.
            && first != owner
        {
            let shown = |it| format!("{}/{}", text(it, "/kind"), text(it, "/name"));
            let message = format!(
                "Only one reference can have Controller set to true. Found \"true\" in references for {} and {}",
                shown(first),
                shown(owner)
            );
            let all = at_pointer(object, "/metadata/ownerReferences");
            causes.add(|| Cause::invalid("metadata.ownerReferences", all, &message));
        }
        for name in ["apiVersion", "kind", "name", "uid"] {
            if text(owner, &format!("/{name}")).is_empty() {
                let field = format!("metadata.ownerReferences[{at}].{name}");
                causes.add(|| Cause::required(field, "must not be empty"));
            }
        }
    }
}

const FINALIZER: &str = "name is neither a standard finalizer name nor is it fully qualified";
const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const WORD: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED: &str = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// Why a resource can't have an object with this name; `None` if it can.
fn wrong_name(resource: &Resource, name: &str) -> Option<String> {
    match (resource.group.as_str(), resource.kind.as_str()) {
        ("rbac.authorization.k8s.io", _) | ("certificates.k8s.io", "ClusterTrustBundle") => {
            path_segment(name)
        }
        ("", "Namespace" | "Service") => {
            if name.len() > 63 {
                return Some("must be no more than 63 bytes".to_owned());
            }
            (!is_label(name)).then(|| LABEL.to_owned())
        }
        _ => wrong_subdomain(name),
    }
}

/// Why a text is not a DNS-1123 subdomain; `None` if it is one.
pub(crate) fn wrong_subdomain(text: &str) -> Option<String> {
    if text.len() > 253 {
        return Some("must be no more than 253 bytes".to_owned());
    }
    (!text.split('.').all(is_label)).then(|| SUBDOMAIN.to_owned())
}

/// Why a text is not a DNS-1035 label; `None` if it is one.
pub(crate) fn wrong_word(text: &str) -> Option<String> {
    let mut reasons = Vec::new();
    if text.len() > 63 {
        reasons.push("must be no more than 63 bytes");
    }
    if !is_label(text) || text.starts_with(|it: char| it.is_ascii_digit()) {
        reasons.push(WORD);
    }
    (!reasons.is_empty()).then(|| reasons.join(","))
}

fn path_segment(name: &str) -> Option<String> {
    match name {
        "." | ".." => Some(format!("may not be '{name}'")),
        name => ["/", "%"]
            .iter()
            .find(|it| name.contains(**it))
            .map(|it| format!("may not contain '{it}'")),
    }
}

fn is_label(text: &str) -> bool {
    let inside = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    !text.is_empty() && text.chars().all(inside) && !text.starts_with('-') && !text.ends_with('-')
}

fn is_name_part(text: &str) -> bool {
    let end = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric());
    let inside = |it: char| it.is_ascii_alphanumeric() || "-_.".contains(it);
    text.len() <= 63
        && end(text.chars().next())
        && end(text.chars().last())
        && text.chars().all(inside)
}

/// Whether a text is the key of a label or an annotation: a name, optionally with a domain before it.
fn is_qualified(key: &str) -> bool {
    match key.split_once('/') {
        Some((domain, name)) => domain.split('.').all(is_label) && is_name_part(name),
        None => is_name_part(key),
    }
}

fn is_label_value(value: &str) -> bool {
    value.is_empty() || is_name_part(value)
}
