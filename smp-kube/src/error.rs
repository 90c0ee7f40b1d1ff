//! [`Error`]: the reasons why an object was not applied.

use std::fmt;

/// The reason why an object was not applied.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The wanted object has no `metadata.name`.
    NoName,
    /// Others have changed fields that the wanted object changes or removes;
    /// [`conflicts`](smp_core::Error::conflicts) lists each with its values.
    Conflict(smp_core::Error),
    /// Others changed, created or removed the object between reading and writing, each time.
    Outdated {
        /// The number of attempts.
        attempts: u32,
        /// The last answer of the server.
        last: Box<kube::core::Status>,
    },
    /// The text of the annotation is not a JSON object.
    Annotation {
        /// The name of the annotation.
        name: String,
        /// The mistake in its text.
        error: serde_json::Error,
    },
    /// The desired object cannot be reached with a patch.
    Patch(smp_core::Error),
    /// The desired object cannot be reached with a JSON merge patch.
    MergePatch(smp_json_patch::Error),
    /// An object cannot be written as JSON, or the server's object does not fit the type.
    Json(serde_json::Error),
    /// The request failed, or the server refused it.
    Kube(kube::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => f.write_str("the wanted object has no metadata.name"),
            Self::Conflict(error) | Self::Patch(error) => error.fmt(f),
            Self::Outdated { attempts, last } => {
                write!(
                    f,
                    "others changed the object in each of {attempts} attempts; apply again later \
                     (the server said: {last})"
                )
            }
            Self::Annotation { name, error } => write!(
                f,
                "the annotation {name} is not what was applied last: {error}; correct or remove it"
            ),
            Self::MergePatch(error) => error.fmt(f),
            Self::Json(error) => error.fmt(f),
            Self::Kube(kube::Error::Api(status)) if status.code == 415 => write!(
                f,
                "{status}; for a custom resource set the type of the patches to `PatchType::Merge`"
            ),
            Self::Kube(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NoName | Self::Outdated { .. } => None,
            Self::Conflict(error) | Self::Patch(error) => Some(error),
            Self::Annotation { error, .. } | Self::Json(error) => Some(error),
            Self::MergePatch(error) => Some(error),
            Self::Kube(error) => Some(error),
        }
    }
}

impl From<smp_core::Error> for Error {
    fn from(error: smp_core::Error) -> Self {
        match error.kind() {
            smp_core::ErrorKind::Conflict => Self::Conflict(error),
            _ => Self::Patch(error),
        }
    }
}

impl From<smp_json_patch::Error> for Error {
    fn from(error: smp_json_patch::Error) -> Self {
        Self::MergePatch(error)
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}

impl From<kube::Error> for Error {
    fn from(error: kube::Error) -> Self {
        Self::Kube(error)
    }
}
