//! [`SchemaError`]: what is wrong with a schema, for people and for the sources
//! that know where they have it from.

use core::fmt;

use crate::capped::Capped;
use crate::model::TypeId;

/// Everything that is wrong with a schema, within
/// [`Limits::max_errors`](crate::Limits::max_errors).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    mistakes: Vec<String>,
    /// For each mistake, the type it is about and the name of the field.
    places: Vec<Where>,
    omitted: usize,
}

/// The type that a mistake is about, and the name of the field.
pub(crate) type Where = (TypeId, Option<String>);

impl SchemaError {
    pub(crate) fn located_at(found: Capped<(Where, String)>) -> Self {
        let (found, omitted) = found.into_parts();
        let (places, mistakes) = found.into_iter().unzip();
        Self { mistakes, places, omitted }
    }

    /// Each mistake as a sentence that names type and field. `O(1)`.
    #[must_use]
    pub fn mistakes(&self) -> &[String] {
        &self.mistakes
    }

    /// How many mistakes are not among the [`mistakes`](Self::mistakes). `O(1)`.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Each mistake with the type and the field it is about, for sources of
    /// metadata that know where a type is written. `O(1)` to begin.
    pub fn located(&self) -> impl Iterator<Item = (TypeId, Option<&str>, &str)> {
        let places = self.places.iter().map(|(ty, field)| (*ty, field.as_deref()));
        places.zip(&self.mistakes).map(|((ty, field), mistake)| (ty, field, mistake.as_str()))
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid schema: {}", self.mistakes.join("; "))?;
        match self.omitted {
            0 => Ok(()),
            more => write!(f, "; and {more} more; to see them, raise `Limits::max_errors`"),
        }
    }
}

impl core::error::Error for SchemaError {}
