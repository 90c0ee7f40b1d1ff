//! Server-side apply: the options of a manager, `smp owners`, `smp extract`.

use clap::{Args, ValueEnum};
use smp_managed::Time;
use smp_yaml::Format;

use super::schema::SchemaArgs;
use super::shared::{DirectoryArgs, FileArg, StyleArgs, format};

// No doc comment: it would become the description of each command that has these options.
#[derive(Debug, Args)]
pub(crate) struct ManagerArgs {
    /// Name of the manager that applies
    #[arg(long, value_name = "NAME", default_value = "kubectl", requires = "server_side")]
    pub(crate) field_manager: String,

    /// The subresource that is applied: status
    #[arg(long, hide_short_help = true, value_name = "NAME", requires = "server_side")]
    pub(crate) subresource: Option<String>,

    /// The time of the apply in metadata.managedFields, such as 2026-02-28T12:00:00Z; by default
    /// the present time
    #[arg(long, hide_short_help = true, requires = "server_side")]
    pub(crate) time: Option<Time>,

    /// An API version that no server has any longer: what managers have of it is dropped; may be
    /// repeated
    #[arg(long, hide_short_help = true, value_name = "APIVERSION", requires = "server_side")]
    pub(crate) gone_version: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Shows each object as YAML, without metadata.managedFields, with the managers of a field behind it.
The lines above it say of each manager what it does: Apply, or Update for all other writes, with
the API version of these; and when it changed something last. A manager of a subresource, such as
kubelet/status, has this behind its name. A field without a manager is nobody's. What is inside of
a list or an object that is managed as a whole has no managers of its own.

-o tree lists the fields of each manager. -o json has, for each object, the managers, and the paths
of the fields with the numbers of their managers.

Examples:
  kubectl get deployment web -o yaml --show-managed-fields | smp owners -
  smp owners live.yaml -o tree
  smp owners state -R -o json

Exit status: 0, or 2 on an error.")]
pub(crate) struct OwnersArgs {
    /// File with objects; - is standard input. Or a directory, or a pattern in quotes
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<FileArg>,

    #[command(flatten)]
    pub(crate) directories: DirectoryArgs,

    /// What to print
    #[arg(short, long, value_enum, default_value_t = OwnersOutput::Manifest)]
    pub(crate) output: OwnersOutput,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OwnersOutput {
    /// The objects, with the managers behind each field
    Manifest,
    /// The managers, with their fields
    Tree,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Prints the fields that the manager applied, with their values of now, and what identifies the
object. The same manager can change them and apply them again. An object of which it has applied
nothing is left out, with a message; it is an error if that are all of them.

Examples:
  smp extract live.yaml --field-manager ci > web.yaml
  smp extract state --field-manager controller --subresource status

Exit status: 0, or 2 on an error.")]
pub(crate) struct ExtractArgs {
    /// File with objects; - is standard input. Or a directory, or a pattern in quotes
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<FileArg>,

    #[command(flatten)]
    pub(crate) directories: DirectoryArgs,

    /// Name of the manager
    #[arg(long, value_name = "NAME")]
    pub(crate) field_manager: String,

    /// The subresource that it applied, such as status
    #[arg(long, value_name = "NAME")]
    pub(crate) subresource: Option<String>,

    /// Output format; by default that of the first file
    #[arg(short, long, value_parser = format())]
    pub(crate) output: Option<Format>,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
}
