//! Arguments that several commands have.

use clap::{Args, ValueEnum};
use smp_core::{ElementOrder, Limits, MapDirectives, MergeKeys, Options, UnknownFields};
use smp_openapi::ListTypes;
use smp_types::Catalogue;

use super::file::FileArg;
use super::kubernetes::KubernetesVersion;
use super::unions::UnionsSetting;
use crate::limits::{MAX_BYTES, MAX_DEPTH};

#[expect(clippy::doc_markdown, reason = "the help shows no backticks")]
#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// File or directory with schemas: OpenAPI documents, custom resource definitions,
    /// overlays; may be repeated
    ///
    /// In a directory, the files *.yaml, *.yml and *.json are read, but not those of its
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
    #[arg(long, value_name = "PATH=TYPE")]
    pub(crate) embed: Vec<String>,

    /// Do not use the built-in overlays for custom resources of well-known projects
    #[arg(long)]
    pub(crate) no_default_overlays: bool,

    /// Version of Kubernetes whose kinds are used; by default that of the environment variable
    /// SMP_KUBERNETES, or else the newest. v1.34.2 is read as 1.34
    #[arg(long, value_name = "VERSION", value_parser = KubernetesVersion)]
    pub(crate) kubernetes: Option<Catalogue>,

    /// Where the list types of OpenAPI documents decide how lists without a patch strategy are
    /// merged
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

// No doc comment: it would be the help of each command.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, Args)]
pub(crate) struct KindArgs {
    /// Kind of the object that the patches are for, such as apps/v1/Deployment; by default that
    /// of the first patch with apiVersion and kind
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
    /// Maximum length of a document, and of a file that is read as a whole
    #[arg(long, value_name = "BYTES", default_value_t = MAX_BYTES)]
    pub(crate) max_bytes: usize,
}

#[derive(Debug, Args)]
pub(crate) struct DialectArgs {
    /// Which rules to follow where clusters differ from the documentation of Kubernetes
    #[arg(long, value_enum, default_value_t = Dialect::Kubernetes)]
    dialect: Dialect,

    /// Which keys identify an element of a list
    #[arg(long, value_enum)]
    merge_keys: Option<KeysSetting>,

    /// How to merge objects and lists in fields that the schema does not have
    #[arg(long, value_enum)]
    unknown_fields: Option<UnknownSetting>,

    /// Where a merged list has the elements that the patch does not name
    #[arg(long, value_enum)]
    element_order: Option<OrderSetting>,

    /// What $patch does in an object
    #[arg(long, value_enum)]
    map_directives: Option<DirectivesSetting>,

    /// Treatment of unions: groups of fields of which only one may be set, such as the types
    /// of a volume. By default what is wrong in them is a warning, and with --strict an error, and
    /// nothing is removed; with --dialect documented the default is normalize
    #[arg(long, value_enum)]
    unions: Option<UnionsSetting>,

    /// Maximum depth of nested objects and lists
    #[arg(long, value_name = "LEVELS")]
    max_depth: Option<usize>,

    /// Maximum number of conflicts or broken unions in a message
    #[arg(long, value_name = "NUMBER")]
    max_errors: Option<usize>,
}

impl DialectArgs {
    pub(crate) fn is_documented(&self) -> bool {
        self.dialect == Dialect::Documented
    }

    /// The setting that the user gave for unions.
    pub(crate) fn unions(&self) -> Option<UnionsSetting> {
        self.unions
    }

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
        if let Some(unions) = self.unions {
            options.unions = unions.for_each_change();
        }
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
    /// Write YAML in the style of kubectl, without comments. By default only the lines that
    /// differ are changed
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
    /// In custom resources, and in documents without any patch strategy
    WhereAlone,
    /// In all kinds
    Everywhere,
    /// Nowhere: such lists are replaced
    Nowhere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KeysSetting {
    /// The patch merge key, as in a cluster
    Patch,
    /// All list map keys, so that the ports 53/TCP and 53/UDP are two elements
    ListMap,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum UnknownSetting {
    /// It is an error if object and patch both have an object or list there, as in a cluster
    Reject,
    /// Objects are merged and lists are replaced, as with a JSON merge patch
    Replace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OrderSetting {
    /// Where they were, between the elements that the patch names
    Interleaved,
    /// Before the elements that the patch names
    ServerOnlyFirst,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DirectivesSetting {
    /// delete leaves {}; replace does nothing if the object does not exist
    Kubernetes,
    /// delete removes the field; replace sets it in any case
    Documented,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dialect {
    /// The rules of a cluster
    Kubernetes,
    /// The rules of the documentation
    Documented,
}
