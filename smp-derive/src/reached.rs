//! How a merge accesses the parts of a value, which depends on serde's attributes. Writes the
//! hidden functions of `PatchSchema`.
//!
//! Every function is `#[inline]`. So the compiler makes code for those that a program uses, and
//! none for the others, which take minutes for some hundred structs.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::{Data, DataStruct, DeriveInput, Index, Member, Type};

use crate::fields::carrying;
use crate::model::{DefaultValue, Field, FieldAccess, FieldType, Input, Place, Reached, Shape};
use crate::serde::{ContainerSerde, FieldSerde};
use crate::ty::is_option;

/// Reads how the parts of a value are accessed.
pub(crate) fn read(input: &DeriveInput, shape: &Shape, serde: ContainerSerde) -> Reached {
    let Data::Struct(data) = &input.data else { return Reached::Whole };
    // `into` alone and `remote` are mistakes.
    let is_converted = serde.from.is_some();
    let by_name = |field: &Field| matches!(field.place, Place::Named { .. });
    match shape {
        _ if is_converted => Reached::Whole,
        Shape::Same(_) => newtype(data).map_or(Reached::Whole, Reached::Field),
        Shape::Object(object) if serde.tag.is_none() && object.fields.iter().all(by_name) => {
            Reached::Fields(serde.default)
        }
        Shape::Object(_) | Shape::Scalar | Shape::OneOf(_) => Reached::Whole,
    }
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
    let inside = match &input.reached {
        Reached::Whole => TokenStream::new(),
        Reached::Field(member) => quote! {
            #[inline]
            fn __inside(&self) -> __smp::Inside<'_> {
                __smp::PatchSchema::__inside(&self.#member)
            }
            #[inline]
            fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
                __smp::PatchSchema::__inside_mut(&mut self.#member)
            }
        },
        Reached::Fields(_) => quote! {
            const ACCESS: __smp::Access = {
                use __smp::NotBuilt as _;
                __smp::Probe::<Self>::ACCESS
            };
        },
    };
    let same = same(input);
    // The trait writes a struct field by field.
    let to_value = (!matches!(input.reached, Reached::Fields(_))).then(|| {
        quote! {
            #[inline]
            fn __to_value(&self) -> __smp::Result<__smp::Value, __smp::Refusal> {
                use __smp::{BySerde as _, Unknown as _};
                (&__smp::Probe::<Self>::new()).write(self)
            }
        }
    });
    quote! {
        #inside
        #same
        #to_value
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
}

/// The comparison of two values, field by field. `None` if a field of the struct is converted
/// or skipped: the default of the trait then compares the values.
fn same(input: &Input<'_>) -> Option<TokenStream> {
    let (Reached::Fields(_), Shape::Object(object)) = (&input.reached, &input.shape) else {
        return None;
    };
    let compare = |(at, field)| {
        let ReachedField { ty, access, leaf, .. } = reached_field((at, field))?;
        let ident = &access.ident;
        (!leaf && !access.skip_serializing && !access.skip_deserializing)
            .then(|| quote!(&& <#ty as __smp::PatchSchema>::__same(&self.#ident, &__other.#ident)))
    };
    let fields: Option<Vec<_>> = object.fields.iter().enumerate().map(compare).collect();
    let fields = fields?;
    Some(quote! {
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true #(#fields)*
        }
    })
}

/// The hidden functions that access one field, for a struct whose fields are accessed one by one.
pub(crate) fn fields(input: &Input<'_>) -> Option<TokenStream> {
    let (Reached::Fields(default), Shape::Object(object)) = (&input.reached, &input.shape) else {
        return None;
    };
    let fields: Vec<_> = object.fields.iter().enumerate().filter_map(reached_field).collect();
    let read = fields.iter().map(ReachedField::read);
    let constants: Vec<_> = object.fields.iter().enumerate().filter_map(read_constant).collect();
    let write = fields.iter().filter_map(ReachedField::write);
    let default = fields.iter().filter_map(|field| field.default(default.as_ref()));
    let default = function(
        default.collect(),
        &quote!(fn __default_of(&self, __at: usize) -> __smp::Option<__smp::Box<dyn __smp::Any>>),
        &|arms| quote!(__smp::Some(match __at { #arms _ => return __smp::None })),
    );
    let read_leaf = function(
        fields.iter().filter_map(ReachedField::read_leaf).collect(),
        &quote! {
            fn __read_leaf(
                &self,
                __at: usize,
                __value: __smp::Value,
            ) -> __smp::Result<__smp::Box<dyn __smp::Any>, __smp::Refusal>
        },
        &|arms| {
            quote! {
                use __smp::{BySerde as _, Unknown as _};
                __smp::Ok(match __at { #arms _ => return __smp::Err(__smp::Refusal::Unknown) })
            }
        },
    );
    let put_leaf = function(
        fields.iter().filter_map(ReachedField::put_leaf).collect(),
        &quote!(fn __put_leaf(&mut self, __at: usize, __value: __smp::Box<dyn __smp::Any>)),
        &|arms| quote!(match __at { #arms _ => {} }),
    );
    let slot = slot(&fields);
    let writes = fields.iter().any(ReachedField::is_written_by_serde);
    let uses = (read_leaf.is_some() || writes || !constants.is_empty()).then(|| {
        quote!(
            use __smp::{BySerde as _, Unknown as _};
        )
    });
    Some(quote! {
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            #uses
            let __field = match __at {
                #(#constants)*
                #(#read)*
                _ => return __smp::Slot::Closed,
            };
            #slot
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(match __at {
                #(#write)*
                _ => return __smp::None,
            })
        }
        #default
        #read_leaf
        #put_leaf
    })
}

/// The slot that `field` returns for a field that can be accessed. An `Option` that is `None`
/// is left out if an attribute states it, or if the type is written field by field (`Built`).
fn slot(fields: &[ReachedField<'_>]) -> TokenStream {
    let places = |is_left_out| {
        let some = fields.iter().filter(move |field| field.none_is_left_out() == Some(is_left_out));
        some.map(|field| &field.at).collect::<Vec<_>>()
    };
    let (left_out, written) = (places(true), places(false));
    if left_out.is_empty() && written.is_empty() {
        return quote!(__smp::Slot::Value(__field));
    }
    let left_out = (!left_out.is_empty()).then(|| quote!(#(#left_out)|* => true,));
    let written = (!written.is_empty())
        .then(|| quote!(#(#written)|* => <Self as __smp::PatchSchema>::BUILT,));
    quote! {
        __smp::slot(__field, match __at { #left_out #written _ => false })
    }
}

/// The arm of `field` for a string that `Serialize` adds. The string is computed once.
fn read_constant((at, field): (usize, &Field)) -> Option<TokenStream> {
    let (FieldType::Constant, Place::Named { name, .. }) = (&field.ty, &field.place) else {
        return None;
    };
    let at = Literal::usize_unsuffixed(at);
    Some(quote! {
        #at => {
            static TEXT: __smp::OnceLock<__smp::Option<__smp::String>> = __smp::OnceLock::new();
            let written = || (&__smp::Probe::<Self>::new()).member_text(self, #name);
            return match TEXT.get_or_init(written) {
                __smp::Some(text) => __smp::Slot::Fixed(text),
                __smp::None => __smp::Slot::AbsentLeaf,
            };
        }
    })
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

/// A field of the struct, with its place in the object.
struct ReachedField<'a> {
    at: Literal,
    ty: &'a Type,
    access: &'a FieldAccess,
    /// Whether it is replaced as a whole, or functions of serde convert it.
    leaf: bool,
}

fn reached_field((at, field): (usize, &Field)) -> Option<ReachedField<'_>> {
    let access = field.access.as_ref()?;
    let (ty, leaf) = match &field.ty {
        FieldType::Described(ty) => (ty, access.has_function()),
        FieldType::Leaf(ty) => (ty, true),
        FieldType::Tag | FieldType::Constant | FieldType::Inline { .. } => return None,
    };
    Some(ReachedField { at: Literal::usize_unsuffixed(at), ty, access, leaf })
}

impl ReachedField<'_> {
    /// Whether the field has `#[serde(skip_serializing_if = "Option::is_none")]`. `None` if its
    /// type is not an `Option`, or if the field can't be accessed.
    fn none_is_left_out(&self) -> Option<bool> {
        let Self { ty, access, leaf, .. } = self;
        let is_reached = !leaf && !access.skip_serializing && !access.skip_deserializing;
        let is_none = |path: &syn::ExprPath| {
            path.path.segments.last().is_some_and(|last| last.ident == "is_none")
        };
        (is_reached && is_option(ty))
            .then(|| access.skip_serializing_if.as_ref().is_some_and(is_none))
    }

    /// Whether it is a leaf that its own `Serialize` writes.
    fn is_written_by_serde(&self) -> bool {
        self.leaf && !self.access.skip_serializing && self.access.serialize_with.is_none()
    }

    /// The arm of `field`.
    fn read(&self) -> TokenStream {
        let Self { at, ty, access, leaf } = self;
        let ident = &access.ident;
        let (value, absent) = if *leaf {
            let written = access.serialize_with.as_ref().map_or_else(
                || quote!((&__smp::Probe::<#ty>::new()).write(&self.#ident)),
                |path| {
                    quote!(#path(&self.#ident, __smp::ValueSerializer).map_err(__smp::Into::into))
                },
            );
            (quote!(return __smp::Slot::Leaf(#written)), quote!(return __smp::Slot::AbsentLeaf))
        } else {
            let value = quote!(<#ty as __smp::PatchSchema>::__reach(&self.#ident));
            (value.clone(), quote!(return __smp::Slot::Absent(#value)))
        };
        if access.skip_serializing {
            return quote!(#at => #absent,);
        }
        if access.skip_deserializing && !leaf {
            return quote!(#at => return __smp::Slot::Fixed(#value),);
        }
        // `Option::is_none` is left to `slot`.
        let condition = access.skip_serializing_if.as_ref();
        let condition = condition.filter(|_| self.none_is_left_out() != Some(true));
        let left_out = condition.map(|path| quote!(#at if #path(&self.#ident) => #absent,));
        quote!(#left_out #at => #value,)
    }

    /// The arm of `field_mut`.
    fn write(&self) -> Option<TokenStream> {
        let Self { at, ty, access, leaf } = self;
        let ident = &access.ident;
        (!leaf && !access.skip_deserializing)
            .then(|| quote!(#at => <#ty as __smp::PatchSchema>::__reach_mut(&mut self.#ident),))
    }

    /// The arm of `read_leaf`.
    fn read_leaf(&self) -> Option<TokenStream> {
        let Self { at, ty, access, leaf } = self;
        if !leaf || access.skip_deserializing {
            return None;
        }
        let read = access.deserialize_with.as_ref().map_or_else(
            || quote!((&__smp::Probe::<#ty>::new()).read(__value)),
            |path| quote!(#path(__value)),
        );
        Some(quote!(#at => __smp::boxed_value::<#ty>(#read?),))
    }

    /// The arm of `put_leaf`.
    fn put_leaf(&self) -> Option<TokenStream> {
        let (at, ident) = (&self.at, &self.access.ident);
        (self.leaf && !self.access.skip_deserializing)
            .then(|| quote!(#at => __smp::put_value(&mut self.#ident, __value),))
    }

    /// The arm of `default_of`: the value that serde takes if a document lacks the field. An
    /// `Option` without a default of its own is `None`; the trait provides this, except for
    /// leaves.
    fn default(&self, of_struct: Option<&DefaultValue>) -> Option<TokenStream> {
        let Self { at, ty, access, leaf } = self;
        let ident = &access.ident;
        let value = match (&access.default, of_struct) {
            (Some(DefaultValue::OfType), _) if is_option(ty) && !leaf => return None,
            (Some(DefaultValue::OfType), _) => quote!(__smp::Default::default()),
            (Some(DefaultValue::Function(path)), _) => quote!(#path()),
            (None, Some(DefaultValue::OfType)) => {
                quote!(<Self as __smp::Default>::default().#ident)
            }
            (None, Some(DefaultValue::Function(path))) => quote!(#path().#ident),
            (None, None) if *leaf && is_option(ty) && access.deserialize_with.is_none() => {
                quote!(__smp::Default::default())
            }
            (None, None) => return None,
        };
        Some(quote!(#at => __smp::boxed_value::<#ty>(#value),))
    }
}
