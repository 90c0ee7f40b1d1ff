//! A struct or map of Rust, with the members that an operation has opened or changed.

use std::borrow::Cow;

use smp_schema::__support::{ConvertError, Entries, ValueParts, field_at, names};

use super::node::Node;
use super::object::{Members, Object};
use super::rust_value::{Member, RustValue, node_of, refused};
use super::scalar::KeyValue;
use crate::depth::DepthBudget;
use crate::error::Error;
use crate::ordered::OrderedMap;

/// The initial capacity for the members of an opened struct. Most structs have more fields, but few of
/// them are set.
const FIELDS_SET: usize = 12;

/// The initial capacity for the members that a patch changes: often one, or a merge key and one more.
const FIELDS_CHANGED: usize = 2;

/// A struct or map, with the members that were opened or changed.
#[derive(Debug, Clone)]
pub(crate) struct RustObject<'a> {
    origin: RustValue<'a>,
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

impl<'a> RustValue<'a> {
    /// The value with one level open. `O(c)` in its children.
    pub(super) fn open(self) -> Result<Node<'a>, Error> {
        Ok(match self.inside() {
            ValueParts::Whole | ValueParts::Json(_) => self.to_value()?,
            ValueParts::Null => Node::Null,
            ValueParts::Bool(value) => Node::Bool(value),
            ValueParts::Number(number) => Node::Number(Cow::Owned(number.to_string())),
            ValueParts::String(text) => Node::String(Cow::Borrowed(text)),
            ValueParts::List(items) => {
                // Collecting into a `Result` would not reserve the capacity.
                let mut nodes = Vec::with_capacity(items.count());
                for item in (0..items.count()).filter_map(|at| items.item(at)) {
                    nodes.push(Node::of_rust(item)?);
                }
                Node::List(nodes)
            }
            ValueParts::Struct(_) | ValueParts::Map(_) => {
                RustObject::of(self).open().map(Node::Object)?
            }
        })
    }
}

impl<'a> RustObject<'a> {
    pub(super) fn of(origin: RustValue<'a>) -> Self {
        Self { origin, changed: OrderedMap::with_capacity(FIELDS_CHANGED) }
    }

    /// An object whose members are all open; those missing in `object` were removed. `O(n)` in the
    /// members.
    pub(crate) fn opened(origin: RustValue<'a>, object: Object<'a>) -> Self {
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
    pub(crate) fn origin(&self) -> RustValue<'a> {
        self.origin
    }

    /// The members that may have changed.
    pub(crate) fn into_changed(self) -> OrderedMap<Cow<'a, str>, ChangedMember<'a>> {
        self.changed
    }

    /// The members that may have changed and were not removed, to be changed further. Each comes
    /// with the value that it had before.
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
        match self.origin.inside() {
            ValueParts::Struct(fields) => {
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
                if let Some((_, map)) = fields.flattened_map() {
                    self.open_entries(&mut object, map, |name| field_at(shape, name).is_some())?;
                }
            }
            ValueParts::Map(map) => self.open_entries(&mut object, map, |_| false)?,
            _ => {}
        }
        let added = self.changed.into_iter();
        object.extend(added.filter_map(|(name, value)| Some((name, value.node?))));
        Ok(object)
    }

    /// Adds the entries of a map. An error if one of them is also a field of the struct that
    /// flattens the map.
    fn open_entries(
        &mut self,
        object: &mut Object<'a>,
        map: &'a dyn Entries,
        is_field: impl Fn(&str) -> bool,
    ) -> Result<(), Error> {
        let mut failed = None;
        map.each(&mut |name, value| {
            let value = match self.changed.get_mut(name) {
                _ if is_field(name) => {
                    failed.get_or_insert_with(|| refused(ConvertError::Unknown));
                    None
                }
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
        failed.map_or(Ok(()), Err)
    }
}

impl<'a> Members<'a> for RustObject<'a> {
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
