//! Reads the `#[serde(...)]` attributes that decide the JSON of a type. Mistakes that serde itself
//! reports are not reported here.

use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, ExprPath, LitStr, Meta, MetaNameValue, Token, parse_quote};

use crate::case::RenameRule;
use crate::ctxt::Ctxt;
use crate::model::DefaultValue;
use crate::names;
use crate::spelling::did_you_mean;
use crate::ty::text_of;
use crate::value::string;

/// The attributes of a struct or enum.
#[derive(Default)]
pub(crate) struct ContainerSerde {
    pub(crate) rename: Option<Rename>,
    pub(crate) rename_all: RenameAll,
    pub(crate) rename_all_fields: RenameAll,
    pub(crate) transparent: Option<Span>,
    pub(crate) tag: Option<LitStr>,
    pub(crate) content: Option<LitStr>,
    pub(crate) untagged: Option<Span>,
    pub(crate) from: Option<LitStr>,
    pub(crate) into: Option<LitStr>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) remote: Option<Span>,
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct FieldSerde {
    pub(crate) rename: Option<Rename>,
    pub(crate) skip_serializing: bool,
    pub(crate) skip_deserializing: bool,
    pub(crate) skip_serializing_if: Option<ExprPath>,
    pub(crate) default: Option<DefaultValue>,
    /// The function that writes the value.
    pub(crate) serialize_with: Option<ExprPath>,
    /// The function that reads the value.
    pub(crate) deserialize_with: Option<ExprPath>,
    pub(crate) flatten: Option<Span>,
    /// The attribute, if functions both write and read the value.
    pub(crate) custom: Option<Span>,
}

impl DefaultValue {
    fn read(meta: &Meta) -> Option<Self> {
        match meta {
            Meta::Path(path) => Some(Self::OfType(path.span())),
            // If the text is not a path, serde reports it.
            _ => value(meta).and_then(|text| text.parse().ok()).map(Self::Function),
        }
    }
}

/// The attributes of a variant that a field doesn't have.
#[derive(Default)]
pub(crate) struct VariantSerde {
    /// The rule for the names of the variant's fields.
    pub(crate) rename_all: Option<RenameAll>,
    pub(crate) untagged: Option<Span>,
    /// The attribute of a variant that serde reads from every string that names no other variant.
    pub(crate) other: Option<Span>,
}

impl VariantSerde {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut read = Self::default();
        for meta in metas(attributes) {
            if meta.path().is_ident("rename_all") {
                read.rename_all = Some(RenameAll::of(&Rename::read(&meta)));
            } else if meta.path().is_ident("untagged") {
                read.untagged = Some(meta.span());
            } else if meta.path().is_ident("other") {
                read.other = Some(meta.span());
            }
        }
        read
    }
}

/// `rename = "…"`, or `rename(serialize = "…", deserialize = "…")`.
pub(crate) struct Rename {
    pub(crate) span: Span,
    pub(crate) serialize: Option<LitStr>,
    pub(crate) deserialize: Option<LitStr>,
}

impl ContainerSerde {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut read = Self::default();
        for meta in metas(attributes) {
            let Some(name) = meta.path().get_ident() else { continue };
            match name.to_string().as_str() {
                "rename" => read.rename = Some(Rename::read(&meta)),
                "rename_all" => read.rename_all = RenameAll::of(&Rename::read(&meta)),
                "rename_all_fields" => {
                    read.rename_all_fields = RenameAll::of(&Rename::read(&meta));
                }
                "transparent" => read.transparent = Some(meta.span()),
                "tag" => read.tag = value(&meta),
                "content" => read.content = value(&meta),
                "untagged" => read.untagged = Some(meta.span()),
                "from" | "try_from" => read.from = value(&meta),
                "into" => read.into = value(&meta),
                "default" => read.default = DefaultValue::read(&meta),
                "remote" => read.remote = Some(meta.span()),
                _ => {}
            }
        }
        read
    }
}

impl FieldSerde {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut read = Self::default();
        let (mut writes, mut reads) = (false, false);
        for meta in metas(attributes) {
            let Some(name) = meta.path().get_ident() else { continue };
            match name.to_string().as_str() {
                "rename" => read.rename = Some(Rename::read(&meta)),
                "skip" => (read.skip_serializing, read.skip_deserializing) = (true, true),
                "skip_serializing" => read.skip_serializing = true,
                "skip_deserializing" => read.skip_deserializing = true,
                "default" => read.default = DefaultValue::read(&meta),
                "skip_serializing_if" => {
                    read.skip_serializing_if = value(&meta).and_then(|text| text.parse().ok());
                }
                "flatten" => read.flatten = Some(meta.span()),
                "with" => {
                    (writes, reads) = (true, true);
                    let of_module = |name: &str| -> Option<ExprPath> {
                        let module: ExprPath = value(&meta)?.parse().ok()?;
                        let name = Ident::new(name, module.span());
                        Some(parse_quote!(#module::#name))
                    };
                    read.serialize_with = of_module("serialize");
                    read.deserialize_with = of_module("deserialize");
                }
                "serialize_with" => {
                    writes = true;
                    read.serialize_with = value(&meta).and_then(|text| text.parse().ok());
                }
                "deserialize_with" => {
                    reads = true;
                    read.deserialize_with = value(&meta).and_then(|text| text.parse().ok());
                }
                _ => continue,
            }
            // If only one of the two functions is given, it is assumed to use the type's own JSON
            // form.
            if writes && reads && read.custom.is_none() {
                read.custom = Some(meta.span());
            }
        }
        read
    }

    /// Whether documents never have the field.
    pub(crate) fn skip(&self) -> bool {
        self.skip_serializing && self.skip_deserializing
    }
}

impl Rename {
    fn read(meta: &Meta) -> Self {
        let mut read = Self { span: meta.span(), serialize: None, deserialize: None };
        if let Some(both) = value(meta) {
            (read.serialize, read.deserialize) = (Some(both.clone()), Some(both));
        } else if let Meta::List(list) = meta
            && let Ok(pairs) =
                list.parse_args_with(Punctuated::<MetaNameValue, Token![,]>::parse_terminated)
        {
            for pair in pairs {
                if pair.path.is_ident("serialize") {
                    read.serialize = string(&pair.value);
                } else if pair.path.is_ident("deserialize") {
                    read.deserialize = string(&pair.value);
                }
            }
        }
        read
    }

    /// The name of the field. `written` and `read` are the names without this attribute.
    /// Different names for writing and reading are a mistake.
    fn name(&self, ctxt: &Ctxt, written: &str, read: &str) -> (String, Span) {
        let half = |literal: &Option<LitStr>, otherwise: &str| {
            literal.as_ref().map_or_else(|| otherwise.to_owned(), LitStr::value)
        };
        let (serialized, deserialized) =
            (half(&self.serialize, written), half(&self.deserialize, read));
        if serialized != deserialized {
            ctxt.error(
                self.span,
                format!(
                    "a patch needs one name: this is written as `{serialized}` and read as \
                     `{deserialized}`; rename it in both directions alike"
                ),
            );
        }
        let place = self.serialize.as_ref().map_or(self.span, LitStr::span);
        (serialized, place)
    }
}

/// `rename_all = "…"`, or `rename_all(serialize = "…", deserialize = "…")`.
#[derive(Default, Clone, Copy)]
pub(crate) struct RenameAll {
    span: Option<Span>,
    serialize: RenameRule,
    deserialize: RenameRule,
}

impl RenameAll {
    fn of(rename: &Rename) -> Self {
        let rule = |text: &Option<LitStr>| {
            text.as_ref().map_or(RenameRule::Unchanged, |text| RenameRule::parse(&text.value()))
        };
        Self {
            span: Some(rename.span),
            serialize: rule(&rename.serialize),
            deserialize: rule(&rename.deserialize),
        }
    }

    /// The name that `apply` makes of a Rust name by these rules. Different names for writing
    /// and reading are a mistake, if the field has no name of its own.
    pub(crate) fn name(
        &self,
        ctxt: &Ctxt,
        own: Option<&Rename>,
        place: Span,
        apply: impl Fn(RenameRule) -> String,
    ) -> (String, Span) {
        let (written, read) = (apply(self.serialize), apply(self.deserialize));
        if let Some(own) = own {
            return own.name(ctxt, &written, &read);
        }
        if let Some(span) = self.span.filter(|_| written != read) {
            ctxt.error(
                span,
                format!(
                    "a patch needs one name for each field: one is written as `{written}` and \
                     read as `{read}`; rename in both directions alike"
                ),
            );
        }
        (written, place)
    }
}

/// Reports misspelled attributes that this derive reads, unknown rename rules, and patch attributes
/// that are written as serde's. serde's own derive, which would report them, may not be used on the
/// type.
pub(crate) fn check_spelling(ctxt: &Ctxt, attributes: &[Attribute]) {
    const OTHERS: [&str; 7] = [
        "borrow",
        "crate",
        "deny_unknown_fields",
        "expecting",
        "field_identifier",
        "getter",
        "variant_identifier",
    ];
    for meta in metas(attributes) {
        let Some(name) = meta.path().get_ident().map(ToString::to_string) else { continue };
        if name == "rename_all" || name == "rename_all_fields" {
            check_rules(ctxt, &Rename::read(&meta));
        }
        if names::is_of_serde(&name) || OTHERS.contains(&name.as_str()) {
            continue;
        }
        if names::is_known(&name) {
            ctxt.error_on(
                meta.path(),
                format!("`{name}` is a patch attribute; write `#[patch({})]`", text_of(&meta)),
            );
            continue;
        }
        let meant = did_you_mean(&name, &names::READ_OF_SERDE);
        if !meant.is_empty() {
            ctxt.error_on(meta.path(), format!("unknown serde attribute `{name}`{meant}"));
        }
    }
}

/// Reports an unknown rename rule in serde's wording, so that the compiler shows one error if
/// serde's own derive reports it, too.
fn check_rules(ctxt: &Ctxt, rename: &Rename) {
    let same = |left: &LitStr, right: &LitStr| left.value() == right.value();
    let (written, read) = (rename.serialize.as_ref(), rename.deserialize.as_ref());
    let read = read.filter(|read| !written.is_some_and(|written| same(written, read)));
    for literal in written.into_iter().chain(read) {
        let rule = literal.value();
        if RenameRule::named(&rule).is_none() {
            let rules: Vec<_> = RenameRule::NAMES.iter().map(|name| format!("{name:?}")).collect();
            let rules = rules.join(", ");
            let message =
                format!("unknown rename rule `rename_all = {rule:?}`, expected one of {rules}");
            ctxt.error_on(literal, message);
        }
    }
}

/// Reports `content` without `tag` in serde's wording, as [`check_spelling`] does.
pub(crate) fn check_content(ctxt: &Ctxt, attributes: &[Attribute]) {
    let content = metas(attributes).find(|meta| meta.path().is_ident("content"));
    let has_tag = metas(attributes).any(|meta| meta.path().is_ident("tag"));
    if let Some(content) = content.filter(|_| !has_tag) {
        let message = "#[serde(tag = \"...\", content = \"...\")] must be used together";
        ctxt.error_on(content.path(), message);
    }
}

/// The place of `borrow`.
pub(crate) fn borrow(attributes: &[Attribute]) -> Option<Span> {
    metas(attributes).find(|meta| meta.path().is_ident("borrow")).map(|meta| meta.span())
}

/// The text of `name = "…"`.
fn value(meta: &Meta) -> Option<LitStr> {
    match meta {
        Meta::NameValue(pair) => string(&pair.value),
        _ => None,
    }
}

/// The entries of all `#[serde(...)]` of a type, variant or field. If they can't be parsed,
/// serde reports it.
fn metas(attributes: &[Attribute]) -> impl Iterator<Item = Meta> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("serde"))
        .filter_map(|attribute| {
            attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()
        })
        .flatten()
}
