//! The thread that reads blocks of documents, one for each permit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};

use super::event::{Event, ReadBlock, bug};
use crate::args::FileArg;
use crate::input::{BlockReader, ReadOptions};
use crate::report::Report;

/// What to read.
pub(super) struct Reader {
    pub(super) files: Vec<FileArg>,
    pub(super) options: ReadOptions,
    /// Whether to take the fingerprint of each file.
    pub(super) fingerprints: bool,
    /// Documents in the first block of a file, if it has so many.
    pub(super) first_documents: usize,
}

impl Reader {
    /// Reads the files.
    pub(super) fn run<F>(&self, permits: &Receiver<()>, events: &Sender<Event<F>>) {
        let read = catch_unwind(AssertUnwindSafe(|| self.read(permits, events)));
        // It is no error if the coordinator has stopped before.
        let _ = events.send(Event::End(read.unwrap_or_else(|_| Err(bug()))));
    }

    fn read<F>(&self, permits: &Receiver<()>, events: &Sender<Event<F>>) -> Result<(), Report> {
        for (number, file) in self.files.iter().enumerate() {
            let mut blocks = if self.fingerprints {
                BlockReader::with_fingerprint(file, self.options)?
            } else {
                BlockReader::open(file, self.options)?
            };
            let mut first = true;
            loop {
                if permits.recv().is_err() {
                    return Ok(());
                }
                let block = blocks.next(if first { self.first_documents } else { 1 })?;
                let last = block.last;
                let only = first && last && self.files.len() == 1 && block.source.count() == 1;
                first = false;
                let block = ReadBlock { file: number, block, only };
                if events.send(Event::Read(Box::new(block))).is_err() {
                    return Ok(());
                }
                if last {
                    break;
                }
            }
        }
        Ok(())
    }
}
