//! Nodes that are closed in part: text in which a reader has opened some parts, and Rust
//! values.
//!
//! [`apply`](crate::apply) and [`diff`](crate::diff()) have readers of their own
//! (`apply/guided.rs`, `diff/guided.rs`), which open the parts that the operation needs, and
//! leave the text between them closed. All other code handles the result like any closed node:
//! [`Node::open`] gives the members or elements.

use serde_json::Value;

use super::node::{JsonKind, Node};
use super::partial_list::PartialList;
use super::partial_object::PartialObject;
use super::reached::Reached;
use super::reached_object::ReachedObject;
use super::scalar::{KeyValue, Scalar};
use super::{read, write};
use crate::error::Error;

/// A node with some parts that are known; the others are text.
#[derive(Debug, Clone)]
pub(crate) enum LazyNode<'a> {
    /// An element of a merge list, closed, with its merge key.
    Element(Element<'a>),
    /// An object in which some members are open.
    Object(PartialObject<'a>),
    /// A merge list in which some elements are separate nodes.
    List(PartialList<'a>),
    /// A Rust value.
    Reached(Reached<'a>),
    /// A Rust value in which some members are open.
    ReachedObject(ReachedObject<'a>),
    /// A Rust value that is an object in JSON and whose parts can't be accessed, as JSON.
    Converted(Box<Converted<'a>>),
}

/// The JSON of a Rust value. A value whose JSON stays as it is stays as it is.
#[derive(Debug, Clone)]
pub(crate) struct Converted<'a> {
    pub(crate) origin: Reached<'a>,
    pub(crate) json: Value,
    pub(crate) is_changed: bool,
}

/// The text of an element of a merge list, and the text of its merge key, which is a part of
/// it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element<'a> {
    pub(crate) text: &'a str,
    pub(crate) key: &'a str,
}

impl<'a> LazyNode<'a> {
    /// The JSON of a Rust value.
    pub(super) fn converted(origin: Reached<'a>, json: Value, is_changed: bool) -> Self {
        Self::Converted(Box::new(Converted { origin, json, is_changed }))
    }

    pub(super) fn kind(&self) -> JsonKind {
        match self {
            Self::Element(_) | Self::Object(_) | Self::ReachedObject(_) => JsonKind::Object,
            Self::List(_) => JsonKind::List,
            Self::Reached(value) => value.kind(),
            Self::Converted(value) => Node::ValueRef(&value.json).kind(),
        }
    }

    /// The same node, with one level open. `O(n)` in its text.
    pub(super) fn open(self) -> Result<Node<'a>, Error> {
        match self {
            Self::Element(element) => read::one_level(element.text),
            Self::Object(object) => object.open().map(Node::Object),
            Self::List(list) => list.open().map(Node::List),
            Self::Reached(value) => value.open(),
            Self::ReachedObject(object) => object.open().map(Node::Object),
            Self::Converted(value) => {
                let mut node = Node::Value(value.json);
                node.open().map(|()| node)
            }
        }
    }

    /// The text of the node, if it is closed text as a whole.
    pub(super) fn text(&self) -> Option<&'a str> {
        match self {
            Self::Element(element) => Some(element.text),
            _ => None,
        }
    }

    /// The element, if the node is one that is closed.
    pub(crate) fn element(&self) -> Option<Element<'a>> {
        match self {
            Self::Element(element) => Some(*element),
            _ => None,
        }
    }

    /// The value of the key field with this name, in an object. `O(1)` apart from the text
    /// of the key; `O(n)` in the fields of a struct that doesn't have it at this position.
    pub(super) fn key_value(&self, name: &str, position: Option<usize>) -> Option<KeyValue<'_>> {
        match self {
            // The reader has found the text of the merge key, and the list has only one.
            Self::Element(element) => KeyValue::of_text(element.key),
            Self::Object(object) => object.get(name).map(KeyValue::of),
            Self::List(_) => None,
            Self::Reached(value) => value.key_value(name, position),
            Self::ReachedObject(object) => object.key_value(name, position),
            Self::Converted(value) => value.json.get(name).map(KeyValue::of_value),
        }
    }

    /// The node as a scalar, if it is a Rust value that is one.
    pub(super) fn scalar(&self) -> Option<Scalar<'a>> {
        match self {
            Self::Reached(value) => value.scalar(),
            _ => None,
        }
    }

    /// The Rust value, if the node is one and no part of it was opened.
    pub(crate) fn reached(&self) -> Option<Reached<'a>> {
        match self {
            Self::Reached(value) => Some(*value),
            _ => None,
        }
    }

    /// The text, if the node is a Rust value that is a string.
    pub(super) fn as_str(&self) -> Option<&'a str> {
        match self {
            Self::Reached(value) => value.as_str(),
            _ => None,
        }
    }

    /// Writes compact JSON; text is written as it was read. `O(n)`.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Self::Element(element) => out.push_str(element.text),
            Self::Object(object) => object.write(out),
            Self::List(list) => write::list(list.parts(), out),
            // Rust values are written only in messages. A value that can't be converted is
            // shown as null.
            Self::Reached(_) | Self::ReachedObject(_) | Self::Converted(_) => {
                match self.clone().open() {
                    Ok(open) => write::compact(&open, out),
                    Err(_) => out.push_str("null"),
                }
            }
        }
    }

    /// The length of the text that [`write`](Self::write) writes, or a little more. `O(n)` in the
    /// open parts.
    pub(super) fn text_len(&self) -> usize {
        match self {
            Self::Element(element) => element.text.len(),
            Self::Object(object) => object.text_len(),
            Self::List(list) => write::total(list.parts().iter().map(write::text_len)),
            Self::Reached(_) | Self::ReachedObject(_) | Self::Converted(_) => 0,
        }
    }
}

impl<'a> From<Element<'a>> for Node<'a> {
    fn from(element: Element<'a>) -> Self {
        Self::Lazy(LazyNode::Element(element))
    }
}

impl<'a> From<PartialObject<'a>> for Node<'a> {
    fn from(object: PartialObject<'a>) -> Self {
        Self::Lazy(LazyNode::Object(object))
    }
}

impl<'a> From<PartialList<'a>> for Node<'a> {
    fn from(list: PartialList<'a>) -> Self {
        Self::Lazy(LazyNode::List(list))
    }
}
