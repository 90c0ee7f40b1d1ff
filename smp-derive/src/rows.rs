//! Writes the constants of an object type: a row for each field, with the metadata of its
//! attributes, and the union of some of the fields.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use smp_rules::{Base, ListType, MapType, Strategy};

use crate::attr::FieldPatch;
use crate::model::{Field, FieldType, Object, Place, Union};
use crate::ty::written;
use crate::value::{KeyDefault, MapKey};

/// An object type of this name: a `smp_core::ObjectShape`. For `own`, see [`written`].
pub(crate) fn object(name: &str, object: &Object, own: Option<&Ident>) -> TokenStream {
    let rows = rows(object, own);
    with_fields(name, object, &quote!(&#rows))
}

/// As [`object`], with the rows in a `static`, which the compiler checks faster. For a type without
/// parameters; `own` is its name.
pub(crate) fn object_with_static(name: &str, object: &Object, own: &Ident) -> TokenStream {
    let count = Literal::usize_unsuffixed(object.fields.len());
    let rows = rows(object, Some(own));
    let object = with_fields(name, object, &quote!(&__FIELDS));
    quote! {{
        static __FIELDS: [__smp::FieldShape; #count] = #rows;
        #object
    }}
}

fn rows(object: &Object, own: Option<&Ident>) -> TokenStream {
    let fields = object.fields.iter().map(|it| field(it, own));
    quote!([#(#fields),*])
}

fn with_fields(name: &str, object: &Object, fields: &TokenStream) -> TokenStream {
    let union = object.union.as_ref().map(|union| union_of(union, &object.fields));
    let union = union.map_or_else(|| quote!(__smp::None), |union| quote!(__smp::Some(&#union)));
    let map_type = map_type(object.map_type);
    quote! {
        __smp::ObjectShape { name: #name, fields: #fields, union: #union, map_type: #map_type }
    }
}

/// A field: a `smp_core::FieldShape`.
fn field(field: &Field, own: Option<&Ident>) -> TokenStream {
    let name = match (&field.place, &field.ty) {
        (Place::Named { name, .. }, _) => name,
        (Place::Flattened(_), FieldType::Described(ty)) => {
            let ty = written(ty, own);
            let described = quote!(<#ty as __smp::PatchSchema>);
            return quote!(__smp::FieldShape::flattened(#described::SHAPE, #described::OBJECT));
        }
        (Place::Flattened(_), _) => {
            let open = quote!(__smp::TypeShape::ANY, __smp::ObjectShape::NONE);
            return quote!(__smp::FieldShape::flattened(#open));
        }
    };
    let shape = match &field.ty {
        FieldType::Described(ty) => {
            let ty = written(ty, own);
            quote!(<#ty as __smp::PatchSchema>::SHAPE)
        }
        FieldType::Leaf(_) if field.is_one_way() => {
            return quote! {
                __smp::FieldShape {
                    place: __smp::Place::OneWay(#name),
                    ..__smp::FieldShape::leaf(#name)
                }
            };
        }
        FieldType::Leaf(_) => return quote!(__smp::FieldShape::leaf(#name)),
        FieldType::Tag | FieldType::Constant => quote!(__smp::TypeShape::STRING),
        FieldType::Inline { name, object: inline } => {
            let inline = object(name, inline, own);
            quote!(__smp::const_checks::inline(const { &#inline }))
        }
    };
    match (metadata(&field.patch), field.is_one_way()) {
        (None, false) => quote!(__smp::FieldShape::new(#name, #shape)),
        (metadata, one_way) => {
            let place = if one_way { quote!(OneWay) } else { quote!(Named) };
            let metadata = metadata
                .map_or_else(|| quote!(&__smp::Metadata::NONE), |metadata| quote!(&#metadata));
            quote! {
                __smp::FieldShape {
                    place: __smp::Place::#place(#name),
                    shape: #shape,
                    metadata: #metadata,
                }
            }
        }
    }
}

/// The patch metadata of a field: a `smp_core::Metadata`; `None` if the field has no metadata.
pub(crate) fn metadata(patch: &FieldPatch) -> Option<TokenStream> {
    let strategy = patch.strategy.map(|written| {
        let strategy = strategy(written.value);
        quote!(strategy: #strategy)
    });
    let merge_key = patch.merge_key.as_ref().map(|key| quote!(merge_key: __smp::Some(#key)));
    let list_map_keys = patch.list_map_keys.as_ref().map(|keys| {
        let keys = keys.value.iter().map(|MapKey { name, default }| {
            let default = key_default(default.as_ref());
            quote!((#name, #default))
        });
        quote!(list_map_keys: &[#(#keys),*])
    });
    // List map keys without a list type imply the type `map`.
    let implied = patch.list_map_keys.as_ref().map(|_| ListType::Map);
    let list_type = patch.list_type.map(|written| written.value).or(implied).map(|list_type| {
        let list_type = match list_type {
            ListType::Atomic => quote!(Atomic),
            ListType::Set => quote!(Set),
            ListType::Map => quote!(Map),
        };
        quote!(list_type: __smp::Some(__smp::ListType::#list_type))
    });
    let map_type = patch.map_type.map(|written| {
        let map_type = map_type(written.value);
        quote!(map_type: __smp::Some(#map_type))
    });
    let all = [strategy, merge_key, list_map_keys, list_type, map_type];
    let given: Vec<_> = all.iter().flatten().collect();
    // Clippy reports `..` if all members are given.
    let rest = (given.len() < all.len()).then(|| quote!(..__smp::Metadata::NONE));
    (!given.is_empty()).then(|| quote!(__smp::Metadata { #(#given,)* #rest }))
}

/// A map type as a constant of `smp_core`.
fn map_type(map_type: MapType) -> TokenStream {
    match map_type {
        MapType::Granular => quote!(__smp::MapType::Granular),
        MapType::Atomic => quote!(__smp::MapType::Atomic),
    }
}

/// The default of a list map key, as an `Option<smp_core::DefaultShape>`.
pub(crate) fn key_default(default: Option<&KeyDefault>) -> TokenStream {
    let default = match default {
        None => return quote!(__smp::None),
        Some(KeyDefault::String(text)) => quote!(String(#text)),
        Some(KeyDefault::Integer(number)) => quote!(Integer(#number)),
        Some(KeyDefault::Boolean(value)) => quote!(Boolean(#value)),
    };
    quote!(__smp::Some(__smp::DefaultShape::#default))
}

/// A strategy as a constant of `smp_core`.
fn strategy(strategy: Strategy) -> TokenStream {
    let name = match (strategy.base(), strategy.retain_keys()) {
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
    let discriminator = union.discriminator.and_then(|at| name(fields, at));
    let discriminator =
        discriminator.map_or_else(|| quote!(__smp::None), |name| quote!(__smp::Some(#name)));
    let members = members(union, fields);
    let empty_is_unset = union.members.iter().filter_map(|(at, _)| {
        fields.get(*at)?.patch.empty_is_unset?;
        name(fields, *at)
    });
    let Union { exactly_one, allow_inactive_member, unenforced, rust_enum, .. } = union;
    quote! {
        __smp::UnionShape {
            discriminator: #discriminator,
            members: &[#(#members),*],
            empty_is_unset: &[#(#empty_is_unset),*],
            exactly_one: #exactly_one,
            allow_inactive_member: #allow_inactive_member,
            unenforced: #unenforced,
            rust_enum: #rust_enum,
        }
    }
}

/// The members of a union, each a pair of its name and its discriminated value.
pub(crate) fn members(union: &Union, fields: &[Field]) -> Vec<TokenStream> {
    let pair =
        |(at, value): &(usize, String)| name(fields, *at).map(|name| quote!((#name, #value)));
    union.members.iter().filter_map(pair).collect()
}

fn name(fields: &[Field], at: usize) -> Option<&str> {
    match &fields.get(at)?.place {
        Place::Named { name, .. } => Some(name),
        Place::Flattened(_) => None,
    }
}
