//! Taking the results of blocks, in the order of the input.

use std::ops::ControlFlow;

use super::Process;
use super::job::{BlockResult, Work};
use crate::args::FileArg;
use crate::console::Progress;
use crate::difference::keep;
use crate::input::no_document;
use crate::report::{ErrorPrinter, LeftOut, Report, say, warnings};
use crate::sink::Sink;
use crate::status::FAILURE;

/// Puts results into the sink, and prints findings and errors.
pub(super) struct Results<'t, P> {
    pub(super) process: &'t P,
    files: &'t [FileArg],
    pub(super) sink: &'t mut dyn Sink,
    pub(super) errors: ErrorPrinter,
    /// Whether a document has failed.
    pub(super) failed: bool,
    /// Documents of the current file so far.
    documents: usize,
    /// Whether all results so far were good.
    good: bool,
    progress: Progress,
}

impl<'t, P: Process> Results<'t, P> {
    pub(super) fn new(process: &'t P, files: &'t [FileArg], sink: &'t mut dyn Sink) -> Self {
        let reads_stdin = files.iter().any(FileArg::is_stdin);
        let progress = Progress::of_stderr(files.len(), reads_stdin, warnings::are_silent());
        let errors = ErrorPrinter::default();
        Self { process, files, sink, errors, failed: false, documents: 0, good: true, progress }
    }

    /// Takes the results of the next block. `Break` if the sink needs no more.
    pub(super) fn take(
        &mut self,
        block: BlockResult<P::Findings>,
    ) -> Result<ControlFlow<()>, Report> {
        let BlockResult { file, last, fingerprint, documents, rest, .. } = block;
        let file = &self.files[file];
        let name = file.name();
        let is_only = last && self.documents + documents.len() == 1;
        for document in documents {
            self.documents += 1;
            document.warnings.iter().for_each(Report::print_warning);
            if let Some((checked, note)) = document.checked {
                keep(checked, note.as_ref());
            }
            let (written, good) = match document.result {
                Ok((written, Work::Done(findings, lines))) => {
                    for line in &lines {
                        say(line);
                    }
                    self.process.report(findings, &mut self.errors);
                    (Some(written), P::STATUS_OF_ERRORS != FAILURE || !self.errors.any())
                }
                Ok((written, Work::LeftOut(reason))) => {
                    let number = self.documents;
                    let document = format!("{name}, document {number}");
                    reason.print(if is_only { &name } else { &document });
                    (Some(written), true)
                }
                Err(report) => {
                    let report = self.numbered(report, &name);
                    // Standard input may never end.
                    if file.is_stdin() {
                        return Err(report);
                    }
                    self.failed = true;
                    self.errors.print(&[report]);
                    (None, false)
                }
            };
            self.progress.document();
            if self.good && !good {
                self.good = false;
                self.sink.abort();
            }
            if let Some(written) = written
                && self.good
                && self.sink.put(&written)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.good {
            self.sink.put_unchanged(&rest)?;
        }
        if last {
            self.progress.file();
            match core::mem::take(&mut self.documents) {
                0 if file.is_found() => LeftOut::NoObject.print(&name),
                0 => return Err(self.aborted(no_document(&name))),
                _ => {}
            }
            if self.good {
                self.sink.end_of_file(fingerprint)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The error about a document, with its number and a note on the results before it, if some were
    /// printed.
    fn numbered(&mut self, report: Report, name: &str) -> Report {
        match self.sink.abort() {
            None => report,
            Some(note) => {
                report.note(format!("this is document {} of {name}", self.documents)).note(note)
            }
        }
    }

    /// The error that ends the run, with a note on the results before it.
    pub(super) fn aborted(&mut self, report: Report) -> Report {
        self.sink.abort().into_iter().fold(report, Report::note)
    }
}
