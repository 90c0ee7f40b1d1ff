//! Processing many documents at the same time, with only a few blocks of them in
//! memory: one thread reads, one thread a processor works, and the calling thread
//! takes the results in order.

mod coordinator;
mod event;
mod process;
mod reader;
mod reorder;
mod run;
mod worker;

pub(crate) use process::{Destination, Process};
pub(crate) use run::Pipeline;
