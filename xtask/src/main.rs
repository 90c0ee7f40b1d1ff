//! Tasks of the workspace: `cargo xtask …`. Each task is a module with its own
//! arguments; this file only dispatches.

mod answer;
mod api;
mod bench;
mod callgrind;
mod cases;
mod catalogue;
mod cluster;
mod cost;
mod differential;
mod fuzz;
mod kubernetes;
mod kustomize;
mod managed;
mod numbered;
mod openapi;
mod oracle;
mod packages;
mod picture;
mod resources;
mod size;
mod suites;
mod type_name;
mod types;
mod undocumented;
mod vectors;
mod written;

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
    /// Generate all that a version of Kubernetes decides, from its OpenAPI v2 document.
    Kubernetes(openapi::Args),
    /// Generate the catalogue of smp-schema alone.
    Catalogue(openapi::Args),
    /// Add older versions of Kubernetes to the catalogue, from their OpenAPI v2 documents.
    Older(catalogue::older::Args),
    /// Add kinds to the catalogue that no version serves any more, from documents of older ones.
    Removed(catalogue::gone::Args),
    /// Generate smp-types and the table of facts alone.
    Types(openapi::Args),
    /// Generate the names of resources that the command knows.
    Resources(resources::Args),
    /// Generate what the test server knows of the fields of Go's types (needs Go).
    Written(written::Args),
    /// Check what is published: metadata, contents, sizes, the oldest Rust.
    Packages,
    /// Write the public surface of each library to `api`.
    Api(api::Args),
    /// Count the lines of code, neither blank nor comment, tests apart.
    Size,
    /// Write the table of vectors in tests/vectors.
    Vectors(vectors::Args),
    /// Draw the picture in README.md.
    Picture(picture::Args),
    /// Compare the engine with the reference on cases made at random.
    Differential(differential::Args),
    /// Compare server-side apply with the field manager of apimachinery, on sequences made at random.
    Managed(managed::Args),
    /// Run a real kube-apiserver, and compare the engine with it on random cases.
    Cluster(cluster::Args),
    /// Compare the patches of kustomizations with kustomize, on cases made at random.
    Kustomize(kustomize::Args),
    /// Run the tests of other projects with this engine, and write docs/suites.md.
    Suites(suites::Args),
    /// Answer questions with this engine, in the protocol of tests/oracle.
    Answer(answer::Args),
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
    if let Some(status) = api::rustdoc() {
        return status;
    }
    let outcome = match Cli::parse().task {
        Task::Kubernetes(args) => kubernetes::run(&args),
        Task::Packages => packages::run(),
        Task::Api(args) => api::run(&args),
        Task::Size => size::run(),
        Task::Picture(args) => picture::run(&args),
        Task::Vectors(args) => vectors::run(&args),
        Task::Resources(args) => resources::run(&args),
        Task::Written(args) => written::run(&args),
        Task::Catalogue(args) => catalogue::run(&args),
        Task::Older(args) => catalogue::older::run(&args),
        Task::Removed(args) => catalogue::gone::run(&args),
        Task::Types(args) => types::run(&args),
        Task::Differential(args) => differential::run(&args),
        Task::Managed(args) => managed::run(&args),
        Task::Cluster(args) => cluster::run(&args),
        Task::Kustomize(args) => kustomize::run(&args),
        Task::Suites(args) => suites::run(&args),
        Task::Answer(args) => answer::run(&args),
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
