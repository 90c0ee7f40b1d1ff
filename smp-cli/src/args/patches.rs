//! The commands that make and compare patches: `smp diff`, `smp apply`,
//! `smp compose`, `smp conflicts`.

use clap::{Args, ValueEnum};
use smp_core::Overwrite;
use smp_yaml::Format;

use super::dialect::MergeArgs;
use super::managed::ManagerArgs;
use super::select::SelectorArgs;
use super::shared::{
    DirectoryArgs, FileArg, KindArgs, PreviewArgs, StyleArgs, ValidateArgs, format,
};
use crate::report::Report;

#[derive(Debug, Args)]
#[command(after_help = "\
Several objects, in a file, in a directory or as items of a List, are matched by apiVersion,
kind, namespace and name. Each patch then contains these four fields, so that smp patch
--patch-file finds the object. For an object that is only in ORIGINAL, the patch removes it.
A patch cannot add an object. Standard error lists the objects that were added or removed.

-o text and -o fields are for people. With -o fields, the first column is + for a new value,
- for a removed value, ~ for a changed value, and > for a value that moved in its list.
With both, an object is also matched if only its apiVersion changed, unless several objects
have the same kind, namespace and name. To use them in kubectl diff:
  export KUBECTL_EXTERNAL_DIFF=\"smp diff -o fields\"

In a directory, all files are read, except names that begin with a dot and what .gitignore names.
Other files than *.yaml, *.yml and *.json are left out, with a message, if they have no Kubernetes
object; so are templates (with {{ }}) and, with a warning, manifests that cannot be read.

With --server-side, ORIGINAL has the live objects, and MODIFIED is a configuration that a manager
applies, as with smp apply --server-side. Standard output has what would change, and a line with !
for each field that another manager would lose.

Examples:
  smp diff deployment.yaml deployment-new.yaml
  smp diff live.yaml deployment.yaml --server-side --field-manager ci
  smp diff old.yaml new.yaml -o json
  smp diff old.yaml new.yaml -o fields --explain
  smp diff live/ manifests/ -o text --ignore server --ignore metadata.annotations
  smp diff built-before/ built-now/ -o fields --guess-renames
  smp diff widget.yaml widget-new.yaml --type strategic --schema widget-crd.yaml

Exit status: 0 if there is no difference, 1 if there is one, 2 on an error.")]
pub(crate) struct DiffArgs {
    /// File or directory with the objects before the change; - is standard input
    pub(crate) original: FileArg,

    /// File or directory with the objects after the change; - is standard input
    pub(crate) modified: FileArg,

    #[command(flatten)]
    pub(crate) directories: DirectoryArgs,

    /// Compare the live objects in ORIGINAL with what they are after a server-side apply of MODIFIED
    #[arg(long, conflicts_with_all = [
        "explain", "guess_renames", "ignore", "path", "patch_type", "same_objects", "tool",
        "SelectorArgs",
        "dialect", "element_order", "equality", "map_directives", "merge_keys", "unknown_fields",
    ])]
    pub(crate) server_side: bool,

    #[command(flatten)]
    pub(crate) manager: ManagerArgs,

    /// Type of the patch; --explain shows the rules of this type
    #[arg(long = "type", value_enum, default_value_t = MadePatchType::Auto)]
    pub(crate) patch_type: MadePatchType,

    /// Print a component of kustomize with the patches
    ///
    /// `kustomize build` applies them with the same result: strategic merge patches as it reads them,
    /// or JSON patches where these differ.
    #[arg(long = "for", value_enum, value_name = "TOOL", conflicts_with = "patch_type")]
    pub(crate) tool: Option<PatchTool>,

    /// Fail if an object is only in ORIGINAL or only in MODIFIED
    #[arg(long)]
    pub(crate) same_objects: bool,

    /// Find renamed objects
    ///
    /// Matches an object that is only in ORIGINAL with one that is only in MODIFIED, if at least PERCENT
    /// of their contents are equal; the default is 50. The two objects must have the same apiVersion, kind and namespace. Their contents are
    /// their values, each with its field; in a text of several lines each line is a value. Names,
    /// and the fields that servers set, do not count. If two names differ only in a generated
    /// suffix (of kustomize, or of generateName), the objects match with any contents, unless
    /// several objects have such a name. A patch cannot rename an object: it contains only the
    /// other changes.
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

    /// What to print; by default the patch
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<DiffOutput>,

    /// Ignore this field in the comparison; may be repeated
    ///
    /// A path, or the word server for the fields that servers set (managedFields, uid, resourceVersion,
    /// creationTimestamp, generation, selfLink, status). Only with -o text or -o fields. A path is
    /// written as these print it, or with * for any name and [*] for any element: metadata.annotations.*
    #[arg(long, value_name = "PATH")]
    pub(crate) ignore: Vec<String>,

    /// Compare only this field; may be repeated
    ///
    /// Only with -o text or -o fields.
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Vec<String>,

    #[command(flatten)]
    pub(crate) select: SelectorArgs,

    /// With -o fields, also show the rule for each object and list, and where it is defined
    #[arg(long, hide_short_help = true)]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    #[command(flatten)]
    pub(crate) merge: MergeArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
This is the three-way merge of kubectl apply:
- What MODIFIED adds or changes is set in LIVE.
- What is in LAST_APPLIED and not in MODIFIED, or is null in MODIFIED, is removed from LIVE. An
  object or list is removed as a whole, with what others have added to it.
- Everything else in LIVE stays, such as fields that others have added.
- A field of MODIFIED that others have changed in LIVE gets the value of MODIFIED, also if it is the
  same in LAST_APPLIED. With --overwrite=keep-theirs it keeps the value of LIVE then.

Directives such as $patch are not allowed in MODIFIED. An object that LIVE does not have is created.

Custom resources are merged as with a JSON merge patch, which clusters use for them: lists are
replaced. --type strategic merges them by their schema.

Several objects, in a file or as items of a List, are matched by apiVersion, kind, namespace
and name. If LIVE is a List, the result is this List, with all of its objects.

Examples:
  smp apply --last-applied v1.yaml --modified v2.yaml --live live.json
  smp apply --last-applied v1.yaml --modified v2.yaml --live live.json -o patch
  smp apply --last-applied v1.yaml --modified v2.yaml --live live.json --diff=fields
  smp apply --last-applied v1.yaml --modified v2.yaml --live live.json --overwrite=keep-theirs
  smp apply --server-side -f deployment.yaml --live live.yaml
  smp apply --server-side -f manifests --live state -i --field-manager ci --force-conflicts

--server-side applies the objects of -f as kubectl apply --server-side does, without a cluster:
- What they state is set in the object of LIVE, and metadata.managedFields has who manages it.
- What the manager applied before and does not state any longer is removed, unless another manager
  has it.
- A field that another manager has, and that would change, is a conflict, and nothing is written.
  With --force-conflicts the field is taken from that manager.
- What kubectl apply wrote into the object without --server-side, as kubectl-client-side-apply, becomes
  what the manager applied; so it is removed where the manifest does not state it any longer.
- An object that LIVE does not have is created.
Objects are matched by group, kind, namespace and name; without a namespace they are in default.
The results of these objects are printed. With --in-place the files of LIVE change, and an object
that they do not have is an error. Defaults are not added: a server does that before and after.
With --diff, metadata.managedFields is left out.

Exit status: 0, or 2 on an error, such as a conflict; with --exit-code, and always with --server-side
--diff, 1 if something would change.")]
pub(crate) struct ApplyArgs {
    /// File with the object as you applied it last; - is standard input
    #[arg(long, value_name = "FILE", required_unless_present = "server_side")]
    pub(crate) last_applied: Option<FileArg>,

    /// File with the object as you want it now; - is standard input
    #[arg(long, value_name = "FILE", required_unless_present = "server_side")]
    pub(crate) modified: Option<FileArg>,

    /// File with the object as it is in the cluster; - is standard input. With --server-side also a
    /// directory or a pattern in quotes; without it all objects are created
    #[arg(long, value_name = "FILE", required_unless_present = "server_side")]
    pub(crate) live: Option<FileArg>,

    /// Apply as a field manager, as an API server does
    #[arg(long, requires = "files", conflicts_with_all = [
        "explain", "last_applied", "modified", "must_not_change", "overwrite", "patch_type",
        "dialect", "element_order", "equality", "map_directives", "merge_keys", "unknown_fields",
    ])]
    pub(crate) server_side: bool,

    /// File with objects to apply; - is standard input. Or a directory, or a pattern in quotes; may
    /// be repeated
    #[arg(short = 'f', long = "filename", value_name = "FILE", requires = "server_side")]
    pub(crate) files: Vec<FileArg>,

    #[command(flatten)]
    pub(crate) directories: DirectoryArgs,

    #[command(flatten)]
    pub(crate) manager: ManagerArgs,

    /// Take fields from other managers instead of a conflict
    #[arg(long, requires = "server_side")]
    pub(crate) force_conflicts: bool,

    /// Change the files of LIVE instead of printing the results
    #[arg(short, long, requires_all = ["server_side", "live"], conflicts_with_all = ["output", "diff"])]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) overwrite: OverwriteArgs,

    /// Fail if this field of LIVE would change; may be repeated
    ///
    /// apiVersion, kind and metadata.name never change.
    #[arg(long, value_name = "FIELD")]
    pub(crate) must_not_change: Vec<String>,

    /// Type of the patch; it decides how lists are merged
    #[arg(long = "type", value_enum, default_value_t = MadePatchType::Auto)]
    pub(crate) patch_type: MadePatchType,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    /// What to print; by default the resulting object
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<ApplyOutput>,

    #[command(flatten)]
    pub(crate) preview: PreviewArgs,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    #[command(flatten)]
    pub(crate) merge: MergeArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The new patch has the effect of all patches, one after the other, on every object. If there is no
such patch, that is an error.

Examples:
  smp compose first.yaml second.yaml
  smp compose first.yaml second.yaml third.yaml --kind apps/v1/Deployment

Exit status: 0, or 2 on an error.")]
pub(crate) struct ComposeArgs {
    /// Files with one patch each, in their order; - is standard input
    #[arg(value_name = "PATCH", required = true, num_args = 2..)]
    pub(crate) patches: Vec<FileArg>,

    #[command(flatten)]
    pub(crate) kind: KindArgs,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    /// Output format; by default that of the first file
    #[arg(short, long, value_parser = format())]
    pub(crate) output: Option<Format>,

    #[command(flatten)]
    pub(crate) merge: MergeArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Prints a list of conflicts, each with the path of the field and its values in the first and the
second patch. If a value is missing, that patch removes the field.

Example:
  smp conflicts mine.yaml theirs.yaml --kind apps/v1/Deployment

Exit status: 0 if there is no conflict, 1 if there is one, 2 on an error.")]
pub(crate) struct ConflictsArgs {
    /// File with the first patch; - is standard input
    pub(crate) first: FileArg,

    /// File with the second patch; - is standard input
    pub(crate) second: FileArg,

    #[command(flatten)]
    pub(crate) kind: KindArgs,

    /// Output format; by default that of the first file
    #[arg(short, long, value_parser = format())]
    pub(crate) output: Option<Format>,

    #[command(flatten)]
    pub(crate) merge: MergeArgs,
}

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct OverwriteArgs {
    /// Which fields overwrite what others have changed in LIVE
    ///
    /// Fields of MODIFIED; what others have changed is what LIVE has otherwise than ORIGINAL.
    #[arg(
        long,
        value_enum,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "always",
        default_value_t = OverwriteMode::Always
    )]
    overwrite: OverwriteMode,

    /// The name that --overwrite=unless-both-changed had.
    #[arg(long, hide = true)]
    no_overwrite: bool,
}

/// The values of `--overwrite`. kubectl has two of them, `true` and `false`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OverwriteMode {
    /// All fields
    #[value(alias = "true")]
    Always,
    /// None: what only others have changed stays. A field that both have changed is an error
    KeepTheirs,
    /// Fields that only others have changed. A field that both have changed is an error
    UnlessBothChanged,
    /// None: a field that others have changed, and the patch would set, is an error
    #[value(alias = "false")]
    UnlessTheyChanged,
}

impl OverwriteArgs {
    pub(crate) fn overwrite(self) -> Result<Overwrite, Report> {
        if self.no_overwrite {
            return Err(Report::new("--no-overwrite is now --overwrite=unless-both-changed")
                .help("--overwrite=keep-theirs also keeps what only others have changed"));
        }
        Ok(match self.overwrite {
            OverwriteMode::Always => Overwrite::Always,
            OverwriteMode::KeepTheirs => Overwrite::KeepTheirs,
            OverwriteMode::UnlessBothChanged => Overwrite::UnlessBothChanged,
            OverwriteMode::UnlessTheyChanged => Overwrite::UnlessTheyChanged,
        })
    }
}

/// The type of a patch that a command makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MadePatchType {
    /// The type that a cluster accepts: a JSON merge patch for custom resources, a strategic
    /// merge patch for other kinds
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

/// A tool with rules of its own for patches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PatchTool {
    Kustomize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ApplyOutput {
    /// The resulting object
    Yaml,
    /// The resulting object
    Json,
    /// The patch that changes LIVE into the resulting object
    Patch,
}
