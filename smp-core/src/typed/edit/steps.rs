//! [`Edits`]: the changes of a Rust value as one list of steps, which costs less than a tree.

use core::any::Any;
use std::collections::HashSet;

use serde_json::Value;
use smp_schema::__support::{ItemSource, Reflect, ValuePartsMut};

/// The changes of a Rust value. The changes of a value are either one [`Step::Put`] or [`Step::Merged`],
/// or those of its parts and of the list or map itself, followed by [`Step::Back`]. Example: a Deployment
/// with a new number of replicas is `Field(spec) Field(replicas) Put(5) Back Back`.
pub(in crate::typed) struct Edits(Vec<Step>);

/// The initial capacity for steps. Two for each level of a patch that sets one value are enough.
const ROOM: usize = 16;

/// One step of [`Edits`].
pub(super) enum Step {
    /// Go to the field of a struct with this index. The changes of the field follow.
    Field(usize),
    /// Go to the element of a list with this index. The changes of the element follow.
    Item(usize),
    /// Go to the entry of a map under this key. The changes of the entry follow.
    Entry(String),
    /// The value is replaced.
    Put(Box<dyn Any>),
    /// The value was merged as JSON.
    Merged(Box<Merged>),
    /// The list is built anew from these sources, since elements were added, removed or moved.
    Arrange(Vec<ItemSource>),
    /// Entries of the map are removed, and others added.
    Entries(Box<EntryEdits>),
    /// Go back: this value has no more changes.
    Back,
}

/// A value that was merged as JSON. Fields that serde skips keep their values.
pub(super) struct Merged {
    pub(super) value: Box<dyn Reflect>,
    pub(super) json: Value,
}

/// The entries of a map that are removed and added.
#[derive(Default)]
pub(super) struct EntryEdits {
    pub(super) removed: HashSet<String>,
    pub(super) added: Vec<(String, Box<dyn Any>)>,
}

impl EntryEdits {
    pub(super) fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }
}

impl Edits {
    pub(in crate::typed) fn new() -> Self {
        Self(Vec::with_capacity(ROOM))
    }

    /// The whole value, merged as JSON.
    pub(in crate::typed) fn of_whole(value: Box<dyn Reflect>, json: Value) -> Self {
        Self(vec![Step::Merged(Box::new(Merged { value, json }))])
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// Adds the step to a part and the changes of the part, which `changes` adds. Adds nothing if the
    /// part has no changes.
    pub(super) fn part<E>(
        &mut self,
        step: Step,
        changes: impl FnOnce(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.push(step);
        let before = self.count();
        changes(self)?;
        if self.count() == before {
            self.0.pop();
        }
        Ok(())
    }

    /// Ends the changes of a value, if steps were added after the first `before` steps.
    pub(super) fn end(&mut self, before: usize) {
        if self.count() != before {
            self.push(Step::Back);
        }
    }

    /// Changes the value for which the edits were made. `O(n)` in the edits, and in the lists
    /// that are built anew.
    pub(in crate::typed) fn apply(self, to: &mut dyn Reflect) {
        apply(to, &mut self.0.into_iter());
    }
}

/// Changes a value by the steps up to the end of its changes. The value has the form that it had when the
/// steps were made, so that each step fits; a step that doesn't fit is skipped.
fn apply(to: &mut dyn Reflect, steps: &mut std::vec::IntoIter<Step>) {
    if let Some(mut value) = next_put(steps) {
        to.exchange(&mut *value);
        return;
    }
    if matches!(steps.as_slice().first(), Some(Step::Merged(_))) {
        if let Some(Step::Merged(mut merged)) = steps.next() {
            merged.value.keep(to, &merged.json);
            to.exchange(&mut *merged.value);
        }
        return;
    }
    let mut inside = to.inside_mut();
    while let Some(step) = steps.next() {
        let part = match (step, &mut inside) {
            (Step::Back, _) => return,
            (Step::Field(at), ValuePartsMut::Struct(fields)) => {
                if let Some(field) = fields.field_mut(at) {
                    Some(field)
                } else if let Some(mut value) = next_put(steps) {
                    // A leaf has no parts.
                    fields.exchange_leaf(at, &mut *value);
                    continue;
                } else {
                    None
                }
            }
            (Step::Item(at), ValuePartsMut::List(list)) => list.item_mut(at),
            (Step::Entry(key), ValuePartsMut::Map(map)) => map.entry_mut(&key),
            (Step::Arrange(sources), ValuePartsMut::List(list)) => {
                list.arrange(sources);
                continue;
            }
            (Step::Entries(edits), ValuePartsMut::Map(map)) => {
                if !edits.removed.is_empty() {
                    map.remove_entries(&edits.removed);
                }
                for (key, value) in edits.added {
                    map.add_entry(key, value);
                }
                continue;
            }
            (Step::Field(_) | Step::Item(_) | Step::Entry(_), _) => None,
            (Step::Put(_) | Step::Merged(_) | Step::Arrange(_) | Step::Entries(_), _) => continue,
        };
        match part {
            Some(part) => apply(part, steps),
            None => pass(steps),
        }
    }
}

/// The new value, if the next step replaces a value.
fn next_put(steps: &mut std::vec::IntoIter<Step>) -> Option<Box<dyn Any>> {
    if !matches!(steps.as_slice().first(), Some(Step::Put(_))) {
        return None;
    }
    match steps.next() {
        Some(Step::Put(value)) => Some(value),
        _ => None,
    }
}

/// Skips the changes of a value.
fn pass(steps: &mut std::vec::IntoIter<Step>) {
    while let Some(step) = steps.next() {
        match step {
            Step::Field(_) | Step::Item(_) | Step::Entry(_) => pass(steps),
            Step::Arrange(_) | Step::Entries(_) => {}
            Step::Put(_) | Step::Merged(_) | Step::Back => return,
        }
    }
}
