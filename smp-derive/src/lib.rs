//! `#[derive(PatchSchema)]`.

/// To come.
#[proc_macro_derive(PatchSchema, attributes(patch))]
pub fn patch_schema(_: proc_macro::TokenStream) -> proc_macro::TokenStream {
    proc_macro::TokenStream::new()
}
