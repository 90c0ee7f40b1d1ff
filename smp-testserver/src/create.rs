//! `create`: new objects.

use serde_json::Value;

use crate::ingest::{Tracking, check_kind, ingest};
use crate::object::text;
use crate::request::{Call, Done};
use crate::status::Failure;
use crate::world::World;
use crate::write::{New, create_read, drop_repeated_owners, place};

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
