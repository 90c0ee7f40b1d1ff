//! The calling thread: permits to read blocks, passes them on to be processed, and
//! puts the results into the sink, in order.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::event::{BlockResult, Event, Job, ReadBlock};
use super::executor::Executor;
use super::reorder::{ReorderBuffer, Slot};
use crate::args::{FileArg, OutputFormat, RewriteArgs};
use crate::console::Progress;
use crate::difference::record;
use crate::input::{Block, no_document};
use crate::report::{Report, left_out};
use crate::sink::Sink;

pub(super) struct Coordinator<'t, F, E, C> {
    files: &'t [FileArg],
    output: &'t RewriteArgs,
    executor: E,
    buffer: ReorderBuffer<F>,
    /// The format to print in, once it is known.
    format: Option<OutputFormat>,
    /// Whether the reader has an unused permit to read the next block.
    permitted: bool,
    /// The result of reading, once it has ended.
    ended: Option<Result<(), Report>>,
    /// Documents of the current file so far.
    documents: usize,
    /// Whether all results so far were good.
    good: bool,
    /// The time that buffered results have waited for input.
    waited: Duration,
    progress: Progress,
    sink: &'t mut dyn Sink,
    collect: C,
}

impl<'t, F, E, C> Coordinator<'t, F, E, C>
where
    E: Executor<F>,
    C: FnMut(F) -> bool,
{
    pub(super) fn new(
        (files, output): (&'t [FileArg], &'t RewriteArgs),
        executor: E,
        sink: &'t mut dyn Sink,
        collect: C,
    ) -> Self {
        let reads_stdin = files.iter().any(FileArg::is_stdin);
        let progress = Progress::of_stderr(files.len(), reads_stdin);
        Self {
            progress,
            files,
            output,
            executor,
            buffer: ReorderBuffer::new(),
            format: None,
            permitted: false,
            ended: None,
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
            let room = self.buffer.has_room(self.executor.workers());
            if !self.permitted && self.ended.is_none() && room {
                self.permitted = self.executor.permit();
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
        let idle = self.buffer.is_empty();
        let flush_after = self.sink.flush_after().filter(|after| after.is_zero() || idle);
        if let Some(after) = flush_after {
            let started = Instant::now();
            let event = self.executor.next_within(after.saturating_sub(self.waited))?;
            self.waited += started.elapsed();
            if let Some(event) = event {
                return Ok(ControlFlow::Continue(event));
            }
            self.waited = Duration::ZERO;
            if self.sink.flush()?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.executor.next().map(ControlFlow::Continue)
    }

    /// Passes a block on to be processed.
    fn begin(&mut self, read: ReadBlock) -> Result<(), Report> {
        let ReadBlock { file, block: Block { source, last, fingerprint }, is_single_document } =
            read;
        self.permitted = false;
        let RewriteArgs { output, in_place, preview, style } = self.output;
        let prints = !in_place && preview.diff.is_none();
        let first = output.unwrap_or(source.format().into());
        let format = prints.then(|| *self.format.get_or_insert(first));
        let bytes = source.text().len();
        let number = self.buffer.push(Slot { file, last, fingerprint, bytes, result: None });
        let job = Job {
            number,
            source,
            is_single_document,
            format,
            preview: preview.diff,
            reformat: style.reformat,
            skips_non_objects: self.files[file].is_found(),
        };
        self.executor.process(job, self.buffer.unfinished())
    }

    /// Takes the results of a block.
    fn take(&mut self, slot: Slot<F>, block: BlockResult<F>) -> Result<ControlFlow<()>, Report> {
        let file = &self.files[slot.file];
        let name = file.name();
        let is_only = slot.last && self.documents + block.documents.len() == 1;
        for document in block.documents {
            self.documents += 1;
            document.warnings.iter().for_each(Report::print_warning);
            if let Some((checked, note)) = document.checked {
                record(checked, note.as_ref());
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
