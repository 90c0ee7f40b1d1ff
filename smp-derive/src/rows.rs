//! Writes the constants of an object type: a row for each field, with what the
//! attributes say of it, and the union of some of them.

use proc_macro2::TokenStream;
use quote::quote;

use crate::attr::{Base, FieldPatch, ListType, MapKey, Strategy};
use crate::input::{Field, FieldType, Object, Place, Union};

/// An object type of this name: a `smp_core::ObjectShape`.
pub(crate) fn object(name: &str, object: &Object) -> TokenStream {
    let fields = object.fields.iter().map(field);
    let union = object.union.as_ref().map(|union| union_of(union, &object.fields));
    let union = union.map_or_else(|| quote!(__smp::None), |union| quote!(__smp::Some(&#union)));
    quote! {
        __smp::ObjectShape { name: #name, fields: &[#(#fields),*], union: #union }
    }
}

/// A field: a `smp_core::FieldShape`.
fn field(field: &Field) -> TokenStream {
    let name = match &field.place {
        Place::Named { name, .. } => name,
        Place::Flattened(_) => {
            return match &field.ty {
                FieldType::Described(ty) => quote! {
                    __smp::FieldShape::flattened(
                        <#ty as __smp::PatchSchema>::SHAPE,
                        <#ty as __smp::PatchSchema>::OBJECT,
                    )
                },
                _ => quote! {
                    __smp::FieldShape::flattened(__smp::TypeShape::ANY, __smp::ObjectShape::NONE)
                },
            };
        }
    };
    let shape = match &field.ty {
        FieldType::Described(ty) => quote!(<#ty as __smp::PatchSchema>::SHAPE),
        FieldType::Leaf(_) => return quote!(__smp::FieldShape::leaf(#name)),
        FieldType::Tag => quote!(__smp::TypeShape::STRING),
        FieldType::Inline { name, object: inline } => {
            let inline = object(name, inline);
            quote!(__smp::derived::inline(const { &#inline }))
        }
    };
    match metadata(&field.patch) {
        None => quote!(__smp::FieldShape::new(#name, #shape)),
        Some(metadata) => quote! {
            __smp::FieldShape {
                place: __smp::Place::Named(#name),
                shape: #shape,
                metadata: &#metadata,
            }
        },
    }
}

/// What a patch may do to a field: a `smp_core::Metadata`, if there is something
/// to say.
fn metadata(patch: &FieldPatch) -> Option<TokenStream> {
    let mut said = TokenStream::new();
    if let Some(written) = patch.strategy {
        let strategy = strategy(written.value);
        said.extend(quote!(strategy: #strategy,));
    }
    if let Some(key) = &patch.merge_key {
        said.extend(quote!(merge_key: __smp::Some(#key),));
    }
    if let Some(keys) = &patch.list_map_keys {
        let keys = keys.value.iter().map(|MapKey { name, default }| {
            let default = default.as_ref().map_or_else(
                || quote!(__smp::None),
                |value| quote!(__smp::Some(__smp::KeyDefault::String(#value))),
            );
            quote!((#name, #default))
        });
        said.extend(quote!(list_map_keys: &[#(#keys),*],));
    }
    // Keys without a type mean a map.
    let implied = patch.list_map_keys.as_ref().map(|_| ListType::Map);
    if let Some(list_type) = patch.list_type.map(|written| written.value).or(implied) {
        let list_type = match list_type {
            ListType::Atomic => quote!(Atomic),
            ListType::Set => quote!(Set),
            ListType::Map => quote!(Map),
        };
        said.extend(quote!(list_type: __smp::Some(__smp::ListType::#list_type),));
    }
    (!said.is_empty()).then(|| quote!(__smp::Metadata { #said ..__smp::Metadata::NONE }))
}

/// A strategy as a constant of `smp_core`.
pub(crate) fn strategy(strategy: Strategy) -> TokenStream {
    let name = match (strategy.base, strategy.retain_keys) {
        (Base::Unspecified, false) => quote!(NONE),
        (Base::Unspecified, true) => quote!(RETAIN_KEYS),
        (Base::Merge, false) => quote!(MERGE),
        (Base::Merge, true) => quote!(MERGE_RETAIN_KEYS),
        (Base::Replace, false) => quote!(REPLACE),
        (Base::Replace, true) => quote!(REPLACE_RETAIN_KEYS),
    };
    quote!(__smp::Strategy::#name)
}

/// The union of some of an object's fields: a `smp_core::UnionShape`.
fn union_of(union: &Union, fields: &[Field]) -> TokenStream {
    let name = |at: usize| match fields.get(at).map(|field| &field.place) {
        Some(Place::Named { name, .. }) => Some(name.as_str()),
        _ => None,
    };
    let discriminator = union.discriminator.and_then(name);
    let discriminator = discriminator
        .map_or_else(|| quote!(__smp::None), |name| quote!(__smp::Some(#name)));
    let members =
        union.members.iter().filter_map(|(at, value)| name(*at).map(|name| quote!((#name, #value))));
    let empty_is_unset = union.members.iter().filter_map(|(at, _)| {
        fields.get(*at)?.patch.empty_is_unset?;
        name(*at)
    });
    let Union { exactly_one, idle_allowed, rust_enum, .. } = union;
    quote! {
        __smp::UnionShape {
            discriminator: #discriminator,
            members: &[#(#members),*],
            empty_is_unset: &[#(#empty_is_unset),*],
            exactly_one: #exactly_one,
            allow_inactive_member: #idle_allowed,
            rust_enum: #rust_enum,
        }
    }
}
