//! The threads that read and process blocks.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use super::Process;
use super::event::{Event, Job, bug, no_thread};
use super::executor::Executor;
use super::reader::Reader;
use crate::limits::STACK_BYTES;
use crate::report::Report;

/// One thread that reads, and others that process blocks.
pub(super) struct Threads<'scope, 'env, P: Process> {
    scope: &'scope Scope<'scope, 'env>,
    process: &'env P,
    permits: Sender<()>,
    jobs: Sender<Job>,
    /// The blocks that wait for a worker.
    queue: Arc<Mutex<Receiver<Job>>>,
    events: Sender<Event<P::Findings>>,
    incoming: Receiver<Event<P::Findings>>,
    /// Workers that were started.
    started: usize,
    max_workers: usize,
}

impl<'scope, 'env, P: Process> Threads<'scope, 'env, P> {
    /// Starts the thread that reads.
    pub(super) fn start(
        scope: &'scope Scope<'scope, 'env>,
        process: &'env P,
        reader: Reader,
    ) -> Result<Self, Report> {
        let (events, incoming) = mpsc::channel();
        let (permits, permitted) = mpsc::channel();
        let (jobs, queue) = mpsc::channel();
        let read_events = events.clone();
        // Not joined: the thread may wait for input that is no longer needed.
        thread::Builder::new()
            .spawn(move || read(reader, &permitted, &read_events))
            .map_err(|error| no_thread(&error))?;
        let max_workers = thread::available_parallelism().map_or(1, usize::from);
        let queue = Arc::new(Mutex::new(queue));
        Ok(Self { scope, process, permits, jobs, queue, events, incoming, started: 0, max_workers })
    }

    fn start_worker(&self) -> Result<(), Report> {
        let (process, queue, events) = (self.process, Arc::clone(&self.queue), self.events.clone());
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(self.scope, move || work(process, &queue, &events));
        thread.map(drop).map_err(|error| no_thread(&error))
    }
}

impl<P: Process> Executor<P::Findings> for Threads<'_, '_, P> {
    fn workers(&self) -> usize {
        self.max_workers
    }

    fn permit(&mut self) -> bool {
        self.permits.send(()).is_ok()
    }

    fn process(&mut self, job: Job, unfinished: usize) -> Result<(), Report> {
        // Most runs have few blocks, so workers are started when there is work.
        if self.started < self.max_workers && self.started < unfinished {
            match self.start_worker() {
                Ok(()) => self.started += 1,
                Err(report) if self.started == 0 => return Err(report),
                // The workers that were started do the work.
                Err(_) => self.max_workers = self.started,
            }
        }
        self.jobs.send(job).map_err(|_| bug())
    }

    fn next(&mut self) -> Result<Event<P::Findings>, Report> {
        self.incoming.recv().map_err(|_| bug())
    }

    fn next_within(&mut self, time: Duration) -> Result<Option<Event<P::Findings>>, Report> {
        match self.incoming.recv_timeout(time) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(bug()),
        }
    }
}

/// Reads a block for each permit, until the end.
fn read<F>(mut reader: Reader, permits: &Receiver<()>, events: &Sender<Event<F>>) {
    while permits.recv().is_ok() {
        let event = reader.next();
        let ends = matches!(event, Event::End(_));
        // It is no error if the coordinator has stopped before.
        if events.send(event).is_err() || ends {
            return;
        }
    }
}

/// Processes blocks until the queue is closed.
fn work<P: Process>(
    process: &P,
    queue: &Mutex<Receiver<Job>>,
    events: &Sender<Event<P::Findings>>,
) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if events.send(job.processed(process)).is_err() {
            return;
        }
    }
}
