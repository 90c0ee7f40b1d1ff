//! The structs of the API: what a generated table says of their fields, and the
//! traits that follow from it.
//!
//! The tables take the place of derives. A derived `Deserialize` or `Serialize`
//! is code of its own for every struct; here the code is written once
//! (`read`, `write`), and a struct adds no more than which field is which. That
//! is what a crate with hundreds of structs costs to build. The names, errors and
//! lengths are those of serde's derive, with one exception: a list is never read
//! as an object.
//!
//! How a patch merges is not in the tables: that is the catalogue's to say.

mod read;
mod write;

use smp_core::{SchemaBuilder, TypeId};

pub(crate) use read::{Reading, empty_if_null, present};
pub(crate) use write::{Members, write};

/// A struct of the API. Implemented by `object!`.
pub(crate) trait Object: Default {
    /// Its `apiVersion` and name in the catalogue.
    const TYPE: (&'static str, &'static str);
    /// The JSON names of its fields, in the order of declaration.
    const NAMES: &'static [&'static str];

    /// The place of a name in [`NAMES`](Self::NAMES).
    fn place(name: &str) -> Option<usize>;

    /// Reads the value that comes next into the field at this place.
    fn read<'de, A: serde::de::MapAccess<'de>>(
        &mut self,
        place: usize,
        from: &mut A,
    ) -> Result<(), A::Error>;

    /// Tells `to` of every field, in order.
    fn write<M: Members>(&self, to: &mut M) -> Result<(), M::Error>;
}

/// Adds the catalogue's type to a schema.
pub(crate) fn describe(types: &mut SchemaBuilder, (api_version, name): (&str, &str)) -> TypeId {
    match crate::type_schema(api_version, name) {
        Some(schema) => types.graft(schema.root()),
        // Never: the catalogue has every type that is generated, by a test.
        None => types.any(),
    }
}

/// The traits of a struct, by a table of its fields: the Rust name, the name and
/// kind in JSON, and whether it is `required`. Such a field is always written, and
/// is the empty value where it is absent; any other one is an `Option`.
macro_rules! object {
    ($ty:ident of $api_version:literal {
        $($field:ident $name:literal: $kind:ident $($required:ident)?,)*
    }) => {
        #[allow(non_camel_case_types, non_upper_case_globals)]
        const _: () = {
            // Numbers the fields.
            enum Place { $($field),* }
            $(const $field: usize = Place::$field as usize;)*

            impl $crate::object::Object for $ty {
                const TYPE: (&'static str, &'static str) = ($api_version, stringify!($ty));
                const NAMES: &'static [&'static str] = &[$($name),*];

                #[inline]
                fn place(__name: &str) -> Option<usize> {
                    match __name {
                        $($name => Some($field),)*
                        _ => None,
                    }
                }

                fn read<'de, A: serde::de::MapAccess<'de>>(
                    &mut self,
                    __place: usize,
                    __from: &mut A,
                ) -> Result<(), A::Error> {
                    match __place {
                        $($field => {
                            object!(@read $kind $($required)?)(&mut self.$field, __from)
                        })*
                        _ => Ok(()),
                    }
                }

                fn write<M: $crate::object::Members>(
                    &self,
                    __to: &mut M,
                ) -> Result<(), M::Error> {
                    $(object!(@write $($required)?)(__to, $name, &self.$field)?;)*
                    Ok(())
                }
            }
        };

        impl<'de> serde::Deserialize<'de> for $ty {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::object::Reading::of(from)
            }
        }

        impl serde::Serialize for $ty {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::object::write(self, to)
            }
        }

        impl smp_core::PatchSchema for $ty {
            const SHAPE: smp_core::TypeShape = smp_core::TypeShape::object::<Self>();
            const OBJECT: &'static smp_core::ObjectShape = &smp_core::ObjectShape::new(
                stringify!($ty),
                &[$(smp_core::FieldShape::new($name, object!(@shape $kind))),*],
            );
            fn describe(types: &mut smp_core::SchemaBuilder) -> smp_core::TypeId {
                $crate::object::describe(types, <Self as $crate::object::Object>::TYPE)
            }
        }
    };
    // Go writes an empty list or map as null.
    (@read List required) => { $crate::object::empty_if_null };
    (@read Map required) => { $crate::object::empty_if_null };
    (@read $kind:ident $($required:ident)?) => { $crate::object::present };
    (@shape Scalar) => { smp_core::TypeShape::SCALAR };
    (@shape List) => { smp_core::TypeShape::list(&smp_core::TypeShape::ANY) };
    (@shape Map) => { smp_core::TypeShape::map(&smp_core::TypeShape::ANY) };
    (@shape Object) => { smp_core::__private::derived::inline(smp_core::ObjectShape::NONE) };
    (@shape Any) => { smp_core::TypeShape::ANY };
    (@write required) => { $crate::object::Members::required };
    (@write) => { $crate::object::Members::optional };
}
