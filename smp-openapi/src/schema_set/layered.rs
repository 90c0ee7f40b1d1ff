//! The schema of a kind, and the layers that define its fields.

use std::collections::{HashMap, HashSet};

use smp_schema::Schema;
use smp_schema::catalogue::RemovedKind;

use super::error::SchemaSetError;
use super::full_name;
use crate::diagnostic::Diagnostic;
use crate::overlay::{ChangedField, Overlay};
use crate::overlays::KnownKind;
use crate::source::TypeSource;

/// The schema of a kind with all layers of a [`SchemaSet`](super::SchemaSet).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LayeredSchema {
    /// The `apiVersion` of the kind.
    pub api_version: String,
    /// The kind, or the name of a type inside of kinds.
    pub kind: String,
    /// The schema.
    pub schema: Schema,
    /// The lowest layer that has the kind.
    pub definition: Definition,
    /// The default overlay for the kind, if it is used.
    pub default_overlay: Option<KnownKind>,
    /// The name of the lowest layer.
    base: String,
    /// Overrides by path; the last one wins.
    refined: HashMap<Vec<String>, Vec<Refinement>>,
    /// The lists whose merge key is used only if every element has it, by path.
    optional_keys: HashSet<Vec<String>>,
}

/// The lowest layer that has a kind.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Definition {
    /// Documents, with the warnings about their definitions of the kind.
    Documents(Vec<DefinitionWarnings>),
    /// The version of Kubernetes.
    Kubernetes,
    /// An earlier version of Kubernetes, since the chosen one no longer serves the kind.
    Removed(RemovedKind),
    /// A default overlay and nothing else: only the lists that it names, and the metadata, have
    /// types.
    DefaultOverlay,
    /// Overlays that name the kind and nothing else, as with a default overlay.
    Overlay,
}

/// The warnings about the definition of a kind in one document.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DefinitionWarnings {
    /// The number of the document, in the order in which they were added.
    pub document: usize,
    /// The warnings, each with its place in the document.
    pub warnings: Vec<Diagnostic>,
    /// The number of warnings that were left out.
    pub omitted: usize,
}

/// A definition in a layer above the base.
#[derive(Debug, Clone)]
struct Refinement {
    layer: String,
    /// Whether everything below the field is defined by this layer, too.
    with_fields_below: bool,
}

impl LayeredSchema {
    pub(super) fn new(
        (api_version, kind): (&str, &str),
        schema: Schema,
        definition: Definition,
        base: String,
    ) -> Self {
        Self {
            api_version: api_version.to_owned(),
            kind: kind.to_owned(),
            schema,
            definition,
            default_overlay: None,
            base,
            refined: HashMap::new(),
            optional_keys: HashSet::new(),
        }
    }

    /// Adds metadata that the schema lacks, except to some fields. Returns the fields that changed.
    pub(super) fn fill(
        &mut self,
        overlay: &Overlay,
        layer: &str,
        except: &[ChangedField],
        types: &dyn TypeSource,
    ) -> Result<Vec<ChangedField>, SchemaSetError> {
        let filled = overlay.fill(&self.schema, types, except);
        let filled =
            filled.map_err(|error| SchemaSetError::layer(layer, self.full_name(), error))?;
        self.schema = filled.schema;
        self.refine(filled.fields.iter().cloned(), layer);
        Ok(filled.fields)
    }

    /// Records that a layer defines a field of the root and everything below it.
    pub(super) fn refine_tree(&mut self, field: &str, layer: String) {
        let refinement = Refinement { layer, with_fields_below: true };
        self.refined.entry(vec![field.to_owned()]).or_default().push(refinement);
    }

    /// Records that a layer defines these fields.
    pub(super) fn refine(&mut self, fields: impl IntoIterator<Item = ChangedField>, layer: &str) {
        for field in fields {
            // An earlier layer may have said that elements can leave out its key.
            self.optional_keys.remove(&field.path);
            self.refined.entry(field.path).or_default().push(Refinement {
                layer: layer.to_owned(),
                with_fields_below: field.replaces_type,
            });
        }
    }

    /// Records the lists whose key is used only if every element has it.
    pub(super) fn set_optional_keys(&mut self, paths: impl IntoIterator<Item = Vec<String>>) {
        self.optional_keys = paths.into_iter().collect();
    }

    /// Whether documents define the kind.
    #[must_use]
    pub fn is_from_documents(&self) -> bool {
        matches!(self.definition, Definition::Documents(_))
    }

    /// The warnings about the definitions of the kind.
    #[must_use]
    pub fn warnings(&self) -> &[DefinitionWarnings] {
        match &self.definition {
            Definition::Documents(warnings) => warnings,
            _ => &[],
        }
    }

    /// Whether the merge key of a list comes from a default overlay and is used only if every element
    /// has it. The path has the names of the fields. `O(d)` in its length.
    #[must_use]
    pub fn key_is_optional(&self, path: &[&str]) -> bool {
        let path: Vec<_> = path.iter().map(|&name| name.to_owned()).collect();
        self.optional_keys.contains(&path)
    }

    /// The name of the layer that defines a field: the one with the longest path to it, and of
    /// those the uppermost. Layers are `Kubernetes 1.37`, `overlay istio/VirtualService` for a
    /// default overlay, and the names that the program gave. `O(d²)` in the length of the path.
    #[must_use]
    pub fn layer(&self, path: &[&str]) -> &str {
        let mut path: Vec<_> = path.iter().map(|&name| name.to_owned()).collect();
        let mut is_whole = true;
        loop {
            let mut refinements = self.refined.get(&path).into_iter().flatten();
            let applies = |it: &&Refinement| it.with_fields_below || is_whole;
            if let Some(refinement) = refinements.rfind(applies) {
                return &refinement.layer;
            }
            is_whole = false;
            if path.pop().is_none() {
                return &self.base;
            }
        }
    }

    /// The name for messages: `apps/v1/Deployment`. `O(n)` in its length.
    #[must_use]
    pub fn full_name(&self) -> String {
        full_name((&self.api_version, &self.kind))
    }
}
