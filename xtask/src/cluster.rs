//! `cargo xtask cluster`: compares this engine's results with the answers of a real kube-apiserver.
//!
//! [`program`] builds the server of `tests/cluster` and [`progress`] shows the progress of the build,
//! [`server`] starts and stops it, [`client`] sends requests. [`resources`] makes a legal object of
//! every resource that the server has, and [`kit`] collects the values in them, from which [`edit`]
//! makes other legal objects, and [`nulls`] those with nulls; [`raw`] writes them as unusual text.
//! [`mod@written`] makes what clients write from both. [`case`] makes a case, with [`directives`] in
//! maps and free-form values and [`json_patches`], [`judge`] asks the server about it, [`verdict`]
//! compares the answers, and [`random`] knows which answers vary. Differences are explained like
//! those of the differential run, by `docs/deviations.md`; [`example`] checks the examples there that
//! only a server can answer. [`mod@managed`] does the same for server-side apply, by sequences of
//! writes. [`mod@kubectl`] compares the command with kubectl, and [`beside`] smp-testserver with the
//! server. [`reduce`] finds the smallest case with the same difference. [`openapi`] compares the
//! schemas of the server with the catalogue. [`mod@test`] runs the tests of the workspace that need a
//! server.

mod beside;
mod case;
mod client;
mod custom;
mod directives;
mod edit;
mod example;
mod json_patches;
mod judge;
mod kit;
mod kubectl;
mod managed;
mod nulls;
mod openapi;
mod program;
mod progress;
mod random;
mod raw;
mod reduce;
mod resources;
mod run;
mod server;
mod strict;
mod test;
mod unknown;
mod verdict;
mod written;

use std::error::Error;
use std::path::PathBuf;

use clap::Subcommand;

use server::Server;

/// A result of a step of the task. The error is a message.
type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// A real kube-apiserver on loopback ports. Needs Go.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start the server, and print its address. It is built first if need be.
    Up,
    /// Stop the server that `up` started.
    Down,
    /// Compare this engine with the server on random cases. Starts a server if none is up.
    Run(run::Args),
    /// Compare server-side apply with the server, by sequences of writes. Starts a server if none is up.
    Managed(managed::Args),
    /// Compare `smp apply --server-side` with kubectl on the server. Starts a server if none is up.
    Kubectl(kubectl::Args),
    /// Compare smp-testserver with the server, by sequences of requests. Starts a server if none is up.
    Server(beside::Args),
    /// Run the tests that need a server. Starts one if none is up.
    Test(test::Args),
    /// Change the version of Kubernetes that the server is built of, such as `1.37.2`.
    Version {
        /// The version, with its patch number.
        version: String,
    },
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> std::result::Result<(), Box<dyn Error>> {
    let done = match &args.command {
        Command::Up => up(),
        Command::Down => down(),
        Command::Run(args) => run::run(args),
        Command::Managed(args) => managed::run(args),
        Command::Kubectl(args) => kubectl::run(args),
        Command::Server(args) => beside::run(args),
        Command::Test(args) => test::run(args),
        Command::Version { version } => program::set_version(version),
    };
    done.map_err(|error| -> Box<dyn Error> { error })
}

fn up() -> Result<()> {
    let server = match Server::running()? {
        Some(server) => server,
        None => Server::start(&program::built()?)?.detach()?,
    };
    println!("kube-apiserver {} at {}", server.version, server.url);
    println!("kubectl --server {} get namespaces", server.url);
    Ok(())
}

fn down() -> Result<()> {
    let Some(server) = Server::running()? else {
        println!("no server is up");
        return Ok(());
    };
    server.stop()
}

/// The root of the workspace.
fn workspace() -> PathBuf {
    crate::openapi::workspace()
}
