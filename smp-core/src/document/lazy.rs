//! Rust values as nodes. All other code handles them like any closed node: [`Node::open`] gives the
//! members or elements.

use serde_json::Value;
use smp_schema::__support::JsonKind;

use super::node::Node;
use super::rust_object::RustObject;
use super::rust_value::RustValue;
use super::scalar::{KeyValue, Scalar};
use super::write;
use crate::error::Error;

/// A Rust value.
#[derive(Debug, Clone)]
pub(crate) enum LazyNode<'a> {
    /// A value that is not changed.
    RustValue(RustValue<'a>),
    /// A value in which some members are open.
    RustObject(RustObject<'a>),
    /// A value that is an object in JSON and whose parts can't be accessed, as JSON.
    Converted(Box<Converted<'a>>),
}

/// The JSON of a Rust value. The value is changed only if its JSON is.
#[derive(Debug, Clone)]
pub(crate) struct Converted<'a> {
    pub(crate) origin: RustValue<'a>,
    pub(crate) json: Value,
    pub(crate) is_changed: bool,
}

impl<'a> LazyNode<'a> {
    /// The JSON of a Rust value.
    pub(super) fn converted(origin: RustValue<'a>, json: Value, is_changed: bool) -> Self {
        Self::Converted(Box::new(Converted { origin, json, is_changed }))
    }

    pub(super) fn kind(&self) -> JsonKind {
        match self {
            Self::RustObject(_) => JsonKind::Object,
            Self::RustValue(value) => value.kind(),
            Self::Converted(value) => Node::ValueRef(&value.json).kind(),
        }
    }

    /// The same node, with one level open. `O(c)` in its children.
    pub(super) fn open(self) -> Result<Node<'a>, Error> {
        match self {
            Self::RustValue(value) => value.open(),
            Self::RustObject(object) => object.open().map(Node::Object),
            Self::Converted(value) => {
                let mut node = Node::Value(value.json);
                node.open().map(|()| node)
            }
        }
    }

    /// The value of the key field with this name, in an object. `O(1)` apart from the text
    /// of the key; `O(n)` in the fields of a struct that doesn't have it at this position.
    pub(super) fn key_value(&self, name: &str, position: Option<usize>) -> Option<KeyValue<'_>> {
        match self {
            Self::RustValue(value) => value.key_value(name, position),
            Self::RustObject(object) => object.key_value(name, position),
            Self::Converted(value) => value.json.get(name).map(KeyValue::of_value),
        }
    }

    /// The node as a scalar, if it is a Rust value that is a scalar.
    pub(super) fn scalar(&self) -> Option<Scalar<'a>> {
        match self {
            Self::RustValue(value) => value.scalar(),
            _ => None,
        }
    }

    /// The Rust value, if no part of it was opened.
    pub(crate) fn rust_value(&self) -> Option<RustValue<'a>> {
        match self {
            Self::RustValue(value) => Some(*value),
            _ => None,
        }
    }

    /// The text, if the node is a Rust value that is a string.
    pub(super) fn as_str(&self) -> Option<&'a str> {
        match self {
            Self::RustValue(value) => value.as_str(),
            _ => None,
        }
    }

    /// Writes compact JSON. Rust values are written only in messages; one that can't be converted is
    /// shown as null. `O(n)`.
    pub(super) fn write(&self, out: &mut String) {
        match self.clone().open() {
            Ok(open) => write::compact(&open, out),
            Err(_) => out.push_str("null"),
        }
    }
}
