//! Writes the implementation for an input with mistakes. It has no metadata, but avoids further
//! errors in code that uses the type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use crate::assert::{self, Assertion};
use crate::expand::enclosed;
use crate::model::Input;

/// A dummy implementation, and the constants that check the fields without mistakes so far, so
/// that all mistakes are shown at the same time.
pub(crate) fn expand(input: &Input<'_>) -> TokenStream {
    if input.never_compiles {
        return TokenStream::new();
    }
    let ident = input.ident;
    let mut generics = input.generics.clone();
    if !generics.params.is_empty() {
        // The trait requires it, and parameters and lifetimes don't guarantee it.
        generics
            .make_where_clause()
            .predicates
            .push(parse_quote!(Self: __smp::Send + __smp::Sync + 'static));
    }
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let checks = assert::of_fields(input);
    let checks = checks.iter().filter(|assertion| !assertion.generic).map(Assertion::item);
    enclosed(
        input,
        &quote! {
            #[automatically_derived]
            #[allow(deprecated)]
            impl #impl_generics __smp::PatchSchema for #ident #ty_generics #where_clause {
                const SHAPE: __smp::TypeShape = __smp::TypeShape::ANY;
            }
            #(#checks)*
        },
    )
}
