//! The thread that reads: blocks of documents, as far as it is permitted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};

use super::{Event, bug};
use crate::input::{Blocks, Source};
use crate::report::Report;

/// Some documents.
pub(super) struct Block {
    /// Which of the files they are from.
    pub(super) file: usize,
    pub(super) source: Source,
    /// Whether the file has no more.
    pub(super) last: bool,
    /// Whether there is one document, and no other in any file. Known if the
    /// first block was to have two.
    pub(super) alone: bool,
}

/// Reads the files, one block a permit, the first with so many documents if
/// there are so many.
pub(super) fn run<F>(
    files: &[String],
    first: usize,
    permits: &Receiver<()>,
    events: &Sender<Event<F>>,
) {
    let read = catch_unwind(AssertUnwindSafe(|| read(files, first, permits, events)));
    // Nobody listens where nobody wants more.
    let _ = events.send(Event::End(read.unwrap_or_else(|_| Err(bug()))));
}

fn read<F>(
    files: &[String],
    first: usize,
    permits: &Receiver<()>,
    events: &Sender<Event<F>>,
) -> Result<(), Report> {
    for (file, path) in files.iter().enumerate() {
        let mut blocks = Blocks::open(path)?;
        let mut begin = true;
        loop {
            if permits.recv().is_err() {
                return Ok(());
            }
            let block = blocks.next(if begin { first } else { 1 })?;
            let last = block.last;
            let alone = begin && last && files.len() == 1 && block.source.count() == 1;
            begin = false;
            if events.send(Event::Read(Block { file, source: block.source, last, alone })).is_err()
            {
                return Ok(());
            }
            if last {
                break;
            }
        }
    }
    Ok(())
}
