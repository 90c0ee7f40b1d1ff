//! [`Error`]: the reasons why a patch cannot be read, made or applied.

use core::fmt;

use smp_core::{Path, Severity};

/// The reason why a patch cannot be read, made or applied.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Error {
    /// A JSON patch is not a list, or a JSON merge patch not an object.
    NotAPatch,
    /// A JSON patch has more operations than [`Limits`](crate::Limits) allow.
    TooManyOperations {
        /// The number of its operations.
        found: usize,
        /// The largest number that is allowed.
        limit: usize,
    },
    /// Operations of a JSON patch that cannot be understood, with all other problems of the patch.
    InvalidOperations(Vec<Problem>),
    /// An operation of a JSON patch that cannot be executed.
    Failed {
        /// The index of the operation in the patch.
        operation: usize,
        /// The member of the operation whose pointer leads nowhere: `path` or `from`.
        member: &'static str,
        /// The reason.
        message: String,
        /// The name of the field of [`Limits`](crate::Limits) that the patch exceeds, if any.
        limit: Option<&'static str>,
    },
    /// A null that no JSON merge patch can set, because null removes a member.
    NullValue(Path),
    /// A document that cannot be read.
    Document(smp_core::Error),
}

/// A problem of an operation of a JSON patch.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The index of the operation in the patch.
    pub operation: usize,
    /// The member of the operation, if it is present.
    pub member: Option<String>,
    /// The problem in words.
    pub message: String,
    /// An error makes the patch invalid; a warning has no effect, as in API servers.
    pub severity: Severity,
}

impl Error {
    /// The name of the field of [`Limits`](crate::Limits) that a patch exceeds, if any.
    ///
    /// ```
    /// assert_eq!(smp_json_patch::Error::NotAPatch.limit(), None);
    /// ```
    #[must_use]
    pub fn limit(&self) -> Option<&'static str> {
        match self {
            Self::TooManyOperations { .. } => Some("operations"),
            Self::Failed { limit, .. } => *limit,
            _ => None,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPatch => f.write_str(
                "expected a JSON patch, which is a list of operations, or a JSON merge patch, \
                 which is an object",
            ),
            Self::TooManyOperations { found, limit } => {
                write!(f, "the JSON patch has {found} operations; the limit is {limit}")
            }
            Self::InvalidOperations(problems) => {
                for (at, problem) in problems.iter().enumerate() {
                    let separator = if at == 0 { "" } else { "; " };
                    write!(f, "{separator}[{}]: {}", problem.operation, problem.message)?;
                }
                Ok(())
            }
            Self::Failed { operation, member, message, .. } => {
                write!(f, "the JSON patch cannot be applied: [{operation}].{member}: {message}")
            }
            Self::NullValue(path) => {
                write!(f, "no JSON merge patch sets {path} to null, because null removes it")
            }
            Self::Document(error) => write!(f, "{error}"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)?;
        match self.limit() {
            Some(limit) => write!(f, "; `Limits::{limit}` sets another"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Document(error) => Some(error),
            _ => None,
        }
    }
}

impl From<smp_core::Error> for Error {
    fn from(error: smp_core::Error) -> Self {
        Self::Document(error)
    }
}
