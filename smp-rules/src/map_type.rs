//! [`MapType`]: `granular` or `atomic`.

use core::fmt;

/// `x-kubernetes-map-type`: how server-side apply merges an object or a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MapType {
    /// Merged member by member.
    #[default]
    Granular,
    /// Replaced as a whole.
    Atomic,
}

impl MapType {
    /// All map types, in the order of their declaration.
    pub const ALL: [Self; 2] = [Self::Granular, Self::Atomic];

    /// The word in metadata: `granular` or `atomic`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Granular => "granular",
            Self::Atomic => "atomic",
        }
    }
}

impl fmt::Display for MapType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The error for a text that is not a map type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapTypeError {
    text: String,
}

impl fmt::Display for MapTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a map type; write atomic or granular", self.text)
    }
}

impl core::error::Error for MapTypeError {}

/// Parses `granular` or `atomic`.
///
/// ```
/// use smp_rules::MapType;
/// assert_eq!("atomic".parse(), Ok(MapType::Atomic));
/// assert!("set".parse::<MapType>().is_err());
/// ```
impl core::str::FromStr for MapType {
    type Err = MapTypeError;

    fn from_str(text: &str) -> Result<Self, MapTypeError> {
        let found = Self::ALL.into_iter().find(|map_type| map_type.as_str() == text);
        found.ok_or_else(|| MapTypeError { text: text.to_owned() })
    }
}
