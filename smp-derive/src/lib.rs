//! `#[derive(PatchSchema)]`, which `smp_core` re-exports: the one macro of this
//! crate, [`PatchSchema`](macro@PatchSchema), is documented with all of its
//! attributes in `patch_schema.md`, whose examples are tests of `tests/kube`.
//!
//! A derive runs through these modules in turn: `input` reads the type, with `attr`, `value` and
//! `serde` for its attributes; `check` checks the rules (`enumeration` and `union` read and check
//! their parts); `expand` writes the implementation, with the fields from `rows` and the assertions
//! from `assert`. Every mistake is collected in `ctxt`; if there are any, `fallback` writes a
//! dummy.

// Nothing here may panic. Each exception gives its reason.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod assert;
mod attr;
mod case;
mod check;
mod ctxt;
mod dependency;
mod enumeration;
mod expand;
mod fallback;
mod fields;
mod input;
mod kept;
mod kube;
mod malformed;
mod model;
mod names;
mod object;
mod reflected;
mod reflected_field;
mod rows;
mod serde;
mod spelling;
mod ty;
#[cfg(test)]
mod ui;
mod union;
mod value;

use proc_macro::TokenStream;
use syn::DeriveInput;

#[doc = include_str!("patch_schema.md")]
#[proc_macro_derive(PatchSchema, attributes(patch, serde))]
pub fn patch_schema(tokens: TokenStream) -> TokenStream {
    expanded(tokens, derive)
}

/// Implements serde's `Deserialize` and `Serialize` for a struct with `#[derive(PatchSchema)]`, so
/// that it is read and written like the structs of `smp_types`. It is used as
/// `smp_types::KubernetesObject`; that crate shows what such a struct looks like.
///
/// - A field that is absent or null is read as its empty value: an `Option` as `None`.
/// - A field that is `None` is not written.
/// - A member without a field is kept in the field `#[object(unknown_fields)]`, whose type is
///   `smp_types::UnknownFields`, and written again. Without such a field it is an error; and so is a
///   member that occurs twice.
///
/// A program that merges such structs builds faster than with serde's derives: the code that reads
/// and writes exists once, not for each struct. In return, fields can only be options, lists, maps,
/// scalars, types of `smp_types`, and structs with this derive, and only `rename`, `rename_all` and
/// `default` of serde's attributes are supported.
///
/// `#[object(api_version = "example.com/v1", kind = "Web")]` also implements `Default`, with these
/// values in the fields `api_version` and `kind`, and `smp_types::Resource`. Other values of these
/// fields are an error. With the feature `schemars` of `smp_types` the derive implements
/// `JsonSchema`.
#[proc_macro_derive(KubernetesObject, attributes(object, patch, serde))]
pub fn kubernetes_object(tokens: TokenStream) -> TokenStream {
    expanded(tokens, |input| {
        object::expand(input).unwrap_or_else(|error| ctxt::compile_errors(&error))
    })
}

fn expanded(
    tokens: TokenStream,
    derive: impl FnOnce(&DeriveInput) -> proc_macro2::TokenStream,
) -> TokenStream {
    let input = syn::parse::<DeriveInput>(tokens);
    input
        .map_or_else(|error| ctxt::compile_errors(&ctxt::with_raw(error)), |input| derive(&input))
        .into()
}

fn derive(input: &DeriveInput) -> proc_macro2::TokenStream {
    let ctxt = ctxt::Ctxt::default();
    let read = input::read(&ctxt, input);
    match ctxt.finish() {
        Ok(()) => expand::expand(&read),
        Err(errors) => {
            let mut tokens = ctxt::compile_errors(&errors);
            tokens.extend(fallback::expand(&read));
            tokens
        }
    }
}
