//! The hidden function of `PatchSchema` for parts that documents lack, such as skipped fields. A
//! value that is converted to JSON, merged and read again takes them over from the value before the
//! merge.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Member, parse_quote};

use crate::model::{Field, FieldType, Input, Place, Reflected, Shape, Skipped};
use crate::reflected_field::{ReflectedField, reflected_field};
use crate::serde::{ContainerSerde, FieldSerde};
use crate::ty::is_phantom;

/// The fields of a struct or enum that documents lack.
pub(crate) fn skipped(input: &DeriveInput, shape: &Shape, serde: &ContainerSerde) -> Vec<Skipped> {
    let Shape::Object(object) = shape else { return Vec::new() };
    if serde.from.is_some() {
        return Vec::new();
    }
    let of = |variant: Option<&Ident>, fields: &syn::Fields| -> Vec<Skipped> {
        let skipped = |field: &syn::Field| {
            let serde = FieldSerde::read(&field.attrs);
            let ident = field.ident.clone().filter(|_| !is_phantom(&field.ty))?;
            let variant = variant.cloned();
            (serde.skip() || serde.skip_deserializing).then_some(Skipped {
                variant,
                ident,
                name: None,
            })
        };
        fields.iter().filter_map(skipped).collect()
    };
    let read_only = |field: &Field| {
        let access = field.access.as_ref().filter(|it| it.skip_serializing)?;
        let Place::Named { name, .. } = &field.place else { return None };
        let (ident, name) = (access.ident.clone(), Some(name.clone()));
        Some(Skipped { variant: field.variant.clone(), ident, name })
    };
    let mut skipped = match &input.data {
        Data::Struct(data) => of(None, &data.fields),
        Data::Enum(data) => {
            let variants = data.variants.iter();
            variants.flat_map(|variant| of(Some(&variant.ident), &variant.fields)).collect()
        }
        Data::Union(_) => Vec::new(),
    };
    skipped.extend(object.fields.iter().filter_map(read_only));
    skipped
}

/// The function that moves parts that documents lack, if the type has such a field, or is an enum.
pub(crate) fn keep(input: &Input<'_>) -> Option<TokenStream> {
    let body = match (&input.reflected, &input.shape) {
        (Reflected::Field(member), _) => {
            quote!(__smp::PatchSchema::__keep(&mut self.#member, &mut __before.#member, __json);)
        }
        (Reflected::Whole, Shape::Object(object))
            if object.union.as_ref().is_none_or(|union| union.rust_enum)
                && object.fields.iter().any(|field| field.variant.is_some()) =>
        {
            of_enum(input, &object.fields)
        }
        (_, Shape::Object(object)) => {
            let skipped = input.skipped.iter().map(|it| {
                let ident = &it.ident;
                moved(it, &quote!(&mut self.#ident), &quote!(&mut __before.#ident))
            });
            let leaves: Vec<_> = object.fields.iter().enumerate().filter_map(leaf).collect();
            if input.skipped.is_empty() && leaves.is_empty() {
                return None;
            }
            quote!(#(#skipped)* #(#leaves)* __smp::keep_parts(self, __before, __json);)
        }
        _ => return None,
    };
    Some(quote! {
        #[inline]
        fn __keep(&mut self, __before: &mut Self, __json: &__smp::Value) {
            #body
        }
    })
}

/// The statement that moves a field that documents lack.
fn moved(skipped: &Skipped, read: &TokenStream, before: &TokenStream) -> TokenStream {
    match &skipped.name {
        None => quote!(__smp::swap(#read, #before);),
        Some(name) => quote!(__smp::swap_unless_read(#read, #before, __json, #name);),
    }
}

/// The statement that moves a leaf that has not changed.
fn leaf((at, field): (usize, &Field)) -> Option<TokenStream> {
    let Place::Named { name, .. } = &field.place else { return None };
    let ReflectedField { at, access, .. } =
        reflected_field((at, field)).filter(|it| it.leaf && !it.is_one_way())?;
    let ident = &access.ident;
    Some(quote! {
        if __smp::is_leaf_unchanged(__before, #at, __json, #name) {
            __smp::swap(&mut self.#ident, &mut __before.#ident);
        }
    })
}

/// The statements for an enum: if the variant has not changed, its fields keep parts that documents
/// lack.
fn of_enum(input: &Input<'_>, fields: &[Field]) -> TokenStream {
    let mut variants: BTreeMap<&Ident, Vec<(Member, Kept<'_>)>> = BTreeMap::new();
    for field in fields {
        if let Some(variant) = &field.variant {
            variants.entry(variant).or_default().extend(content(field));
        }
    }
    for skipped in &input.skipped {
        if let Some(variant) = &skipped.variant {
            let member = Member::Named(skipped.ident.clone());
            variants.entry(variant).or_default().push((member, Kept::Skipped(skipped)));
        }
    }
    let arms = variants.iter().map(|(variant, fields)| {
        let bound = |prefix: &str| -> Vec<Ident> {
            (0..fields.len()).map(|at| format_ident!("__{prefix}{at}")).collect()
        };
        let (reads, befores) = (bound("read"), bound("before"));
        let members: Vec<_> = fields.iter().map(|(member, _)| member).collect();
        let kept = fields.iter().zip(reads.iter().zip(&befores));
        let kept = kept.map(|((_, kept), (read, before))| match kept {
            Kept::Skipped(it) => moved(it, &read.to_token_stream(), &before.to_token_stream()),
            Kept::Part(json) => quote! {
                if let __smp::Some(__json) = #json {
                    __smp::PatchSchema::__keep(#read, #before, __json);
                }
            },
        });
        quote! {
            (
                Self::#variant { #(#members: #reads,)* .. },
                Self::#variant { #(#members: #befores,)* .. },
            ) => { #(#kept)* }
        }
    });
    quote!(match (self, __before) { #(#arms)* _ => {} })
}

/// How a field is kept if the variant has not changed.
enum Kept<'a> {
    Skipped(&'a Skipped),
    /// The field keeps parts that its JSON lacks. The expression gives that JSON, if any.
    Part(TokenStream),
}

/// The fields of a variant that hold the value of one field of the enum's object.
fn content(field: &Field) -> Vec<(Member, Kept<'_>)> {
    let Place::Named { name, .. } = &field.place else { return Vec::new() };
    let part = |field: &Field, json: TokenStream| {
        let is_plain = matches!(field.ty, FieldType::Described(_));
        let member = match &field.access {
            None => parse_quote!(0),
            Some(access) => Member::Named(access.ident.clone()),
        };
        let is_kept = field
            .access
            .as_ref()
            .is_none_or(|it| !it.has_function() && !it.skip_serializing && !it.skip_deserializing);
        (is_plain && is_kept).then_some((member, Kept::Part(json)))
    };
    let FieldType::Inline { object, .. } = &field.ty else {
        return part(field, quote!(__json.get(#name))).into_iter().collect();
    };
    let inner = |field: &Field| match &field.place {
        Place::Named { name: inner, .. } => {
            part(field, quote!(__smp::member(__json, #name).get(#inner)))
        }
        Place::Flattened(_) => part(field, quote!(__json.get(#name))),
    };
    object.fields.iter().filter_map(inner).collect()
}
