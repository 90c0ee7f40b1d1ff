//! Tasks of the workspace: `cargo xtask …`. Each task is a module with its own
//! arguments; this file only dispatches.

mod types;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tasks of the workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Generate smp-types and the table of facts from an OpenAPI v2 document.
    Types(types::Args),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().task {
        Task::Types(args) => types::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
