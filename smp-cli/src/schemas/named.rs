//! The schema of a kind, and the layers that define its fields.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use smp_core::Schema;
use smp_openapi::{ChangedField, Overlay};
use smp_types::RemovedKind;

use super::warnings::SchemaWarnings;

/// The schema of a kind, or of a type inside of kinds.
#[derive(Debug, Clone)]
pub(crate) struct NamedSchema {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) schema: Schema,
    /// The removal of the kind, if the version of Kubernetes does not serve it any more.
    pub(super) removed: Option<RemovedKind>,
    /// The warnings about its definitions.
    pub(super) warnings: Arc<Vec<SchemaWarnings>>,
    /// The layer that defines the kind.
    base: String,
    /// Overrides by path; the last one wins.
    refined: HashMap<Vec<String>, Vec<Refinement>>,
    /// The lists whose merge key counts only where every element has it, by path.
    optional_keys: HashSet<Vec<String>>,
}

/// A definition in a layer above the base.
#[derive(Debug, Clone)]
struct Refinement {
    layer: String,
    /// Whether everything below the field is defined by this layer, too.
    with_fields_below: bool,
}

impl NamedSchema {
    pub(super) fn new(api_version: &str, kind: &str, schema: Schema, base: &str) -> Self {
        Self {
            api_version: api_version.to_owned(),
            kind: kind.to_owned(),
            schema,
            removed: None,
            warnings: Arc::default(),
            base: base.to_owned(),
            refined: HashMap::new(),
            optional_keys: HashSet::new(),
        }
    }

    /// Records that a layer defines a field and everything below it.
    pub(super) fn refine_tree(&mut self, path: Vec<String>, layer: &str) {
        let refinement = Refinement { layer: layer.to_owned(), with_fields_below: true };
        self.refined.entry(path).or_default().push(refinement);
    }

    /// Records which fields an overlay defines.
    pub(super) fn refine(&mut self, overlay: &Overlay, layer: &str) {
        self.refine_fields(overlay.changed_fields(), layer);
    }

    /// Records that a layer defines these fields.
    pub(super) fn refine_fields(
        &mut self,
        fields: impl IntoIterator<Item = ChangedField>,
        layer: &str,
    ) {
        for field in fields {
            // An earlier layer may have said that elements can leave out its key.
            self.optional_keys.remove(&field.path);
            self.refined.entry(field.path).or_default().push(Refinement {
                layer: layer.to_owned(),
                with_fields_below: field.replaces_type,
            });
        }
    }

    /// Records the lists whose key counts only where every element has it.
    pub(super) fn set_optional_keys(&mut self, paths: Vec<Vec<String>>) {
        self.optional_keys = paths.into_iter().collect();
    }

    /// Whether the merge key of a list counts only where every element has it. `O(d)` in the
    /// length of the path.
    pub(crate) fn key_is_optional(&self, path: &[&str]) -> bool {
        let path: Vec<_> = path.iter().map(|&name| name.to_owned()).collect();
        self.optional_keys.contains(&path)
    }

    /// The layer that defines a field: the one with the longest path to it, and of
    /// those the uppermost. `O(d²)` in the length of the path.
    pub(crate) fn layer(&self, path: &[&str]) -> &str {
        let path: Vec<_> = path.iter().map(|&name| name.to_owned()).collect();
        for length in (0..=path.len()).rev() {
            let mut refinements = self.refined.get(&path[..length]).into_iter().flatten();
            let applies = |it: &&Refinement| it.with_fields_below || length == path.len();
            if let Some(refinement) = refinements.rfind(applies) {
                return &refinement.layer;
            }
        }
        &self.base
    }

    /// The name as in messages: `apps/v1/Deployment`.
    pub(crate) fn full_name(&self) -> String {
        full_name((&self.api_version, &self.kind))
    }
}

pub(crate) fn full_name((api_version, kind): (&str, &str)) -> String {
    format!("{api_version}/{kind}")
}
