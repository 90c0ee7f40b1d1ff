//! What an import has to say about its source, each with its place.

use core::fmt;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use super::node::{Node, Step};
use crate::limits::{Kept, Limits};

/// Something that an import found in its source: a mistake, or a warning about
/// a documented fallback.
///
/// ```
/// use smp_core::OpenApi;
/// let text = br##"{"definitions": {"Pod": {"properties": {
///     "spec": {"$ref": "#/definitions/PodSpec"}
/// }}}}"##;
/// let error = OpenApi::from_slice(text)?.schema_named("Pod").unwrap_err();
/// assert_eq!(error.findings()[0].pointer(), "/definitions/Pod/properties/spec/$ref");
/// # Ok::<(), smp_core::ImportError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Finding {
    pointer: String,
    message: String,
}

impl Finding {
    pub(crate) fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), message: message.into() }
    }

    /// Where in the document: a JSON pointer (RFC 6901). `O(1)`.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What was expected, what was found, and what to do. `O(1)`.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.pointer, self.message)
        }
    }
}

/// Why a document gives no schema: everything that is wrong with the part that
/// was asked for, within [`Limits::max_errors`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportError {
    findings: Vec<Finding>,
    omitted: usize,
}

impl ImportError {
    pub(crate) fn new(mut findings: Vec<Finding>, omitted: usize, limits: &Limits) -> Self {
        findings.extend(more(omitted, limits));
        Self { findings, omitted }
    }

    pub(crate) fn one(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { findings: vec![Finding::new(pointer, message)], omitted: 0 }
    }

    /// How many mistakes are not among the [`findings`](Self::findings). `O(1)`.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Every mistake; the last entry says how many more there are, if there are.
    /// `O(1)`.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// One line for each mistake, after a first line that says how many there are.
impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.findings.as_slice() {
            [one] => write!(f, "the schema cannot be used: {one}"),
            all => {
                // The last entry is no mistake where it counts others.
                let listed = all.len().saturating_sub(usize::from(self.omitted > 0));
                let count = listed.saturating_add(self.omitted);
                write!(f, "the schema cannot be used: {count} mistakes")?;
                all.iter().try_for_each(|finding| write!(f, "\n  {finding}"))
            }
        }
    }
}

impl core::error::Error for ImportError {}

/// A finding whose place is a schema that was read, and a step from there.
/// Pointers are made when the import is over, so that a good one pays nothing.
struct Note<'d> {
    node: Option<&'d Node>,
    keyword: String,
    message: String,
}

/// The last entry of findings of which so many were left out, if any.
pub(crate) fn more(omitted: usize, limits: &Limits) -> Option<Finding> {
    limits.more(omitted).map(|message| Finding::new("", message))
}

/// Notes as they are made; what is said twice counts once.
pub(super) struct Notes<'d> {
    kept: Kept<Note<'d>>,
    /// Hashes stand for the notes, of which there may be too many to keep.
    seen: HashSet<u64>,
    hasher: foldhash::quality::RandomState,
}

impl<'d> Notes<'d> {
    pub(super) fn within(limits: &Limits) -> Self {
        Self {
            kept: Kept::within(limits),
            seen: HashSet::new(),
            hasher: foldhash::quality::RandomState::default(),
        }
    }

    pub(super) fn add(&mut self, node: Option<&'d Node>, keyword: &str, message: String) {
        let hash = self.hasher.hash_one((node.map(core::ptr::from_ref), keyword, &message));
        if self.seen.insert(hash) {
            self.kept.add(|| Note { node, keyword: keyword.to_owned(), message });
        }
    }

    /// Counts some that somebody else has left out.
    pub(super) fn omit(&mut self, count: usize) {
        self.kept.omit(count);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The notes with their places, and how many more there are.
    pub(super) fn placed(
        self,
        roots: impl Iterator<Item = (String, &'d Node)>,
    ) -> (Vec<Finding>, usize) {
        let (notes, omitted) = self.kept.into_parts();
        (place(notes, roots), omitted)
    }
}

/// Finds the places of all notes in one walk of the document. `O(n)` in the
/// document.
fn place<'d>(
    notes: Vec<Note<'d>>,
    roots: impl Iterator<Item = (String, &'d Node)>,
) -> Vec<Finding> {
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
    let findings = notes.into_iter().map(|note| {
        let pointer = note.node.and_then(|node| wanted.get(&core::ptr::from_ref(node))?.clone());
        let mut pointer = pointer.unwrap_or_default();
        if !note.keyword.is_empty() {
            pointer.push('/');
            pointer.push_str(&note.keyword);
        }
        Finding::new(pointer, note.message)
    });
    findings.collect()
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
            Step::Name(name) => pointer.extend(["/", &escaped(name)]),
            Step::At(at) => pointer.extend(["/", &at.to_string()]),
        }
        search(inner, pointer, wanted);
        #[expect(clippy::disallowed_methods, reason = "it ended there before")]
        pointer.truncate(length);
    }
}

/// A name as a step of a JSON pointer.
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
