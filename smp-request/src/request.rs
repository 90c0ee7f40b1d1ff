//! A request, as it is in JSON.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use smp_core::{
    ElementOrder, Equality, MapDirectives, MergeKeys, Options, Overwrite, UnionRules, Unions,
    UnknownFields,
};
use smp_yaml::{Format, Piece, documents};

use crate::Columns;
use crate::failure::Failure;
use crate::input::{Input, Whole};

/// All members that a request may have. Each operation reads its own members.
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
    /// The kind whose schema is used; without it, that of the inputs.
    pub(crate) schema: Option<KindName<'r>>,
    #[serde(default)]
    pub(crate) options: RequestOptions,
    /// The path of a field, for `explain`.
    #[serde(borrow)]
    pub(crate) field: Option<Cow<'r, str>>,
    #[serde(borrow)]
    pub(crate) manager: Option<Cow<'r, str>>,
    /// The unit of columns, which the engine sets.
    #[serde(skip)]
    pub(crate) columns: Columns,
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
    union_rules: Option<RulesSetting>,
    equality: Option<EqualitySetting>,
    max_depth: Option<usize>,
    overwrite: OverwriteSetting,
    /// The paths that a three-way merge must not change, each a list of names.
    pub(crate) must_not_change: Vec<Vec<String>>,
    /// The format of all texts; without it, the format is detected.
    format: Option<FormatSetting>,
    pub(crate) patch_type: PatchType,
    /// Whether a server-side apply takes the fields of others.
    pub(crate) force: bool,
    /// The time of a server-side apply, such as `2027-01-31T12:00:00Z`.
    pub(crate) time: Option<String>,
    /// Whether differences say how each list is merged.
    pub(crate) explain: bool,
}

/// Declares settings: enums whose variants are written in kebab case, each converted to the enum of
/// the engine with the same variants, if any.
macro_rules! settings {
    ($($(#[$note:meta])* $name:ident $(as $engine:ident)? { $first:ident $(, $variant:ident)* })*) => {$(
        $(#[$note])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Default)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum $name { #[default] $first $(, $variant)* }
        settings!(@ $name $($engine)? { $first $($variant)* });
    )*};
    (@ $name:ident { $($variant:ident)* }) => {};
    (@ $name:ident $engine:ident { $($variant:ident)* }) => {
        impl From<$name> for $engine {
            fn from(setting: $name) -> Self {
                match setting { $($name::$variant => Self::$variant),* }
            }
        }
    };
}

settings! {
    Dialect { Kubernetes, Documented }
    OrderSetting as ElementOrder { Interleaved, ServerOnlyFirst }
    DirectivesSetting as MapDirectives { Kubernetes, Documented }
    KeysSetting as MergeKeys { PatchMergeKey, ListMapKeys }
    UnknownSetting as UnknownFields { Reject, Replace }
    UnionsSetting as Unions { Ignore, Normalize, NormalizeAndValidate }
    RulesSetting as UnionRules { Kubernetes, Documented }
    EqualitySetting as Equality { Exact, Canonical }
    OverwriteSetting as Overwrite { Always, UnlessBothChanged, UnlessTheyChanged, KeepTheirs }
    FormatSetting as Format { Json, Yaml }
    /// The type of a patch.
    PatchType { Strategic, Merge, Json }
}

/// Changes an option of the engine if the request has the setting.
fn set<S: Copy + Into<T>, T>(option: &mut T, setting: Option<S>) {
    if let Some(setting) = setting {
        *option = setting.into();
    }
}

impl RequestOptions {
    /// The options of the engine.
    pub(crate) fn engine(&self) -> Options {
        let mut options = match self.dialect {
            Dialect::Kubernetes => Options::kubernetes(),
            Dialect::Documented => Options::documented(),
        };
        set(&mut options.element_order, self.element_order);
        set(&mut options.map_directives, self.map_directives);
        set(&mut options.merge_keys, self.merge_keys);
        set(&mut options.unknown_fields, self.unknown_fields);
        set(&mut options.unions, self.unions);
        set(&mut options.union_rules, self.union_rules);
        set(&mut options.equality, self.equality);
        // Objects on a page are not nested deeper, and a browser limits the stack.
        let depth = self.max_depth.unwrap_or(options.limits.max_depth).min(128);
        options.limits = options.limits.max_depth(depth);
        options
    }

    pub(crate) fn overwrite(&self) -> Overwrite {
        self.overwrite.into()
    }
}

/// An input as the request has it: its name, and an object or a text.
#[derive(Debug)]
pub(crate) struct Raw<'r> {
    name: &'static str,
    content: RawContent<'r>,
    columns: Columns,
    is_patch: bool,
}

#[derive(Debug)]
enum RawContent<'r> {
    Value(&'r str),
    Text(String, Option<Format>),
}

impl<'r> Request<'r> {
    /// An input; `None` if the request does not have it.
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
            RawContent::Text(text, self.options.format.map(Format::from))
        } else {
            RawContent::Value(json)
        };
        let is_patch = matches!(name, "patch" | "first" | "second");
        Ok(Some(Raw { name, content, columns: self.columns, is_patch }))
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

    /// The input read as objects, not as a patch, such as a configuration that is applied.
    pub(crate) fn of_objects(self) -> Self {
        Self { is_patch: false, ..self }
    }

    /// The documents, in order.
    pub(crate) fn all(&self) -> Result<Vec<Input<'_>>, Failure> {
        let (text, format) = match &self.content {
            RawContent::Value(json) => return Ok(vec![Input::value(self.name, json)]),
            RawContent::Text(text, format) => (text, format),
        };
        let Self { name, columns, is_patch, .. } = *self;
        let whole = Whole { name, text, columns, is_patch };
        if *format == Some(Format::Json) {
            let read = Input::read(whole, 0..text.len(), Format::Json)?;
            return Ok(read.into_iter().collect());
        }
        let pieces = documents(text).into_iter().filter(Piece::has_content);
        let read = pieces.filter_map(|piece| {
            let format = format.unwrap_or(piece.format);
            Input::read(whole, piece.range, format).transpose()
        });
        read.collect()
    }

    /// The only document; an error if there are none or several.
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
