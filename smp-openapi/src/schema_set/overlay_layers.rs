//! The overlays for a kind, one over the other. Their order must make no difference.

use smp_schema::Schema;

use super::SchemaSet;
use super::document::{NamedDocument, SchemaDocument};
use super::error::SchemaSetError;
use super::layered::LayeredSchema;
use crate::diagnostic::{Diagnostic, ImportError};
use crate::overlay::Overlay;

impl SchemaSet {
    /// The overlays for a kind, with the numbers of their documents. An overlay without
    /// `apiVersion` and kind is for the kinds that documents define.
    pub(super) fn overlays_for(
        &self,
        found: &LayeredSchema,
    ) -> impl Iterator<Item = (usize, &NamedDocument, &Overlay)> {
        let from_documents = found.is_from_documents();
        let (api_version, kind) = (found.api_version.clone(), found.kind.clone());
        self.documents.iter().enumerate().filter_map(move |(number, document)| {
            let SchemaDocument::Overlay(overlay) = &document.content else { return None };
            let for_all = overlay.api_version().is_none() && overlay.kind().is_none();
            (overlay.is_for(&api_version, &kind) && (from_documents || !for_all))
                .then_some((number, document, overlay))
        })
    }

    /// The overlays that name this `apiVersion` and kind themselves.
    pub(super) fn overlays_naming(
        &self,
        api_version: &str,
        kind: &str,
    ) -> impl Iterator<Item = (usize, &NamedDocument, &Overlay)> {
        self.documents.iter().enumerate().filter_map(move |(number, document)| {
            let SchemaDocument::Overlay(overlay) = &document.content else { return None };
            (overlay.api_version() == Some(api_version) && overlay.kind() == Some(kind))
                .then_some((number, document, overlay))
        })
    }

    /// Applies the overlays for a kind, and compares each with those before it.
    pub(super) fn apply_overlays(&self, found: &mut LayeredSchema) -> Result<(), SchemaSetError> {
        let base = found.schema.clone();
        let mut applied = Vec::new();
        for (number, document, overlay) in self.overlays_for(found).collect::<Vec<_>>() {
            if applied.len() >= self.max_overlays {
                return Err(SchemaSetError::TooManyOverlays {
                    kind: found.full_name(),
                    limit: self.max_overlays,
                });
            }
            found.schema = overlay
                .apply(&found.schema, &self.catalogue)
                .map_err(|error| document.mistaken(number, error))?;
            for other in &applied {
                if let Some(difference) = self.contradiction(&base, *other, (document, overlay)) {
                    let documents = [other.0.name.clone(), document.name.clone()];
                    return Err(SchemaSetError::Overlays { documents, difference });
                }
            }
            applied.push((document, overlay));
            found.refine(overlay.changed_fields(), &document.name);
        }
        Ok(())
    }

    /// The difference that the order of two overlays makes. `None` if it makes no difference, or if
    /// an overlay can be applied only after the other.
    fn contradiction(
        &self,
        base: &Schema,
        left: (&NamedDocument, &Overlay),
        right: (&NamedDocument, &Overlay),
    ) -> Option<String> {
        if left.1.is_independent_of(right.1) {
            return None;
        }
        let apply = |schema: &Schema, overlay: &Overlay| overlay.apply(schema, &self.catalogue);
        let (left_alone, right_alone) = (apply(base, left.1).ok()?, apply(base, right.1).ok()?);
        let impossible = |error: &ImportError, first: &NamedDocument, second: &NamedDocument| {
            let mistake = error.mistakes().first().map(Diagnostic::message).unwrap_or_default();
            Some(format!("{} after {}: {mistake}", second.name, first.name))
        };
        match (apply(&left_alone, right.1), apply(&right_alone, left.1)) {
            (Ok(in_order), Ok(reversed)) => in_order.first_difference(&reversed),
            (Ok(_), Err(error)) => impossible(&error, right.0, left.0),
            (Err(error), Ok(_)) => impossible(&error, left.0, right.0),
            // Both need a third overlay.
            (Err(_), Err(_)) => None,
        }
    }
}
