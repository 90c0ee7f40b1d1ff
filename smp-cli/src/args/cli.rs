//! The command line as a whole.

use clap::error::ContextValue;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use super::completion::{CompleteArgs, CompletionArgs};
use super::explain::ExplainArgs;
use super::external_diff::reordered;
use super::function::FnArgs;
use super::kinds::KindsArgs;
use super::man::ManArgs;
use super::naming::{plugin_name, renamed};
use super::objects::{NormalizeArgs, PatchArgs};
use super::patches::{ApplyArgs, ComposeArgs, ConflictsArgs, DiffArgs};
use super::report::{ReportArg, parse_report};
use super::version::VersionArgs;
use crate::report::escape;

/// Strategic merge patch for Kubernetes manifests, offline.
///
/// Patches, compares and merges Kubernetes objects by the rules of a cluster: lists of
/// containers, ports, volumes and so on are merged element by element. No cluster is needed.
#[derive(Debug, Parser)]
#[command(name = "smp", version, max_term_width = 100, subcommand_required = true)]
pub(crate) struct Cli {
    /// Print no warnings
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,

    /// Write warnings, errors and differences for a CI system or a program: github, junit, sarif
    /// or json. With =FILE to a file, else to standard error instead of the messages
    #[arg(long, global = true, value_name = "FORMAT[=FILE]", value_parser = parse_report)]
    pub(crate) report: Option<ReportArg>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

// Only the options of the command that is called are made: there are many in all.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Patch objects and print the results
    Patch(PatchArgs),
    /// Print the patch that changes ORIGINAL into MODIFIED, or show the differences
    Diff(DiffArgs),
    /// Merge three objects as kubectl apply does: last applied, modified and live
    Apply(ApplyArgs),
    /// Combine several patches into one patch with the same effect
    Compose(ComposeArgs),
    /// List the fields that two patches change in different ways
    Conflicts(ConflictsArgs),
    /// Print the completion script for a shell
    Completion(CompletionArgs),
    /// Print completions as kubectl reads them
    #[command(name = "__complete", hide = true)]
    Complete(CompleteArgs),
    /// Show how a field is merged, and which schema defines that
    Explain(ExplainArgs),
    /// List the kinds that the command knows, with their names
    Kinds(KindsArgs),
    /// Write the manual pages
    Man(ManArgs),
    /// Remove fields that exclude each other, such as the old type of a volume
    Normalize(NormalizeArgs),
    /// Patch objects as a function of kustomize or kpt
    Fn(FnArgs),
    /// Print the version of the command, and which schemas are built in
    Version(VersionArgs),
}

impl Command {
    /// The name of the command.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Patch(_) => "patch",
            Self::Diff(_) => "diff",
            Self::Apply(_) => "apply",
            Self::Compose(_) => "compose",
            Self::Conflicts(_) => "conflicts",
            Self::Completion(_) => "completion",
            Self::Complete(_) => "__complete",
            Self::Explain(_) => "explain",
            Self::Kinds(_) => "kinds",
            Self::Man(_) => "man",
            Self::Normalize(_) => "normalize",
            Self::Fn(_) => "fn",
            Self::Version(_) => "version",
        }
    }
}

/// Reads the command line. The help has the name by which the command was called: run as a
/// kubectl plugin, that is `kubectl smp`. Wrong usage ends the process with status 2.
pub(crate) fn parse() -> Cli {
    let arguments: Vec<_> = std::env::args_os().collect();
    let command = match arguments.first().and_then(|program| plugin_name(program)) {
        Some(name) => renamed(Cli::command(), &name),
        None => Cli::command(),
    };
    let arguments = reordered(arguments, |name| command.find_subcommand(name).is_some());
    let parsed = command.try_get_matches_from(arguments);
    let parsed = parsed.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| escaped(error).exit())
}

/// Whether the command was called by the name of the plugin of kubectl.
pub(crate) fn called_as_plugin() -> bool {
    std::env::args_os().next().is_some_and(|program| plugin_name(&program).is_some())
}

/// The error with every argument that it shows escaped as in all messages.
pub(crate) fn escaped(mut error: clap::Error) -> clap::Error {
    let shown: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    let safe = |text: &String| escape(text).into_owned();
    for (kind, value) in shown {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(safe(&text)),
            ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(safe).collect()),
            // A tip, which may repeat an argument.
            ContextValue::StyledStrs(texts) => {
                let texts = texts.iter().map(|text| safe(&text.to_string()).into());
                ContextValue::StyledStrs(texts.collect())
            }
            other => other,
        };
        error.insert(kind, value);
    }
    error
}
