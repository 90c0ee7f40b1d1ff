//! The kinds of this crate as resources of `kube` (feature `kube`).
//!
//! `kube` accesses the metadata of an object as `&mut ObjectMeta` of `k8s-openapi`, so an object must
//! have a field of that type. [`KubeObject`] has one: it is a kind with `k8s-openapi`'s metadata
//! instead of its own. It implements [`k8s_openapi::Resource`] and [`k8s_openapi::Metadata`], the
//! traits that `kube` requires of a resource.
//!
//! ```
//! use smp_core::StrategicMerge as _;
//! use smp_types::core_v1::Pod;
//! use smp_types::kube::KubeObject;
//!
//! // `kube::Api<KubeObject<Pod>>` reads, watches and patches these.
//! let live: KubeObject<Pod> = serde_json::from_str(
//!     r#"{
//!         "apiVersion": "v1", "kind": "Pod",
//!         "metadata": {"name": "web"},
//!         "spec": {"containers": [{"name": "web", "image": "web:1"}]}
//!     }"#,
//! )?;
//! assert_eq!(live.metadata.name.as_deref(), Some("web"));
//! let patch = live.strategic_edit(|pod| {
//!     let spec = pod.spec.get_or_insert_default();
//!     spec.containers[0].image = Some("web:2".to_owned());
//! })?;
//! assert_eq!(
//!     patch.to_json(),
//!     r#"{"spec":{"$setElementOrder/containers":[{"name":"web"}],"containers":[{"name":"web","image":"web:2"}]}}"#,
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Writing an object that was read changes nothing, as in the rest of this crate, except in the
//! metadata: `k8s-openapi` drops unknown members, and writes times in its own format.

mod kinds;

use core::any::Any;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer,
    MapAccess, Visitor,
};
use serde::ser::{Serialize, Serializer};
use smp_schema::__private::{
    Access, ConvertError, Entries, FieldState, ObjectShape, Reflect, Value,
};
use smp_schema::{PatchSchema, SchemaBuilder, TypeId, TypeShape};

use crate::object::{Object, write_kind};

/// The name of the member that the wrapper has instead of the kind.
const METADATA: &str = "metadata";

/// A kind of this crate that `k8s-openapi` has, too.
pub trait Kind: Object + PatchSchema + Serialize + DeserializeOwned {
    /// The type of `k8s-openapi` that has the name, scope and URL of the kind.
    type Resource: k8s_openapi::Resource;
}

/// A kind with the metadata that `kube` reads and changes. It derefs to the kind, whose own
/// `metadata` stays `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct KubeObject<K> {
    /// The metadata.
    pub metadata: ObjectMeta,
    object: K,
}

impl<K: Kind> KubeObject<K> {
    /// Makes an object.
    ///
    /// ```
    /// use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
    /// use smp_types::core_v1::ConfigMap;
    /// use smp_types::kube::KubeObject;
    ///
    /// let metadata = ObjectMeta { name: Some("settings".to_owned()), ..ObjectMeta::default() };
    /// let config = KubeObject::new(metadata, ConfigMap::default());
    /// let json = serde_json::to_value(&config)?;
    /// assert_eq!(json["kind"], "ConfigMap");
    /// assert_eq!(json["metadata"]["name"], "settings");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn new(metadata: ObjectMeta, object: K) -> Self {
        Self { metadata, object }
    }

    /// The metadata and the kind.
    #[must_use]
    pub fn into_parts(self) -> (ObjectMeta, K) {
        (self.metadata, self.object)
    }
}

/// An object with its `apiVersion` and `kind`, and nothing else.
impl<K: Kind> Default for KubeObject<K> {
    fn default() -> Self {
        Self::new(ObjectMeta::default(), K::default())
    }
}

impl<K> Deref for KubeObject<K> {
    type Target = K;

    fn deref(&self) -> &K {
        &self.object
    }
}

impl<K> DerefMut for KubeObject<K> {
    fn deref_mut(&mut self) -> &mut K {
        &mut self.object
    }
}

impl<K: Kind> k8s_openapi::Resource for KubeObject<K> {
    const API_VERSION: &'static str = K::Resource::API_VERSION;
    const GROUP: &'static str = K::Resource::GROUP;
    const KIND: &'static str = K::Resource::KIND;
    const VERSION: &'static str = K::Resource::VERSION;
    const URL_PATH_SEGMENT: &'static str = K::Resource::URL_PATH_SEGMENT;
    type Scope = <K::Resource as k8s_openapi::Resource>::Scope;
}

impl<K: Kind> k8s_openapi::Metadata for KubeObject<K> {
    type Ty = ObjectMeta;

    fn metadata(&self) -> &ObjectMeta {
        &self.metadata
    }

    fn metadata_mut(&mut self) -> &mut ObjectMeta {
        &mut self.metadata
    }
}

impl<K: Kind + crate::Resource> crate::Resource for KubeObject<K> {
    const API_VERSION: &'static str = K::API_VERSION;
    const KIND: &'static str = K::KIND;
}

/// Writes the members of the kind, with the wrapper's metadata in place of the kind's own. An error
/// if the kind itself has metadata, which would be lost.
impl<K: Kind> Serialize for KubeObject<K> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write_kind(&self.object, METADATA, &self.metadata, to)
    }
}

impl<'de, K: Kind> Deserialize<'de> for KubeObject<K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_struct(K::NAME, K::NAMES, Reading(PhantomData))
    }
}

struct Reading<K>(PhantomData<K>);

impl<'de, K: Kind> Visitor<'de> for Reading<K> {
    type Value = KubeObject<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "struct {}", K::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<KubeObject<K>, A::Error> {
        let mut metadata = None;
        let others = OtherMembers { members, metadata: &mut metadata };
        let object = K::deserialize(MapAccessDeserializer::new(others))?;
        Ok(KubeObject { metadata: metadata.unwrap_or_default(), object })
    }
}

/// The members without the metadata, which are stored separately.
struct OtherMembers<'m, A> {
    members: A,
    metadata: &'m mut Option<ObjectMeta>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OtherMembers<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        while let Some(name) = self.members.next_key::<String>()? {
            if name != METADATA {
                return seed.deserialize(name.into_deserializer()).map(Some);
            }
            // Go writes metadata without a value as null.
            let metadata = self.members.next_value::<Option<ObjectMeta>>()?.unwrap_or_default();
            if self.metadata.replace(metadata).is_some() {
                return Err(A::Error::duplicate_field(METADATA));
            }
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.members.next_value_seed(seed)
    }
}

/// The schema of the kind.
impl<K: Kind> PatchSchema for KubeObject<K> {
    const SHAPE: TypeShape = K::SHAPE;
    const OBJECT: &'static ObjectShape = K::OBJECT;
    const ACCESS: Access = Access::Fields;
    const CONSTANTS: &'static [(&'static str, &'static str)] = K::CONSTANTS;

    fn describe(types: &mut SchemaBuilder) -> TypeId {
        K::describe(types)
    }

    fn __to_value(&self) -> Result<Value, ConvertError> {
        Ok(serde_json::to_value(self)?)
    }

    fn __from_value(json: Value) -> Result<Self, ConvertError> {
        Ok(serde_json::from_value(json)?)
    }

    // The fields of the kind, with the wrapper's metadata in place of the kind's own.

    fn __field(&self, at: usize) -> FieldState<'_> {
        if is_metadata::<K>(at) {
            FieldState::Value(&self.metadata)
        } else {
            self.object.__field(at)
        }
    }

    fn __field_mut(&mut self, at: usize) -> Option<&mut dyn Reflect> {
        if is_metadata::<K>(at) { Some(&mut self.metadata) } else { self.object.__field_mut(at) }
    }

    fn __unknown_fields(&self) -> Option<&dyn Entries> {
        self.object.__unknown_fields()
    }

    fn __unknown_fields_mut(&mut self) -> Option<&mut dyn Reflect> {
        self.object.__unknown_fields_mut()
    }

    fn __default_of(&self, at: usize) -> Option<Box<dyn Any>> {
        if is_metadata::<K>(at) {
            Some(Box::new(ObjectMeta::default()))
        } else {
            self.object.__default_of(at)
        }
    }
}

/// Whether this field of the kind is its metadata.
fn is_metadata<K: Object>(at: usize) -> bool {
    K::NAMES.get(at) == Some(&METADATA)
}
