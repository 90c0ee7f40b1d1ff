//! Collects every mistake of one derive, so that the user sees all at once.

use core::cell::Cell;

use proc_macro2::{Span, TokenStream, TokenTree};

/// Collects the mistakes while the input is read. Reading continues after a mistake.
#[derive(Default)]
pub(crate) struct Ctxt {
    errors: Cell<Vec<syn::Error>>,
}

impl Ctxt {
    /// Reports a mistake at one place.
    pub(crate) fn error(&self, at: Span, message: impl core::fmt::Display) {
        self.push(syn::Error::new(at, message));
    }

    /// Reports a mistake at a piece of syntax, from its first token to its last.
    pub(crate) fn error_on(&self, tokens: impl quote::ToTokens, message: impl core::fmt::Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn push(&self, error: syn::Error) {
        let mut errors = self.errors.take();
        errors.push(error);
        self.errors.set(errors);
    }

    /// The number of mistakes so far. Comparing it before and after a part shows whether the
    /// part has mistakes.
    pub(crate) fn count(&self) -> usize {
        let errors = self.errors.take();
        let count = errors.len();
        self.errors.set(errors);
        count
    }

    /// All mistakes as one error; `Ok` if there are none.
    pub(crate) fn finish(self) -> Result<(), syn::Error> {
        let combined = self.errors.into_inner().into_iter().reduce(|mut all, error| {
            all.combine(error);
            all
        });
        combined.map_or(Ok(()), Err)
    }
}

/// The mistakes as invocations of `compile_error!`. syn writes `::core::compile_error!`, which
/// edition 2015 looks up in the user's crate, so that the message is lost.
pub(crate) fn compile_errors(errors: &syn::Error) -> TokenStream {
    let is_path = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ':',
        TokenTree::Ident(ident) => ident == "core",
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    };
    errors.to_compile_error().into_iter().filter(|token| !is_path(token)).collect()
}

/// The error about a name that is a keyword only in later editions, with the remedy. A derive reads a
/// type by the newest edition.
pub(crate) fn with_raw(error: syn::Error) -> syn::Error {
    let text = error.to_string();
    let keyword = text.strip_prefix("expected identifier, found keyword `");
    let Some(keyword) = keyword.and_then(|rest| rest.strip_suffix('`')) else { return error };
    let message = format!("`{keyword}` is a keyword in later editions; write `r#{keyword}`");
    syn::Error::new(error.span(), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_became_a_keyword_has_a_raw_form() {
        let error = |text| syn::parse_str::<syn::DeriveInput>(text).map(|_| ()).unwrap_err();
        let keyword = with_raw(error("struct A { async: u8 }"));
        let expected = "`async` is a keyword in later editions; write `r#async`";
        assert_eq!(keyword.to_string(), expected);
        assert_eq!(
            with_raw(error("struct A { , }")).to_string(),
            error("struct A { , }").to_string()
        );
    }

    #[test]
    fn an_error_needs_no_path_that_edition_2015_lacks() {
        let mut errors = syn::Error::new(Span::call_site(), "core::one");
        errors.combine(syn::Error::new(Span::call_site(), "two"));
        let expected = r#"compile_error ! { "core::one" } compile_error ! { "two" }"#;
        assert_eq!(compile_errors(&errors).to_string(), expected);
    }
}
