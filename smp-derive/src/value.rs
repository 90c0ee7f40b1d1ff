//! Reads the values of `#[patch(...)]`: each function reads one attribute, and reports a value
//! that it cannot read.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Path, Token, WherePredicate};

use smp_rules::{ListType, MapType, Strategy};

use crate::ctxt::Ctxt;
use crate::spelling::{choice, did_you_mean};

/// A value and the place where it is written.
#[derive(Clone, Copy)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// One entry of `list_map_keys("name", "protocol" = "TCP", "port" = 80)`.
pub(crate) struct MapKey {
    pub(crate) name: LitStr,
    pub(crate) default: Option<KeyDefault>,
}

/// The default of a list map key.
pub(crate) enum KeyDefault {
    String(LitStr),
    Integer(i64),
    Boolean(bool),
}

/// The name of an attribute: `merge_key`.
pub(crate) fn name_of(meta: &Meta) -> String {
    let segments: Vec<_> =
        meta.path().segments.iter().map(|segment| segment.ident.to_string()).collect();
    segments.join("::")
}

const STRATEGY: [&str; 3] = ["merge", "replace", "retainKeys"];
const STRATEGIES: [&str; 5] =
    ["merge", "replace", "retainKeys", "merge|retainKeys", "replace|retainKeys"];

/// The attributes that accept this word as a value.
pub(crate) fn attributes_of(word: &str) -> Vec<&'static str> {
    let all = [
        ("strategy", STRATEGY.contains(&word)),
        ("list_type", word.parse::<ListType>().is_ok()),
        ("map_type", word.parse::<MapType>().is_ok()),
    ];
    all.into_iter().filter_map(|(attribute, has)| has.then_some(attribute)).collect()
}

/// The suggestion of the attribute that accepts this word as a value.
fn suggested_attribute(word: &str) -> String {
    attributes_of(word).first().map_or_else(String::new, |attribute| {
        format!(" (did you mean `{attribute} = \"{word}\"`?)")
    })
}

/// The message about an attribute without a value.
pub(crate) fn needs_value(name: &str) -> String {
    match name {
        "list_map_keys" => FORM_OF_KEYS.to_owned(),
        _ => format!("`{name}` needs a value: `{name} = \"…\"`"),
    }
}

/// The message about a list as the value of an attribute.
pub(crate) fn not_a_list(name: &str) -> String {
    match name {
        "list_map_keys" => FORM_OF_KEYS.to_owned(),
        "merge_key" => "a merge key is one field: `merge_key = \"…\"`; several fields that \
                        identify an element together are `list_map_keys(\"…\", \"…\")`"
            .to_owned(),
        _ => format!("`{name}` is a string: `{name} = \"…\"`"),
    }
}

const FORM_OF_KEYS: &str = "write the keys in parentheses, each with the value that it has where \
                            it is absent, if any: `list_map_keys(\"port\", \"protocol\" = \
                            \"TCP\")`; a value is a string, an integer, true or false";

/// The text of `name = "…"`.
fn text(ctxt: &Ctxt, meta: &Meta) -> Option<LitStr> {
    let name = name_of(meta);
    let Meta::NameValue(pair) = meta else {
        ctxt.error_on(meta, needs_value(&name));
        return None;
    };
    let literal = string(&pair.value);
    if literal.is_none() {
        let word = match ungrouped(&pair.value) {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let word = word.unwrap_or_else(|| "…".to_owned());
        ctxt.error_on(&pair.value, format!("`{name}` is a string: `{name} = \"{word}\"`"));
    }
    literal
}

/// A string literal, even one that a `macro_rules!` passes on.
pub(crate) fn string(expr: &Expr) -> Option<LitStr> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => Some(literal.clone()),
        _ => None,
    }
}

/// The expression without the invisible groups around a fragment that a `macro_rules!` passes
/// on.
fn ungrouped(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

pub(crate) fn flag(ctxt: &Ctxt, meta: &Meta) -> Option<Span> {
    if let Meta::Path(path) = meta {
        return Some(path.span());
    }
    let name = name_of(meta);
    ctxt.error_on(meta, format!("`{name}` takes no value: write `{name}` alone"));
    None
}

pub(crate) fn path(ctxt: &Ctxt, meta: &Meta) -> Option<Path> {
    // A macro can pass `$crate` only as a path, never inside a string.
    if let Meta::NameValue(pair) = meta
        && let Expr::Path(path) = ungrouped(&pair.value)
    {
        return Some(path.path.clone());
    }
    let literal = text(ctxt, meta)?;
    let parsed = literal.parse_with(Path::parse_mod_style);
    parsed
        .map_err(|_| ctxt.error_on(&literal, "`crate` is a path: `crate = \"my_crate::smp_core\"`"))
        .ok()
}

pub(crate) fn bound(ctxt: &Ctxt, meta: &Meta) -> Option<Vec<WherePredicate>> {
    let literal = text(ctxt, meta)?;
    let parser = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
    let parsed = literal.parse_with(parser);
    parsed
        .map(|predicates| predicates.into_iter().collect())
        .map_err(|_| {
            ctxt.error_on(
                &literal,
                "`bound` is what follows `where`: `bound = \"T: PatchSchema\"`",
            );
        })
        .ok()
}

pub(crate) fn strategy(ctxt: &Ctxt, meta: &Meta) -> Option<Spanned<Strategy>> {
    let literal = text(ctxt, meta)?;
    let written = literal.value();
    if written.is_empty() {
        ctxt.error_on(&literal, format!("a strategy is {}", choice(&STRATEGIES)));
        return None;
    }
    match written.parse::<Strategy>() {
        Ok(value) => Some(Spanned { value, span: literal.span() }),
        Err(error) => {
            let unknown = error.unknown_part().unwrap_or_default();
            let meant = did_you_mean_or_attribute(unknown, &STRATEGY);
            ctxt.error_on(&literal, format!("{error}{meant}"));
            None
        }
    }
}

pub(crate) fn list_type(ctxt: &Ctxt, meta: &Meta) -> Option<Spanned<ListType>> {
    let literal = text(ctxt, meta)?;
    let written = literal.value();
    let names = ListType::ALL.map(ListType::as_str);
    let parsed = written.parse::<ListType>().map_err(|error| {
        ctxt.error_on(&literal, format!("{error}{}", did_you_mean_or_attribute(&written, &names)));
    });
    let value = parsed.ok()?;
    Some(Spanned { value, span: literal.span() })
}

/// The suggestion of a similar value, or of the attribute that has this value.
fn did_you_mean_or_attribute(written: &str, names: &[&str]) -> String {
    let value = did_you_mean(written, names);
    if value.is_empty() { suggested_attribute(written) } else { value }
}

pub(crate) fn map_type(ctxt: &Ctxt, meta: &Meta) -> Option<Spanned<MapType>> {
    let literal = text(ctxt, meta)?;
    let written = literal.value();
    let names = MapType::ALL.map(MapType::as_str);
    let parsed = written.parse::<MapType>().map_err(|error| {
        ctxt.error_on(&literal, format!("{error}{}", did_you_mean_or_attribute(&written, &names)));
    });
    let value = parsed.ok()?;
    Some(Spanned { value, span: literal.span() })
}

pub(crate) fn field_name(ctxt: &Ctxt, meta: &Meta) -> Option<LitStr> {
    let literal = text(ctxt, meta)?;
    if literal.value().is_empty() {
        ctxt.error_on(&literal, "a key is the JSON name of a field, not the empty string");
        return None;
    }
    Some(literal)
}

pub(crate) fn discriminated(ctxt: &Ctxt, meta: &Meta) -> Option<LitStr> {
    let literal = text(ctxt, meta)?;
    if literal.value().is_empty() {
        ctxt.error_on(
            &literal,
            "a discriminator that is not set is empty, too; give the member another value",
        );
        return None;
    }
    Some(literal)
}

pub(crate) fn map_keys(ctxt: &Ctxt, meta: &Meta) -> Option<Spanned<Vec<MapKey>>> {
    let Meta::List(list) = meta else {
        ctxt.error_on(meta, FORM_OF_KEYS);
        return None;
    };
    let parser = Punctuated::<WrittenKey, Token![,]>::parse_terminated;
    let Ok(parsed) = parser.parse2(list.tokens.clone()) else {
        ctxt.error_on(meta, FORM_OF_KEYS);
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
            let default = key.default.and_then(|literal| key_default(ctxt, literal));
            keys.push(MapKey { name: key.name, default });
        }
    }
    if keys.is_empty() && ctxt.count() == before {
        ctxt.error_on(meta, FORM_OF_KEYS);
    }
    (!keys.is_empty()).then(|| Spanned { value: keys, span: meta.span() })
}

/// One entry of `list_map_keys(…)`, with any literal as its default.
struct WrittenKey {
    name: LitStr,
    default: Option<Lit>,
}

impl Parse for WrittenKey {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = match input.parse()? {
            Lit::Str(literal) => literal,
            other => return Err(syn::Error::new(other.span(), "expected a string")),
        };
        let default = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            // A number literal of syn includes the sign.
            Some(input.parse()?)
        } else {
            None
        };
        Ok(Self { name, default })
    }
}

fn key_default(ctxt: &Ctxt, literal: Lit) -> Option<KeyDefault> {
    let message = match literal {
        Lit::Str(literal) => return Some(KeyDefault::String(literal)),
        Lit::Bool(literal) => return Some(KeyDefault::Boolean(literal.value)),
        Lit::Int(ref literal) => match literal.base10_parse() {
            Ok(integer) => return Some(KeyDefault::Integer(integer)),
            Err(_) => "a default is an integer of 64 bits with a sign; this one is out of range",
        },
        Lit::Float(_) => {
            "a number with a fraction cannot be a key; its default is a string, an integer, true \
             or false"
        }
        _ => "the default of a key is a string, an integer, true or false",
    };
    ctxt.error_on(literal, message);
    None
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group};
    use quote::quote;
    use syn::Expr;

    use super::string;

    #[test]
    fn what_macros_pass_on_is_a_string_too() {
        let group = Group::new(Delimiter::None, quote!("name"));
        let expr: Expr = syn::parse2(quote!(#group)).unwrap();
        assert!(matches!(expr, Expr::Group(_)));
        assert_eq!(string(&expr).unwrap().value(), "name");
        assert!(string(&syn::parse_quote!(name)).is_none());
    }
}
