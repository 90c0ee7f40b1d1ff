//! A kind that was found, with its schema for each operation.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use smp_core::{Document, Schema};
use smp_openapi::overlays::{KnownKind, MissingKey};

use super::default_overlays::values;
use super::named::NamedSchema;
use crate::report::Report;

/// A kind with its schema.
#[derive(Debug)]
pub(super) struct FoundKind {
    /// The definition of the kind, without the layers above it.
    pub(super) base: NamedSchema,
    pub(super) from_files: bool,
    /// The default overlay for it.
    pub(super) known: Option<KnownKind>,
    /// The schema with all layers.
    pub(super) named: Arc<NamedSchema>,
    /// The schemas for documents that lack optional keys, by the paths of these keys.
    pub(super) without: Mutex<HashMap<Vec<String>, Schema>>,
}

impl FoundKind {
    /// The default overlay, if it has keys that elements may leave out.
    pub(super) fn with_optional_keys(&self) -> Option<&KnownKind> {
        self.known.as_ref().filter(|known| known.optional_keys().next().is_some())
    }

    /// The schema for an operation on these documents, and the optional keys that do not count
    /// for it. `build` makes the schema without such keys.
    pub(super) fn for_documents(
        &self,
        documents: &[&Document<'_>],
        build: impl FnOnce(&[MissingKey]) -> Result<NamedSchema, Report>,
    ) -> Result<(Schema, Vec<MissingKey>), Report> {
        let Some(known) = self.with_optional_keys() else {
            return Ok((self.named.schema.clone(), Vec::new()));
        };
        let documents = values(documents);
        let missing = known.missing_keys(&documents.iter().collect::<Vec<&Value>>());
        if missing.is_empty() {
            return Ok((self.named.schema.clone(), missing));
        }
        let paths: Vec<_> = missing.iter().map(|missing| missing.path.clone()).collect();
        let mut without = self.without.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(schema) = without.get(&paths) {
            return Ok((schema.clone(), missing));
        }
        let schema = build(&missing)?.schema;
        without.insert(paths, schema.clone());
        Ok((schema, missing))
    }
}
