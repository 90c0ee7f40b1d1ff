//! The calling thread: permits the reader to read, passes blocks to the workers,
//! and puts the results into the sink, in order.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::event::{BlockResult, Event, Job, ReadBlock, bug};
use super::process::Destination;
use super::reorder::{ReorderBuffer, Slot};
use crate::args::{FileArg, OutputFormat};
use crate::console::Progress;
use crate::difference::keep;
use crate::input::{Block, no_document};
use crate::report::{Report, left_out};
use crate::sink::Sink;

pub(super) struct Channels<F> {
    pub(super) incoming: Receiver<Event<F>>,
    pub(super) permits: Sender<()>,
    pub(super) jobs: Sender<Job>,
}

/// What the coordinator needs to know about the pipeline.
pub(super) struct Settings<'t> {
    pub(super) files: &'t [FileArg],
    pub(super) destination: Destination,
    pub(super) max_workers: usize,
}

pub(super) struct Coordinator<'t, F, W, S, C> {
    settings: Settings<'t>,
    channels: Channels<F>,
    buffer: ReorderBuffer<F>,
    /// The format to print in, once it is known.
    format: Option<OutputFormat>,
    /// Whether the reader has a permit that it has not used.
    permitted: bool,
    /// The result of the reader, once it has ended.
    ended: Option<Result<(), Report>>,
    /// Starts a worker.
    spawn_worker: W,
    workers: usize,
    /// Documents of the current file so far.
    documents: usize,
    /// Whether all results so far were good.
    good: bool,
    /// The time that buffered results have waited for input.
    waited: Duration,
    progress: Progress,
    sink: &'t mut S,
    collect: C,
}

impl<'t, F, W, S, C> Coordinator<'t, F, W, S, C>
where
    W: FnMut() -> Result<(), Report>,
    S: Sink,
    C: FnMut(F) -> bool,
{
    pub(super) fn new(
        settings: Settings<'t>,
        channels: Channels<F>,
        spawn_worker: W,
        sink: &'t mut S,
        collect: C,
    ) -> Self {
        let reads_stdin = settings.files.iter().any(FileArg::is_stdin);
        let progress = Progress::of_stderr(settings.files.len(), reads_stdin);
        Self {
            progress,
            settings,
            channels,
            buffer: ReorderBuffer::new(),
            format: None,
            permitted: false,
            ended: None,
            spawn_worker,
            workers: 0,
            documents: 0,
            good: true,
            waited: Duration::ZERO,
            sink,
            collect,
        }
    }

    /// Takes every result, up to the first error.
    pub(super) fn run(mut self) -> Result<ControlFlow<()>, Report> {
        loop {
            while let Some((slot, result)) = self.buffer.pop() {
                if self.take(slot, result)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if self.buffer.is_empty()
                && let Some(ended) = self.ended.take()
            {
                return ended.map(ControlFlow::Continue).map_err(|report| self.aborted(report));
            }
            let room = self.buffer.has_room(self.settings.max_workers);
            if !self.permitted && self.ended.is_none() && room {
                self.permitted = self.channels.permits.send(()).is_ok();
            }
            match self.next_event()? {
                ControlFlow::Continue(Event::Read(block)) => self.begin(*block)?,
                ControlFlow::Continue(Event::End(result)) => self.ended = Some(result),
                ControlFlow::Continue(Event::Processed(number, result)) => {
                    self.buffer.finish(number, result);
                }
                ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
            }
        }
    }

    /// Waits for the next event. Flushes the sink when results have waited for
    /// input long enough. Time in which workers are busy does not count: slow work
    /// is no reason to print a part of the results.
    fn next_event(&mut self) -> Result<ControlFlow<(), Event<F>>, Report> {
        let incoming = &self.channels.incoming;
        let idle = self.buffer.is_empty();
        let flush_after = self.sink.flush_after().filter(|after| after.is_zero() || idle);
        let event = match flush_after {
            None => incoming.recv().ok(),
            Some(after) => {
                let started = Instant::now();
                let event = incoming.recv_timeout(after.saturating_sub(self.waited));
                self.waited += started.elapsed();
                match event {
                    Ok(event) => Some(event),
                    Err(RecvTimeoutError::Disconnected) => None,
                    Err(RecvTimeoutError::Timeout) => {
                        self.waited = Duration::ZERO;
                        if self.sink.flush()?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                        incoming.recv().ok()
                    }
                }
            }
        };
        event.map(ControlFlow::Continue).ok_or_else(bug)
    }

    /// Passes a block to the workers.
    fn begin(&mut self, read: ReadBlock) -> Result<(), Report> {
        let ReadBlock { file, block: Block { source, last, fingerprint }, only } = read;
        self.permitted = false;
        let format = match self.settings.destination {
            Destination::Rewrite { .. } | Destination::Preview { .. } => None,
            Destination::Print { format, .. } => {
                Some(*self.format.get_or_insert(format.unwrap_or(source.format().into())))
            }
        };
        let bytes = source.text().len();
        let number = self.buffer.push(Slot { file, last, fingerprint, bytes, result: None });
        // Most runs have few blocks, so workers are started when there is work.
        if self.workers < self.settings.max_workers && self.workers < self.buffer.unfinished() {
            match (self.spawn_worker)() {
                Ok(()) => self.workers += 1,
                Err(report) if self.workers == 0 => return Err(report),
                // The workers that were started do the work.
                Err(_) => self.settings.max_workers = self.workers,
            }
        }
        self.channels
            .jobs
            .send(Job {
                number,
                source,
                only,
                format,
                preview: self.settings.destination.preview(),
                reformat: self.settings.destination.reformats(),
                leaves_out: self.settings.files[file].is_found(),
            })
            .map_err(|_| bug())
    }

    /// Takes the results of a block.
    fn take(&mut self, slot: Slot<F>, block: BlockResult<F>) -> Result<ControlFlow<()>, Report> {
        let file = &self.settings.files[slot.file];
        let name = file.name();
        let is_only = slot.last && self.documents + block.documents.len() == 1;
        for document in block.documents {
            self.documents += 1;
            document.warnings.iter().for_each(Report::print_warning);
            if let Some((checked, note)) = document.checked {
                keep(checked, note.as_ref());
            }
            let (written, findings) =
                document.result.map_err(|report| match self.sink.abort() {
                    None => report,
                    Some(note) => report
                        .note(format!("this is document {} of {name}", self.documents))
                        .note(note),
                })?;
            let good = if let Some(findings) = findings {
                (self.collect)(findings)
            } else {
                let number = self.documents;
                left_out(&if is_only {
                    name.clone()
                } else {
                    format!("{name}, document {number}")
                });
                true
            };
            self.progress.document();
            if self.good && !good {
                self.good = false;
                self.sink.abort();
            }
            if self.good && self.sink.put(&written)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.good {
            self.sink.put_unchanged(&block.rest)?;
        }
        if slot.last {
            self.progress.file();
            match core::mem::take(&mut self.documents) {
                0 if file.is_found() => left_out(&name),
                0 => return Err(self.aborted(no_document(&name))),
                _ => {}
            }
            if self.good {
                self.sink.end_of_file(slot.fingerprint)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn aborted(&mut self, report: Report) -> Report {
        match self.sink.abort() {
            None => report,
            Some(note) => report.note(note),
        }
    }
}
