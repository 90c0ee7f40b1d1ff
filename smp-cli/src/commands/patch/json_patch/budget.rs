//! Limits of the operations of a JSON patch. A short patch can make a large result: each copy
//! of an object into itself doubles its size and its depth.

use serde_json::Value;

use super::place::{Container, Pointer};
use crate::limits::{
    MAX_COPIED_BYTES, MAX_DEPTH, MAX_MOVED_ELEMENTS, too_deep, too_many_moved, too_much_copied,
};

/// The work that the rest of a patch may still cause. It keeps a short patch from growing a
/// document without limit.
pub(super) struct Budget {
    /// Bytes that copies may add.
    bytes: usize,
    /// Elements of lists, and values inside moved values, that may be visited.
    elements: usize,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { bytes: MAX_COPIED_BYTES, elements: MAX_MOVED_ELEMENTS }
    }

    /// Counts the elements after a place in a list: they all move when one is inserted or
    /// removed there.
    pub(super) fn shift(&mut self, container: &Container<'_>, step: &str) -> Result<(), String> {
        let moved = container.elements_after(step);
        self.elements = self.elements.checked_sub(moved).ok_or_else(too_many_moved)?;
        Ok(())
    }

    /// Counts a value that is copied. Costs at least a byte a value, so the walk ends at the
    /// limit.
    pub(super) fn copy(&mut self, value: &Value, to: &Pointer) -> Result<(), String> {
        take_bytes(value, &mut self.bytes)?;
        Self::fits(value, to)
    }

    /// Counts a value that is moved.
    pub(super) fn moved(&mut self, value: &Value, to: &Pointer) -> Result<(), String> {
        check_depth(to.depth(), value, &mut self.elements)
    }

    /// Checks the depth of a value that an operation has itself, whose size is limited already.
    pub(super) fn fits(value: &Value, at: &Pointer) -> Result<(), String> {
        let mut unlimited = usize::MAX;
        check_depth(at.depth(), value, &mut unlimited)
    }
}

/// Checks that a value may be put below so many levels. `values` is the number of values that
/// may be visited for that.
fn check_depth(above: usize, value: &Value, values: &mut usize) -> Result<(), String> {
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
