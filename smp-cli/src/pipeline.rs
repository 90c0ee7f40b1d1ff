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

use crate::args::{LimitArgs, OutputFormat};
use crate::input::Input;
use crate::limits::STACK_BYTES;
use crate::report::Report;
use crate::rewrite::Origin;

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
    fn put(&mut self, result: &Written) -> Result<ControlFlow<()>, Report>;

    /// Takes text of the file that is after a result, where files are rewritten.
    fn rest(&mut self, _text: &str) -> Result<(), Report> {
        Ok(())
    }

    /// A file has no more, and was read as said, where files are rewritten.
    fn end_of_file(&mut self, _origin: Option<Origin>) -> Result<(), Report> {
        Ok(())
    }

    /// If results are held back, how long they may wait for more.
    fn patience(&self) -> Option<Duration> {
        None
    }

    /// What was held back has waited that long.
    fn release(&mut self) -> Result<ControlFlow<()>, Report> {
        Ok(ControlFlow::Continue(()))
    }

    /// Something is wrong: nothing more is put out, not even what is held back.
    /// Says what is to be said about that, if anything.
    fn abandon(&mut self) -> Option<String>;

    /// Everything has gone well.
    fn finish(self) -> Result<(), Report>;
}

/// What results are for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Purpose {
    /// To be printed, by default in the format of the first file.
    Print(Option<OutputFormat>),
    /// To stand in the files instead of the documents that are there.
    Rewrite,
}

/// A result, as it is to be written.
pub(crate) struct Written {
    /// With the text before it, where files are rewritten.
    pub(crate) text: String,
    pub(crate) format: OutputFormat,
    /// Whether the document became another. Known where files are rewritten.
    pub(crate) changed: bool,
}

/// Files, and what to do with the documents in them.
pub(crate) struct Run<'r, W> {
    /// `-` stands for standard input.
    pub(crate) files: &'r [String],
    pub(crate) work: &'r W,
    pub(crate) limits: LimitArgs,
    pub(crate) purpose: Purpose,
    /// Whether the work depends on there being only one document.
    pub(crate) asks_if_alone: bool,
}

impl<W: Work> Run<'_, W> {
    /// Puts every result into the sink, up to the first document that is wrong.
    /// `collect` is given what was found of each, in order, and says whether the
    /// result is any good; if one isn't, no more go to the sink, but the work
    /// goes on. `Break` if somebody had enough before the end. Memory is that of a
    /// few documents a processor.
    pub(crate) fn run(
        &self,
        sink: &mut impl Sink,
        collect: impl FnMut(W::Found) -> bool,
    ) -> Result<ControlFlow<()>, Report> {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let (events, incoming) = mpsc::channel();
        let (permits, permitted) = mpsc::channel();
        let (jobs, queue) = mpsc::channel();
        let queue = Mutex::new(queue);
        let reading = reader::Reading {
            files: self.files.to_vec(),
            limits: self.limits,
            watch: matches!(self.purpose, Purpose::Rewrite),
            first: if self.asks_if_alone { 2 } else { 1 },
        };
        let read = events.clone();
        // Not joined: it may wait for input that nobody wants any more.
        thread::Builder::new()
            .spawn(move || reading.run(&permitted, &read))
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
    Read(Box<reader::Block>),
    /// The reader is done, or can't go on.
    End(Result<(), Report>),
    /// The block of this number was worked on.
    Worked(usize, Worked<F>),
}

/// What became of a block.
struct Worked<F> {
    outcomes: Vec<Outcome<F>>,
    /// Text after the last document, where files are rewritten.
    rest: String,
}

/// What became of a document.
struct Outcome<F> {
    warnings: Vec<Report>,
    result: Result<(Written, F), Report>,
}

fn no_thread(error: &std::io::Error) -> Report {
    Report::new(format!("cannot start a thread: {error}"))
}

/// What is said where a thread panicked, which has printed why.
fn bug() -> Report {
    Report::new("this is a bug in smp").help("please report it, with the document")
}
