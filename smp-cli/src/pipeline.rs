//! Processing many documents at the same time, with only a few blocks of them in
//! memory: one thread reads, one thread a processor works, and the calling thread
//! takes the results in order. For one small file the calling thread does all of it.

mod calling_thread;
mod coordinator;
mod event;
mod executor;
mod job;
mod process;
mod reader;
mod reorder;
mod run;
mod threads;

pub(crate) use process::{Destination, Process};
pub(crate) use run::Pipeline;
