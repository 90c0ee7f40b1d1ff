//! The tree that the engine works on. A node is *closed* (a borrowed slice of
//! JSON text, or a `serde_json::Value`) until somebody looks inside; opening it
//! opens one level, and what was never opened is written as it was read.

use std::borrow::Cow;

use serde_json::Value;
use serde_json::value::RawValue;

use super::object::Object;
use super::read;
use crate::error::Error;

/// How deep a document may be nested where all of it must be looked at, unless
/// the caller says otherwise. The stack of a thread holds it with ease.
pub(crate) const MAX_DEPTH: usize = 128;

#[derive(Debug, Clone)]
pub(crate) enum Node<'a> {
    Null,
    Bool(bool),
    /// The text of the number, exactly.
    Number(Cow<'a, str>),
    String(Cow<'a, str>),
    List(Vec<Node<'a>>),
    Object(Object<'a>),
    /// Closed: JSON text that has been checked.
    Raw(&'a RawValue),
    /// Closed: a value that is ours.
    Value(Value),
    /// Closed: a value of the caller's.
    ValueRef(&'a Value),
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
            Self::List(_) => JsonKind::List,
            Self::Object(_) => JsonKind::Object,
            Self::Raw(raw) => match raw.get().as_bytes().first() {
                Some(b'{') => JsonKind::Object,
                Some(b'[') => JsonKind::List,
                Some(b'"') => JsonKind::String,
                Some(b't' | b'f') => JsonKind::Bool,
                Some(b'n') | None => JsonKind::Null,
                Some(_) => JsonKind::Number,
            },
            Self::Value(value) => kind_of(value),
            Self::ValueRef(value) => kind_of(value),
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        self.kind() == JsonKind::Null
    }

    /// Opens one level in place. `O(n)` in the text of a closed node, `O(c)` in
    /// the children of a closed value, `O(1)` if it is open.
    pub(crate) fn open(&mut self) -> Result<(), Error> {
        match self {
            Self::Raw(raw) => *self = read::one_level(raw.get())?,
            Self::ValueRef(value) => *self = one_level_ref(value),
            Self::Value(value) => *self = one_level(core::mem::take(value)),
            _ => {}
        }
        Ok(())
    }

    /// Opens everything below, to `limit` levels. `O(n·d)` in the size of the
    /// text and its depth.
    pub(crate) fn open_all(&mut self, limit: usize) -> Result<(), Error> {
        self.open()?;
        match self {
            Self::List(items) => {
                let limit = deeper(limit)?;
                for (at, item) in items.iter_mut().enumerate() {
                    item.open_all(limit)
                        .map_err(|error| error.within(crate::path::Segment::Index(at)))?;
                }
            }
            Self::Object(members) => {
                let limit = deeper(limit)?;
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
            Self::Raw(raw) => Cow::Owned(read::one_level(raw.get())?),
            Self::ValueRef(value) => Cow::Owned(one_level_ref(value)),
            Self::Value(value) => Cow::Owned(one_level(value.clone())),
            open => Cow::Borrowed(open),
        })
    }

    /// The text of a string.
    pub(crate) fn as_str(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::String(text) => Some(Cow::Borrowed(text)),
            Self::Raw(raw) => read::string(raw.get()),
            Self::Value(Value::String(text)) | Self::ValueRef(Value::String(text)) => {
                Some(Cow::Borrowed(text))
            }
            _ => None,
        }
    }

    /// The text of a number.
    pub(crate) fn as_number(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Number(text) => Some(Cow::Borrowed(text)),
            Self::Raw(raw) if self.kind() == JsonKind::Number => Some(Cow::Borrowed(raw.get())),
            Self::Value(Value::Number(number)) | Self::ValueRef(Value::Number(number)) => {
                Some(Cow::Owned(number.to_string()))
            }
            _ => None,
        }
    }

    pub(crate) fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            Self::Raw(raw) => match raw.get() {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            },
            Self::Value(value) => value.as_bool(),
            Self::ValueRef(value) => value.as_bool(),
            _ => None,
        }
    }

    /// Detached from everything borrowed; closed text is opened. `O(n)`.
    pub(crate) fn into_owned(mut self, limit: usize) -> Result<Node<'static>, Error> {
        self.open_all(limit)?;
        Ok(self.detached())
    }

    fn detached(self) -> Node<'static> {
        match self {
            Self::Null | Self::Raw(_) => Node::Null,
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

/// One level less, or the error that says there is none left.
pub(crate) fn deeper(limit: usize) -> Result<usize, Error> {
    limit.checked_sub(1).ok_or_else(|| {
        Error::new(
            crate::error::ErrorKind::Depth,
            "nested deeper than the limit; raise `max_depth` if the document is meant to be",
        )
    })
}

fn kind_of(value: &Value) -> JsonKind {
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
