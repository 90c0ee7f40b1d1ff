//! Edits of a Rust value in place, made from the result of a merge: they change only what the
//! merge has changed. All new values are made before the first edit, so that a merge that fails
//! changes nothing.

use core::any::Any;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::Value;
use smp_schema::__support::{
    Entries, Fields, Inside, InsideMut, ItemSource, Items, Reach, Refusal, Slot, field_at,
    refuse_lost,
};

use crate::depth::DepthBudget;
use crate::document::{ChangedMember, LazyNode, Node, Object, Reached, refused, write};
use crate::error::{Error, ErrorKind};
use crate::path::Segment;

/// A change of a Rust value.
pub(super) enum Edit {
    /// The value is replaced.
    Put(Box<dyn Any>),
    /// Fields of a struct are changed, each by its index.
    Fields(Vec<(usize, Self)>),
    /// Entries of a map are changed. Boxed, since few edits are of maps, and these are large.
    Entries(Box<EntryEdits>),
    /// Elements of a list are changed, each by its index. Then, if elements were added, removed
    /// or moved, the list is built anew from these sources.
    Items(Vec<(usize, Self)>, Option<Vec<ItemSource>>),
}

/// The changes of the entries of a map.
#[derive(Default)]
pub(super) struct EntryEdits {
    changed: Vec<(String, Edit)>,
    added: Vec<(String, Box<dyn Any>)>,
    removed: HashSet<String>,
}

impl EntryEdits {
    fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.added.is_empty() && self.removed.is_empty()
    }
}

impl Edit {
    /// Changes the value for which the edit was made. `O(n)` in the edits, and in the lists
    /// that are built anew.
    pub(super) fn apply(self, to: &mut dyn Reach) {
        match (self, to.inside_mut()) {
            (Self::Put(value), _) => to.put(value),
            (Self::Fields(edits), InsideMut::Struct(fields)) => {
                for (at, edit) in edits {
                    match (edit, fields.field_mut(at)) {
                        (edit, Some(field)) => edit.apply(field),
                        (Self::Put(value), None) => fields.put_leaf(at, value),
                        // A leaf has no parts.
                        _ => {}
                    }
                }
            }
            (Self::Entries(edits), InsideMut::Map(map)) => {
                for (key, edit) in edits.changed {
                    if let Some(value) = map.entry_mut(&key) {
                        edit.apply(value);
                    }
                }
                if !edits.removed.is_empty() {
                    map.remove_entries(&edits.removed);
                }
                if !edits.added.is_empty() {
                    map.add_entries(edits.added);
                }
            }
            (Self::Items(edits, arranged), InsideMut::List(list)) => {
                for (at, edit) in edits {
                    if let Some(item) = list.item_mut(at) {
                        edit.apply(item);
                    }
                }
                if let Some(items) = arranged {
                    list.arrange(items);
                }
            }
            // Not reached: the value has the form that it had when the edit was made.
            _ => {}
        }
    }
}

/// The edit that changes `value` to `result`; `None` if they are the same. `O(n)` in what has
/// changed, and in the elements of lists that were merged.
pub(super) fn edit(
    value: &dyn Reach,
    result: Node<'_>,
    limit: DepthBudget,
) -> Result<Option<Edit>, Error> {
    match result {
        Node::Lazy(LazyNode::Reached(reached)) if reached.is(value) => Ok(None),
        Node::Lazy(LazyNode::ReachedObject(object)) if object.origin().is(value) => {
            members(&value.inside(), object.into_changed(), limit.enter()?)
        }
        // Normalizing unions opens objects, so that a Rust value may be an open object.
        Node::Object(object) if object.values().any(|member| matches!(member, Node::Lazy(_))) => {
            let inside = value.inside();
            match inside {
                Inside::Struct(_) | Inside::Map(_) => {
                    members(&inside, all_members(value, object), limit.enter()?)
                }
                _ => put(value, Node::Object(object), limit),
            }
        }
        Node::List(items) => match value.inside() {
            Inside::List(list) if are_apart(list) => elements(list, items, limit.enter()?),
            _ => put(value, Node::List(items), limit),
        },
        // A patch of an element has its key.
        Node::String(text) if matches!(value.inside(), Inside::String(same) if same == text) => {
            Ok(None)
        }
        other => put(value, other, limit),
    }
}

/// The edit that replaces a value as a whole.
fn put(value: &dyn Reach, new_value: Node<'_>, limit: DepthBudget) -> Result<Option<Edit>, Error> {
    new(new_value, limit, |json| value.read(json)).map(|value| Some(Edit::Put(value)))
}

/// A new value: the one that `read` makes of the node's JSON.
fn new(
    node: Node<'_>,
    limit: DepthBudget,
    read: impl FnOnce(Value) -> Result<Box<dyn Reach>, Refusal>,
) -> Result<Box<dyn Any>, Error> {
    let json = write::value(node, limit)?;
    if !matches!(json, Value::Array(_) | Value::Object(_)) {
        return read(json).map(Reach::into_any).map_err(refused);
    }
    let value = read(json.clone()).map_err(refused)?;
    refuse_lost(&json, &*value).map_err(refused)?;
    Ok(value.into_any())
}

/// All members of an object that the merge has changed.
fn all_members<'a>(
    value: &'a dyn Reach,
    object: Object<'a>,
) -> Vec<(Cow<'a, str>, ChangedMember<'a>)> {
    let before = Reached::of(value).names();
    let removed = before.into_iter().filter(|it| !object.contains_key(it));
    let removed: Vec<_> = removed.map(|name| (Cow::Borrowed(name), None.into())).collect();
    object.into_iter().map(|(name, node)| (name, Some(node).into())).chain(removed).collect()
}

fn members<'a>(
    inside: &Inside<'_>,
    changed: impl IntoIterator<Item = (Cow<'a, str>, ChangedMember<'a>)>,
    limit: DepthBudget,
) -> Result<Option<Edit>, Error> {
    match inside {
        Inside::Struct(fields) => {
            let changed = changed.into_iter();
            let mut edits = Vec::with_capacity(changed.size_hint().0);
            for (name, member) in changed {
                let edit = field(*fields, &name, member, limit);
                edits.extend(edit.map_err(|error| error.within_field(&name))?);
            }
            Ok((!edits.is_empty()).then_some(Edit::Fields(edits)))
        }
        Inside::Map(map) => {
            let mut edits = EntryEdits::default();
            for (name, member) in changed {
                entry(*map, &name, member.node, limit, &mut edits)
                    .map_err(|error| error.within_field(&name))?;
            }
            Ok((!edits.is_empty()).then(|| Edit::Entries(Box::new(edits))))
        }
        // Other values have no members.
        _ => Ok(None),
    }
}

/// The edit of one field, with its index.
fn field(
    fields: &dyn Fields,
    name: &str,
    result: ChangedMember<'_>,
    limit: DepthBudget,
) -> Result<Option<(usize, Edit)>, Error> {
    let typed = |message: String| Error::new(ErrorKind::Typed, message);
    let known = result.field.or_else(|| field_at(fields.shape(), name).map(|(at, _)| at));
    let Some(at) = known else {
        return Err(typed(format!("`{}` has no such field", fields.shape().name)));
    };
    let missing = || typed(format!("`{}` must have this field", fields.shape().name));
    let slot = fields.field(at);
    let Some(node) = result.node else {
        let absent = match slot {
            Slot::Closed => return Err(refused(Refusal::Unknown)),
            Slot::Absent(_) | Slot::AbsentLeaf => return Ok(None),
            Slot::Value(value) => fields.default_of(at).or_else(|| value.absent()),
            Slot::Leaf(_) => fields.default_of(at),
            Slot::Fixed(_) => return Err(fixed()),
        };
        return Ok(Some((at, Edit::Put(absent.ok_or_else(missing)?))));
    };
    let edited = match slot {
        Slot::Closed => return Err(refused(Refusal::Unknown)),
        Slot::Absent(value) => put(value, node, limit)?,
        Slot::Value(value) => edit(value, node, limit)?,
        Slot::Leaf(_) | Slot::AbsentLeaf => {
            let json = write::value(node, limit)?;
            if matches!(&slot, Slot::Leaf(Ok(before)) if *before == json) {
                return Ok(None);
            }
            Some(Edit::Put(fields.read_leaf(at, json).map_err(refused)?))
        }
        Slot::Fixed(value) => {
            // A patch may set the value that the field has.
            if write::value(node, limit)? != value.to_value().map_err(refused)? {
                return Err(fixed());
            }
            None
        }
    };
    Ok(edited.map(|edit| (at, edit)))
}

fn fixed() -> Error {
    Error::new(
        ErrorKind::Typed,
        "serde writes this field and doesn't read it, so that a patch can't change it",
    )
}

/// Adds the edit of one entry of a map.
fn entry(
    map: &dyn Entries,
    name: &str,
    result: Option<Node<'_>>,
    limit: DepthBudget,
    edits: &mut EntryEdits,
) -> Result<(), Error> {
    match (map.entry(name), result) {
        (Some((_, value)), Some(node)) => {
            let edit = edit(value, node, limit)?;
            edits.changed.extend(edit.map(|edit| (name.to_owned(), edit)));
        }
        (Some(_), None) => {
            edits.removed.insert(name.to_owned());
        }
        (None, Some(node)) => {
            let value = new(node, limit, |json| map.read_entry(json))?;
            edits.added.push((name.to_owned(), value));
        }
        (None, None) => {}
    }
    Ok(())
}

/// Whether every element has its own address. Values without size share one.
fn are_apart(list: &dyn Items) -> bool {
    match (list.item(0), list.item(1)) {
        (Some(first), Some(second)) => !Reached::of(first).is(second),
        _ => true,
    }
}

/// The edit of a list. Elements of the old list are recognized by their addresses.
fn elements(
    list: &dyn Items,
    result: Vec<Node<'_>>,
    limit: DepthBudget,
) -> Result<Option<Edit>, Error> {
    let count = result.len();
    let mut places = Places { list, by_address: None };
    let mut edits = Vec::new();
    // The elements so far, if any of them is not in its old place.
    let mut sources: Option<Vec<ItemSource>> = None;
    let in_place = |at: usize| (0..at).map(ItemSource::Kept).collect();
    for (at, node) in result.into_iter().enumerate() {
        let within = |error: Error| error.within(Segment::Index(at));
        let kept = places.of(&node, at).and_then(|place| Some((place, list.item(place)?)));
        let stays = kept.is_some_and(|(place, _)| place == at);
        let source = if let Some((place, item)) = kept {
            // An element that was not opened is unchanged.
            if !matches!(node, Node::Lazy(LazyNode::Reached(_))) {
                edits.extend(edit(item, node, limit).map_err(within)?.map(|edit| (place, edit)));
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
    if sources.is_none() && edits.is_empty() {
        return Ok(None);
    }
    Ok(Some(Edit::Items(edits, sources)))
}

/// The indices of elements, by their addresses.
struct Places<'v> {
    list: &'v dyn Items,
    /// Computed when an element is found that is not in its old place.
    by_address: Option<HashMap<usize, usize>>,
}

impl Places<'_> {
    /// The index in the old list of a node that has index `at` in the result; `None` for a new
    /// element. `O(1)`, and `O(n)` for the first that has moved.
    fn of(&mut self, node: &Node<'_>, at: usize) -> Option<usize> {
        let reached = match node {
            Node::Lazy(LazyNode::Reached(reached)) => *reached,
            Node::Lazy(LazyNode::ReachedObject(object)) => object.origin(),
            _ => return None,
        };
        if self.list.item(at).is_some_and(|item| reached.is(item)) {
            return Some(at);
        }
        let list = self.list;
        let by_address = self.by_address.get_or_insert_with(|| {
            let items = (0..list.count()).filter_map(|at| Some((list.item(at)?, at)));
            items.map(|(item, at)| (Reached::of(item).address(), at)).collect()
        });
        by_address.get(&reached.address()).copied()
    }
}
