//! Lists of a kind, as API servers return them.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess};
use serde::ser::{Serialize, Serializer};

use crate::meta_v1::ListMeta;
use crate::object::{Members, Object, Reading, read, read_constant, write};
use crate::{Resource, UnknownFields};

/// A list of a kind: `List<Pod>` is a `PodList`. It is read and written as the kinds are; its items
/// may lack `apiVersion` and `kind`, and stay so.
///
/// ```
/// use smp_types::List;
/// use smp_types::core_v1::ConfigMap;
///
/// let text = r#"{"apiVersion":"v1","kind":"ConfigMapList","metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"settings"}}]}"#;
/// let list: List<ConfigMap> = serde_json::from_str(text)?;
/// assert_eq!(list.items[0].metadata.as_ref().and_then(|it| it.name.as_deref()), Some("settings"));
/// assert_eq!(serde_json::to_string(&list)?, text);
/// assert!(serde_json::from_str::<List<ConfigMap>>(r#"{"kind": "PodList"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct List<K> {
    /// `apiVersion`: that of the kind.
    pub api_version: Option<String>,
    /// `kind`: the name of the kind, followed by `List`.
    pub kind: Option<String>,
    /// `metadata`: the version of the list, and where it continues.
    pub metadata: Option<ListMeta>,
    /// `items`: the objects.
    pub items: Vec<K>,
    /// The fields that this struct doesn't have.
    pub unknown_fields: UnknownFields,
}

impl<K: Resource> List<K> {
    fn kind() -> String {
        format!("{}List", K::KIND)
    }
}

/// A list with its `apiVersion` and `kind`, and nothing else.
impl<K: Resource> Default for List<K> {
    fn default() -> Self {
        Self {
            api_version: Some(K::API_VERSION.to_owned()),
            kind: Some(Self::kind()),
            metadata: None,
            items: Vec::new(),
            unknown_fields: UnknownFields::default(),
        }
    }
}

impl<K: Resource + Serialize + DeserializeOwned> Object for List<K> {
    const NAME: &'static str = "List";
    const NAMES: &'static [&'static str] = &["apiVersion", "kind", "metadata", "items"];

    fn empty() -> Self {
        Self { api_version: None, kind: None, ..Self::default() }
    }

    fn read<'de, A: MapAccess<'de>>(&mut self, place: usize, from: &mut A) -> Result<(), A::Error> {
        match place {
            0 => read_constant(&mut self.api_version, from, K::API_VERSION),
            1 => read_constant(&mut self.kind, from, &Self::kind()),
            2 => read(&mut self.metadata, from),
            _ => read(&mut self.items, from),
        }
    }

    fn write<M: Members>(&self, to: &mut M) {
        to.member(&self.api_version);
        to.member(&self.kind);
        to.member(&self.metadata);
        to.member(&self.items);
    }

    fn unknown_fields(&self) -> Option<&UnknownFields> {
        Some(&self.unknown_fields)
    }

    fn unknown_fields_mut(&mut self) -> Option<&mut UnknownFields> {
        Some(&mut self.unknown_fields)
    }
}

impl<'de, K: Resource + Serialize + DeserializeOwned> Deserialize<'de> for List<K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Reading::of(from)
    }
}

impl<K: Resource + Serialize + DeserializeOwned> Serialize for List<K> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write(self, to)
    }
}
