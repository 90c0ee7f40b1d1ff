//! `smp explain`.

use clap::{Args, ValueEnum};

use super::shared::{LimitArgs, SchemaArgs};

#[derive(Debug, Args)]
#[command(after_help = "\
KIND is a kind, its plural or its short name, as in kubectl: Deployment, deployments, deploy. If
several kinds have the name, the kind that kubectl prefers is shown, and the others are listed.
With a group or an apiVersion the name is exact: deployments.apps, deployments.v1.apps,
apps/v1/Deployment. smp kinds lists all names. A type that is no kind needs its apiVersion:
v1/PodSpec.

The names of fields follow after dots. A path continues through lists and maps:
spec.containers.name is the name of a container. A name with dots is quoted: data[\"a.b\"].

A field without a strategy: objects and maps are merged, lists and scalars are replaced.
The type \"string or number\" is an int-or-string or a quantity. Fields of custom resources have a
description if their definition has one, with -o json on all levels. The built-in schemas have no
descriptions.

Examples:
  smp explain deploy.spec.template.spec.containers
  smp explain networking.k8s.io/v1/Ingress --recursive
  smp explain Widget.spec --schema widget-crd.yaml -o json

Exit status: 0, or 2 on an error.")]
pub(crate) struct ExplainArgs {
    /// The kind or field to explain
    #[arg(value_name = "KIND[.FIELD...]")]
    pub(crate) field: String,

    /// Show the fields on all levels
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
