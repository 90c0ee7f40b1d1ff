//! Reads `#[patch(...)]`: what is written, with its places. Whether it makes
//! sense together and for the type is `check.rs`'s to say.
//!
//! A new attribute is one more name in [`CONTAINER`] or [`FIELD`], one more
//! member of the structs below, and one more arm where they are filled.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Path, Token, WherePredicate};

use crate::ctxt::Ctxt;
use crate::spelling::{choice, did_you_mean};

const CONTAINER: [&str; 3] = ["bound", "crate", "leaf"];
const FIELD: [&str; 5] = ["leaf", "list_map_keys", "list_type", "merge_key", "strategy"];
const STRATEGY: [&str; 3] = ["merge", "replace", "retainKeys"];
const STRATEGIES: [&str; 5] =
    ["merge", "replace", "retainKeys", "merge|retainKeys", "replace|retainKeys"];
const LIST_TYPE: [&str; 3] = ["atomic", "set", "map"];

/// A value and the place where it is written.
#[derive(Clone, Copy)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// `strategy = "…"`: as `smp_core::Strategy`, which this crate cannot name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Strategy {
    pub(crate) base: Base,
    pub(crate) retain_keys: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    Unspecified,
    Merge,
    Replace,
}

/// `list_type = "…"`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListType {
    Atomic,
    Set,
    Map,
}

/// One entry of `list_map_keys("name", "protocol" = "TCP")`.
pub(crate) struct MapKey {
    pub(crate) name: LitStr,
    pub(crate) default: Option<LitStr>,
}

/// The attributes of a struct or enum.
#[derive(Default)]
pub(crate) struct ContainerPatch {
    pub(crate) krate: Option<Path>,
    pub(crate) bound: Option<Vec<WherePredicate>>,
    pub(crate) leaf: Option<Span>,
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct FieldPatch {
    pub(crate) strategy: Option<Spanned<Strategy>>,
    pub(crate) merge_key: Option<LitStr>,
    pub(crate) list_map_keys: Option<Spanned<Vec<MapKey>>>,
    pub(crate) list_type: Option<Spanned<ListType>>,
    pub(crate) leaf: Option<Span>,
}

impl ContainerPatch {
    pub(crate) fn read(ctxt: &Ctxt, attributes: &[Attribute]) -> Self {
        let mut read = Self::default();
        for meta in once_each(ctxt, attributes) {
            match name_of(&meta).as_str() {
                "crate" => read.krate = path(ctxt, &meta),
                "bound" => read.bound = bound(ctxt, &meta),
                "leaf" => read.leaf = flag(ctxt, &meta),
                _ => unknown(ctxt, &meta, "container", &CONTAINER, "field", &FIELD),
            }
        }
        read
    }
}

impl FieldPatch {
    pub(crate) fn read(ctxt: &Ctxt, attributes: &[Attribute]) -> Self {
        let mut read = Self::default();
        for meta in once_each(ctxt, attributes) {
            match name_of(&meta).as_str() {
                "strategy" => read.strategy = strategy(ctxt, &meta),
                "merge_key" => read.merge_key = field_name(ctxt, &meta),
                "list_map_keys" => read.list_map_keys = map_keys(ctxt, &meta),
                "list_type" => read.list_type = list_type(ctxt, &meta),
                "leaf" => read.leaf = flag(ctxt, &meta),
                _ => unknown(ctxt, &meta, "field", &FIELD, "container", &CONTAINER),
            }
        }
        read
    }

    /// Where the attributes stand, each with its name.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&'static str, Span)> {
        [
            ("strategy", self.strategy.map(|strategy| strategy.span)),
            ("merge_key", self.merge_key.as_ref().map(LitStr::span)),
            ("list_map_keys", self.list_map_keys.as_ref().map(|keys| keys.span)),
            ("list_type", self.list_type.map(|list_type| list_type.span)),
            ("leaf", self.leaf),
        ]
        .into_iter()
        .filter_map(|(name, span)| span.map(|span| (name, span)))
    }
}

/// The entries of all `#[patch(...)]` of one place, each name once.
fn once_each(ctxt: &Ctxt, attributes: &[Attribute]) -> Vec<Meta> {
    let mut metas: Vec<Meta> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("patch")) {
        let Meta::List(list) = &attribute.meta else {
            ctxt.error_on(
                &attribute.meta,
                "write the patch attributes in parentheses: `#[patch(…)]`",
            );
            continue;
        };
        match list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) {
            Ok(parsed) => {
                for meta in parsed {
                    if metas.iter().any(|earlier| name_of(earlier) == name_of(&meta)) {
                        let name = name_of(&meta);
                        ctxt.error_on(&meta, format!("duplicate patch attribute `{name}`"));
                    } else {
                        metas.push(meta);
                    }
                }
            }
            Err(error) => ctxt.push(error),
        }
    }
    metas
}

fn name_of(meta: &Meta) -> String {
    let segments: Vec<_> =
        meta.path().segments.iter().map(|segment| segment.ident.to_string()).collect();
    segments.join("::")
}

fn unknown(
    ctxt: &Ctxt,
    meta: &Meta,
    here: &str,
    allowed: &[&str],
    elsewhere: &str,
    allowed_elsewhere: &[&str],
) {
    let name = name_of(meta);
    let message = if allowed_elsewhere.contains(&name.as_str()) {
        format!(
            "`{name}` is a patch attribute of a {elsewhere}, not of a {here}; here {} are known",
            choice(allowed).replace(" or ", " and ")
        )
    } else {
        format!(
            "unknown patch attribute `{name}`{}; a {here} may have {}",
            did_you_mean(&name, allowed),
            choice(allowed)
        )
    };
    ctxt.error_on(meta.path(), message);
}

/// The text of `name = "…"`.
fn text(ctxt: &Ctxt, meta: &Meta) -> Option<LitStr> {
    let name = name_of(meta);
    let Meta::NameValue(pair) = meta else {
        ctxt.error_on(meta, format!("`{name}` needs a value: `{name} = \"…\"`"));
        return None;
    };
    let literal = string(&pair.value);
    if literal.is_none() {
        ctxt.error_on(&pair.value, format!("`{name}` is a string: `{name} = \"…\"`"));
    }
    literal
}

/// A string literal, also one that a `macro_rules!` passes on.
pub(crate) fn string(expr: &Expr) -> Option<LitStr> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => Some(literal.clone()),
        Expr::Group(group) => string(&group.expr),
        _ => None,
    }
}

fn flag(ctxt: &Ctxt, meta: &Meta) -> Option<Span> {
    if let Meta::Path(path) = meta {
        return Some(path.span());
    }
    let name = name_of(meta);
    ctxt.error_on(meta, format!("`{name}` takes no value: write `{name}` alone"));
    None
}

fn path(ctxt: &Ctxt, meta: &Meta) -> Option<Path> {
    // A macro can pass `$crate` only as a path, never inside a string.
    if let Meta::NameValue(pair) = meta
        && let Expr::Path(path) = &pair.value
    {
        return Some(path.path.clone());
    }
    let literal = text(ctxt, meta)?;
    let parsed = literal.parse_with(Path::parse_mod_style);
    parsed
        .map_err(|_| ctxt.error_on(&literal, "`crate` is a path: `crate = \"my_crate::smp_core\"`"))
        .ok()
}

fn bound(ctxt: &Ctxt, meta: &Meta) -> Option<Vec<WherePredicate>> {
    let literal = text(ctxt, meta)?;
    let parser = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
    match literal.parse_with(parser) {
        Ok(predicates) => Some(predicates.into_iter().collect()),
        Err(_) => {
            ctxt.error_on(
                &literal,
                "`bound` is what stands behind `where`: `bound = \"T: PatchSchema\"`",
            );
            None
        }
    }
}

fn strategy(ctxt: &Ctxt, meta: &Meta) -> Option<Spanned<Strategy>> {
    let literal = text(ctxt, meta)?;
    match parse_strategy(&literal.value()) {
        Ok(value) => Some(Spanned { value, span: literal.span() }),
        Err(message) => {
            ctxt.error_on(&literal, message);
            None
        }
    }
}

fn parse_strategy(text: &str) -> Result<Strategy, String> {
    let mut strategy = Strategy { base: Base::Unspecified, retain_keys: false };
    for part in text.split(['|', ',']).map(str::trim) {
        let base = match part {
            "merge" => Base::Merge,
            "replace" => Base::Replace,
            "retainKeys" if !strategy.retain_keys => {
                strategy.retain_keys = true;
                continue;
            }
            "retainKeys" => return Err(format!("`{part}` stands twice in the strategy")),
            "" => return Err(format!("a strategy is {}", choice(&STRATEGIES))),
            _ => {
                return Err(format!(
                    "unknown strategy `{part}`{}; a strategy is {}",
                    did_you_mean(part, &STRATEGY),
                    choice(&STRATEGIES)
                ));
            }
        };
        strategy.base = match strategy.base {
            Base::Unspecified => base,
            earlier if earlier == base => {
                return Err(format!("`{part}` stands twice in the strategy"));
            }
            _ => {
                return Err(format!(
                    "`merge` and `replace` exclude each other; a strategy is {}",
                    choice(&STRATEGIES)
                ));
            }
        };
    }
    Ok(strategy)
}

fn list_type(ctxt: &Ctxt, meta: &Meta) -> Option<Spanned<ListType>> {
    let literal = text(ctxt, meta)?;
    let written = literal.value();
    let value = match written.as_str() {
        "atomic" => ListType::Atomic,
        "set" => ListType::Set,
        "map" => ListType::Map,
        _ => {
            ctxt.error_on(
                &literal,
                format!(
                    "unknown list type `{written}`{}; a list type is {}",
                    did_you_mean(&written, &LIST_TYPE),
                    choice(&LIST_TYPE)
                ),
            );
            return None;
        }
    };
    Some(Spanned { value, span: literal.span() })
}

fn field_name(ctxt: &Ctxt, meta: &Meta) -> Option<LitStr> {
    let literal = text(ctxt, meta)?;
    if literal.value().is_empty() {
        ctxt.error_on(&literal, "a key is the JSON name of a field, not the empty string");
        return None;
    }
    Some(literal)
}

fn map_keys(ctxt: &Ctxt, meta: &Meta) -> Option<Spanned<Vec<MapKey>>> {
    const FORM: &str = "the keys stand in parentheses, each with the value that it has where it \
                        is absent, if any: `list_map_keys(\"port\", \"protocol\" = \"TCP\")`";
    let Meta::List(list) = meta else {
        ctxt.error_on(meta, FORM);
        return None;
    };
    let parser = Punctuated::<MapKey, Token![,]>::parse_terminated;
    let Ok(parsed) = parser.parse2(list.tokens.clone()) else {
        ctxt.error_on(meta, FORM);
        return None;
    };
    let mut keys: Vec<MapKey> = Vec::new();
    let before = ctxt.count();
    for key in parsed {
        if key.name.value().is_empty() {
            ctxt.error_on(&key.name, "a key is the JSON name of a field, not the empty string");
        } else if keys.iter().any(|earlier| earlier.name.value() == key.name.value()) {
            ctxt.error_on(&key.name, format!("duplicate list map key `{}`", key.name.value()));
        } else {
            keys.push(key);
        }
    }
    if keys.is_empty() && ctxt.count() == before {
        ctxt.error_on(meta, FORM);
    }
    (!keys.is_empty()).then(|| Spanned { value: keys, span: meta.span() })
}

impl Parse for MapKey {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = ungrouped(input)?;
        let default = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Some(ungrouped(input)?)
        } else {
            None
        };
        Ok(Self { name, default })
    }
}

/// As [`string`], without looking past the literal.
fn ungrouped(input: ParseStream<'_>) -> syn::Result<LitStr> {
    match input.parse()? {
        Lit::Str(literal) => Ok(literal),
        other => Err(syn::Error::new(other.span(), "expected a string")),
    }
}
