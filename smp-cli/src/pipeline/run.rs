//! The threads of the pipeline, from start to end.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

use super::coordinator::{Channels, Coordinator, Settings};
use super::event::no_thread;
use super::process::{Destination, Process};
use super::reader::Reader;
use super::worker;
use crate::args::FileArg;
use crate::input::ReadOptions;
use crate::limits::STACK_BYTES;
use crate::report::Report;
use crate::sink::Sink;

/// Files, and how to process the documents in them.
pub(crate) struct Pipeline<'r, P> {
    /// `-` is standard input.
    pub(crate) files: &'r [FileArg],
    pub(crate) process: &'r P,
    pub(crate) options: ReadOptions,
    pub(crate) destination: Destination,
    /// Whether the processing depends on there being only one document.
    pub(crate) needs_only: bool,
}

impl<P: Process> Pipeline<'_, P> {
    /// Puts every result into the sink, up to the first document with an error.
    ///
    /// `collect` gets the findings about each document, in order, and decides
    /// whether the result is good. After a result that is not good, the sink gets
    /// no more results, but the documents are still processed for their findings.
    ///
    /// `Break` if the sink needed no more results before the end. Takes the memory
    /// of a few documents a processor.
    pub(crate) fn run(
        &self,
        sink: &mut impl Sink,
        collect: impl FnMut(P::Findings) -> bool,
    ) -> Result<ControlFlow<()>, Report> {
        let (events, incoming) = mpsc::channel();
        let (permits, permitted) = mpsc::channel();
        let (jobs, queue) = mpsc::channel();
        let queue = Mutex::new(queue);
        let reader = Reader {
            files: self.files.to_vec(),
            options: self.options,
            fingerprints: matches!(self.destination, Destination::Rewrite { .. }),
            first_documents: if self.needs_only { 2 } else { 1 },
        };
        let reader_events = events.clone();
        // Not joined: the thread may wait for input that is no longer needed.
        thread::Builder::new()
            .spawn(move || reader.run(&permitted, &reader_events))
            .map_err(|error| no_thread(&error))?;
        thread::scope(|scope| {
            let spawn_worker = || {
                let (events, queue) = (events.clone(), &queue);
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                let thread =
                    thread.spawn_scoped(scope, move || worker::run(self.process, queue, &events));
                thread.map(drop).map_err(|error| no_thread(&error))
            };
            let settings = Settings {
                files: self.files,
                destination: self.destination,
                max_workers: thread::available_parallelism().map_or(1, usize::from),
            };
            let channels = Channels { incoming, permits, jobs };
            Coordinator::new(settings, channels, spawn_worker, sink, collect).run()
        })
    }
}
