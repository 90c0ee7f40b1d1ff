//! Overlays for the custom resources of well-known projects.
//!
//! Many definitions have no list types, although the elements of their lists have a name that
//! identifies them. Each overlay here has the keys of one kind, for all versions of its API
//! group, with the source of this fact; `docs/custom-resources.md` lists them. An overlay only
//! [adds](Overlay::fill) metadata that a definition lacks; metadata of the definition are kept.
//! For use without a definition, [`KnownKind::schema`] makes a schema from an overlay alone.
//!
//! ```
//! use smp_openapi::overlays;
//! use smp_schema::Schema;
//! let no_types = |_: &str, _: &str| None::<Schema>;
//! let known = overlays::for_kind("external-secrets.io", "ExternalSecret").expect("a known kind");
//! assert_eq!(known.name(), "external-secrets/ExternalSecret");
//! let schema = known.schema(&no_types)?;
//! let data = schema.root().field("spec").unwrap().ty().field("data").unwrap();
//! assert_eq!(data.merge_key(), Some("secretKey"));
//! # Ok::<(), smp_openapi::ImportError>(())
//! ```

mod keys;
mod retain_keys;
mod table;

use serde::Deserialize;
use serde_json::{Map, Value};

use smp_schema::{FieldDef, ObjectDef, Schema, SchemaBuilder};

use crate::diagnostic::ImportError;
use crate::overlay::Overlay;
use crate::source::TypeSource;
use table::FILES;

pub use keys::MissingKey;
pub use retain_keys::retain_keys;

/// A kind of custom resource with an overlay.
#[derive(Debug, Clone)]
pub struct KnownKind {
    name: &'static str,
    api_version: String,
    kind: String,
    source: Source,
    overlay: Overlay,
    /// The fields whose elements may leave the key out, by path.
    optional_keys: Vec<String>,
    reasons: Vec<(String, String)>,
    left_out: Vec<(String, String)>,
}

/// The source of the facts in an overlay.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// The repository, such as `istio/api`.
    pub repository: String,
    /// The file in it.
    pub file: String,
    /// The abbreviated hash of the commit that was read.
    pub commit: String,
}

/// The kind of this API group, if it has an overlay. `O(log k)` in the kinds, and `O(n)` in the
/// overlay, which is parsed here.
#[must_use]
pub fn for_kind(group: &str, kind: &str) -> Option<KnownKind> {
    let at = FILES.binary_search_by(|file| (file.group, file.kind).cmp(&(group, kind))).ok()?;
    KnownKind::read(FILES.get(at)?).ok()
}

/// All kinds with an overlay, by API group and kind. `O(n)` in the overlays.
///
/// ```
/// use smp_openapi::overlays;
/// let sources = overlays::all().map(|known| known.source().repository.clone());
/// assert!(sources.collect::<Vec<_>>().contains(&"istio/api".to_owned()));
/// ```
pub fn all() -> impl Iterator<Item = KnownKind> {
    FILES.iter().filter_map(|file| KnownKind::read(file).ok())
}

/// `apiVersion` and kind of each overlay, without reading the overlays. The version is the one that
/// the project prefers. `O(1)` per item.
///
/// ```
/// use smp_openapi::overlays;
/// assert!(overlays::kinds().any(|kind| kind == ("keda.sh/v1alpha1", "ScaledObject")));
/// ```
pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().map(|file| (file.api_version, file.kind))
}

/// A file with an overlay, and the kind that it is for.
struct OverlayFile {
    group: &'static str,
    api_version: &'static str,
    kind: &'static str,
    name: &'static str,
    text: &'static str,
}

impl KnownKind {
    fn read(file: &OverlayFile) -> Result<Self, serde_json::Error> {
        let mut members: Map<String, Value> = serde_json::from_str(file.text)?;
        let mut take = |name: &str| members.remove(name).unwrap_or_default();
        let source = take("source");
        let of_source = |name: &str| {
            let text = source.get(name).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let source = Source {
            repository: of_source("repository"),
            file: of_source("file"),
            commit: of_source("commit"),
        };
        let optional_keys = Option::<Vec<String>>::deserialize(take("optionalKeys"))?;
        let (reasons, left_out) = (texts(take("reasons")), texts(take("leftOut")));
        let overlay: Overlay = serde_json::from_value(Value::Object(members))?;
        Ok(Self {
            name: file.name,
            api_version: overlay.api_version().unwrap_or_default().to_owned(),
            kind: overlay.kind().unwrap_or_default().to_owned(),
            source,
            overlay,
            optional_keys: optional_keys.unwrap_or_default(),
            reasons,
            left_out,
        })
    }

    /// Project and kind, such as `istio/VirtualService`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The API group with the version that the project prefers. The overlay is for all
    /// versions.
    #[must_use]
    pub fn api_version(&self) -> &str {
        &self.api_version
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The source of the facts.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// All changes, including those of [optional keys](Self::optional_keys).
    ///
    /// ```
    /// use smp_openapi::overlays;
    /// let known = overlays::for_kind("kyverno.io", "ClusterPolicy").expect("a known kind");
    /// let changed: Vec<_> = known.overlay().changed_fields().collect();
    /// assert_eq!(changed[0].path, ["spec", "rules"]);
    /// ```
    #[must_use]
    pub fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// The reason why the key of each field identifies its elements, by path.
    ///
    /// ```
    /// use smp_openapi::overlays;
    /// let known = overlays::for_kind("kafka.strimzi.io", "Kafka").expect("a known kind");
    /// let (path, reason) = known.reasons().next().expect("a key");
    /// assert_eq!(path, "spec.kafka.listeners");
    /// assert!(reason.contains("unique"));
    /// ```
    pub fn reasons(&self) -> impl Iterator<Item = (&str, &str)> {
        self.reasons.iter().map(|(path, reason)| (path.as_str(), reason.as_str()))
    }

    /// Lists of objects without a reliable key, by path, with the reason.
    pub fn left_out(&self) -> impl Iterator<Item = (&str, &str)> {
        self.left_out.iter().map(|(path, reason)| (path.as_str(), reason.as_str()))
    }

    /// A schema from the overlay alone, for use without a definition: `metadata` and the fields
    /// of the overlay have types, and all other fields take any value. `O(n)` in the types.
    ///
    /// # Errors
    ///
    /// If `types` lacks a type that the overlay gives to a field.
    pub fn schema(&self, types: &dyn TypeSource) -> Result<Schema, ImportError> {
        Ok(self.overlay.fill(&bare_schema(&self.kind, types)?, types, &[])?.schema)
    }
}

/// A schema that has only the fields of every object, with the kind as its name.
pub(crate) fn bare_schema(kind: &str, types: &dyn TypeSource) -> Result<Schema, ImportError> {
    let mut builder = SchemaBuilder::new();
    let (text, any) = (builder.scalar(), builder.any());
    let metadata = match types.type_named("v1", "ObjectMeta") {
        Some(metadata) => builder.graft(metadata.root()),
        None => any,
    };
    let root = builder.object(
        ObjectDef::new(kind)
            .field("apiVersion", FieldDef::new(text))
            .field("kind", FieldDef::new(text))
            .field("metadata", FieldDef::new(metadata))
            .flatten(any),
    );
    builder.build(root).map_err(|error| ImportError::one("", error.to_string()))
}

/// The members of an object of strings.
fn texts(value: Value) -> Vec<(String, String)> {
    let Value::Object(members) = value else { return Vec::new() };
    let texts = members.into_iter();
    texts.filter_map(|(name, text)| Some((name, text.as_str()?.to_owned()))).collect()
}
