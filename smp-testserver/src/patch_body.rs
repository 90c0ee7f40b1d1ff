//! The body of a PATCH: the kind of the patch, its effect on an object, and an applied configuration.

use serde_json::Value;
use smp_core::{Document, ErrorKind, Options};
use smp_json_patch::{JsonPatch, MergePatch, Problem};

use crate::ingest::{Unreadable, check_kind};
use crate::object::{make_integers, set, text};
use crate::params::FieldValidation;
use crate::registry::Resource;
use crate::request::Call;
use crate::status::Failure;

/// The kind of a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PatchKind {
    Json,
    Merge,
    Strategic,
    Apply,
}

impl PatchKind {
    /// The kind that a media type names.
    pub(crate) fn of(media_type: &str, resource: &Resource) -> Result<Self, Failure> {
        let kind = match media_type {
            "application/json-patch+json" => Some(Self::Json),
            "application/merge-patch+json" => Some(Self::Merge),
            "application/strategic-merge-patch+json" if !resource.is_custom() => {
                Some(Self::Strategic)
            }
            "application/apply-patch+yaml" => Some(Self::Apply),
            _ => None,
        };
        let accepted = [
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/apply-patch+yaml",
            "application/strategic-merge-patch+json",
        ];
        let count = if resource.is_custom() { 3 } else { 4 };
        kind.ok_or_else(|| {
            Failure::unsupported_media_type(accepted.get(..count).unwrap_or_default())
        })
    }
}

/// Applies a patch of one of the first three kinds to an object.
pub(crate) fn patched(
    call: &mut Call,
    resource: &Resource,
    kind: PatchKind,
    old: &Value,
    body: &[u8],
) -> Result<Value, Failure> {
    let document =
        Document::from_slice(body).map_err(|error| Failure::bad_request(error.to_string()))?;
    let live = Document::from(old);
    let unprocessable = |error: smp_json_patch::Error| match error {
        smp_json_patch::Error::Failed { .. } => Failure::unprocessable_patch(&error.to_string()),
        error => Failure::bad_request(error.to_string()),
    };
    let result = match kind {
        PatchKind::Json => {
            // A server reads operations as maps, and their members only when it executes them.
            let odd = |error: smp_json_patch::Error| {
                if are_operations(body) {
                    Failure::unprocessable_patch(&error.to_string())
                } else {
                    Failure::bad_request(error.to_string())
                }
            };
            let patch = JsonPatch::new(document).map_err(odd)?;
            let result = patch.apply(live).map_err(unprocessable)?;
            note_unknown(call, &patch, body)?;
            result
        }
        PatchKind::Merge => {
            MergePatch::new(document).map_err(unprocessable)?.apply(live).map_err(unprocessable)?
        }
        PatchKind::Strategic | PatchKind::Apply => {
            let mut patch =
                document.into_value().map_err(|error| Failure::bad_request(error.to_string()))?;
            make_integers(&mut patch);
            let root = resource.schema.root();
            let result = smp_core::apply(old, &patch, root, &Options::kubernetes());
            return result.map_err(|error| refused_merge(&error, body));
        }
    };
    result.into_value().map_err(|error| Failure::bad_request(error.to_string()))
}

/// Warns of unknown members of operations, or refuses them with strict validation.
fn note_unknown(call: &mut Call, patch: &JsonPatch, body: &[u8]) -> Result<(), Failure> {
    let of_member = |it: &Problem| {
        let member = it.member.as_ref()?;
        Some(format!("json patch unknown field {:?}", format!("[{}].{member}", it.operation)))
    };
    let unknown: Vec<_> = patch.warnings().iter().filter_map(of_member).collect();
    match call.validation {
        FieldValidation::Strict if !unknown.is_empty() => {
            let why = format!("strict decoding error: {}", unknown.join(", "));
            return Err(Unreadable::Wrong(why).of_patch(&String::from_utf8_lossy(body)));
        }
        FieldValidation::Ignore => {}
        _ => call.warnings.extend(unknown),
    }
    Ok(())
}

/// The answer to a strategic merge patch that can't be merged. A server treats most reasons as internal errors.
fn refused_merge(error: &smp_core::Error, body: &[u8]) -> Failure {
    let message = error.to_string();
    match error.kind() {
        ErrorKind::InvalidJson
        | ErrorKind::NotAnObject
        | ErrorKind::RetainKeys
        | ErrorKind::Depth
        | ErrorKind::Size => Failure::bad_request(message),
        ErrorKind::InvalidDirective if message.contains("$retainKeys") => {
            Failure::bad_request(message)
        }
        ErrorKind::TypeMismatch => {
            Unreadable::Wrong(message).of_patch(&String::from_utf8_lossy(body))
        }
        _ => Failure::internal(message),
    }
}

fn are_operations(body: &[u8]) -> bool {
    let body = serde_json::from_slice::<Value>(body).unwrap_or_default();
    let is_text = |it: Option<&Value>| it.is_none_or(|it| it.is_null() || it.is_string());
    let is_operation = |it: &Value| {
        it.is_null()
            || it.is_object() && ["op", "from", "path"].iter().all(|name| is_text(it.get(*name)))
    };
    body.as_array().is_some_and(|it| it.iter().all(is_operation))
}

/// The configuration in the body of an apply, which may be YAML.
pub(crate) fn configuration(body: &[u8]) -> Result<Value, Failure> {
    let mut config = any_configuration(body)?;
    make_integers(&mut config);
    Ok(config)
}

fn any_configuration(body: &[u8]) -> Result<Value, Failure> {
    let bad = |error: String| Failure::bad_request(format!("error decoding YAML: {error}"));
    let text = core::str::from_utf8(body).map_err(|error| bad(error.to_string()))?;
    if text.trim_start().starts_with('{')
        && let Ok(value) = serde_json::from_str(text)
    {
        return Ok(value);
    }
    let tree = smp_yaml::parse(text).map_err(|error| bad(error.message()))?;
    let tree = tree.ok_or_else(|| bad("the body has no document".to_owned()))?.of_patch();
    let json = tree.to_json(&mut Vec::new()).map_err(|error| bad(error.message()))?;
    serde_json::from_str(json.as_str()).map_err(|error| bad(error.to_string()))
}

/// Sets the name in the path in an applied configuration without a name.
pub(crate) fn name_as_path(call: &Call, config: &mut Value) {
    if text(config, "/metadata/name").is_empty() {
        set(config, &["metadata", "name"], call.key().name);
    }
}

pub(crate) fn check_applied(resource: &Resource, config: &Value) -> Result<(), Failure> {
    if !config.is_object() {
        return Err(Failure::bad_request("the configuration is no object"));
    }
    if !matches!(config.get("metadata"), None | Some(Value::Null | Value::Object(_))) {
        return Err(Failure::bad_request("metadata of the configuration is no object"));
    }
    if config.pointer("/metadata/managedFields").is_some_and(|it| !it.is_null()) {
        return Err(Failure::bad_request("metadata.managedFields must be nil"));
    }
    let mut stated = config.clone();
    for name in ["apiVersion", "kind"] {
        if stated.get(name).is_none() {
            let kind = &resource.kind;
            return Err(Failure::bad_request(format!(
                "the configuration of a {kind} has no {name}"
            )));
        }
    }
    check_kind(resource, &mut stated)
}
