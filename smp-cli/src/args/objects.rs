//! The commands that change objects: `smp patch`, `smp normalize`.

use clap::{ArgGroup, Args, ValueEnum};
use smp_yaml::Format;

use super::dialect::MergeArgs;
use super::kustomization::KustomizationArgs;
use super::patch_texts::PatchTexts;
use super::select::SelectorArgs;
use super::shared::{
    CreateArgs, DirectoryArgs, FileArg, KindArgs, PreviewArgs, StyleArgs, ValidateArgs, format,
};

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("the_patch").required(true).multiple(true),
    after_help = "\
Objects are YAML or JSON. A file may have several, also as items of a List. They are printed
in the order of the input. In YAML only the lines that differ are changed: comments, blank
lines, quotes and layout stay.

Which objects a patch is for:
- A patch with a kind is applied to the objects of that kind. If it also has apiVersion,
  metadata.name or metadata.namespace, the object must have the same.
- A patch without a kind is applied to all objects, or to all with its apiVersion.
- In a file with several patches, each must have kind and metadata.name.
- --kind, --name, --namespace, -l and similar options choose among these objects. An object must
  fit all of them; other objects are printed unchanged. If no object is chosen, this is a
  warning, and with --strict an error.

A patch is checked against the schema of each object. Fields that the schema does not have, and
values of another type than in the schema, are warnings, and with --strict errors. A value that
would replace a list or an object with another type is an error, except with
--validate=ignore. A patch cannot change the apiVersion or kind of an object. A patch with
$patch: delete at its root removes the object.

An element that a patch adds to a list is a warning if it lacks required fields, or has nearly the
name of one that is there; so is an element to delete or to order that is not there. The comment
# smp:ignore, at the end of a line of the patch or on a line above, silences the warnings about it.

Examples:
  smp patch -f deployment.yaml --patch-file patch.yaml
  smp patch -f deployment.yaml -p 'spec: {replicas: 3}'
  kubectl get deployment web -o json | smp patch -f - -p '{\"spec\":{\"paused\":true}}'
  smp patch -f widget.yaml --type merge -p 'spec: {size: 2}' -o json
  smp patch -f all.yaml -p 'spec: {replicas: 3}' --kind 'Deployment|StatefulSet' -l tier!=db
  smp patch -f pod.yaml --patch-file hostpath-volume.yaml --unions normalize
  smp patch -f a.yaml -f b.yaml --patch-file patch.yaml --diff=fields --explain
  smp patch -f a.yaml -f b.yaml --patch-file patch.yaml --in-place
  smp patch -k overlays/test --diff
  smp patch -f apps -k clusters/prod/apps.yaml --diff
  smp patch -R -f manifests --patch-file patch.yaml -p 'spec: {paused: true}' --in-place

-f also takes directories, of which the files *.yaml, *.yml and *.json are read, and patterns in
quotes, such as 'apps/*.yaml' or '**/web*.yaml'. Names that begin with a dot, and what .gitignore
names, are left out. Documents in them that are no Kubernetes objects (without a kind, or files of
kustomize) and templates (with {{ }}) are left out, with a message; other files that cannot be read
are left out with a warning, and with --strict they are errors.

Several patches are applied one after the other, in the order of -p and --patch-file on the
command line.

--kustomization DIR applies the patches of a kustomization to the same objects as kustomize: those
that fit the target or, without a target, the object that the patch names. A target that fits no
object is a warning, and with --strict an error. Without -f the objects are those of its resources
(files and directories), and the patches of these and of its components are applied, too. Other
fields that change objects are errors; --ignore-other-fields leaves them out.

Documents are read one by one, processed in parallel, and printed in order. If a document has an
error, nothing is printed. There is one exception: results of more than a megabyte, and results
that have waited for further input for a second, are printed before. The message then has their
number.

With --diff nothing is written. Standard output shows the lines that would change or, with
--diff=fields, the fields. There the first column is + for a new value, - for a removed value,
~ for a changed value, and > for a value that moved in its list.

With --in-place the files are changed: all of them or, if there is an error, none. All that the
patch does not change keeps every byte. Mode, owner, access list and links of the files stay. Each
file is written beside the old one, synced, and renamed. If another program changes a file in
the meantime, the file is left as it is, and the run fails. Standard error has the result for
each file.

Exit status: 0, or 2 on an error; with --exit-code, 1 if something would change."
)]
pub(crate) struct PatchArgs {
    /// File or directory with the objects; - is standard input
    ///
    /// Or a pattern in quotes such as 'apps/*.yaml'. May be repeated.
    #[arg(
        short = 'f',
        long = "filename",
        value_name = "FILE",
        required_unless_present = "kustomization"
    )]
    pub(crate) files: Vec<FileArg>,

    #[command(flatten)]
    pub(crate) directories: DirectoryArgs,

    #[command(flatten)]
    pub(crate) patches: PatchTexts,

    #[command(flatten)]
    pub(crate) kustomization: KustomizationArgs,

    /// Type of the patch
    #[arg(long = "type", value_enum, default_value_t = PatchType::Strategic)]
    pub(crate) patch_type: PatchType,

    #[command(flatten)]
    pub(crate) select: SelectorArgs,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    #[command(flatten)]
    pub(crate) create: CreateArgs,

    /// Let a patch without a kind change the name or namespace of objects
    #[arg(long, hide_short_help = true)]
    pub(crate) rename: bool,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) merge: MergeArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Checks patches against the schema of their kind, as smp patch does, but needs no objects:
- a patch with a kind, with --kind, or with a target in a kustomization above it
- a kustomization: its patches, each by the kind of its target or of the patch itself
- an overlay for custom resources (--schema)
What depends on an object is not checked, such as names of elements that are not there.

The comment # smp:ignore, at the end of a line or on a line above, silences the warnings about it.

Examples:
  smp check patches/*.yaml
  smp check --strict overlays/test/kustomization.yaml
  smp check --kind apps/v1/Deployment add-sidecar.yaml

Exit status: 0, or 2 on an error; with --strict, warnings are errors.")]
pub(crate) struct CheckArgs {
    /// File with patches, a kustomization or an overlay; - is standard input. Or a directory, or a
    /// pattern in quotes
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<FileArg>,

    #[command(flatten)]
    pub(crate) directories: DirectoryArgs,

    #[command(flatten)]
    pub(crate) kind: KindArgs,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    #[command(flatten)]
    pub(crate) merge: MergeArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A union is a group of fields of which only one may be set: for example the types of a volume,
or value and valueFrom of an environment variable. Another example: rollingUpdate may be set only
if the type of the strategy is RollingUpdate.

If it is clear which field is meant, the other fields are removed and the type is set. It is clear
if exactly one of the set fields was not set in OLD, or if the type was another one in OLD. Where
it is not clear, the fields stay, and a message reports them.

Several objects are matched by apiVersion, kind, namespace and name. An object that is not in OLD
counts as new; without --old all objects do. OLD is read as a whole, and NEW document by document.
--diff, --in-place and the options that choose objects are those of smp patch.

Examples:
  smp normalize pod.yaml
  smp normalize --old pod.yaml pod-edited.yaml
  kubectl get pod web -o yaml | smp normalize --old - pod-edited.yaml

Exit status: 0; 1 if a result has a union with several fields set, or with none where one is
required; with --exit-code, also 1 if something would change; 2 on an error.")]
pub(crate) struct NormalizeArgs {
    /// File with the objects after the change; - is standard input. Or a directory, or a pattern
    /// in quotes
    pub(crate) new: FileArg,

    #[command(flatten)]
    pub(crate) directories: DirectoryArgs,

    /// File with the objects before the change; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) old: Option<FileArg>,

    #[command(flatten)]
    pub(crate) select: SelectorArgs,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) merge: MergeArgs,
}

#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct RewriteArgs {
    /// Output format; by default that of the first file
    #[arg(short, long, value_parser = format())]
    pub(crate) output: Option<Format>,

    /// Change the files instead of printing the results
    ///
    /// If there is an error, no file is changed.
    #[arg(short, long, conflicts_with_all = ["output", "diff"])]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) preview: PreviewArgs,

    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum PatchType {
    /// Strategic merge patch
    Strategic,
    /// JSON merge patch (RFC 7396): lists are replaced, null removes
    Merge,
    /// JSON patch (RFC 6902): a list of operations
    Json,
}
