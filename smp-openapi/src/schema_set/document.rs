//! The documents of a set of schemas.

use super::error::SchemaSetError;
use crate::crd::CustomResources;
use crate::diagnostic::ImportError;
use crate::openapi::OpenApi;
use crate::overlay::Overlay;

/// A document of a [`SchemaSet`](super::SchemaSet).
#[derive(Debug)]
#[non_exhaustive]
pub struct NamedDocument {
    /// The name of the document, and of its layer.
    pub name: String,
    /// Its priority, if it defines kinds.
    pub priority: u8,
    /// The definitions, or the overlay.
    pub content: SchemaDocument,
}

/// A document that defines kinds, or adds to their definitions.
#[derive(Debug)]
#[non_exhaustive]
pub enum SchemaDocument {
    /// The definitions of a cluster, or of a part of it.
    OpenApi(OpenApi),
    /// One or more custom resource definitions.
    CustomResources(CustomResources),
    /// Changes to the schemas of kinds.
    Overlay(Overlay),
}

impl NamedDocument {
    pub(super) fn mistaken(&self, number: usize, error: ImportError) -> SchemaSetError {
        SchemaSetError::Document { number, name: self.name.clone(), error }
    }
}

impl SchemaDocument {
    /// `apiVersion` and kind of everything that the document defines; nothing for an overlay.
    #[must_use]
    pub fn kinds(&self) -> Box<dyn Iterator<Item = (&str, &str)> + '_> {
        match self {
            Self::OpenApi(document) => Box::new(document.kinds()),
            Self::CustomResources(resources) => Box::new(resources.kinds()),
            Self::Overlay(_) => Box::new(std::iter::empty()),
        }
    }
}

impl From<OpenApi> for SchemaDocument {
    fn from(document: OpenApi) -> Self {
        Self::OpenApi(document)
    }
}

impl From<CustomResources> for SchemaDocument {
    fn from(resources: CustomResources) -> Self {
        Self::CustomResources(resources)
    }
}

impl From<Overlay> for SchemaDocument {
    fn from(overlay: Overlay) -> Self {
        Self::Overlay(overlay)
    }
}
