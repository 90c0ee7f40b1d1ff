//! The fields that identify an element of a list, and the list type.

use core::fmt;

/// One of the fields that identify an element of a list.
///
/// ```
/// use smp_schema::{KeyDefault, ListMapKey};
/// let protocol = ListMapKey::new("protocol").with_default("TCP");
/// assert_eq!(protocol.default(), Some(&KeyDefault::String("TCP".into())));
/// let port = ListMapKey::new("port").with_default(80);
/// assert_eq!(port.default(), Some(&KeyDefault::Number("80".into())));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ListMapKey {
    name: String,
    default: Option<KeyDefault>,
}

/// The value of a list map key in an element that doesn't have the field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum KeyDefault {
    /// A string.
    String(String),
    /// The text of a JSON number.
    Number(String),
    /// A boolean.
    Bool(bool),
}

impl From<&str> for KeyDefault {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for KeyDefault {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<i64> for KeyDefault {
    fn from(number: i64) -> Self {
        Self::Number(number.to_string())
    }
}

impl From<bool> for KeyDefault {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

/// The value without quotes: `TCP`, `80`, `true`.
impl fmt::Display for KeyDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String(text) | Self::Number(text) => f.write_str(text),
            Self::Bool(value) => value.fmt(f),
        }
    }
}

impl ListMapKey {
    /// A key that every element must have. `O(n)` in the name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), default: None }
    }

    /// The same key, with the value that an element without it has: container
    /// and service ports without `protocol` are `TCP`. `O(n)` in the text.
    #[must_use]
    pub fn with_default(mut self, value: impl Into<KeyDefault>) -> Self {
        self.default = Some(value.into());
        self
    }

    /// The JSON name of the field. `O(1)`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value that an element without this field has. `O(1)`.
    #[must_use]
    pub fn default(&self) -> Option<&KeyDefault> {
        self.default.as_ref()
    }
}

/// `x-kubernetes-list-type`: how the API server's own merge sees a list.
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

    /// The word in metadata: `atomic`, `set` or `map`. `O(1)`.
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

/// A text that is no list type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListTypeError {
    text: String,
}

impl fmt::Display for ListTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no list type; write atomic, set or map", self.text)
    }
}

impl core::error::Error for ListTypeError {}

/// Parses `atomic`, `set` or `map`. `O(1)`.
///
/// ```
/// use smp_schema::ListType;
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
