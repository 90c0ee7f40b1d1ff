//! The threads that process blocks of documents.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use smp_core::Document;

use super::event::{BlockResult, DocumentResult, Event, Job, bug};
use super::process::Process;
use crate::input::{Input, Piece};
use crate::report::{CappedReports, Report};
use crate::sink::Written;
use crate::{output, rewrite};

/// Processes blocks until the queue is closed.
pub(super) fn run<P: Process>(
    process: &P,
    queue: &Mutex<Receiver<Job>>,
    events: &Sender<Event<P::Findings>>,
) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let result = catch_unwind(AssertUnwindSafe(|| job.result(process))).unwrap_or_else(|_| {
            let document = DocumentResult { warnings: Vec::new(), result: Err(bug()) };
            BlockResult { documents: vec![document], rest: String::new() }
        });
        if events.send(Event::Processed(job.number, result)).is_err() {
            return;
        }
    }
}

impl Job {
    /// The results of the documents, up to the first error.
    fn result<P: Process>(&self, process: &P) -> BlockResult<P::Findings> {
        let mut documents = Vec::new();
        // The end of the text that is already in a result, if files are rewritten.
        let mut done = 0;
        for piece in self.source.pieces() {
            let mut warnings = CappedReports::default();
            let result = match self.source.document(piece, &mut warnings) {
                Ok(None) => continue,
                Ok(Some(input)) => {
                    process.process(&input, self.only).and_then(|(document, findings)| {
                        let document = document.as_ref();
                        let written = self.write(&input, piece, document, &mut done);
                        let place = || format!("in {}", self.source.name());
                        Ok((written.map_err(|report| report.note(place()))?, findings))
                    })
                }
                Err(report) => Err(report),
            };
            let failed = result.is_err();
            documents.push(DocumentResult { warnings: warnings.into_reports(), result });
            if failed {
                break;
            }
        }
        let rest = self.format.map_or(&self.source.text()[done..], |_| "").to_owned();
        BlockResult { documents, rest }
    }

    fn write(
        &self,
        input: &Input<'_>,
        piece: &Piece,
        document: Option<&Document<'_>>,
        done: &mut usize,
    ) -> Result<Written, Report> {
        let mut text = String::new();
        if let Some(format) = self.format {
            if let Some(document) = document {
                output::render(document, format, input.layout(), &mut text)?;
            }
            let removed = document.is_none();
            return Ok(Written { text, format, changed: true, removed });
        }
        let (start, end) = (core::mem::replace(done, piece.range.end), piece.range.start);
        text.push_str(&self.source.text()[start..end]);
        let new = match document {
            Some(document) => rewrite::replacement_text(input, document)?,
            None => Some(String::new()),
        };
        text.push_str(new.as_deref().unwrap_or(&self.source.text()[piece.range.clone()]));
        let (changed, removed) = (new.is_some(), document.is_none());
        Ok(Written { text, format: input.format().into(), changed, removed })
    }
}
