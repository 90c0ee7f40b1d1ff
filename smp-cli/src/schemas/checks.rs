//! The facts that checks of patches and objects need: the schema of a kind if it is known, and the
//! warnings about its definition.

use smp_core::{Document, Schema};

use super::named::NamedSchema;
use super::registry::Schemas;
use crate::identity::Identity;
use crate::report::Report;

impl Schemas {
    /// The schema of an object, if its kind is known.
    pub(crate) fn known(&self, identity: &Identity) -> Result<Option<Schema>, Report> {
        let (Some(api_version), Some(kind)) = (&identity.api_version, &identity.kind) else {
            return Ok(None);
        };
        Ok(self.find_kind(api_version, kind)?.map(|found| found.named.schema.clone()))
    }

    /// Whether files define the kind of an object.
    pub(crate) fn is_from_files(&self, identity: &Identity) -> Result<bool, Report> {
        let (Some(api_version), Some(kind)) = (&identity.api_version, &identity.kind) else {
            return Ok(false);
        };
        Ok(self.find_kind(api_version, kind)?.is_some_and(|found| found.from_files))
    }

    /// Prints the warnings about the definition of a kind that concern fields of a patch.
    pub(crate) fn warn_about(
        &self,
        identity: &Identity,
        patch: &Document<'_>,
    ) -> Result<(), Report> {
        let (Some(api_version), Some(kind)) = (&identity.api_version, &identity.kind) else {
            return Ok(());
        };
        let Some(found) = self.find_kind(api_version, kind)? else { return Ok(()) };
        for warnings in found.named.warnings.iter() {
            self.documents[warnings.document].warn(warnings.about(patch), 0);
        }
        Ok(())
    }

    /// Prints the warnings about the definition of a kind that concern fields with these
    /// paths. The root has an empty path.
    pub(crate) fn warn_of_fields(&self, named: &NamedSchema, paths: &[&[&str]]) {
        for warnings in named.warnings.iter() {
            let (shown, omitted) = warnings.of_fields(paths);
            self.documents[warnings.document].warn(shown, omitted);
        }
    }
}
