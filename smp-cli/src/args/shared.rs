//! Arguments that several commands have.

use clap::{Args, ValueEnum};
use smp_core::Options;

use super::file::FileArg;
use crate::limits::MAX_BYTES;

#[expect(clippy::doc_markdown, reason = "the help shows no backticks")]
#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// File or directory with schemas: OpenAPI documents, custom resource definitions,
    /// overlays; may be repeated
    ///
    /// Of a directory the files *.yaml, *.yml and *.json are read, without those of
    /// directories in it; documents that are no schema are passed over. The
    /// environment variable SMP_SCHEMA_PATH has more files and directories, separated
    /// as in PATH.
    ///
    /// The kinds of Kubernetes are built in. A kind that a file defines is taken from
    /// the file, and one of --schema counts before one of SMP_SCHEMA_PATH; if several
    /// files of one of them define it, their definitions must be equal.
    /// Overlays are applied last, to built-in kinds, too. An overlay has apiVersion,
    /// kind and fields; fields maps paths to what changes there: strategy, mergeKey,
    /// listType, listMapKeys, type.
    #[arg(long, value_name = "PATH")]
    pub(crate) schema: Vec<FileArg>,

    /// Give a field of custom resources a built-in type, as in
    /// spec.template=v1/PodTemplateSpec; may be repeated
    #[arg(long, value_name = "PATH=TYPE")]
    pub(crate) embed: Vec<String>,

    /// Merge custom resources by their definitions alone, without the keys that are
    /// known of lists in the resources of well-known projects
    #[arg(long)]
    pub(crate) no_default_overlays: bool,
}

#[derive(Debug, Args)]
pub(crate) struct KindArgs {
    /// The kind of object that the patches are for, such as apps/v1/Deployment; by
    /// default that of the first patch with apiVersion and kind
    #[arg(long, value_name = "APIVERSION/KIND")]
    pub(crate) kind: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Output format; by default that of the first file
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<OutputFormat>,
}

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct LimitArgs {
    /// Limit for the length of a document, and of a file that is read as a whole
    #[arg(long, value_name = "BYTES", default_value_t = MAX_BYTES)]
    pub(crate) max_bytes: usize,
}

#[derive(Debug, Args)]
pub(crate) struct DialectArgs {
    /// Which rules to follow where Kubernetes differs from its documentation
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

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct StyleArgs {
    /// Write YAML anew in the style of kubectl, without comments, instead of changing the
    /// lines that differ
    #[arg(long)]
    pub(crate) reformat: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    Yaml,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dialect {
    /// Those of a cluster
    Kubernetes,
    /// Those of the examples in the documentation
    Documented,
}
