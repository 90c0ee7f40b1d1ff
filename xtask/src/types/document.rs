//! Reads an OpenAPI v2 document into named types with fields. What it says in
//! a way that this task does not know is an error, never a guess.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use smp_core::Strategy;

use super::Result;
use crate::unsaid::key_default;

/// Every object type of the document.
pub(super) type Document = BTreeMap<TypeName, ObjectType>;

/// A type's group, version and name, as Go's packages have them:
/// `core/v1.Container`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TypeName {
    pub(super) group: String,
    pub(super) version: String,
    pub(super) name: String,
}

impl TypeName {
    pub(super) fn new(group: &str, version: &str, name: &str) -> Self {
        Self { group: group.to_owned(), version: version.to_owned(), name: name.to_owned() }
    }

    /// The Rust module of the group-version: `core_v1`.
    pub(super) fn module(&self) -> String {
        format!("{}_{}", self.group, self.version)
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}.{}", self.group, self.version, self.name)
    }
}

/// An object type.
#[derive(Debug)]
pub(super) struct ObjectType {
    /// `apiVersion` and `kind`, where the type is the root of documents.
    pub(super) kinds: Vec<(String, String)>,
    pub(super) map_type: Option<String>,
    pub(super) fields: Vec<Field>,
}

/// A field with everything that the document says about it.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) required: bool,
    pub(super) strategy: Strategy,
    pub(super) merge_key: Option<String>,
    pub(super) list_type: Option<String>,
    /// With the value that stands in for an absent key.
    pub(super) list_map_keys: Vec<(String, Option<&'static str>)>,
    pub(super) map_type: Option<String>,
}

/// The type of a value.
#[derive(Debug)]
pub(super) enum Type {
    Bool,
    Int32,
    Int64,
    Double,
    String,
    /// A type that smp-types has by hand.
    Leaf(&'static str),
    Object(TypeName),
    List(Box<Type>),
    Map(Box<Type>),
}

/// Definitions that are leaf types: written by hand in smp-types because they
/// keep their text, or hold any JSON.
const LEAVES: &[(&str, &str)] = &[
    ("io.k8s.apimachinery.pkg.api.resource.Quantity", "Quantity"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1", "FieldsV1"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", "MicroTime"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.Time", "Time"),
    ("io.k8s.apimachinery.pkg.runtime.RawExtension", "RawExtension"),
    ("io.k8s.apimachinery.pkg.util.intstr.IntOrString", "IntOrString"),
];

#[derive(Deserialize)]
struct RawDocument {
    definitions: BTreeMap<String, RawType>,
}

#[derive(Deserialize)]
struct RawType {
    #[serde(default)]
    properties: BTreeMap<String, RawField>,
    #[serde(default)]
    required: Vec<String>,
    #[serde(default, rename = "x-kubernetes-group-version-kind")]
    kinds: Vec<RawKind>,
    #[serde(rename = "x-kubernetes-map-type")]
    map_type: Option<String>,
}

#[derive(Deserialize)]
struct RawKind {
    group: String,
    version: String,
    kind: String,
}

#[derive(Deserialize)]
struct RawField {
    #[serde(rename = "type")]
    ty: Option<String>,
    format: Option<String>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    items: Option<Box<RawField>>,
    #[serde(rename = "additionalProperties")]
    values: Option<Box<RawField>>,
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

/// Reads the document. Definitions outside of API groups (`io.k8s.api.*` and
/// the meta types) are left out; a selected type that refers to one is an error
/// later.
pub(super) fn read(text: &str) -> Result<Document> {
    let raw: RawDocument = serde_json::from_str(text)?;
    let mut document = Document::new();
    for (path, ty) in &raw.definitions {
        if LEAVES.iter().any(|(leaf, _)| leaf == path) {
            continue;
        }
        if let Some(name) = type_name(path)
            && let Some(object) = object_type(&name, ty)?
        {
            document.insert(name, object);
        }
    }
    Ok(document)
}

/// `None` where a field has a type that this task does not know: such a type
/// (the schemas of a CRD are) can't be generated, and needn't be.
fn object_type(name: &TypeName, raw: &RawType) -> Result<Option<ObjectType>> {
    let mut fields = Vec::new();
    for (field, raw_field) in &raw.properties {
        let Some(ty) = value_type(raw_field) else { return Ok(None) };
        let of = format!("{}.{}.{}", name.group, name.version, name.name);
        fields.push(Field {
            name: field.clone(),
            ty,
            required: raw.required.contains(field),
            strategy: raw_field.strategy.as_deref().unwrap_or_default().parse()?,
            merge_key: raw_field.merge_key.clone(),
            list_type: raw_field.list_type.clone(),
            list_map_keys: raw_field
                .list_map_keys
                .iter()
                .map(|key| (key.clone(), key_default(&of, field, key)))
                .collect(),
            map_type: raw_field.map_type.clone(),
        });
    }
    let kinds = raw.kinds.iter().map(|kind| {
        let api_version = match kind.group.as_str() {
            "" => kind.version.clone(),
            group => format!("{group}/{}", kind.version),
        };
        (api_version, kind.kind.clone())
    });
    Ok(Some(ObjectType { kinds: kinds.collect(), map_type: raw.map_type.clone(), fields }))
}

fn value_type(raw: &RawField) -> Option<Type> {
    if let Some(reference) = &raw.reference {
        let path = reference.strip_prefix("#/definitions/")?;
        if let Some((_, leaf)) = LEAVES.iter().find(|(leaf, _)| *leaf == path) {
            return Some(Type::Leaf(leaf));
        }
        return type_name(path).map(Type::Object);
    }
    Some(match (raw.ty.as_deref()?, raw.format.as_deref()) {
        ("boolean", None) => Type::Bool,
        ("integer", Some("int32")) => Type::Int32,
        ("integer", Some("int64")) => Type::Int64,
        ("number", Some("double")) => Type::Double,
        ("string", None) => Type::String,
        ("string", Some("byte")) => Type::Leaf("ByteString"),
        ("array", None) => Type::List(Box::new(value_type(raw.items.as_deref()?)?)),
        ("object", None) => Type::Map(Box::new(value_type(raw.values.as_deref()?)?)),
        _ => return None,
    })
}

/// `io.k8s.api.core.v1.Container` is `core/v1.Container`.
fn type_name(path: &str) -> Option<TypeName> {
    let rest = path
        .strip_prefix("io.k8s.api.")
        .or_else(|| path.strip_prefix("io.k8s.apimachinery.pkg.apis."))?;
    let mut parts = rest.split('.');
    let name = TypeName::new(parts.next()?, parts.next()?, parts.next()?);
    parts.next().is_none().then_some(name)
}
