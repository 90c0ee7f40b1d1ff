//! Writes a schema as a document: each object type is a named schema, and types refer to each
//! other by name.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::{OpenApiVersion, annotate};
use crate::RAW_EXTENSION;
use crate::diagnostic::pointer_step;
use smp_schema::{FieldRef, MapType, Strategy, TypeId, TypeKind, TypeRef, Union};

/// The document, and the name of the root type in it.
pub(super) fn document(root: TypeRef<'_>, version: OpenApiVersion) -> (Value, String) {
    let mut names = DefinitionNames::new(version);
    let name = match root.kind() {
        TypeKind::Object => names.of(root),
        _ => names.new_name("Root"),
    };
    let mut schemas = Map::new();
    if !matches!(root.kind(), TypeKind::Object) {
        schemas.insert(name.clone(), names.schema(root));
    }
    while let Some((name, ty)) = names.open.pop() {
        let schema = names.object(ty);
        schemas.insert(name, schema);
    }
    if names.has_raw {
        schemas.insert(RAW_EXTENSION.to_owned(), json!({"type": "object"}));
    }
    let info = json!({"title": name, "version": ""});
    let mut document = match version {
        OpenApiVersion::V2 => {
            json!({"swagger": "2.0", "info": info, "paths": {}, "definitions": schemas})
        }
        OpenApiVersion::V3 => {
            let components = json!({"schemas": schemas});
            json!({"openapi": "3.0.0", "info": info, "paths": {}, "components": components})
        }
    };
    // The document has every property, so all metadata are written.
    annotate(&mut document, format!("{}{}", version.definitions(), pointer_step(&name)), root);
    (document, name)
}

/// The names of the types in the document.
struct DefinitionNames<'s> {
    version: OpenApiVersion,
    known: HashMap<TypeId, String>,
    taken: HashSet<String>,
    /// Named types whose schemas are not written yet.
    open: Vec<(String, TypeRef<'s>)>,
    /// Whether a field is an object of any kind.
    has_raw: bool,
}

impl<'s> DefinitionNames<'s> {
    fn new(version: OpenApiVersion) -> Self {
        // Reserves the name of objects of any kind.
        let taken = HashSet::from([RAW_EXTENSION.to_owned()]);
        Self { version, known: HashMap::new(), taken, open: Vec::new(), has_raw: false }
    }

    /// The name of an object type.
    fn of(&mut self, ty: TypeRef<'s>) -> String {
        if let Some(name) = self.known.get(&ty.id()) {
            return name.clone();
        }
        let name = self.new_name(ty.name().filter(|name| !name.is_empty()).unwrap_or("Object"));
        self.known.insert(ty.id(), name.clone());
        self.open.push((name.clone(), ty));
        name
    }

    /// A name that no other type has: `wanted`, or `wanted` with a number.
    fn new_name(&mut self, wanted: &str) -> String {
        let numbered = (2..).map(|number| format!("{wanted}{number}"));
        let mut names = core::iter::once(wanted.to_owned()).chain(numbered);
        let free = names.find(|name| !self.taken.contains(name));
        let name = free.unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }

    /// The schema of a value: a reference for an object type.
    fn schema(&mut self, ty: TypeRef<'s>) -> Value {
        // Lists and maps are followed in a loop, since they may be nested deeply. A list type may
        // also contain itself (`type A = [A]`). Only object types have names to refer to, so such a
        // type is written as `{}`, any value, at its second occurrence.
        let mut wrappers = Vec::new();
        let mut inner = ty;
        let mut seen = HashSet::new();
        let mut schema = loop {
            match inner.kind() {
                TypeKind::List(element) if seen.insert(inner.id()) => {
                    wrappers.push((true, inner));
                    inner = element;
                }
                TypeKind::Map(value) if seen.insert(inner.id()) => {
                    wrappers.push((false, inner));
                    inner = value;
                }
                TypeKind::Scalar => {
                    break match self.version {
                        // v2 has no `anyOf`; `int-or-string` is Kubernetes' format for a scalar of
                        // any type.
                        OpenApiVersion::V2 => json!({"type": "string", "format": "int-or-string"}),
                        OpenApiVersion::V3 => json!({"anyOf": [
                            {"type": "string"}, {"type": "number"}, {"type": "boolean"}
                        ]}),
                    };
                }
                TypeKind::Object => {
                    let name = self.of(inner);
                    let place = self.version.definitions();
                    break json!({"$ref": format!("#{place}{}", pointer_step(&name))});
                }
                TypeKind::Any if inner.keeps_nulls() => {
                    break json!({"x-kubernetes-preserve-unknown-fields": true});
                }
                TypeKind::Any | TypeKind::List(_) | TypeKind::Map(_) => break json!({}),
            }
        };
        schema = self.with_null(schema, inner);
        for (is_list, ty) in wrappers.into_iter().rev() {
            schema = if is_list {
                json!({"type": "array", "items": schema})
            } else {
                json!({"type": "object", "additionalProperties": schema})
            };
            schema = self.with_null(schema, ty);
        }
        schema
    }

    /// The schema of a field: that of its type, or a reference to `RawExtension`, whose name makes
    /// server-side apply treat an object of any kind as one value.
    fn of_field(&mut self, field: FieldRef<'s>) -> Value {
        let is_any = matches!(field.ty().kind(), TypeKind::Any);
        let is_atomic = field.map_type() == MapType::Atomic;
        if !is_any || !is_atomic || field.strategy() != Strategy::NONE {
            return self.schema(field.ty());
        }
        self.has_raw = true;
        json!({"$ref": format!("#{}{RAW_EXTENSION}", self.version.definitions())})
    }

    /// The schema of an object type.
    fn object(&mut self, ty: TypeRef<'s>) -> Value {
        let mut properties: Map<String, Value> =
            ty.fields().map(|field| (field.name().to_owned(), self.of_field(field))).collect();
        for discriminator in ty.unions().iter().filter_map(Union::discriminator) {
            properties.insert(discriminator.to_owned(), json!({"type": "string"}));
        }
        let mut schema = json!({"type": "object"});
        if let Value::Object(schema) = &mut schema {
            let others = match ty.other_members() {
                Some(others) if others.keeps_nulls() => {
                    schema.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
                    None
                }
                Some(others) => Some(self.schema(others)),
                None => properties.is_empty().then_some(json!(false)),
            };
            schema.extend(others.map(|others| ("additionalProperties".to_owned(), others)));
            schema.insert("properties".to_owned(), Value::Object(properties));
        }
        schema
    }

    /// The schema of a value that may be null, if null is a value of the type and the version can
    /// say so.
    fn with_null(&self, schema: Value, ty: TypeRef<'_>) -> Value {
        match schema {
            _ if !ty.is_nullable() || self.version == OpenApiVersion::V2 => schema,
            Value::Object(mut members) if !members.contains_key("$ref") => {
                members.insert("nullable".to_owned(), json!(true));
                Value::Object(members)
            }
            reference => json!({"allOf": [reference], "nullable": true}),
        }
    }
}
