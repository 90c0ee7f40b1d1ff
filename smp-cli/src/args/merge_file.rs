//! `smp merge-file`.

use std::ffi::OsString;

use clap::Args;

use super::schema::SchemaArgs;
use super::shared::FileArg;

#[derive(Debug, Args)]
#[command(after_help = "\
A merge driver of git. --install sets it up for the repository: git config gets the driver
  [merge \"smp\"]
    driver = smp merge-file %O %A %B -L %L -P %P --ours %X --theirs %Y
and .gitattributes, which is to be committed, these lines:
  *.yaml merge=smp
  *.yml merge=smp

Objects are matched by kind, namespace and name, also among several documents. Their fields merge by
their schema, elements of lists by their keys, and comments and layout by lines. What both branches
changed in different ways stands between conflict markers. Unknown kinds merge field by field; changes
of a list merge as those of lines. Unions are not normalized; one that both changed is a conflict.

Files with anything else than Kubernetes objects in YAML are given to git merge-file: other files,
JSON, templates, kustomizations, files with one object twice.

Examples:
  smp merge-file --install
  smp merge-file base.yaml ours.yaml theirs.yaml

Exit status: 0, 1 if there are conflicts, 255 on an error.")]
pub(crate) struct MergeFileArgs {
    /// The common ancestor; an empty file if there is none
    #[arg(required_unless_present = "install")]
    pub(crate) original: Option<FileArg>,

    /// Our version; the result is written to this file
    #[arg(required_unless_present = "install")]
    pub(crate) ours: Option<FileArg>,

    /// Their version
    #[arg(required_unless_present = "install")]
    pub(crate) theirs: Option<FileArg>,

    /// Length of the conflict markers
    #[arg(short = 'L', long, value_name = "LENGTH", default_value_t = 7)]
    pub(crate) marker_size: usize,

    /// Name of the file in messages; by default that of our version
    #[arg(short = 'P', value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) path: Option<OsString>,

    /// Name of our version in conflict markers
    #[arg(long = "ours", value_name = "NAME", default_value = "ours", allow_hyphen_values = true)]
    pub(crate) our_name: OsString,

    /// Name of their version in conflict markers
    #[arg(
        long = "theirs",
        value_name = "NAME",
        default_value = "theirs",
        allow_hyphen_values = true
    )]
    pub(crate) their_name: OsString,

    /// Set up the merge driver for the git repository of the working directory
    #[arg(long, conflicts_with_all = ["original", "path"])]
    pub(crate) install: bool,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
}
