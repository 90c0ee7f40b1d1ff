//! The workers that read and process blocks for the coordinator: other threads, or the calling one.

use std::time::Duration;

use super::event::{Event, Job};
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
