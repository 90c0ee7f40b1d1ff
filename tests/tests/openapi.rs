//! OpenAPI documents: the schema that each form becomes.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use serde_json::{Value, json};
use smp_core::schema::{FieldRef, MapType, TypeKind};
use smp_core::{Schema, SchemaBuilder, Strategy, TypeRef};
use smp_openapi::{ListTypes, OpenApi, OpenApiVersion, to_openapi, unions_to_openapi};

/// The schema of the definition `T`, and the warnings.
fn import(definitions: &Value) -> Result<(Schema, Vec<String>), String> {
    let document = OpenApi::from_value(&json!({"definitions": definitions}));
    let imported = document.and_then(|document| document.schema_named("T"));
    let imported = imported.map_err(|error| error.to_string())?.expect("there is a T");
    Ok((imported.schema, imported.warnings.iter().map(ToString::to_string).collect()))
}

/// The schema of a type with one field `f`. Asserts that there are no warnings.
fn field(schema: &Value) -> Schema {
    let definitions = json!({
        "T": {"properties": {"f": schema}},
        "Text": {"type": "string"},
        "Named": {"type": "object", "properties": {
            "name": {"type": "string"},
            "port": {"type": "integer", "default": 80}
        }},
        "Quantity": {"oneOf": [{"type": "string"}, {"type": "number"}]}
    });
    let (schema, warnings) = import(&definitions).expect("a good schema");
    assert_eq!(warnings, Vec::<String>::new());
    schema
}

#[test]
fn every_form_of_a_value() {
    for (schema, expected) in [
        (json!({"type": "string"}), "scalar"),
        (json!({"type": "integer", "format": "int64"}), "scalar"),
        (json!({"type": ["string", "null"]}), "scalar"),
        (json!({"type": ["integer", "string"]}), "scalar"),
        (json!({"type": "string", "format": "int-or-string"}), "scalar"),
        (json!({"x-kubernetes-int-or-string": true}), "scalar"),
        (json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}), "scalar"),
        (json!({"oneOf": [{"type": "integer"}, {"$ref": "#/definitions/Text"}]}), "scalar"),
        (json!({"$ref": "#/definitions/Text"}), "scalar"),
        (json!({"$ref": "#/definitions/Quantity"}), "scalar"),
        (json!({"allOf": [{"$ref": "#/definitions/Text"}], "default": ""}), "scalar"),
        (json!({"$ref": "#/definitions/Named"}), "Named"),
        (json!({"allOf": [{"$ref": "#/definitions/Named"}], "default": {}}), "Named"),
        (json!({"anyOf": [{"$ref": "#/definitions/Named"}, {"type": "null"}]}), "Named"),
        (json!({"type": "array", "items": {"$ref": "#/definitions/Named"}}), "list of Named"),
        (json!({"items": {"type": "string"}}), "list of scalar"),
        (json!({"type": "object", "additionalProperties": {"type": "string"}}), "map of scalar"),
        (json!({"type": "object", "additionalProperties": true}), "map of any"),
        (json!({"additionalProperties": {}}), "map of any"),
        (json!({"type": "object", "additionalProperties": false}), "T.f"),
        (json!({"type": "object", "properties": {"a": {"type": "string"}}}), "T.f"),
        (json!({"type": "object"}), "any"),
        (json!({}), "any"),
        (json!(true), "any"),
        (json!({"x-kubernetes-preserve-unknown-fields": true}), "any"),
        (json!({"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}), "any"),
    ] {
        let imported = field(&schema);
        let ty = imported.root().field("f").unwrap().ty();
        assert_eq!(format!("{ty:?}"), expected, "{schema}");
    }
}

#[test]
fn objects_that_keep_unknown_members_are_open() {
    for (schema, others) in [
        (json!({"additionalProperties": {"type": "string"}}), Some("scalar")),
        (json!({"additionalProperties": true}), Some("any")),
        (json!({"x-kubernetes-preserve-unknown-fields": true}), Some("any")),
        (json!({"additionalProperties": false}), None),
    ] {
        let mut schema = schema;
        schema["properties"] = json!({"a": {"type": "string"}});
        let imported = field(&schema);
        let ty = imported.root().field("f").unwrap().ty();
        assert!(ty.field("a").is_some());
        assert_eq!(ty.other_members().map(|ty| format!("{ty:?}")).as_deref(), others, "{schema}");
    }
}

/// API servers tell a `RawExtension` from other free-form objects by the name of its definition.
#[test]
fn map_types_are_imported_and_exported() {
    const RAW: &str = "io.k8s.apimachinery.pkg.runtime.RawExtension";
    let reference = |name: &str| json!({"$ref": format!("#/definitions/{name}")});
    let selector = json!({"type": "object", "properties": {"a": {"type": "string"}}, "x-kubernetes-map-type": "atomic"});
    for (schema, map_type) in [
        (reference(RAW), MapType::Atomic),
        (json!({"allOf": [reference(RAW)], "default": {}}), MapType::Atomic),
        (reference("Other"), MapType::Granular),
        (json!({"type": "object"}), MapType::Granular),
        (reference("Selector"), MapType::Atomic),
        (
            json!({"additionalProperties": {"type": "string"}, "x-kubernetes-map-type": "atomic"}),
            MapType::Atomic,
        ),
    ] {
        let document = json!({"swagger": "2.0", "definitions": {
            (RAW): {"type": "object"}, "Other": {"type": "object"}, "Selector": selector,
            "Root": {"type": "object", "properties": {"f": schema}},
        }});
        let imported =
            OpenApi::from_value(&document).unwrap().schema_named("Root").unwrap().unwrap();
        assert!(imported.warnings.is_empty(), "{schema}: {:?}", imported.warnings);
        let imported = imported.schema;
        assert_eq!(imported.root().field("f").unwrap().map_type(), map_type, "{schema}");
        for version in [OpenApiVersion::V2, OpenApiVersion::V3] {
            let (exported, name) = to_openapi(&imported, version);
            let back =
                OpenApi::from_value(&exported).unwrap().schema_named(&name).unwrap().unwrap();
            assert_eq!(back.schema.root().field("f").unwrap().map_type(), map_type, "{exported}");
        }
    }
}

#[test]
fn nulls_are_values_where_the_schema_keeps_them() {
    let kept = json!({"x-kubernetes-preserve-unknown-fields": true});
    let nullable = |mut schema: Value| {
        schema["nullable"] = json!(true);
        schema
    };
    for (schema, is_nullable, keeps) in [
        (json!({"type": "string"}), false, false),
        (nullable(json!({"type": "string"})), true, false),
        (nullable(json!({"type": "array", "items": {"type": "string"}})), true, false),
        (nullable(json!({"allOf": [{"$ref": "#/definitions/Named"}]})), true, false),
        (kept.clone(), false, true),
        (nullable(kept), true, true),
    ] {
        let imported = field(&schema);
        let ty = imported.root().field("f").unwrap().ty();
        assert_eq!((ty.is_nullable(), ty.keeps_nulls()), (is_nullable, keeps), "{schema}");
        assert_eq!(imported.root().has_nulls(), is_nullable || keeps, "{schema}");
        // Copies keep it, and so does a schema that is written and read again. For the effect of
        // a patch it makes no difference.
        let mut types = SchemaBuilder::new();
        let copy = types.graft(imported.root());
        let (exported, name) = to_openapi(&imported, OpenApiVersion::V3);
        let back = OpenApi::from_value(&exported).unwrap().schema_named(&name).unwrap().unwrap();
        for other in [types.build(copy).unwrap(), back.schema] {
            let ty = other.root().field("f").unwrap().ty();
            assert_eq!((ty.is_nullable(), ty.keeps_nulls()), (is_nullable, keeps), "{schema}");
            assert_eq!(imported.first_difference(&other), None);
        }
    }
    let map = field(&json!({"additionalProperties": {"type": "string", "nullable": true}}));
    let TypeKind::Map(value) = map.root().field("f").unwrap().ty().kind() else { panic!() };
    assert!(value.is_nullable());
    let open = json!({"properties": {"a": {"type": "string"}}, "x-kubernetes-preserve-unknown-fields": true});
    let open = field(&open);
    let open = open.root().field("f").unwrap().ty();
    let others = open.other_members().unwrap();
    assert!(others.is_nullable() && others.keeps_nulls());
    assert!(!open.is_nullable() && !open.field("a").unwrap().ty().is_nullable());
}

#[test]
fn all_of_joins_objects() {
    let schema = field(&json!({"allOf": [
        {"$ref": "#/definitions/Named"},
        {"type": "object", "properties": {"more": {"type": "array", "items": {"type": "string"}}}},
        {"$ref": "#/definitions/Named"}
    ]}));
    let ty = schema.root().field("f").unwrap().ty();
    let names: Vec<_> = ty.fields().map(FieldRef::name).collect();
    assert_eq!(names, ["name", "port", "more"]);
}

#[test]
fn recursive_types() {
    let (schema, _) = import(&json!({
        "T": {"properties": {
            "name": {"type": "string"},
            "children": {
                "type": "array", "items": {"$ref": "#/definitions/T"},
                "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"
            },
            "lists": {"$ref": "#/definitions/Lists"}
        }},
        "Lists": {"type": "array", "items": {"$ref": "#/definitions/Lists"}}
    }))
    .unwrap();
    let child = schema.root().field("children").unwrap().ty();
    let TypeKind::List(child) = child.kind() else { panic!("a list") };
    assert_eq!(child.field("children").unwrap().merge_key(), Some("name"));
    assert!(schema.is_equivalent(&schema.clone()));
    assert_eq!(format!("{}", to_openapi(&schema, OpenApiVersion::V3).1), "T");
}

#[test]
fn metadata_may_be_beside_a_reference_in_it_or_around_it() {
    let list = json!({"type": "array", "items": {"$ref": "#/definitions/Named"}});
    let extensions = json!({
        "x-kubernetes-patch-strategy": "merge,retainKeys", "x-kubernetes-patch-merge-key": "name"
    });
    let with = |mut schema: Value| {
        let all = extensions.as_object().unwrap().clone();
        schema.as_object_mut().unwrap().extend(all);
        schema
    };
    for (field, definition) in [
        (with(json!({"$ref": "#/definitions/List"})), list.clone()),
        (with(json!({"allOf": [{"$ref": "#/definitions/List"}]})), list.clone()),
        (json!({"allOf": [with(json!({"$ref": "#/definitions/List"}))]}), list.clone()),
        (json!({"$ref": "#/definitions/List"}), with(list.clone())),
    ] {
        let (schema, _) = import(&json!({
            "T": {"properties": {"f": field}},
            "Named": {"properties": {"name": {"type": "string"}}},
            "List": definition
        }))
        .unwrap();
        let found = schema.root().field("f").unwrap();
        assert_eq!(found.strategy(), Strategy::MERGE.with_retain_keys(), "{field}");
        assert_eq!(found.merge_key(), Some("name"));
    }
}

/// A document with a list of type map and, if `strategy` is true, a patch strategy in another
/// definition.
fn with_list_type(name: &str, kind: &Value, strategy: bool) -> OpenApi {
    let mut document = json!({"components": {"schemas": {name: {
        "properties": {"f": {
            "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
            "items": {"properties": {"name": {"type": "string"}}}
        }},
        "x-kubernetes-group-version-kind": [kind]
    }}}});
    if strategy {
        let other = json!({"properties": {"finalizers": {
            "type": "array", "items": {"type": "string"}, "x-kubernetes-patch-strategy": "merge"
        }}});
        document["components"]["schemas"]["ObjectMeta"] = other;
    }
    OpenApi::from_value(&document).expect("a document")
}

#[test]
fn list_types_are_used_for_custom_resources_or_without_strategies() {
    let custom = json!({"group": "stable.example.com", "version": "v1", "kind": "CronTab"});
    let native = json!({"group": "apps", "version": "v1", "kind": "Deployment"});
    let merges = |document: &OpenApi, name: &str| {
        let schema = document.schema_named(name).unwrap().unwrap().schema;
        schema.root().field("f").unwrap().strategy().is_merge()
    };
    let (crontab, deployment) = ("com.example.stable.v1.CronTab", "io.k8s.api.apps.v1.Deployment");
    assert!(merges(&with_list_type(crontab, &custom, true), crontab));
    assert!(merges(&with_list_type(deployment, &native, false), deployment));
    let document = with_list_type(deployment, &native, true);
    assert!(!merges(&document, deployment));
    assert!(merges(&document.list_types(ListTypes::Everywhere), deployment));
    let nowhere = with_list_type(crontab, &custom, true).list_types(ListTypes::Nowhere);
    assert!(!merges(&nowhere, crontab));
}

#[test]
fn defaults_of_keys() {
    let keys = |port: &Value, required: &Value| {
        let (schema, _) = import(&json!({"T": {"properties": {"f": {
            "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port"],
            "items": {"properties": {"port": port}, "required": required}
        }}}}))
        .unwrap();
        schema.root().field("f").unwrap().list_map_keys()[0].default().cloned()
    };
    let none = json!([]);
    assert_eq!(keys(&json!({"type": "integer", "default": 80}), &none), Some(80.into()));
    // An empty string is no default: v3 documents have one where v2 documents have none.
    assert_eq!(keys(&json!({"type": "string", "default": ""}), &none), None);
    // An empty default of a required field is ignored: Go's types are written so (semantics
    // import-4).
    assert_eq!(keys(&json!({"type": "integer", "default": 0}), &json!(["port"])), None);
    assert_eq!(
        keys(&json!({"type": "boolean", "default": true}), &json!(["port"])),
        Some(true.into())
    );
}

/// What clients see of the tags of Kubernetes' structs.
#[test]
fn annotations_have_the_strategies_and_keys_of_fields() {
    let merge = json!({"x-kubernetes-patch-strategy": "merge"});
    let by_name = json!({
        "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"
    });
    let volumes = json!({
        "x-kubernetes-patch-strategy": "merge,retainKeys", "x-kubernetes-patch-merge-key": "name"
    });
    let strategy = json!({"x-kubernetes-patch-strategy": "retainKeys"});
    for (api_version, ty, field, wanted) in [
        ("v1", "PodSpec", "containers", by_name),
        ("v1", "PodSpec", "volumes", volumes),
        ("v1", "PodSpec", "tolerations", json!({})),
        ("v1", "ObjectMeta", "finalizers", merge),
        ("apps/v1", "DeploymentSpec", "strategy", strategy),
        ("apps/v1", "DeploymentSpec", "template", json!({})),
    ] {
        let schema = smp_types::type_schema(api_version, ty).expect("a type");
        let facts = |schema: &Schema| {
            let field = schema.root().field(field).expect("a field");
            (field.strategy(), field.merge_key().map(str::to_owned))
        };
        for (version, types) in
            [(OpenApiVersion::V2, "/definitions"), (OpenApiVersion::V3, "/components/schemas")]
        {
            let (mut document, name) = to_openapi(schema, version);
            let read = |document: &Value| {
                let read = OpenApi::from_value(document).expect("a document").schema_named(&name);
                facts(&read.expect("a good schema").expect("the type").schema)
            };
            assert_eq!(read(&document), facts(schema), "{version:?} {ty}.{field}");
            let types = document.pointer_mut(types).expect("types");
            let annotations = types[&name]["properties"][field].as_object_mut().expect("a field");
            let mut found = json!({});
            for key in ["x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key"] {
                if let Some(value) = annotations.remove(key) {
                    found[key] = value;
                }
            }
            assert_eq!(found, wanted, "{version:?} {ty}.{field}");
            // They are all that a reader has: other keywords do not say how a patch merges.
            assert_eq!(read(&document), (Strategy::NONE, None), "{version:?} {ty}.{field}");
        }
    }
}

#[test]
fn unions_are_imported() {
    let (schema, _) = import(&json!({"T": {
        "properties": {"type": {"type": "string"}, "rollingUpdate": {"type": "object"}},
        "x-kubernetes-unions": [
            {"discriminator": "type", "fields-to-discriminateBy": {"rollingUpdate": "RollingUpdate"}}
        ]
    }}))
    .unwrap();
    let union = &schema.root().unions()[0];
    assert_eq!(union.discriminator(), Some("type"));
    assert_eq!(union.value_of("rollingUpdate"), Some("RollingUpdate"));
}

#[test]
fn both_versions_keep_unions() {
    let unions = json!([
        {"discriminator": "type", "fields-to-discriminateBy": {"a": "A", "b": "BEE"}},
        {"fields-to-discriminateBy": {"c": "C", "d": "D"}}
    ]);
    let text = json!({"type": "string"});
    let (schema, _) = import(&json!({
        "Inner": {
            "properties": {"type": text, "a": text, "b": text, "c": text, "d": text},
            "x-kubernetes-unions": unions
        },
        "T": {"properties": {"inner": {"$ref": "#/definitions/Inner"}}}
    }))
    .unwrap();
    // From one version to the other and back.
    let mut converted = schema.clone();
    for version in [OpenApiVersion::V2, OpenApiVersion::V3, OpenApiVersion::V2] {
        let (document, name) = to_openapi(&converted, version);
        let read = OpenApi::from_value(&document).unwrap().schema_named(&name).unwrap().unwrap();
        converted = read.schema;
        assert_eq!(schema.first_difference(&converted), None, "{document}");
        let inner = converted.root().field("inner").unwrap().ty();
        assert_eq!(unions_to_openapi(inner), Some(unions.clone()), "{document}");
    }
}

/// A v3 document has `default: ""` where a v2 document has no default.
#[test]
fn an_empty_string_is_no_default_of_a_key() {
    let document = |default: &str| {
        format!(
            r#"{{"openapi": "3.0.0", "components": {{"schemas": {{"Root": {{"type": "object", "properties": {{
                "items": {{"type": "array", "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["name"], "items": {{"type": "object",
                    "properties": {{"name": {{"type": "string"{default}}}}}}}}}}}}}}}}}}}"#
        )
    };
    let schema = |default: &str| {
        let document = OpenApi::from_slice(document(default).as_bytes()).expect("a document");
        document.schema_named("Root").expect("a type").expect("there is one").schema
    };
    let (with, without) = (schema(r#", "default": """#), schema(""));
    assert!(with.first_difference(&without).is_none());
    assert!(schema(r#", "default": "a""#).first_difference(&without).is_some());
}

/// The reference ignores the merge key, too.
#[test]
fn a_merge_key_without_a_list_is_a_warning() {
    let text = br#"{"definitions": {"Root": {"type": "object", "properties": {
        "text": {"type": "string", "x-kubernetes-patch-merge-key": "name"}}}}}"#;
    let document = OpenApi::from_slice(text).expect("a document");
    let imported = document.schema_named("Root").expect("a type").expect("there is one");
    assert_eq!(
        imported.schema.root().field("text").and_then(smp_core::schema::FieldRef::merge_key),
        None
    );
    let warnings: Vec<_> = imported.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "/definitions/Root/properties/text/x-kubernetes-patch-merge-key: the merge key `name` is on \
          a field that is not a list, and is ignored"
        ]
    );
}

/// A server's document for an API group may have no types of its own.
#[test]
fn a_document_without_components() {
    let text = br#"{"openapi": "3.0.0", "paths": {}}"#;
    assert_eq!(OpenApi::from_slice(text).expect("a document").kinds().count(), 0);
}

#[test]
fn scalars_have_the_class_that_their_definition_or_format_names() {
    use smp_core::ScalarType::{Bytes, Duration, IntOrString, String, Time};
    let definition = |name: &str| json!({"$ref": format!("#/definitions/{name}")});
    let format = |format: &str| json!({"type": "string", "format": format});
    for (field, class) in [
        (definition("io.k8s.apimachinery.pkg.apis.meta.v1.Time"), Time),
        (definition("io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime"), Time),
        (definition("io.k8s.apimachinery.pkg.apis.meta.v1.Duration"), Duration),
        (definition("io.k8s.apimachinery.pkg.util.intstr.IntOrString"), IntOrString),
        (format("date-time"), Time),
        (format("duration"), Duration),
        (format("byte"), Bytes),
        (format("int-or-string"), IntOrString),
        (json!({"x-kubernetes-int-or-string": true, "format": "int32"}), IntOrString),
        (format("uuid"), String),
    ] {
        let text = json!({"type": "string"});
        let definitions = json!({
            "T": {"properties": {"f": field}},
            "io.k8s.apimachinery.pkg.apis.meta.v1.Time": text,
            "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime": text,
            "io.k8s.apimachinery.pkg.apis.meta.v1.Duration": text,
            "io.k8s.apimachinery.pkg.util.intstr.IntOrString": text,
        });
        let (schema, _) = import(&definitions).expect("a good schema");
        let ty = schema.root().field("f").expect("a field").ty();
        assert_eq!(ty.scalar_type(), Some(class), "{field}");
    }
    let secret = smp_core::schema::catalogue::schema("v1", "Secret").expect("a kind");
    let fields = |path: [&str; 2]| {
        let outer = secret.root().field(path[0]).expect("a field").ty();
        match outer.kind() {
            smp_core::schema::TypeKind::Map(value) => value.scalar_type(),
            _ => outer.field(path[1]).and_then(|field| field.ty().scalar_type()),
        }
    };
    assert_eq!(fields(["data", ""]), Some(Bytes));
    assert_eq!(fields(["metadata", "creationTimestamp"]), Some(Time));
}

#[test]
fn the_types_whose_empty_lists_are_dropped() {
    let of = |name: &str| {
        let definitions = json!({
            "T": {"properties": {"f": {"$ref": format!("#/definitions/{name}")}}},
            name: {"properties": {"l": {"type": "object", "properties": {"a": {"type": "string"}}}}}
        });
        let (schema, _) = import(&definitions).expect("a good schema");
        assert!(!schema.root().drops_empty());
        let ty = schema.root().field("f").expect("a field").ty();
        [ty, ty.field("l").expect("a field").ty()].map(TypeRef::drops_empty)
    };
    assert_eq!(of("io.k8s.api.core.v1.PodSpec"), [true, true]);
    assert_eq!(of("io.k8s.networking.gateway.v1.Gateway"), [false, false]);
    let pod = smp_core::schema::catalogue::schema("v1", "Pod").expect("a kind");
    assert!(pod.root().drops_empty());
}

#[test]
fn a_quantity_is_a_string_or_a_number() {
    const QUANTITY: &str = "io.k8s.apimachinery.pkg.api.resource.Quantity";
    let v2 = json!({"type": "string"});
    let v3 = json!({"oneOf": [{"type": "string"}, {"type": "number"}]});
    for quantity in [v2, v3] {
        let definitions = json!({
            "T": {"properties": {"f": {"$ref": format!("#/definitions/{QUANTITY}")}}},
            QUANTITY: quantity
        });
        let (schema, warnings) = import(&definitions).expect("a good schema");
        assert_eq!(warnings, Vec::<String>::new());
        let ty = schema.root().field("f").expect("a field").ty();
        assert_eq!(ty.scalar_type(), Some(smp_core::ScalarType::Quantity));
    }
}
