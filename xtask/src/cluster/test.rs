//! `cargo xtask cluster test`: the tests of the workspace that need a server.

use std::process::Command;

use super::{Result, server, workspace};
use crate::bench::process;

/// Run the tests that need a server. Starts one if none is up.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Do nothing if the server has not been built yet.
    #[arg(long)]
    if_cached: bool,
}

/// The environment variable with the server's address for the tests.
const ADDRESS: &str = "SMP_CLUSTER_URL";

/// Runs the tests. A test that fails is an error.
pub(super) fn run(args: &Args) -> Result<()> {
    let Some(server) = server::available(args.if_cached)? else { return Ok(()) };
    println!("kube-apiserver {}", server.version);
    let mut tests = Command::new("cargo");
    tests
        .args(["test", "--quiet", "-p", "kube-controller", "--test", "servers"])
        .env(ADDRESS, &server.url)
        .current_dir(workspace());
    Ok(process::run(&mut tests).map_err(|error| error.to_string())?)
}
