//! Types of values that keep their text.

use serde::de::{Deserialize, Deserializer, Error, Unexpected};

/// Reads a string that has this form.
pub(crate) fn read<'de, D: Deserializer<'de>>(
    from: D,
    is_valid: fn(&str) -> bool,
    expected: &'static str,
) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    if is_valid(&text) {
        Ok(text)
    } else {
        Err(D::Error::invalid_value(Unexpected::Str(&text), &expected))
    }
}

/// Conversions of a newtype around `String`, which is a string in JSON, too. Reading it refuses a
/// text that does not have its form.
macro_rules! text {
    ($ty:ident: $scalar:ident, $is_valid:path, $expected:literal) => {
        impl<'de> serde::Deserialize<'de> for $ty {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::text::read(from, $is_valid, $expected).map(Self)
            }
        }

        impl serde::Serialize for $ty {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&self.0, to)
            }
        }

        impl $ty {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl core::fmt::Display for $ty {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<String> for $ty {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $ty {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<$ty> for String {
            fn from(text: $ty) -> Self {
                text.0
            }
        }

        impl $crate::PatchSchema for $ty {
            const SHAPE: $crate::TypeShape = $crate::TypeShape::scalar($crate::ScalarType::$scalar);

            fn __inside(&self) -> smp_schema::__support::ValueParts<'_> {
                smp_schema::__support::ValueParts::String(&self.0)
            }

            fn __same(&self, other: &Self) -> bool {
                self == other
            }

            smp_schema::by_serde!();
        }
    };
}
