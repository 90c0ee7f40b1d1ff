//! `smp explain`.

use clap::{Args, ValueEnum};

use super::{LimitArgs, SchemaArgs};

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

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainOutput {
    /// For people
    Table,
    /// For programs
    Json,
}
