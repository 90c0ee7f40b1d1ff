//! An index of the documents of all files: the definitions of a kind, and the overlays that change
//! it.

use std::collections::{HashMap, HashSet};

use smp_openapi::Overlay;

use super::file::{SchemaContent, SchemaDocument};

/// Finds documents by kind, so that a run with many kinds and many documents does
/// not compare each with each. Documents are given by their number.
#[derive(Debug, Default)]
pub(super) struct Index {
    definitions: HashMap<(String, String), Vec<usize>>,
    /// The documents that define the list type of a custom resource.
    lists: HashMap<(String, String), Vec<usize>>,
    kinds: HashSet<String>,
    api_versions: HashSet<String>,
    /// The overlays, by the `apiVersion` and the kind that they name, if they name them.
    overlays: HashMap<(Option<String>, Option<String>), Vec<usize>>,
}

impl Index {
    /// `O(n)` in the documents and the kinds they define.
    pub(super) fn of(documents: &[SchemaDocument]) -> Self {
        let mut index = Self::default();
        for (number, document) in documents.iter().enumerate() {
            if let SchemaContent::Overlay(overlay) = &document.content {
                let own = |name: Option<&str>| name.map(str::to_owned);
                let key = (own(overlay.api_version()), own(overlay.kind()));
                index.overlays.entry(key).or_default().push(number);
            }
            for (api_version, kind) in document.list_kinds() {
                let key = (api_version.to_owned(), kind.to_owned());
                index.lists.entry(key).or_default().push(number);
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

    /// The documents that define a kind by its name.
    pub(super) fn definitions(&self, api_version: &str, kind: &str) -> Option<&[usize]> {
        let key = (api_version.to_owned(), kind.to_owned());
        self.definitions.get(&key).map(Vec::as_slice)
    }

    /// The documents that define a kind; for a list type, those that define its custom resource.
    pub(super) fn defining(&self, api_version: &str, kind: &str) -> &[usize] {
        let key = (api_version.to_owned(), kind.to_owned());
        let found = self.definitions.get(&key).or_else(|| self.lists.get(&key));
        found.map_or(&[], Vec::as_slice)
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

    /// The overlays for a kind, in the order of the files: those that have its names, or leave
    /// them out.
    pub(super) fn overlays(&self, api_version: &str, kind: &str) -> Vec<usize> {
        let names = |name: &str| [Some(name.to_owned()), None];
        let keys = names(api_version).into_iter().flat_map(|api_version| {
            names(kind).into_iter().map(move |kind| (api_version.clone(), kind))
        });
        let found = keys.filter_map(|key| self.overlays.get(&key));
        let mut numbers: Vec<_> = found.flatten().copied().collect();
        numbers.sort_unstable();
        numbers
    }
}
