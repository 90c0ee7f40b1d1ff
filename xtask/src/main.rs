//! Tasks of the workspace: `cargo xtask …`. Each task is a module with its own
//! arguments; this file only dispatches.

mod bench;
mod callgrind;
mod cases;
mod catalogue;
mod cost;
mod differential;
mod fuzz;
mod openapi;
mod type_name;
mod types;
mod undocumented;

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
    /// Generate the catalogue of smp-schema from an OpenAPI v2 document.
    Catalogue(catalogue::Args),
    /// Generate smp-types and the table of facts from an OpenAPI v2 document.
    Types(types::Args),
    /// Compare the engine with the reference on cases made at random.
    Differential(differential::Args),
    /// Fuzz the workspace: every target for some minutes.
    Fuzz(fuzz::Args),
    /// Measure the engine beside the reference, and write benches/RESULTS.md.
    Bench(bench::Args),
    /// Count the instructions of apply, and fail if a budget is exceeded.
    Budget(bench::budget::Args),
    /// Measure how cost grows with hostile inputs, and fail if it outgrows n log n.
    Cost(cost::Args),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().task {
        Task::Catalogue(args) => catalogue::run(&args),
        Task::Types(args) => types::run(&args),
        Task::Differential(args) => differential::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::Budget(args) => bench::budget::run(&args),
        Task::Cost(args) => cost::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
