//! Runs the command within the calling process, for fuzzing.

use std::ffi::OsString;

use clap::Parser as _;

use crate::args::{Cli, escaped};
use crate::console::Collected;
use crate::report::warnings;
use crate::status::failure;
use crate::{console, limits};

/// The output of a run of the command, and its status.
#[derive(Debug)]
pub struct Outcome {
    /// The exit code that the process would have.
    pub status: u8,
    /// Standard output.
    pub output: Vec<u8>,
    /// Standard error, without colours.
    pub messages: String,
}

/// Runs the command with these arguments; the first one is its name. The files that they name are read,
/// and changed with `--in-place`. Only one run can be active at a time. `None` if no thread can be
/// started. A panic of the command is passed on.
#[must_use]
pub fn run(args: Vec<OsString>) -> Option<Outcome> {
    warnings::forget();
    console::collect();
    let worker = std::thread::Builder::new().stack_size(limits::STACK_BYTES);
    let failure = failure(args.get(1).and_then(|name| name.to_str()).unwrap_or_default());
    let worker = worker.spawn(move || match Cli::try_parse_from(args) {
        Ok(args) => crate::run(args.command, failure),
        Err(error) => {
            console::write_message(&escaped(error).to_string());
            failure
        }
    });
    let ended = worker.ok()?.join();
    let Collected { output, messages } = console::take();
    match ended {
        Ok(status) => Some(Outcome { status, output, messages }),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
