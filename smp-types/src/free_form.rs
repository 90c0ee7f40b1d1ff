//! JSON of any shape inside typed objects.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{PatchSchema, TypeShape};

/// A type for any JSON, which is kept as it is.
macro_rules! free_form {
    ($ty:ident) => {
        transparent!($ty: serde_json::Value);

        impl From<Value> for $ty {
            fn from(value: Value) -> Self {
                Self::new(value)
            }
        }

        impl From<$ty> for Value {
            fn from(free_form: $ty) -> Self {
                free_form.into_value()
            }
        }

        impl PatchSchema for $ty {
            const SHAPE: TypeShape = TypeShape::ANY;

            fn __inside(&self) -> smp_schema::__support::ValueParts<'_> {
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

impl RawExtension {
    fn new(value: Value) -> Self {
        Self(value)
    }

    fn into_value(self) -> Value {
        self.0
    }
}

free_form!(RawExtension);

/// JSON of any form, such as the default of a field in a `CustomResourceDefinition`.
///
/// ```
/// use smp_types::Json;
/// let default: Json = serde_json::from_str("[1, 2]")?;
/// assert_eq!(default.0[1], 2);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Json(pub Value);

impl Json {
    fn new(value: Value) -> Self {
        Self(value)
    }

    fn into_value(self) -> Value {
        self.0
    }
}

free_form!(Json);

/// An object of a type without fields so far, such as the policy `basic` of a group of pods. Only its
/// presence has a meaning. Its members are kept.
///
/// ```
/// use smp_types::EmptyObject;
/// assert_eq!(serde_json::to_string(&EmptyObject::default())?, "{}");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmptyObject(pub Map<String, Value>);

transparent!(EmptyObject: Map<String, Value>);

impl From<Map<String, Value>> for EmptyObject {
    fn from(members: Map<String, Value>) -> Self {
        Self(members)
    }
}

/// A merge that changes a member replaces the object, since the members have no types to edit.
impl PatchSchema for EmptyObject {
    const SHAPE: TypeShape = TypeShape::ANY;

    fn __same(&self, other: &Self) -> bool {
        self == other
    }

    smp_schema::by_serde!();
}

/// The set of fields that a field manager owns, in the format `FieldsV1`.
///
/// Clones share one value: the sets make up most of many objects, and programs rarely change them.
/// `clone` is `O(1)`, and so is comparing a value with its clone.
///
/// ```
/// use serde_json::json;
/// use smp_types::FieldsV1;
/// let mut fields: FieldsV1 = serde_json::from_str(r#"{"f:metadata": {"f:labels": {}}}"#)?;
/// let before = fields.clone();
/// assert!(fields.as_value()["f:metadata"]["f:labels"].is_object());
/// fields.to_mut()["f:spec"] = json!({});
/// assert_ne!(fields, before);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, Eq)]
pub struct FieldsV1(Arc<Value>);

impl FieldsV1 {
    /// The set that the value states.
    #[must_use]
    pub fn new(value: Value) -> Self {
        Self(Arc::new(value))
    }

    /// The set in JSON.
    #[must_use]
    pub fn as_value(&self) -> &Value {
        &self.0
    }

    /// The set in JSON, for changing it. `O(1)`; if it is shared with a clone, a copy is made
    /// first, `O(n)`.
    pub fn to_mut(&mut self) -> &mut Value {
        Arc::make_mut(&mut self.0)
    }

    /// The set in JSON. `O(1)`; if it is shared with a clone, a copy is made, `O(n)`.
    #[must_use]
    pub fn into_value(self) -> Value {
        Arc::unwrap_or_clone(self.0)
    }
}

impl PartialEq for FieldsV1 {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

free_form!(FieldsV1);
