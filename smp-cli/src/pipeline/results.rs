//! Taking the results of blocks, in the order of the input.

use std::ops::ControlFlow;

use super::job::{BlockResult, Work};
use crate::args::FileArg;
use crate::console::Progress;
use crate::difference::record;
use crate::input::no_document;
use crate::report::{LeftOut, Report, say, warnings};
use crate::sink::Sink;

/// Puts results into the sink, and findings and errors into `collect`, which says whether they are
/// good.
pub(super) struct Results<'t, C> {
    files: &'t [FileArg],
    pub(super) sink: &'t mut dyn Sink,
    collect: C,
    /// Documents of the current file so far.
    documents: usize,
    /// Whether all results so far were good.
    good: bool,
    progress: Progress,
}

impl<'t, C> Results<'t, C> {
    pub(super) fn new(files: &'t [FileArg], sink: &'t mut dyn Sink, collect: C) -> Self {
        let reads_stdin = files.iter().any(FileArg::is_stdin);
        let progress = Progress::of_stderr(files.len(), reads_stdin, warnings::are_silent());
        Self { files, sink, collect, documents: 0, good: true, progress }
    }

    /// Takes the results of the next block. `Break` if the sink needs no more.
    pub(super) fn take<F>(&mut self, block: BlockResult<F>) -> Result<ControlFlow<()>, Report>
    where
        C: FnMut(Result<F, Report>) -> bool,
    {
        let BlockResult { file, last, fingerprint, documents, rest, .. } = block;
        let file = &self.files[file];
        let name = file.name();
        let is_only = last && self.documents + documents.len() == 1;
        for document in documents {
            self.documents += 1;
            document.warnings.iter().for_each(Report::print_warning);
            if let Some((checked, note)) = document.checked {
                record(checked, note.as_ref());
            }
            let (written, good) = match document.result {
                Ok((written, Work::Done(findings, lines))) => {
                    for line in &lines {
                        say(line);
                    }
                    (Some(written), (self.collect)(Ok(findings)))
                }
                Ok((written, Work::LeftOut(reason))) => {
                    let number = self.documents;
                    let document = format!("{name}, document {number}");
                    reason.print(if is_only { &name } else { &document });
                    (Some(written), true)
                }
                Err(report) => {
                    let report = self.numbered(report, &name);
                    // Standard input may have no end.
                    if file.is_stdin() {
                        return Err(report);
                    }
                    (None, (self.collect)(Err(report)))
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
