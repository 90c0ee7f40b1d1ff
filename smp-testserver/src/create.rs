//! `create`: new objects.

use serde_json::Value;

use crate::builtin::{facts, generation, shape};
use crate::cause::{Cause, Causes};
use crate::definition;
use crate::ingest::{Tracking, check_kind, ingest};
use crate::managers::{Writer, track};
use crate::names;
use crate::network;
use crate::object::{members, set, text};
use crate::request::{Call, Done};
use crate::size::check_stored;
use crate::status::Failure;
use crate::store::Key;
use crate::world::World;

/// Creates the object of a body.
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
    call.warnings.extend(read.map_err(|it| it.of_body(&resource))?.warnings);
    if !call.dry_run && !text(&object, "/metadata/resourceVersion").is_empty() {
        let message = "resourceVersion should not be set on objects to be created";
        return Err(Failure::internal(message));
    }
    create_read(world, call, object, true)
}

/// Creates an object that has been read. Managers are noted unless the object has them already.
pub(crate) fn create_read(
    world: &mut World,
    call: &Call,
    mut object: Value,
    tracks: bool,
) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    let uid = world.uid();
    name(world, &mut object);
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
    // Nobody owns what the server chooses.
    if !resource.is_custom() {
        shape::store(&mut object, resource.schema.root(), &resource.api_version());
    }
    facts::complete_new(&resource, &mut object);
    network::allocate(world, &resource, &mut object);
    if call.dry_run {
        return Ok(Done::created(object));
    }
    check_stored(&mut object, !tracks)?;
    let object = (*world.save(&resource.shelf, key.clone(), object)).clone();
    Ok(Done::created(object))
}

/// Mistakes in an object that is to be stored.
pub(crate) fn check(
    resource: &crate::registry::Resource,
    name: &str,
    object: &Value,
) -> Result<(), Failure> {
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
            // Metadata of another type are refused when they are read.
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

/// Drops references to owners that are there already.
pub(crate) fn drop_repeated_owners(object: &mut Value) {
    let owners = object.pointer_mut("/metadata/ownerReferences").and_then(Value::as_array_mut);
    if let Some(owners) = owners {
        let mut seen = std::collections::HashSet::new();
        owners.retain(|owner| seen.insert(owner.to_string()));
    }
}

/// Gives an object a name that starts as `generateName` says.
fn name(world: &mut World, object: &mut Value) {
    let prefix = text(object, "/metadata/generateName");
    if text(object, "/metadata/name").is_empty() && !prefix.is_empty() {
        let prefix: String = prefix.chars().take(58).collect();
        set(object, &["metadata", "name"], format!("{prefix}{}", world.suffix()));
    }
}
