//! Writes the implementation of `PatchSchema`. All paths are absolute and all
//! locals prefixed, so that it compiles whatever the user's names are.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericParam, Type, WherePredicate, parse_quote};

use crate::assert::{self, Assertion};
use crate::attr::{Base, FieldPatch, ListType, MapKey, Strategy};
use crate::input::{Field, FieldType, Input, Object, Place, Shape, Union};
use crate::ty::mentions;

/// Where `smp_core` is.
pub(crate) fn crate_path(input: &Input<'_>) -> TokenStream {
    input.krate.as_ref().map_or_else(|| quote!(::smp_core), ToTokens::to_token_stream)
}

pub(crate) fn expand(input: &Input<'_>) -> TokenStream {
    let smp = &crate_path(input);
    let ident = input.ident;
    let mut generics = input.generics.clone();
    let generic = !generics.params.is_empty();
    if generic || input.bound.is_some() {
        generics.make_where_clause().predicates.extend(bounds(smp, input));
    }
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let (inside, beside): (Vec<_>, Vec<_>) =
        assert::all(smp, input).into_iter().partition(|assertion| assertion.generic);
    let inside = inside.iter().map(Assertion::statement);
    let beside = beside.iter().map(Assertion::item);
    let constants = constants(smp, &input.shape);
    let body = body(smp, input);
    let schema = (!generic).then(|| schema(smp));
    quote! {
        #[automatically_derived]
        #[allow(deprecated, long_running_const_eval)]
        impl #impl_generics #smp::PatchSchema for #ident #ty_generics #where_clause {
            #constants
            fn describe(__types: &mut #smp::SchemaBuilder) -> #smp::TypeId {
                #(#inside)*
                #body
            }
            #schema
        }
        #(#beside)*
    }
}

/// What type parameters must be: described where the schema needs them.
fn bounds(smp: &TokenStream, input: &Input<'_>) -> Vec<WherePredicate> {
    if let Some(bound) = &input.bound {
        return bound.clone();
    }
    let described = described(&input.shape);
    input
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type(param) => Some(&param.ident),
            GenericParam::Lifetime(_) | GenericParam::Const(_) => None,
        })
        .map(|param| {
            let name = [param.clone()];
            if described.iter().any(|ty| mentions(ty, &name)) {
                parse_quote!(#param: #smp::PatchSchema)
            } else {
                parse_quote!(#param: 'static)
            }
        })
        .collect()
}

fn described(shape: &Shape) -> Vec<&Type> {
    match shape {
        Shape::Scalar => Vec::new(),
        Shape::Same(ty) => vec![ty],
        Shape::Object(object) => described_in(object),
    }
}

fn described_in(object: &Object) -> Vec<&Type> {
    let mut types = Vec::new();
    for field in &object.fields {
        match &field.ty {
            FieldType::Described(ty) => types.push(&**ty),
            FieldType::Inline { object, .. } => types.extend(described_in(object)),
            FieldType::Leaf(_) | FieldType::Tag => {}
        }
    }
    types
}

fn constants(smp: &TokenStream, shape: &Shape) -> TokenStream {
    match shape {
        Shape::Scalar => quote!(const KIND: #smp::Kind = #smp::Kind::Scalar;),
        Shape::Same(ty) => {
            let same = quote!(<#ty as #smp::PatchSchema>);
            quote! {
                const KIND: #smp::Kind = #same::KIND;
                const OPTIONAL: bool = #same::OPTIONAL;
                const FIELDS: #smp::FieldNames = #same::FIELDS;
                const ELEMENT: ::core::option::Option<#smp::Kind> = #same::ELEMENT;
                const ELEMENT_FIELDS: #smp::FieldNames = #same::ELEMENT_FIELDS;
            }
        }
        Shape::Object(object) => {
            let names = names(smp, object);
            quote! {
                const KIND: #smp::Kind = #smp::Kind::Object;
                const FIELDS: #smp::FieldNames = #names;
            }
        }
    }
}

/// The names of an object's fields, as a constant.
pub(crate) fn names(smp: &TokenStream, object: &Object) -> TokenStream {
    let (mut own, mut flattened, mut open) = (Vec::new(), Vec::new(), false);
    for field in &object.fields {
        match (&field.place, &field.ty) {
            (Place::Named { name, .. }, ty) => {
                let kind = kind(smp, ty);
                own.push(quote!(#smp::FieldShape { name: #name, kind: #kind }));
            }
            (Place::Flattened(_), FieldType::Described(ty)) => {
                let schema = quote!(<#ty as #smp::PatchSchema>);
                flattened.push(quote! {
                    #smp::__private::derived::flattened(#schema::KIND, #schema::FIELDS)
                });
            }
            (Place::Flattened(_), _) => open = true,
        }
    }
    quote! {
        #smp::FieldNames { own: &[#(#own),*], flattened: &[#(#flattened),*], open: #open }
    }
}

fn kind(smp: &TokenStream, ty: &FieldType) -> TokenStream {
    match ty {
        FieldType::Described(ty) => quote!(<#ty as #smp::PatchSchema>::KIND),
        FieldType::Leaf(_) => quote!(#smp::Kind::Any),
        FieldType::Tag => quote!(#smp::Kind::Scalar),
        FieldType::Inline { .. } => quote!(#smp::Kind::Object),
    }
}

fn body(smp: &TokenStream, input: &Input<'_>) -> TokenStream {
    match &input.shape {
        Shape::Scalar => quote!(__types.scalar()),
        Shape::Same(ty) => add(smp, ty),
        Shape::Object(object) => object_of(smp, &input.name, object),
    }
}

/// Adds an object type of this name.
fn object_of(smp: &TokenStream, name: &str, object: &Object) -> TokenStream {
    let members = object.fields.iter().map(|field| member(smp, field));
    let union = object.union.as_ref().map(|union| union_of(smp, union, &object.fields));
    quote! {
        {
            let __object = #smp::ObjectDef::new(#name);
            #(let __object = #members;)*
            #union
            __types.object(__object)
        }
    }
}

/// Adds the union of some of an object's fields to it.
fn union_of(smp: &TokenStream, union: &Union, fields: &[Field]) -> TokenStream {
    let name = |at: usize| match fields.get(at).map(|field| &field.place) {
        Some(Place::Named { name, .. }) => Some(name.as_str()),
        _ => None,
    };
    let discriminator = union.discriminator.and_then(name);
    let discriminator = discriminator.map(|name| quote!(.discriminator(#name)));
    let members = union
        .members
        .iter()
        .filter_map(|(at, value)| name(*at).map(|name| quote!(.member(#name, #value))));
    let empty = union.members.iter().filter_map(|(at, _)| {
        fields.get(*at)?.patch.empty_is_unset?;
        name(*at).map(|name| quote!(.empty_is_unset(#name)))
    });
    let idle_allowed = union.idle_allowed.then(|| quote!(.idle_allowed()));
    let exactly_one = union.exactly_one.then(|| quote!(.exactly_one()));
    let rust_enum = union.rust_enum.then(|| quote!(.rust_enum()));
    quote! {
        let __object = __object.union(
            #smp::UnionDef::new()
                #discriminator #(#members)* #(#empty)* #exactly_one #idle_allowed #rust_enum
        );
    }
}

/// Adds a type that the schema may know already.
fn add(smp: &TokenStream, ty: &Type) -> TokenStream {
    quote! {
        #smp::__private::derived::add(
            __types,
            ::core::any::TypeId::of::<#ty>(),
            <#ty as #smp::PatchSchema>::describe,
        )
    }
}

/// The object with one field more.
fn member(smp: &TokenStream, field: &Field) -> TokenStream {
    let ty = match &field.ty {
        FieldType::Described(ty) => add(smp, ty),
        FieldType::Leaf(_) => quote!(__types.any()),
        FieldType::Tag => quote!(__types.scalar()),
        FieldType::Inline { name, object } => object_of(smp, name, object),
    };
    match (&field.place, &field.ty) {
        (Place::Flattened(_), FieldType::Described(described)) => quote! {
            #smp::__private::derived::flattened_into(
                __object,
                #ty,
                <#described as #smp::PatchSchema>::OPTIONAL,
            )
        },
        (Place::Flattened(_), _) => quote!(__object.flatten(#ty)),
        (Place::Named { name, .. }, FieldType::Leaf(_)) => quote! {
            __object.field(#name, #smp::FieldDef::new(#ty).strategy(#smp::Strategy::REPLACE))
        },
        (Place::Named { name, .. }, _) => {
            let rules = rules(smp, &field.patch);
            quote!(__object.field(#name, #smp::FieldDef::new(#ty)#rules))
        }
    }
}

/// The calls that add to a field what a patch may do to it.
fn rules(smp: &TokenStream, patch: &FieldPatch) -> TokenStream {
    let mut calls = TokenStream::new();
    if let Some(written) = patch.strategy {
        let strategy = strategy(smp, written.value);
        calls.extend(quote!(.strategy(#strategy)));
    }
    if let Some(key) = &patch.merge_key {
        calls.extend(quote!(.merge_key(#key)));
    }
    for MapKey { name, default } in patch.list_map_keys.iter().flat_map(|keys| &keys.value) {
        let default = default.as_ref().map(|value| quote!(.with_default(#value)));
        calls.extend(quote!(.list_map_key(#smp::ListMapKey::new(#name)#default)));
    }
    // Keys without a type mean a map.
    let implied = patch.list_map_keys.as_ref().map(|_| ListType::Map);
    if let Some(list_type) = patch.list_type.map(|written| written.value).or(implied) {
        let list_type = match list_type {
            ListType::Atomic => quote!(Atomic),
            ListType::Set => quote!(Set),
            ListType::Map => quote!(Map),
        };
        calls.extend(quote!(.list_type(#smp::ListType::#list_type)));
    }
    calls
}

/// A strategy as a constant of `smp_core`.
pub(crate) fn strategy(smp: &TokenStream, strategy: Strategy) -> TokenStream {
    match (strategy.base, strategy.retain_keys) {
        (Base::Unspecified, false) => quote!(#smp::Strategy::NONE),
        (Base::Unspecified, true) => quote!(#smp::Strategy::RETAIN_KEYS),
        (Base::Merge, false) => quote!(#smp::Strategy::MERGE),
        (Base::Merge, true) => quote!(#smp::Strategy::MERGE.with_retain_keys()),
        (Base::Replace, false) => quote!(#smp::Strategy::REPLACE),
        (Base::Replace, true) => quote!(#smp::Strategy::REPLACE.with_retain_keys()),
    }
}

/// One `static` for the type, which spares the look-up that a generic type
/// needs.
fn schema(smp: &TokenStream) -> TokenStream {
    quote! {
        fn schema() -> &'static #smp::Schema {
            static __SCHEMA: #smp::__private::OnceLock<#smp::Schema> =
                #smp::__private::OnceLock::new();
            __SCHEMA.get_or_init(#smp::__private::build_schema::<Self>)
        }
    }
}
