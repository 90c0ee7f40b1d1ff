//! `OpenAPI` documents of the server's resources, made from their schemas. They have types and merge
//! strategies, but no descriptions.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Map, Value, json};
use smp_core::{ListType, ScalarType, TypeRef};
use smp_schema::{FieldRef, ListMapKey, MapType, TypeKind};

use crate::object::set;
use crate::registry::{Registry, Resource};

/// The dialect of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    V2,
    V3,
}

impl Dialect {
    fn reference(self, name: &str) -> Value {
        let place = if self == Self::V2 { "definitions" } else { "components/schemas" };
        json!({"$ref": format!("#/{place}/{name}")})
    }
}

/// The list of documents in version 3, one for each version of a group.
pub(crate) fn index(registry: &Registry) -> Value {
    let mut paths = Map::new();
    for resource in registry.all() {
        let path = document_path(resource);
        let url = format!("/openapi/v3/{path}");
        paths.insert(path, json!({"serverRelativeURL": url}));
    }
    json!({"paths": paths})
}

fn document_path(resource: &Resource) -> String {
    let prefix = if resource.group.is_empty() { "api" } else { "apis" };
    format!("{prefix}/{}", resource.api_version())
}

/// The document of a version of a group, such as `apis/apps/v1`.
pub(crate) fn document_v3(registry: &Registry, path: &str) -> Option<Value> {
    let resources: Vec<_> =
        registry.all().map(|it| &**it).filter(|it| document_path(it) == path).collect();
    if resources.is_empty() {
        return None;
    }
    let schemas = schemas(&resources, Dialect::V3);
    Some(json!({
        "openapi": "3.0.0", "info": info(), "paths": paths(&resources, Dialect::V3),
        "components": {"schemas": schemas},
    }))
}

/// The document of all resources in version 2.
pub(crate) fn document_v2(registry: &Registry) -> Value {
    let resources: Vec<_> = registry.all().map(|it| &**it).collect();
    let definitions = schemas(&resources, Dialect::V2);
    json!({
        "swagger": "2.0", "info": info(), "paths": paths(&resources, Dialect::V2),
        "definitions": definitions,
    })
}

fn info() -> Value {
    let version = smp_schema::catalogue::KUBERNETES_VERSION;
    json!({"title": "Kubernetes", "version": format!("v{version}.0")})
}

fn name_of(resource: &Resource, type_name: &str) -> String {
    let group = resource.group.split('.').rev().collect::<Vec<_>>().join(".");
    let group = if group.is_empty() { "core" } else { &group };
    format!("{group}.{}.{type_name}", resource.version)
}

/// The parameters of a write that clients look for before they send them.
const OF_WRITES: [&str; 3] = ["dryRun", "fieldManager", "fieldValidation"];

fn paths(resources: &[&Resource], dialect: Dialect) -> Value {
    let mut paths = Map::new();
    for it in resources {
        let scope = if it.namespaced { "/namespaces/{namespace}" } else { "" };
        let collection = format!("/{}{scope}/{}", document_path(it), it.plural);
        let parameter = |name: &str, place: &str| {
            let mut parameter = json!({"name": name, "in": place, "required": place == "path"});
            if dialect == Dialect::V2 {
                set(&mut parameter, &["type"], "string");
            } else {
                set(&mut parameter, &["schema"], json!({"type": "string"}));
            }
            parameter
        };
        let kind = json!({"group": it.group, "version": it.version, "kind": it.kind});
        let operation = |action: &str| {
            let names = OF_WRITES.iter().filter(|_| !matches!(action, "get" | "list"));
            let mut parameters: Vec<_> = names.map(|name| parameter(name, "query")).collect();
            if action == "patch" {
                parameters.push(parameter("force", "query"));
            }
            json!({
                "x-kubernetes-action": action, "x-kubernetes-group-version-kind": kind,
                "parameters": parameters, "responses": {"200": {"description": "OK"}},
            })
        };
        let shared: Vec<_> =
            it.namespaced.then(|| parameter("namespace", "path")).into_iter().collect();
        paths.insert(
            collection.clone(),
            json!({"get": operation("list"), "post": operation("post"), "parameters": shared}),
        );
        let shared: Vec<_> = shared.into_iter().chain([parameter("name", "path")]).collect();
        paths.insert(
            format!("{collection}/{{name}}"),
            json!({
                "get": operation("get"), "put": operation("put"), "patch": operation("patch"),
                "delete": operation("delete"), "parameters": shared,
            }),
        );
    }
    Value::Object(paths)
}

/// The schemas of resources, and of all types that they use.
fn schemas(resources: &[&Resource], dialect: Dialect) -> BTreeMap<String, Value> {
    let mut schemas = BTreeMap::new();
    for resource in resources {
        let mut writer = Writer { resource, dialect, queue: VecDeque::new() };
        writer.queue.push_back(resource.schema.root());
        while let Some(ty) = writer.queue.pop_front() {
            let name = name_of(resource, ty.name().unwrap_or(&resource.kind));
            if schemas.contains_key(&name) {
                continue;
            }
            // Entered before its contents, which may lead back to it.
            schemas.insert(name.clone(), Value::Null);
            let object = writer.object(ty);
            schemas.insert(name, object);
        }
        let root = name_of(resource, resource.schema.root().name().unwrap_or(&resource.kind));
        if let Some(schema) = schemas.get_mut(&root) {
            set(
                schema,
                &["x-kubernetes-group-version-kind"],
                json!([{"group": resource.group, "version": resource.version, "kind": resource.kind}]),
            );
        }
    }
    schemas
}

struct Writer<'s> {
    resource: &'s Resource,
    dialect: Dialect,
    queue: VecDeque<TypeRef<'s>>,
}

impl<'s> Writer<'s> {
    fn object(&mut self, ty: TypeRef<'s>) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for field in ty.fields() {
            let mut schema = self.schema(field.ty());
            if let Some(members) = schema.as_object_mut() {
                let extensions = extensions(field);
                if members.contains_key("$ref") && !extensions.is_empty() {
                    let reference = std::mem::take(members);
                    members.insert("allOf".to_owned(), json!([reference]));
                }
                members.extend(extensions);
            }
            properties.insert(field.name().to_owned(), schema);
            if field.is_required() {
                required.push(field.name());
            }
        }
        let mut object = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            set(&mut object, &["required"], json!(required));
        }
        object
    }

    fn schema(&mut self, ty: TypeRef<'s>) -> Value {
        match ty.kind() {
            TypeKind::Object => match ty.name() {
                Some(name) => {
                    let name = name_of(self.resource, name);
                    self.queue.push_back(ty);
                    self.dialect.reference(&name)
                }
                None => self.object(ty),
            },
            TypeKind::List(element) => json!({"type": "array", "items": self.schema(element)}),
            TypeKind::Map(element) => {
                json!({"type": "object", "additionalProperties": self.schema(element)})
            }
            TypeKind::Scalar => scalar(ty.scalar_type()),
            TypeKind::Any => json!({"x-kubernetes-preserve-unknown-fields": true}),
        }
    }
}

fn scalar(ty: Option<ScalarType>) -> Value {
    match ty {
        Some(ScalarType::Boolean) => json!({"type": "boolean"}),
        Some(ScalarType::Int32) => json!({"type": "integer", "format": "int32"}),
        Some(ScalarType::Int64 | ScalarType::Integer) => {
            json!({"type": "integer", "format": "int64"})
        }
        Some(ScalarType::Number) => json!({"type": "number", "format": "double"}),
        Some(ScalarType::Time) => json!({"type": "string", "format": "date-time"}),
        Some(ScalarType::Bytes) => json!({"type": "string", "format": "byte"}),
        Some(ScalarType::IntOrString) => json!({"type": "string", "format": "int-or-string"}),
        Some(ScalarType::Any) | None => json!({"x-kubernetes-preserve-unknown-fields": true}),
        _ => json!({"type": "string"}),
    }
}

fn extensions(field: FieldRef<'_>) -> Map<String, Value> {
    let mut found = Map::new();
    if let Some(list_type) = field.list_type() {
        found.insert("x-kubernetes-list-type".to_owned(), list_type.as_str().into());
        let keys: Vec<_> = field.list_map_keys().iter().map(ListMapKey::name).collect();
        if list_type == ListType::Map && !keys.is_empty() {
            found.insert("x-kubernetes-list-map-keys".to_owned(), json!(keys));
        }
    }
    if field.map_type() == MapType::Atomic {
        found.insert("x-kubernetes-map-type".to_owned(), "atomic".into());
    }
    let strategy = field.strategy();
    let is_list = matches!(field.ty().kind(), TypeKind::List(_));
    let words = [(strategy.is_merge() && is_list, "merge"), (strategy.retain_keys(), "retainKeys")];
    let words: Vec<_> = words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    if !words.is_empty() {
        found.insert("x-kubernetes-patch-strategy".to_owned(), words.join(",").into());
    }
    if let Some(key) = field.merge_key() {
        found.insert("x-kubernetes-patch-merge-key".to_owned(), key.into());
    }
    found
}
