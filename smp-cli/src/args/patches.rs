//! The commands that make and compare patches: `smp diff`, `smp apply`,
//! `smp compose`, `smp conflicts`.

use clap::{Args, ValueEnum};

use super::{DialectArgs, KindArgs, LimitArgs, OutputArgs, SchemaArgs};

/// Print the patch that makes MODIFIED of ORIGINAL
#[derive(Debug, Args)]
#[command(after_help = "\
Where the files hold several objects, they are compared by apiVersion, kind,
namespace and name, and each patch says which object it is for, as patch
--patch-file wants it.

Examples:
  smp diff deployment.yaml deployment-new.yaml
  smp diff old.yaml new.yaml -o json

Exit status: 0 if there is no difference, 1 if there is, 2 if anything is wrong.")]
pub(crate) struct DiffArgs {
    /// File with the objects as they were, - for standard input
    pub(crate) original: String,

    /// File with the objects as they should be, - for standard input
    pub(crate) modified: String,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Bring one's own changes to an object that others have changed, too
#[derive(Debug, Args)]
#[command(after_help = "\
What was added or changed in MODIFIED comes to LIVE; what LAST APPLIED had and
MODIFIED lacks goes; what others added to LIVE stays. As kubectl apply does it.

Examples:
  smp apply --last-applied v1.yaml --modified v2.yaml --live live.json
  smp apply --last-applied v1.yaml --modified v2.yaml --live live.json -o patch

Exit status: 0, or 2 if anything is wrong, conflicts with --no-overwrite included.")]
pub(crate) struct ApplyArgs {
    /// File with the object as it was applied last, - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) last_applied: String,

    /// File with the object as it should be, - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) modified: String,

    /// File with the object as it is, - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) live: String,

    /// Fail, and list the fields, if others changed what MODIFIED changes
    #[arg(long)]
    pub(crate) no_overwrite: bool,

    /// What to print; by default the resulting object, in the format of LIVE
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<ApplyOutput>,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Make one patch of several: the effect of the first, then the next
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  smp compose first.yaml second.yaml
  smp compose first.yaml second.yaml third.yaml --kind apps/v1/Deployment

Exit status: 0, or 2 if anything is wrong.")]
pub(crate) struct ComposeArgs {
    /// Files with one patch each, - for standard input
    #[arg(value_name = "PATCH", required = true, num_args = 2..)]
    pub(crate) patches: Vec<String>,

    #[command(flatten)]
    pub(crate) kind: KindArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// List the fields over which two patches disagree
#[derive(Debug, Args)]
#[command(after_help = "\
Prints a list with path, first and second value of each conflict. A value that is
not there is left out: that patch removes the field.

Example:
  smp conflicts mine.yaml theirs.yaml --kind apps/v1/Deployment

Exit status: 0 if there is no conflict, 1 if there is, 2 if anything is wrong.")]
pub(crate) struct ConflictsArgs {
    /// File with one patch, - for standard input
    pub(crate) first: String,

    /// File with another patch, - for standard input
    pub(crate) second: String,

    #[command(flatten)]
    pub(crate) kind: KindArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ApplyOutput {
    /// The resulting object
    Yaml,
    /// The resulting object
    Json,
    /// The patch that leads from LIVE to it
    Patch,
}
