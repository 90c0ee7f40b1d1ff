//! JSON of any shape inside typed objects.

use serde_json::Value;

use crate::{PatchSchema, TypeShape};

/// A type for any JSON, which is kept as it is.
macro_rules! free_form {
    ($ty:ident) => {
        transparent!($ty);

        impl From<Value> for $ty {
            fn from(value: Value) -> Self {
                Self(value)
            }
        }

        impl From<$ty> for Value {
            fn from(free_form: $ty) -> Self {
                free_form.0
            }
        }

        impl PatchSchema for $ty {
            const SHAPE: TypeShape = TypeShape::ANY;

            fn __inside(&self) -> smp_schema::__support::Inside<'_> {
                self.0.__inside()
            }

            fn __same(&self, other: &Self) -> bool {
                self == other
            }

            smp_schema::by_serde!();
        }
    };
}

/// An object of a type that is not part of this API (`runtime.RawExtension`).
///
/// ```
/// use smp_types::RawExtension;
/// let raw: RawExtension = serde_json::from_str(r#"{"kind": "Anything"}"#)?;
/// assert_eq!(raw.0["kind"], "Anything");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawExtension(pub Value);

free_form!(RawExtension);

/// The set of fields that a field manager owns, in the format `FieldsV1`.
///
/// ```
/// use smp_types::FieldsV1;
/// let fields: FieldsV1 = serde_json::from_str(r#"{"f:metadata": {"f:labels": {}}}"#)?;
/// assert!(fields.0["f:metadata"]["f:labels"].is_object());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldsV1(pub Value);

free_form!(FieldsV1);
