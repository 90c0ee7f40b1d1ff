//! Errors of reading and editing.

use core::fmt;
use core::ops::Range;

/// Why a text can't be read as YAML, or can't be edited.
#[derive(Debug)]
pub struct Error {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The text cannot be read.
    Yaml { message: String, span: Option<Range<usize>>, limit: Option<&'static str> },
    /// The patch cannot be applied.
    Merge(Box<smp_core::Error>),
}

impl Error {
    pub(crate) fn at(message: impl Into<String>, span: Range<usize>) -> Self {
        Self { kind: Kind::Yaml { message: message.into(), span: Some(span), limit: None } }
    }

    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { kind: Kind::Yaml { message: message.into(), span: None, limit: None } }
    }

    /// The error for an exceeded limit, which is named as in [`Limits`](crate::Limits).
    pub(crate) fn beyond(limit: &'static str, what: &str, span: Range<usize>) -> Self {
        let message =
            format!("{what}, which is the limit; write the values in place of the aliases");
        Self { kind: Kind::Yaml { message, span: Some(span), limit: Some(limit) } }
    }

    /// The name of the limit that the text exceeds, if any: a field of [`Limits`](crate::Limits).
    ///
    /// ```
    /// let error = smp_yaml::parse("a: [").unwrap_err();
    /// assert_eq!(error.limit(), None);
    /// ```
    #[must_use]
    pub fn limit(&self) -> Option<&'static str> {
        match &self.kind {
            Kind::Yaml { limit, .. } => *limit,
            Kind::Merge(_) => None,
        }
    }

    /// The message, without the place.
    #[must_use]
    pub fn message(&self) -> String {
        match &self.kind {
            Kind::Yaml { message, .. } => message.clone(),
            Kind::Merge(error) => error.to_string(),
        }
    }

    /// The place in the text, in bytes, if it is known.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        match &self.kind {
            Kind::Yaml { span, .. } => span.clone(),
            Kind::Merge(_) => None,
        }
    }

    /// The error of the merge, if the merge failed.
    #[must_use]
    pub fn as_merge(&self) -> Option<&smp_core::Error> {
        match &self.kind {
            Kind::Merge(error) => Some(error),
            Kind::Yaml { .. } => None,
        }
    }
}

impl From<smp_core::Error> for Error {
    fn from(error: smp_core::Error) -> Self {
        Self { kind: Kind::Merge(Box::new(error)) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())?;
        if let Some(limit) = self.limit() {
            write!(f, ", or raise `Limits::{limit}`")?;
        }
        if let Some(span) = self.span() {
            write!(f, " (at byte {})", span.start)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            Kind::Merge(error) => Some(error.as_ref()),
            Kind::Yaml { .. } => None,
        }
    }
}
