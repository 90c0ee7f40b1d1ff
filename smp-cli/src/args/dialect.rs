//! The options of a merge: its schemas, and its rules where clusters differ from the
//! documentation of Kubernetes.

use clap::{Args, ValueEnum};
use smp_core::{
    ElementOrder, Equality, Limits, MapDirectives, MergeKeys, Options, Unions, UnknownFields,
};

use super::schema::{DialectArg, SchemaArgs};
use crate::limits::MAX_DEPTH;

// No doc comment: it would be the help of each command.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DialectArgs {
    #[command(flatten)]
    pub(crate) dialect: DialectArg,

    /// Which keys identify an element of a list
    #[arg(long, hide_short_help = true, value_enum)]
    merge_keys: Option<KeysSetting>,

    /// How to merge objects and lists in fields that the schema does not have
    #[arg(long, hide_short_help = true, value_enum)]
    unknown_fields: Option<UnknownSetting>,

    /// Where a merged list has the elements that the patch does not name
    #[arg(long, hide_short_help = true, value_enum)]
    element_order: Option<OrderSetting>,

    /// What $patch does in an object
    #[arg(long, hide_short_help = true, value_enum)]
    map_directives: Option<DirectivesSetting>,

    /// Treatment of unions: groups of fields of which only one may be set, such as the types
    /// of a volume. By default what is wrong in them is a warning, and with --strict an error, and
    /// nothing is removed; with --dialect documented the default is normalize
    #[arg(long, hide_short_help = true, value_enum)]
    pub(crate) unions: Option<UnionsSetting>,

    /// When two values are equal, where objects or patches are compared
    #[arg(long, hide_short_help = true, value_enum)]
    equality: Option<EqualitySetting>,

    /// Maximum depth of nested objects and lists
    #[arg(long, hide_short_help = true, value_name = "LEVELS")]
    max_depth: Option<usize>,

    /// Maximum number of conflicts or broken unions in a message
    #[arg(long, hide_short_help = true, value_name = "NUMBER")]
    max_errors: Option<usize>,
}

impl DialectArgs {
    pub(crate) fn options(&self) -> Options {
        let mut options = if self.dialect.is_documented() {
            Options::documented()
        } else {
            Options::kubernetes()
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
        options.equality = match self.equality {
            None => options.equality,
            Some(EqualitySetting::Exact) => Equality::Exact,
            Some(EqualitySetting::Canonical) => Equality::Canonical,
        };
        options.unions = match self.unions {
            None => options.unions,
            Some(UnionsSetting::Ignore) => Unions::Ignore,
            // Validation follows after the last change, because a patch may repair what an earlier
            // one left.
            Some(UnionsSetting::Normalize | UnionsSetting::Validate) => Unions::Normalize,
        };
        let Limits { max_depth, max_errors, .. } = options.limits;
        let depth = self.max_depth.unwrap_or(max_depth).min(MAX_DEPTH);
        let errors = self.max_errors.unwrap_or(max_errors);
        // `--max-bytes` is checked where files are read.
        options.limits = options.limits.max_depth(depth).max_errors(errors).max_bytes(usize::MAX);
        options
    }
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
enum EqualitySetting {
    /// If they are written alike
    Exact,
    /// If their types mean the same: cpu of 1000m and of 1, times, durations and base64 in another
    /// spelling, and empty lists and nulls that an API server drops
    Canonical,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnionsSetting {
    /// Keep all fields, as a cluster does, and say nothing
    Ignore,
    /// Remove the fields that a change replaces, where it is clear which they are
    Normalize,
    /// As normalize, but fail where it is not clear, or where a patch or manifest sets several
    /// fields of a union
    Validate,
}
