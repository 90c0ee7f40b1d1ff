//! The command as a library, for fuzzing and for its two programs: `smp`, and `kubectl-smp`, which
//! kubectl finds as a plugin. Standard output has documents only; messages go to standard error.

mod api_resources;
mod args;
mod checks;
mod commands;
mod completion;
mod console;
mod difference;
mod engine_error;
mod fingerprint;
mod identity;
mod input;
mod limits;
mod locate;
mod managed;
mod masking;
mod objects;
mod once;
mod output;
mod patches;
mod path_pattern;
mod pipeline;
mod place;
mod preview;
mod report;
mod rewrite;
mod schemas;
mod secret;
mod select;
mod sink;
mod status;

#[doc(hidden)]
pub mod fuzzing;

use std::convert::Infallible;
use std::process::{ExitCode, exit};
use std::thread::{self, JoinHandle};

use args::{Command, ReportArg};
use report::Report;

/// Runs the command with the arguments of the process, which ends with the exit status of the
/// command. Returns, with the status of an error, only after a panic or if no thread can be started.
#[must_use]
pub fn main() -> ExitCode {
    completion::answer();
    let (args, name) = args::parse();
    if args.quiet {
        report::warnings::silence();
    }
    let failure = status::failure(&name);
    if let Err(report) = masking::set(args.show_secrets, &args.mask) {
        return ExitCode::from(status_of(Err(report), failure));
    }
    if let Some(asked) = &args.report {
        report::collect::start(asked.file.is_none());
    }
    let worker = thread::Builder::new().stack_size(limits::STACK_BYTES);
    let (command, asked) = (args.command, (args.report.clone(), name.clone()));
    // The process ends in that thread: returning to this one would take longer.
    let run = move || -> Infallible {
        let status = run(command, failure);
        masking::warn_of_unmatched();
        exit(write_report(asked.0.as_ref(), &asked.1, status, failure).into())
    };
    let status = match worker.spawn(run).map(JoinHandle::join) {
        // The panic has printed its message.
        Ok(Err(_)) => {
            Report::new("this is a bug in smp").collect_errors();
            failure
        }
        Err(error) => {
            status_of(Err(Report::new(format!("cannot start a thread: {error}"))), failure)
        }
    };
    ExitCode::from(write_report(args.report.as_ref(), &name, status, failure))
}

/// Writes the report, if requested, and returns the status of the process.
fn write_report(report: Option<&ReportArg>, name: &str, status: u8, failure: u8) -> u8 {
    let written = report.map_or(Ok(()), |asked| {
        report::machine::write(asked.format, asked.file.as_deref(), name, status)
    });
    status_of(written.map(|()| status), failure)
}

/// The status of a command: `failure` after an error, which is printed.
fn status_of(outcome: Result<u8, Report>, failure: u8) -> u8 {
    outcome.unwrap_or_else(|report| {
        report.print_error();
        failure
    })
}

/// Runs a command, and returns its status.
fn run(command: Command, failure: u8) -> u8 {
    let outcome = match command {
        Command::Patch(args) => commands::patch::run(&args),
        Command::Check(args) => commands::patch::lint::run(args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Apply(args) => commands::apply::run(&args),
        Command::Owners(args) => commands::owners::run(&args),
        Command::Extract(args) => commands::extract::run(&args),
        Command::Compose(args) => commands::compose::run(&args),
        Command::Conflicts(args) => commands::conflicts::run(&args),
        Command::Completion(args) => completion::run(&args),
        Command::Complete(args) => completion::kubectl(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Kinds(args) => commands::kinds::run(&args),
        Command::Man(args) => commands::man::run(&args),
        Command::MergeFile(args) => commands::merge_file::run(&args),
        Command::Normalize(args) => commands::normalize::run(&args),
        Command::Fn(args) => commands::patch::function::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Version(args) => commands::version::run(&args),
    };
    if let Some(line) = report::warnings::repeated() {
        report::print_line(&line);
    }
    status_of(outcome, failure)
}
