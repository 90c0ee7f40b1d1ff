//! Messages for entries of `#[patch(...)]` that are not Rust's usual `name`, `name = value` or
//! `name(...)`. syn's own messages are clear only to those who know its grammar, and depend on its
//! features.

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use syn::Lit;

use crate::ctxt::Ctxt;
use crate::value;

/// Reports the malformed entries. Returns whether it found any.
pub(crate) fn explain(ctxt: &Ctxt, tokens: &TokenStream) -> bool {
    let before = ctxt.count();
    for entry in entries(tokens) {
        match &entry[..] {
            [TokenTree::Ident(first), rest @ ..] => named(ctxt, &entry, &first.to_string(), rest),
            [TokenTree::Literal(literal), ..] => {
                let text = text(literal);
                let attribute = value::attributes_of(&text).first().copied();
                let (name, text) = attribute.map_or(("name", "…"), |name| (name, &*text));
                ctxt.error_on(literal, format!("an attribute has a name: `{name} = \"{text}\"`"));
            }
            _ => {}
        }
    }
    ctxt.count() > before
}

/// The names of the attributes that are written or intended.
pub(crate) fn names(tokens: &TokenStream) -> Vec<String> {
    let name = |entry: Vec<TokenTree>| match &entry[..] {
        [TokenTree::Ident(first), ..] => Some(first.to_string()),
        [TokenTree::Literal(literal), ..] => {
            value::attributes_of(&text(literal)).first().map(|&name| name.to_owned())
        }
        _ => None,
    };
    entries(tokens).into_iter().filter_map(name).collect()
}

fn entries(tokens: &TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.split(|token| is_punct(token, ',')).map(<[_]>::to_vec).collect()
}

/// The text of a string literal; empty for other literals.
fn text(literal: &Literal) -> String {
    match Lit::new(literal.clone()) {
        Lit::Str(text) => text.value(),
        _ => String::new(),
    }
}

/// Reports an entry that begins with a name.
fn named(ctxt: &Ctxt, entry: &[TokenTree], name: &str, rest: &[TokenTree]) {
    match rest {
        [dash, TokenTree::Ident(second), rest @ ..] if is_punct(dash, '-') => {
            let mut words = format!("{name}_{second}");
            let mut length = 3_usize;
            let mut rest = rest;
            while let [dash, TokenTree::Ident(next), more @ ..] = rest
                && is_punct(dash, '-')
            {
                words = format!("{words}_{next}");
                length = length.saturating_add(2);
                rest = more;
            }
            let written: TokenStream = entry.iter().take(length).cloned().collect();
            ctxt.error_on(written, format!("a name has no `-`; write `{words}`"));
        }
        [colon, next, ..] if is_punct(colon, ':') && !is_punct(next, ':') => {
            ctxt.error_on(colon, format!("write `=` before a value: `{name} = …`"));
        }
        [equals] if is_punct(equals, '=') => {
            let written: TokenStream = entry.iter().cloned().collect();
            ctxt.error_on(written, value::needs_value(name));
        }
        [equals, TokenTree::Group(list), ..]
            if is_punct(equals, '=') && list.delimiter() != Delimiter::None =>
        {
            ctxt.error_on(list, value::not_a_list(name));
        }
        _ => {}
    }
}

fn is_punct(token: &TokenTree, expected: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == expected)
}
