//! [`Cause`]: a field with a mistake, in the words of a server.

use serde_json::Value;

/// A field with a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cause {
    /// The word of the API, such as `FieldValueRequired`.
    pub(crate) reason: &'static str,
    pub(crate) message: String,
    pub(crate) field: String,
}

impl Cause {
    /// A field that must be there.
    pub(crate) fn required(field: impl Into<String>, message: &str) -> Self {
        let message = match message {
            "" => "Required value".to_owned(),
            message => format!("Required value: {message}"),
        };
        Self { reason: "FieldValueRequired", message, field: field.into() }
    }

    /// A value that is not allowed.
    pub(crate) fn invalid(field: impl Into<String>, value: &Value, message: &str) -> Self {
        let message = format!("Invalid value: {}: {message}", in_words(value));
        Self { reason: "FieldValueInvalid", message, field: field.into() }
    }

    /// A field that may not be set or changed.
    pub(crate) fn forbidden(field: impl Into<String>, message: &str) -> Self {
        let message = format!("Forbidden: {message}");
        Self { reason: "FieldValueForbidden", message, field: field.into() }
    }
}

/// A value in a message: Go quotes texts, and writes the others as JSON.
fn in_words(value: &Value) -> String {
    value.to_string()
}
