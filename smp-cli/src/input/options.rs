//! How documents are read.

use crate::args::{LimitArgs, Validation};

/// The options for reading documents. `LimitArgs` become the options of a command without
/// `--strict`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadOptions {
    /// Bytes of a document, and of a file that is read as a whole.
    pub(super) max_bytes: usize,
    /// Whether a key that is in one object twice is an error; else it is a warning.
    pub(super) refuse_repeated: bool,
}

impl ReadOptions {
    /// The options for a field validation: with strict validation a repeated key is an error, as on
    /// an API server.
    pub(crate) fn new(limits: LimitArgs, validation: Validation) -> Self {
        let refuse_repeated = validation == Validation::Strict;
        Self { max_bytes: limits.max_bytes, refuse_repeated }
    }
}

impl From<LimitArgs> for ReadOptions {
    fn from(limits: LimitArgs) -> Self {
        Self { max_bytes: limits.max_bytes, refuse_repeated: false }
    }
}
