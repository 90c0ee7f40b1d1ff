//! Edits of a Rust value in place, made from the result of a merge: they change only what the
//! merge has changed. All new values are made before the first edit, so that a merge that fails
//! changes nothing.

mod steps;

use core::any::Any;
use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;
use smp_schema::__support::{
    ConvertError, Entries, FieldState, Fields, ItemSource, Items, Reflect, ValueParts, field_at,
    refuse_lost,
};

use crate::depth::DepthBudget;
use crate::document::{ChangedMember, LazyNode, Node, RustValue, refused, write};
use crate::error::{Error, ErrorKind};
use crate::path::Segment;
pub(super) use steps::Edits;
use steps::{EntryEdits, Merged, Step};

/// Adds the edits that change `value` to `result`: none if they are the same. `O(n)` in what has
/// changed, and in the elements of lists that were merged.
pub(super) fn edit(
    value: &dyn Reflect,
    result: Node<'_>,
    limit: DepthBudget,
    edits: &mut Edits,
) -> Result<(), Error> {
    match result {
        node if node.unchanged().is_some_and(|reached| reached.is(value)) => Ok(()),
        Node::Lazy(LazyNode::RustObject(object)) if object.origin().is(value) => {
            members(&value.inside(), object.into_changed(), limit.enter()?, edits)
        }
        Node::Lazy(LazyNode::Converted(converted)) if converted.origin.is(value) => {
            let json = converted.json;
            let read = |json| value.read(json);
            let merged = checked(json.clone(), read)?;
            edits.push(Step::Merged(Box::new(Merged { value: merged, json })));
            Ok(())
        }
        Node::List(items) => match value.inside() {
            ValueParts::List(list) if are_apart(list) => {
                elements(list, items, limit.enter()?, edits)
            }
            _ => put(value, Node::List(items), limit, edits),
        },
        // A patch of an element contains the element's key, which is unchanged.
        Node::String(text) if matches!(value.inside(), ValueParts::String(same) if same == text) => {
            Ok(())
        }
        other => put(value, other, limit, edits),
    }
}

/// Adds the edit that replaces a value as a whole.
fn put(
    value: &dyn Reflect,
    new_value: Node<'_>,
    limit: DepthBudget,
    edits: &mut Edits,
) -> Result<(), Error> {
    edits.push(Step::Put(new(new_value, limit, |json| value.read(json))?));
    Ok(())
}

/// A new value, which `read` makes from the node's JSON.
fn new(
    node: Node<'_>,
    limit: DepthBudget,
    read: impl FnOnce(Value) -> Result<Box<dyn Reflect>, ConvertError>,
) -> Result<Box<dyn Any>, Error> {
    Ok(checked(write::value(node, limit)?, read)?)
}

/// The value that `read` makes from the JSON; an error if it drops a part of the JSON.
fn checked(
    json: Value,
    read: impl FnOnce(Value) -> Result<Box<dyn Reflect>, ConvertError>,
) -> Result<Box<dyn Reflect>, Error> {
    if !matches!(json, Value::Array(_) | Value::Object(_)) {
        return read(json).map_err(refused);
    }
    let value = read(json.clone()).map_err(refused)?;
    refuse_lost(&json, &*value).map_err(refused)?;
    Ok(value)
}

fn members<'a>(
    inside: &ValueParts<'_>,
    changed: impl IntoIterator<Item = (Cow<'a, str>, ChangedMember<'a>)>,
    limit: DepthBudget,
    edits: &mut Edits,
) -> Result<(), Error> {
    let before = edits.count();
    match inside {
        ValueParts::Struct(fields) => {
            let (shape, map) = (fields.shape(), fields.flattened_map());
            let mut others = Vec::new();
            for (name, member) in changed {
                let known = member.field.or_else(|| field_at(shape, &name).map(|(at, _)| at));
                let Some(at) = known else {
                    others.push((name, member));
                    continue;
                };
                if map.is_some_and(|(_, map)| map.entry(&name).is_some()) {
                    return Err(refused(ConvertError::Unknown));
                }
                refuse_other(fields.constant(&name), member.node.as_ref())
                    .and_then(|()| field(*fields, at, member.node, limit, edits))
                    .map_err(|error| error.within_field(&name))?;
            }
            if let Some((name, _)) = others.first() {
                let Some((at, map)) = map else {
                    let message = format!("`{}` has no such field", shape.name);
                    return Err(Error::new(ErrorKind::Typed, message).within_field(name));
                };
                edits.part(Step::Field(at), |edits| {
                    members(&ValueParts::Map(map), others, limit, edits)
                })?;
            }
        }
        ValueParts::Map(map) => {
            let mut entries = EntryEdits::default();
            for (name, member) in changed {
                entry(*map, &name, member.node, limit, (&mut *edits, &mut entries))
                    .map_err(|error| error.within_field(&name))?;
            }
            if !entries.is_empty() {
                edits.push(Step::Entries(Box::new(entries)));
            }
        }
        // Other values have no members.
        _ => {}
    }
    edits.end(before);
    Ok(())
}

/// An error if a constant member gets a different value.
fn refuse_other(constant: Option<&str>, node: Option<&Node<'_>>) -> Result<(), Error> {
    let (Some(constant), Some(node)) = (constant, node) else { return Ok(()) };
    if node.as_str().is_some_and(|text| text == constant) {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Typed, format!("the Rust type is of `{constant}`")))
}

/// Adds the edits of the field with this index.
fn field(
    fields: &dyn Fields,
    at: usize,
    result: Option<Node<'_>>,
    limit: DepthBudget,
    edits: &mut Edits,
) -> Result<(), Error> {
    let missing = || {
        let message = format!("`{}` must have this field", fields.shape().name);
        Error::new(ErrorKind::Typed, message)
    };
    let slot = fields.field(at);
    let Some(node) = result else {
        let absent = match slot {
            FieldState::Closed => return Err(refused(ConvertError::Unknown)),
            FieldState::Absent(_) | FieldState::AbsentLeaf => return Ok(()),
            FieldState::Value(value) => fields.default_of(at).or_else(|| absent(value)),
            FieldState::Leaf(_) => fields.default_of(at),
            FieldState::Fixed(_) => return Err(fixed()),
        };
        edits.push(Step::Field(at));
        edits.push(Step::Put(absent.ok_or_else(missing)?));
        return Ok(());
    };
    edits.part(Step::Field(at), |edits| match slot {
        FieldState::Closed => Err(refused(ConvertError::Unknown)),
        FieldState::Absent(value) => put(value, node, limit, edits),
        FieldState::Value(value) => edit(value, node, limit, edits),
        FieldState::Leaf(_) | FieldState::AbsentLeaf => {
            let json = write::value(node, limit)?;
            if !matches!(&slot, FieldState::Leaf(Ok(before)) if *before == json) {
                edits.push(Step::Put(fields.read_leaf(at, json).map_err(refused)?));
            }
            Ok(())
        }
        FieldState::Fixed(value) => {
            // A patch may set the value that the field already has.
            let same = write::value(node, limit)? == value.to_value().map_err(refused)?;
            if same { Ok(()) } else { Err(fixed()) }
        }
    })
}

/// The value of a field that documents lack; `None` if the field is required.
fn absent(value: &dyn Reflect) -> Option<Box<dyn Any>> {
    let read = value.is_optional().then(|| value.read(Value::Null));
    Some(read?.ok()?)
}

fn fixed() -> Error {
    Error::new(
        ErrorKind::Typed,
        "serde writes this field and doesn't read it, so that a patch can't change it",
    )
}

/// Adds the edits of one entry of a map. Removals and additions are collected in `entries`.
fn entry(
    map: &dyn Entries,
    name: &str,
    result: Option<Node<'_>>,
    limit: DepthBudget,
    (edits, entries): (&mut Edits, &mut EntryEdits),
) -> Result<(), Error> {
    match (map.entry(name), result) {
        (Some((_, value)), Some(node)) => {
            let step = Step::Entry(name.to_owned());
            edits.part(step, |edits| edit(value, node, limit, edits))?;
        }
        (Some(_), None) => {
            entries.removed.insert(name.to_owned());
        }
        (None, Some(node)) => {
            let value = new(node, limit, |json| map.read_entry(json))?;
            entries.added.push((name.to_owned(), value));
        }
        (None, None) => {}
    }
    Ok(())
}

/// Whether every element has its own address. Zero-sized values share one.
fn are_apart(list: &dyn Items) -> bool {
    match (list.item(0), list.item(1)) {
        (Some(first), Some(second)) => !RustValue::of(first).is(second),
        _ => true,
    }
}

/// Adds the edits of a list. Elements of the old list are recognized by their addresses.
fn elements(
    list: &dyn Items,
    result: Vec<Node<'_>>,
    limit: DepthBudget,
    edits: &mut Edits,
) -> Result<(), Error> {
    let (before, count) = (edits.count(), result.len());
    let mut places = Places { list, by_address: None };
    // The elements so far, if any of them is not in its old place.
    let mut sources: Option<Vec<ItemSource>> = None;
    let in_place = |at: usize| (0..at).map(ItemSource::Kept).collect();
    for (at, node) in result.into_iter().enumerate() {
        let within = |error: Error| error.within(Segment::Index(at));
        let kept = places.of(&node, at).and_then(|place| Some((place, list.item(place)?)));
        let stays = kept.is_some_and(|(place, _)| place == at);
        let source = if let Some((place, item)) = kept {
            // An element that was not opened is unchanged.
            if !node.is_unchanged() {
                edits
                    .part(Step::Item(place), |edits| edit(item, node, limit, edits))
                    .map_err(within)?;
            }
            ItemSource::Kept(place)
        } else {
            ItemSource::New(new(node, limit, |json| list.read_item(json)).map_err(within)?)
        };
        if sources.is_some() || !stays {
            sources.get_or_insert_with(|| in_place(at)).push(source);
        }
    }
    if count != list.count() {
        sources.get_or_insert_with(|| in_place(count));
    }
    if let Some(sources) = sources {
        edits.push(Step::Arrange(sources));
    }
    edits.end(before);
    Ok(())
}

/// The indices of elements, by their addresses.
struct Places<'v> {
    list: &'v dyn Items,
    /// Computed when an element is found that is not in its old place.
    by_address: Option<HashMap<usize, usize>>,
}

impl Places<'_> {
    /// The index in the old list of a node that has index `at` in the result; `None` for a new element.
    /// `O(1)`, and `O(n)` for the first element that has moved.
    fn of(&mut self, node: &Node<'_>, at: usize) -> Option<usize> {
        let reached = node.unchanged().or_else(|| node.origin())?;
        if self.list.item(at).is_some_and(|item| reached.is(item)) {
            return Some(at);
        }
        let list = self.list;
        let by_address = self.by_address.get_or_insert_with(|| {
            let items = (0..list.count()).filter_map(|at| Some((list.item(at)?, at)));
            items.map(|(item, at)| (RustValue::of(item).address(), at)).collect()
        });
        by_address.get(&reached.address()).copied()
    }
}
