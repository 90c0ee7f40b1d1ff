//! [`replace`]: stores a new state of an object.

use std::sync::Arc;

use serde_json::Value;
use smp_core::Document;

use super::{check, drop_repeated_owners, stored_form};
use crate::builtin::{facts, generation, shape};
use crate::cause::Cause;
use crate::convert::convert;
use crate::ingest::{Tracking, Unreadable, ingest};
use crate::managers::{Writer, track};
use crate::network;
use crate::object::{at, finalizers, members, set, text};
use crate::registry::Resource;
use crate::request::{Call, Done};
use crate::size::check_stored;
use crate::status::Failure;
use crate::world::{Task, World};

/// Stores a new state of an object, unless nothing has changed.
pub(crate) fn replace(
    world: &mut World,
    call: &mut Call,
    old: &Value,
    mut new: Value,
    tracking: Tracking,
    unreadable: impl Fn(&Unreadable) -> Failure,
) -> Result<Done, Failure> {
    let (resource, key) = (call.target.resource.clone(), call.key());
    let stated_managers = new.pointer("/metadata/managedFields").cloned();
    let as_sent = generation::compares_by_reflection(&resource).then(|| new.clone());
    let has_floats = resource.is_custom() && generation::has_whole_floats(&resource, &new);
    if tracking != Tracking::Kept {
        let read = ingest(&resource, &mut new, call.validation, tracking);
        call.warnings.extend(read.map_err(|it| unreadable(&it))?.warnings);
    }
    if call.subresource() == "status" && resource.is_custom() {
        // In a status write of a custom resource, a server ignores the uid.
        put(new.get_mut("metadata"), "uid", None);
    }
    check_preconditions(&resource, &key.name, old, &new)?;
    keep_metadata(old, &mut new);
    // The managers in other versions follow from the object as it was read: those versions may reset
    // different fields, or lack a field of this one.
    let has_one_version = !resource.is_custom() || world.registry.versions(&resource).count() < 2;
    let as_read = (!has_one_version).then(|| new.clone());
    restrict(&resource, call.subresource(), old, &mut new)?;
    if call.subresource() == "status" && resource.is_custom() && at(&new, "/status").is_null() {
        put(Some(&mut new), "status", None);
    }
    if !resource.is_custom() {
        shape::complete(&mut new, resource.schema.root(), &resource.api_version());
        // Go's decoder keeps an empty list, which resets the managers.
        if let Some(Value::Array(managers)) = &stated_managers
            && managers.is_empty()
        {
            set(&mut new, &["metadata", "managedFields"], Value::Array(Vec::new()));
        }
    }
    let deleting = old.pointer("/metadata/deletionTimestamp").is_some();
    let before = finalizers(old);
    let added: Vec<_> = finalizers(&new).into_iter().filter(|it| !before.contains(it)).collect();
    if deleting && !added.is_empty() {
        let quoted: Vec<_> = added.iter().map(|it| format!("{it:?}")).collect();
        let why = format!(
            "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
            quoted.join(", ")
        );
        let cause = Cause::forbidden("metadata.finalizers", &why);
        return Err(Failure::invalid_object(&resource, &key.name, &[cause]));
    }
    facts::complete_changed(&resource, &mut new)?;
    check(&resource, &key.name, &new)?;
    facts::date_taints(&resource, &mut new, &world.now_text());
    if tracking == Tracking::Update {
        let writer = Writer::of(call);
        if let Some(as_read) = as_read {
            let tracked = track(world, &resource, (Some(old), as_read), writer);
            let managers = tracked.pointer("/metadata/managedFields").cloned();
            put(new.get_mut("metadata"), "managedFields", managers);
        } else {
            new = track(world, &resource, (Some(old), new), writer);
        }
    } else if let Some(managers) = stated_managers {
        set(&mut new, &["metadata", "managedFields"], managers);
    }
    drop_repeated_owners(&mut new);
    if call.subresource().is_empty() {
        network::drop_unused(&resource, old, &mut new);
    }
    network::keep(&resource, old, &mut new);
    network::allocate(world, &resource, &mut new);
    if !resource.is_custom() {
        shape::store(&mut new, resource.schema.root(), &resource.api_version());
    }
    if generation::is_counted(&resource) && call.subresource() != "status" {
        let drops = as_sent.is_some_and(|sent| generation::drops_content(&resource, &sent, &new));
        if drops || has_floats || generation::counts(&resource, old, &new) {
            count(old, &mut new);
        }
    }
    facts::prepare_changed(&resource, old, &mut new, &world.now_text());
    let stored = stored_form(&resource, &mut new)?;
    // A change of fields that this version lacks counts, too.
    let is_stored = |it: &Value| world.find(&resource, &key).is_ok_and(|old| is_same(&old, it));
    if is_same(old, &new) && stored.as_ref().is_none_or(is_stored) {
        return Ok(Done::ok(old.clone()));
    }
    if call.dry_run {
        return Ok(Done::ok(new));
    }
    if deleting && finalizers(&new).is_empty() && is_final(&resource, &new) {
        world.remove(&resource.shelf, &key);
        return Ok(Done::ok(new));
    }
    let mut stored = stored.unwrap_or(new);
    check_stored(&mut stored, tracking != Tracking::Update)?;
    let object = convert(&world.save(&resource.shelf, key.clone(), stored), &resource);
    if deleting && resource.is_namespace() {
        // Its last finalizer may be gone.
        world.tasks.push_back(Task::Deleting(Arc::clone(&resource.shelf), key));
    }
    Ok(Done::ok(object))
}

/// Whether an object that is marked for deletion can be removed now.
fn is_final(resource: &Resource, object: &Value) -> bool {
    let waits = object.pointer("/metadata/deletionGracePeriodSeconds").and_then(Value::as_i64);
    let pods = resource.group.is_empty() && resource.kind == "Pod";
    (!pods || waits.is_none_or(|it| it <= 0)) && !resource.is_namespace()
}

/// Checks that the uid and resource version of the request fit the stored object.
fn check_preconditions(
    resource: &Resource,
    name: &str,
    old: &Value,
    new: &Value,
) -> Result<(), Failure> {
    let (wanted, uid) = (text(new, "/metadata/uid"), text(old, "/metadata/uid"));
    if !wanted.is_empty() && wanted != uid {
        let cause = Cause::invalid("metadata.uid", &wanted.into(), "field is immutable");
        return Err(Failure::invalid_object(resource, name, &[cause]));
    }
    match text(new, "/metadata/resourceVersion") {
        // Zero is not a version either.
        "" | "0" if facts::needs_resource_version(resource) => {
            let message = "Invalid value: 0: must be specified for an update".to_owned();
            let field = "metadata.resourceVersion".to_owned();
            let cause = Cause { reason: "FieldValueInvalid", message, field };
            Err(Failure::invalid_object(resource, name, &[cause]))
        }
        "" | "0" => Ok(()),
        wanted if wanted == text(old, "/metadata/resourceVersion") => Ok(()),
        wanted if wanted.parse::<u64>().is_err() => {
            Err(Failure::internal(format!("strconv.ParseUint: parsing {wanted:?}: invalid syntax")))
        }
        _ => Err(Failure::modified(resource, name)),
    }
}

/// The metadata that only the server sets.
const OF_SERVER: [&str; 6] = [
    "uid",
    "creationTimestamp",
    "resourceVersion",
    "generation",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
];

fn keep_metadata(old: &Value, new: &mut Value) {
    let old = at(old, "/metadata");
    let Some(metadata) = members(new, "/metadata") else { return };
    for name in OF_SERVER.iter().chain(&["namespace", "name"]) {
        match old.get(*name) {
            Some(value) => drop(metadata.insert((*name).to_owned(), value.clone())),
            None => drop(metadata.remove(*name)),
        }
    }
    metadata.remove("selfLink");
}

/// Resets what the request can't change: the status, or all but the status.
fn restrict(
    resource: &Resource,
    subresource: &str,
    old: &Value,
    new: &mut Value,
) -> Result<(), Failure> {
    if subresource == "ephemeralcontainers" {
        let containers = new.pointer("/spec/ephemeralContainers").cloned();
        let managers = new.pointer("/metadata/managedFields").cloned();
        new.clone_from(old);
        put(new.get_mut("spec"), "ephemeralContainers", containers);
        put(new.get_mut("metadata"), "managedFields", managers);
        return Ok(());
    }
    let part = if subresource == "status" { subresource } else { "" };
    if let Some(reset) = facts::reset_fields(resource, part) {
        let after = reset.put_back(Some(&Document::from(old)), Document::from(&*new));
        let after = after.and_then(|it| Ok(it.into_value()?));
        *new = after.map_err(|error| Failure::internal(error.to_string()))?;
    }
    if subresource == "status"
        && facts::ends_gracefully(resource)
        && let Some(class) = old.pointer("/status/qosClass")
        && new.pointer("/status/qosClass").is_none()
    {
        set(new, &["status", "qosClass"], class.clone());
    }
    Ok(())
}

/// Sets a member, or removes it.
fn put(object: Option<&mut Value>, name: &str, value: Option<Value>) {
    match (object.and_then(Value::as_object_mut), value) {
        (Some(members), Some(value)) => drop(members.insert(name.to_owned(), value)),
        (Some(members), None) => drop(members.remove(name)),
        _ => {}
    }
}

/// Increments `metadata.generation`.
fn count(old: &Value, new: &mut Value) {
    let generation = old.pointer("/metadata/generation").and_then(Value::as_i64).unwrap_or(0);
    set(new, &["metadata", "generation"], generation.saturating_add(1));
}

/// Whether two states are the same apart from the times of managers.
fn is_same(old: &Value, new: &Value) -> bool {
    let timeless = |it: &Value| {
        let mut it = it.clone();
        let entries = it.pointer_mut("/metadata/managedFields").and_then(Value::as_array_mut);
        for entry in entries.into_iter().flatten().filter_map(Value::as_object_mut) {
            entry.remove("time");
        }
        it
    };
    timeless(old) == timeless(new)
}
