//! Reads every definition of an OpenAPI v2 document. What it says in a way that
//! this task does not know is an error, never a guess.

use std::collections::BTreeMap;

use serde::Deserialize;
use smp_core::Strategy;

use super::Result;
use super::names::Key;
use crate::unsaid::{Stated, Union, all_found, key_default, union_of};

/// By name: `io.k8s.api.core.v1.Container`.
pub(super) type Definitions = BTreeMap<String, Definition>;

pub(super) enum Definition {
    /// A scalar or free-form: written in place of each reference to it.
    Leaf,
    Object {
        /// The group-version-kinds that documents of this type have.
        kinds: Vec<Key>,
        map_type: Option<String>,
        union: Option<Union>,
        fields: Vec<Field>,
    },
}

pub(super) struct Field {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) strategy: Option<Strategy>,
    pub(super) merge_key: Option<String>,
    pub(super) list_type: Option<String>,
    /// With the value that stands in for an absent key.
    pub(super) list_map_keys: Vec<(String, Option<&'static str>)>,
    pub(super) map_type: Option<String>,
}

pub(super) enum Type {
    /// The catalogue's word for a scalar, or `any`.
    Leaf(&'static str),
    List(Box<Type>),
    Map(Box<Type>),
    /// A definition that is an object.
    Object(String),
}

#[derive(Deserialize)]
struct RawDocument {
    definitions: BTreeMap<String, Raw>,
}

/// A definition, or the type of a field.
#[derive(Deserialize)]
struct Raw {
    #[serde(rename = "type")]
    ty: Option<String>,
    format: Option<String>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    properties: Option<BTreeMap<String, Raw>>,
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

pub(super) fn read(text: &str) -> Result<Definitions> {
    let raw: RawDocument = serde_json::from_str(text)?;
    let leaves = leaves(&raw.definitions);
    let definitions = raw.definitions.iter().map(|(name, raw)| {
        let leaf = leaves.contains_key(name.as_str());
        let definition = if leaf { Definition::Leaf } else { object(name, raw, &leaves)? };
        Ok((name.clone(), definition))
    });
    definitions.collect()
}

/// Whether the document has all that is said of unions.
pub(super) fn is_complete(definitions: &Definitions) -> Result<()> {
    all_found(definitions.keys().map(String::as_str))
}

type Leaves<'d> = BTreeMap<&'d str, &'static str>;

/// Definitions without fields: scalars that keep their text, and free-form
/// JSON. An object that has no fields says as little as one that may have any.
fn leaves(definitions: &BTreeMap<String, Raw>) -> Leaves<'_> {
    let without_fields = definitions.iter().filter(|(_, raw)| raw.properties.is_none());
    let leaf = |(name, raw)| match scalar(raw) {
        Some(_) if name == "io.k8s.apimachinery.pkg.api.resource.Quantity" => "quantity",
        Some(leaf) => leaf,
        None => "any",
    };
    without_fields.map(|(name, raw)| (name.as_str(), leaf((name.as_str(), raw)))).collect()
}

fn object(name: &str, raw: &Raw, leaves: &Leaves<'_>) -> Result<Definition> {
    let properties = raw.properties.iter().flatten();
    let fields = properties.map(|(field, raw)| {
        self::field(name, field, raw, leaves)
            .map_err(|error| format!("{name}.{field}: {error}").into())
    });
    let kinds = raw.kinds.iter().map(|kind| {
        let api_version = match kind.group.as_str() {
            "" => kind.version.clone(),
            group => format!("{group}/{}", kind.version),
        };
        Key { api_version, name: kind.kind.clone() }
    });
    let stated: Vec<Stated> = raw
        .unions
        .iter()
        .map(|union| (union.discriminator.clone(), union.fields.clone().into_iter().collect()))
        .collect();
    let names: Vec<_> = raw.properties.iter().flatten().map(|(name, _)| name.as_str()).collect();
    Ok(Definition::Object {
        kinds: kinds.collect(),
        map_type: raw.map_type.clone(),
        union: union_of(name, &names, &stated)?,
        fields: fields.collect::<Result<_>>()?,
    })
}

fn field(of: &str, name: &str, raw: &Raw, leaves: &Leaves<'_>) -> Result<Field> {
    let of = of.strip_prefix("io.k8s.api.").unwrap_or(of);
    let keys = raw.list_map_keys.iter();
    Ok(Field {
        name: name.to_owned(),
        ty: value(raw, leaves)?,
        strategy: raw.strategy.as_deref().map(str::parse).transpose()?,
        merge_key: raw.merge_key.clone(),
        list_type: raw.list_type.clone(),
        list_map_keys: keys.map(|key| (key.clone(), key_default(of, name, key))).collect(),
        map_type: raw.map_type.clone(),
    })
}

fn value(raw: &Raw, leaves: &Leaves<'_>) -> Result<Type> {
    if let Some(reference) = &raw.reference {
        let path = reference
            .strip_prefix("#/definitions/")
            .ok_or(format!("{reference} leads out of the document"))?;
        return Ok(match leaves.get(path) {
            Some(leaf) => Type::Leaf(leaf),
            None => Type::Object(path.to_owned()),
        });
    }
    if let Some(leaf) = scalar(raw) {
        return Ok(Type::Leaf(leaf));
    }
    match (raw.ty.as_deref(), &raw.items, &raw.values) {
        (Some("array"), Some(items), None) => Ok(Type::List(Box::new(value(items, leaves)?))),
        (Some("object"), None, Some(values)) => Ok(Type::Map(Box::new(value(values, leaves)?))),
        (Some("object"), None, None) if raw.properties.is_none() => Ok(Type::Leaf("any")),
        (ty, ..) => Err(format!("type {} is not known here", ty.unwrap_or("(none)")).into()),
    }
}

fn scalar(raw: &Raw) -> Option<&'static str> {
    Some(match (raw.ty.as_deref()?, raw.format.as_deref()) {
        ("boolean", _) => "bool",
        ("integer", Some("int32")) => "int32",
        ("integer", _) => "int64",
        ("number", _) => "double",
        ("string", Some("byte")) => "byte",
        ("string", Some("date-time")) => "time",
        ("string", Some("int-or-string")) => "int-or-string",
        ("string", _) => "string",
        _ => return None,
    })
}
