//! Reading and processing a small file on the calling thread. To start threads would take longer
//! than the work.

use std::time::Duration;

use super::event::{Event, Job, bug};
use super::executor::Executor;
use super::process::Process;
use super::reader::Reader;
use crate::report::Report;

/// Reads and processes one block after the other.
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
