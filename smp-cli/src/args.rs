//! The command line: what can be said, and what `--help` says about it. Here is
//! what the commands have in common.

mod explain;
mod objects;
mod patches;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use smp_core::Options;

use crate::limits::MAX_BYTES;

pub(crate) use explain::{ExplainArgs, ExplainOutput};
pub(crate) use objects::{NormalizeArgs, PatchArgs, PatchType, UnionsSetting};
pub(crate) use patches::{ApplyArgs, ApplyOutput, ComposeArgs, ConflictsArgs, DiffArgs};

/// Strategic merge patch for Kubernetes manifests, offline.
///
/// Patches, compares and merges Kubernetes objects by the rules that a cluster
/// follows: lists of containers, ports, volumes and the like merge element by
/// element. No cluster is needed.
#[derive(Debug, Parser)]
#[command(name = "smp", version, max_term_width = 100, subcommand_required = true)]
pub(crate) struct Cli {
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

#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// File with schemas: OpenAPI documents, definitions of custom resources,
    /// overlays; may be repeated
    ///
    /// Kubernetes' own kinds are known without. A kind that a file defines is as
    /// the file says; several files that define it must say the same. Overlays
    /// (apiVersion, kind, and fields by path with strategy, mergeKey, listType,
    /// listMapKeys, type) come last, on top of all.
    #[arg(long, value_name = "FILE")]
    pub(crate) schema: Vec<String>,

    /// Take a part of custom resources for a built-in type, as in
    /// spec.template=v1/PodTemplateSpec; may be repeated
    #[arg(long, value_name = "PATH=TYPE")]
    pub(crate) embed: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct KindArgs {
    /// What the patches are for, if they don't say it, such as
    /// apps/v1/Deployment
    #[arg(long, value_name = "APIVERSION/KIND")]
    pub(crate) kind: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Output format; by default that of the first file
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<OutputFormat>,
}

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct LimitArgs {
    /// How many bytes a document may have, and a file that is read as a whole
    #[arg(long, value_name = "BYTES", default_value_t = MAX_BYTES)]
    pub(crate) max_bytes: usize,
}

#[derive(Debug, Args)]
pub(crate) struct DialectArgs {
    /// Which rules hold where Kubernetes and its specification differ
    #[arg(long, value_enum, default_value_t = Dialect::Kubernetes)]
    dialect: Dialect,
}

impl DialectArgs {
    pub(crate) fn options(&self) -> Options {
        match self.dialect {
            Dialect::Kubernetes => Options::kubernetes(),
            Dialect::Documented => Options::documented(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    Yaml,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dialect {
    /// What a cluster does
    Kubernetes,
    /// What the specification's examples show
    Documented,
}

/// Reads the command line. As a kubectl plugin the command calls itself by its
/// name there. Wrong usage ends the process with status 2.
pub(crate) fn parse() -> Cli {
    let mut command = Cli::command();
    let name = std::env::args_os()
        .next()
        .and_then(|arg| std::path::Path::new(&arg).file_stem()?.to_str().map(ToOwned::to_owned));
    if let Some(plugin) = name.as_deref().and_then(|name| name.strip_prefix("kubectl-")) {
        command = command.bin_name(format!("kubectl {plugin}"));
    }
    let parsed = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| error.exit())
}
