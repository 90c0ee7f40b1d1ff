//! `update`: a new state of an existing object.

use serde_json::Value;

use crate::builtin::facts;
use crate::ingest::{Tracking, check_kind, ingest};
use crate::object::text;
use crate::request::{Call, Done};
use crate::status::Failure;
use crate::world::World;
use crate::write::{New, create_read, drop_repeated_owners, place, replace};

/// Replaces the object at the path with the one in the body.
pub(crate) fn update(
    world: &mut World,
    call: &mut Call,
    mut object: Value,
) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    if !resource.has_verb("update") || call.target.name.is_none() {
        return Err(Failure::method_not_allowed(&resource));
    }
    check_kind(&resource, &mut object)?;
    drop_repeated_owners(&mut object);
    let (key, name) = (call.key(), text(&object, "/metadata/name").to_owned());
    if name != key.name {
        if name.is_empty() {
            return Err(Failure::bad_request("name must be provided"));
        }
        let wanted = &key.name;
        return Err(Failure::bad_request(format!(
            "the name of the object ({name}) does not match the name on the URL ({wanted})"
        )));
    }
    place(call, &mut object)?;
    let is_there = world.store.get(&resource.shelf, &key).is_some();
    if !is_there && call.subresource().is_empty() && facts::created_by_put(&resource) {
        let read = ingest(&resource, &mut object, call.validation, Tracking::Update);
        let read = read.map_err(|it| it.of_body(&resource))?;
        call.warnings.extend(read.warnings);
        let new = New { tracks: true, shares_labels: read.shares_labels };
        return create_read(world, call, object, new);
    }
    let old = world.get(&resource, &key)?;
    let (wanted, uid) = (text(&object, "/metadata/uid"), text(&old, "/metadata/uid"));
    if !wanted.is_empty() && wanted != uid {
        let why = format!(
            "Precondition failed: UID in precondition: {wanted}, UID in object meta: {uid}"
        );
        return Err(Failure::conflict(&resource, &key.name, &why));
    }
    replace(world, call, &old, object, Tracking::Update, |it| it.of_body(&resource))
}
