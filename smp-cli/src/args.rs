//! The command line: what can be said, and what `--help` says about it.

use clap::{
    ArgGroup, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
};
use smp_core::{Options, Unions};

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

/// Patch objects and print the results
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("the_patch").required(true),
    after_help = "\
Objects come as YAML or JSON, one or many in a file, also inside a List. They are
printed in the order they came in.

A patch that has a kind is applied to the objects of that kind, and, where it
also has apiVersion, metadata.name or metadata.namespace, only to those that have
the same. A patch without a kind is applied to every object. Where a patch file
holds several patches, each needs kind and metadata.name.

Examples:
  smp patch -f deployment.yaml --patch-file patch.yaml
  smp patch -f deployment.yaml -p 'spec: {replicas: 3}'
  kubectl get deployment web -o json | smp patch -f - -p '{\"spec\":{\"paused\":true}}'
  smp patch -f widget.yaml --type merge -p 'spec: {size: 2}' -o json
  smp patch -f pod.yaml --patch-file hostpath-volume.yaml --unions normalize

Exit status: 0, or 2 if anything is wrong. Nothing is printed then."
)]
pub(crate) struct PatchArgs {
    /// File with objects to patch, - for standard input; may be repeated
    #[arg(short = 'f', long = "filename", value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,

    /// The patch, as YAML or JSON
    #[arg(short, long, group = "the_patch", allow_hyphen_values = true)]
    pub(crate) patch: Option<String>,

    /// File with the patch or patches, - for standard input
    #[arg(long, value_name = "FILE", group = "the_patch")]
    pub(crate) patch_file: Option<String>,

    /// How the patch is meant
    #[arg(long = "type", value_enum, default_value_t = PatchType::Strategic)]
    pub(crate) patch_type: PatchType,

    /// What becomes of fields of which one at a time may be set, such as the
    /// sources of a volume; by default what the dialect says: ignore for
    /// kubernetes, normalize for documented
    #[arg(long, value_enum)]
    pub(crate) unions: Option<UnionsSetting>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,
}

/// Clear what an object that was changed has left behind
#[derive(Debug, Args)]
#[command(after_help = "\
Of some fields one at a time may be set: the sources of a volume, value and
valueFrom of a variable, rollingUpdate beside a strategy's type. Where the intent
is clear, those that are left over go, and the type is written: one field is set
that OLD doesn't have, or the type is another than in OLD. Without OLD the objects
are new. What is not clear stays, and is reported.

Where the files hold several objects, they are matched by apiVersion, kind,
namespace and name. Objects that OLD lacks are new.

Examples:
  smp normalize pod.yaml
  smp normalize --old pod.yaml pod-edited.yaml
  kubectl get pod web -o yaml | smp normalize --old - pod-edited.yaml

Exit status: 0, 1 if an object is printed of which more than one such field is
still set, or none where one has to be, each reported with its place; 2 if
anything else is wrong.")]
pub(crate) struct NormalizeArgs {
    /// File with the objects, - for standard input
    pub(crate) new: String,

    /// File with the objects as they were before, - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) old: Option<String>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,
}

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
}

/// Show how a field merges, and which schema says so
#[derive(Debug, Args)]
#[command(after_help = "\
KIND is a kind such as Deployment, with its apiVersion where several are called
so: apps/v1/Deployment. Fields follow after dots; lists and maps are looked
through. What has no strategy: objects and maps merge, lists and scalars are
replaced.

Examples:
  smp explain Deployment.spec.template.spec.containers
  smp explain networking.k8s.io/v1/Ingress --recursive
  smp explain Widget.spec --schema widget-crd.yaml -o json

Exit status: 0, or 2 if anything is wrong.")]
pub(crate) struct ExplainArgs {
    /// A kind, and the field of it to explain
    #[arg(value_name = "KIND[.FIELD...]")]
    pub(crate) field: String,

    /// Show the fields of fields, too
    #[arg(long)]
    pub(crate) recursive: bool,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = ExplainOutput::Table)]
    pub(crate) output: ExplainOutput,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
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
    /// As a cluster: what the patch leaves behind stays
    Ignore,
    /// What is left behind goes, where the intent is clear
    Normalize,
    /// And fail, listing the places, where it is not, or where the patch
    /// contradicts itself
    Validate,
}

impl UnionsSetting {
    /// Validating comes after all patches, so that one may mend what another
    /// left.
    pub(crate) fn while_patching(self) -> Unions {
        match self {
            Self::Ignore => Unions::Ignore,
            Self::Normalize | Self::Validate => Unions::Normalize,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    Yaml,
    Json,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainOutput {
    /// For people
    Table,
    /// For programs
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
