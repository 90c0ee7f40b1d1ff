//! The options of `smp serve`.

use std::net::SocketAddr;

use clap::Args;

use super::schema::SchemaArgs;
use super::shared::{DirectoryArgs, FileArg};

#[derive(Debug, Args)]
#[command(after_help = "\
Starts a server that answers kubectl and controllers like an API server, with the objects of the
files. It runs no Pods and no controllers, and normalizes no unions. Its objects are in memory alone: no
file is changed. When it is stopped, with ctrl-C or SIGTERM, it prints what has changed as a diff of the
files, which git apply takes. Changes of Secrets are left out of it without --show-secrets. The line with
KUBECONFIG is printed on standard error; the file that it names goes with the server.

Examples:
  smp serve --from k8s
  smp serve --from k8s > changes.diff

Exit status: 0, or 2 on an error.")]
pub(crate) struct ServeArgs {
    /// Directory or file with the objects that are there at the start; may be repeated
    #[arg(long, value_name = "DIR", required = true)]
    pub(crate) from: Vec<FileArg>,

    #[command(flatten)]
    pub(crate) directories: DirectoryArgs,

    /// Address and port; port 0 is a free one. Other addresses than those of the loopback interface
    /// let other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    pub(crate) listen: SocketAddr,

    /// Let everybody in who reaches the port. Otherwise the address has a token in it
    #[arg(long)]
    pub(crate) no_token: bool,

    /// With --no-token, regular expressions for the hosts that requests may name, separated by commas
    #[arg(
        long,
        value_name = "REGEX",
        requires = "no_token",
        default_value = r"^localhost$,^127\.0\.0\.1$,^\[::1\]$"
    )]
    pub(crate) accept_hosts: String,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
}
