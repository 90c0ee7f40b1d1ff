//! Events of a watch.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess,
    Visitor,
};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;

use crate::meta_v1::Status;

/// One event of a watch: a line of the answer of an API server.
///
/// ```
/// use smp_types::WatchEvent;
/// use smp_types::core_v1::ConfigMap;
///
/// let line = r#"{"type":"ADDED","object":{"kind":"ConfigMap","metadata":{"name":"settings"}}}"#;
/// let event: WatchEvent<ConfigMap> = serde_json::from_str(line)?;
/// let WatchEvent::Added(config) = &event else { panic!("an object was added") };
/// assert_eq!(config.metadata.as_ref().and_then(|it| it.name.as_deref()), Some("settings"));
/// assert_eq!(serde_json::to_string(&event)?, line);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum WatchEvent<K> {
    /// `ADDED`: a new object, or one that existed when the watch began.
    Added(K),
    /// `MODIFIED`: the object as it is now.
    Modified(K),
    /// `DELETED`: the last state of the object.
    Deleted(K),
    /// `BOOKMARK`: an object that has only a version. The watch has reported all changes up to this
    /// version.
    Bookmark(K),
    /// `ERROR`: the reason why the watch ends.
    Error(Box<Status>),
}

/// The names of the types of events.
const TYPES: &[&str] = &["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"];

/// The members of an event.
const MEMBERS: &[&str] = &["type", "object"];

impl<K: Serialize> Serialize for WatchEvent<K> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut to = to.serialize_struct("WatchEvent", MEMBERS.len())?;
        let (ty, object) = match self {
            Self::Added(object) => ("ADDED", object),
            Self::Modified(object) => ("MODIFIED", object),
            Self::Deleted(object) => ("DELETED", object),
            Self::Bookmark(object) => ("BOOKMARK", object),
            Self::Error(status) => {
                to.serialize_field("type", "ERROR")?;
                to.serialize_field("object", status)?;
                return to.end();
            }
        };
        to.serialize_field("type", ty)?;
        to.serialize_field("object", object)?;
        to.end()
    }
}

impl<'de, K: DeserializeOwned> Deserialize<'de> for WatchEvent<K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_struct("WatchEvent", MEMBERS, Reading(PhantomData))
    }
}

struct Reading<K>(PhantomData<K>);

impl<'de, K: DeserializeOwned> Visitor<'de> for Reading<K> {
    type Value = WatchEvent<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an event of a watch")
    }

    /// API servers write the type first, so the object is read into its Rust type at once.
    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<WatchEvent<K>, A::Error> {
        let (mut ty, mut object, mut event) = (None::<String>, None::<Value>, None);
        while let Some(name) = from.next_key::<String>()? {
            match (name.as_str(), &ty) {
                ("type", None) => ty = Some(from.next_value()?),
                ("type", Some(_)) => return Err(A::Error::duplicate_field("type")),
                ("object", _) if object.is_some() || event.is_some() => {
                    return Err(A::Error::duplicate_field("object"));
                }
                ("object", Some(ty)) => event = Some(from.next_value_seed(EventOf::new(ty))?),
                ("object", None) => object = Some(from.next_value()?),
                _ => {
                    from.next_value::<IgnoredAny>()?;
                }
            }
        }
        match (event, ty, object) {
            (Some(event), ..) => Ok(event),
            (None, Some(ty), Some(object)) => {
                EventOf::new(&ty).deserialize(object).map_err(A::Error::custom)
            }
            (None, None, _) => Err(A::Error::missing_field("type")),
            (None, Some(_), None) => Err(A::Error::missing_field("object")),
        }
    }
}

/// Reads the object of an event of this type.
struct EventOf<'t, K>(&'t str, PhantomData<K>);

impl<'t, K> EventOf<'t, K> {
    fn new(ty: &'t str) -> Self {
        Self(ty, PhantomData)
    }
}

impl<'de, K: DeserializeOwned> DeserializeSeed<'de> for EventOf<'_, K> {
    type Value = WatchEvent<K>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<WatchEvent<K>, D::Error> {
        match self.0 {
            "ADDED" => K::deserialize(from).map(WatchEvent::Added),
            "MODIFIED" => K::deserialize(from).map(WatchEvent::Modified),
            "DELETED" => K::deserialize(from).map(WatchEvent::Deleted),
            "BOOKMARK" => K::deserialize(from).map(WatchEvent::Bookmark),
            "ERROR" => Box::<Status>::deserialize(from).map(WatchEvent::Error),
            other => Err(D::Error::unknown_variant(other, TYPES)),
        }
    }
}
