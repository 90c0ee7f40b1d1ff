//! The tree that the engine works on. A node is *closed* (a borrowed slice of
//! JSON text, or a `serde_json::Value`) until somebody looks inside; opening it
//! opens one level, and what was never opened is written as it was read.
//!
//! Between the two are nodes of which a reader that knew what would be asked has
//! kept the answer: the merge key of an element, the members or elements that a patch
//! names.
//! For everybody else they are closed, too.

use std::borrow::Cow;

use serde_json::Value;

use super::object::Object;
use super::partial::Partial;
use super::read;
use super::sparse::Sparse;
use crate::depth::DepthBudget;
use crate::error::Error;

#[derive(Debug, Clone)]
pub(crate) enum Node<'a> {
    Null,
    Bool(bool),
    /// The text of the number, exactly.
    Number(Cow<'a, str>),
    String(Cow<'a, str>),
    List(Vec<Node<'a>>),
    Object(Object<'a>),
    /// Closed: JSON text that has been checked, without space around it.
    Raw(&'a str),
    /// Closed: the text of an object that is an element of a merge list, and the
    /// text of its merge key.
    Element(Element<'a>),
    /// An object of which some members are open, the others text.
    Partial(Partial<'a>),
    /// A merge list of which some elements stand by themselves, the others are text.
    Sparse(Sparse<'a>),
    /// Closed: a value that is ours.
    Value(Value),
    /// Closed: a value of the caller's.
    ValueRef(&'a Value),
}

/// The text of an element of a merge list, and of its merge key within it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element<'a> {
    pub(crate) text: &'a str,
    pub(crate) key: &'a str,
}

/// What a node is, closed or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonKind {
    Null,
    Bool,
    Number,
    String,
    List,
    Object,
}

impl JsonKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::List => "a list",
            Self::Object => "an object",
        }
    }

    pub(crate) fn is_scalar(self) -> bool {
        !matches!(self, Self::List | Self::Object)
    }
}

impl<'a> Node<'a> {
    /// `O(1)`: a closed node tells by its first byte.
    pub(crate) fn kind(&self) -> JsonKind {
        match self {
            Self::Null => JsonKind::Null,
            Self::Bool(_) => JsonKind::Bool,
            Self::Number(_) => JsonKind::Number,
            Self::String(_) => JsonKind::String,
            Self::List(_) | Self::Sparse(_) => JsonKind::List,
            Self::Object(_) | Self::Element(_) | Self::Partial(_) => JsonKind::Object,
            Self::Raw(text) => read::kind(text),
            Self::Value(value) => kind_of(value),
            Self::ValueRef(value) => kind_of(value),
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        self.kind() == JsonKind::Null
    }

    /// Whether it is an object whose members can be asked for as it is.
    pub(crate) fn shows_members(&self) -> bool {
        matches!(
            self,
            Self::Object(_)
                | Self::Element(_)
                | Self::Partial(_)
                | Self::Value(Value::Object(_))
                | Self::ValueRef(Value::Object(_))
        )
    }

    /// Opens one level in place. `O(n)` in the text of a closed node, `O(c)` in
    /// the children of a closed value, `O(1)` if it is open.
    pub(crate) fn open(&mut self) -> Result<(), Error> {
        match self {
            Self::Raw(text) | Self::Element(Element { text, .. }) => *self = read::one_level(text)?,
            Self::Partial(partial) => *self = Node::Object(core::mem::take(partial).open()?),
            Self::Sparse(sparse) => *self = Node::List(core::mem::take(sparse).open()?),
            Self::ValueRef(value) => *self = one_level_ref(value),
            Self::Value(value) => *self = one_level(core::mem::take(value)),
            _ => {}
        }
        Ok(())
    }

    /// Opens everything below, to `limit` levels. `O(n·d)` in the size of the
    /// text and its depth.
    pub(crate) fn open_all(&mut self, limit: DepthBudget) -> Result<(), Error> {
        self.open()?;
        match self {
            Self::List(items) => {
                let limit = limit.enter()?;
                for (at, item) in items.iter_mut().enumerate() {
                    item.open_all(limit)
                        .map_err(|error| error.within(crate::path::Segment::Index(at)))?;
                }
            }
            Self::Object(members) => {
                let limit = limit.enter()?;
                for (name, member) in members.iter_mut() {
                    member.open_all(limit).map_err(|error| error.within_field(name))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The members, opening the node if it must; `None` for anything but an
    /// object.
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

    /// The elements, opening the node if it must; `None` for anything but a
    /// list.
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

    /// The same node with one level open: borrowed if it is open already.
    pub(crate) fn opened(&self) -> Result<Cow<'_, Node<'a>>, Error> {
        Ok(match self {
            Self::Raw(text) | Self::Element(Element { text, .. }) => {
                Cow::Owned(read::one_level(text)?)
            }
            Self::Partial(partial) => Cow::Owned(Node::Object(partial.clone().open()?)),
            Self::Sparse(sparse) => Cow::Owned(Node::List(sparse.clone().open()?)),
            Self::ValueRef(value) => Cow::Owned(one_level_ref(value)),
            Self::Value(value) => Cow::Owned(one_level(value.clone())),
            open => Cow::Borrowed(open),
        })
    }

    /// The elements of a list, each opened by one level; empty for anything else.
    /// `O(n)` in the text of the list.
    pub(crate) fn list_items(&self) -> Result<Vec<Cow<'_, Node<'a>>>, Error> {
        match self.opened()? {
            Cow::Borrowed(Node::List(items)) => items.iter().map(Node::opened).collect(),
            Cow::Owned(Node::List(items)) => items
                .into_iter()
                .map(|mut item| {
                    item.open()?;
                    Ok(Cow::Owned(item))
                })
                .collect(),
            _ => Ok(Vec::new()),
        }
    }

    /// The text of a string.
    pub(crate) fn as_str(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::String(text) => Some(Cow::Borrowed(text)),
            Self::Raw(text) => read::string(text),
            Self::Value(Value::String(text)) | Self::ValueRef(Value::String(text)) => {
                Some(Cow::Borrowed(text))
            }
            _ => None,
        }
    }

    /// Detached from everything borrowed; closed text is opened. `O(n)`.
    pub(crate) fn into_owned(mut self, limit: DepthBudget) -> Result<Node<'static>, Error> {
        self.open_all(limit)?;
        Ok(self.detached())
    }

    fn detached(self) -> Node<'static> {
        match self {
            // Closed text was opened above.
            Self::Null | Self::Raw(_) | Self::Element(_) | Self::Partial(_) | Self::Sparse(_) => {
                Node::Null
            }
            Self::Bool(value) => Node::Bool(value),
            Self::Number(text) => Node::Number(Cow::Owned(text.into_owned())),
            Self::String(text) => Node::String(Cow::Owned(text.into_owned())),
            Self::List(items) => Node::List(items.into_iter().map(Node::detached).collect()),
            Self::Object(members) => Node::Object(
                members
                    .into_iter()
                    .map(|(name, member)| (Cow::Owned(name.into_owned()), member.detached()))
                    .collect(),
            ),
            Self::Value(value) => Node::Value(value),
            Self::ValueRef(value) => Node::Value(value.clone()),
        }
    }
}

pub(super) fn kind_of(value: &Value) -> JsonKind {
    match value {
        Value::Null => JsonKind::Null,
        Value::Bool(_) => JsonKind::Bool,
        Value::Number(_) => JsonKind::Number,
        Value::String(_) => JsonKind::String,
        Value::Array(_) => JsonKind::List,
        Value::Object(_) => JsonKind::Object,
    }
}

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
