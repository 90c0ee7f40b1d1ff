//! What identifies the elements of a list.

use serde_json::Value;

use crate::document::Scalar;

/// One of the fields that identify an element of a list.
///
/// ```
/// use smp_core::ListMapKey;
/// let protocol = ListMapKey::new("protocol").with_default("TCP");
/// assert_eq!(protocol.default(), Some("TCP"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ListMapKey {
    name: String,
    default: Option<Default>,
}

/// A scalar as its text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Default {
    String(String),
    /// A number or boolean, as JSON has it.
    Literal(String),
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
    pub fn with_default(mut self, value: impl Into<String>) -> Self {
        self.default = Some(Default::String(value.into()));
        self
    }

    /// The same key, with a default of any scalar type; anything else is no
    /// default. `O(n)` in the text.
    ///
    /// ```
    /// use serde_json::json;
    /// use smp_core::ListMapKey;
    /// let port = ListMapKey::new("port").with_default_value(&json!(80));
    /// assert_eq!(port.default_value(), Some(json!(80)));
    /// ```
    #[must_use]
    pub fn with_default_value(mut self, value: &Value) -> Self {
        self.default = match value {
            Value::String(text) => Some(Default::String(text.clone())),
            Value::Number(_) | Value::Bool(_) => Some(Default::Literal(value.to_string())),
            _ => None,
        };
        self
    }

    /// The JSON name of the field. `O(1)`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of the scalar that stands in for an absent key. `O(1)`.
    #[must_use]
    pub fn default(&self) -> Option<&str> {
        match &self.default {
            Some(Default::String(text) | Default::Literal(text)) => Some(text),
            None => None,
        }
    }

    /// The scalar that stands in for an absent key. `O(n)` in its text.
    #[must_use]
    pub fn default_value(&self) -> Option<Value> {
        match self.default.as_ref()? {
            Default::String(text) => Some(Value::from(text.as_str())),
            Default::Literal(text) => serde_json::from_str(text).ok(),
        }
    }

    /// The default, to compare with.
    pub(crate) fn default_scalar(&self) -> Option<Scalar<'_>> {
        Some(match self.default.as_ref()? {
            Default::String(text) => Scalar::String(text.into()),
            Default::Literal(text) => Scalar::literal(text),
        })
    }
}

/// `x-kubernetes-list-type`: how the API server's own merge sees a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// Scalars without order of their own.
    Set,
    /// Objects identified by the list map keys.
    Map,
}
