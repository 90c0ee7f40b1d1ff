//! The tree that the engine works on.
//!
//! A node is *open* or *closed*. A closed node is a slice of JSON text, a `serde_json::Value`
//! or a Rust value. Opening it gives an open node whose children are closed. Example:
//! `{"a": {"b": 1}}` opens to an object whose member `a` is the closed text `{"b": 1}`. A node
//! that is never opened is written as it was read.
//!
//! A [`LazyNode`] is a Rust value; some of its parts may already be open.

use std::borrow::Cow;

use serde_json::{Map, Value};
use smp_schema::__support::JsonKind;

use super::closed::ClosedText;
use super::lazy::LazyNode;
use super::object::Object;
use super::read;
use super::rust_object::RustObject;
use super::rust_value::RustValue;
use super::scalar::KeyValue;
use crate::depth::DepthBudget;
use crate::error::Error;
use crate::path::Segment;

#[derive(Debug, Clone)]
pub(crate) enum Node<'a> {
    Null,
    Bool(bool),
    /// The text of the number, exactly.
    Number(Cow<'a, str>),
    String(Cow<'a, str>),
    List(Vec<Node<'a>>),
    Object(Object<'a>),
    /// Closed: JSON text.
    Raw(ClosedText<'a>),
    /// Closed, apart from the parts that were opened: a Rust value.
    Lazy(LazyNode<'a>),
    /// Closed: a value that the node owns.
    Value(Value),
    /// Closed: a value that the caller owns.
    ValueRef(&'a Value),
}

impl<'a> Node<'a> {
    /// The JSON type; of closed text, by its first byte.
    pub(crate) fn kind(&self) -> JsonKind {
        match self {
            Self::Null => JsonKind::Null,
            Self::Bool(_) => JsonKind::Bool,
            Self::Number(_) => JsonKind::Number,
            Self::String(_) => JsonKind::String,
            Self::List(_) => JsonKind::List,
            Self::Object(_) => JsonKind::Object,
            Self::Lazy(lazy) => lazy.kind(),
            Self::Raw(text) => text.kind(),
            Self::Value(value) => JsonKind::of(value),
            Self::ValueRef(value) => JsonKind::of(value),
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        self.kind() == JsonKind::Null
    }

    /// The same value, for opening it by reference: a JSON value that the node owns is
    /// borrowed. Opening it otherwise would copy it level by level.
    pub(crate) fn borrowed(&self) -> Cow<'_, Node<'_>> {
        match self {
            Self::Value(value) => Cow::Owned(Node::ValueRef(value)),
            other => Cow::Borrowed(other),
        }
    }

    /// The value of the key field with this name in an object. `position` is where a struct probably
    /// has the field. Apart from the text of the key `O(1)`; in closed text `O(n)` in the names and
    /// scalars of the object.
    pub(crate) fn key_value(&self, name: &str, position: Option<usize>) -> Option<KeyValue<'_>> {
        match self {
            Self::Object(members) => members.get(name).map(KeyValue::of),
            Self::Raw(text) => text.member(name).map(|value| KeyValue::of_text(value.text())),
            Self::Lazy(lazy) => lazy.key_value(name, position),
            Self::Value(Value::Object(members)) | Self::ValueRef(Value::Object(members)) => {
                members.get(name).map(KeyValue::of_value)
            }
            _ => None,
        }
    }

    /// The member of an object with this name. It is copied from an open object.
    pub(crate) fn member(&self, name: &str) -> Result<Option<Self>, Error> {
        Ok(match self {
            Self::Raw(text) => text.member(name).map(Self::Raw),
            Self::Lazy(LazyNode::RustValue(value)) => value.member(name, None)?.map(|it| it.node),
            other => match other.opened()?.as_ref() {
                Self::Object(members) => members.get(name).cloned(),
                _ => None,
            },
        })
    }

    /// Opens one level in place: `O(n)` in the names, scalars and brackets of the level if it is
    /// text, `O(c)` in the children of a closed value, `O(1)` if it is open.
    pub(crate) fn open(&mut self) -> Result<(), Error> {
        match self {
            Self::Raw(text) => *self = text.open()?,
            Self::Lazy(_) => {
                if let Self::Lazy(lazy) = core::mem::replace(self, Self::Null) {
                    *self = lazy.open()?;
                }
            }
            Self::ValueRef(value) => *self = one_level_ref(value),
            Self::Value(value) => *self = one_level(core::mem::take(value)),
            _ => {}
        }
        Ok(())
    }

    /// The members of an object, which is opened if it is closed; `None` for other types.
    pub(crate) fn object_mut(&mut self) -> Result<Option<&mut Object<'a>>, Error> {
        if self.kind() != JsonKind::Object {
            return Ok(None);
        }
        self.open()?;
        Ok(match self {
            Self::Object(members) => Some(members),
            _ => None,
        })
    }

    /// Whether the node is a Rust value and no part of it was opened or changed.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.unchanged().is_some()
    }

    /// The Rust value, if nothing of it was opened or changed.
    pub(crate) fn unchanged(&self) -> Option<RustValue<'a>> {
        match self {
            Self::Lazy(LazyNode::RustValue(value)) => Some(*value),
            Self::Lazy(LazyNode::Converted(value)) if !value.is_changed => Some(value.origin),
            _ => None,
        }
    }

    /// The Rust value whose members the node has, changed or not.
    pub(crate) fn origin(&self) -> Option<RustValue<'a>> {
        match self {
            Self::Lazy(LazyNode::RustValue(value)) => Some(*value),
            Self::Lazy(LazyNode::RustObject(object)) => Some(object.origin()),
            Self::Lazy(LazyNode::Converted(value)) => Some(value.origin),
            _ => None,
        }
    }

    /// The members of a Rust value that is an object. Opens it if it is closed.
    pub(crate) fn rust_object_mut(&mut self) -> Option<&mut RustObject<'a>> {
        if let Self::Lazy(LazyNode::RustValue(value)) = self
            && value.kind() == JsonKind::Object
        {
            *self = Self::Lazy(LazyNode::RustObject(RustObject::of(*value)));
        }
        match self {
            Self::Lazy(LazyNode::RustObject(object)) => Some(object),
            _ => None,
        }
    }

    /// The members of an object that is a `Value`, to be changed.
    pub(crate) fn value_object_mut(&mut self) -> Option<&mut Map<String, Value>> {
        match self {
            Self::Value(Value::Object(members)) => Some(members),
            Self::Lazy(LazyNode::Converted(value)) => {
                value.is_changed = true;
                value.json.as_object_mut()
            }
            _ => None,
        }
    }

    /// The elements of a list, which is opened if it is closed; `None` for other types.
    pub(crate) fn list_mut(&mut self) -> Result<Option<&mut Vec<Node<'a>>>, Error> {
        if self.kind() != JsonKind::List {
            return Ok(None);
        }
        self.open()?;
        Ok(match self {
            Self::List(items) => Some(items),
            _ => None,
        })
    }

    /// The same node with one level open; borrowed if it is open already.
    pub(crate) fn opened(&self) -> Result<Cow<'_, Node<'a>>, Error> {
        Ok(match self {
            Self::Raw(text) => Cow::Owned(text.open()?),
            Self::Lazy(lazy) => Cow::Owned(lazy.clone().open()?),
            Self::ValueRef(value) => Cow::Owned(one_level_ref(value)),
            Self::Value(value) => Cow::Owned(one_level(value.clone())),
            open => Cow::Borrowed(open),
        })
    }

    /// The elements of a list, which stay closed; empty for other types.
    pub(crate) fn list_items(&self) -> Result<Vec<Cow<'_, Node<'a>>>, Error> {
        Ok(match self.opened()? {
            Cow::Borrowed(Node::List(items)) => items.iter().map(Cow::Borrowed).collect(),
            Cow::Owned(Node::List(items)) => items.into_iter().map(Cow::Owned).collect(),
            _ => Vec::new(),
        })
    }

    /// The text of a string.
    pub(crate) fn as_str(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::String(text) => Some(Cow::Borrowed(text)),
            Self::Raw(text) => read::string(text.text()),
            Self::Value(Value::String(text)) | Self::ValueRef(Value::String(text)) => {
                Some(Cow::Borrowed(text))
            }
            Self::Lazy(lazy) => lazy.as_str().map(Cow::Borrowed),
            _ => None,
        }
    }

    /// The same node without borrowed data, opened at all levels, up to `limit`. `O(n)`.
    pub(crate) fn into_owned(mut self, limit: DepthBudget) -> Result<Node<'static>, Error> {
        self.open()?;
        Ok(match self {
            // Opened above.
            Self::Null | Self::Raw(_) | Self::Lazy(_) | Self::Value(_) | Self::ValueRef(_) => {
                Node::Null
            }
            Self::Bool(value) => Node::Bool(value),
            Self::Number(text) => Node::Number(Cow::Owned(text.into_owned())),
            Self::String(text) => Node::String(Cow::Owned(text.into_owned())),
            Self::List(items) => {
                let limit = limit.enter()?;
                let owned = items.into_iter().enumerate().map(|(at, item)| {
                    item.into_owned(limit).map_err(|error| error.within(Segment::Index(at)))
                });
                Node::List(owned.collect::<Result<_, Error>>()?)
            }
            Self::Object(members) => {
                let limit = limit.enter()?;
                let owned = members.into_iter().map(|(name, member)| {
                    let member = member.into_owned(limit);
                    let member = member.map_err(|error| error.within_field(&name))?;
                    Ok((Cow::Owned(name.into_owned()), member))
                });
                Node::Object(owned.collect::<Result<_, Error>>()?)
            }
        })
    }
}

/// Opens one level of a value.
fn one_level<'a>(value: Value) -> Node<'a> {
    match value {
        Value::Null => Node::Null,
        Value::Bool(value) => Node::Bool(value),
        Value::Number(number) => Node::Number(Cow::Owned(number.to_string())),
        Value::String(text) => Node::String(Cow::Owned(text)),
        Value::Array(items) => Node::List(items.into_iter().map(Node::Value).collect()),
        Value::Object(members) => Node::Object(
            members
                .into_iter()
                .map(|(name, value)| (Cow::Owned(name), Node::Value(value)))
                .collect(),
        ),
    }
}

fn one_level_ref(value: &Value) -> Node<'_> {
    match value {
        Value::Null => Node::Null,
        Value::Bool(value) => Node::Bool(*value),
        Value::Number(number) => Node::Number(Cow::Owned(number.to_string())),
        Value::String(text) => Node::String(Cow::Borrowed(text)),
        Value::Array(items) => Node::List(items.iter().map(Node::ValueRef).collect()),
        Value::Object(members) => Node::Object(
            members
                .iter()
                .map(|(name, value)| (Cow::Borrowed(name.as_str()), Node::ValueRef(value)))
                .collect(),
        ),
    }
}
