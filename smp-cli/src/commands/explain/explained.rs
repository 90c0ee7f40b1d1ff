//! The facts about a kind that `smp explain` needs besides the tree of its fields.

use super::tree::FieldNode;
use crate::schemas::{Descriptions, NamedSchema};

/// The schema of a kind, with the texts and the other kinds that `smp explain` shows with it.
pub(super) struct Explained<'k> {
    pub(super) named: &'k NamedSchema,
    /// Other kinds with the same name.
    pub(super) others: &'k [String],
    /// The descriptions of its fields.
    pub(super) descriptions: Option<Descriptions>,
}

impl Explained<'_> {
    /// The description of a field, if the schema of the kind has one.
    pub(super) fn description(&self, node: &FieldNode<'_>) -> Option<&str> {
        self.descriptions.as_ref()?.of(&node.path)
    }
}
