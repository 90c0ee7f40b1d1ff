//! Reading the files, block by block.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::event::{Event, ReadBlock, bug};
use crate::args::FileArg;
use crate::input::{BlockReader, ReadOptions};
use crate::report::Report;

/// Reads files, one after the other.
pub(super) struct Reader {
    files: Vec<FileArg>,
    options: ReadOptions,
    /// Whether to take the fingerprint of each file.
    fingerprints: bool,
    /// Documents in the first block of a file, if it has so many.
    first_documents: usize,
    /// The number of the file that is read next.
    at: usize,
    /// The blocks of that file, once its first one was read.
    open: Option<BlockReader>,
}

impl Reader {
    pub(super) fn new(
        files: &[FileArg],
        options: ReadOptions,
        fingerprints: bool,
        first_documents: usize,
    ) -> Self {
        let files = files.to_vec();
        Self { files, options, fingerprints, first_documents, at: 0, open: None }
    }

    /// Whether the only input is a small file.
    pub(super) fn is_small(&self) -> bool {
        matches!(self.files.as_slice(), [file] if BlockReader::is_small(file))
    }

    /// The next block, or the end.
    pub(super) fn next<F>(&mut self) -> Event<F> {
        match catch_unwind(AssertUnwindSafe(|| self.read())) {
            Ok(Ok(Some(block))) => Event::Read(Box::new(block)),
            Ok(Ok(None)) => Event::End(Ok(())),
            Ok(Err(report)) => Event::End(Err(report)),
            Err(_) => Event::End(Err(bug())),
        }
    }

    fn read(&mut self) -> Result<Option<ReadBlock>, Report> {
        let Some(file) = self.files.get(self.at) else { return Ok(None) };
        let first = self.open.is_none();
        let mut blocks = match self.open.take() {
            Some(blocks) => blocks,
            None => BlockReader::open(file, self.options, self.fingerprints)?,
        };
        let block = blocks.next(if first { self.first_documents } else { 1 })?;
        let last = block.last;
        let is_single_document =
            first && last && self.files.len() == 1 && block.source.count() == 1;
        let number = self.at;
        if last {
            self.at += 1;
        } else {
            self.open = Some(blocks);
        }
        Ok(Some(ReadBlock { file: number, block, is_single_document }))
    }
}
