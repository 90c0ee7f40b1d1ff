//! `#[derive(KubernetesObject)]` of smp-types. It writes only what differs between structs: the
//! fields by their indices. The code that all structs share is in `smp-types/src/object.rs`; the
//! JSON names are those of `#[derive(PatchSchema)]`.
//!
//! ```text
//! #[derive(PatchSchema, KubernetesObject)]
//! #[object(api_version = "v1", kind = "Pod")]     // what `Pod::default()` has
//! #[serde(rename_all = "camelCase")]
//! pub struct Pod { … }
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Error, Field, Fields, LitStr, Result, Token, Type};

/// Implements `Object`, `Deserialize` and `Serialize`, and `Default` for kinds.
pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let implementations = implementations(input)?;
    Ok(quote! {
        #[doc(hidden)]
        const _: () = {
            use ::smp_types::__private as __smp;
            #implementations
        };
    })
}

/// The implementations, where `__smp` is the module `__private` of smp-types.
fn implementations(input: &DeriveInput) -> Result<TokenStream> {
    let fields = fields(input)?;
    only_names(input)?;
    let kind = Kind::read(input)?;
    let unknown_fields = unknown_fields(&input.data);
    let object = object(&input.ident, &fields, unknown_fields, kind.as_ref());
    let serde = serde(&input.ident);
    let default = kind.map(|kind| kind.default(&input.ident));
    let schema = cfg!(feature = "schemars").then(|| json_schema(&input.ident, &fields));
    Ok(quote!(#object #serde #default #schema))
}

fn object(
    ident: &Ident,
    fields: &[(&Ident, &Type)],
    unknown_fields: Option<&Ident>,
    kind: Option<&Kind>,
) -> TokenStream {
    let fields: Vec<_> = fields.iter().map(|(name, _)| *name).collect();
    let name = ident.to_string();
    let count = Literal::usize_suffixed(fields.len());
    let read = fields.iter().enumerate().map(|(place, field)| {
        let place = Literal::usize_suffixed(place);
        let constant = kind.and_then(|kind| kind.constant(field));
        constant.map_or_else(
            || quote!(#place => __smp::read(&mut self.#field, from),),
            |text| quote!(#place => __smp::read_constant(&mut self.#field, from, #text),),
        )
    });
    let all = fields.iter().copied().chain(unknown_fields);
    let unknown = unknown_fields.map(|field| {
        quote! {
            fn unknown_fields(&self) -> ::core::option::Option<&__smp::UnknownFields> {
                ::core::option::Option::Some(&self.#field)
            }
            fn unknown_fields_mut(
                &mut self,
            ) -> ::core::option::Option<&mut __smp::UnknownFields> {
                ::core::option::Option::Some(&mut self.#field)
            }
        }
    });
    let empty = kind.is_some().then(|| {
        quote! {
            #[inline]
            fn empty() -> Self {
                Self { #(#all: ::core::default::Default::default()),* }
            }
        }
    });
    let resource = kind.map(|Kind { api_version, kind }| {
        quote! {
            #[automatically_derived]
            impl __smp::Resource for #ident {
                const API_VERSION: &'static str = #api_version;
                const KIND: &'static str = #kind;
            }
        }
    });
    quote! {
        #resource
        #[automatically_derived]
        impl __smp::Object for #ident {
            const NAME: &'static str = #name;
            const NAMES: &'static [&'static str] = &__smp::names::<Self, #count>();
            #empty
            fn read<'de, A: __smp::serde::de::MapAccess<'de>>(
                &mut self,
                place: usize,
                from: &mut A,
            ) -> ::core::result::Result<(), A::Error> {
                match place {
                    #(#read)*
                    _ => ::core::result::Result::Ok(()),
                }
            }
            fn write<M: __smp::Members>(&self, to: &mut M) {
                #(to.member(&self.#fields);)*
            }
            #unknown
        }
        #[automatically_derived]
        impl __smp::FieldwiseRead for #ident {
            #[inline]
            fn empty() -> Self {
                <Self as __smp::Object>::empty()
            }
        }
        #[automatically_derived]
        impl __smp::Field for #ident {}
    }
}

fn serde(ident: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl<'de> __smp::serde::Deserialize<'de> for #ident {
            fn deserialize<D: __smp::serde::Deserializer<'de>>(
                from: D,
            ) -> ::core::result::Result<Self, D::Error> {
                __smp::Reading::of(from)
            }
        }
        #[automatically_derived]
        impl __smp::serde::Serialize for #ident {
            fn serialize<S: __smp::serde::Serializer>(
                &self,
                to: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                __smp::write(self, to)
            }
        }
    }
}

/// The implementation of `JsonSchema`, with the schemas of the fields.
/// `smp-types/src/json_schema.rs` adds the patch metadata.
fn json_schema(ident: &Ident, fields: &[(&Ident, &Type)]) -> TokenStream {
    let name = ident.to_string();
    let types = fields.iter().map(|(_, ty)| ty);
    quote! {
        #[automatically_derived]
        impl __smp::schemars::JsonSchema for #ident {
            #[inline]
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(#name)
            }
            #[inline]
            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(
                    ::core::concat!(::core::module_path!(), "::", #name),
                )
            }
            #[inline]
            fn json_schema(generator: &mut __smp::schemars::SchemaGenerator) -> __smp::schemars::Schema {
                let fields = [#(generator.subschema_for::<#types>()),*];
                __smp::json_schema(<Self as __smp::PatchSchema>::OBJECT, fields)
            }
        }
    }
}

/// Refuses attributes of serde that say more than names: the code that all structs share does not
/// know them.
fn only_names(input: &DeriveInput) -> Result<()> {
    let fields = match &input.data {
        Data::Struct(data) => data.fields.iter().flat_map(|field| &field.attrs).collect(),
        _ => Vec::new(),
    };
    for attribute in input.attrs.iter().chain(fields).filter(|it| it.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            let is_name = meta.path.is_ident("rename") || meta.path.is_ident("rename_all");
            if is_name && meta.input.peek(Token![=]) {
                return meta.value()?.parse::<LitStr>().map(drop);
            }
            if meta.path.is_ident("default") && !meta.input.peek(Token![=]) {
                return Ok(());
            }
            Err(meta.error(
                "`KubernetesObject` knows `rename`, `rename_all` and `default`; \
                 for others use serde's derives",
            ))
        })?;
    }
    Ok(())
}

/// The `apiVersion` and `kind` of a kind. A mistake in them is reported by `KubernetesObject`.
pub(crate) fn constants(input: &DeriveInput) -> Option<(LitStr, LitStr)> {
    Kind::read(input).ok()?.map(|Kind { api_version, kind }| (api_version, kind))
}

/// Whether a field keeps the members without a field: `#[object(unknown_fields)]`.
pub(crate) fn keeps_unknown_fields(field: &Field) -> bool {
    let attributes = field.attrs.iter().filter(|it| it.path().is_ident("object"));
    attributes.filter_map(|it| it.parse_args::<Ident>().ok()).any(|it| it == "unknown_fields")
}

/// The field of a struct that keeps the members without a field.
pub(crate) fn unknown_fields(data: &Data) -> Option<&Ident> {
    let Data::Struct(data) = data else { return None };
    data.fields.iter().find(|field| keeps_unknown_fields(field))?.ident.as_ref()
}

/// The fields that have a member, with their types.
fn fields(input: &DeriveInput) -> Result<Vec<(&Ident, &Type)>> {
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(
            &input.generics,
            "`KubernetesObject` has no parameters; use serde's derives",
        ));
    }
    match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Named(_)) => {
            let named = data.fields.iter().filter(|field| !keeps_unknown_fields(field));
            Ok(named.filter_map(|field| Some((field.ident.as_ref()?, &field.ty))).collect())
        }
        _ => Err(Error::new_spanned(
            &input.ident,
            "a `KubernetesObject` is a struct with named fields; use serde's derives",
        )),
    }
}

/// The attribute `#[object(api_version = "…", kind = "…")]`.
struct Kind {
    api_version: LitStr,
    kind: LitStr,
}

impl Kind {
    fn read(input: &DeriveInput) -> Result<Option<Self>> {
        let (mut api_version, mut kind) = (None, None);
        for attribute in input.attrs.iter().filter(|it| it.path().is_ident("object")) {
            attribute.parse_nested_meta(|meta| {
                let place = if meta.path.is_ident("api_version") {
                    &mut api_version
                } else if meta.path.is_ident("kind") {
                    &mut kind
                } else {
                    return Err(meta.error("expected `api_version` or `kind`"));
                };
                *place = Some(meta.value()?.parse()?);
                Ok(())
            })?;
        }
        match (api_version, kind) {
            (Some(api_version), Some(kind)) => Ok(Some(Self { api_version, kind })),
            (None, None) => Ok(None),
            _ => Err(Error::new_spanned(
                &input.ident,
                "a kind has both: `#[object(api_version = \"…\", kind = \"…\")]`",
            )),
        }
    }

    /// The fixed value of a field, if it has one.
    fn constant(&self, field: &Ident) -> Option<&LitStr> {
        match field {
            field if field == "api_version" => Some(&self.api_version),
            field if field == "kind" => Some(&self.kind),
            _ => None,
        }
    }

    /// The implementation of `Default`: a new object has its `apiVersion` and `kind`.
    fn default(&self, ident: &Ident) -> TokenStream {
        let Self { api_version, kind } = self;
        quote! {
            #[automatically_derived]
            impl ::core::default::Default for #ident {
                /// An object with its `apiVersion` and `kind`, and nothing else.
                #[inline]
                fn default() -> Self {
                    Self {
                        api_version: ::core::option::Option::Some(#api_version.to_owned()),
                        kind: ::core::option::Option::Some(#kind.to_owned()),
                        ..<Self as __smp::Object>::empty()
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
