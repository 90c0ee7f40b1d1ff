//! The thread that takes the results: lets the reader read, hands what it read
//! to the workers, and what they made of it to the sink, in order.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};

use super::line::{Line, Slot};
use super::reader::Block;
use super::worker::Job;
use super::{Event, Outcome, Run, Sink, Work};
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
            format: run.format,
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
    pub(super) fn run(mut self) -> Result<(), Report> {
        loop {
            while let Some((slot, outcomes)) = self.line.pop() {
                if self.take(&slot, outcomes)?.is_break() {
                    return Ok(());
                }
            }
            if self.line.is_empty()
                && let Some(ended) = self.ended.take()
            {
                return ended.map_err(|report| self.failed(report));
            }
            if !self.permitted && self.ended.is_none() && self.line.has_room(self.most_workers) {
                self.permitted = self.channels.permits.send(()).is_ok();
            }
            match self.event()? {
                ControlFlow::Continue(Event::Read(block)) => self.begin(block)?,
                ControlFlow::Continue(Event::End(end)) => self.ended = Some(end),
                ControlFlow::Continue(Event::Worked(number, outcomes)) => {
                    self.line.finish(number, outcomes);
                }
                ControlFlow::Break(()) => return Ok(()),
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
        let Block { file, source, last, alone } = block;
        self.permitted = false;
        let format = *self.format.get_or_insert_with(|| source.format().into());
        let number = self.line.push(file, last, source.len());
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
        slot: &Slot<W::Found>,
        outcomes: Vec<Outcome<W::Found>>,
    ) -> Result<ControlFlow<()>, Report> {
        let name = input::name(&self.run.files[slot.file]);
        for outcome in outcomes {
            self.documents += 1;
            outcome.warnings.iter().for_each(Report::print_warning);
            let made = outcome.result.map_err(|report| {
                let out = self.sink.abandon();
                let number = self.documents;
                if out == 0 {
                    return report;
                }
                report.note(format!("this is document {number} of {name}")).note(printed(out))
            })?;
            let good = (self.collect)(made.found);
            if self.good && !good {
                self.good = false;
                self.sink.abandon();
            }
            if self.good && self.sink.put(&made.text, made.format)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if slot.last && core::mem::take(&mut self.documents) == 0 {
            return Err(self.failed(input::no_document(name)));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn failed(&mut self, report: Report) -> Report {
        match self.sink.abandon() {
            0 => report,
            out => report.note(printed(out)),
        }
    }
}

/// What is said of results that are out before something was found to be wrong.
pub(crate) fn printed(results: usize) -> String {
    match results {
        1 => "one result has been printed before".to_owned(),
        _ => format!("{results} results have been printed before"),
    }
}
