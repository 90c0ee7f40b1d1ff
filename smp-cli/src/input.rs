//! Reading documents from files, standard input and the command line: JSON or
//! YAML, one document or many.

mod directory;
mod document;
mod expand;
mod files;
mod format;
mod links;
mod pipe;
mod source;
mod stream;
mod wildcard;

pub(crate) use directory::{files_in, manifests_in, no_manifest};
pub(crate) use document::{Input, LOST_VARIABLE, no_document};
pub(crate) use expand::expand;
pub(crate) use files::{check_stdin_used_once, read_all, read_files};
pub(crate) use format::{JSON_INDENT, has_manifest_ending};
pub(crate) use smp_yaml::{Format, Piece};
pub(crate) use source::Source;
pub(crate) use stream::{Block, BlockReader, read_file, unreadable};
