//! The `smp` command. Standard output carries documents only, messages go to
//! standard error; a failed run prints no document.

mod args;
mod commands;
mod identity;
mod input;
mod locate;
mod output;
mod report;
mod types;
mod yaml;

use std::process::ExitCode;

use args::Command;

fn main() -> ExitCode {
    let outcome = match args::parse().command {
        Command::Patch(args) => commands::patch::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Apply(args) => commands::apply::run(&args),
        Command::Compose(args) => commands::compose::run(&args),
        Command::Conflicts(args) => commands::conflicts::run(&args),
    };
    match outcome {
        Ok(status) => ExitCode::from(status),
        Err(report) => {
            report.print_error();
            ExitCode::from(commands::FAILURE)
        }
    }
}
