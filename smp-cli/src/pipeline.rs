//! Processing many documents at the same time, with only a few blocks of them in
//! memory: one thread reads, one thread a processor works, and the calling thread
//! takes the results in order. For one small file the calling thread does all of it.

mod job;
mod reader;
mod results;
mod threads;

use std::ops::ControlFlow;

use smp_core::Document;

use crate::args::{FileArg, RewriteArgs};
use crate::input::ReadOptions;
use crate::output::Printer;
use crate::place::ObjectPlace;
use crate::preview::{Paint, PreviewPrinter};
use crate::report::{ErrorPrinter, Report, print_line};
use crate::rewrite::Rewriter;
use crate::schemas::Schemas;
use crate::sink::Sink;
use crate::status::{FAILURE, FOUND, SUCCESS};
use reader::Reader;
use results::Results;

/// A command's work on objects.
pub(crate) trait Process: Sync {
    /// The facts that the command collects about a document besides its result.
    type Findings: Default + Send + 'static;

    /// The exit status if errors were reported; with [`FAILURE`] nothing is written.
    const STATUS_OF_ERRORS: u8 = FAILURE;

    fn schemas(&self) -> &Schemas;

    /// Whether documents without a chosen object are left out of the output.
    fn leaves_out_others(&self) -> bool {
        false
    }

    /// The object after the change, on any thread; `None` if it is removed.
    fn object<'d>(
        &'d self,
        object: Document<'d>,
        place: ObjectPlace<'_>,
        visited: &mut Visited<Self::Findings>,
    ) -> Result<Option<Document<'d>>, Report>;

    /// Prints the findings about a document, in the order of the input.
    fn report(&self, findings: Self::Findings, errors: &mut ErrorPrinter);

    /// Does, after the last document, what can be done only then: checks, and further results. An
    /// error ends the output.
    fn end(&self, sink: &mut dyn Sink) -> Result<(), Report>;
}

/// The facts about the objects of a document that were processed so far.
#[derive(Default)]
pub(crate) struct Visited<F> {
    /// Whether there is no other document in the input; set if [`Pipeline::needs_single_document`] is.
    pub(crate) is_single_document: bool,
    /// Whether the command has chosen one of the objects.
    pub(crate) any_chosen: bool,
    /// The changes by field, as text, if such a preview was asked for.
    pub(crate) changes: String,
    pub(crate) findings: F,
    /// Errors with which the document fails after its last object.
    pub(crate) errors: Vec<Report>,
}

/// Files, and how to process the documents in them.
pub(crate) struct Pipeline<'r, P> {
    /// `-` is standard input.
    pub(crate) files: &'r [FileArg],
    pub(crate) process: &'r P,
    pub(crate) options: ReadOptions,
    /// Where the results go: to standard output, into the files, or nowhere, with a preview on
    /// standard output.
    pub(crate) output: &'r RewriteArgs,
    /// Whether the process has to be told that a document is the only one of the input.
    pub(crate) needs_single_document: bool,
}

impl<'r, P: Process> Pipeline<'r, P> {
    /// Runs to the end, and gives the exit status: that of the process or, if that is a success and
    /// a preview was asked for with an exit status of its own, whether it has shown changes.
    pub(crate) fn run(&self) -> Result<u8, Report> {
        let mut sink: Box<dyn Sink + 'r> = match self.output.preview.diff {
            Some(style) => Box::new(PreviewPrinter::new(style, Paint::of_stdout(), self.files)),
            None if self.output.in_place => Box::new(Rewriter::new(self.files)?),
            None => Box::new(Printer::default()),
        };
        let (mut errors, mut failed) = (ErrorPrinter::default(), false);
        let ran = self.take_all(&mut *sink, |findings| match findings {
            Ok(findings) => {
                self.process.report(findings, &mut errors);
                P::STATUS_OF_ERRORS != FAILURE || !errors.any()
            }
            Err(report) => {
                failed = true;
                errors.print(&[report]);
                false
            }
        })?;
        let status = match errors.any() {
            true if failed => return Ok(FAILURE),
            true => P::STATUS_OF_ERRORS,
            false => SUCCESS,
        };
        if ran.is_continue() {
            let ended = self.process.end(&mut *sink);
            ended.map_err(|report| match sink.abort() {
                None => report,
                Some(note) => report.note(note),
            })?;
            if status == FAILURE {
                sink.abort().iter().for_each(|note| print_line(note));
            } else {
                sink.finish()?;
            }
        }
        let shown = self.output.preview.exit_code && sink.has_shown_changes();
        Ok(if shown && status == SUCCESS { FOUND } else { status })
    }

    /// Puts every result into the sink.
    ///
    /// `collect` gets the findings about each document, or its error, in order, and decides
    /// whether the result is good. After a result that is not good, the sink gets
    /// no more results, but the documents are still processed for their findings.
    ///
    /// `Break` if the sink needed no more results before the end. Takes the memory
    /// of a few documents a processor. The calling thread must have a stack of
    /// [`STACK_BYTES`](crate::limits::STACK_BYTES).
    fn take_all(
        &self,
        sink: &mut dyn Sink,
        collect: impl FnMut(Result<P::Findings, Report>) -> bool,
    ) -> Result<ControlFlow<()>, Report> {
        let first_documents = if self.needs_single_document { 2 } else { 1 };
        let mut reader = Reader::new(self.files, self.options, *self.output, first_documents);
        let mut results = Results::new(self.files, sink, collect);
        if !reader.is_small() {
            return threads::run(self.process, reader, results);
        }
        // To start threads for a small file would take longer than the work.
        while let Some(job) = reader.next().map_err(|report| results.aborted(report))? {
            if results.take(job.processed(self.process))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The error about a thread that has panicked. The panic has printed its own
/// message.
fn bug() -> Report {
    Report::new("this is a bug in smp").help("please report it, with the document")
}
