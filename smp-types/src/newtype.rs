//! The code that serde's derive would write for `#[serde(transparent)]`.

/// Reads and writes a newtype as its content.
macro_rules! transparent {
    ($ty:ident: $content:ty) => {
        impl<'de> serde::Deserialize<'de> for $ty {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                <$content as serde::Deserialize>::deserialize(from).map(Self::from)
            }
        }

        impl serde::Serialize for $ty {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(to)
            }
        }
    };
}
