//! The thread that takes the results: lets the reader read, hands what it read
//! to the workers, and what they made of it to the sink, in order.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};

use super::line::{Line, Slot};
use super::reader::Block;
use super::worker::Job;
use super::{Event, Purpose, Run, Sink, Work, Worked};
use crate::args::OutputFormat;
use crate::input;
use crate::report::Report;

pub(super) struct Channels<F> {
    pub(super) incoming: Receiver<Event<F>>,
    pub(super) permits: Sender<()>,
    pub(super) jobs: Sender<Job>,
}

pub(super) struct Taker<'t, W: Work, H, S, C> {
    run: &'t Run<'t, W>,
    channels: Channels<W::Found>,
    line: Line<W::Found>,
    /// To print in, as far as it is known.
    format: Option<OutputFormat>,
    /// Whether the reader is reading.
    permitted: bool,
    /// What the reader ended with.
    ended: Option<Result<(), Report>>,
    /// Starts a worker.
    hire: H,
    workers: usize,
    most_workers: usize,
    /// Of the file at hand.
    documents: usize,
    /// Whether results go to the sink.
    good: bool,
    sink: &'t mut S,
    collect: C,
}

impl<'t, W, H, S, C> Taker<'t, W, H, S, C>
where
    W: Work,
    H: FnMut() -> Result<(), Report>,
    S: Sink,
    C: FnMut(W::Found) -> bool,
{
    pub(super) fn new(
        run: &'t Run<'t, W>,
        most_workers: usize,
        channels: Channels<W::Found>,
        hire: H,
        sink: &'t mut S,
        collect: C,
    ) -> Self {
        Self {
            run,
            channels,
            line: Line::new(),
            format: None,
            permitted: false,
            ended: None,
            hire,
            workers: 0,
            most_workers,
            documents: 0,
            good: true,
            sink,
            collect,
        }
    }

    /// Takes every result, up to the first that is wrong.
    pub(super) fn run(mut self) -> Result<ControlFlow<()>, Report> {
        loop {
            while let Some((slot, worked)) = self.line.pop() {
                if self.take(slot, worked)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if self.line.is_empty()
                && let Some(ended) = self.ended.take()
            {
                return ended.map(ControlFlow::Continue).map_err(|report| self.failed(report));
            }
            if !self.permitted && self.ended.is_none() && self.line.has_room(self.most_workers) {
                self.permitted = self.channels.permits.send(()).is_ok();
            }
            match self.event()? {
                ControlFlow::Continue(Event::Read(block)) => self.begin(*block)?,
                ControlFlow::Continue(Event::End(end)) => self.ended = Some(end),
                ControlFlow::Continue(Event::Worked(number, worked)) => {
                    self.line.finish(number, worked);
                }
                ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
            }
        }
    }

    /// The next event. While there is none, what was held back long enough goes.
    fn event(&mut self) -> Result<ControlFlow<(), Event<W::Found>>, Report> {
        let incoming = &self.channels.incoming;
        // Input that stands still is what patience is for, not work.
        let patience = self.sink.patience().filter(|wait| wait.is_zero() || self.line.is_empty());
        let event = match patience.map(|patience| incoming.recv_timeout(patience)) {
            None => incoming.recv().ok(),
            Some(Ok(event)) => Some(event),
            Some(Err(RecvTimeoutError::Disconnected)) => None,
            Some(Err(RecvTimeoutError::Timeout)) => {
                if self.sink.release()?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                incoming.recv().ok()
            }
        };
        event.map(ControlFlow::Continue).ok_or_else(super::bug)
    }

    /// Hands a block to the workers.
    fn begin(&mut self, block: Block) -> Result<(), Report> {
        let Block { file, source, last, origin, alone } = block;
        self.permitted = false;
        let format = match self.run.purpose {
            Purpose::Rewrite => None,
            Purpose::Print(asked) => {
                Some(*self.format.get_or_insert(asked.unwrap_or(source.format().into())))
            }
        };
        let bytes = source.text().len();
        let number = self.line.push(Slot { file, last, origin, bytes, worked: None });
        if self.workers < self.most_workers && self.workers < self.line.open() {
            match (self.hire)() {
                Ok(()) => self.workers += 1,
                Err(report) if self.workers == 0 => return Err(report),
                // Those that are there will do.
                Err(_) => self.most_workers = self.workers,
            }
        }
        self.channels.jobs.send(Job { number, source, alone, format }).map_err(|_| super::bug())
    }

    /// Takes the results of a block.
    fn take(
        &mut self,
        slot: Slot<W::Found>,
        worked: Worked<W::Found>,
    ) -> Result<ControlFlow<()>, Report> {
        let name = input::name(&self.run.files[slot.file]);
        for outcome in worked.outcomes {
            self.documents += 1;
            outcome.warnings.iter().for_each(Report::print_warning);
            let (written, found) = outcome.result.map_err(|report| match self.sink.abandon() {
                None => report,
                Some(note) => {
                    report.note(format!("this is document {} of {name}", self.documents)).note(note)
                }
            })?;
            let good = (self.collect)(found);
            if self.good && !good {
                self.good = false;
                self.sink.abandon();
            }
            if self.good && self.sink.put(&written)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.good {
            self.sink.rest(&worked.rest)?;
        }
        if slot.last {
            if core::mem::take(&mut self.documents) == 0 {
                return Err(self.failed(input::no_document(name)));
            }
            if self.good {
                self.sink.end_of_file(slot.origin)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn failed(&mut self, report: Report) -> Report {
        match self.sink.abandon() {
            None => report,
            Some(note) => report.note(note),
        }
    }
}
