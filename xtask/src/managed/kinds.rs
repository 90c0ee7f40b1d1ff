//! The types of the objects: kinds of Kubernetes, and custom resources made at random.

use fastrand::Rng;
use serde_json::{Map, Value, json};
use smp_core::{Schema, SchemaBuilder};
use smp_openapi::CustomResources;

use super::Result;

/// A kind of objects.
pub(super) struct Kind {
    /// The versions, which have the same schema.
    pub(super) versions: Vec<String>,
    pub(super) name: String,
    pub(super) schema: Schema,
    /// The definitions for the oracle, if it does not have the kind.
    pub(super) definitions: Option<Value>,
}

/// The kind of the catalogue with a name such as `apps/v1/Deployment`.
pub(super) fn of_name(name: &str) -> Option<Kind> {
    let (api_version, kind) = name.rsplit_once('/')?;
    let schema = smp_types::schema(api_version, kind)?.clone();
    let (versions, name) = (vec![api_version.to_owned()], kind.to_owned());
    Some(Kind { versions, name, schema, definitions: None })
}

impl Kind {
    /// A custom resource; one in eight has no schema.
    pub(super) fn custom(rng: &mut Rng) -> Result<Self> {
        if rng.u8(..8) == 0 {
            return Self::without_schema();
        }
        let mut schema = if rng.u8(..8) == 0 {
            json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true })
        } else {
            object(rng, 4)
        };
        let (api_version, kind) = ("example.com/v1", "Thing");
        let definition = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": { "name": "things.example.com" },
            "spec": {
                "group": "example.com",
                "names": { "kind": kind, "plural": "things" },
                "scope": "Namespaced",
                "versions": [{
                    "name": "v1",
                    "served": true,
                    "storage": true,
                    "schema": { "openAPIV3Schema": &schema },
                }],
            },
        });
        let source =
            |api_version: &str, name: &str| smp_types::type_schema(api_version, name).cloned();
        let imported = CustomResources::from_value(&definition)?
            .schema_of(api_version, kind, &source)?
            .ok_or("the definition lacks the kind")?
            .schema;
        let definitions = {
            let text = json!({ "type": "string" });
            schema["properties"]["apiVersion"] = text.clone();
            schema["properties"]["kind"] = text;
            schema["properties"]["metadata"] =
                json!({ "$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" });
            schema["x-kubernetes-group-version-kind"] = json!([
                { "group": "example.com", "version": "v1", "kind": kind },
                { "group": "example.com", "version": "v2", "kind": kind },
            ]);
            json!({
                "com.example.v1.Thing": schema,
                "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": object_meta(),
            })
        };
        Ok(Self {
            versions: vec![api_version.to_owned(), "example.com/v2".to_owned()],
            name: kind.to_owned(),
            schema: imported,
            definitions: Some(definitions),
        })
    }

    /// A custom resource whose fields are unknown.
    fn without_schema() -> Result<Self> {
        let mut types = SchemaBuilder::new();
        let root = types.any();
        Ok(Self {
            versions: vec!["example.com/v1".to_owned(), "example.com/v2".to_owned()],
            name: "Thing".to_owned(),
            schema: types.build(root)?,
            definitions: Some(json!({})),
        })
    }
}

/// The parts of `ObjectMeta` that the objects have.
fn object_meta() -> Value {
    let text = json!({ "type": "string" });
    let texts = json!({ "type": "object", "additionalProperties": text });
    json!({
        "type": "object",
        "properties": {
            "name": text, "namespace": text, "uid": text, "labels": texts, "annotations": texts,
            "finalizers": { "type": "array", "items": text, "x-kubernetes-list-type": "set" },
            "ownerReferences": {
                "type": "array",
                "x-kubernetes-list-type": "map",
                "x-kubernetes-list-map-keys": ["uid"],
                "items": {
                    "type": "object",
                    "x-kubernetes-map-type": "atomic",
                    "properties": {
                        "apiVersion": text, "kind": text, "name": text, "uid": text,
                        "controller": { "type": "boolean" },
                        "blockOwnerDeletion": { "type": "boolean" },
                    },
                },
            },
            "managedFields": {
                "type": "array",
                "x-kubernetes-list-type": "atomic",
                "items": { "type": "object" },
            },
        },
    })
}

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

fn object(rng: &mut Rng, depth: u8) -> Value {
    let mut properties = Map::new();
    for name in NAMES.iter().take(rng.usize(1..=NAMES.len())) {
        properties.insert((*name).to_owned(), property(rng, depth));
    }
    let mut object = json!({ "type": "object", "properties": properties });
    if depth < 4 && rng.u8(..6) == 0 {
        object["x-kubernetes-map-type"] = json!(if rng.bool() { "atomic" } else { "granular" });
    }
    object
}

fn scalar(rng: &mut Rng) -> Value {
    match rng.u8(..5) {
        0 | 1 => json!({ "type": "string" }),
        2 => json!({ "type": "integer" }),
        3 => json!({ "type": "boolean" }),
        _ => json!({ "type": "number" }),
    }
}

fn property(rng: &mut Rng, depth: u8) -> Value {
    if depth == 0 {
        return scalar(rng);
    }
    match rng.u8(..10) {
        0 | 1 => scalar(rng),
        2 => json!({ "x-kubernetes-int-or-string": true }),
        3 => {
            let mut map = json!({ "type": "object", "additionalProperties": property_of_map(rng, depth - 1) });
            if rng.u8(..3) == 0 {
                map["x-kubernetes-map-type"] = json!("atomic");
            }
            map
        }
        4 => json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true }),
        5 => json!({ "type": "array", "items": scalar(rng), "x-kubernetes-list-type": "set" }),
        6 => json!({ "type": "array", "items": property_of_map(rng, depth - 1) }),
        7 | 8 => keyed(rng, depth - 1),
        _ => object(rng, depth - 1),
    }
}

/// A type for values of maps and elements of atomic lists. It is not a list, since only a field can
/// state how a list merges.
fn property_of_map(rng: &mut Rng, depth: u8) -> Value {
    if depth == 0 || rng.bool() {
        return scalar(rng);
    }
    let mut object = object(rng, depth - 1);
    if let Some(members) = object.as_object_mut() {
        members.remove("x-kubernetes-map-type");
    }
    object
}

/// A list with one or two keys, one of which may have a default.
fn keyed(rng: &mut Rng, depth: u8) -> Value {
    let mut item = object(rng, depth);
    let mut keys = vec!["k"];
    let ty = if rng.bool() { "string" } else { "integer" };
    item["properties"]["k"] = json!({ "type": ty });
    let mut required = vec!["k"];
    if rng.bool() {
        keys.push("l");
        item["properties"]["l"] = json!({ "type": "string" });
        if rng.bool() {
            item["properties"]["l"]["default"] = json!("x");
        } else {
            required.push("l");
        }
    }
    item["required"] = json!(required);
    json!({
        "type": "array",
        "items": item,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": keys,
    })
}
