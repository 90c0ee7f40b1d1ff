//! How a merge accesses the parts of a value, which depends on serde's attributes. Writes the
//! hidden functions of `PatchSchema`.
//!
//! Every function is `#[inline]`, so that the compiler generates code only for those that a program
//! uses. The others would take minutes for a few hundred structs.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::{Data, DataStruct, DeriveInput, Index, Member};

use crate::fields::carrying;
use crate::kept;
use crate::model::{Field, FieldType, Input, Place, Reflected, Shape};
use crate::reflected_field::{ReflectedField, reflected_field};
use crate::serde::{ContainerSerde, FieldSerde};

/// Reads how the parts of a value are accessed.
pub(crate) fn read(input: &DeriveInput, shape: &Shape, serde: ContainerSerde) -> Reflected {
    let Data::Struct(data) = &input.data else { return Reflected::Whole };
    // `into` without `from`, and `remote`, are mistakes.
    let is_converted = serde.from.is_some();
    let by_name = |field: &Field| match field.place {
        Place::Named { .. } => true,
        Place::Flattened(_) => is_flattened_plainly(field),
    };
    match shape {
        _ if is_converted => Reflected::Whole,
        Shape::Same(_) => newtype(data).map_or(Reflected::Whole, Reflected::Field),
        Shape::Object(object) if object.fields.iter().all(by_name) => {
            Reflected::Fields(serde.default)
        }
        Shape::Object(_) | Shape::Scalar | Shape::OneOf(_) => Reflected::Whole,
    }
}

/// Whether serde always writes and reads a flattened field by its type.
fn is_flattened_plainly(field: &Field) -> bool {
    reflected_field((0, field)).is_some_and(|ReflectedField { access, leaf, .. }| {
        !leaf
            && !access.skip_serializing
            && !access.skip_deserializing
            && access.skip_serializing_if.is_none()
    })
}

/// The flattened fields of a struct whose fields are accessed one by one.
fn flattened<'a>(input: &'a Input<'_>) -> Vec<&'a Ident> {
    let (Reflected::Fields(_), Shape::Object(object)) = (&input.reflected, &input.shape) else {
        return Vec::new();
    };
    let flattened = object.fields.iter().filter(|it| matches!(it.place, Place::Flattened(_)));
    flattened.filter_map(|field| Some(&field.access.as_ref()?.ident)).collect()
}

/// The field whose JSON a newtype has, if no function converts it.
fn newtype(data: &DataStruct) -> Option<Member> {
    let (at, field) = carrying(data).into_iter().next()?;
    let serde = FieldSerde::read(&field.attrs);
    let member =
        field.ident.clone().map_or_else(|| Member::Unnamed(Index::from(at)), Member::Named);
    (serde.serialize_with.is_none() && serde.deserialize_with.is_none() && !serde.skip())
        .then_some(member)
}

/// The hidden functions of `PatchSchema` for the whole value.
pub(crate) fn functions(input: &Input<'_>) -> TokenStream {
    let flattened = flattened(input);
    let inside = match &input.reflected {
        Reflected::Whole => TokenStream::new(),
        Reflected::Field(member) => quote! {
            #[inline]
            fn __inside(&self) -> __smp::ValueParts<'_> {
                __smp::PatchSchema::__inside(&self.#member)
            }
            #[inline]
            fn __inside_mut(&mut self) -> __smp::ValuePartsMut<'_> {
                __smp::PatchSchema::__inside_mut(&mut self.#member)
            }
        },
        Reflected::Fields(_) if flattened.is_empty() => quote! {
            const ACCESS: __smp::Access = {
                use __smp::NotFieldwise as _;
                __smp::ConversionOf::<Self>::ACCESS
            };
        },
        // With flattened fields, access depends on the values.
        Reflected::Fields(_) => quote! {
            const FLATTENS: bool = __smp::are_flattened_apart(Self::OBJECT);
            const HAS_FIELDS: bool = true;
            #[inline]
            fn __flattens(&self) -> bool {
                true #(&& __smp::is_flattened_in_place(&self.#flattened))*
            }
        },
    };
    let keep = kept::keep(input);
    let same = same(input);
    let constants = input.constants.as_ref().map(|(api_version, kind)| {
        quote! {
            const CONSTANTS: &'static [(&'static str, &'static str)] =
                &[("apiVersion", #api_version), ("kind", #kind)];
        }
    });
    let unknown_fields = input.unknown_fields.map(|field| {
        quote! {
            #[inline]
            fn __unknown_fields(&self) -> __smp::Option<&dyn __smp::Entries> {
                self.#field.entries()
            }
            #[inline]
            fn __unknown_fields_mut(&mut self) -> __smp::Option<&mut dyn __smp::Reflect> {
                self.#field.reach_mut()
            }
        }
    });
    // The trait writes a struct field by field.
    let by_fields = matches!(input.reflected, Reflected::Fields(_)) && flattened.is_empty();
    let to_value = (!by_fields).then(|| {
        quote! {
            #[inline]
            fn __to_value(&self) -> __smp::Result<__smp::Value, __smp::ConvertError> {
                use __smp::{BySerde as _, Unknown as _};
                (&__smp::ConversionOf::<Self>::new()).write(self)
            }
        }
    });
    quote! {
        #inside
        #keep
        #same
        #constants
        #unknown_fields
        #to_value
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::ConvertError> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::ConversionOf::<Self>::new()).read(__value)
        }
    }
}

/// The comparison of two values, field by field. `None` if a field of the struct is converted
/// or skipped: the default of the trait then compares the values.
fn same(input: &Input<'_>) -> Option<TokenStream> {
    let (Reflected::Fields(_), Shape::Object(object)) = (&input.reflected, &input.shape) else {
        return None;
    };
    let compare = |(at, field)| {
        let ReflectedField { ty, access, leaf, .. } = reflected_field((at, field))?;
        let ident = &access.ident;
        (!leaf && !access.skip_serializing && !access.skip_deserializing)
            .then(|| quote!(&& <#ty as __smp::PatchSchema>::__same(&self.#ident, &__other.#ident)))
    };
    let fields: Option<Vec<_>> = object.fields.iter().enumerate().map(compare).collect();
    let fields = fields?;
    let unknown = input.unknown_fields.map(|it| quote!(&& self.#it == __other.#it));
    Some(quote! {
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true #(#fields)* #unknown
        }
    })
}

/// The hidden functions that access one field, for a struct whose fields are accessed one by one.
pub(crate) fn fields(input: &Input<'_>) -> Option<TokenStream> {
    let (Reflected::Fields(default_of), Shape::Object(object)) = (&input.reflected, &input.shape)
    else {
        return None;
    };
    let fields: Vec<_> = object.fields.iter().enumerate().filter_map(reflected_field).collect();
    let read = fields.iter().map(ReflectedField::read);
    let constants = object.fields.iter().enumerate();
    let constants: Vec<_> = constants.filter_map(|it| read_constant(it, &input.name)).collect();
    let write = fields.iter().filter_map(ReflectedField::write);
    let named = fields.iter().filter(|field| !field.flattened);
    let default = named.filter_map(|field| field.default(default_of.as_ref()));
    let default = function(
        default.collect(),
        &quote!(fn __default_of(&self, __at: usize) -> __smp::Option<__smp::Box<dyn __smp::Any>>),
        &|arms| quote!(__smp::Some(match __at { #arms _ => return __smp::None })),
    );
    let has_default_leaf = function(
        fields.iter().filter_map(|field| field.has_default_leaf(default_of.as_ref())).collect(),
        &quote!(fn __has_default_leaf(&self, __at: usize) -> bool),
        &|arms| {
            quote! {
                use __smp::{BySerde as _, Unknown as _};
                match __at { #arms _ => true }
            }
        },
    );
    let read_leaf = function(
        fields.iter().filter_map(ReflectedField::read_leaf).collect(),
        &quote! {
            fn __read_leaf(
                &self,
                __at: usize,
                __value: __smp::Value,
            ) -> __smp::Result<__smp::Box<dyn __smp::Any>, __smp::ConvertError>
        },
        &|arms| {
            quote! {
                use __smp::{BySerde as _, Unknown as _};
                __smp::Ok(match __at { #arms _ => return __smp::Err(__smp::ConvertError::Unknown) })
            }
        },
    );
    let exchange_leaf = function(
        fields.iter().filter_map(ReflectedField::exchange_leaf).collect(),
        &quote!(fn __exchange_leaf(&mut self, __at: usize, __value: &mut dyn __smp::Any)),
        &|arms| quote!(match __at { #arms _ => {} }),
    );
    let slot = slot(&fields);
    let writes = fields.iter().any(ReflectedField::is_written_by_serde);
    let computed = object.fields.iter().any(|field| matches!(field.ty, FieldType::Constant));
    let uses = (writes || computed).then(|| {
        quote!(
            use __smp::{BySerde as _, Unknown as _};
        )
    });
    Some(quote! {
        #[inline]
        fn __field(&self, __at: usize) -> __smp::FieldState<'_> {
            #uses
            let __field = match __at {
                #(#constants)*
                #(#read)*
                _ => return __smp::FieldState::Closed,
            };
            #slot
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reflect> {
            __smp::Some(match __at {
                #(#write)*
                _ => return __smp::None,
            })
        }
        #default
        #has_default_leaf
        #read_leaf
        #exchange_leaf
    })
}

/// The slot that `field` returns for a field that can be accessed. An `Option` that is `None`
/// is left out if an attribute states it, or if the type is written field by field (`FieldwiseRead`).
fn slot(fields: &[ReflectedField<'_>]) -> TokenStream {
    let places = |is_left_out| {
        let some = fields.iter().filter(move |field| field.none_is_left_out() == Some(is_left_out));
        some.map(|field| &field.at).collect::<Vec<_>>()
    };
    let (left_out, written) = (places(true), places(false));
    if left_out.is_empty() && written.is_empty() {
        return quote!(__smp::FieldState::Value(__field));
    }
    let left_out = (!left_out.is_empty()).then(|| quote!(#(#left_out)|* => true,));
    let written = (!written.is_empty())
        .then(|| quote!(#(#written)|* => <Self as __smp::PatchSchema>::FIELDWISE,));
    quote! {
        __smp::slot(__field, match __at { #left_out #written _ => false })
    }
}

/// The arm of `field` for a string that `Serialize` adds: the tag, or one that is computed once.
fn read_constant((at, field): (usize, &Field), tag: &str) -> Option<TokenStream> {
    let Place::Named { name, .. } = &field.place else { return None };
    let at = Literal::usize_unsuffixed(at);
    match field.ty {
        FieldType::Tag => Some(quote!(#at => return __smp::FieldState::Fixed(&#tag),)),
        FieldType::Constant => Some(quote! {
            #at => {
                static TEXT: __smp::OnceLock<__smp::Option<__smp::String>> = __smp::OnceLock::new();
                let written = || (&__smp::ConversionOf::<Self>::new()).member_text(self, #name);
                return match TEXT.get_or_init(written) {
                    __smp::Some(text) => __smp::FieldState::Fixed(text),
                    __smp::None => __smp::FieldState::AbsentLeaf,
                };
            }
        }),
        _ => None,
    }
}

/// A function with these arms. `None` if there are no arms: the default of the trait is used.
fn function(
    arms: Vec<TokenStream>,
    signature: &TokenStream,
    body: &dyn Fn(TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    let body = (!arms.is_empty()).then(|| body(arms.into_iter().collect()))?;
    Some(quote!(#[inline] #signature { #body }))
}
