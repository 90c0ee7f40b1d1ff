//! `create`: new objects.

use serde_json::Value;

use crate::builtin::{facts, generation, shape};
use crate::cause::{Cause, Causes};
use crate::convert::convert;
use crate::definition;
use crate::ingest::{Tracking, check_kind, ingest};
use crate::managers::{Writer, track};
use crate::names;
use crate::network;
use crate::object::{members, set, text};
use crate::registry::{Resource, api_version};
use crate::request::{Call, Done};
use crate::size::check_stored;
use crate::status::Failure;
use crate::store::Key;
use crate::world::World;

/// Creates the object in a request's body.
pub(crate) fn create(
    world: &mut World,
    call: &mut Call,
    mut object: Value,
) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    if !resource.has_verb("create") || call.target.name.is_some() {
        return Err(Failure::method_not_allowed(&resource));
    }
    check_kind(&resource, &mut object)?;
    place(call, &mut object)?;
    drop_repeated_owners(&mut object);
    let read = ingest(&resource, &mut object, call.validation, Tracking::Update);
    let read = read.map_err(|it| it.of_body(&resource))?;
    call.warnings.extend(read.warnings);
    if !call.dry_run && !text(&object, "/metadata/resourceVersion").is_empty() {
        let message = "resourceVersion should not be set on objects to be created";
        return Err(Failure::internal(message));
    }
    create_read(world, call, object, New { tracks: true, shares_labels: read.shares_labels })
}

/// Facts about a new object that has been read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct New {
    /// Whether to record managers. The result of an apply already has them.
    pub(crate) tracks: bool,
    /// See [`facts::shares_labels`].
    pub(crate) shares_labels: bool,
}

/// Creates an object that has been read.
pub(crate) fn create_read(
    world: &mut World,
    call: &Call,
    mut object: Value,
    New { tracks, shares_labels }: New,
) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    let uid = world.uid();
    // A server copies an object whose name it generates; the labels are then two maps.
    let shares_labels = shares_labels && !text(&object, "/metadata/name").is_empty();
    name(world, &resource, &mut object);
    let time = world.now_text();
    if let Some(metadata) = members(&mut object, "/metadata") {
        for gone in [
            "resourceVersion",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "selfLink",
            "generation",
        ] {
            metadata.remove(gone);
        }
        metadata.insert("uid".to_owned(), uid.as_str().into());
        metadata.insert("creationTimestamp".to_owned(), time.as_str().into());
        if let Some(generation) = generation::of_new(&resource) {
            metadata.insert("generation".to_owned(), generation.into());
        }
    }
    if !facts::keeps_status(&resource)
        && let Some(members) = object.as_object_mut()
    {
        members.remove("status");
    }
    facts::date_taints(&resource, &mut object, &time);
    facts::prepare_new(&resource, &mut object, &time);
    if resource.kind == "CustomResourceDefinition" {
        let status = definition::new_status(&object);
        set(&mut object, &["status"], status);
    }
    if !resource.is_custom() {
        shape::complete(&mut object, resource.schema.root(), &resource.api_version());
    }
    let key = Key {
        namespace: call.target.namespace.clone().unwrap_or_default(),
        name: text(&object, "/metadata/name").to_owned(),
    };
    if resource.namespaced {
        world.check_namespace(&resource, &key.name, &key.namespace)?;
    }
    check(&resource, &key.name, &object)?;
    if world.store.get(&resource.shelf, &key).is_some() {
        return Err(Failure::already_exists(&resource, &key.name));
    }
    if tracks {
        object = track(world, &resource, (None, object), Writer::of(call));
    }
    // No manager owns the fields that the server chooses.
    if !resource.is_custom() {
        shape::store(&mut object, resource.schema.root(), &resource.api_version());
    }
    facts::complete_new(&resource, &mut object, shares_labels);
    network::allocate(world, &resource, &mut object);
    let stored = stored_form(&resource, &mut object)?;
    if call.dry_run {
        return Ok(Done::created(object));
    }
    let mut stored = stored.unwrap_or(object);
    check_stored(&mut stored, !tracks)?;
    let object = convert(&world.save(&resource.shelf, key.clone(), stored), &resource);
    Ok(Done::created(object))
}

/// The object in the stored version, if that is a different one. `object` becomes what a later read returns.
pub(crate) fn stored_form(
    resource: &Resource,
    object: &mut Value,
) -> Result<Option<Value>, Failure> {
    let Some(structure) = &resource.structure else { return Ok(None) };
    let stored = structure.stored_form(object).map_err(|_| Failure::too_large_for_store())?;
    Ok(stored.map(|(version, mut stored)| {
        set(&mut stored, &["apiVersion"], api_version(&resource.group, &version));
        stored
    }))
}

/// Refuses an object with mistakes before it is stored.
pub(crate) fn check(resource: &Resource, name: &str, object: &Value) -> Result<(), Failure> {
    let mut causes = Causes::default();
    names::check(resource, object, &mut causes);
    if let Some(structure) = &resource.structure {
        structure.check(object, &mut causes);
    }
    if resource.kind == "CustomResourceDefinition" {
        causes.extend(definition::problems(object));
    }
    match causes.list() {
        [] => Ok(()),
        causes => Err(Failure::invalid_object(resource, name, causes)),
    }
}

/// Puts an object into the namespace of the path.
pub(crate) fn place(call: &Call, object: &mut Value) -> Result<(), Failure> {
    let namespace = call.target.namespace.as_deref();
    let stated = text(object, "/metadata/namespace");
    match namespace {
        Some(namespace) if stated.is_empty() => {
            // Metadata of a wrong type is refused when it is read.
            if matches!(object.get("metadata"), None | Some(Value::Null | Value::Object(_))) {
                set(object, &["metadata", "namespace"], namespace);
            }
        }
        Some(namespace) if stated != namespace => {
            return Err(Failure::bad_request(
                "the namespace of the provided object does not match the namespace sent on the request",
            ));
        }
        None if call.resource().namespaced => {
            return Err(Failure::bad_request("an empty namespace may not be set during creation"));
        }
        None if !stated.is_empty() => {
            let cause = Cause::forbidden("metadata.namespace", "not allowed on this type");
            let name = text(object, "/metadata/name").to_owned();
            return Err(Failure::invalid_object(call.resource(), &name, &[cause]));
        }
        _ => {}
    }
    Ok(())
}

/// Drops repeated owner references.
pub(crate) fn drop_repeated_owners(object: &mut Value) {
    let owners = object.pointer_mut("/metadata/ownerReferences").and_then(Value::as_array_mut);
    if let Some(owners) = owners {
        let mut seen = std::collections::HashSet::new();
        owners.retain(|owner| seen.insert(owner.to_string()));
    }
}

/// Generates a name with the prefix in `generateName`. A `LimitRange` without a prefix gets a uid as its name.
fn name(world: &mut World, resource: &Resource, object: &mut Value) {
    let prefix = text(object, "/metadata/generateName");
    if text(object, "/metadata/name").is_empty() && !prefix.is_empty() {
        let prefix: String = prefix.chars().take(58).collect();
        set(object, &["metadata", "name"], format!("{prefix}{}", world.suffix()));
    } else if text(object, "/metadata/name").is_empty() && facts::is_named_by_server(resource) {
        set(object, &["metadata", "name"], world.uid());
    }
}
