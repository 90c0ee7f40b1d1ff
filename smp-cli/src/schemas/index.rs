//! Which documents of the files define a kind, and which overlays change it.

use std::collections::{HashMap, HashSet};

use smp_openapi::Overlay;

use super::file::{SchemaContent, SchemaDocument};

/// Finds documents by kind, so that a run with many kinds and many documents does
/// not compare each with each. Documents are given by their number.
#[derive(Debug, Default)]
pub(super) struct Index {
    definitions: HashMap<(String, String), Vec<usize>>,
    kinds: HashSet<String>,
    api_versions: HashSet<String>,
    /// By the kind that the overlay has, if it has one.
    overlays: HashMap<Option<String>, Vec<usize>>,
}

impl Index {
    /// `O(n)` in the documents and the kinds they define.
    pub(super) fn of(documents: &[SchemaDocument]) -> Self {
        let mut index = Self::default();
        for (number, document) in documents.iter().enumerate() {
            if let SchemaContent::Overlay(overlay) = &document.content {
                let kind = overlay.kind().map(str::to_owned);
                index.overlays.entry(kind).or_default().push(number);
            }
            for (api_version, kind) in document.kinds() {
                let key = (api_version.to_owned(), kind.to_owned());
                index.definitions.entry(key).or_default().push(number);
                index.kinds.insert(kind.to_owned());
                index.api_versions.insert(api_version.to_owned());
            }
        }
        index
    }

    /// The documents that define a kind by its name. The list type of a custom
    /// resource has no entry.
    pub(super) fn definitions(&self, api_version: &str, kind: &str) -> Option<&[usize]> {
        let key = (api_version.to_owned(), kind.to_owned());
        self.definitions.get(&key).map(Vec::as_slice)
    }

    /// Whether any kind is defined.
    pub(super) fn has_definitions(&self) -> bool {
        !self.definitions.is_empty()
    }

    /// Whether more than one kind is defined.
    pub(super) fn has_several(&self) -> bool {
        self.definitions.len() > 1
    }

    /// Whether an overlay is for one of the kinds that are defined.
    pub(super) fn is_used(&self, overlay: &Overlay) -> bool {
        match (overlay.api_version(), overlay.kind()) {
            (Some(api_version), Some(kind)) => self.definitions(api_version, kind).is_some(),
            (None, Some(kind)) => self.kinds.contains(kind),
            (Some(api_version), None) => self.api_versions.contains(api_version),
            (None, None) => self.has_definitions(),
        }
    }

    /// The overlays with this kind or without a kind, in the order of the files.
    pub(super) fn overlays(&self, kind: &str) -> Vec<usize> {
        let of = |kind: Option<&str>| {
            self.overlays.get(&kind.map(str::to_owned)).into_iter().flatten().copied()
        };
        let mut numbers: Vec<_> = of(Some(kind)).chain(of(None)).collect();
        numbers.sort_unstable();
        numbers
    }
}
