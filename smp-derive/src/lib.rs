//! `#[derive(PatchSchema)]`.

mod assert;
mod attr;
mod case;
mod check;
mod ctxt;
mod expand;
mod fallback;
mod input;
mod serde;
mod spelling;
mod ty;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Describes a type for strategic merge patch.
#[proc_macro_derive(PatchSchema, attributes(patch, serde))]
pub fn patch_schema(tokens: TokenStream) -> TokenStream {
    let input = parse_macro_input!(tokens as DeriveInput);
    derive(&input).into()
}

fn derive(input: &DeriveInput) -> proc_macro2::TokenStream {
    let ctxt = ctxt::Ctxt::default();
    let read = input::read(&ctxt, input);
    match ctxt.finish() {
        Ok(()) => expand::expand(&read),
        Err(errors) => {
            let mut tokens = errors.into_compile_error();
            tokens.extend(fallback::expand(&read));
            tokens
        }
    }
}
