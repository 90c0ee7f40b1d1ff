//! Processing many documents at the same time, with only a few blocks of them in memory: one thread
//! reads, one thread per processor works, and the calling thread takes the results in order. For one
//! small file the calling thread does all of it.

mod job;
mod reader;
mod results;
mod threads;

use std::ops::ControlFlow;

use smp_core::Document;

use crate::args::{FileArg, RewriteArgs, Validation};
use crate::output::Printer;
use crate::place::ObjectPlace;
use crate::preview::PreviewPrinter;
use crate::report::{ErrorPrinter, Report, print_line};
use crate::rewrite::Rewriter;
use crate::schemas::Schemas;
use crate::sink::Sink;
use crate::status::{FAILURE, FOUND, SUCCESS};
pub(crate) use job::hides;
use reader::Reader;
use results::Results;

/// A command's work on objects.
pub(crate) trait Process: Sync {
    /// The facts that the command collects about a document besides its result and lines about it.
    type Findings: Default + Send + 'static;

    /// The exit status if errors were reported; with [`FAILURE`] nothing is written.
    const STATUS_OF_ERRORS: u8 = FAILURE;

    fn schemas(&self) -> &Schemas;

    /// Whether the command needs to know that a document is the only one of the input.
    fn needs_single_document(&self) -> bool {
        false
    }

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
    fn report(&self, _findings: Self::Findings, _errors: &mut ErrorPrinter) {}

    /// Runs after the last document, for final checks and further results. An error ends the output.
    fn end(&self, sink: &mut dyn Sink) -> Result<(), Report>;
}

/// The facts about the objects of a document that were processed so far.
#[derive(Default)]
pub(crate) struct Visited<F> {
    /// Whether there is no other document in the input; set if the process
    /// [needs it](Process::needs_single_document).
    pub(crate) is_single_document: bool,
    /// Whether the command has chosen one of the objects.
    pub(crate) any_chosen: bool,
    /// The changes by field, as text, if such a preview was requested.
    pub(crate) changes: String,
    pub(crate) findings: F,
    /// Lines about what was done, to be printed.
    pub(crate) lines: Vec<String>,
    /// Errors with which the document fails after its last object.
    pub(crate) errors: Vec<Report>,
}

/// Processes the documents of files to the end. `output` is where the results go: to standard output,
/// into the files, or nowhere, with a preview on standard output.
///
/// Returns the exit status: that of the process or, if that is success and a preview with its own exit
/// status was requested, whether the preview has shown changes. The calling thread must have a stack of
/// [`STACK_BYTES`](crate::limits::STACK_BYTES).
pub(crate) fn run<P: Process>(
    process: &P,
    files: &[FileArg],
    validation: Validation,
    output: RewriteArgs,
) -> Result<u8, Report> {
    let mut sink: Box<dyn Sink + '_> = match output.preview.diff {
        Some(style) => Box::new(PreviewPrinter::new(style, files)),
        None if output.in_place => Box::new(Rewriter::new(files)?),
        None => Box::new(Printer::default()),
    };
    let first_documents = if process.needs_single_document() { 2 } else { 1 };
    let reader = Reader::new(files, validation, output, first_documents);
    let mut results = Results::new(process, files, &mut *sink);
    let ran = take_all(reader, &mut results)?;
    let (any_error, failed) = (results.errors.any(), results.failed);
    drop(results);
    let status = match any_error {
        true if failed => return Ok(FAILURE),
        true => P::STATUS_OF_ERRORS,
        false => SUCCESS,
    };
    if ran.is_continue() {
        let ended = process.end(&mut *sink);
        ended.map_err(|report| sink.abort().into_iter().fold(report, Report::note))?;
        if status == FAILURE {
            sink.abort().iter().for_each(|note| print_line(note));
        } else {
            sink.finish()?;
        }
    }
    let shown = output.preview.exit_code && sink.has_shown_changes();
    Ok(if shown && status == SUCCESS { FOUND } else { status })
}

/// Takes the results of all documents. `Break` if no more were needed before the end. Takes the memory
/// of a few documents per processor.
fn take_all<P: Process>(
    mut reader: Reader,
    results: &mut Results<'_, P>,
) -> Result<ControlFlow<()>, Report> {
    if !reader.is_small() {
        return threads::run(reader, results);
    }
    // Starting threads for a small file would take longer than the work.
    while let Some(job) = reader.next().map_err(|report| results.aborted(report))? {
        if results.take(job.processed(results.process))?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The error about a thread that has panicked. The panic has printed its own
/// message.
fn bug() -> Report {
    Report::new("this is a bug in smp").help("please report it, with the document")
}
