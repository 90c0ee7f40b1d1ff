//! The threads that work: each takes a block of documents, and makes of it what
//! is to be put out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use super::{Event, Made, Outcome, Work, bug};
use crate::args::OutputFormat;
use crate::input::Source;
use crate::output;

/// A block to work on.
pub(super) struct Job {
    pub(super) number: usize,
    pub(super) source: Source,
    pub(super) alone: bool,
    pub(super) format: OutputFormat,
}

/// Works until there are no jobs.
pub(super) fn run<W: Work>(
    work: &W,
    queue: &Mutex<Receiver<Job>>,
    events: &Sender<Event<W::Found>>,
) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let outcomes = catch_unwind(AssertUnwindSafe(|| outcomes(work, &job)))
            .unwrap_or_else(|_| vec![Outcome { warnings: Vec::new(), result: Err(bug()) }]);
        if events.send(Event::Worked(job.number, outcomes)).is_err() {
            return;
        }
    }
}

/// What becomes of the documents of a block, up to the first that is wrong.
fn outcomes<W: Work>(work: &W, job: &Job) -> Vec<Outcome<W::Found>> {
    let mut outcomes = Vec::new();
    for piece in job.source.pieces() {
        let mut warnings = Vec::new();
        let result = match job.source.document(piece, &mut warnings) {
            Ok(None) => continue,
            Ok(Some(input)) => work.document(&input, job.alone).and_then(|(document, found)| {
                let mut text = String::new();
                output::render(&document, job.format, input.layout(), &mut text)?;
                Ok(Made { text, format: job.format, found })
            }),
            Err(report) => Err(report),
        };
        let wrong = result.is_err();
        outcomes.push(Outcome { warnings, result });
        if wrong {
            break;
        }
    }
    outcomes
}
