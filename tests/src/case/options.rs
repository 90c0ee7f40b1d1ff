//! The options of a conformance case.

use serde::Deserialize;
use smp_core::{
    ElementOrder, Equality, MapDirectives, MergeKeys, Options, UnionRules, Unions, UnknownFields,
};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OptionsNotation {
    element_order: Option<String>,
    map_directives: Option<String>,
    merge_keys: Option<String>,
    unknown_fields: Option<String>,
    unions: Option<String>,
    union_rules: Option<String>,
    equality: Option<String>,
    max_depth: Option<usize>,
}

impl OptionsNotation {
    /// The options of a dialect, changed by the settings of the case.
    pub(super) fn over(&self, mut options: Options) -> Result<Options, String> {
        let unknown = |what: &str| Err(format!("unknown option: {what}"));
        match self.element_order.as_deref() {
            None => {}
            Some("interleaved") => options.element_order = ElementOrder::Interleaved,
            Some("server_only_first") => options.element_order = ElementOrder::ServerOnlyFirst,
            Some(other) => return unknown(other),
        }
        match self.map_directives.as_deref() {
            None => {}
            Some("kubernetes") => options.map_directives = MapDirectives::Kubernetes,
            Some("documented") => options.map_directives = MapDirectives::Documented,
            Some(other) => return unknown(other),
        }
        match self.merge_keys.as_deref() {
            None => {}
            Some("patch_merge_key") => options.merge_keys = MergeKeys::PatchMergeKey,
            Some("list_map_keys") => options.merge_keys = MergeKeys::ListMapKeys,
            Some(other) => return unknown(other),
        }
        match self.unknown_fields.as_deref() {
            None => {}
            Some("reject") => options.unknown_fields = UnknownFields::Reject,
            Some("replace") => options.unknown_fields = UnknownFields::Replace,
            Some(other) => return unknown(other),
        }
        match self.unions.as_deref() {
            None => {}
            Some("ignore") => options.unions = Unions::Ignore,
            Some("normalize") => options.unions = Unions::Normalize,
            Some("normalize_and_validate") => options.unions = Unions::NormalizeAndValidate,
            Some(other) => return unknown(other),
        }
        match self.union_rules.as_deref() {
            None => {}
            Some("kubernetes") => options.union_rules = UnionRules::Kubernetes,
            Some("documented") => options.union_rules = UnionRules::Documented,
            Some(other) => return unknown(other),
        }
        match self.equality.as_deref() {
            None => {}
            Some("exact") => options.equality = Equality::Exact,
            Some("canonical") => options.equality = Equality::Canonical,
            Some(other) => return unknown(other),
        }
        if let Some(depth) = self.max_depth {
            options.limits.max_depth = depth;
        }
        Ok(options)
    }
}
