//! The thread that reads: blocks of documents, as far as it is permitted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};

use super::{Event, bug};
use crate::args::LimitArgs;
use crate::input::{self, Blocks, Source};
use crate::report::Report;
use crate::rewrite::Origin;

/// Some documents.
pub(super) struct Block {
    /// Which of the files they are from.
    pub(super) file: usize,
    pub(super) source: Source,
    /// Whether the file has no more.
    pub(super) last: bool,
    /// How it was read then, where that is asked for.
    pub(super) origin: Option<Origin>,
    /// Whether there is one document, and no other in any file. Known if the
    /// first block was to have two.
    pub(super) alone: bool,
}

/// What to read.
pub(super) struct Reading {
    pub(super) files: Vec<String>,
    pub(super) limits: LimitArgs,
    /// Whether to tell how each was read.
    pub(super) watch: bool,
    /// With so many documents in the first block, if there are so many.
    pub(super) first: usize,
}

impl Reading {
    /// Reads the files, one block a permit.
    pub(super) fn run<F>(&self, permits: &Receiver<()>, events: &Sender<Event<F>>) {
        let read = catch_unwind(AssertUnwindSafe(|| self.read(permits, events)));
        // Nobody listens where nobody wants more.
        let _ = events.send(Event::End(read.unwrap_or_else(|_| Err(bug()))));
    }

    fn read<F>(&self, permits: &Receiver<()>, events: &Sender<Event<F>>) -> Result<(), Report> {
        for (file, path) in self.files.iter().enumerate() {
            let mut blocks = if self.watch {
                Blocks::watch(path, self.limits)?
            } else {
                Blocks::open(path, self.limits)?
            };
            let mut begin = true;
            loop {
                if permits.recv().is_err() {
                    return Ok(());
                }
                let block = blocks.next(if begin { self.first } else { 1 })?;
                let input::Block { source, last, origin } = block;
                let alone = begin && last && self.files.len() == 1 && source.count() == 1;
                begin = false;
                let block = Block { file, source, last, origin, alone };
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
