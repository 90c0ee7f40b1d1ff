//! Applying JSON patches (RFC 6902) within limits. A short patch can make a large
//! result: each copy of an object into itself doubles its size and its depth. So
//! every operation is checked before the `json-patch` crate executes it.

use json_patch::PatchOperation;
use serde_json::Value;

use crate::limits::{
    MAX_COPIED_BYTES, MAX_DEPTH, MAX_MOVED_ELEMENTS, too_deep, too_many_moved, too_much_copied,
};

/// An operation that failed.
pub(super) struct FailedOperation {
    /// Its index in the patch.
    pub(super) index: usize,
    pub(super) message: String,
}

/// Executes the operations. `O(n)` in the value, the patch and the limits.
pub(super) fn execute(
    value: &mut Value,
    operations: &[PatchOperation],
) -> Result<(), FailedOperation> {
    let mut budget = Budget { bytes: MAX_COPIED_BYTES, elements: MAX_MOVED_ELEMENTS };
    for (index, operation) in operations.iter().enumerate() {
        let executed = budget.check(value, operation).and_then(|()| {
            json_patch::patch_unsafe(value, core::slice::from_ref(operation))
                .map_err(|error| error.kind.to_string())
        });
        executed.map_err(|message| FailedOperation { index, message })?;
    }
    Ok(())
}

/// What the operations of a patch may still use.
struct Budget {
    /// Bytes that copies may add.
    bytes: usize,
    /// Elements of lists, and values inside what is moved, that may be visited.
    elements: usize,
}

impl Budget {
    /// Checks an operation before it is executed. A path that does not exist is not
    /// an error here: the execution reports it.
    fn check(&mut self, value: &Value, operation: &PatchOperation) -> Result<(), String> {
        // What an operation has itself, or what is copied, is limited already.
        let mut unlimited = usize::MAX;
        match operation {
            PatchOperation::Add(add) => {
                self.shift(value, add.path.as_str())?;
                check_depth(add.path.as_str(), &add.value, &mut unlimited)
            }
            PatchOperation::Replace(replace) => {
                check_depth(replace.path.as_str(), &replace.value, &mut unlimited)
            }
            PatchOperation::Remove(remove) => self.shift(value, remove.path.as_str()),
            PatchOperation::Copy(copy) => {
                self.shift(value, copy.path.as_str())?;
                let Some(copied) = value.pointer(copy.from.as_str()) else { return Ok(()) };
                // Costs at least a byte a value, so the walk ends at the limit.
                take_bytes(copied, &mut self.bytes)?;
                check_depth(copy.path.as_str(), copied, &mut unlimited)
            }
            PatchOperation::Move(moved) => {
                self.shift(value, moved.from.as_str())?;
                self.shift(value, moved.path.as_str())?;
                let Some(source) = value.pointer(moved.from.as_str()) else { return Ok(()) };
                check_depth(moved.path.as_str(), source, &mut self.elements)
            }
            PatchOperation::Test(_) => Ok(()),
        }
    }

    /// Counts the elements after a place in a list: they all move when one is
    /// inserted or removed there.
    fn shift(&mut self, value: &Value, path: &str) -> Result<(), String> {
        let Some((parent, token)) = path.rsplit_once('/') else { return Ok(()) };
        let Some(Value::Array(items)) = value.pointer(parent) else { return Ok(()) };
        let Ok(index) = token.parse::<usize>() else { return Ok(()) };
        let moved = items.len().saturating_sub(index);
        self.elements = self.elements.checked_sub(moved).ok_or_else(too_many_moved)?;
        Ok(())
    }
}

/// Checks that a value may be put at a path. `values` is the number of values that
/// may be visited for that.
fn check_depth(path: &str, value: &Value, values: &mut usize) -> Result<(), String> {
    let above = path.bytes().filter(|&byte| byte == b'/').count();
    let levels = MAX_DEPTH.checked_sub(above).ok_or_else(too_deep)?;
    check_levels(value, levels, values)
}

fn check_levels(value: &Value, levels: usize, values: &mut usize) -> Result<(), String> {
    *values = values.checked_sub(1).ok_or_else(too_many_moved)?;
    let below = || levels.checked_sub(1).ok_or_else(too_deep);
    match value {
        Value::Array(items) => {
            let below = below()?;
            items.iter().try_for_each(|item| check_levels(item, below, values))
        }
        Value::Object(members) => {
            let below = below()?;
            members.values().try_for_each(|member| check_levels(member, below, values))
        }
        _ => Ok(()),
    }
}

/// Subtracts the size of a value, as JSON, from the bytes that are left.
fn take_bytes(value: &Value, left: &mut usize) -> Result<(), String> {
    let own = match value {
        Value::Null | Value::Bool(_) => 4,
        Value::Number(number) => number.to_string().len(),
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.len() + 1,
        Value::Object(members) => members.keys().map(|name| name.len() + 4).sum::<usize>() + 1,
    };
    *left = left.checked_sub(own).ok_or_else(too_much_copied)?;
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| take_bytes(item, left)),
        Value::Object(members) => members.values().try_for_each(|member| take_bytes(member, left)),
        _ => Ok(()),
    }
}
