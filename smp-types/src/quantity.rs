//! Amounts, for example of cpu and memory.

use core::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use crate::{PatchSchema, ScalarType, TypeShape};
use smp_schema::__support::ValueParts;

/// An amount with an optional unit, with the text of the document. Quantities are equal if
/// their texts are equal: `1` and `"1"` are different, and so are `500m` and `0.5`.
///
/// ```
/// use smp_types::Quantity;
/// let cpu: Quantity = serde_json::from_str(r#""500m""#)?;
/// assert_eq!(cpu, Quantity::from("500m"));
/// assert_eq!(cpu.to_string(), "500m");
///
/// let cpu: Quantity = serde_json::from_str("2")?;
/// assert_eq!(serde_json::to_string(&cpu)?, "2");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// A string such as `100Mi`.
    Text(String),
    /// A number, which the API server accepts, too.
    Number(Number),
}

/// `"0"`, as in Go.
impl Default for Quantity {
    fn default() -> Self {
        Self::Text("0".to_owned())
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl From<&str> for Quantity {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Quantity {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Quantity {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

impl PatchSchema for Quantity {
    const SHAPE: TypeShape = TypeShape::scalar(ScalarType::Quantity);

    fn __inside(&self) -> ValueParts<'_> {
        match self {
            Self::Text(text) => ValueParts::String(text),
            Self::Number(number) => ValueParts::Number(number.clone()),
        }
    }

    fn __same(&self, other: &Self) -> bool {
        self == other
    }

    smp_schema::by_serde!();
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => to.serialize_str(text),
            Self::Number(number) => number.serialize(to),
        }
    }
}

/// Written by hand, for the same reason as that of [`IntOrString`](crate::IntOrString).
impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct QuantityVisitor;

        impl Visitor<'_> for QuantityVisitor {
            type Value = Quantity;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a quantity: a string or a number")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Quantity, E> {
                Ok(Quantity::Number(number.into()))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Quantity, E> {
                Ok(Quantity::Number(number.into()))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Quantity, E> {
                let number = Number::from_f64(number);
                number.map(Quantity::Number).ok_or_else(|| E::custom("the number is not finite"))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Quantity, E> {
                Ok(Quantity::from(text))
            }

            fn visit_string<E: de::Error>(self, text: String) -> Result<Quantity, E> {
                Ok(Quantity::Text(text))
            }
        }

        deserializer.deserialize_any(QuantityVisitor)
    }
}
