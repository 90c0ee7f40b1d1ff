//! Writes the metadata of a [`Schema`](smp_schema::Schema): as extensions into an existing
//! `OpenAPI` schema, or as a new document.

mod fragment;
mod target;

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::diagnostic::pointer_step;
use smp_schema::{
    Base, FieldRef, ListMapKey, ListType, MapType, Strategy, TypeId, TypeKind, TypeRef,
};

use crate::RAW_EXTENSION;
use crate::default;
use crate::diagnostic::Diagnostic;
use crate::unions::{EXTENSION, unions_to_openapi};

/// Writes the metadata of this type's fields into a JSON schema of the same type, such as
/// schemars and kube's `CustomResource` derive make: `x-kubernetes-patch-strategy`,
/// `-patch-merge-key`, `-list-type`, `-list-map-keys`, `-map-type` (`atomic` also for objects that
/// are replaced) and `-unions`. References within `schema` are followed; recursive types are
/// written once.
///
/// A list that is not merged, although its list type is `set` or `map`, gets the strategy `replace`.
/// The default of a list map key is written to the schema of the key, unless the schema already has
/// one. A reference that gets extensions is moved into an `allOf`, since `OpenAPI` v3 ignores
/// keywords beside `$ref`.
///
/// An API server keeps only the list and map types of a `CustomResourceDefinition`. For strategic
/// patches use the manifest itself.
///
/// Returns the places whose metadata could not be written, since the schema has no such property.
/// `O(n)` in the schema.
///
/// ```
/// use serde_json::json;
/// use smp_openapi::annotate_openapi;
/// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, Strategy};
/// let mut types = SchemaBuilder::new();
/// let text = types.scalar();
/// let list = types.list(text);
/// let args = FieldDef::new(list).strategy(Strategy::MERGE);
/// let root = types.object(ObjectDef::new("Container").field("args", args));
/// let container = types.build(root)?;
///
/// let mut schema = json!({"type": "object", "properties": {
///     "args": {"type": "array", "items": {"type": "string"}}
/// }});
/// let lost = annotate_openapi(&container, &mut schema);
/// assert!(lost.is_empty());
/// assert_eq!(schema["properties"]["args"]["x-kubernetes-patch-strategy"], "merge");
/// # Ok::<(), smp_schema::SchemaError>(())
/// ```
pub fn annotate_openapi<'s>(ty: impl Into<TypeRef<'s>>, schema: &mut Value) -> Vec<Diagnostic> {
    annotate(schema, String::new(), ty.into())
}

/// The version of an `OpenAPI` document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenApiVersion {
    /// `OpenAPI` v2, also known as Swagger. It cannot say that a value may be null.
    V2,
    /// `OpenAPI` v3.0.
    V3,
}

impl OpenApiVersion {
    /// The pointer before the name of a schema.
    fn definitions(self) -> &'static str {
        match self {
            Self::V2 => "/definitions/",
            Self::V3 => "/components/schemas/",
        }
    }
}

/// An `OpenAPI` document with this type and those that it reaches under `definitions` (v2) or
/// `components.schemas` (v3), and the name of this type there. The document has only what patches
/// need; the types of scalars, for example, are left out. `O(n)` in the types.
///
/// ```
/// use smp_openapi::{OpenApi, OpenApiVersion, to_openapi};
/// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let text = types.scalar();
/// let root = types.object(ObjectDef::new("Pod").field("kind", FieldDef::new(text)));
/// let pod = types.build(root)?;
/// for version in [OpenApiVersion::V2, OpenApiVersion::V3] {
///     let (document, name) = to_openapi(&pod, version);
///     let back = OpenApi::from_value(&document)?.schema_named(&name)?.unwrap();
///     assert!(back.schema.is_equivalent(&pod));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn to_openapi<'s>(ty: impl Into<TypeRef<'s>>, version: OpenApiVersion) -> (Value, String) {
    fragment::document(ty.into(), version)
}

/// Annotates the schema at a pointer, and all schemas that it refers to.
fn annotate(document: &mut Value, pointer: String, ty: TypeRef<'_>) -> Vec<Diagnostic> {
    let mut lost = Vec::new();
    let mut seen: HashSet<(String, TypeId)> = HashSet::new();
    let mut open = vec![(pointer, ty)];
    while let Some((pointer, ty)) = open.pop() {
        if !seen.insert((pointer.clone(), ty.id())) {
            continue;
        }
        let places = target::places(document, &pointer);
        let inside = |keyword: &str| target::find(document, &places, keyword);
        match ty.kind() {
            TypeKind::Scalar | TypeKind::Any => {}
            TypeKind::List(element) => match inside("items") {
                Some(items) => open.push((items, element)),
                None => lost.extend(missing(&pointer, "items", element)),
            },
            TypeKind::Map(value) => match inside("additionalProperties") {
                Some(values) => open.push((values, value)),
                None => lost.extend(missing(&pointer, "additionalProperties", value)),
            },
            TypeKind::Object => {
                for field in ty.fields() {
                    let name = pointer_step(field.name());
                    match inside(&format!("properties/{name}")) {
                        Some(property) => open.push((property, field.ty())),
                        None if has_metadata(field) || has_metadata_inside(field.ty()) => lost.push(Diagnostic::new(
                            format!("{pointer}/properties/{name}"),
                            "the schema has no such property to write metadata to; is it of the \
                             same type?",
                        )),
                        None => {}
                    }
                }
                let object = inside("properties");
                for field in ty.fields().filter(|field| has_metadata(*field)) {
                    let property = format!("properties/{}", pointer_step(field.name()));
                    if let Some(property) = target::find(document, &places, &property) {
                        write_field(document, &property, field);
                    }
                }
                if let (Some(unions), Some(properties)) = (unions_to_openapi(ty), object) {
                    let object = properties.strip_suffix("/properties").unwrap_or_default();
                    if let Some(Value::Object(object)) = document.pointer_mut(object) {
                        object.insert(EXTENSION.to_owned(), unions);
                    }
                }
            }
        }
    }
    lost
}

/// The diagnostic of a list or map whose elements or values the schema does not describe.
fn missing(pointer: &str, keyword: &str, ty: TypeRef<'_>) -> Option<Diagnostic> {
    has_metadata_inside(ty).then(|| {
        Diagnostic::new(
            format!("{pointer}/{keyword}"),
            "the schema doesn't say what is in here, so metadata cannot be written to it",
        )
    })
}

/// Whether a field has metadata to write.
fn has_metadata(field: FieldRef<'_>) -> bool {
    !extensions(field).is_empty()
}

/// Whether a type, or a type inside of it, has metadata to write. `O(n)`.
fn has_metadata_inside(ty: TypeRef<'_>) -> bool {
    let (mut seen, mut open) = (HashSet::new(), vec![ty]);
    while let Some(ty) = open.pop() {
        if !seen.insert(ty.id()) {
            continue;
        }
        if !ty.unions().is_empty() || ty.fields().any(has_metadata) {
            return true;
        }
        open.extend(ty.fields().map(FieldRef::ty));
        if let TypeKind::List(inner) | TypeKind::Map(inner) = ty.kind() {
            open.push(inner);
        }
    }
    false
}

/// The extensions of a field.
fn extensions(field: FieldRef<'_>) -> Map<String, Value> {
    let mut all = Map::new();
    let mut set = |name: &str, value: Value| {
        all.insert(format!("x-kubernetes-{name}"), value);
    };
    let strategy = field.strategy();
    let list = matches!(field.ty().kind(), TypeKind::List(_));
    let object = matches!(field.ty().kind(), TypeKind::Object | TypeKind::Map(_));
    let suggests_merge = matches!(field.list_type(), Some(ListType::Set | ListType::Map));
    if list && suggests_merge && strategy.base() == Base::Unspecified {
        set("patch-strategy", json!("replace"));
    } else if object && field.map_type() == MapType::Atomic && strategy == Strategy::NONE {
        // Without a strategy, a reader might think that the object is replaced.
        set("patch-strategy", json!("merge"));
    } else if !strategy.to_string().is_empty() {
        set("patch-strategy", json!(strategy.to_string().replace('|', ",")));
    }
    let replaced = object && strategy.base() == Base::Replace;
    if replaced || field.map_type() == MapType::Atomic {
        set("map-type", json!("atomic"));
    }
    if let Some(key) = field.merge_key() {
        set("patch-merge-key", json!(key));
    }
    if !field.list_map_keys().is_empty() {
        let keys: Vec<_> = field.list_map_keys().iter().map(ListMapKey::name).collect();
        set("list-map-keys", json!(keys));
    }
    // Without a list type, list map keys have no effect.
    let implied = (!field.list_map_keys().is_empty()).then_some(ListType::Map);
    if let Some(list_type) = field.list_type().or(implied) {
        set("list-type", json!(list_type.as_str()));
    }
    all
}

/// Writes the metadata of a field into the schema of its property.
fn write_field(document: &mut Value, property: &str, field: FieldRef<'_>) {
    write_defaults(document, property, field);
    let Some(Value::Object(schema)) = document.pointer_mut(property) else { return };
    if let Some(reference) = schema.remove("$ref") {
        let all = schema.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all) = all {
            all.push(json!({"$ref": reference}));
        }
    }
    let is_raw = schema.get("allOf").is_some_and(|all| {
        let reference = all.pointer("/0/$ref").and_then(Value::as_str);
        reference.and_then(|it| it.rsplit('/').next()) == Some(RAW_EXTENSION)
    });
    let mut extensions = extensions(field);
    if is_raw {
        // The name of the definition already says it. With a map type, a reader might think that the
        // object is replaced.
        extensions.remove("x-kubernetes-map-type");
    }
    schema.extend(extensions);
}

/// Writes the defaults of list map keys into the schemas of the elements' properties.
fn write_defaults(document: &mut Value, property: &str, field: FieldRef<'_>) {
    for key in field.list_map_keys() {
        let Some(default) = key.default().and_then(default::to_value) else { continue };
        let list = target::places(document, property);
        let Some(items) = target::find(document, &list, "items") else { continue };
        let element = target::places(document, &items);
        let name = format!("properties/{}", pointer_step(key.name()));
        let Some(place) = target::find(document, &element, &name) else { continue };
        if let Some(Value::Object(schema)) = document.pointer_mut(&place) {
            schema.entry("default").or_insert(default);
        }
    }
}
