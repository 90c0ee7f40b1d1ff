//! Reading documents from files, standard input and the command line: JSON or
//! YAML, one document or many.

mod format;
mod options;
mod repeated;
mod source;
mod split;
mod stream;

pub(crate) use format::{Format, Layout, has_manifest_ending};
pub(crate) use options::ReadOptions;
pub(crate) use source::{Input, Source, no_document};
pub(crate) use split::Piece;
pub(crate) use stream::{Block, BlockReader, read_file, unreadable};
