//! A document as it is written: each key and value of the text with its place, including those that a later
//! key of the same name replaces, and those that aliases and merge keys refer to.

use core::ops::Range;

use crate::tree::{Kind, NodeId, Tree};

/// A node of a document as it is written.
#[derive(Debug, Clone, Copy)]
pub struct Written<'n, 't> {
    tree: &'n Tree<'t>,
    id: NodeId,
}

/// The parts of a node.
#[derive(Debug)]
pub enum Parts<'n, 't> {
    /// The text of a scalar, without quotes and escapes.
    Scalar(&'n str),
    /// The items of a list.
    List(Vec<Written<'n, 't>>),
    /// The keys and values in the order of the text.
    Mapping(Vec<(Written<'n, 't>, Written<'n, 't>)>),
    /// The node that has the anchor.
    Alias(Written<'n, 't>),
}

impl<'n, 't> Written<'n, 't> {
    /// The root of a document.
    #[must_use]
    pub fn of(tree: &'n Tree<'t>) -> Self {
        Self { tree, id: tree.root }
    }

    /// The parts of the node.
    #[must_use]
    pub fn parts(self) -> Parts<'n, 't> {
        let at = |id: &NodeId| Self { tree: self.tree, id: *id };
        match &self.tree.node(self.id).kind {
            Kind::Scalar { value, .. } => Parts::Scalar(value),
            Kind::List { items, .. } => Parts::List(items.iter().map(at).collect()),
            Kind::Mapping { members, .. } => {
                Parts::Mapping(members.iter().map(|(key, value)| (at(key), at(value))).collect())
            }
            Kind::Alias(target) => Parts::Alias(at(target)),
        }
    }

    /// The place of the node, with its tag and anchor, in bytes.
    #[must_use]
    pub fn place(self) -> Range<usize> {
        let node = self.tree.node(self.id);
        node.outer.min(node.start)..node.end
    }

    /// Whether the node, which is a key, merges its value into the mapping.
    #[must_use]
    pub fn is_merge_key(self) -> bool {
        self.tree.is_merge_key(self.id)
    }
}
