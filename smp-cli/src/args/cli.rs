//! The command line as a whole: its commands, the name by which it was called, and the order of its
//! arguments.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::exit;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use super::function::FnArgs;
use super::managed::{ExtractArgs, OwnersArgs};
use super::merge_file::MergeFileArgs;
use super::objects::{CheckArgs, NormalizeArgs, PatchArgs};
use super::patches::{ApplyArgs, ComposeArgs, ConflictsArgs, DiffArgs};
use super::program::{CompleteArgs, CompletionArgs, ManArgs, VersionArgs};
use super::schema::{ExplainArgs, KindsArgs};
use super::serve::ServeArgs;
use super::shared::{ReportArg, parse_report};
use crate::limits;
use crate::report::{Report, escape};
use crate::status::{SUCCESS, failure};

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

    /// Report to a CI system: github, junit, sarif or json
    ///
    /// The report has the warnings, errors and differences. With =FILE it is written to a file, else
    /// to standard error instead of the messages.
    #[arg(long, global = true, value_name = "FORMAT[=FILE]", value_parser = parse_report)]
    pub(crate) report: Option<ReportArg>,

    /// Maximum length of a document, and of a file that is read as a whole; 1 GiB by default
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_name = "BYTES",
        value_parser = |bytes: &str| limits::BYTES.set(bytes)
    )]
    pub(crate) max_bytes: Option<()>,

    /// Bytes of memory that a run may keep: an estimate for the texts, documents, patches and
    /// results at one time; 4 GiB by default
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_name = "BYTES",
        value_parser = |bytes: &str| limits::MEMORY.set(bytes)
    )]
    pub(crate) max_memory: Option<()>,

    /// Set another limit that a message names, such as matches=20000000
    ///
    /// Limits in the variable, separated by commas, are for functions in containers.
    #[arg(
        long,
        env = "SMP_LIMITS",
        hide_env_values = true,
        value_delimiter = ',',
        global = true,
        hide_short_help = true,
        value_name = "NAME=NUMBER",
        value_parser = limits::set
    )]
    pub(crate) limit: Vec<()>,

    /// Show *** in place of the values of this field in differences, as of those of Secrets; may be
    /// repeated
    #[arg(long, global = true, hide_short_help = true, value_name = "PATH")]
    pub(crate) mask: Vec<String>,

    /// Show the values of Secrets in differences and messages
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) show_secrets: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

// Only the options of the command that is called are made: there are many in all.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Patch objects and print the results
    Patch(PatchArgs),
    /// Check patches, kustomizations and overlays by themselves, without objects
    Check(CheckArgs),
    /// Print the patch that changes ORIGINAL into MODIFIED, or show the differences
    Diff(DiffArgs),
    /// Merge three objects as kubectl apply does: last applied, modified and live; or with
    /// --server-side a configuration into live objects, as an API server does
    Apply(ApplyArgs),
    /// Show who manages each field of an object, as metadata.managedFields says
    Owners(OwnersArgs),
    /// Print what a field manager applied
    Extract(ExtractArgs),
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
    /// Merge two versions of a file, as a merge driver of git
    MergeFile(MergeFileArgs),
    /// Remove fields that exclude each other, such as the old type of a volume
    Normalize(NormalizeArgs),
    /// Patch objects as a function of kustomize or kpt
    Fn(FnArgs),
    /// Answer kubectl and controllers like an API server, with the objects of files
    Serve(ServeArgs),
    /// Print the version of the command, and which schemas are built in
    Version(VersionArgs),
}

/// Reads the command line. The help has the name by which the command was called: run as a
/// kubectl plugin, that is `kubectl smp`. Gives the name of the subcommand, too. Wrong usage ends
/// the process with the status of an error.
pub(crate) fn parse() -> (Cli, String) {
    let arguments: Vec<_> = std::env::args_os().collect();
    let name = arguments.first().and_then(|program| plugin_name(program));
    let name = name.unwrap_or_else(|| NAME.to_owned());
    let mut command = Cli::command().bin_name(&name);
    let arguments = reordered(arguments, |name| command.find_subcommand(name).is_some());
    let parsed = command.try_get_matches_from_mut(&arguments).and_then(|matches| {
        let name = matches.subcommand_name().unwrap_or_default().to_owned();
        Ok((Cli::from_arg_matches(&matches)?, name))
    });
    parsed.unwrap_or_else(|error| {
        let mut names = arguments.iter().filter_map(|argument| argument.to_str());
        let called = names.find(|name| command.find_subcommand(name).is_some()).unwrap_or_default();
        let error = match error.kind() {
            // The texts of all commands take time to make.
            ErrorKind::DisplayHelp => described(Cli::command(), &name)
                .try_get_matches_from(&arguments)
                .err()
                .unwrap_or(error),
            _ => with_option_of_file(error),
        };
        end(&escaped(error), failure(called))
    })
}

/// Prints a help text or an error, and ends the process.
fn end(message: &clap::Error, failure: u8) -> ! {
    let printed = message.print().and_then(|()| io::stdout().flush());
    exit(
        match printed {
            _ if message.use_stderr() => failure,
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Report::new(format!("cannot write to standard output: {error}")).print_error();
                failure
            }
            _ => SUCCESS,
        }
        .into(),
    )
}

/// The error with a tip, if a file stands where `smp patch` takes an option with it.
fn with_option_of_file(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg)
        && Path::new(argument).exists()
    {
        let tip = format!("files are given with an option, such as -f {argument}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
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

/// The name in help texts, unless the command has another one.
const NAME: &str = "smp";

/// The prefix of the names of plugins of kubectl.
const PLUGIN: &str = "kubectl-";

/// The name of a plugin as people call it, of the path of the program: `kubectl smp`.
fn plugin_name(program: &OsStr) -> Option<String> {
    let name = Path::new(program).file_stem()?.to_str()?;
    Some(format!("kubectl {}", name.strip_prefix(PLUGIN)?))
}

/// The command with its name in its usage and in its examples; its commands have a short help, which
/// ends with a few examples, and a long one with all texts.
fn described(command: clap::Command, name: &str) -> clap::Command {
    let names: Vec<_> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let mut command = command.bin_name(name);
    // Only then the commands have their texts.
    command.build();
    // In quotes it is the name of the program.
    let program = format!("\"{}", name.replace(' ', "-"));
    let rename = |text: String| {
        let text = text.replace(&format!("\"{NAME}"), &program);
        names.iter().fold(text, |text, command| {
            text.replace(&format!(" {NAME} {command}"), &format!(" {name} {command}"))
        })
    };
    command.mut_subcommands(|subcommand| {
        match subcommand.get_after_help().map(|text| rename(text.to_string())) {
            Some(text) => subcommand.after_help(in_short(&text)).after_long_help(text),
            None => subcommand,
        }
    })
}

/// The first examples of a text of help.
fn in_short(text: &str) -> String {
    let examples = text.split("\n\n").find(|part| part.starts_with("Example"));
    let lines = examples.unwrap_or_default().lines().take(1 + SHORT_EXAMPLES);
    lines.collect::<Vec<_>>().join("\n")
}

/// The number of examples in `-h`.
const SHORT_EXAMPLES: usize = 4;

/// The arguments with the directories at the end, if kubectl called. `arguments` has the name of
/// the program in front, `is_command` tells the names of subcommands.
fn reordered(mut arguments: Vec<OsString>, is_command: impl Fn(&str) -> bool) -> Vec<OsString> {
    let is_directory = |argument: &OsString| {
        !argument.to_str().is_some_and(&is_command) && Path::new(argument).is_dir()
    };
    if let [_, live, merged, rest @ ..] = arguments.as_slice()
        && is_directory(live)
        && is_directory(merged)
        && rest.iter().any(|argument| argument == "diff")
    {
        arguments[1..].rotate_left(2);
    }
    arguments
}
