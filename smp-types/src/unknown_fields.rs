//! Fields of a newer Kubernetes, kept with the feature `unknown_fields`.

use core::fmt;

use serde_json::{Map, Value};
use smp_schema::__private::{Entries, Reflect};

/// The members of an object that its struct has no field for, since the API server is newer than this
/// crate. With the feature `unknown_fields` they are kept: an object is read, merged, compared and
/// written without loss. Without it the type has size zero, reading passes over such members, and an
/// object that is written back as a whole lacks them; a patch does not touch them.
///
/// A patch that names such a member is refused in both cases, since it is unknown how the member
/// merges.
///
/// ```
/// # #[cfg(feature = "unknown_fields")] {
/// use smp_types::core_v1::Container;
/// let text = r#"{"image":"web:1","name":"web","newField":{"a":1}}"#;
/// let container: Container = serde_json::from_str(text)?;
/// assert_eq!(container.unknown_fields.get("newField").map(|value| &value["a"]), Some(&1.into()));
/// assert_eq!(serde_json::to_string(&container)?, text);
///
/// let container = Container { name: "web".to_owned(), ..Container::default() };
/// assert!(container.unknown_fields.is_empty());
/// # }
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct UnknownFields(#[cfg(feature = "unknown_fields")] Option<Box<Map<String, Value>>>);

impl UnknownFields {
    /// The members; `None` if there are no members.
    #[inline]
    #[cfg_attr(
        not(feature = "unknown_fields"),
        expect(clippy::unused_self, reason = "there is none")
    )]
    fn members(&self) -> Option<&Map<String, Value>> {
        #[cfg(feature = "unknown_fields")]
        let members = self.0.as_deref();
        #[cfg(not(feature = "unknown_fields"))]
        let members = None;
        members
    }

    /// The members, to add some; `None` if they are not kept.
    #[inline]
    #[cfg_attr(
        not(feature = "unknown_fields"),
        expect(clippy::unused_self, reason = "there is none")
    )]
    fn members_mut(&mut self) -> Option<&mut Map<String, Value>> {
        #[cfg(feature = "unknown_fields")]
        let members = Some(&mut **self.0.get_or_insert_default());
        #[cfg(not(feature = "unknown_fields"))]
        let members = None;
        members
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members().is_none_or(Map::is_empty)
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members().map_or(0, Map::len)
    }

    /// The value of the member with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members()?.get(name)
    }

    /// The names and values of all members.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.members().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
    }

    /// Adds a member, and returns the value that it had before.
    pub(crate) fn insert(&mut self, name: String, value: Value) -> Option<Value> {
        self.members_mut()?.insert(name, value)
    }

    /// The members for a merge; `None` if there are no members.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn entries(&self) -> Option<&dyn Entries> {
        self.members().map(|members| members as &dyn Entries)
    }

    /// The members, to change them or to add some; `None` if they are not kept.
    #[doc(hidden)]
    #[inline]
    pub fn reach_mut(&mut self) -> Option<&mut dyn Reflect> {
        self.members_mut().map(|members| members as &mut dyn Reflect)
    }
}

impl PartialEq for UnknownFields {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self.members(), other.members()) {
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
