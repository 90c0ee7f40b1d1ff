//! A merge list in which only the elements that a patch names are separate nodes. The elements
//! between them stay one piece of text, with its commas. Example: if the patch names one of a
//! million elements, the list has three parts.

use super::lazy::LazyNode;
use super::node::Node;
use super::read;
use crate::error::Error;

/// When the list is sorted, a piece of text with several elements counts as one element with
/// the first of their keys. So the reader that makes a partial list guarantees that no two
/// elements in pieces have one key. Example: it makes no partial list for the keys `a`, `b`, `a`,
/// if the patch names `b`.
#[derive(Debug, Clone, Default)]
pub(crate) struct PartialList<'a> {
    /// A [`LazyNode::Element`] may be several elements: their text, and the key of the first.
    parts: Vec<Node<'a>>,
}

impl<'a> PartialList<'a> {
    /// The list of these parts.
    pub(crate) fn new(parts: Vec<Node<'a>>) -> Self {
        Self { parts }
    }

    /// The parts. A patch can merge them like elements, since it names no element of a part
    /// that has several.
    pub(crate) fn parts_mut(&mut self) -> &mut Vec<Node<'a>> {
        &mut self.parts
    }

    /// The parts in the order of the list.
    pub(super) fn parts(&self) -> &[Node<'a>] {
        &self.parts
    }

    /// All elements, each a node of its own. `O(n)` in the text.
    pub(super) fn open(self) -> Result<Vec<Node<'a>>, Error> {
        let mut items = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            match part {
                Node::Lazy(LazyNode::Element(run)) => read::items(run.text, &mut items)?,
                node => items.push(node),
            }
        }
        Ok(items)
    }
}
