//! Reading the files, block by block.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::bug;
use super::job::Job;
use crate::args::{FileArg, RewriteArgs, Validation};
use crate::input::{Block, BlockReader};
use crate::report::Report;

/// Reads files, one after the other.
pub(super) struct Reader {
    files: Vec<FileArg>,
    validation: Validation,
    /// Where the results go; the format to print in, once it is known.
    output: RewriteArgs,
    /// The least number of documents in the first block of a file, if it has that many.
    first_documents: usize,
    /// The number of the file that is read next.
    at: usize,
    /// The blocks of that file, once its first one was read.
    open: Option<BlockReader>,
}

impl Reader {
    pub(super) fn new(
        files: &[FileArg],
        validation: Validation,
        output: RewriteArgs,
        first_documents: usize,
    ) -> Self {
        Self { files: files.to_vec(), validation, output, first_documents, at: 0, open: None }
    }

    /// Whether the only input is a small file.
    pub(super) fn is_small(&self) -> bool {
        matches!(self.files.as_slice(), [file] if BlockReader::is_small(file))
    }

    /// The next block; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Job>, Report> {
        catch_unwind(AssertUnwindSafe(|| self.read())).map_err(|_| bug())
    }

    fn read(&mut self) -> Option<Job> {
        let file = self.files.get(self.at)?;
        let (number, mut output, first) = (self.at, self.output, self.open.is_none());
        let opened = match self.open.take() {
            Some(blocks) => Ok(blocks),
            None => BlockReader::open(file, self.validation, output.in_place),
        };
        let count = if first { self.first_documents } else { 1 };
        let next = opened.and_then(|mut blocks| Ok((blocks.next(count)?, Some(blocks))));
        // After a file that cannot be read, the others are still read to report their errors.
        let (block, blocks) =
            next.unwrap_or_else(|error| (Block::failed(&file.name(), error), None));
        let is_found = file.is_found();
        let is_whole = first && block.last && block.error.is_none();
        let is_single_document = is_whole && self.files.len() == 1 && block.source.count() == 1;
        let prints = !output.in_place && output.preview.diff.is_none();
        output.output = prints.then(|| *self.output.output.get_or_insert(block.source.format()));
        if block.last {
            self.at += 1;
        } else {
            self.open = blocks;
        }
        let file = number;
        Some(Job { file, block, is_single_document, output, is_found })
    }
}
