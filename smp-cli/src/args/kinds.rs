//! `smp kinds`.

use clap::{Args, ValueEnum};

use super::shared::{LimitArgs, SchemaArgs};

#[derive(Debug, Args)]
#[command(after_help = "\
The list has the kinds of Kubernetes, the kinds that files of --schema and SMP_SCHEMA_PATH define,
and the custom resources of well-known projects that have a built-in overlay. The columns are those
of kubectl api-resources, and SOURCE, which is what defines the kind. The names of the kinds of
Kubernetes are those of its API server. A plural that is not known is formed by the rules of
English.

Examples:
  smp kinds
  smp kinds --api-group apps -o name
  smp kinds --api-group '' --namespaced=false
  smp kinds --schema widget-crd.yaml -o wide
  smp kinds -o json

Exit status: 0, or 2 on an error.")]
pub(crate) struct KindsArgs {
    /// List only kinds of this API group; '' is the core group
    #[arg(long, value_name = "GROUP")]
    pub(crate) api_group: Option<String>,

    /// List only kinds whose objects are in namespaces; with false, only other kinds
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pub(crate) namespaced: Option<bool>,

    /// List only kinds in all of these categories, such as the category all
    #[arg(long, value_name = "CATEGORY", value_delimiter = ',')]
    pub(crate) categories: Vec<String>,

    /// Also list kinds that a cluster does not store: lists, parts of requests, and kinds that
    /// Kubernetes has removed
    #[arg(long)]
    pub(crate) all: bool,

    /// Print no headers
    #[arg(long)]
    pub(crate) no_headers: bool,

    /// Output format; by default a table
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<KindsOutput>,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KindsOutput {
    /// A line for each kind, such as deployments.apps
    Name,
    /// A table with categories
    Wide,
    /// For programs
    Json,
}
