//! [`ListType`]: `atomic`, `set` or `map`.

use core::fmt;

/// `x-kubernetes-list-type`: how server-side apply merges a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// Distinct scalars, merged as a set.
    Set,
    /// Objects identified by the list map keys.
    Map,
}

impl ListType {
    /// All list types, in the order of their declaration.
    pub const ALL: [Self; 3] = [Self::Atomic, Self::Set, Self::Map];

    /// The word in metadata: `atomic`, `set` or `map`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Atomic => "atomic",
            Self::Set => "set",
            Self::Map => "map",
        }
    }
}

impl fmt::Display for ListType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The error for a text that is not a list type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListTypeError {
    text: String,
}

impl fmt::Display for ListTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a list type; write atomic, set or map", self.text)
    }
}

impl core::error::Error for ListTypeError {}

/// Parses `atomic`, `set` or `map`.
///
/// ```
/// use smp_rules::ListType;
/// assert_eq!("map".parse(), Ok(ListType::Map));
/// assert!("list".parse::<ListType>().is_err());
/// ```
impl core::str::FromStr for ListType {
    type Err = ListTypeError;

    fn from_str(text: &str) -> Result<Self, ListTypeError> {
        let found = Self::ALL.into_iter().find(|list_type| list_type.as_str() == text);
        found.ok_or_else(|| ListTypeError { text: text.to_owned() })
    }
}
