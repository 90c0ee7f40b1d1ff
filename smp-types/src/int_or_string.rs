//! A number or a name: ports, and counts that may be percentages.

use core::fmt;

use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{PatchSchema, ScalarType, TypeShape};
use smp_schema::__support::ValueParts;

/// An integer of 32 bits or a string. The two are different: `80` is not `"80"`.
///
/// ```
/// use smp_types::IntOrString;
/// let port: IntOrString = serde_json::from_str("80")?;
/// assert_eq!(port, IntOrString::from(80));
/// assert_ne!(port, IntOrString::from("80"));
/// assert_eq!(IntOrString::from("25%").to_string(), "25%");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntOrString {
    /// An integer.
    Int(i32),
    /// A string.
    String(String),
}

/// `0`, as in Go.
impl Default for IntOrString {
    fn default() -> Self {
        Self::Int(0)
    }
}

impl fmt::Display for IntOrString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::String(text) => f.write_str(text),
        }
    }
}

impl From<i32> for IntOrString {
    fn from(number: i32) -> Self {
        Self::Int(number)
    }
}

impl From<&str> for IntOrString {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for IntOrString {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl PatchSchema for IntOrString {
    const SHAPE: TypeShape = TypeShape::scalar(ScalarType::IntOrString);

    fn __inside(&self) -> ValueParts<'_> {
        match self {
            Self::Int(number) => ValueParts::Number((*number).into()),
            Self::String(text) => ValueParts::String(text),
        }
    }

    fn __same(&self, other: &Self) -> bool {
        self == other
    }

    smp_schema::by_serde!();
}

impl Serialize for IntOrString {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(number) => to.serialize_i32(*number),
            Self::String(text) => to.serialize_str(text),
        }
    }
}

/// Written by hand: serde's untagged enums lose the position of an error, and do not say what
/// was expected.
impl<'de> Deserialize<'de> for IntOrString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct IntOrStringVisitor;

        impl Visitor<'_> for IntOrStringVisitor {
            type Value = IntOrString;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer of 32 bits or a string")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<IntOrString, E> {
                let small = i32::try_from(number);
                let too_large = |_| E::invalid_value(Unexpected::Signed(number), &self);
                small.map(IntOrString::Int).map_err(too_large)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<IntOrString, E> {
                let small = i32::try_from(number);
                let too_large = |_| E::invalid_value(Unexpected::Unsigned(number), &self);
                small.map(IntOrString::Int).map_err(too_large)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<IntOrString, E> {
                Ok(IntOrString::from(text))
            }

            fn visit_string<E: de::Error>(self, text: String) -> Result<IntOrString, E> {
                Ok(IntOrString::String(text))
            }
        }

        deserializer.deserialize_any(IntOrStringVisitor)
    }
}
