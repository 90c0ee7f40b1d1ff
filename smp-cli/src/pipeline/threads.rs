//! The threads that read and process blocks. The calling thread takes the results in order.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::job::{BlockResult, Job};
use super::reader::Reader;
use super::results::Results;
use super::{Process, bug};
use crate::limits::STACK_BYTES;
use crate::report::Report;
use crate::sink::Sink;

/// Bytes of small documents that may be in memory for each worker.
const MAX_BYTES: usize = 256 << 10;

/// Blocks that may be in memory for each worker.
const MAX_BLOCKS: usize = 8;

/// A message to the calling thread.
enum Event<F> {
    /// A block was read, and waits for a worker.
    Read,
    /// The block with this number was processed.
    Processed(usize, Box<BlockResult<F>>),
    /// Reading has ended, or failed.
    End(Result<(), Report>),
}

/// The blocks between the thread that reads and the workers.
struct Queue {
    state: Mutex<State>,
    /// Notified when a block is added, when room for one is made, or when the queue is closed.
    changed: Condvar,
    max_workers: usize,
}

#[derive(Default)]
struct State {
    /// The blocks that wait for a worker, with their numbers.
    waiting: VecDeque<(usize, Job)>,
    /// The blocks that were read and whose results were not taken, and the bytes of their text.
    blocks: usize,
    bytes: usize,
    /// Whether no more results are taken.
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a function returns a value. `None` if the queue is closed.
    fn wait<T>(&self, mut get: impl FnMut(&mut State) -> Option<T>) -> Option<T> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(found) = get(&mut state) {
                return Some(found);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Waits for room for another block: within the limits, or to give each worker a block even if
    /// documents are large.
    fn wait_for_room(&self) -> Option<()> {
        let workers = self.max_workers;
        self.wait(|state| {
            let small = state.blocks < workers * MAX_BLOCKS && state.bytes < workers * MAX_BYTES;
            (state.blocks < workers || small).then_some(())
        })
    }
}

/// Closes the queue when dropped, even after an error or a panic, so that no worker waits.
struct CloseAtEnd<'q>(&'q Queue);

impl Drop for CloseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.closed = true);
    }
}

/// Takes the results of all blocks, up to the first error.
pub(super) fn run<P: Process>(
    reader: Reader,
    results: &mut Results<'_, P>,
) -> Result<ControlFlow<()>, Report> {
    let process = results.process;
    let max_workers = thread::available_parallelism().map_or(1, usize::from);
    let (state, changed) = (Mutex::default(), Condvar::new());
    let queue = Arc::new(Queue { state, changed, max_workers });
    let (events, incoming) = mpsc::channel();
    let (to_fill, read_events) = (Arc::clone(&queue), events.clone());
    // Not joined: the thread may wait for input that is no longer needed.
    thread::Builder::new()
        .spawn(move || read(reader, &to_fill, &read_events))
        .map_err(|error| no_thread(&error))?;
    let queue = &*queue;
    thread::scope(|scope| {
        let _close = CloseAtEnd(queue);
        let start_worker = || {
            let (events, thread) = (events.clone(), thread::Builder::new().stack_size(STACK_BYTES));
            thread.spawn_scoped(scope, move || work(process, queue, &events)).map(drop)
        };
        let (mut started, mut max_workers) = (0, max_workers);
        let (mut read, mut taken) = (0, 0);
        let mut finished: BTreeMap<usize, Box<BlockResult<P::Findings>>> = BTreeMap::new();
        let mut end: Option<Result<(), Report>> = None;
        let mut waited = Duration::ZERO;
        loop {
            while let Some(block) = finished.remove(&taken) {
                taken += 1;
                queue.change(|state| {
                    state.blocks -= 1;
                    state.bytes -= block.bytes;
                });
                if results.take(*block)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if taken == read
                && let Some(end) = end.take()
            {
                return end.map(ControlFlow::Continue).map_err(|report| results.aborted(report));
            }
            match next_event(&incoming, results.sink, taken == read, &mut waited)? {
                ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
                ControlFlow::Continue(Event::End(result)) => end = Some(result),
                ControlFlow::Continue(Event::Processed(number, block)) => {
                    finished.insert(number, block);
                }
                ControlFlow::Continue(Event::Read) => {
                    read += 1;
                    // Most runs have few blocks, so workers are started when there is work.
                    let unfinished = read - taken - finished.len();
                    if started < max_workers && started < unfinished {
                        match start_worker() {
                            Ok(()) => started += 1,
                            Err(error) if started == 0 => return Err(no_thread(&error)),
                            // The workers that were started do the work.
                            Err(_) => max_workers = started,
                        }
                    }
                }
            }
        }
    })
}

/// Waits for the next event. Flushes the sink when results have waited for input long enough. Time in
/// which workers are busy, when the pipeline is not `idle`, does not count: slow work is no reason to
/// print a part of the results.
fn next_event<F>(
    incoming: &Receiver<Event<F>>,
    sink: &mut dyn Sink,
    idle: bool,
    waited: &mut Duration,
) -> Result<ControlFlow<(), Event<F>>, Report> {
    if let Some(after) = sink.flush_after().filter(|after| after.is_zero() || idle) {
        let started = Instant::now();
        let event = incoming.recv_timeout(after.saturating_sub(*waited));
        *waited += started.elapsed();
        match event {
            Ok(event) => return Ok(ControlFlow::Continue(event)),
            Err(RecvTimeoutError::Disconnected) => return Err(bug()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        *waited = Duration::ZERO;
        if sink.flush()?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    incoming.recv().map(ControlFlow::Continue).map_err(|_| bug())
}

/// Reads blocks while there is room for them, until the end.
fn read<F>(mut reader: Reader, queue: &Queue, events: &Sender<Event<F>>) {
    let mut number = 0;
    while queue.wait_for_room().is_some() {
        let job = match reader.next() {
            Ok(Some(job)) => job,
            // It is not an error if the calling thread has already stopped.
            end => return drop(events.send(Event::End(end.map(drop)))),
        };
        if events.send(Event::Read).is_err() {
            return;
        }
        queue.change(|state| {
            state.blocks += 1;
            state.bytes += job.block.source.text().len();
            state.waiting.push_back((number, job));
        });
        number += 1;
    }
}

/// Processes blocks until the queue is closed.
fn work<P: Process>(process: &P, queue: &Queue, events: &Sender<Event<P::Findings>>) {
    while let Some((number, job)) = queue.wait(|state| state.waiting.pop_front()) {
        if events.send(Event::Processed(number, Box::new(job.processed(process)))).is_err() {
            return;
        }
    }
}

/// The error about a thread that cannot be started.
fn no_thread(error: &std::io::Error) -> Report {
    Report::new(format!("cannot start a thread: {error}"))
}
