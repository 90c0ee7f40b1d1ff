//! The command line as a whole.

use clap::error::ContextValue;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use super::explain::ExplainArgs;
use super::objects::{NormalizeArgs, PatchArgs};
use super::patches::{ApplyArgs, ComposeArgs, ConflictsArgs, DiffArgs};
use crate::report::escape;

/// Strategic merge patch for Kubernetes manifests, offline.
///
/// Patches, compares and merges Kubernetes objects by the rules of a cluster: lists
/// of containers, ports, volumes and the like are merged element by element. No
/// cluster is needed.
#[derive(Debug, Parser)]
#[command(name = "smp", version, max_term_width = 100, subcommand_required = true)]
pub(crate) struct Cli {
    /// Print no warnings
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Patch(PatchArgs),
    Diff(DiffArgs),
    Apply(ApplyArgs),
    Compose(ComposeArgs),
    Conflicts(ConflictsArgs),
    Explain(ExplainArgs),
    Normalize(NormalizeArgs),
}

/// Reads the command line. Run as a kubectl plugin, the command is called
/// `kubectl smp` in its help. Wrong usage ends the process with status 2.
pub(crate) fn parse() -> Cli {
    let mut command = Cli::command();
    let name = std::env::args_os()
        .next()
        .and_then(|arg| std::path::Path::new(&arg).file_stem()?.to_str().map(ToOwned::to_owned));
    if let Some(plugin) = name.as_deref().and_then(|name| name.strip_prefix("kubectl-")) {
        command = command.bin_name(format!("kubectl {plugin}"));
    }
    let parsed = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| escaped(error).exit())
}

/// The error with every argument that it shows escaped as in all messages.
pub(crate) fn escaped(mut error: clap::Error) -> clap::Error {
    let shown: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    let safe = |text: &String| escape(text).into_owned();
    for (kind, value) in shown {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(safe(&text)),
            ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(safe).collect()),
            other => other,
        };
        error.insert(kind, value);
    }
    error
}
