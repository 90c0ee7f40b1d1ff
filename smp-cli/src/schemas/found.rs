//! A kind that was found, with its schema for each operation.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use smp_core::{Document, Schema};
use smp_openapi::overlays::{KnownKind, MissingKey};

use super::default_overlays::values;
use super::named::NamedSchema;
use crate::report::Report;

/// The kinds that were needed so far, by `apiVersion` and kind.
#[derive(Debug, Default)]
pub(super) struct FoundKinds(Mutex<HashMap<(String, String), Entry>>);

/// A kind, locked while it is imported.
type Entry = Arc<Mutex<Option<Arc<FoundKind>>>>;

impl FoundKinds {
    /// The kind; `find` is called if it was not found before. Only those who need the same kind
    /// wait for it, so that each is imported once, and its warnings are printed once.
    pub(super) fn get(
        &self,
        api_version: &str,
        kind: &str,
        find: impl FnOnce() -> Result<Option<FoundKind>, Report>,
    ) -> Result<Option<Arc<FoundKind>>, Report> {
        let key = (api_version.to_owned(), kind.to_owned());
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = Arc::clone(all.entry(key).or_default());
        drop(all);
        let mut found = entry.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            *found = find()?.map(Arc::new);
        }
        Ok(found.clone())
    }
}

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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use super::FoundKinds;

    #[test]
    fn two_kinds_are_imported_at_once() {
        let kinds = FoundKinds::default();
        let (tell, told) = channel();
        let at_once = thread::scope(|scope| {
            let mut at_once = false;
            let found = kinds.get("v1", "A", || {
                // While this kind is imported, another one is.
                scope.spawn(|| {
                    kinds.get("v1", "B", || {
                        tell.send(()).expect("a receiver");
                        Ok(None)
                    })
                });
                at_once = told.recv_timeout(Duration::from_secs(60)).is_ok();
                Ok(None)
            });
            assert!(found.is_ok_and(|found| found.is_none()));
            at_once
        });
        assert!(at_once);
    }
}
