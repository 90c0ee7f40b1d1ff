//! The size limit of stored objects.

use serde_json::Value;

use crate::object::members;
use crate::status::Failure;
use crate::weight::{STORED_MAX, json_len, weight};

/// The most bytes of JSON for a byte of memory: a control character is one byte, and six in JSON.
const ESCAPED: usize = 6;

fn is_too_large(object: &Value) -> bool {
    weight(object).saturating_mul(ESCAPED) > STORED_MAX && json_len(object) > STORED_MAX
}

/// Refuses an object that is too large for a store. As on a server, an object that is too large only
/// because of its managers loses them, unless it was applied.
pub(crate) fn check_stored(object: &mut Value, was_applied: bool) -> Result<(), Failure> {
    if !is_too_large(object) {
        return Ok(());
    }
    if !was_applied {
        members(object, "/metadata").map(|it| it.remove("managedFields"));
    }
    if was_applied || is_too_large(object) {
        return Err(Failure::too_large_for_store());
    }
    Ok(())
}
