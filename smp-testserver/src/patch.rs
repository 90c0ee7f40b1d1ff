//! `patch`: JSON patches, JSON merge patches, strategic merge patches, and applied configurations.

use serde_json::Value;
use smp_core::{Document, ErrorKind, Options};
use smp_json_patch::{JsonPatch, MergePatch, Problem};

use crate::cause::Cause;
use crate::create::{New, create_read, place};
use crate::ingest::{Tracking, Unreadable, check_kind, ingest};
use crate::managers::{Writer, merge_applied};
use crate::object::{at, make_integers, set, text};
use crate::params::FieldValidation;
use crate::registry::Resource;
use crate::request::{Call, Done};
use crate::status::Failure;
use crate::update::replace;
use crate::world::World;

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

/// Patches the object at the path.
pub(crate) fn patch(
    world: &mut World,
    call: &mut Call,
    kind: PatchKind,
    body: &[u8],
) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    if !resource.has_verb("patch") || call.target.name.is_none() {
        return Err(Failure::method_not_allowed(&resource));
    }
    if kind == PatchKind::Apply {
        return applied(world, call, body);
    }
    let old = world.get(&resource, &call.key())?;
    let mut new = patched(call, &resource, kind, &old, body)?;
    let shown = String::from_utf8_lossy(body).into_owned();
    if kind == PatchKind::Strategic {
        // A server ignores both in a strategic merge patch.
        set(&mut new, &["apiVersion"], resource.api_version());
        set(&mut new, &["kind"], resource.kind.as_str());
    } else {
        check_patched_kind(&resource, &mut new, &shown)?;
    }
    if let Err(failure) = check_place(call, &new) {
        // If the object can't be read, that is reported first.
        let read = ingest(&resource, &mut new, call.validation, Tracking::Update);
        return Err(read.err().map_or(failure, |it| it.of_patch(&shown)));
    }
    replace(world, call, &old, new, Tracking::Update, |it| it.of_patch(&shown))
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

/// Refuses a patch that changes the kind of an object. If it removes the kind of an object of Kubernetes,
/// the kind in the path is set.
fn check_patched_kind(resource: &Resource, new: &mut Value, shown: &str) -> Result<(), Failure> {
    if !new.is_object() {
        return Err(Failure::unprocessable_patch("the patch makes no object"));
    }
    let unreadable = |why: String| Err(Unreadable::Wrong(why).of_patch(shown));
    let lacks = |name: &str| at(new, name).is_null();
    let (no_version, no_kind) = (lacks("/apiVersion"), lacks("/kind"));
    if resource.is_custom() && no_kind {
        return unreadable(format!("Object 'Kind' is missing in '{new}'"));
    }
    if no_version && resource.is_custom() {
        let message = "Object 'apiVersion' is missing in 'object has no apiVersion field'";
        return Err(Failure::internal(message));
    }
    if no_version {
        // A server reads it as its own form of the object, without metadata.
        return Err(Failure::bad_request(
            "the name of the object was undeterminable: name must be provided",
        ));
    }
    if no_kind {
        set(new, &["kind"], resource.kind.as_str());
    }
    let (version, kind) = (text(new, "/apiVersion"), text(new, "/kind"));
    let wanted = (resource.api_version(), resource.kind.as_str());
    if (version, kind) == (wanted.0.as_str(), wanted.1) {
        return Ok(());
    }
    if !resource.is_custom() {
        return unreadable(format!("no kind {kind:?} is registered for version {version:?}"));
    }
    let (field, found, wanted) = if kind == wanted.1 {
        ("apiVersion", version, wanted.0.as_str())
    } else {
        ("kind", kind, wanted.1)
    };
    let cause = Cause::invalid(field, &found.into(), &format!("must be {wanted}"));
    Err(Failure::invalid_object(resource, text(new, "/metadata/name"), &[cause]))
}

/// Refuses an object whose name or namespace differs from the path.
fn check_place(call: &Call, new: &Value) -> Result<(), Failure> {
    check_name(call, new)?;
    let namespace = text(new, "/metadata/namespace");
    if !namespace.is_empty() && call.resource().namespaced && namespace != call.key().namespace {
        return Err(Failure::bad_request(
            "the namespace of the provided object does not match the namespace sent on the request",
        ));
    }
    Ok(())
}

/// Refuses an object whose name differs from the path.
pub(crate) fn check_name(call: &Call, object: &Value) -> Result<(), Failure> {
    let (name, wanted) = (text(object, "/metadata/name"), call.key().name);
    if name == wanted {
        return Ok(());
    }
    Err(Failure::bad_request(format!(
        "the name of the object ({name}) does not match the name on the URL ({wanted})"
    )))
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

fn applied(world: &mut World, call: &mut Call, body: &[u8]) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    // Without the namespace of the path: kubectl's annotation has what was sent.
    let mut sent = configuration(body)?;
    check_applied(&resource, &sent)?;
    let (key, is_named) = (call.key(), !text(&sent, "/metadata/name").is_empty());
    name_as_path(call, &mut sent);
    let mut config = sent.clone();
    place(call, &mut config)?;
    check_kind(&resource, &mut config)?;
    check_place(call, &config)?;
    let old = match world.get(&resource, &key) {
        Ok(old) => Some(old),
        Err(error) if !call.subresource().is_empty() => return Err(error),
        Err(error) if !text(&config, "/metadata/uid").is_empty() => {
            drop(error);
            let why = format!(
                "uid mismatch: the provided object specified uid {}, and no existing object was found",
                text(&config, "/metadata/uid")
            );
            return Err(Failure::conflict(&resource, &key.name, &why));
        }
        Err(_) => None,
    };
    if let Some(old) = &old {
        let wanted = text(&config, "/metadata/resourceVersion");
        if !wanted.is_empty() && wanted != text(old, "/metadata/resourceVersion") {
            return Err(Failure::modified(&resource, &key.name));
        }
    }
    let (mut new, changed) =
        merge_applied(world, &resource, old.as_ref(), &sent, Writer::of(call))?;
    place(call, &mut new)?;
    let Some(old) = old else {
        if !is_named {
            return Err(Failure::bad_request(format!(
                "the name of the object ({} based on URL) was undeterminable: name must be provided",
                key.name
            )));
        }
        let managers = new.pointer("/metadata/managedFields").cloned();
        let read = ingest(&resource, &mut new, call.validation, Tracking::Applied);
        let read = read.map_err(|it| it.of_apply(&resource, &key.name))?;
        call.warnings.extend(read.warnings);
        let shares_labels = read.shares_labels;
        if let Some(managers) = managers {
            set(&mut new, &["metadata", "managedFields"], managers);
        }
        return create_read(world, call, new, New { tracks: false, shares_labels });
    };
    let tracking = if changed { Tracking::Applied } else { Tracking::Kept };
    replace(world, call, &old, new, tracking, |it| it.of_apply(&resource, &key.name))
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
