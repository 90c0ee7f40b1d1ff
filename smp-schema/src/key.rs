//! The fields that identify an element of a list.

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

/// The value without quotes, such as `TCP`, `80` or `true`.
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

    /// The same key, with the value for elements that lack it. Example: a container or service
    /// port without `protocol` has `TCP`. `O(n)` in the text.
    #[must_use]
    pub fn with_default(mut self, value: impl Into<KeyDefault>) -> Self {
        self.default = Some(value.into());
        self
    }

    /// The JSON name of the field.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value for elements that lack this field.
    #[must_use]
    pub fn default(&self) -> Option<&KeyDefault> {
        self.default.as_ref()
    }
}
