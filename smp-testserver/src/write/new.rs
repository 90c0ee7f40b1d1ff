//! [`create_read`]: stores a new object.

use serde_json::Value;

use super::{check, stored_form};
use crate::builtin::{facts, generation, shape};
use crate::convert::convert;
use crate::definition;
use crate::managers::{Writer, track};
use crate::network;
use crate::object::{members, set, text};
use crate::registry::Resource;
use crate::request::{Call, Done};
use crate::size::check_stored;
use crate::status::Failure;
use crate::store::Key;
use crate::world::World;

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
