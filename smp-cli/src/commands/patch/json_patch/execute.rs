//! The execution of the operations of a JSON patch, within limits.

use serde_json::Value;

use super::budget::Budget;
use super::operation::Operation;
use super::place::Pointer;
use crate::commands::patch::schemaless::json_of;

/// An operation that failed.
#[derive(Debug, PartialEq)]
pub(super) struct FailedOperation {
    /// The index of the operation in the patch.
    pub(super) index: usize,
    /// The member of the operation whose pointer leads nowhere: `path` or `from`.
    pub(super) member: &'static str,
    pub(super) message: String,
}

/// A member of an operation, by name, and what is wrong with it.
type Failure = (&'static str, String);

/// Executes the operations. `O(n)` in the value, the patch and the limits.
pub(super) fn execute(value: &mut Value, operations: &[Operation]) -> Result<(), FailedOperation> {
    let mut budget = Budget::new();
    for (index, operation) in operations.iter().enumerate() {
        execute_one(value, operation, &mut budget)
            .map_err(|(member, message)| FailedOperation { index, member, message })?;
    }
    Ok(())
}

fn execute_one(
    root: &mut Value,
    operation: &Operation,
    budget: &mut Budget,
) -> Result<(), Failure> {
    let (at_path, at_from) = (|message| ("path", message), |message| ("from", message));
    match operation {
        Operation::Add { path, value } => {
            Budget::fits(value, path).map_err(at_path)?;
            add(root, path, value.clone(), budget).map_err(at_path)
        }
        Operation::Remove { path } => remove(root, path, budget).map(drop).map_err(at_path),
        Operation::Replace { path, value } => {
            Budget::fits(value, path).and_then(|()| replace(root, path, value)).map_err(at_path)
        }
        Operation::Move { from, path } => {
            let moved = remove(root, from, budget).map_err(at_from)?;
            budget.moved(&moved, path).map_err(at_path)?;
            add(root, path, moved, budget).map_err(at_path)
        }
        Operation::Copy { from, path } => {
            let (container, step) = from.container(root).map_err(at_from)?;
            let copied = container.get(step).map_err(at_from)?;
            budget.copy(copied, path).map_err(at_path)?;
            let copied = copied.clone();
            add(root, path, copied, budget).map_err(at_path)
        }
        Operation::Test { path, value } => test(root, path, value).map_err(at_path),
    }
}

fn add(root: &mut Value, path: &Pointer, value: Value, budget: &mut Budget) -> Result<(), String> {
    let (mut container, step) = path.container(root)?;
    budget.shift(&container, step)?;
    container.add(step, value)
}

fn remove(root: &mut Value, path: &Pointer, budget: &mut Budget) -> Result<Value, String> {
    let (mut container, step) = path.container(root)?;
    budget.shift(&container, step)?;
    container.remove(step)
}

fn replace(root: &mut Value, path: &Pointer, value: &Value) -> Result<(), String> {
    if path.depth() > 0 {
        let (mut container, step) = path.container(root)?;
        return container.set(step, value.clone());
    }
    if !value.is_object() && !value.is_array() {
        return Err("only an object or a list can replace the whole object".to_owned());
    }
    *root = value.clone();
    Ok(())
}

/// Executes `test`. A missing value equals null, as on an API server.
fn test(root: &mut Value, path: &Pointer, expected: &Value) -> Result<(), String> {
    let compare = |found: &Value| {
        if found == expected {
            return Ok(());
        }
        Err(format!("the test failed: expected {}, found {}", shown(expected), shown(found)))
    };
    if path.depth() == 0 {
        return compare(root);
    }
    let (container, step) = path.container(root)?;
    compare(container.get(step)?)
}

/// The beginning of a value.
fn shown(value: &Value) -> String {
    const SHOWN: usize = 60;
    let text = json_of(value);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
