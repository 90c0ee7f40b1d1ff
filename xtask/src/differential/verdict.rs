//! The verdict on one case.

use serde_json::Value;
use smp_core::Error;

/// The result of comparing one case.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    /// Both results are equal. The flag says whether numbers are written differently.
    Equal { rewritten: bool },
    /// Both sides refuse.
    Refused,
    /// The deviation with this id explains the difference.
    Explained(&'static str),
    /// The results differ, with a description.
    Different(String),
    /// This engine's result breaks a law, whatever the reference's is.
    Wrong(String),
}

impl Verdict {
    pub(super) fn is_different(&self) -> bool {
        matches!(self, Self::Different(_) | Self::Wrong(_))
    }
}

/// A result of this engine: a document, a patch, or whether there is a conflict.
pub(super) type Ours = std::result::Result<Value, Error>;
