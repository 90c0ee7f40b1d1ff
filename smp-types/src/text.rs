//! Types of values that keep their text.

/// Conversions of a newtype around `String`, which is a string in JSON, too.
macro_rules! text {
    ($ty:ident) => {
        transparent!($ty: String);

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
            const SHAPE: $crate::TypeShape = $crate::TypeShape::STRING;

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
