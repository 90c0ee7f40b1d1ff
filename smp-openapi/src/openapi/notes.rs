//! Diagnostics of an import while it runs: each refers to the schema that was read.
//! Their JSON pointers are computed at the end, where there are any.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use smp_schema::__support::{Capped, shortened};
use smp_schema::Limits;

use super::node::{Node, Step};
use crate::diagnostic::{Diagnostic, pointer_step};

/// A message about a keyword of a schema that was read.
struct Note<'d> {
    node: Option<&'d Node>,
    keyword: String,
    message: String,
}

/// Notes as they are made; what is said twice counts once.
pub(super) struct Notes<'d> {
    kept: Capped<Note<'d>>,
    /// Hashes stand for the notes, of which there may be too many to keep.
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

    pub(super) fn add(&mut self, node: Option<&'d Node>, keyword: &str, message: String) {
        let hash = self.hasher.hash_one((node.map(core::ptr::from_ref), keyword, &message));
        if self.seen.insert(hash) {
            self.kept.push(|| Note { node, keyword: keyword.to_owned(), message });
        }
    }

    /// Counts some that somebody else has left out.
    pub(super) fn omit(&mut self, count: usize) {
        self.kept.count_omitted(count);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The notes with their places, and how many more there are.
    pub(super) fn placed(
        self,
        roots: impl Iterator<Item = (String, &'d Node)>,
    ) -> (Vec<Diagnostic>, usize) {
        let (notes, omitted) = self.kept.into_parts();
        (place(notes, roots), omitted)
    }
}

/// Finds the places of all notes in one walk of the document. `O(n)` in the
/// document.
fn place<'d>(
    notes: Vec<Note<'d>>,
    roots: impl Iterator<Item = (String, &'d Node)>,
) -> Vec<Diagnostic> {
    if notes.is_empty() {
        return Vec::new();
    }
    let mut wanted: HashMap<*const Node, Option<String>> = notes
        .iter()
        .filter_map(|note| note.node)
        .map(|node| (core::ptr::from_ref(node), None))
        .collect();
    for (pointer, node) in roots {
        let mut pointer = pointer;
        search(node, &mut pointer, &mut wanted);
    }
    let diagnostics = notes.into_iter().map(|note| {
        let pointer = note.node.and_then(|node| wanted.get(&core::ptr::from_ref(node))?.clone());
        let mut pointer = pointer.unwrap_or_default();
        if !note.keyword.is_empty() {
            pointer.push('/');
            pointer.push_str(&note.keyword);
        }
        Diagnostic::new(pointer, note.message)
    });
    diagnostics.collect()
}

/// As deep as the document, which its reader has bounded.
fn search(node: &Node, pointer: &mut String, wanted: &mut HashMap<*const Node, Option<String>>) {
    if let Some(place) = wanted.get_mut(&core::ptr::from_ref(node)) {
        *place = Some(pointer.clone());
    }
    for (keyword, step, inner) in node.inside() {
        let length = pointer.len();
        pointer.push('/');
        pointer.push_str(keyword);
        match step {
            Step::None => {}
            Step::Name(name) => pointer.extend(["/", &pointer_step(&shortened(name))]),
            Step::At(at) => pointer.extend(["/", &at.to_string()]),
        }
        search(inner, pointer, wanted);
        #[expect(clippy::disallowed_methods, reason = "it ended there before")]
        pointer.truncate(length);
    }
}
