//! The execution of one operation, within limits.

use smp_core::{Document, View, canonical_text};

use crate::node::{Budget, Node};
use crate::operation::Operation;
use crate::pointer::Pointer;

/// Executes an operation. The error is the member of the operation that is wrong, and the reason.
pub(crate) fn execute(
    root: &mut Node<'_>,
    operation: &Operation,
    budget: &mut Budget,
) -> Result<(), (&'static str, String)> {
    let (at_path, at_from) = (|message| ("path", message), |message| ("from", message));
    match operation {
        Operation::Add { path, value } => {
            let value = own(value, path).map_err(at_path)?;
            add(root, path, value, budget).map_err(at_path)
        }
        Operation::Remove { path } => remove(root, path, budget).map(drop).map_err(at_path),
        Operation::Replace { path, value } => {
            let value = own(value, path).map_err(at_path)?;
            replace(root, path, value).map_err(at_path)
        }
        Operation::Move { from, path } => {
            let mut moved = remove(root, from, budget).map_err(at_from)?;
            // A value that moves adds no bytes.
            let bytes = core::mem::replace(&mut budget.bytes, usize::MAX);
            let charged = moved.charge(path.depth(), budget);
            budget.bytes = bytes;
            charged.map_err(at_path)?;
            add(root, path, moved, budget).map_err(at_path)
        }
        Operation::Copy { from, path } => {
            let (container, step) = from.container(root).map_err(at_from)?;
            let copied = match container.get(step).map_err(at_from)? {
                Some(copied) => {
                    copied.charge(path.depth(), budget).map_err(at_path)?;
                    copied.clone()
                }
                None => Node::null(),
            };
            add(root, path, copied, budget).map_err(at_path)
        }
        Operation::Test { path, value } => test(root, path, value).map_err(at_path),
    }
}

/// A value from the patch itself.
fn own(value: &Document<'static>, path: &Pointer) -> Result<Node<'static>, String> {
    let mut value = Node::Closed(value.clone());
    value.charge(path.depth(), &mut Budget::unlimited())?;
    Ok(value)
}

fn add<'d>(
    root: &mut Node<'d>,
    path: &Pointer,
    value: Node<'d>,
    budget: &mut Budget,
) -> Result<(), String> {
    let (container, step) = path.container(root)?;
    budget.moved(container.elements_after(step))?;
    container.add(step, value)
}

fn remove<'d>(
    root: &mut Node<'d>,
    path: &Pointer,
    budget: &mut Budget,
) -> Result<Node<'d>, String> {
    let (container, step) = path.container(root)?;
    budget.moved(container.elements_after(step))?;
    container.remove(step)
}

fn replace<'d>(root: &mut Node<'d>, path: &Pointer, value: Node<'d>) -> Result<(), String> {
    if path.depth() > 0 {
        let (container, step) = path.container(root)?;
        return container.set(step, value);
    }
    if matches!(value, Node::Closed(_)) {
        return Err("only an object or a list can replace the whole object".to_owned());
    }
    *root = value;
    Ok(())
}

/// Executes `test`. A missing value equals null, as on an API server.
fn test(root: &mut Node<'_>, path: &Pointer, expected: &Document<'static>) -> Result<(), String> {
    let found = if path.depth() == 0 {
        Some(root)
    } else {
        let (container, step) = path.container(root)?;
        container.get(step)?
    };
    let found = found.map_or(Document::from(View::Null), |found| found.clone().into_document());
    // Compact, because the message may show it.
    let found = found.into_owned().map_err(|error| error.to_string())?;
    let text = |document| canonical_text(document).map_err(|error| error.to_string());
    if text(&found)? == text(expected)? {
        return Ok(());
    }
    Err(format!("the test failed: expected {}, found {}", shown(expected), shown(&found)))
}

/// The beginning of a value.
fn shown(value: &Document<'_>) -> String {
    const SHOWN: usize = 60;
    let text = value.to_json();
    match text.char_indices().nth(SHOWN).and_then(|(end, _)| text.get(..end)) {
        Some(start) => format!("{start}…"),
        None => text,
    }
}
