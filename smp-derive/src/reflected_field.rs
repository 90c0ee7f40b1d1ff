//! How a merge accesses one field of a struct, which depends on serde's attributes.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use crate::model::{DefaultValue, Field, FieldAccess, FieldType, Place};
use crate::ty::is_option;

/// A field of the struct, with its place in the object.
pub(crate) struct ReflectedField<'a> {
    pub(crate) at: Literal,
    pub(crate) ty: &'a Type,
    pub(crate) access: &'a FieldAccess,
    /// Whether the field is replaced as a whole or converted by its own serde functions.
    pub(crate) leaf: bool,
    pub(crate) flattened: bool,
}

pub(crate) fn reflected_field((at, field): (usize, &Field)) -> Option<ReflectedField<'_>> {
    let access = field.access.as_ref()?;
    let (ty, leaf) = match &field.ty {
        FieldType::Described(ty) => (ty, access.has_function()),
        FieldType::Leaf(ty) => (ty, true),
        FieldType::Tag | FieldType::Constant | FieldType::Inline { .. } => return None,
    };
    let flattened = matches!(field.place, Place::Flattened(_));
    Some(ReflectedField { at: Literal::usize_unsuffixed(at), ty, access, leaf, flattened })
}

impl ReflectedField<'_> {
    /// Whether the field has `#[serde(skip_serializing_if = "Option::is_none")]`. `None` if its
    /// type is not an `Option`, or if the field can't be accessed.
    pub(crate) fn none_is_left_out(&self) -> Option<bool> {
        let Self { ty, access, leaf, .. } = self;
        let is_reached = !leaf && !self.is_one_way();
        let is_none = |path: &syn::ExprPath| {
            path.path.segments.last().is_some_and(|last| last.ident == "is_none")
        };
        (is_reached && is_option(ty) && !self.flattened)
            .then(|| access.skip_serializing_if.as_ref().is_some_and(is_none))
    }

    /// Whether serde doesn't write it, or doesn't read it.
    pub(crate) fn is_one_way(&self) -> bool {
        self.access.skip_serializing || self.access.skip_deserializing
    }

    /// Whether it is a leaf that its own `Serialize` writes.
    pub(crate) fn is_written_by_serde(&self) -> bool {
        self.leaf && !self.access.skip_serializing && self.access.serialize_with.is_none()
    }

    /// The arm of `field`.
    pub(crate) fn read(&self) -> TokenStream {
        let Self { at, ty, access, leaf, .. } = self;
        let ident = &access.ident;
        let (value, absent) = if *leaf {
            let written = self.written(&quote!(&self.#ident));
            (
                quote!(return __smp::FieldState::Leaf(#written)),
                quote!(return __smp::FieldState::AbsentLeaf),
            )
        } else {
            let value = quote!(<#ty as __smp::PatchSchema>::__reflect(&self.#ident));
            (value.clone(), quote!(return __smp::FieldState::Absent(#value)))
        };
        if access.skip_serializing {
            return quote!(#at => #absent,);
        }
        if access.skip_deserializing && !leaf {
            return quote!(#at => return __smp::FieldState::Fixed(#value),);
        }
        // `Option::is_none` is left to `slot`.
        let condition = access.skip_serializing_if.as_ref();
        let condition = condition.filter(|_| self.none_is_left_out() != Some(true));
        let left_out = condition.map(|path| {
            // An error about the type of the argument must point to the function.
            let argument = quote_spanned!(located_at(path)=> &self.#ident);
            quote!(#at if #path(#argument) => #absent,)
        });
        quote!(#left_out #at => #value,)
    }

    /// The arm of `has_default_leaf`.
    pub(crate) fn has_default_leaf(&self, of_struct: Option<&DefaultValue>) -> Option<TokenStream> {
        let Self { at, ty, access, leaf, .. } = self;
        let ident = &access.ident;
        let is_none = is_option(ty) && access.default.is_none() && of_struct.is_none();
        if !leaf || is_none || self.is_one_way() {
            return None;
        }
        let default = self.default_value(of_struct)?;
        let state = |leaf: &TokenStream| {
            let written = self.written(leaf);
            let absent = access
                .skip_serializing_if
                .as_ref()
                .map(|path| quote!(if #path(#leaf) { __smp::FieldState::AbsentLeaf } else));
            quote!(#absent { __smp::FieldState::Leaf(#written) })
        };
        let (own, of_default) = (state(&quote!(&self.#ident)), state(&quote!(&__default)));
        Some(quote! {
            #at => {
                let __default: #ty = #default;
                __smp::same_leaf(#own, #of_default)
            }
        })
    }

    /// The JSON of a leaf with this value.
    fn written(&self, value: &TokenStream) -> TokenStream {
        let ty = self.ty;
        self.access.serialize_with.as_ref().map_or_else(
            || quote!((&__smp::ConversionOf::<#ty>::new()).write(#value)),
            |path| quote!(#path(#value, __smp::ValueSerializer).map_err(__smp::Into::into)),
        )
    }

    /// The arm of `field_mut`.
    pub(crate) fn write(&self) -> Option<TokenStream> {
        let Self { at, ty, access, leaf, .. } = self;
        let ident = &access.ident;
        (!leaf && !access.skip_deserializing)
            .then(|| quote!(#at => <#ty as __smp::PatchSchema>::__reflect_mut(&mut self.#ident),))
    }

    /// The arm of `read_leaf`.
    pub(crate) fn read_leaf(&self) -> Option<TokenStream> {
        let Self { at, ty, access, leaf, .. } = self;
        if !leaf || access.skip_deserializing {
            return None;
        }
        let read = access.deserialize_with.as_ref().map_or_else(
            || quote!((&__smp::ConversionOf::<#ty>::new()).read(__value)),
            |path| quote!(#path(__value).map_err(__smp::Into::into)),
        );
        if access.skip_serializing {
            return Some(quote!(#at => __smp::boxed_value::<#ty>(#read?),));
        }
        let written = self.written(&quote!(__leaf));
        Some(quote!(#at => __smp::read_leaf::<#ty>(__value, |__value| #read, |__leaf| #written)?,))
    }

    /// The arm of `exchange_leaf`.
    pub(crate) fn exchange_leaf(&self) -> Option<TokenStream> {
        let (at, ident) = (&self.at, &self.access.ident);
        (self.leaf && !self.access.skip_deserializing)
            .then(|| quote!(#at => __smp::exchange_value(&mut self.#ident, __value),))
    }

    /// The arm of `default_of`: the value that serde uses if a document lacks the field. An
    /// `Option` without a default of its own is `None`; the trait provides this, except for leaves.
    pub(crate) fn default(&self, of_struct: Option<&DefaultValue>) -> Option<TokenStream> {
        let Self { at, ty, access, leaf, .. } = self;
        if matches!(access.default, Some(DefaultValue::OfType(_))) && is_option(ty) && !leaf {
            return None;
        }
        let value = self.default_value(of_struct)?;
        Some(quote!(#at => __smp::boxed_value::<#ty>(#value),))
    }

    fn default_value(&self, of_struct: Option<&DefaultValue>) -> Option<TokenStream> {
        let Self { ty, access, leaf, .. } = self;
        let ident = &access.ident;
        Some(match (&access.default, of_struct) {
            (Some(DefaultValue::OfType(place)), _) => {
                let place = Span::call_site().located_at(*place);
                quote_spanned!(place=> <#ty as __smp::Default>::default())
            }
            (Some(DefaultValue::Function(path)), _) => quote!(#path()),
            (None, Some(DefaultValue::OfType(place))) => {
                let place = Span::call_site().located_at(*place);
                let default = quote_spanned!(place=> <Self as __smp::Default>::default());
                quote!(#default.#ident)
            }
            (None, Some(DefaultValue::Function(path))) => quote!(#path().#ident),
            (None, None) if *leaf && is_option(ty) && access.deserialize_with.is_none() => {
                quote!(__smp::Default::default())
            }
            (None, None) => return None,
        })
    }
}

/// The place of a function, for names of the generated code.
fn located_at(function: &syn::ExprPath) -> Span {
    Span::call_site().located_at(function.span())
}
