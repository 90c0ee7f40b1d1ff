//! `patch`: JSON patches, JSON merge patches, strategic merge patches, and applied configurations.

use serde_json::Value;

use crate::cause::Cause;
use crate::ingest::{Tracking, Unreadable, check_kind, ingest};
use crate::managers::{Writer, merge_applied};
use crate::object::{at, set, text};
use crate::patch_body::{PatchKind, check_applied, configuration, name_as_path, patched};
use crate::registry::Resource;
use crate::request::{Call, Done};
use crate::status::Failure;
use crate::world::World;
use crate::write::{New, check_name, create_read, place, replace};

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
    let placed = if at(&new, "/apiVersion").is_null() {
        // A server reads it as its own form of the object, without metadata.
        let message = "the name of the object was undeterminable: name must be provided";
        Err(Failure::bad_request(message))
    } else {
        check_place(call, &new)
    };
    if let Err(failure) = placed {
        // If the object can't be read, that is reported first.
        let read = ingest(&resource, &mut new, call.validation, Tracking::Update);
        return Err(read.err().map_or(failure, |it| it.of_patch(&shown)));
    }
    replace(world, call, &old, new, Tracking::Update, |it| it.of_patch(&shown))
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
    if no_kind {
        set(new, &["kind"], resource.kind.as_str());
    }
    if no_version {
        return Ok(());
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
