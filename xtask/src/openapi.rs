//! Reads the facts of an OpenAPI v2 document (`kubectl get --raw /openapi/v2`) for
//! the tasks that generate code from it: types, required fields, references, `x-kubernetes-*`
//! extensions, and the descriptions, whose first sentences are comments of the structs. A
//! statement of a form that is not known here is an error, never a guess.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use serde::Deserialize;
use smp_core::Strategy;
use smp_openapi::__support::key_default;

use crate::type_name::TypeName;
use crate::undocumented::{DocumentUnion, Edition, Union, union_of};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The document that a task generates from, and whether it writes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The document: `kubectl get --raw /openapi/v2 > FILE`. That of Kubernetes' source states no
    /// version: 1.37=FILE.
    #[arg(value_name = "[VERSION=]FILE")]
    openapi: String,
    /// Write nothing; fail if a file is not what would be written.
    #[arg(long)]
    pub(crate) check: bool,
}

impl Args {
    /// The document with its version.
    pub(crate) fn document(&self) -> Result<Document> {
        let (version, path) = match self.openapi.split_once('=') {
            Some((version, path)) => (Some(major_and_minor(version)?), path),
            None => (None, self.openapi.as_str()),
        };
        let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let version = version.map_or_else(|| self::version(&text), |version| Ok(Some(version)))?;
        Ok(Document { text, version })
    }
}

/// The text of a document of the newest version, or of a newer one.
pub(crate) struct Document {
    pub(crate) text: String,
    /// The version, such as `1.37`; `None` if it is not stated.
    pub(crate) version: Option<String>,
}

/// The root of the workspace. Paths of generated files are relative to it.
pub(crate) fn workspace() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// Every definition of the document.
pub(crate) type Definitions = BTreeMap<TypeName, Definition>;

/// The `apiVersion` and `kind` of a kind, or the `apiVersion` and name of another type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) api_version: String,
    pub(crate) name: String,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.api_version, self.name)
    }
}

#[derive(Debug)]
pub(crate) enum Definition {
    /// A scalar or free-form JSON. References to it are replaced with the leaf.
    Leaf,
    Object(Object),
}

/// An object with named fields.
#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) description: Option<String>,
    /// The `apiVersion` and `kind` of documents of this type.
    pub(crate) kinds: Vec<Key>,
    pub(crate) map_type: Option<String>,
    pub(crate) union: Option<Union>,
    pub(crate) fields: Vec<Field>,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) ty: Type,
    pub(crate) required: bool,
    pub(crate) strategy: Strategy,
    pub(crate) merge_key: Option<String>,
    pub(crate) list_type: Option<String>,
    /// Each key with its default.
    pub(crate) list_map_keys: Vec<(String, Option<&'static str>)>,
    pub(crate) map_type: Option<String>,
}

impl Field {
    /// The map type that the field states; `atomic` for a `RawExtension`, which server-side apply
    /// takes as one value, unlike other free-form JSON.
    pub(crate) fn of_map_type(&self) -> Option<&str> {
        let raw = matches!(self.ty, Type::Leaf(Leaf::RawExtension)).then_some("atomic");
        self.map_type.as_deref().or(raw)
    }

    /// The field, as if the document did not say how its list merges.
    fn without_keys(self) -> Self {
        let (strategy, list_map_keys) = (Strategy::NONE, Vec::new());
        Self { strategy, merge_key: None, list_type: None, list_map_keys, ..self }
    }
}

/// The type of a value.
#[derive(Debug)]
pub(crate) enum Type {
    Leaf(Leaf),
    List(Box<Type>),
    Map(Box<Type>),
    /// A definition that is an object.
    Object(TypeName),
}

/// A type without fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaf {
    Bool,
    Int32,
    Int64,
    Double,
    String,
    ByteString,
    Time,
    MicroTime,
    IntOrString,
    Quantity,
    FieldsV1,
    RawExtension,
    /// An object whose fields the document does not name.
    EmptyObject,
    /// Any JSON.
    Any,
}

/// Definitions of leaves that can't be recognized by `type` and `format` in the document.
const LEAVES: &[(&str, Leaf)] = &[
    ("io.k8s.apimachinery.pkg.api.resource.Quantity", Leaf::Quantity),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1", Leaf::FieldsV1),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", Leaf::MicroTime),
    ("io.k8s.apimachinery.pkg.runtime.RawExtension", Leaf::RawExtension),
];

/// Fields of older documents whose keys are those of another type, so no schema is possible: these
/// lists had the keys `name`, and until 1.34 `type`, which their elements don't have. Later versions
/// of the lists have no metadata at all.
const MISTAKEN: &[(&str, &str)] = &[
    ("io.k8s.api.storage.v1beta1.CSIStorageCapacityList", "items"),
    ("io.k8s.api.storagemigration.v1alpha1.StorageVersionMigrationList", "items"),
];

#[derive(Deserialize)]
struct RawDocument {
    definitions: BTreeMap<String, Raw>,
}

/// A definition, or the type of a field.
#[derive(Deserialize)]
struct Raw {
    description: Option<String>,
    #[serde(rename = "type")]
    ty: Option<String>,
    format: Option<String>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    properties: Option<BTreeMap<String, Raw>>,
    #[serde(default)]
    required: Vec<String>,
    items: Option<Box<Raw>>,
    #[serde(rename = "additionalProperties")]
    values: Option<Box<Raw>>,
    #[serde(default, rename = "x-kubernetes-group-version-kind")]
    kinds: Vec<RawKind>,
    #[serde(default, rename = "x-kubernetes-unions")]
    unions: Vec<RawUnion>,
    #[serde(rename = "x-kubernetes-patch-strategy")]
    strategy: Option<String>,
    #[serde(rename = "x-kubernetes-patch-merge-key")]
    merge_key: Option<String>,
    #[serde(rename = "x-kubernetes-list-type")]
    list_type: Option<String>,
    #[serde(default, rename = "x-kubernetes-list-map-keys")]
    list_map_keys: Vec<String>,
    #[serde(rename = "x-kubernetes-map-type")]
    map_type: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnion {
    discriminator: Option<String>,
    #[serde(rename = "fields-to-discriminateBy")]
    fields: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct RawKind {
    group: String,
    version: String,
    kind: String,
}

/// The version of Kubernetes that the document states, such as `1.37`; `None` if it states none.
pub(crate) fn version(text: &str) -> Result<Option<String>> {
    #[derive(Deserialize)]
    struct Document {
        info: Option<Info>,
    }
    #[derive(Deserialize)]
    struct Info {
        version: String,
    }
    let Some(info) = serde_json::from_str::<Document>(text)?.info else { return Ok(None) };
    let version = major_and_minor(&info.version);
    version.map(Some).map_err(|error| format!("info.version: {error}; write 1.37=FILE").into())
}

/// The numbers that matter: `1.37` of `v1.37.2`.
fn major_and_minor(version: &str) -> Result<String> {
    let mut parts = version.trim_start_matches('v').split('.');
    let numbers = parts.next().zip(parts.next());
    match numbers.filter(|(a, b)| a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok()) {
        Some((major, minor)) => Ok(format!("{major}.{minor}")),
        None => Err(format!("`{version}` is no version such as v1.37.0").into()),
    }
}

/// Reads every definition of the newest version.
pub(crate) fn read(text: &str) -> Result<Definitions> {
    read_edition(text, Edition::Newest)
}

/// Reads every definition of this or an older version.
pub(crate) fn read_edition(text: &str, edition: Edition) -> Result<Definitions> {
    let raw: RawDocument = serde_json::from_str(text)?;
    let leaves = leaves(&raw.definitions);
    let definitions = raw.definitions.iter().map(|(path, raw)| {
        let name = TypeName::new(path);
        let definition = match leaves.get(path.as_str()) {
            Some(_) => Definition::Leaf,
            None => Definition::Object(object(&name, raw, &leaves, edition)?),
        };
        Ok((name, definition))
    });
    definitions.collect()
}

type Leaves<'d> = BTreeMap<&'d str, Leaf>;

/// Definitions without fields: scalars that keep their text, and free-form JSON. An object
/// without fields in the document may have any fields. Old documents give `RawExtension` a field of
/// Go, which no object has.
fn leaves(definitions: &BTreeMap<String, Raw>) -> Leaves<'_> {
    let is_leaf = |path: &str| LEAVES.iter().any(|(name, _)| *name == path);
    let without_fields =
        definitions.iter().filter(|(path, raw)| raw.properties.is_none() || is_leaf(path));
    let leaf = |path, raw: &Raw| match LEAVES.iter().find(|(name, _)| *name == path) {
        Some((_, leaf)) => *leaf,
        None if raw.ty.as_deref() == Some("object") => Leaf::EmptyObject,
        None => scalar(raw).unwrap_or(Leaf::Any),
    };
    without_fields.map(|(path, raw)| (path.as_str(), leaf(path.as_str(), raw))).collect()
}

fn object(name: &TypeName, raw: &Raw, leaves: &Leaves<'_>, edition: Edition) -> Result<Object> {
    let properties = || raw.properties.iter().flatten();
    let fields = properties().map(|(field_name, field)| {
        let required = raw.required.contains(field_name);
        let read = self::field(field_name, field, required, leaves);
        let mistaken = MISTAKEN.contains(&(name.path.as_str(), field_name.as_str()));
        read.map(|field| if mistaken { field.without_keys() } else { field })
            .map_err(|error| format!("{}.{field_name}: {error}", name.path).into())
    });
    let kinds = raw.kinds.iter().map(|kind| {
        let api_version = match kind.group.as_str() {
            "" => kind.version.clone(),
            group => format!("{group}/{}", kind.version),
        };
        Key { api_version, name: kind.kind.clone() }
    });
    let unions: Vec<DocumentUnion> = raw
        .unions
        .iter()
        .map(|union| (union.discriminator.clone(), union.fields.clone().into_iter().collect()))
        .collect();
    let names: Vec<_> = properties().map(|(name, _)| name.as_str()).collect();
    Ok(Object {
        description: raw.description.clone(),
        kinds: kinds.collect(),
        map_type: raw.map_type.clone(),
        union: union_of(name, &names, &unions, edition)?,
        fields: fields.collect::<Result<_>>()?,
    })
}

fn field(name: &str, raw: &Raw, required: bool, leaves: &Leaves<'_>) -> Result<Field> {
    let keys = raw.list_map_keys.iter();
    let ty = value(raw, leaves)?;
    // In documents, two forms have a list type but are not lists: Go's `[]byte`, a string in JSON
    // (`APIServiceSpec.caBundle`), and until 1.34 an object (`Status.details`).
    let is_list = !matches!(ty, Type::Leaf(Leaf::ByteString) | Type::Object(_));
    let element = match &ty {
        Type::List(element) => match &**element {
            Type::Object(name) => Some(name.path.clone()),
            _ => None,
        },
        _ => None,
    };
    let default = |key: &str| element.as_deref().and_then(|element| key_default(element, key));
    Ok(Field {
        name: name.to_owned(),
        description: raw.description.clone(),
        ty,
        required,
        strategy: raw.strategy.as_deref().unwrap_or_default().parse()?,
        merge_key: raw.merge_key.clone(),
        list_type: raw.list_type.clone().filter(|_| is_list),
        list_map_keys: keys.map(|key| (key.clone(), default(key))).collect(),
        map_type: raw.map_type.clone(),
    })
}

fn value(raw: &Raw, leaves: &Leaves<'_>) -> Result<Type> {
    if let Some(reference) = &raw.reference {
        let path = reference
            .strip_prefix("#/definitions/")
            .ok_or(format!("{reference} leads out of the document"))?;
        return Ok(match leaves.get(path) {
            Some(leaf) => Type::Leaf(*leaf),
            None => Type::Object(TypeName::new(path)),
        });
    }
    if let Some(leaf) = scalar(raw) {
        return Ok(Type::Leaf(leaf));
    }
    match (raw.ty.as_deref(), &raw.items, &raw.values) {
        (Some("array"), Some(items), None) => Ok(Type::List(Box::new(value(items, leaves)?))),
        (Some("object"), None, Some(values)) => Ok(Type::Map(Box::new(value(values, leaves)?))),
        (Some("object"), None, None) if raw.properties.is_none() => Ok(Type::Leaf(Leaf::Any)),
        (ty, ..) => Err(format!("type {} is not known here", ty.unwrap_or("(none)")).into()),
    }
}

fn scalar(raw: &Raw) -> Option<Leaf> {
    Some(match (raw.ty.as_deref()?, raw.format.as_deref()) {
        ("boolean", _) => Leaf::Bool,
        ("integer", Some("int32")) => Leaf::Int32,
        ("integer", _) => Leaf::Int64,
        ("number", _) => Leaf::Double,
        ("string", Some("byte")) => Leaf::ByteString,
        ("string", Some("date-time")) => Leaf::Time,
        ("string", Some("int-or-string")) => Leaf::IntOrString,
        ("string", _) => Leaf::String,
        _ => return None,
    })
}

/// The object type of a value, or of the elements and values in its lists and maps.
pub(crate) fn object_of(field: &Field) -> Option<&TypeName> {
    let mut ty = &field.ty;
    loop {
        match ty {
            Type::List(inner) | Type::Map(inner) => ty = inner,
            Type::Object(name) => return Some(name),
            Type::Leaf(_) => return None,
        }
    }
}

/// The document that the environment variable `SMP_OPENAPI` names, for tests that
/// compare generated files with committed ones.
#[cfg(test)]
pub(crate) fn named_by_environment() -> Document {
    let path = std::env::var_os("SMP_OPENAPI").expect("SMP_OPENAPI names a document");
    let text = fs::read_to_string(path).expect("SMP_OPENAPI names a readable document");
    let version = version(&text).expect("the document states a version, or none");
    Document { text, version }
}
