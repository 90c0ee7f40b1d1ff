//! Arguments that several commands have.

use clap::{Args, ValueEnum};
use smp_core::{ElementOrder, Limits, MapDirectives, MergeKeys, Options, UnknownFields};
use smp_openapi::ListTypes;
use smp_types::Catalogue;

use super::file::FileArg;
use super::kubernetes::KubernetesVersion;
use crate::limits::{MAX_BYTES, MAX_DEPTH};

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

    /// The version of Kubernetes whose kinds are built in; by default that of the environment
    /// variable SMP_KUBERNETES, or else the newest. v1.34.2 is 1.34
    #[arg(long, value_name = "VERSION", value_parser = KubernetesVersion)]
    pub(crate) kubernetes: Option<Catalogue>,

    /// Whether the list types of OpenAPI documents decide how lists without a patch strategy
    /// are merged
    #[arg(long, value_enum, default_value_t = ListTypesSetting::WhereAlone)]
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

    /// The keys by which elements of lists are told apart
    #[arg(long, value_enum)]
    merge_keys: Option<KeysSetting>,

    /// How objects and lists in fields that the schema does not have are merged
    #[arg(long, value_enum)]
    unknown_fields: Option<UnknownSetting>,

    /// Where merged lists have the elements that the patch does not name
    #[arg(long, value_enum)]
    element_order: Option<OrderSetting>,

    /// What $patch does in objects
    #[arg(long, value_enum)]
    map_directives: Option<DirectivesSetting>,

    /// Limit for the nesting of objects and lists
    #[arg(long, value_name = "LEVELS")]
    max_depth: Option<usize>,

    /// How many conflicts or broken unions a message lists
    #[arg(long, value_name = "NUMBER")]
    max_errors: Option<usize>,
}

impl DialectArgs {
    pub(crate) fn options(&self) -> Options {
        let mut options = match self.dialect {
            Dialect::Kubernetes => Options::kubernetes(),
            Dialect::Documented => Options::documented(),
        };
        options.merge_keys = match self.merge_keys {
            None => options.merge_keys,
            Some(KeysSetting::Patch) => MergeKeys::PatchMergeKey,
            Some(KeysSetting::ListMap) => MergeKeys::ListMapKeys,
        };
        options.unknown_fields = match self.unknown_fields {
            None => options.unknown_fields,
            Some(UnknownSetting::Reject) => UnknownFields::Reject,
            Some(UnknownSetting::Replace) => UnknownFields::Replace,
        };
        options.element_order = match self.element_order {
            None => options.element_order,
            Some(OrderSetting::Interleaved) => ElementOrder::Interleaved,
            Some(OrderSetting::ServerOnlyFirst) => ElementOrder::ServerOnlyFirst,
        };
        options.map_directives = match self.map_directives {
            None => options.map_directives,
            Some(DirectivesSetting::Kubernetes) => MapDirectives::Kubernetes,
            Some(DirectivesSetting::Documented) => MapDirectives::Documented,
        };
        let Limits { max_depth, max_errors, .. } = options.limits;
        let depth = self.max_depth.unwrap_or(max_depth).min(MAX_DEPTH);
        let errors = self.max_errors.unwrap_or(max_errors);
        // `--max-bytes` is checked where files are read.
        options.limits = options.limits.max_depth(depth).max_errors(errors).max_bytes(usize::MAX);
        options
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
enum ListTypesSetting {
    /// For custom resources, and in documents without any patch strategy
    WhereAlone,
    /// For every kind
    Everywhere,
    /// For none: such lists are replaced
    Nowhere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KeysSetting {
    /// The patch merge key, as a cluster
    Patch,
    /// All list map keys, so that the ports 53/TCP and 53/UDP are two elements
    ListMap,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum UnknownSetting {
    /// An object or list on both sides is an error, as in a cluster
    Reject,
    /// Objects merge, lists are replaced, as by a JSON merge patch
    Replace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OrderSetting {
    /// Between those that it names, where they were
    Interleaved,
    /// Before them
    ServerOnlyFirst,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DirectivesSetting {
    /// delete leaves {}; an object that is not there stays absent
    Kubernetes,
    /// delete removes the field, replace sets it
    Documented,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dialect {
    /// Those of a cluster
    Kubernetes,
    /// Those of the examples in the documentation
    Documented,
}
