//! `delete` and `deletecollection`: one object, or those that selectors choose.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::builtin::facts;
use crate::convert::convert;
use crate::object::{at, key_of, set};
use crate::present::{list_metadata, list_of};
use crate::request::{Call, Done};
use crate::selector::Selection;
use crate::status::Failure;
use crate::world::World;
use crate::write::{Options, Outcome, delete_object};

/// Deletes the object at the path.
pub(crate) fn delete(world: &mut World, call: &Call, body: &[u8]) -> Result<Done, Failure> {
    let resource = Arc::clone(&call.target.resource);
    let options = Options::read(call, body)?;
    if !resource.has_verb("delete") || !call.subresource().is_empty() {
        return Err(Failure::method_not_allowed(&resource));
    }
    let key = call.key();
    let outcome = delete_object(world, &resource, &key, &options)?;
    Ok(Done::ok(match outcome {
        Outcome::Waits(object) => object,
        Outcome::Removed(object) if facts::returns_deleted(&resource) => object,
        Outcome::Removed(object) => {
            let mut details = json!({
                "name": key.name, "kind": resource.plural, "uid": at(&object, "/metadata/uid"),
            });
            if !resource.group.is_empty() {
                set(&mut details, &["group"], resource.group.as_str());
            }
            json!({
                "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success",
                "details": details,
            })
        }
    }))
}

/// Deletes the objects of a collection that the selectors choose.
pub(crate) fn delete_collection(
    world: &mut World,
    call: &Call,
    body: &[u8],
) -> Result<Done, Failure> {
    let resource = Arc::clone(&call.target.resource);
    if !resource.has_verb("deletecollection") {
        return Err(Failure::method_not_allowed(&resource));
    }
    let options = Options::read(call, body)?;
    let selection = Selection::of(call)?;
    let found = world.store.list(&resource.shelf, call.target.namespace.as_deref());
    let found: Vec<Value> = found
        .map(|(_, object)| convert(object, &resource))
        .filter(|object| selection.has(object))
        .collect();
    for object in &found {
        delete_object(world, &resource, &key_of(object), &options)?;
    }
    let metadata = list_metadata(&resource, world.store.revision());
    Ok(Done::ok(list_of(&resource, &metadata, found)))
}
