//! A run of the pipeline that changes objects, and its outcome.

use super::{Pipeline, Process};
use crate::report::{ErrorPrinter, Report, print_line};
use crate::sink::Sink;
use crate::status::{FAILURE, FOUND, SUCCESS};

/// The outcome of a run, as the findings about its documents make it.
pub(crate) trait Outcome<F> {
    /// Prints the findings about a document. False if results are not to be written any more.
    fn print(&mut self, findings: F) -> bool;

    /// The printer of errors, also of those about documents that could not be processed.
    fn errors(&mut self) -> &mut ErrorPrinter;

    /// Does, after the last document, what can be done only then: checks, and further results. An
    /// error ends the output.
    fn end(&mut self, sink: &mut dyn Sink) -> Result<(), Report>;

    /// The exit status; with [`FAILURE`] nothing is written.
    fn status(&self) -> u8;
}

impl<P: Process> Pipeline<'_, P> {
    /// Runs to the end, and gives the exit status: that of the outcome or, if that is a success and
    /// a preview was asked for with an exit status of its own, whether it has shown changes.
    pub(crate) fn change(&self, outcome: &mut impl Outcome<P::Findings>) -> Result<u8, Report> {
        let mut sink = self.sink()?;
        let mut failed = false;
        let ran = self.run(&mut *sink, |findings| match findings {
            Ok(findings) => outcome.print(findings),
            Err(report) => {
                failed = true;
                outcome.errors().print(&[report]);
                false
            }
        })?;
        if failed {
            return Ok(FAILURE);
        }
        if ran.is_continue() {
            let ended = outcome.end(&mut *sink);
            ended.map_err(|report| match sink.abort() {
                None => report,
                Some(note) => report.note(note),
            })?;
            if outcome.status() == FAILURE {
                sink.abort().iter().for_each(|note| print_line(note));
            } else {
                sink.finish()?;
            }
        }
        let shown = self.output.preview.exit_code && sink.has_shown_changes();
        Ok(if shown && outcome.status() == SUCCESS { FOUND } else { outcome.status() })
    }
}
