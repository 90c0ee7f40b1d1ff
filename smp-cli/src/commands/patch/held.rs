//! An object between two patches.

use smp_core::{Document, View};
use smp_json_patch::OpenDocument;

use crate::identity::Lookup;

/// An object between two patches: open after one without a schema, so that the next of these costs
/// what it changes.
pub(super) struct Held<'d> {
    /// The object, unless it is open.
    document: Document<'d>,
    open: Option<OpenDocument<'d>>,
}

impl<'d> Held<'d> {
    pub(super) fn new(document: Document<'d>) -> Self {
        Self { document, open: None }
    }

    pub(super) fn of_open(open: OpenDocument<'d>) -> Self {
        Self { document: Document::from(View::Null), open: Some(open) }
    }

    pub(super) fn into_document(self) -> Document<'d> {
        self.open.map_or(self.document, OpenDocument::into_document)
    }

    pub(super) fn into_open(self) -> OpenDocument<'d> {
        self.open.unwrap_or_else(|| OpenDocument::new(self.document))
    }

    /// The object, which is closed for this. `O(n)` in what is open.
    pub(super) fn document(&mut self) -> &Document<'d> {
        if let Some(open) = self.open.take() {
            self.document = open.into_document();
        }
        &self.document
    }
}

impl Lookup for Held<'_> {
    fn get_in(&self, names: &[&str]) -> Option<Document<'_>> {
        match &self.open {
            Some(open) => open.get_in(names),
            None => self.document.get_in(names),
        }
    }
}
