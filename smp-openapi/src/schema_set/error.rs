//! The reasons why a set of documents gives no schema for a kind.

use core::fmt;

use crate::diagnostic::{Diagnostic, ImportError};

/// The reason why a [`SchemaSet`](super::SchemaSet) gives no schema for a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaSetError {
    /// A document has mistakes that concern the kind, or is an overlay that does not fit it.
    Document {
        /// The number of the document, in the order in which they were added.
        number: usize,
        /// The name of the document.
        name: String,
        /// The mistakes.
        error: ImportError,
    },
    /// Two documents of the same priority define the kind in different ways.
    Definitions {
        /// The kind: `apps/v1/Deployment`.
        kind: String,
        /// The names of the documents.
        documents: [String; 2],
        /// The first difference.
        difference: String,
    },
    /// The schema depends on the order of two overlays.
    Overlays {
        /// The names of the documents.
        documents: [String; 2],
        /// The first difference.
        difference: String,
    },
    /// The kind has more overlays than can be compared with each other.
    TooManyOverlays {
        /// The kind.
        kind: String,
        /// The number of overlays that a kind may have.
        limit: usize,
    },
    /// A layer that is not a document does not fit the kind.
    Layer {
        /// The name of the layer.
        layer: String,
        /// The kind.
        kind: String,
        /// The mistakes.
        error: ImportError,
    },
}

impl SchemaSetError {
    pub(super) fn layer(layer: &str, kind: String, error: ImportError) -> Self {
        Self::Layer { layer: layer.to_owned(), kind, error }
    }
}

impl fmt::Display for SchemaSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document { name, error, .. } => write!(f, "{name}: {error}"),
            Self::Definitions { kind, documents: [one, other], difference } => {
                write!(f, "the definitions of {kind} in {one} and in {other} differ: {difference}")
            }
            Self::Overlays { documents: [one, other], difference } => {
                write!(f, "the overlays {one} and {other} contradict each other: {difference}")
            }
            Self::TooManyOverlays { kind, limit } => {
                write!(f, "there are more than {limit} overlays for {kind}")
            }
            Self::Layer { layer, kind, error } => {
                let mistakes: Vec<_> = error.mistakes().iter().map(Diagnostic::message).collect();
                write!(f, "{layer} is not possible in {kind}: {}", mistakes.join("; "))
            }
        }
    }
}

impl core::error::Error for SchemaSetError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Document { error, .. } | Self::Layer { error, .. } => Some(error),
            _ => None,
        }
    }
}
