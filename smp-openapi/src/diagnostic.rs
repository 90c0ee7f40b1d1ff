//! [`Diagnostic`] and [`ImportError`]: mistakes in documents that describe types, with their
//! places.

use core::fmt;

use smp_schema::__support::Capped;

/// A mistake in a document that describes types, or a warning about a fallback, with its place.
///
/// ```
/// use smp_openapi::OpenApi;
/// let text = br##"{"definitions": {"Pod": {"properties": {
///     "spec": {"$ref": "#/definitions/PodSpec"}
/// }}}}"##;
/// let error = OpenApi::from_slice(text)?.schema_named("Pod").unwrap_err();
/// assert_eq!(error.mistakes()[0].pointer(), "/definitions/Pod/properties/spec/$ref");
/// # Ok::<(), smp_openapi::ImportError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    pointer: String,
    message: String,
}

/// The message about a `oneOf` that is not read as a union.
pub(crate) const UNREAD_ONE_OF: &str = "this oneOf is not checked: it is read only if each branch \
     requires one field of its own and says nothing else";

impl Diagnostic {
    pub(crate) fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), message: message.into() }
    }

    /// The place in the document, as a JSON pointer (RFC 6901). Names of more than 512 bytes are cut
    /// in the middle.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Whether this is the warning about a `oneOf` that is not validated. It matters only where
    /// unions are validated.
    #[must_use]
    pub fn is_of_validation(&self) -> bool {
        self.message == UNREAD_ONE_OF
    }

    /// The message: what was expected, what was found, and what to do.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.pointer, self.message)
        }
    }
}

/// The reasons why a document gives no schema: every mistake in the part that the call reads,
/// within [`Limits::max_errors`](smp_schema::Limits::max_errors).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportError {
    mistakes: Vec<Diagnostic>,
    omitted: usize,
}

impl ImportError {
    pub(crate) fn new(mistakes: Vec<Diagnostic>, omitted: usize) -> Self {
        Self { mistakes, omitted }
    }

    pub(crate) fn of(mistakes: Capped<Diagnostic>) -> Self {
        let (mistakes, omitted) = mistakes.into_parts();
        Self { mistakes, omitted }
    }

    pub(crate) fn one(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { mistakes: vec![Diagnostic::new(pointer, message)], omitted: 0 }
    }

    /// The mistakes, each with its place.
    #[must_use]
    pub fn mistakes(&self) -> &[Diagnostic] {
        &self.mistakes
    }

    /// The number of mistakes that are not among the [`mistakes`](Self::mistakes).
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

/// One line for each mistake, after a first line that says how many there are.
impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mistakes.as_slice(), self.omitted) {
            ([one], 0) => write!(f, "the schema cannot be used: {one}"),
            (listed, omitted) => {
                let count = listed.len().saturating_add(omitted);
                write!(f, "the schema cannot be used: {count} mistakes")?;
                listed.iter().try_for_each(|mistake| write!(f, "\n  {mistake}"))?;
                match omitted {
                    0 => Ok(()),
                    more => {
                        write!(f, "\n  and {more} more; to see them, raise `Limits::max_errors`")
                    }
                }
            }
        }
    }
}

impl core::error::Error for ImportError {}

/// A name as a step of a JSON pointer.
pub(crate) fn pointer_step(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
