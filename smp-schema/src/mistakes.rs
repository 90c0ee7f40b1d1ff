//! [`SchemaError`]: all mistakes of a schema.

use core::fmt;

use smp_rules::Part;

use crate::capped::Capped;
use crate::type_def::TypeId;

/// All mistakes of a schema, up to
/// [`Limits::max_errors`](crate::Limits::max_errors).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    mistakes: Vec<SchemaMistake>,
    omitted: usize,
}

/// A mistake in a schema. `ty`, `field` and `part` let a source of metadata, such as an
/// `OpenAPI` import, report the place in its own document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaMistake {
    /// The id of the type in the builder.
    pub ty: TypeId,
    /// The field of the type, if the mistake is in one, or in its part in a union.
    pub field: Option<String>,
    /// The position among the type's own unions, if the mistake is in one of these.
    pub union: Option<usize>,
    /// The part of the field's metadata that has to change.
    pub part: Option<Part>,
    /// The message: names the type and the field, the mistake and its remedy.
    pub message: String,
}

impl fmt::Display for SchemaMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl SchemaError {
    pub(crate) fn new(mistakes: Capped<SchemaMistake>) -> Self {
        let (mistakes, omitted) = mistakes.into_parts();
        Self { mistakes, omitted }
    }

    /// Every mistake.
    #[must_use]
    pub fn mistakes(&self) -> &[SchemaMistake] {
        &self.mistakes
    }

    /// The number of mistakes that are not among the [`mistakes`](Self::mistakes).
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid schema: ")?;
        for (at, mistake) in self.mistakes.iter().enumerate() {
            write!(f, "{}{mistake}", if at == 0 { "" } else { "; " })?;
        }
        match self.omitted {
            0 => Ok(()),
            more => write!(f, "; and {more} more; to see them, raise `Limits::max_errors`"),
        }
    }
}

impl core::error::Error for SchemaError {}
