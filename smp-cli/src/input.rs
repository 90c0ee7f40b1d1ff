//! Reading documents from files, standard input and the command line: JSON or
//! YAML, one document or many.

mod directory;
mod document;
mod expand;
mod files;
mod format;
mod pipe;
mod source;
mod stream;
mod wildcard;

use crate::args::{LimitArgs, Validation};

pub(crate) use directory::files_in;
pub(crate) use document::{Input, LOST_VARIABLE, no_document};
pub(crate) use expand::expand;
pub(crate) use files::{check_stdin_used_once, read_all, read_files};
pub(crate) use format::{Layout, has_manifest_ending};
pub(crate) use smp_yaml::{Format, Piece};
pub(crate) use source::Source;
pub(crate) use stream::{Block, BlockReader, read_file, unreadable};

/// The options for reading documents. `LimitArgs` become the options of a command without
/// `--strict`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadOptions {
    /// Bytes of a document, and of a file that is read as a whole.
    max_bytes: usize,
    /// Whether a key that is in one object twice is an error; else it is a warning.
    refuse_repeated: bool,
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
