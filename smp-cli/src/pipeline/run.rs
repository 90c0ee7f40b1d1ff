//! A run of the pipeline, from start to end.

use std::ops::ControlFlow;
use std::thread;

use super::calling_thread::CallingThread;
use super::coordinator::{Coordinator, Settings};
use super::process::{Destination, Process};
use super::reader::Reader;
use super::threads::Threads;
use crate::args::FileArg;
use crate::input::ReadOptions;
use crate::report::Report;
use crate::sink::Sink;

/// Files, and how to process the documents in them.
pub(crate) struct Pipeline<'r, P> {
    /// `-` is standard input.
    pub(crate) files: &'r [FileArg],
    pub(crate) process: &'r P,
    pub(crate) options: ReadOptions,
    pub(crate) destination: Destination,
    /// Whether the process has to be told that a document is the only one of the input.
    pub(crate) needs_single_document: bool,
}

impl<P: Process> Pipeline<'_, P> {
    /// Puts every result into the sink, up to the first document with an error.
    ///
    /// `collect` gets the findings about each document, in order, and decides
    /// whether the result is good. After a result that is not good, the sink gets
    /// no more results, but the documents are still processed for their findings.
    ///
    /// `Break` if the sink needed no more results before the end. Takes the memory
    /// of a few documents a processor. The calling thread must have a stack of
    /// [`STACK_BYTES`](crate::limits::STACK_BYTES).
    pub(crate) fn run(
        &self,
        sink: &mut impl Sink,
        collect: impl FnMut(P::Findings) -> bool,
    ) -> Result<ControlFlow<()>, Report> {
        let fingerprints = matches!(self.destination, Destination::Rewrite { .. });
        let first_documents = if self.needs_single_document { 2 } else { 1 };
        let reader = Reader::new(self.files, self.options, fingerprints, first_documents);
        let settings = Settings { files: self.files, destination: self.destination };
        if reader.is_small() {
            let executor = CallingThread::new(self.process, reader);
            return Coordinator::new(settings, executor, sink, collect).run();
        }
        thread::scope(|scope| {
            let executor = Threads::start(scope, self.process, reader)?;
            Coordinator::new(settings, executor, sink, collect).run()
        })
    }
}
