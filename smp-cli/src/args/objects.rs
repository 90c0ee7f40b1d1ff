//! The commands that take objects and give objects: `smp patch`, `smp normalize`.

use clap::{ArgGroup, Args, ValueEnum};
use smp_core::Unions;

use super::{DialectArgs, LimitArgs, OutputFormat, SchemaArgs};
use crate::pipeline::Purpose;

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
  smp patch -f a.yaml -f b.yaml --patch-file patch.yaml --in-place

Documents are taken one by one, as many at a time as there are processors, and
printed in order. If one is wrong, nothing is printed, unless the results before it
come to more than a megabyte, or input has let them wait for a second: then these
have been printed, and the message says so.

With --in-place, files are changed instead: all of them or, if anything is wrong,
none. Only the documents that the patch changes are written anew, without the
comments inside them; all else stays as it is to the last byte, and so do mode,
owners, access lists and links. Each file is written beside the old one, synced, and
put in its place in one step. A file that somebody else changes meanwhile is left
alone, and the run fails. What became of each file is said on standard error.

Exit status: 0, or 2 if anything is wrong."
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
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
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
namespace and name. Objects that OLD lacks are new. OLD is read as a whole, the
other file document by document, as by smp patch; --in-place is as there.

Examples:
  smp normalize pod.yaml
  smp normalize --old pod.yaml pod-edited.yaml
  kubectl get pod web -o yaml | smp normalize --old - pod-edited.yaml

Exit status: 0, 1 if an object is printed or written of which more than one such field is
still set, or none where one has to be, each reported with its place; 2 if
anything else is wrong.")]
pub(crate) struct NormalizeArgs {
    /// File with the objects, - for standard input
    pub(crate) new: String,

    /// File with the objects as they were before, - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) old: Option<String>,

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
    output: Option<OutputFormat>,

    /// Change the files instead of printing: all of them, or none
    #[arg(short, long, conflicts_with = "output")]
    in_place: bool,
}

impl RewriteArgs {
    pub(crate) fn purpose(&self) -> Purpose {
        if self.in_place { Purpose::Rewrite } else { Purpose::Print(self.output) }
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
