//! Which layer defines the fields of an object.

use std::sync::Arc;

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
}
