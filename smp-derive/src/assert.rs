//! Writes constants that check what depends on the types of fields. Example: the merge key must
//! be a field of the elements, whose type may be in another module. The rules are const
//! functions of `smp_core` (`smp-schema/src/const_checks.rs`), called with the constants of
//! `PatchSchema`.
//!
//! `cargo check` evaluates a constant beside the implementation. If a type parameter is
//! involved, the constant is inside of `describe`, and is evaluated when the program is built
//! and the parameter is known.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use smp_rules::Part;
use syn::GenericParam;

use crate::attr::FieldPatch;
use crate::model::{Field, FieldType, Input, Object, Place, Shape, Union};
use crate::rows::{self, key_default, members};
use crate::ty::{mentions, text, written};
use crate::union::blame;
use crate::value::MapKey;

/// A call in a constant, which panics if the input is wrong.
pub(crate) struct Assertion {
    call: TokenStream,
    /// Whether it depends on a type parameter.
    pub(crate) generic: bool,
}

impl Assertion {
    /// The assertion as an item.
    pub(crate) fn item(&self) -> TokenStream {
        let call = &self.call;
        quote!(#[allow(deprecated)] const _: () = #call;)
    }

    /// The assertion as a statement in a function that has the type parameters.
    pub(crate) fn statement(&self) -> TokenStream {
        let call = &self.call;
        quote!(const { #call };)
    }
}

/// All assertions for a type.
pub(crate) fn all(input: &Input<'_>) -> Vec<Assertion> {
    let mut assertions = of_fields(input);
    let Shape::Object(object) = &input.shape else { return assertions };
    // Duplicate names among the type's own fields are found without constants.
    if let Some(span) = flattened(object) {
        let name = input.ident.to_string();
        let generic = has_parameters(input);
        let ty = if generic { quote!(Self) } else { input.ident.to_token_stream() };
        let object = quote!(<#ty as __smp::PatchSchema>::OBJECT);
        let call = check(span, "distinct_names", quote!(#name, #object));
        assertions.push(Assertion { call, generic });
    }
    for field in &object.fields {
        if let FieldType::Inline { name, object } = &field.ty
            && let Some(span) = flattened(object)
        {
            let generic = has_parameters(input);
            let object = rows::object(name, object, own(input, generic));
            let call = check(span, "distinct_names", quote!(#name, &#object));
            assertions.push(Assertion { call, generic });
        }
    }
    assertions
}

/// The place of the first flattened field: only constants know the names of its fields.
fn flattened(object: &Object) -> Option<Span> {
    object.fields.iter().find_map(|field| match (&field.place, &field.ty) {
        (Place::Flattened(span), FieldType::Described(_)) => Some(*span),
        _ => None,
    })
}

/// The assertions for those fields in which no mistake was found.
pub(crate) fn of_fields(input: &Input<'_>) -> Vec<Assertion> {
    match &input.shape {
        Shape::Object(object) => of_object(input, object),
        Shape::Scalar | Shape::OneOf(_) | Shape::Same(_) => Vec::new(),
    }
}

fn of_object(input: &Input<'_>, object: &Object) -> Vec<Assertion> {
    let parameters = parameters(input);
    let mut assertions = Vec::new();
    for (at, field) in object.fields.iter().enumerate().filter(|(_, field)| field.sound) {
        let ty = match &field.ty {
            FieldType::Described(ty) => ty,
            FieldType::Inline { object, .. } => {
                assertions.extend(of_object(input, object));
                continue;
            }
            FieldType::Leaf(_) | FieldType::Tag | FieldType::Constant => continue,
        };
        let generic = mentions(ty, &parameters);
        let mut calls = match field.place {
            Place::Flattened(span) => vec![check(span, "flatten", quote!(__of))],
            Place::Named { .. } => of_attributes(&field.patch),
        };
        if let Some(union) = &object.union {
            calls.extend(of_union(union, &object.fields, at));
        }
        if calls.is_empty() {
            continue;
        }
        let facts = facts(&written(ty, own(input, generic)), &text(ty));
        assertions.extend(calls.into_iter().map(|call| {
            let call = quote!({ let __of = #facts; #call; });
            Assertion { call, generic }
        }));
    }
    assertions
}

/// The check of a field that is a member or the discriminator of its object's union.
fn of_union(union: &Union, fields: &[Field], at: usize) -> Option<TokenStream> {
    let field = fields.get(at)?;
    let member = union.members.iter().any(|(member, _)| *member == at);
    let (function, arguments) = match (member, union.rust_enum) {
        (true, false) => ("union_member", quote!(__of)),
        (true, true) if union.discriminator.is_none() => ("union_variant", quote!(__of)),
        (false, false) if union.discriminator == Some(at) => {
            let members = members(union, fields);
            ("discriminator", quote!(__of, &[#(#members),*]))
        }
        _ => return None,
    };
    let span = field.patch.discriminator.unwrap_or_else(|| blame(field));
    Some(check(span, function, arguments))
}

/// The checks of a field's attributes against its type `__of`: one for the metadata and the merge
/// key, and one for each list map key. The compiler reports only the first mistake of each check,
/// and each check takes compile time.
fn of_attributes(patch: &FieldPatch) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    let Some(metadata) = rows::metadata(patch) else { return calls };
    let parts = [
        (Part::Strategy, quote!(Strategy)),
        (Part::MergeKey, quote!(MergeKey)),
        (Part::ListType, quote!(ListType)),
        (Part::ListMapKeys, quote!(ListMapKeys)),
    ];
    // A call for each part, so that a mistake is shown where the part is written.
    let rules = parts.into_iter().filter_map(|(part, name)| {
        let arguments = quote!(__of, __metadata, __smp::Part::#name);
        Some(check(patch.span_of(part)?, "metadata", arguments))
    });
    let merge_key = patch.merge_key.as_ref();
    let merge_key = merge_key.map(|name| check(name.span(), "merge_key", quote!(__of, #name)));
    calls.push(quote!({ let __metadata = &#metadata; #(#rules;)* #merge_key }));
    if let Some(map_type) = patch.map_type {
        calls.push(check(map_type.span, "map_type", quote!(__of)));
    }
    for MapKey { name, default } in patch.list_map_keys.iter().flat_map(|keys| &keys.value) {
        let default_value = key_default(default.as_ref());
        let arguments = quote!(__of, #name, #default_value);
        calls.push(check(name.span(), "list_map_key", arguments));
    }
    calls
}

/// A type for the checks: a `smp_core::__private::const_checks::TypeFacts`.
fn facts(ty: &TokenStream, text: &str) -> TokenStream {
    quote! {
        &__smp::const_checks::TypeFacts {
            text: #text,
            shape: <#ty as __smp::PatchSchema>::SHAPE,
            element: <#ty as __smp::PatchSchema>::ELEMENT,
        }
    }
}

/// A call of one of `smp_core`'s checks. The tokens of the call have the span `span`, so that a
/// failure is shown there.
fn check(span: Span, function: &str, arguments: TokenStream) -> TokenStream {
    let span = span.resolved_at(Span::call_site());
    let function = Ident::new(function, span);
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(span);
    quote_spanned!(span=> __smp::const_checks::#function #arguments)
}

fn has_parameters(input: &Input<'_>) -> bool {
    input.generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)))
}

/// The names by which a type can depend on a parameter.
fn parameters(input: &Input<'_>) -> Vec<Ident> {
    let mut names: Vec<_> = input
        .generics
        .params
        .iter()
        .map(|param| match param {
            GenericParam::Type(param) => param.ident.clone(),
            GenericParam::Const(param) => param.ident.clone(),
            GenericParam::Lifetime(param) => param.lifetime.ident.clone(),
        })
        .collect();
    if !names.is_empty() {
        names.push(Ident::new("Self", Span::call_site()));
    }
    names
}

/// The name to write instead of `Self`; `None` in an assertion inside the implementation.
fn own<'a>(input: &Input<'a>, generic: bool) -> Option<&'a Ident> {
    (!generic).then_some(input.ident)
}
