//! [`Cause`]: a field with a mistake, in the words of a server.

use serde_json::Value;

/// A field with a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cause {
    /// The API's word for the mistake, such as `FieldValueRequired`.
    pub(crate) reason: &'static str,
    pub(crate) message: String,
    pub(crate) field: String,
}

impl Cause {
    /// A required field that is missing.
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

    /// A value that is not among the allowed ones.
    pub(crate) fn not_supported(field: &str, value: &Value, allowed: &[&str]) -> Self {
        let allowed: Vec<_> = allowed.iter().map(|it| format!("{it:?}")).collect();
        let (value, allowed) = (in_words(value), allowed.join(", "));
        let message = format!("Unsupported value: {value}: supported values: {allowed}");
        Self { reason: "FieldValueNotSupported", message, field: field.to_owned() }
    }

    /// A field that may not be set or changed.
    pub(crate) fn forbidden(field: impl Into<String>, message: &str) -> Self {
        let message = format!("Forbidden: {message}");
        Self { reason: "FieldValueForbidden", message, field: field.into() }
    }
}

/// An answer lists no more causes after this many bytes.
const BYTES_MAX: usize = 64 * 1024;

/// The mistakes in an object, as many as an answer lists.
#[derive(Debug, Default)]
pub(crate) struct Causes {
    list: Vec<Cause>,
    bytes: usize,
}

impl Causes {
    /// Adds a mistake. Its message is built only if there is room for it.
    pub(crate) fn add(&mut self, cause: impl FnOnce() -> Cause) {
        if self.is_full() {
            return;
        }
        let mut cause = cause();
        self.bytes =
            self.bytes.saturating_add(cause.message.len()).saturating_add(cause.field.len());
        if self.is_full() && !self.list.is_empty() {
            "Invalid value: this and more mistakes are left out".clone_into(&mut cause.message);
        }
        self.list.push(cause);
    }

    /// Whether further mistakes are left out.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes > BYTES_MAX
    }

    pub(crate) fn list(&self) -> &[Cause] {
        &self.list
    }
}

impl Extend<Cause> for Causes {
    fn extend<T: IntoIterator<Item = Cause>>(&mut self, causes: T) {
        causes.into_iter().for_each(|it| self.add(|| it));
    }
}

impl FromIterator<Cause> for Causes {
    fn from_iter<T: IntoIterator<Item = Cause>>(causes: T) -> Self {
        let mut all = Self::default();
        all.extend(causes);
        all
    }
}

/// A value in a message: Go quotes texts, and writes other values as JSON.
fn in_words(value: &Value) -> String {
    value.to_string()
}
