//! Diagnostics of an import that is running: each refers to the schema that was read. Their
//! JSON pointers are computed at the end, if there are any notes.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use smp_schema::__support::{Capped, shortened};
use smp_schema::Limits;

use super::node::{ChildStep, SchemaNode};
use crate::diagnostic::{Diagnostic, pointer_step};

/// A message about a keyword of a schema that was read.
struct Note<'d> {
    node: Option<&'d SchemaNode>,
    keyword: String,
    message: String,
}

/// Notes in the order they are made. A note that is made twice counts once.
pub(super) struct Notes<'d> {
    kept: Capped<Note<'d>>,
    /// The hashes of all notes, including those over the limit.
    seen: HashSet<u64>,
    hasher: foldhash::quality::RandomState,
}

impl<'d> Notes<'d> {
    pub(super) fn within(limits: &Limits) -> Self {
        Self {
            kept: Capped::within(limits),
            seen: HashSet::new(),
            hasher: foldhash::quality::RandomState::default(),
        }
    }

    pub(super) fn add(&mut self, node: Option<&'d SchemaNode>, keyword: &str, message: String) {
        let hash = self.hasher.hash_one((node.map(core::ptr::from_ref), keyword, &message));
        if self.seen.insert(hash) {
            self.kept.push(|| Note { node, keyword: keyword.to_owned(), message });
        }
    }

    /// Counts notes that were left out before they reached this list.
    pub(super) fn omit(&mut self, count: usize) {
        self.kept.count_omitted(count);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The notes as diagnostics with JSON pointers, and the number of those left out.
    pub(super) fn placed(
        self,
        roots: impl Iterator<Item = (String, &'d SchemaNode)>,
    ) -> (Vec<Diagnostic>, usize) {
        let (notes, omitted) = self.kept.into_parts();
        (diagnostics(notes, roots), omitted)
    }
}

/// Finds the JSON pointers of all notes in one walk of the document. `O(n)` in the document.
fn diagnostics<'d>(
    notes: Vec<Note<'d>>,
    roots: impl Iterator<Item = (String, &'d SchemaNode)>,
) -> Vec<Diagnostic> {
    if notes.is_empty() {
        return Vec::new();
    }
    let mut wanted: HashMap<*const SchemaNode, Option<String>> = notes
        .iter()
        .filter_map(|note| note.node)
        .map(|node| (core::ptr::from_ref(node), None))
        .collect();
    for (pointer, node) in roots {
        let mut pointer = pointer;
        search(node, &mut pointer, &mut wanted);
    }
    let placed = notes.into_iter().map(|note| {
        let pointer = note.node.and_then(|node| wanted.get(&core::ptr::from_ref(node))?.clone());
        let mut pointer = pointer.unwrap_or_default();
        if !note.keyword.is_empty() {
            pointer.push('/');
            pointer.push_str(&note.keyword);
        }
        Diagnostic::new(pointer, note.message)
    });
    placed.collect()
}

/// Stores the pointer of each wanted schema. The recursion is as deep as the document, whose
/// depth is limited when it is read.
fn search(
    node: &SchemaNode,
    pointer: &mut String,
    wanted: &mut HashMap<*const SchemaNode, Option<String>>,
) {
    if let Some(place) = wanted.get_mut(&core::ptr::from_ref(node)) {
        *place = Some(pointer.clone());
    }
    for (keyword, step, inner) in node.children() {
        let length = pointer.len();
        pointer.push('/');
        pointer.push_str(keyword);
        match step {
            ChildStep::None => {}
            ChildStep::Name(name) => pointer.extend(["/", &pointer_step(&shortened(name))]),
            ChildStep::At(at) => pointer.extend(["/", &at.to_string()]),
        }
        search(inner, pointer, wanted);
        #[expect(clippy::disallowed_methods, reason = "it ended there before")]
        pointer.truncate(length);
    }
}
