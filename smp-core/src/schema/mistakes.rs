//! [`SchemaError`]: what is wrong with a schema, for people and for the sources
//! that know where they have it from.

use core::fmt;

use super::TypeId;
use crate::limits::{Kept, Limits};

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
pub(super) type Where = (TypeId, Option<String>);

impl SchemaError {
    /// The mistakes of something that is no type.
    pub(super) fn of(found: Kept<String>) -> Self {
        let (mut mistakes, omitted) = found.into_parts();
        mistakes.extend(Limits::default().more(omitted));
        Self { mistakes, places: Vec::new(), omitted }
    }

    pub(super) fn located_at(found: Kept<(Where, String)>, limits: &Limits) -> Self {
        let (found, omitted) = found.into_parts();
        let (places, mut mistakes): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        mistakes.extend(limits.more(omitted));
        Self { mistakes, places, omitted }
    }

    /// Each mistake as a sentence that names type and field; the last says how
    /// many more there are, if there are. `O(1)`.
    #[must_use]
    pub fn mistakes(&self) -> &[String] {
        &self.mistakes
    }

    /// How many mistakes are not among the [`mistakes`](Self::mistakes). `O(1)`.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Each mistake with the type and the field it is about: for sources that
    /// know where they have them from.
    pub(super) fn located(&self) -> impl Iterator<Item = (TypeId, Option<&str>, &str)> {
        let places = self.places.iter().map(|(ty, field)| (*ty, field.as_deref()));
        places.zip(&self.mistakes).map(|((ty, field), mistake)| (ty, field, mistake.as_str()))
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid schema: {}", self.mistakes.join("; "))
    }
}

impl core::error::Error for SchemaError {}
