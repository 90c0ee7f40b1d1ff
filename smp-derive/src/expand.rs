//! Writes the implementation of `PatchSchema`: constants that describe the type, for an object type
//! the function `schema`, and the hidden functions of `reflected.rs`. All code is inside of one `const _`,
//! where `__smp` is the module `__private` of `smp_core` (or of the crate that the attribute
//! names). So it can't conflict with names of the user.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Type, WherePredicate, parse_quote};

use crate::assert::{self, Assertion};
use crate::model::{FieldType, Input, Object, Shape};
use crate::ty::uses;
use crate::{reflected, rows};

/// Puts the generated code into a scope that has `__smp`.
pub(crate) fn enclosed(input: &Input<'_>, written: &TokenStream) -> TokenStream {
    let smp = input.krate.as_ref().map_or_else(|| quote!(::smp_core), ToTokens::to_token_stream);
    quote! {
        const _: () = {
            use #smp::__private as __smp;
            #written
        };
    }
}

pub(crate) fn expand(input: &Input<'_>) -> TokenStream {
    let ident = input.ident;
    let mut generics = input.generics.clone();
    let generic = !generics.params.is_empty();
    if generic || input.bound.is_some() {
        generics.make_where_clause().predicates.extend(bounds(input));
    }
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let (inside, beside): (Vec<_>, Vec<_>) =
        assert::all(input).into_iter().partition(|assertion| assertion.generic);
    let inside: TokenStream = inside.iter().map(Assertion::statement).collect();
    let beside = beside.iter().map(Assertion::item);
    let items = match &input.shape {
        Shape::Scalar => quote! {
            const SHAPE: __smp::TypeShape = __smp::TypeShape::SCALAR;
        },
        Shape::OneOf(strings) => quote! {
            const SHAPE: __smp::TypeShape =
                __smp::TypeShape::one_of(&[#(#strings),*]);
        },
        Shape::Same(ty) => same(ty),
        Shape::Object(object) => object_type(input, object, &inside, generic),
    };
    // Errors about a generic type are kept: they show the parameter that lacks an implementation.
    let do_not_recommend = (!generic).then(|| quote!(#[diagnostic::do_not_recommend]));
    let functions = reflected::functions(input);
    let fields = reflected::fields(input);
    enclosed(
        input,
        &quote! {
            #[automatically_derived]
            #[allow(deprecated, unreachable_code)]
            #do_not_recommend
            impl #impl_generics __smp::PatchSchema for #ident #ty_generics #where_clause {
                #items
                #functions
                #fields
            }
            #(#beside)*
        },
    )
}

/// The items of a type that has the JSON of another type.
fn same(ty: &Type) -> TokenStream {
    let same = quote!(<#ty as __smp::PatchSchema>);
    quote! {
        const SHAPE: __smp::TypeShape = #same::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = #same::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = #same::ELEMENT;
    }
}

/// The items of an object type.
fn object_type(
    input: &Input<'_>,
    object: &Object,
    checks: &TokenStream,
    generic: bool,
) -> TokenStream {
    let name = &input.name;
    if generic {
        // A generic type can't have a `static` for each of its arguments.
        let this = quote!(<Self as __smp::PatchSchema>);
        let object = rows::object(name, object, None);
        return quote! {
            const SHAPE: __smp::TypeShape = __smp::const_checks::object(#this::describe);
            const OBJECT: &'static __smp::ObjectShape = &#object;
            #[inline]
            fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
                #checks
                __smp::describe::<Self>(__types)
            }
        };
    }
    let object = rows::object_with_static(name, object, input.ident);
    quote! {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(__smp::describe::<Self>);
        const OBJECT: &'static __smp::ObjectShape = &#object;
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::SharedSchema = __smp::SharedSchema::new();
            SCHEMA.of::<Self>()
        }
    }
}

/// The bounds of type parameters: `PatchSchema` for those that the schema needs.
fn bounds(input: &Input<'_>) -> Vec<WherePredicate> {
    if let Some(bound) = &input.bound {
        let mut predicates = bound.clone();
        if !input.generics.params.is_empty() {
            // The trait's own requirements, so that the compiler reports only missing bounds.
            predicates.push(parse_quote!(Self: __smp::Send + __smp::Sync + 'static));
        }
        return predicates;
    }
    let described = described(&input.shape);
    let mut predicates = Vec::new();
    for param in input.generics.type_params() {
        let name = &param.ident;
        let mut associated = Vec::new();
        let mut used = false;
        for ty in &described {
            used |= uses(ty, name, &mut associated);
        }
        predicates.push(if used {
            parse_quote!(#name: __smp::PatchSchema)
        } else {
            parse_quote!(#name: __smp::Send + __smp::Sync + 'static)
        });
        let bound = |ty: &Type| -> WherePredicate { parse_quote!(#ty: __smp::PatchSchema) };
        predicates.extend(associated.iter().map(bound));
    }
    predicates
}

/// The types that need a patch schema.
pub(crate) fn described(shape: &Shape) -> Vec<&Type> {
    match shape {
        Shape::Scalar | Shape::OneOf(_) => Vec::new(),
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
            FieldType::Leaf(_) | FieldType::Tag | FieldType::Constant => {}
        }
    }
    types
}
