//! `CustomResourceDefinition` manifests (`apiextensions.k8s.io/v1`).
//!
//! Their schemas are read in the same way as those of `OpenAPI` documents. List types decide
//! how fields without a patch strategy merge. The types of `metadata`, `apiVersion` and `kind`
//! of the resource and of embedded resources, which a manifest leaves to Kubernetes, are
//! taken from a [`TypeSource`].

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::quality::RandomState;
use serde::Deserialize;
use serde_json::Value;

use smp_schema::__support::JsonKind;
use smp_schema::{FieldDef, Limits, ObjectDef, Schema, SchemaBuilder, SchemaError};

use crate::diagnostic::ImportError;
use crate::openapi::{Imported, Importer, Lenient, SchemaNode, check_depth, read};
use crate::source::TypeSource;

/// The custom resources that a manifest defines.
///
/// ```
/// use serde_json::json;
/// use smp_openapi::CustomResources;
/// use smp_schema::Schema;
/// let resources = CustomResources::from_value(&json!({
///     "apiVersion": "apiextensions.k8s.io/v1",
///     "kind": "CustomResourceDefinition",
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Proxy"},
///         "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {
///             "type": "object",
///             "properties": {"ports": {
///                 "type": "array",
///                 "x-kubernetes-list-type": "map",
///                 "x-kubernetes-list-map-keys": ["port", "protocol"],
///                 "items": {"type": "object", "properties": {
///                     "port": {"type": "integer"},
///                     "protocol": {"type": "string", "default": "TCP"}
///                 }}
///             }}
///         }}}]
///     }
/// }))?;
/// let no_types = |_: &str, _: &str| None::<Schema>;
/// let proxy = resources.schema_of("example.com/v1", "Proxy", &no_types)?.unwrap();
/// let ports = proxy.schema.root().field("ports").unwrap();
/// assert!(ports.strategy().is_merge());
/// assert_eq!(ports.list_map_keys()[1].default(), Some(&"TCP".into()));
/// // The type of `metadata` is unknown.
/// assert_eq!(proxy.warnings.len(), 1);
/// # Ok::<(), smp_openapi::ImportError>(())
/// ```
#[derive(Debug)]
pub struct CustomResources {
    versions: Vec<Resource>,
    /// The indexes of the versions, by `apiVersion` and kind.
    by_kind: ByKind,
    /// The same by `apiVersion` and list kind; if several versions share one list kind, the first.
    by_list_kind: ByKind,
    limits: Limits,
}

type ByKind = HashMap<(String, String), usize, RandomState>;

/// A version of a custom resource.
#[derive(Debug)]
struct Resource {
    api_version: String,
    kind: String,
    list_kind: String,
    names: Arc<ResourceNames>,
    node: SchemaNode,
    /// The JSON pointer of the schema in the manifest.
    pointer: String,
}

/// The names of a custom resource on command lines, and its scope.
///
/// ```
/// use serde_json::json;
/// use smp_openapi::CustomResources;
/// let resources = CustomResources::from_value(&json!({
///     "apiVersion": "apiextensions.k8s.io/v1",
///     "kind": "CustomResourceDefinition",
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Proxy", "plural": "proxies", "shortNames": ["px"]},
///         "scope": "Namespaced",
///         "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}]
///     }
/// }))?;
/// let names = resources.names_of("example.com/v1", "Proxy").expect("defined");
/// assert_eq!(names.plural.as_deref(), Some("proxies"));
/// assert_eq!(names.singular, "proxy");
/// assert_eq!(names.short_names, ["px"]);
/// assert_eq!(names.namespaced, Some(true));
/// # Ok::<(), smp_openapi::ImportError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceNames {
    /// `spec.names.plural`, if the definition has it.
    pub plural: Option<String>,
    /// `spec.names.singular`; by default the kind in lower case, as in a cluster.
    pub singular: String,
    /// `spec.names.shortNames`.
    pub short_names: Vec<String>,
    /// `spec.names.categories`, such as `all`.
    pub categories: Vec<String>,
    /// Whether objects are in namespaces; `None` if the definition has no valid `spec.scope`.
    pub namespaced: Option<bool>,
}

impl ResourceNames {
    /// Reads the names of a definition. Values of the wrong type are left out: no patch depends on
    /// them.
    fn of(manifest: &Value, kind: &str) -> Self {
        let names = manifest.pointer("/spec/names").unwrap_or(&Value::Null);
        let text = |name: &str| names[name].as_str().filter(|it| !it.is_empty()).map(str::to_owned);
        let list = |name: &str| {
            let texts = names[name].as_array().into_iter().flatten();
            texts.filter_map(|text| Some(text.as_str()?.to_owned())).collect()
        };
        Self {
            plural: text("plural"),
            singular: text("singular").unwrap_or_else(|| kind.to_lowercase()),
            short_names: list("shortNames"),
            categories: list("categories"),
            namespaced: match manifest.pointer("/spec/scope").and_then(Value::as_str) {
                Some("Namespaced") => Some(true),
                Some("Cluster") => Some(false),
                _ => None,
            },
        }
    }
}

impl CustomResources {
    /// Reads a manifest in JSON: one definition, or a `List` of them. `O(n)`.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, is nested deeper than 127 levels, is longer than
    /// [`Limits::max_bytes`], or is not a manifest of `apiextensions.k8s.io/v1`; if a version
    /// has no schema, or a kind is defined twice. Mistakes in a schema are reported by
    /// [`schema_of`](Self::schema_of).
    pub fn from_slice(text: &[u8]) -> Result<Self, ImportError> {
        Self::from_slice_within(text, &Limits::default())
    }

    /// Like [`from_slice`](Self::from_slice), with limits other than the default;
    /// [`max_errors`](Limits::max_errors) also applies to the schemas.
    pub fn from_slice_within(text: &[u8], limits: &Limits) -> Result<Self, ImportError> {
        let manifest: Value = read(text, "a CustomResourceDefinition", limits)?;
        Self::from_value_within(&manifest, limits)
    }

    /// Reads a manifest that is already parsed, for example from YAML. Errors as
    /// [`from_slice`](Self::from_slice). `O(n)`.
    pub fn from_value(manifest: &Value) -> Result<Self, ImportError> {
        Self::from_value_within(manifest, &Limits::default())
    }

    /// Like [`from_value`](Self::from_value), with limits other than the default.
    pub fn from_value_within(manifest: &Value, limits: &Limits) -> Result<Self, ImportError> {
        check_depth(manifest)?;
        let mut all = Self {
            versions: Vec::new(),
            by_kind: ByKind::default(),
            by_list_kind: ByKind::default(),
            limits: *limits,
        };
        match (manifest["kind"].as_str(), &manifest["items"]) {
            (Some("List" | "CustomResourceDefinitionList"), Value::Array(items)) => {
                for (at, item) in items.iter().enumerate() {
                    all.read(item, &format!("/items/{at}"))?;
                }
            }
            _ => all.read(manifest, "")?,
        }
        Ok(all)
    }

    /// `apiVersion` and kind of every resource, in the order of the manifest.
    pub fn kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        self.versions.iter().map(|version| (&*version.api_version, &*version.kind))
    }

    /// `apiVersion` and kind of the lists of every resource, in the order of the manifest, such
    /// as `ProxyList`.
    pub fn list_kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        self.versions.iter().map(|version| (&*version.api_version, &*version.list_kind))
    }

    /// The names of a resource; `None` if the manifest has no such kind.
    #[must_use]
    pub fn names_of(&self, api_version: &str, kind: &str) -> Option<&ResourceNames> {
        Some(&self.find(&self.by_kind, api_version, kind)?.names)
    }

    fn find(&self, index: &ByKind, api_version: &str, kind: &str) -> Option<&Resource> {
        self.versions.get(*index.get(&(api_version.to_owned(), kind.to_owned()))?)
    }

    /// The schema of a resource, or of the list of such resources; `None` if the manifest has
    /// no such kind. `O(n)` in its schema.
    ///
    /// # Errors
    ///
    /// Every mistake in the schema, as by [`OpenApi::schema_of`](super::OpenApi::schema_of).
    pub fn schema_of(
        &self,
        api_version: &str,
        kind: &str,
        types: &dyn TypeSource,
    ) -> Result<Option<Imported>, ImportError> {
        if let Some(version) = self.find(&self.by_kind, api_version, kind) {
            let importer = Importer::of_schema(types, self.limits);
            return importer
                .finish_schema(&version.node, &version.kind, &version.pointer)
                .map(Some);
        }
        let Some(version) = self.find(&self.by_list_kind, api_version, kind) else {
            return Ok(None);
        };
        let importer = Importer::of_schema(types, self.limits);
        let item = importer.finish_schema(&version.node, &version.kind, &version.pointer)?;
        let schema = list_of(&version.list_kind, &item.schema, types)
            .map_err(|error| ImportError::one(version.pointer.clone(), format!("{error}")))?;
        Ok(Some(Imported { schema, ..item }))
    }

    /// Adds the versions of one definition, whose JSON pointer is `base`.
    fn read(&mut self, manifest: &Value, base: &str) -> Result<(), ImportError> {
        let wrong = |pointer: &str, message: String| {
            Err(ImportError::one(format!("{base}{pointer}"), message))
        };
        let (api_version, kind) = (&manifest["apiVersion"], &manifest["kind"]);
        if *kind != "CustomResourceDefinition" {
            return wrong("/kind", format!("expected CustomResourceDefinition, found {kind}"));
        }
        if *api_version != "apiextensions.k8s.io/v1" {
            let message = format!(
                "expected apiextensions.k8s.io/v1, found {api_version}; read the definition back \
                 from a cluster, which serves it as v1"
            );
            return wrong("/apiVersion", message);
        }
        let text = |pointer: &str| match manifest.pointer(pointer) {
            Some(Value::String(text)) => Ok(text.as_str()),
            other => {
                let found = other.unwrap_or(&Value::Null);
                let message = format!("expected a string, found {}", name_of(found));
                Err(ImportError::one(format!("{base}{pointer}"), message))
            }
        };
        let (group, kind) = (text("/spec/group")?, text("/spec/names/kind")?);
        let list_kind = match manifest.pointer("/spec/names/listKind") {
            None | Some(Value::Null) => format!("{kind}List"),
            Some(_) => text("/spec/names/listKind")?.to_owned(),
        };
        let versions = match manifest.pointer("/spec/versions") {
            Some(Value::Array(versions)) if !versions.is_empty() => versions,
            other => {
                let found = name_of(other.unwrap_or(&Value::Null));
                return wrong(
                    "/spec/versions",
                    format!("expected a list of versions, found {found}"),
                );
            }
        };
        let names = Arc::new(ResourceNames::of(manifest, kind));
        for at in 0..versions.len() {
            let place = format!("/spec/versions/{at}");
            let api_version = format!("{group}/{}", text(&format!("{place}/name"))?);
            let pointer = format!("{place}/schema/openAPIV3Schema");
            let Some(schema) = manifest.pointer(&pointer).filter(|schema| !schema.is_null()) else {
                let message = "expected the schema of this version, found none; without it, \
                               nothing says how the fields merge";
                return wrong(&pointer, message.to_owned());
            };
            let number = self.versions.len();
            if self.by_kind.insert((api_version.clone(), kind.to_owned()), number).is_some() {
                let message = format!("{kind} of {api_version} is defined twice; remove one");
                return wrong(&place, message);
            }
            let read = Lenient::<SchemaNode>::deserialize(schema)
                .map_err(|error| ImportError::one(format!("{base}{pointer}"), error.to_string()))?;
            let mut node = read.0.ok().flatten().unwrap_or_default();
            node.make_resource();
            let list = (api_version.clone(), list_kind.clone());
            self.by_list_kind.entry(list).or_insert(number);
            self.versions.push(Resource {
                api_version,
                kind: kind.to_owned(),
                list_kind: list_kind.clone(),
                names: Arc::clone(&names),
                node,
                pointer: format!("{base}{pointer}"),
            });
        }
        Ok(())
    }
}

/// The schema of a list of resources, which the API server has for every kind.
fn list_of(name: &str, item: &Schema, source: &dyn TypeSource) -> Result<Schema, SchemaError> {
    let mut types = SchemaBuilder::new();
    let (text, item) = (types.scalar(), types.graft(item.root()));
    let metadata = match source.type_named("v1", "ListMeta") {
        Some(metadata) => types.graft(metadata.root()),
        None => types.any(),
    };
    let items = types.list(item);
    let root = types.object(
        ObjectDef::new(name)
            .field("apiVersion", FieldDef::new(text))
            .field("kind", FieldDef::new(text))
            .field("metadata", FieldDef::new(metadata))
            .field("items", FieldDef::new(items)),
    );
    types.build(root)
}

/// A value in words. An absent one is null here.
fn name_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        value => JsonKind::of(value).name(),
    }
}
