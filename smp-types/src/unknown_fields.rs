//! Fields of a newer Kubernetes.

use core::fmt;

use serde_json::{Map, Value};
use smp_schema::__private::{Entries, Reflect};

/// The members of an object that its struct has no field for, since the API server is newer than
/// this crate. They are kept: an object is read, merged, compared and written without a loss. A
/// patch that names such a member is refused, as nothing is known of how it merges.
///
/// ```
/// use smp_types::core_v1::Container;
/// let text = r#"{"image":"web:1","name":"web","newField":{"a":1}}"#;
/// let container: Container = serde_json::from_str(text)?;
/// assert_eq!(container.unknown_fields.get("newField").map(|value| &value["a"]), Some(&1.into()));
/// assert_eq!(serde_json::to_string(&container)?, text);
///
/// let container = Container { name: "web".to_owned(), ..Container::default() };
/// assert!(container.unknown_fields.is_empty());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct UnknownFields(Option<Box<Map<String, Value>>>);

impl UnknownFields {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|members| members.is_empty())
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |members| members.len())
    }

    /// The value of the member with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.as_ref()?.get(name)
    }

    /// The names and values of all members.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().flat_map(|members| members.iter()).map(|(name, value)| (name.as_str(), value))
    }

    /// Adds a member, and returns the value that it had.
    pub(crate) fn insert(&mut self, name: String, value: Value) -> Option<Value> {
        self.0.get_or_insert_default().insert(name, value)
    }

    /// The members for a merge; `None` if there are none.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn entries(&self) -> Option<&dyn Entries> {
        self.0.as_deref().map(|members| members as &dyn Entries)
    }

    /// The members, to change them or to add some.
    #[doc(hidden)]
    #[inline]
    pub fn reach_mut(&mut self) -> Option<&mut dyn Reflect> {
        let members: &mut Map<String, Value> = self.0.get_or_insert_default();
        Some(members)
    }
}

impl PartialEq for UnknownFields {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(members), Some(others)) => members == others,
            (Some(members), None) | (None, Some(members)) => members.is_empty(),
        }
    }
}

impl fmt::Debug for UnknownFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
