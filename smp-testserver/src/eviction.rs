//! The subresource `eviction` of Pods: a deletion. Disruption budgets are not checked.

use serde_json::{Value, json};

use crate::request::{Call, Done};
use crate::status::Failure;
use crate::world::World;
use crate::write::{Options, delete_object};

/// Deletes the Pod at the path.
pub(crate) fn evict(world: &mut World, call: &Call, eviction: &Value) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    let options = eviction.get("deleteOptions").cloned().unwrap_or_else(|| json!({}));
    let options = Options::read(call, options.to_string().as_bytes())?;
    delete_object(world, &resource, &call.key(), &options)?;
    Ok(Done::created(json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "code": 201,
    })))
}
