//! Documents on their way from files to what is made of them, many at a time
//! and no more than a few blocks of them in memory: one thread reads, as many as
//! there are processors work, and the caller's takes the results in order.

mod line;
mod reader;
mod take;
mod worker;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use smp_core::Document;

use crate::args::OutputFormat;
use crate::input::Input;
use crate::limits::STACK_BYTES;
use crate::report::Report;

pub(crate) use take::printed;

/// What is made of a document, on any thread.
pub(crate) trait Work: Sync {
    /// What there is to say of a document besides its result.
    type Found: Send + 'static;

    /// Takes a document; `alone` says that there is no other, as far as
    /// [`Run::asks_if_alone`].
    fn document<'d>(
        &'d self,
        input: &'d Input<'_>,
        alone: bool,
    ) -> Result<(Document<'d>, Self::Found), Report>;
}

/// Where results go, in order.
pub(crate) trait Sink {
    /// Takes a result; `Break` if nobody wants more.
    fn put(&mut self, result: &str, format: OutputFormat) -> Result<ControlFlow<()>, Report>;

    /// If results are held back, how long they may wait for more.
    fn patience(&self) -> Option<Duration>;

    /// What was held back has waited that long.
    fn release(&mut self) -> Result<ControlFlow<()>, Report>;

    /// Something is wrong: nothing more is put out, not even what is held back.
    /// Says how many results are out already.
    fn abandon(&mut self) -> usize;
}

/// Files, and what to do with the documents in them.
pub(crate) struct Run<'r, W> {
    /// `-` stands for standard input.
    pub(crate) files: &'r [String],
    pub(crate) work: &'r W,
    /// By default that of the first file.
    pub(crate) format: Option<OutputFormat>,
    /// Whether the work depends on there being only one document.
    pub(crate) asks_if_alone: bool,
}

impl<W: Work> Run<'_, W> {
    /// Puts every result into the sink, up to the first document that is wrong.
    /// `collect` is given what was found of each, in order, and says whether the
    /// result is any good; if one isn't, no more go to the sink, but the work
    /// goes on. Memory is that of a few documents a processor.
    pub(crate) fn run(
        &self,
        sink: &mut impl Sink,
        collect: impl FnMut(W::Found) -> bool,
    ) -> Result<(), Report> {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let (events, incoming) = mpsc::channel();
        let (permits, permitted) = mpsc::channel();
        let (jobs, queue) = mpsc::channel();
        let queue = Mutex::new(queue);
        let (files, first) = (self.files.to_vec(), if self.asks_if_alone { 2 } else { 1 });
        let reading = events.clone();
        // Not joined: it may wait for input that nobody wants any more.
        thread::Builder::new()
            .spawn(move || reader::run(&files, first, &permitted, &reading))
            .map_err(|error| no_thread(&error))?;
        thread::scope(|scope| {
            // Not before there is work: most runs have little.
            let hire = || {
                let (events, queue) = (events.clone(), &queue);
                let worker = thread::Builder::new().stack_size(STACK_BYTES);
                let worker =
                    worker.spawn_scoped(scope, move || worker::run(self.work, queue, &events));
                worker.map(drop).map_err(|error| no_thread(&error))
            };
            let channels = take::Channels { incoming, permits, jobs };
            take::Taker::new(self, workers, channels, hire, sink, collect).run()
        })
    }
}

/// What comes to the thread that takes the results.
enum Event<F> {
    Read(reader::Block),
    /// The reader is done, or can't go on.
    End(Result<(), Report>),
    /// The block of this number was worked on.
    Worked(usize, Vec<Outcome<F>>),
}

/// What became of a document.
struct Outcome<F> {
    warnings: Vec<Report>,
    result: Result<Made<F>, Report>,
}

/// A result, as it is to be written.
struct Made<F> {
    text: String,
    format: OutputFormat,
    found: F,
}

fn no_thread(error: &std::io::Error) -> Report {
    Report::new(format!("cannot start a thread: {error}"))
}

/// What is said where a thread panicked, which has printed why.
fn bug() -> Report {
    Report::new("this is a bug in smp").help("please report it, with the document")
}
