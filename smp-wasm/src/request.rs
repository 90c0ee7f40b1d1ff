//! A request, as JSON has it.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use smp_core::{
    ElementOrder, Equality, MapDirectives, MergeKeys, Options, Overwrite, UnionRules, Unions,
    UnknownFields,
};
use smp_yaml::{Format, Piece, documents};

use crate::failure::Failure;
use crate::input::Input;

/// All that a request may have. Each operation reads its own members.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Request<'r> {
    #[serde(borrow)]
    live: Option<&'r RawValue>,
    #[serde(borrow)]
    patch: Option<&'r RawValue>,
    #[serde(borrow)]
    original: Option<&'r RawValue>,
    #[serde(borrow)]
    modified: Option<&'r RawValue>,
    #[serde(borrow)]
    first: Option<&'r RawValue>,
    #[serde(borrow)]
    second: Option<&'r RawValue>,
    #[serde(borrow)]
    value: Option<&'r RawValue>,
    /// The kind whose schema is used, where the inputs do not say it.
    pub(crate) schema: Option<KindName<'r>>,
    #[serde(default)]
    pub(crate) options: RequestOptions,
    /// The path of a field, for `explain`.
    #[serde(borrow)]
    pub(crate) field: Option<Cow<'r, str>>,
    #[serde(borrow)]
    pub(crate) manager: Option<Cow<'r, str>>,
}

/// The name of a kind.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct KindName<'r> {
    #[serde(borrow)]
    pub(crate) api_version: Cow<'r, str>,
    #[serde(borrow)]
    pub(crate) kind: Cow<'r, str>,
}

/// The settings of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RequestOptions {
    dialect: Dialect,
    element_order: Option<OrderSetting>,
    map_directives: Option<DirectivesSetting>,
    merge_keys: Option<KeysSetting>,
    unknown_fields: Option<UnknownSetting>,
    unions: Option<UnionsSetting>,
    union_rules: Option<Dialect>,
    equality: Option<EqualitySetting>,
    max_depth: Option<usize>,
    overwrite: OverwriteSetting,
    /// The paths that a three-way merge must not change, each a list of names.
    pub(crate) must_not_change: Vec<Vec<String>>,
    /// The format of all texts; without it, it is found out.
    format: Option<FormatSetting>,
    pub(crate) patch_type: PatchType,
    /// Whether a server-side apply takes the fields of others.
    pub(crate) force: bool,
    /// The time of a server-side apply, such as `2027-01-31T12:00:00Z`.
    pub(crate) time: Option<String>,
    /// Whether differences say how each list is merged.
    pub(crate) explain: bool,
}

/// Declares enums whose variants are written in kebab case.
macro_rules! settings {
    ($($(#[$note:meta])* $name:ident { $first:ident $(, $variant:ident)* })*) => {$(
        $(#[$note])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Default)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum $name { #[default] $first $(, $variant)* }
    )*};
}

settings! {
    Dialect { Kubernetes, Documented }
    OrderSetting { Interleaved, ServerOnlyFirst }
    DirectivesSetting { Kubernetes, Documented }
    KeysSetting { PatchMergeKey, ListMapKeys }
    UnknownSetting { Reject, Replace }
    UnionsSetting { Ignore, Normalize, NormalizeAndValidate }
    EqualitySetting { Exact, Canonical }
    OverwriteSetting { Always, UnlessBothChanged, UnlessTheyChanged, KeepTheirs }
    FormatSetting { Json, Yaml }
    /// The type of a patch.
    PatchType { Strategic, Merge, Json }
}

impl RequestOptions {
    /// The options of the engine.
    pub(crate) fn engine(&self) -> Options {
        let mut options = match self.dialect {
            Dialect::Kubernetes => Options::kubernetes(),
            Dialect::Documented => Options::documented(),
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
        options.merge_keys = match self.merge_keys {
            None => options.merge_keys,
            Some(KeysSetting::PatchMergeKey) => MergeKeys::PatchMergeKey,
            Some(KeysSetting::ListMapKeys) => MergeKeys::ListMapKeys,
        };
        options.unknown_fields = match self.unknown_fields {
            None => options.unknown_fields,
            Some(UnknownSetting::Reject) => UnknownFields::Reject,
            Some(UnknownSetting::Replace) => UnknownFields::Replace,
        };
        options.unions = match self.unions {
            None => options.unions,
            Some(UnionsSetting::Ignore) => Unions::Ignore,
            Some(UnionsSetting::Normalize) => Unions::Normalize,
            Some(UnionsSetting::NormalizeAndValidate) => Unions::NormalizeAndValidate,
        };
        options.union_rules = match self.union_rules {
            None => options.union_rules,
            Some(Dialect::Kubernetes) => UnionRules::Kubernetes,
            Some(Dialect::Documented) => UnionRules::Documented,
        };
        options.equality = match self.equality {
            None => options.equality,
            Some(EqualitySetting::Exact) => Equality::Exact,
            Some(EqualitySetting::Canonical) => Equality::Canonical,
        };
        // Objects of a page are not larger; a browser has a stack of its own size.
        let depth = self.max_depth.unwrap_or(options.limits.max_depth).min(128);
        options.limits = options.limits.max_depth(depth);
        options
    }

    pub(crate) fn overwrite(&self) -> Overwrite {
        match self.overwrite {
            OverwriteSetting::Always => Overwrite::Always,
            OverwriteSetting::UnlessBothChanged => Overwrite::UnlessBothChanged,
            OverwriteSetting::UnlessTheyChanged => Overwrite::UnlessTheyChanged,
            OverwriteSetting::KeepTheirs => Overwrite::KeepTheirs,
        }
    }
}

/// An input as the request has it: its name, and an object or a text.
#[derive(Debug)]
pub(crate) struct Raw<'r> {
    name: &'static str,
    content: RawContent<'r>,
}

#[derive(Debug)]
enum RawContent<'r> {
    Value(&'r str),
    Text(String, Option<FormatSetting>),
}

impl<'r> Request<'r> {
    /// An input; `None` if the request has none with this name.
    pub(crate) fn optional(&self, name: &'static str) -> Result<Option<Raw<'r>>, Failure> {
        let found = match name {
            "live" => self.live,
            "patch" => self.patch,
            "original" => self.original,
            "modified" => self.modified,
            "first" => self.first,
            "second" => self.second,
            _ => self.value,
        };
        let Some(json) = found.map(RawValue::get) else { return Ok(None) };
        let content = if json.starts_with('"') {
            let text = serde_json::from_str(json)
                .map_err(|error| Failure::new("invalid_request", error.to_string()))?;
            RawContent::Text(text, self.options.format)
        } else {
            RawContent::Value(json)
        };
        Ok(Some(Raw { name, content }))
    }

    /// An input that the operation needs.
    pub(crate) fn raw(&self, name: &'static str) -> Result<Raw<'r>, Failure> {
        let missing = || Failure::new("invalid_request", format!("it has no `{name}`"));
        self.optional(name)?.ok_or_else(missing)
    }
}

impl Raw<'_> {
    /// The text; empty for an object.
    pub(crate) fn text(&self) -> &str {
        match &self.content {
            RawContent::Value(_) => "",
            RawContent::Text(text, _) => text,
        }
    }

    /// The documents, in order.
    pub(crate) fn all(&self) -> Result<Vec<Input<'_>>, Failure> {
        let (text, format) = match &self.content {
            RawContent::Value(json) => return Ok(vec![Input::value(self.name, json)]),
            RawContent::Text(text, format) => (text, format),
        };
        let format = match format {
            Some(FormatSetting::Json) => {
                let whole = Input::read(self.name, text, 0..text.len(), Format::Json)?;
                return Ok(whole.into_iter().collect());
            }
            Some(FormatSetting::Yaml) => Some(Format::Yaml),
            None => None,
        };
        let pieces = documents(text).into_iter().filter(Piece::has_content);
        let read = pieces.filter_map(|piece| {
            let format = format.unwrap_or(piece.format);
            Input::read(self.name, text, piece.range, format).transpose()
        });
        read.collect()
    }

    /// The one document.
    pub(crate) fn one(&self) -> Result<Input<'_>, Failure> {
        let mut all = self.all()?;
        match (all.pop(), all.len()) {
            (Some(input), 0) => Ok(input),
            (None, _) => Err(Failure::new("no_document", format!("{} is empty", self.name))
                .in_text(self.name, None)),
            (Some(_), more) => {
                let message = format!("{} has {} documents, not one", self.name, more + 1);
                Err(Failure::new("several_documents", message).in_text(self.name, None))
            }
        }
    }
}
