//! Rust values as nodes. A value is opened one level at a time, where an operation looks into
//! it. It is converted to JSON only if its parts can't be accessed.

use core::fmt;
use std::borrow::Cow;

use smp_schema::__support::{Inside, Reach, Refusal, Slot, Step, field_near, names};

use super::lazy::LazyNode;
use super::node::{JsonKind, Node};
use super::object::{Members, Object};
use super::scalar::{KeyValue, Scalar};
use crate::depth::DepthBudget;
use crate::error::{Error, ErrorKind};
use crate::ordered::OrderedMap;
use crate::path::Segment;

/// The room for the members of an opened struct. Most structs have more fields, of which few
/// are set.
const FIELDS_SET: usize = 12;

/// The room for the members that a patch changes: often one, or a merge key and one more.
const FIELDS_CHANGED: usize = 2;

/// A member of a Rust value.
struct Member<'a> {
    /// As the value has it.
    name: &'a str,
    /// The index of the field, in a struct.
    field: Option<usize>,
    node: Node<'a>,
}

/// A Rust value that is not converted to JSON.
#[derive(Clone, Copy)]
pub(crate) struct Reached<'a>(&'a dyn Reach);

impl fmt::Debug for Reached<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reached")
    }
}

impl<'a> Node<'a> {
    /// The node of a Rust value. A value whose parts can't be accessed is converted: `O(n)`,
    /// otherwise `O(1)`.
    pub(crate) fn of_rust(value: &'a dyn Reach) -> Result<Self, Error> {
        match value.inside() {
            Inside::Whole => value.to_value().map(Node::Value).map_err(refused),
            Inside::Json(value) => Ok(Self::ValueRef(value)),
            _ => Ok(Self::Lazy(LazyNode::Reached(Reached(value)))),
        }
    }
}

impl<'a> Reached<'a> {
    /// Whether it is the same value, at the same address.
    pub(crate) fn is(self, value: &dyn Reach) -> bool {
        core::ptr::addr_eq(self.0, value)
    }

    /// The value without a conversion. `O(1)`.
    pub(crate) fn of(value: &'a dyn Reach) -> Self {
        Self(value)
    }

    /// The address of the value, by which it is found among the elements of its list.
    pub(crate) fn address(self) -> usize {
        core::ptr::from_ref(self.0).cast::<()>().addr()
    }

    pub(super) fn kind(self) -> JsonKind {
        match self.0.inside() {
            // [`Node::of_rust`] converts such values, so that there is no node for them here.
            Inside::Whole | Inside::Json(_) | Inside::Null => JsonKind::Null,
            Inside::Bool(_) => JsonKind::Bool,
            Inside::Number(_) => JsonKind::Number,
            Inside::String(_) => JsonKind::String,
            Inside::List(_) => JsonKind::List,
            Inside::Struct(_) | Inside::Map(_) => JsonKind::Object,
        }
    }

    /// The value with one level open. `O(c)` in its children.
    pub(super) fn open(self) -> Result<Node<'a>, Error> {
        Ok(match self.0.inside() {
            Inside::Whole | Inside::Json(_) => {
                self.0.to_value().map(Node::Value).map_err(refused)?
            }
            Inside::Null => Node::Null,
            Inside::Bool(value) => Node::Bool(value),
            Inside::Number(number) => Node::Number(Cow::Owned(number.to_string())),
            Inside::String(text) => Node::String(Cow::Borrowed(text)),
            Inside::List(items) => {
                // To collect results would not reserve the room.
                let mut nodes = Vec::with_capacity(items.count());
                for item in (0..items.count()).filter_map(|at| items.item(at)) {
                    nodes.push(Node::of_rust(item)?);
                }
                Node::List(nodes)
            }
            Inside::Struct(_) | Inside::Map(_) => {
                ReachedObject::of(self).open().map(Node::Object)?
            }
        })
    }

    /// Whether all parts of the two values are the same. `O(n)`.
    pub(super) fn same(self, other: Self) -> bool {
        self.0.same_as(other.0)
    }

    /// The text of a string. `O(1)`.
    pub(super) fn as_str(self) -> Option<&'a str> {
        match self.0.inside() {
            Inside::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value as a scalar; `None` for lists and objects.
    pub(super) fn scalar(self) -> Option<Scalar<'a>> {
        scalar(self.0)
    }

    /// The value of the key field with this name. `O(n)` in the fields of a struct, `O(1)` if the
    /// field is at this position.
    pub(super) fn key_value(self, name: &str, position: Option<usize>) -> Option<KeyValue<'a>> {
        // If a field can't be written as JSON, the error is reported when the element is
        // merged.
        let member = match self.0.inside() {
            Inside::Struct(fields) => {
                let (at, _) = field_near(fields.shape(), position, name)?;
                match fields.field(at) {
                    Slot::Value(value) | Slot::Fixed(value) => value,
                    _ => return None,
                }
            }
            Inside::Map(map) => map.entry(name)?.1,
            _ => return None,
        };
        let other = || KeyValue::Other(Reached(member).kind());
        Some(scalar(member).map_or_else(other, KeyValue::Scalar))
    }

    /// The member with this name. `O(n)` in the fields of a struct, `O(1)` if the field is at
    /// this position.
    fn member(self, name: &str, position: Option<usize>) -> Result<Option<Member<'a>>, Error> {
        let (name, field, node) = match self.0.inside() {
            Inside::Struct(fields) => {
                let Some((at, name)) = field_near(fields.shape(), position, name) else {
                    return Ok(None);
                };
                let Some(node) = node_of(fields.field(at)) else { return Ok(None) };
                (name, Some(at), node)
            }
            Inside::Map(map) => {
                let Some((name, value)) = map.entry(name) else { return Ok(None) };
                (name, None, Node::of_rust(value))
            }
            _ => return Ok(None),
        };
        node.map(|node| Some(Member { name, field, node }))
    }

    /// The key fields with these names, without those that are null or missing. `O(n)` in the
    /// fields, for each name.
    pub(crate) fn key_members<'s>(
        self,
        names: impl Iterator<Item = &'s str>,
    ) -> Result<Vec<(&'s str, Node<'a>)>, Error> {
        let mut members = Vec::new();
        for name in names {
            let member = self.member(name, None)?.map(|member| member.node);
            members.extend(member.filter(|node| !node.is_null()).map(|node| (name, node)));
        }
        Ok(members)
    }

    /// The names of all members, in order. `O(n)`.
    pub(crate) fn names(self) -> Vec<&'a str> {
        let mut found = Vec::new();
        match self.0.inside() {
            Inside::Struct(fields) => {
                let is_there = |at| !matches!(fields.field(at), Slot::Absent(_) | Slot::AbsentLeaf);
                let all = names(fields.shape());
                found.extend(all.filter(|(at, _)| is_there(*at)).map(|(_, name)| name));
            }
            Inside::Map(map) => map.each(&mut |name, _| found.push(name)),
            _ => {}
        }
        found
    }
}

/// The value of a field; `None` for a field that is not in the JSON of the value.
fn node_of(slot: Slot<'_>) -> Option<Result<Node<'_>, Error>> {
    Some(match slot {
        Slot::Absent(_) | Slot::AbsentLeaf => return None,
        Slot::Value(value) | Slot::Fixed(value) => Node::of_rust(value),
        Slot::Leaf(value) => value.map(Node::Value).map_err(refused),
        Slot::Closed => Err(refused(Refusal::Unknown)),
    })
}

fn scalar(value: &dyn Reach) -> Option<Scalar<'_>> {
    Some(match value.inside() {
        Inside::Null => Scalar::Null,
        Inside::Bool(value) => Scalar::Bool(value),
        Inside::Number(number) => Scalar::number(Cow::Owned(number.to_string())),
        Inside::String(text) => Scalar::String(Cow::Borrowed(text)),
        Inside::Json(value) => Scalar::of_value(value)?,
        Inside::Whole => match Scalar::of_value(&value.to_value().ok()?)? {
            Scalar::String(text) => Scalar::String(Cow::Owned(text.into_owned())),
            Scalar::Integer(text) => Scalar::Integer(Cow::Owned(text.into_owned())),
            Scalar::Decimal(decimal) => Scalar::Decimal(decimal),
            Scalar::Bool(value) => Scalar::Bool(value),
            Scalar::Null => Scalar::Null,
        },
        Inside::List(_) | Inside::Struct(_) | Inside::Map(_) => return None,
    })
}

/// The error of a Rust value that can't be converted.
pub(crate) fn refused(refusal: Refusal) -> Error {
    let Refusal::Json(error, steps) = refusal else {
        let message = "the type of this value is not known to have a form in JSON";
        return Error::new(ErrorKind::Typed, message).caused_by(Refusal::Unknown);
    };
    let error = Error::new(ErrorKind::Typed, error.to_string()).caused_by(error);
    steps.into_iter().fold(error, |error, step| match step {
        Step::Field(name) => error.within_field(&name),
        Step::Index(at) => error.within(Segment::Index(at)),
    })
}

/// A struct or map, with the members that were opened or changed.
#[derive(Debug, Clone)]
pub(crate) struct ReachedObject<'a> {
    origin: Reached<'a>,
    changed: OrderedMap<Cow<'a, str>, ChangedMember<'a>>,
}

/// A member that was opened, changed, added or removed.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChangedMember<'a> {
    /// The index of the field, if the value is a struct and the index is known.
    pub(crate) field: Option<usize>,
    /// `None` if the member was removed.
    pub(crate) node: Option<Node<'a>>,
}

impl<'a> From<Option<Node<'a>>> for ChangedMember<'a> {
    fn from(node: Option<Node<'a>>) -> Self {
        Self { field: None, node }
    }
}

impl<'a> ReachedObject<'a> {
    pub(super) fn of(origin: Reached<'a>) -> Self {
        Self { origin, changed: OrderedMap::with_capacity(FIELDS_CHANGED) }
    }

    /// A struct or map of which all members were opened: it lacks those that `object` lacks.
    /// `O(n)` in the members.
    pub(crate) fn opened(origin: Reached<'a>, object: Object<'a>) -> Self {
        let names = origin.names().into_iter();
        let removed: Vec<_> = names.filter(|name| !object.contains_key(name)).collect();
        let mut changed = OrderedMap::with_capacity(object.len());
        for (name, node) in object {
            changed.push(name, Some(node).into());
        }
        for name in removed {
            changed.push(Cow::Borrowed(name), ChangedMember::default());
        }
        Self { origin, changed }
    }

    /// The value before the changes.
    pub(crate) fn origin(&self) -> Reached<'a> {
        self.origin
    }

    /// The members that may have changed.
    pub(crate) fn into_changed(self) -> OrderedMap<Cow<'a, str>, ChangedMember<'a>> {
        self.changed
    }

    /// The members that may have changed and were not removed.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (&str, &Node<'a>)> {
        self.changed.iter().filter_map(|(name, it)| Some((name.as_ref(), it.node.as_ref()?)))
    }

    /// As [`changed`](Self::changed), for changing them. Each comes with the value that it had
    /// before.
    pub(crate) fn changes_mut(
        &mut self,
    ) -> impl Iterator<Item = (&str, Result<Option<Node<'a>>, Error>, &mut Node<'a>)> {
        let origin = self.origin;
        self.changed.iter_mut().filter_map(move |(name, it)| {
            let before =
                origin.member(name, it.field).map(|member| member.map(|member| member.node));
            Some((name.as_ref(), before, it.node.as_mut()?))
        })
    }

    pub(super) fn key_value(&self, name: &str, position: Option<usize>) -> Option<KeyValue<'_>> {
        match self.changed.get(name) {
            Some(changed) => changed.node.as_ref().map(KeyValue::of),
            None => self.origin.key_value(name, position),
        }
    }

    /// The object with all members separate, in the order of the value. `O(n)`.
    pub(super) fn open(mut self) -> Result<Object<'a>, Error> {
        let mut object = Object::default();
        match self.origin.0.inside() {
            Inside::Struct(fields) => {
                let shape = fields.shape();
                object = Object::with_capacity(shape.fields.len().min(FIELDS_SET));
                for (at, name) in names(shape) {
                    let value = match self.changed.get_mut(name) {
                        Some(changed) => changed.node.take(),
                        None => (node_of(fields.field(at)).transpose())
                            .map_err(|error| error.within_field(name))?,
                    };
                    if let Some(value) = value {
                        object.push(Cow::Borrowed(name), value);
                    }
                }
            }
            Inside::Map(map) => {
                let mut failed = None;
                map.each(&mut |name, value| {
                    let value = match self.changed.get_mut(name) {
                        Some(changed) => changed.node.take(),
                        None => match Node::of_rust(value) {
                            Ok(value) => Some(value),
                            Err(error) => {
                                failed.get_or_insert_with(|| error.within_field(name));
                                None
                            }
                        },
                    };
                    if let Some(value) = value {
                        object.push(Cow::Borrowed(name), value);
                    }
                });
                failed.map_or(Ok(()), Err)?;
            }
            _ => {}
        }
        let added = self.changed.into_iter();
        object.extend(added.filter_map(|(name, value)| Some((name, value.node?))));
        Ok(object)
    }
}

impl<'a> Members<'a> for ReachedObject<'a> {
    fn change<R>(
        &mut self,
        name: &str,
        position: Option<usize>,
        _: DepthBudget,
        change: impl FnOnce(&mut Node<'a>) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        if let Some(member) = self.changed.get_mut(name) {
            return member.node.as_mut().map(change).transpose();
        }
        let Some(Member { name, field, mut node }) = self.origin.member(name, position)? else {
            return Ok(None);
        };
        let answer = change(&mut node)?;
        self.changed.push(Cow::Borrowed(name), ChangedMember { field, node: Some(node) });
        Ok(Some(answer))
    }

    fn set(&mut self, name: &'a str, node: Node<'a>, _: DepthBudget) -> Result<(), Error> {
        self.changed.insert(Cow::Borrowed(name), Some(node).into());
        Ok(())
    }

    fn remove_all(&mut self, is_removed: impl Fn(&str) -> bool) {
        for (name, member) in self.changed.iter_mut() {
            if is_removed(name) {
                member.node = None;
            }
        }
        for name in self.origin.names() {
            if is_removed(name) {
                self.changed.insert(Cow::Borrowed(name), ChangedMember::default());
            }
        }
    }
}
