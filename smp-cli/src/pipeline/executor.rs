//! The workers that read and process blocks for the coordinator: other threads, or the calling one.
//! To start threads for a small file would take longer than the work.

use std::time::Duration;

use super::Process;
use super::event::{Event, Job, bug};
use super::reader::Reader;
use crate::report::Report;

/// Reads and processes blocks. The coordinator decides when, and in which order the results are
/// taken.
pub(super) trait Executor<F> {
    /// How many blocks can be processed at the same time.
    fn workers(&self) -> usize;

    /// Permits to read one more block. False if nothing is read any more.
    fn permit(&mut self) -> bool;

    /// Takes a block to process. With this one, `unfinished` blocks have no result.
    fn process(&mut self, job: Job, unfinished: usize) -> Result<(), Report>;

    /// The next event.
    fn next(&mut self) -> Result<Event<F>, Report>;

    /// The next event; `None` if there was none within this time.
    fn next_within(&mut self, time: Duration) -> Result<Option<Event<F>>, Report>;
}

/// Reads and processes one block after the other, on the calling thread.
pub(super) struct CallingThread<'p, P> {
    process: &'p P,
    reader: Reader,
    /// The block that is to be processed before another one is read.
    job: Option<Job>,
}

impl<'p, P: Process> CallingThread<'p, P> {
    /// The calling thread must have the stack of a thread that handles documents.
    pub(super) fn new(process: &'p P, reader: Reader) -> Self {
        Self { process, reader, job: None }
    }
}

impl<P: Process> Executor<P::Findings> for CallingThread<'_, P> {
    fn workers(&self) -> usize {
        1
    }

    fn permit(&mut self) -> bool {
        true
    }

    fn process(&mut self, job: Job, _unfinished: usize) -> Result<(), Report> {
        match self.job.replace(job) {
            None => Ok(()),
            // The coordinator takes the result of each block before the next one is read.
            Some(_) => Err(bug()),
        }
    }

    fn next(&mut self) -> Result<Event<P::Findings>, Report> {
        Ok(match self.job.take() {
            Some(job) => job.processed(self.process),
            None => self.reader.next(),
        })
    }

    /// Does not wait: a small file is read at once.
    fn next_within(&mut self, _time: Duration) -> Result<Option<Event<P::Findings>>, Report> {
        self.next().map(Some)
    }
}
