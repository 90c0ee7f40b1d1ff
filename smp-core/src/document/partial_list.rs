//! A merge list of which only the elements that a patch names stand by themselves.
//! Those between them stay together as they stand in the text, commas and all: a
//! list of a million elements of which one changes has three parts.

use super::lazy::LazyNode;
use super::node::Node;
use super::read;
use crate::error::Error;

/// Whoever reads one promises that its order can be told from its parts.
#[derive(Debug, Clone, Default)]
pub(crate) struct PartialList<'a> {
    /// A [`Node::Element`] may be several: all that stand there, with the key of
    /// the first.
    parts: Vec<Node<'a>>,
}

impl<'a> PartialList<'a> {
    /// Of its parts. `O(1)`.
    pub(crate) fn new(parts: Vec<Node<'a>>) -> Self {
        Self { parts }
    }

    /// The parts, to be merged as elements: no patch names those that are several.
    pub(crate) fn parts_mut(&mut self) -> &mut Vec<Node<'a>> {
        &mut self.parts
    }

    /// The parts, to be written one after the other.
    pub(super) fn parts(&self) -> &[Node<'a>] {
        &self.parts
    }

    /// All elements, each by itself. `O(n)` in the text.
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
