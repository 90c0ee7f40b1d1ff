//! The types of JSON, and their names in messages.

use serde_json::Value;

/// The JSON type of a value. All messages take its name from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number of any class.
    Number,
    /// A text.
    String,
    /// A list.
    List,
    /// An object.
    Object,
}

impl JsonKind {
    /// The type of the value.
    #[inline]
    #[must_use]
    pub const fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Bool,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
        }
    }

    /// The name with its article, for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::List => "a list",
            Self::Object => "an object",
        }
    }

    /// Whether the value has no members or elements.
    #[inline]
    #[must_use]
    pub const fn is_scalar(self) -> bool {
        !matches!(self, Self::List | Self::Object)
    }
}
