//! The threads that work: each takes a block of documents, and makes of it what
//! is to be put out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use super::{Event, Outcome, Work, Worked, Written, bug};
use crate::args::OutputFormat;
use crate::input::{Input, Piece, Source};
use crate::report::{Many, Report};
use crate::{output, rewrite};
use smp_core::Document;

/// A block to work on.
pub(super) struct Job {
    pub(super) number: usize,
    pub(super) source: Source,
    pub(super) alone: bool,
    /// The format to print in; `None` where files are rewritten.
    pub(super) format: Option<OutputFormat>,
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
        let worked = catch_unwind(AssertUnwindSafe(|| job.worked(work))).unwrap_or_else(|_| {
            let outcome = Outcome { warnings: Vec::new(), result: Err(bug()) };
            Worked { outcomes: vec![outcome], rest: String::new() }
        });
        if events.send(Event::Worked(job.number, worked)).is_err() {
            return;
        }
    }
}

impl Job {
    /// What becomes of the documents, up to the first that is wrong.
    fn worked<W: Work>(&self, work: &W) -> Worked<W::Found> {
        let mut outcomes = Vec::new();
        // How far the file is rewritten.
        let mut done = 0;
        for piece in self.source.pieces() {
            let mut warnings = Many::default();
            let result = match self.source.document(piece, &mut warnings) {
                Ok(None) => continue,
                Ok(Some(input)) => work.document(&input, self.alone).and_then(|made| {
                    let (document, found) = made;
                    let written = self.write(&input, piece, &document, &mut done);
                    let place = || format!("in {}", self.source.name());
                    Ok((written.map_err(|report| report.note(place()))?, found))
                }),
                Err(report) => Err(report),
            };
            let wrong = result.is_err();
            outcomes.push(Outcome { warnings: warnings.into_reports(), result });
            if wrong {
                break;
            }
        }
        let rest = self.format.map_or(&self.source.text()[done..], |_| "").to_owned();
        Worked { outcomes, rest }
    }

    fn write(
        &self,
        input: &Input<'_>,
        piece: &Piece,
        document: &Document<'_>,
        done: &mut usize,
    ) -> Result<Written, Report> {
        let mut text = String::new();
        if let Some(format) = self.format {
            output::render(document, format, input.layout(), &mut text)?;
            return Ok(Written { text, format, changed: true });
        }
        let (start, end) = (core::mem::replace(done, piece.range.end), piece.range.start);
        text.push_str(&self.source.text()[start..end]);
        let new = rewrite::rewrite(input, document)?;
        text.push_str(new.as_deref().unwrap_or(&self.source.text()[piece.range.clone()]));
        Ok(Written { text, format: input.format().into(), changed: new.is_some() })
    }
}
