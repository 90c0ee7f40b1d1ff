//! The commands that make and compare patches: `smp diff`, `smp apply`,
//! `smp compose`, `smp conflicts`.

use clap::{Args, ValueEnum};
use smp_core::Overwrite;

use super::file::FileArg;
use super::preview::PreviewArgs;
use super::shared::{DialectArgs, KindArgs, LimitArgs, OutputArgs, SchemaArgs, StyleArgs};
use super::validate::ValidateArgs;

/// Print the patch that changes ORIGINAL into MODIFIED, or what differs
#[derive(Debug, Args)]
#[command(after_help = "\
Several objects, in a file, in a folder, or as items of a List, are matched by apiVersion, kind,
namespace and name. Each patch then has these fields of its object, as smp patch
--patch-file needs them. An object that is only in ORIGINAL has a patch that removes it.
No patch can add an object: standard error lists what was added and removed.

With -o text or -o fields the output is for people. The first column of fields says
what became of a value: + it is new, - it is removed, ~ it is changed, > it has another
place in its list. Objects of another apiVersion are matched, too, if kind, namespace
and name tell them apart. For kubectl diff:
  export KUBECTL_EXTERNAL_DIFF=\"smp diff -o fields\"

Of a folder every file is read whose name does not begin with a dot. Files that have no
Kubernetes object are left out, which a message says, unless they are *.yaml, *.yml or
*.json.

Examples:
  smp diff deployment.yaml deployment-new.yaml
  smp diff old.yaml new.yaml -o json
  smp diff old.yaml new.yaml -o fields --explain
  smp diff live/ manifests/ -o text --ignore server --ignore metadata.annotations
  smp diff built-before/ built-now/ -o fields --guess-renames
  smp diff widget.yaml widget-new.yaml --type auto

Exit status: 0 if there is no difference, 1 if there is one, 2 on an error.")]
pub(crate) struct DiffArgs {
    /// File or folder with the objects before the change, - for standard input
    pub(crate) original: FileArg,

    /// File or folder with the objects after the change, - for standard input
    pub(crate) modified: FileArg,

    /// Type of the patch, also for --explain
    #[arg(long = "type", value_enum, default_value_t = MadePatchType::Strategic)]
    pub(crate) patch_type: MadePatchType,

    /// Fail if an object is in one of the files only
    #[arg(long)]
    pub(crate) same_objects: bool,

    /// Match objects that are in one file only with each other, if one is probably the other one,
    /// renamed: PERCENT of its contents are equal, by default 50
    ///
    /// Both have the same apiVersion, kind and namespace. What counts is how many of their values
    /// are equal, and in the same field; of a text of several lines each line counts. Names and
    /// what servers set are left out. Names that differ in a generated suffix only (of
    /// kustomize, or of generateName) match whatever the contents are, if one object on each
    /// side has such a name. No patch can rename an object: a patch has the other changes.
    #[arg(
        long,
        value_name = "PERCENT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "50",
        value_parser = clap::value_parser!(u8).range(1..=100),
        conflicts_with = "same_objects"
    )]
    pub(crate) guess_renames: Option<u8>,

    /// What to print; by default the patch, in the format of the first file
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<DiffOutput>,

    /// Leave a field out of the comparison: a path, or server for what servers set
    /// (managedFields, uid, resourceVersion, creationTimestamp, generation, selfLink,
    /// status); may be repeated. With -o text or fields
    #[arg(long, value_name = "PATH")]
    pub(crate) ignore: Vec<String>,

    /// With -o fields, say by which rule each object and list is patched, and what
    /// defines the rule
    #[arg(long)]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Apply one's own changes to an object that others have changed, too
#[derive(Debug, Args)]
#[command(after_help = "\
A three-way merge, as by kubectl apply: LIVE gets what MODIFIED adds or changes, loses
what is in LAST_APPLIED and not in MODIFIED, and what is null in MODIFIED, and keeps what
others have added. An object or list that MODIFIED drops goes as a whole, with what
others have added in it. Directives such as $patch are not allowed in MODIFIED.

Custom resources are merged as by a JSON merge patch, which is what clusters take for
them: lists are replaced. --type strategic merges them by their schema.

Several objects, in a file or as items of a List, are matched by apiVersion, kind,
namespace and name. A List in LIVE comes out as a List, with the objects that MODIFIED does
not have.

Examples:
  smp apply --last-applied v1.yaml --modified v2.yaml --live live.json
  smp apply --last-applied v1.yaml --modified v2.yaml --live live.json -o patch
  smp apply --last-applied v1.yaml --modified v2.yaml --live live.json --diff=fields

Exit status: 0, or 2 on an error; with --exit-code, 1 if something would change. With
--no-overwrite or --overwrite=false, a conflict is an error.")]
pub(crate) struct ApplyArgs {
    /// File with the object of the last apply, - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) last_applied: FileArg,

    /// File with the object to apply, - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) modified: FileArg,

    /// File with the current object, - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) live: FileArg,

    #[command(flatten)]
    pub(crate) overwrite: OverwriteArgs,

    /// A field of LIVE that the patch must not change, beside apiVersion, kind and
    /// metadata.name; may be repeated
    #[arg(long, value_name = "FIELD")]
    pub(crate) must_not_change: Vec<String>,

    /// Type of the patch: the merge follows its rules
    #[arg(long = "type", value_enum, default_value_t = MadePatchType::Auto)]
    pub(crate) patch_type: MadePatchType,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    /// What to print; by default the resulting object, in the format of LIVE
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<ApplyOutput>,

    #[command(flatten)]
    pub(crate) preview: PreviewArgs,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Combine several patches into one with the effect of all, in their order
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  smp compose first.yaml second.yaml
  smp compose first.yaml second.yaml third.yaml --kind apps/v1/Deployment

Exit status: 0, or 2 on an error.")]
pub(crate) struct ComposeArgs {
    /// Files with one patch each, - for standard input
    #[arg(value_name = "PATCH", required = true, num_args = 2..)]
    pub(crate) patches: Vec<FileArg>,

    #[command(flatten)]
    pub(crate) kind: KindArgs,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// List the fields that two patches change in different ways
#[derive(Debug, Args)]
#[command(after_help = "\
Prints a list of conflicts, each with the path and the values of the first and second
patch. If a value is missing, that patch removes the field.

Example:
  smp conflicts mine.yaml theirs.yaml --kind apps/v1/Deployment

Exit status: 0 if there is no conflict, 1 if there is one, 2 on an error.")]
pub(crate) struct ConflictsArgs {
    /// File with one patch, - for standard input
    pub(crate) first: FileArg,

    /// File with another patch, - for standard input
    pub(crate) second: FileArg,

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

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct OverwriteArgs {
    /// Whether fields that others have changed since the last apply, and that the patch would
    /// set, are overwritten; with false they are listed as errors
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        default_value_t = true,
        action = clap::ArgAction::Set
    )]
    overwrite: bool,

    /// Fail if others have changed a field that MODIFIED changes, too, and list those
    /// fields; a field that only others have changed is set back
    #[arg(long, conflicts_with = "overwrite")]
    no_overwrite: bool,
}

impl OverwriteArgs {
    pub(crate) fn overwrite(self) -> Overwrite {
        match (self.overwrite, self.no_overwrite) {
            (_, true) => Overwrite::No,
            (false, false) => Overwrite::Never,
            (true, false) => Overwrite::Yes,
        }
    }
}

/// The type of a patch that a command makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MadePatchType {
    /// What a cluster takes for the kind: a JSON merge patch for custom resources, a
    /// strategic merge patch for others
    Auto,
    /// Strategic merge patch
    Strategic,
    /// JSON merge patch (RFC 7396): lists are replaced, null removes
    Merge,
    /// JSON patch (RFC 6902): a list of operations
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffOutput {
    /// The patch
    Yaml,
    /// The patch
    Json,
    /// The lines that differ, as diff -u does
    Text,
    /// A tree of the fields, with old and new values
    Fields,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ApplyOutput {
    /// The resulting object
    Yaml,
    /// The resulting object
    Json,
    /// The patch that changes LIVE into it
    Patch,
}
