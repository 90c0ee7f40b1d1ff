//! Which layer defines the fields of an object, and which versions of Kubernetes have one.

use std::sync::Arc;

use smp_core::{Path, Schema};

use super::named::NamedSchema;
use super::registry::Schemas;
use crate::identity::Identity;
use crate::report::Report;

impl Schemas {
    /// The schema of an object with its layers, if its kind is known.
    pub(crate) fn named(&self, identity: &Identity) -> Result<Option<Arc<NamedSchema>>, Report> {
        let (Some(api_version), Some(kind)) = (&identity.api_version, &identity.kind) else {
            return Ok(None);
        };
        Ok(self.find_kind(api_version, kind)?.map(|found| Arc::clone(&found.named)))
    }

    /// Which versions of Kubernetes have a field that a kind does not have in the chosen one, in
    /// words. `None` for kinds of files, and for fields that no version has.
    pub(crate) fn versions_of_field(
        &self,
        api_version: &str,
        kind: &str,
        path: &Path,
    ) -> Option<String> {
        let found = self.find_kind(api_version, kind).ok()?;
        if found.is_some_and(|found| found.from_files) {
            return None;
        }
        self.built_in.versions_of_field((api_version, kind), path)
    }

    /// What the metadata of all objects are.
    pub(crate) fn any_metadata(&self) -> Option<Schema> {
        self.built_in.catalogue.schema("v1", "ConfigMap").cloned()
    }
}
