//! Reads and writes the structs of the API.
//!
//! `#[derive(KubernetesObject)]` implements serde's `Deserialize` and `Serialize` for them. A
//! derive of serde writes a parser for every struct. Here the parser exists once (`read`, `write`),
//! and a struct only adds an index for each field. With hundreds of structs, serde's derives would
//! be most of the build time of the crate. Names, errors and lengths are those of serde's derives
//! with `default`:
//!
//! - The JSON name of a field is that of its patch schema, by the same
//!   `#[serde(rename_all, rename)]`.
//! - A member without a field is kept in `unknown_fields`, or passed over without that feature. A
//!   field that occurs twice is an error.
//! - A field that is absent or null has its empty value, as for Go clients.
//! - The `apiVersion` and `kind` of a kind are absent, or those of the kind.
//! - A field is written unless it is an `Option` and `None`.
//! - A list is never read as an object, which serde's derives allow.
//!
//! A merge in place reads new structs with `FieldwiseRead`, by the same rules but without code for
//! each struct (`smp-schema/src/convert.rs`); `tests/tests/typed_kinds.rs` compares both.

mod read;
mod write;

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::{DeserializeOwned, MapAccess};

use crate::{
    ByteString, EmptyObject, FieldsV1, IntOrString, Json, MicroTime, PatchSchema, Quantity,
    RawExtension, Time, UnknownFields,
};
use read::Constant;
pub use read::Reading;
#[cfg(feature = "kube")]
pub(crate) use write::write_kind;
pub use write::{Members, write};

/// A struct of the API. With `#[object(api_version = "…", kind = "…")]`, its `Default` has
/// these values in the fields `api_version` and `kind`.
pub trait Object: Default {
    /// The name of the struct.
    const NAME: &'static str;
    /// The JSON names of its fields, in the order of declaration.
    const NAMES: &'static [&'static str];

    /// The struct without any member, as it is read from `{}`. It lacks the `apiVersion` and
    /// `kind` that `Default` sets.
    #[must_use]
    fn empty() -> Self {
        Self::default()
    }

    /// Reads the next value into the field with this index.
    fn read<'de, A: MapAccess<'de>>(&mut self, place: usize, from: &mut A) -> Result<(), A::Error>;

    /// Passes every field to `to`, in order.
    fn write<M: Members>(&self, to: &mut M);

    /// The members without a field; `None` if the struct doesn't keep them.
    fn unknown_fields(&self) -> Option<&UnknownFields> {
        None
    }

    /// Like `unknown_fields`, for changing them.
    fn unknown_fields_mut(&mut self) -> Option<&mut UnknownFields> {
        None
    }
}

/// The value of a field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no field of a `KubernetesObject`",
    note = "a field is an `Option`, a `Vec`, a `BTreeMap<String, _>`, a scalar, a type of smp-types \
            or a struct with `#[derive(KubernetesObject)]`; for others use serde's derives"
)]
pub trait Field: Default + Serialize + DeserializeOwned {
    /// Whether the field is left out when it is written.
    fn is_absent(&self) -> bool {
        false
    }

    /// Reads the next value. Go reads null as an empty value, and writes an empty list as null.
    fn read<'de, A: MapAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
        from.next_value::<Option<Self>>().map(Option::unwrap_or_default)
    }
}

impl<T: Serialize + DeserializeOwned> Field for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read<'de, A: MapAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
        from.next_value()
    }
}

impl<T: Serialize + DeserializeOwned> Field for Vec<T> {}
impl<T: Serialize + DeserializeOwned> Field for BTreeMap<String, T> {}

macro_rules! fields {
    ($($ty:ty),*) => { $(impl Field for $ty {})* };
}

fields!(bool, i32, i64, f64, String);
fields!(ByteString, EmptyObject, FieldsV1, IntOrString, Json, MicroTime, Quantity, RawExtension);
fields!(Time);

/// Reads the next value into a field.
///
/// # Errors
///
/// If it is not a value of the field's type.
pub fn read<'de, T: Field, A: MapAccess<'de>>(field: &mut T, from: &mut A) -> Result<(), A::Error> {
    *field = T::read(from)?;
    Ok(())
}

/// Reads the `apiVersion` or `kind` of a kind, which may be absent.
///
/// # Errors
///
/// If it is a different value.
pub fn read_constant<'de, A: MapAccess<'de>>(
    field: &mut Option<String>,
    from: &mut A,
    constant: &str,
) -> Result<(), A::Error> {
    *field = from.next_value_seed(Constant(constant))?;
    Ok(())
}

/// The JSON names of `N` fields: those of the patch schema.
///
/// # Panics
///
/// At compile time, if the schema has a different number of fields than the struct.
#[must_use]
pub const fn names<T: PatchSchema, const N: usize>() -> [&'static str; N] {
    assert!(T::OBJECT.count() == N, "the patch schema has each field of the struct");
    let mut names = [""; N];
    let mut rest: &mut [&str] = &mut names;
    let mut at = 0_usize;
    while let (Some(name), [slot, others @ ..]) = (T::OBJECT.name_at(at), rest) {
        *slot = name;
        (at, rest) = (at.saturating_add(1), others);
    }
    names
}
