//! The commands that change objects: `smp patch`, `smp normalize`.

use clap::{ArgGroup, Args, ValueEnum};
use smp_core::Unions;

use super::file::FileArg;
use super::kustomization::KustomizationArgs;
use super::patch_texts::PatchTexts;
use super::preview::PreviewArgs;
use super::select::SelectorArgs;
use super::shared::{DialectArgs, LimitArgs, OutputFormat, SchemaArgs, StyleArgs};
use super::validate::ValidateArgs;

/// Patch objects and print the results
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("the_patch").required(true).multiple(true),
    after_help = "\
Objects are YAML or JSON, one or many in a file, also as items of a List. They are
printed in the order of the input. Of YAML, only the lines that differ are changed:
comments, blank lines, quotes and layout stay.

A patch with a kind is applied to the objects of that kind only. If it has
apiVersion, metadata.name or metadata.namespace, too, these must be equal as well. A
patch without a kind is applied to every object, or to those of its apiVersion. In a file with several patches, each
must have kind and metadata.name.

--kind, --name, --namespace, -l and the like choose objects: the patch is applied to those of
its objects that fit all of them, and the others come out as they are. That no object is
chosen is a warning, or an error with --strict.

A patch is checked against the schema of each object. Fields that the schema does not
have, and values of another type than it has, are warnings, or errors with --strict.
Another kind of value for a list or an object is an error in any mode but ignore. No
patch changes the apiVersion or kind of an object. With `$patch: delete` at its root a
patch removes the object.

Examples:
  smp patch -f deployment.yaml --patch-file patch.yaml
  smp patch -f deployment.yaml -p 'spec: {replicas: 3}'
  kubectl get deployment web -o json | smp patch -f - -p '{\"spec\":{\"paused\":true}}'
  smp patch -f widget.yaml --type merge -p 'spec: {size: 2}' -o json
  smp patch -f all.yaml -p 'spec: {replicas: 3}' --kind 'Deployment|StatefulSet' -l tier!=db
  smp patch -f pod.yaml --patch-file hostpath-volume.yaml --unions normalize
  smp patch -f a.yaml -f b.yaml --patch-file patch.yaml --diff=fields --explain
  smp patch -f a.yaml -f b.yaml --patch-file patch.yaml --in-place
  smp patch -f base -k overlays/test --diff
  smp patch -R -f manifests --patch-file patch.yaml -p 'spec: {paused: true}' --in-place

-f takes directories, too, whose files *.yaml, *.yml and *.json are read, and patterns such as
'apps/*.yaml' or '**/web*.yaml', in quotes. Documents in them that are no Kubernetes objects are left
out, which a message says: those without a kind, and files of kustomize.

Several patches are applied one after the other, in the order of -p and --patch-file on the
command line.

--kustomization DIR applies the patches of a kustomization as kustomize does: by their targets, or
to the object that a patch names. A target that fits no object is a warning, or an error with
--strict. What else is in the kustomization is not applied, which a message says.

Documents are read one by one, processed in parallel, and printed in order. If one has
an error, nothing is printed, unless the results before it have more than a megabyte or
have waited for input for a second. In that case they have been printed, and the
message says how many.

With --diff nothing is written: standard output shows the lines that would change, or,
with --diff=fields, the fields. The first column says what becomes of a value: + it is
new, - it is removed, ~ it is changed, > it has another place in its list.

With --in-place the files are changed: all of them or, if there is an error, none.
What the patch does not change is kept to the last byte, and so are mode, owners,
access lists and links. Each file is written beside the old one, synced, and renamed. A file that
somebody else changes meanwhile is not touched, and the run fails. Standard error has
the result for each file.

Exit status: 0, or 2 on an error; with --exit-code, 1 if something would change."
)]
pub(crate) struct PatchArgs {
    /// File with objects to patch, - for standard input; or a directory, or a pattern in quotes
    /// such as 'apps/*.yaml', of which documents that are no objects are left out; may be repeated
    #[arg(short = 'f', long = "filename", value_name = "FILE", required = true)]
    pub(crate) files: Vec<FileArg>,

    /// Take also the files of the directories in a directory, as in -R -f manifests
    #[arg(short = 'R', long)]
    pub(crate) recursive: bool,

    #[command(flatten)]
    pub(crate) patches: PatchTexts,

    #[command(flatten)]
    pub(crate) kustomization: KustomizationArgs,

    /// Type of the patch
    #[arg(long = "type", value_enum, default_value_t = PatchType::Strategic)]
    pub(crate) patch_type: PatchType,

    #[command(flatten)]
    pub(crate) select: SelectorArgs,

    /// What to do about unions: fields of which one at a time may be set, such as the
    /// sources of a volume. The default depends on the dialect: ignore for kubernetes,
    /// normalize for documented
    #[arg(long, value_enum)]
    pub(crate) unions: Option<UnionsSetting>,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Clear the fields that a changed object no longer uses
#[derive(Debug, Args)]
#[command(after_help = "\
Only one field of a union can be set at a time: the sources of a volume, value
and valueFrom of a variable, rollingUpdate only if the type of the strategy is
RollingUpdate. If it is clear which one is meant, the others are removed and the type
is set. It is clear if one field is set that is not set in OLD, or if the type is
not the one in OLD. Without OLD, the objects count as new. Where it is not clear,
the fields are kept and reported.

Several objects are matched by apiVersion, kind, namespace and name. Objects that are
not in OLD count as new. OLD is read as a whole, the other file document by document,
as by smp patch. --diff, --in-place and the options that choose objects work as there.

Examples:
  smp normalize pod.yaml
  smp normalize --old pod.yaml pod-edited.yaml
  kubectl get pod web -o yaml | smp normalize --old - pod-edited.yaml

Exit status: 0; 1 if a result has a union with several fields set, or with none where
one is required, each reported with its place, or, with --exit-code, if something would
change; 2 on an error.")]
pub(crate) struct NormalizeArgs {
    /// File with the objects, - for standard input; or a directory or a pattern, as smp patch
    /// takes them
    pub(crate) new: FileArg,

    /// Take also the files of the directories in a directory
    #[arg(short = 'R', long)]
    pub(crate) recursive: bool,

    /// File with the objects before the change, - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) old: Option<FileArg>,

    #[command(flatten)]
    pub(crate) select: SelectorArgs,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RewriteArgs {
    /// Output format; by default that of the first file
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<OutputFormat>,

    /// Change the files instead of printing: all of them, or none
    #[arg(short, long, conflicts_with_all = ["output", "diff"])]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) preview: PreviewArgs,

    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PatchType {
    /// Strategic merge patch
    Strategic,
    /// JSON merge patch (RFC 7396): lists are replaced, null removes
    Merge,
    /// JSON patch (RFC 6902): a list of operations
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnionsSetting {
    /// Keep all fields, as a cluster does
    Ignore,
    /// Remove the fields that are no longer used, where it is clear which those are
    Normalize,
    /// Normalize, and fail where it is not clear or where the patch sets several
    /// fields of a union
    Validate,
}

impl UnionsSetting {
    /// The setting for each patch. Validation follows after the last patch, because a
    /// patch may repair what an earlier one left.
    pub(crate) fn for_each_patch(self) -> Unions {
        match self {
            Self::Ignore => Unions::Ignore,
            Self::Normalize | Self::Validate => Unions::Normalize,
        }
    }
}
