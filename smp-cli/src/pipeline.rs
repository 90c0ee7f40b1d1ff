//! Processing many documents at the same time, with only a few blocks of them in
//! memory: one thread reads, one thread a processor works, and the calling thread
//! takes the results in order. For one small file the calling thread does all of it.

mod change;
mod job;
mod reader;
mod results;
mod threads;

use std::ops::ControlFlow;

use smp_core::Document;

use crate::args::{FileArg, RewriteArgs};
use crate::input::{Input, ReadOptions};
use crate::output::Printer;
use crate::place::ObjectPlace;
use crate::preview::{Paint, PreviewPrinter};
use crate::report::Report;
use crate::rewrite::Rewriter;
use crate::sink::Sink;
pub(crate) use change::Outcome;
use reader::Reader;
use results::Results;

/// A command's work on a document, on any thread.
pub(crate) trait Process: Sync {
    /// The facts that the command collects about a document besides its result.
    type Findings: Send + 'static;

    /// Processes a document. `is_single_document` means that there is no other document in the
    /// input; it is set if [`Pipeline::needs_single_document`] is.
    fn process<'d>(
        &'d self,
        input: &'d Input<'_>,
        is_single_document: bool,
    ) -> Result<Processed<'d, Self::Findings>, Report>;

    /// The note for a report that an object would change; `None` if it would not.
    fn difference(
        &self,
        object: ObjectPlace<'_>,
        versions: (&Document<'_>, &Document<'_>),
    ) -> Option<Report>;
}

/// The result of a document.
pub(crate) struct Processed<'d, F> {
    /// The document after the change; `None` if it is removed.
    pub(crate) document: Option<Document<'d>>,
    /// The changes by field, as text, if such a preview was asked for.
    pub(crate) changes: String,
    pub(crate) findings: F,
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
    /// The sink for the results.
    pub(crate) fn sink(&self) -> Result<Box<dyn Sink + 'r>, Report> {
        Ok(match self.output.preview.diff {
            Some(style) => Box::new(PreviewPrinter::new(style, Paint::of_stdout(), self.files)),
            None if self.output.in_place => Box::new(Rewriter::new(self.files)?),
            None => Box::new(Printer::default()),
        })
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
    pub(crate) fn run(
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
