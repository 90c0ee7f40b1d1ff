//! The subjects of errors: documents by their role, conflicts, and preconditions.

use core::fmt;

use crate::path::Path;

/// The role of a document in an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The object before the patch is applied.
    Live,
    /// The patch.
    Patch,
    /// The first patch of two.
    FirstPatch,
    /// The second patch of two.
    SecondPatch,
    /// The object that was applied last, or the older of two objects.
    Original,
    /// The object with the changes of the user.
    Modified,
    /// The object in the cluster, in a three-way diff.
    Current,
    /// The result of the operation.
    Result,
    /// The object before a change, when unions are normalized.
    Old,
    /// The object after a change, when unions are normalized or validated.
    New,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Live => "live",
            Self::Patch => "patch",
            Self::FirstPatch => "first patch",
            Self::SecondPatch => "second patch",
            Self::Original => "original",
            Self::Modified => "modified",
            Self::Current => "current",
            Self::Result => "result",
            Self::Old => "old",
            Self::New => "new",
        })
    }
}

/// A field that both sides of a three-way diff changed to different values, with
/// the JSON in each document; `None` where a document doesn't have the field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The field.
    pub path: Path,
    /// The value that both sides changed.
    pub original: Option<String>,
    /// The value that the user wants.
    pub modified: Option<String>,
    /// The value in the cluster.
    pub current: Option<String>,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: original {}, modified {}, current {}",
            self.path,
            Shown(&self.original),
            Shown(&self.modified),
            Shown(&self.current)
        )
    }
}

/// A field that must not change but would be changed by a patch, with the JSON
/// before and after; `None` where the object doesn't have the field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BrokenPrecondition {
    /// The field.
    pub path: Path,
    /// The value in current.
    pub current: Option<String>,
    /// The value after the patch.
    pub result: Option<String>,
}

impl fmt::Display for BrokenPrecondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (current, result) = (Shown(&self.current), Shown(&self.result));
        write!(f, "{}: current {current}, would become {result}", self.path)
    }
}

/// Shows a value in a message.
pub(crate) struct Shown<'v>(pub(crate) &'v Option<String>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_deref().unwrap_or("absent"))
    }
}
