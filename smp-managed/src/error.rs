//! [`Error`] of the operations, and [`Conflict`].

use core::fmt;

use crate::element::FieldPath;
use crate::manager::{Manager, Time};

/// The error of an operation. A failed operation changes nothing.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A document is not JSON, or too deep.
    Document(smp_core::Error),
    /// A document does not fit the schema. Lists the mistakes, up to a limit.
    Invalid {
        /// The document.
        document: Input,
        /// The mistakes, each with its path.
        problems: Vec<Problem>,
    },
    /// Other managers own fields that the configuration changes, sorted by manager and path.
    Conflicts(Vec<Conflict>),
    /// `metadata.managedFields` can't be read.
    ManagedFields {
        /// The index of the entry; `None` if `metadata.managedFields` is not a list.
        entry: Option<usize>,
        /// The reason.
        message: String,
    },
    /// The configuration can't be applied to this object, or states a field that only the server may set.
    Refused(String),
    /// The configuration is for an object with this `metadata.uid`, but there is no live object.
    NoObject {
        /// The uid.
        uid: String,
    },
    /// An entry or the object has a different version, and nothing here can convert it.
    Version {
        /// The manager of the entry; `None` if it is the object that has the different version.
        manager: Option<Manager>,
        /// The version.
        api_version: String,
    },
}

/// A document of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// The live object.
    Live,
    /// The configuration that is applied.
    Config,
    /// The object after a write other than an apply.
    New,
    /// An object in another version.
    Converted,
    /// The result of a merge.
    Result,
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Live => "the live object",
            Self::Config => "the configuration",
            Self::New => "the new object",
            Self::Converted => "the object in another version",
            Self::Result => "the result",
        })
    }
}

/// A mistake in a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The path of the value.
    pub path: FieldPath,
    /// The mistake, and the value to write instead.
    pub message: String,
}

/// A field of another manager that the configuration sets to a different value.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The other manager.
    pub manager: Manager,
    /// When the other manager last changed something. Also `None` for `before-first-apply`, which owns the
    /// fields from before the first apply, no matter when they were set.
    pub since: Option<Time>,
    /// The field.
    pub path: FieldPath,
    /// The value of the field in the live object, as JSON; `None` if the field is absent.
    pub live: Option<String>,
    /// The value in the configuration, as JSON.
    pub applied: Option<String>,
}

/// The wording of an API server: `conflict with "a" using v1: .data.x`.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "conflict with {}: {}", self.manager, self.path)
    }
}

impl Error {
    /// The conflicts; empty for every other error.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        match self {
            Self::Conflicts(conflicts) => conflicts,
            _ => &[],
        }
    }

    /// An item without a path element, in a document that was read before without this mistake.
    pub(crate) fn of_item(message: String) -> Self {
        let problem = Problem { path: FieldPath::default(), message };
        Self::Invalid { document: Input::Result, problems: vec![problem] }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(error) => error.fmt(f),
            Self::Invalid { document, problems } => {
                write!(f, "{document} does not fit its schema")?;
                problems.iter().try_for_each(|it| write!(f, "\n{}: {}", it.path, it.message))
            }
            Self::Conflicts(conflicts) => conflicts_in_words(conflicts, f),
            Self::ManagedFields { entry: None, message } => {
                write!(f, "metadata.managedFields: {message}")
            }
            Self::ManagedFields { entry: Some(entry), message } => {
                write!(f, "metadata.managedFields: entry {entry}: {message}")
            }
            Self::Refused(message) => f.write_str(message),
            Self::NoObject { uid } => {
                write!(
                    f,
                    "there is no object with the uid {uid}; remove metadata.uid to create one"
                )
            }
            Self::Version { manager: Some(manager), api_version } => write!(
                f,
                "the fields of {manager} are of the version {api_version}; say how to convert to it, \
                 or that it is gone"
            ),
            Self::Version { manager: None, api_version } => {
                write!(f, "the object is of the version {api_version}; say how to convert from it")
            }
        }
    }
}

/// The message of an API server for conflicts, which are sorted by manager.
fn conflicts_in_words(conflicts: &[Conflict], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let [only] = conflicts {
        return write!(f, "Apply failed with 1 conflict: {only}");
    }
    write!(f, "Apply failed with {} conflicts: ", conflicts.len())?;
    let mut above: Option<&Manager> = None;
    for conflict in conflicts {
        if above != Some(&conflict.manager) {
            let line = if above.is_some() { "\n" } else { "" };
            write!(f, "{line}conflicts with {}:", conflict.manager)?;
            above = Some(&conflict.manager);
        }
        write!(f, "\n- {}", conflict.path)?;
    }
    Ok(())
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
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
