//! The schemas that commands use, and the commands that show them: `smp explain` and `smp kinds`.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command, Error, ValueEnum};
use smp_openapi::ListTypes;
use smp_types::Catalogue;

use super::shared::FileArg;

#[expect(clippy::doc_markdown, reason = "the help shows no backticks")]
#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// File or directory with schemas for custom resources
    ///
    /// OpenAPI documents, custom resource definitions and overlays; may be repeated. In a directory, the files *.yaml, *.yml and *.json are read, but not those of its
    /// subdirectories. Documents in them that are no schemas are ignored. The environment
    /// variable SMP_SCHEMA_PATH has more files and directories, separated as in PATH.
    ///
    /// The kinds of Kubernetes are built in. If a file defines a kind, this definition is used
    /// instead; files of --schema come before files of SMP_SCHEMA_PATH. If several files of
    /// --schema define a kind, their definitions must be equal, and so for SMP_SCHEMA_PATH.
    /// Overlays are applied last, also to built-in kinds. An overlay has apiVersion, kind and
    /// fields; fields maps paths to what changes there: strategy, mergeKey, listType,
    /// listMapKeys, type.
    #[arg(long, value_name = "PATH")]
    pub(crate) schema: Vec<FileArg>,

    /// Use a type of Kubernetes for a field of custom resources, as in
    /// spec.template=v1/PodTemplateSpec; may be repeated
    #[arg(long, hide_short_help = true, value_name = "PATH=TYPE")]
    pub(crate) embed: Vec<String>,

    /// For documents without apiVersion and kind, such as the values of a Helm chart: the field that
    /// identifies the elements of a list, as in extraEnv=name; may be repeated. All other lists are
    /// replaced
    #[arg(long, hide_short_help = true, value_name = "PATH=FIELD")]
    pub(crate) list_key: Vec<String>,

    /// Do not use the built-in overlays for custom resources of well-known projects
    #[arg(long, hide_short_help = true)]
    pub(crate) no_default_overlays: bool,

    /// Version of Kubernetes whose kinds are used
    ///
    /// By default that of the environment variable SMP_KUBERNETES, or else the newest. v1.34.2 is read
    /// as 1.34.
    #[arg(long, value_name = "VERSION", value_parser = KubernetesVersion)]
    pub(crate) kubernetes: Option<Catalogue>,

    /// Where the list types of OpenAPI documents decide how lists without a patch strategy are
    /// merged
    #[arg(long, hide_short_help = true, value_enum, default_value_t = ListTypesSetting::WhereAlone)]
    list_types: ListTypesSetting,
}

impl SchemaArgs {
    pub(crate) fn list_types(&self) -> ListTypes {
        match self.list_types {
            ListTypesSetting::WhereAlone => ListTypes::WhereAlone,
            ListTypesSetting::Everywhere => ListTypes::Everywhere,
            ListTypesSetting::Nowhere => ListTypes::Nowhere,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ListTypesSetting {
    /// In custom resources, and in documents without any patch strategy
    WhereAlone,
    /// In all kinds
    Everywhere,
    /// Nowhere: such lists are replaced
    Nowhere,
}

/// Reads a version as clusters state it: `1.34`, `v1.34.2`.
#[derive(Debug, Clone, Copy)]
pub(super) struct KubernetesVersion;

impl TypedValueParser for KubernetesVersion {
    type Value = Catalogue;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        let text = value.to_string_lossy();
        Catalogue::of(&text).map_err(|_| {
            let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
            if let Some(argument) = argument {
                let name = ContextValue::String(argument.to_string());
                error.insert(ContextKind::InvalidArg, name);
            }
            error.insert(ContextKind::InvalidValue, ContextValue::String(text.into_owned()));
            let versions = Catalogue::all().map(|it| it.version().to_owned()).collect();
            error.insert(ContextKind::ValidValue, ContextValue::Strings(versions));
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Catalogue::all().map(|it| PossibleValue::new(it.version()))))
    }
}

// No doc comment: it would be the help of each command.
#[derive(Debug, Args)]
pub(crate) struct DialectArg {
    /// Which rules to follow where clusters differ from the documentation of Kubernetes
    #[arg(long, hide_short_help = true, value_enum, default_value_t = Dialect::Kubernetes)]
    dialect: Dialect,
}

impl DialectArg {
    pub(crate) fn is_documented(&self) -> bool {
        self.dialect == Dialect::Documented
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dialect {
    /// The rules of a cluster
    Kubernetes,
    /// The rules of the documentation
    Documented,
}

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
    pub(crate) dialect: DialectArg,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainOutput {
    /// For people
    Table,
    /// For programs
    Json,
}

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
