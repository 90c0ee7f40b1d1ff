//! Schemas in the notation of the conformance cases, which the oracle reads
//! too (`oracle/README.md`).

#![allow(clippy::panic, reason = "the schema of the property tests is valid")]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};
use smp_core::schema::{KeyDefault, ListMapKey, TypeId};
use smp_core::{FieldDef, ListType, ObjectDef, Schema, SchemaBuilder, UnionDef};
use smp_openapi::{CustomResources, Overlay};

/// Reads a schema, from the first version of a `CustomResourceDefinition` or from the notation.
pub fn read(text: &str, overlay: Option<&Overlay>) -> Result<Schema, String> {
    let value: Value = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    let types = |version: &str, name: &str| smp_types::type_schema(version, name).cloned();
    let schema = if value["kind"] == "CustomResourceDefinition" {
        let resources = CustomResources::from_value(&value).map_err(|error| error.to_string())?;
        let (version, kind) = resources.kinds().next().ok_or("the definition has no version")?;
        let found = resources.schema_of(version, kind, &types);
        found
            .map_err(|error| error.to_string())?
            .ok_or("the definition does not have its own kind")?
            .schema
    } else {
        let notation: Notation =
            serde_json::from_value(value).map_err(|error| error.to_string())?;
        notation.build()?
    };
    match overlay {
        Some(overlay) => overlay.apply(&schema, &types).map_err(|error| error.to_string()),
        None => Ok(schema),
    }
}

/// The schema of the property tests: it has every kind of field, list and union.
///
/// # Panics
///
/// If its notation is wrong.
#[must_use]
pub fn everything() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(everything_anew);
    &SCHEMA
}

/// Like [`everything`], with null as a value of every member.
///
/// # Panics
///
/// If its notation is wrong.
#[must_use]
pub fn everything_with_nulls() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
        everything_noted().build_with(Nulls::Values).unwrap_or_else(|error| panic!("{error}"))
    });
    &SCHEMA
}

/// Like [`everything`], without the strategy `retainKeys`: the schema of an older server.
///
/// # Panics
///
/// If its notation is wrong.
#[must_use]
pub fn everything_without_retain_keys() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
        let mut notation = everything_noted();
        let types = notation.types.values_mut().flat_map(|ty| ty.fields.values_mut());
        for field in types {
            if let FieldNotation::Full(FullField { strategy: Some(strategy), .. }) = field {
                let kept = strategy.split('|').filter(|part| *part != "retainKeys");
                *strategy = kept.collect::<Vec<_>>().join("|");
            }
        }
        notation.build().unwrap_or_else(|error| panic!("{error}"))
    });
    &SCHEMA
}

fn everything_anew() -> Schema {
    everything_noted().build().unwrap_or_else(|error| panic!("{error}"))
}

fn everything_noted() -> Notation {
    serde_json::from_value(json!({
        "root": "Root",
        "types": {
            "Root": {"fields": {
                "num": "scalar", "text": "scalar", "free": "any",
                "set": {"type": {"list": "scalar"}, "strategy": "merge"},
                "atomic": {"list": "scalar"},
                "atomicItems": {"list": "Item"},
                "items": {"type": {"list": "Item"}, "strategy": "merge", "mergeKey": "name"},
                "volumes": {"type": {"list": "Item"}, "strategy": "merge|retainKeys", "mergeKey": "name"},
                "ports": {"type": {"list": "Port"}, "strategy": "merge", "mergeKey": "port",
                    "listMapKeys": ["port", {"name": "protocol", "default": "TCP"}], "listType": "map"},
                "numbered": {"type": {"list": "Numbered"}, "strategy": "merge", "mergeKey": "id"},
                "replacedItems": {"type": {"list": "Item"}, "strategy": "replace"},
                "retained": {"type": "Object", "strategy": "retainKeys"},
                "replaced": {"type": "Object", "strategy": "replace"},
                "replacedRetained": {"type": "Object", "strategy": "replace|retainKeys"},
                "labels": {"map": "scalar"},
                "byName": {"map": "Object"},
                "lists": {"map": {"list": "scalar"}},
                "maps": {"map": {"map": "scalar"}},
                "open": "Open",
                "inner": "Root"
            }},
            "Item": {"fields": {
                "name": "scalar", "value": "scalar", "object": "Object", "atomic": {"list": "scalar"},
                "set": {"type": {"list": "scalar"}, "strategy": "merge"},
                "items": {"type": {"list": "Item"}, "strategy": "merge", "mergeKey": "name"}
            }},
            "Numbered": {"fields": {"id": "scalar", "value": "scalar"}},
            "Open": {"fields": {"a": "scalar"}, "others": "scalar"},
            "Port": {"fields": {"port": "scalar", "protocol": "scalar", "target": "scalar"}},
            "Object": {"fields": {"a": "scalar", "b": "scalar", "object": "Object",
                "set": {"type": {"list": "scalar"}, "strategy": "merge"}}}
        }
    }))
    .unwrap_or_else(|error| panic!("{error}"))
}

/// A schema in the notation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notation {
    root: String,
    types: BTreeMap<String, TypeNotation>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeNotation {
    #[serde(default)]
    fields: BTreeMap<String, FieldNotation>,
    /// Types whose fields are included.
    #[serde(default)]
    inlined: Vec<String>,
    #[serde(default)]
    unions: Vec<UnionNotation>,
    /// The type of members without a field.
    others: Option<TypeExpression>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UnionNotation {
    discriminator: Option<String>,
    /// The discriminated value of each field.
    members: BTreeMap<String, String>,
    #[serde(default)]
    exactly_one: bool,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum FieldNotation {
    Full(FullField),
    Type(TypeExpression),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FullField {
    r#type: TypeExpression,
    strategy: Option<String>,
    merge_key: Option<String>,
    #[serde(default)]
    list_map_keys: Vec<KeyNotation>,
    list_type: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum TypeExpression {
    Name(String),
    List { list: Box<TypeExpression> },
    Map { map: Box<TypeExpression> },
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum KeyNotation {
    Name(String),
    WithDefault { name: String, default: String },
}

/// The meaning of a null member, in all types of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nulls {
    Absent,
    Values,
}

/// The types of a schema while it is built.
struct Types<'n> {
    builder: SchemaBuilder,
    ids: BTreeMap<&'n str, TypeId>,
    nulls: Nulls,
}

impl Types<'_> {
    fn find(&self, name: &str) -> Result<TypeId, String> {
        self.ids.get(name).copied().ok_or_else(|| format!("unknown type: {name}"))
    }

    /// The type of a member.
    fn member(&mut self, ty: &TypeExpression) -> Result<TypeId, String> {
        let id = ty.build(self)?;
        Ok(match self.nulls {
            Nulls::Absent => id,
            Nulls::Values => self.builder.nullable(id),
        })
    }
}

impl Notation {
    /// Builds the schema. The error is a message.
    pub fn build(&self) -> Result<Schema, String> {
        self.build_with(Nulls::Absent)
    }

    fn build_with(&self, nulls: Nulls) -> Result<Schema, String> {
        let mut builder = SchemaBuilder::new();
        let ids = self.types.keys().map(|name| (name.as_str(), builder.declare())).collect();
        let mut types = Types { builder, ids, nulls };
        for (name, notation) in &self.types {
            let mut object = ObjectDef::new(name);
            for (field, notation) in &notation.fields {
                object = object.field(field, notation.build(&mut types)?);
            }
            for name in &notation.inlined {
                object = object.flatten(types.find(name)?);
            }
            if let Some(others) = &notation.others {
                let value = types.member(others)?;
                object = object.flatten(types.builder.map(value));
            }
            for union in &notation.unions {
                object = object.union(union.build());
            }
            types.builder.define(types.ids[name.as_str()], object);
        }
        let root = types.find(&self.root)?;
        types.builder.build(root).map_err(|error| error.to_string())
    }
}

impl UnionNotation {
    fn build(&self) -> UnionDef {
        let mut union = UnionDef::new();
        for (field, value) in &self.members {
            union = union.member(field, value);
        }
        if let Some(field) = &self.discriminator {
            union = union.discriminator(field);
        }
        if self.exactly_one { union.exactly_one() } else { union }
    }
}

impl FieldNotation {
    fn build(&self, types: &mut Types<'_>) -> Result<FieldDef, String> {
        let full = match self {
            Self::Type(ty) => return Ok(FieldDef::new(types.member(ty)?)),
            Self::Full(full) => full,
        };
        let mut field = FieldDef::new(types.member(&full.r#type)?);
        if let Some(strategy) = &full.strategy {
            field = field.strategy(strategy.parse().map_err(|error| format!("{error}"))?);
        }
        if let Some(key) = &full.merge_key {
            field = field.merge_key(key);
        }
        for key in &full.list_map_keys {
            field = field.list_map_key(match key {
                KeyNotation::Name(name) => ListMapKey::new(name),
                KeyNotation::WithDefault { name, default } => {
                    ListMapKey::new(name).with_default(default.as_str())
                }
            });
        }
        match full.list_type.as_deref() {
            None => {}
            Some("atomic") => field = field.list_type(ListType::Atomic),
            Some("set") => field = field.list_type(ListType::Set),
            Some("map") => field = field.list_type(ListType::Map),
            Some(other) => return Err(format!("unknown list type: {other}")),
        }
        Ok(field)
    }
}

impl TypeExpression {
    fn build(&self, types: &mut Types<'_>) -> Result<TypeId, String> {
        Ok(match self {
            Self::Name(name) => match (name.as_str(), types.nulls) {
                ("scalar", _) => types.builder.scalar(),
                ("any", Nulls::Absent) => types.builder.any(),
                ("any", Nulls::Values) => types.builder.any_with_nulls(),
                (other, _) => types.find(other)?,
            },
            Self::List { list } => {
                let element = list.build(types)?;
                types.builder.list(element)
            }
            Self::Map { map } => {
                let value = types.member(map)?;
                types.builder.map(value)
            }
        })
    }
}

/// The JSON value of a default.
pub fn default_value(default: &KeyDefault) -> Value {
    match default {
        KeyDefault::String(text) => text.as_str().into(),
        KeyDefault::Number(text) => text.parse().map_or(Value::Null, Value::Number),
        KeyDefault::Bool(value) => (*value).into(),
    }
}
