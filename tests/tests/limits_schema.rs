//! Limits for making schemas: nesting, length of text, number of mistakes. Types that refer to
//! each other endlessly cost neither stack nor time.

#![allow(clippy::unwrap_used, missing_docs)]

use serde_json::{Value, json};
use smp_core::{FieldDef, Limits, ObjectDef, Schema, SchemaBuilder, Strategy, TypeRef};
use smp_openapi::{CustomResources, ImportError, OpenApi, OpenApiVersion, Overlay};

fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

fn no_types(_: &str, _: &str) -> Option<Schema> {
    None
}

/// A schema of objects nested `levels` deep.
fn nested(levels: usize) -> String {
    let (open, close) = (r#"{"items":"#.repeat(levels - 1), "}".repeat(levels - 1));
    format!(r#"{open}{{"type":"string"}}{close}"#)
}

fn open_api(schema: &str) -> String {
    format!(r#"{{"definitions":{{"T":{schema}}}}}"#)
}

fn custom(schema: &str) -> String {
    format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{{
        "group":"example.com","names":{{"kind":"T"}},
        "versions":[{{"name":"v1","schema":{{"openAPIV3Schema":{schema}}}}}]}}}}"#
    )
}

fn import_open_api(text: &str) -> [Result<Schema, ImportError>; 2] {
    let schema = |document: OpenApi| Ok(document.schema_named("T")?.unwrap().schema);
    let value = value(text);
    [OpenApi::from_slice(text.as_bytes()).and_then(schema), {
        let read = OpenApi::from_value(&value).and_then(schema);
        drop_deep(value);
        read
    }]
}

fn import_custom(text: &str) -> [Result<Schema, ImportError>; 2] {
    let schema = |resources: CustomResources| {
        Ok(resources.schema_of("example.com/v1", "T", &no_types)?.unwrap().schema)
    };
    let value = value(text);
    [CustomResources::from_slice(text.as_bytes()).and_then(schema), {
        let read = CustomResources::from_value(&value).and_then(schema);
        drop_deep(value);
        read
    }]
}

/// JSON of any depth, also deeper than a parser allows.
fn value(text: &str) -> Value {
    let depth = text.matches("{\"items\":").count();
    let text = text.replacen(&nested(depth + 1), "null", 1);
    let around = |inner| Value::Object([("items".to_owned(), inner)].into_iter().collect());
    let deep = (0..depth).fold(json!({"type": "string"}), |inner, _| around(inner));
    let mut value: Value = serde_json::from_str(&text).unwrap();
    let pointer = if value.get("definitions").is_some() {
        "/definitions/T"
    } else {
        "/spec/versions/0/schema/openAPIV3Schema"
    };
    *value.pointer_mut(pointer).unwrap() = deep;
    value
}

/// Drops a value level by level, without recursion.
fn drop_deep(value: Value) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => open.extend(members.into_iter().map(|(_, value)| value)),
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
}

#[test]
fn schema_documents_may_have_127_levels() {
    on_small_stack(|| {
        // Two levels are around the schema in an OpenAPI document, five in a manifest.
        for outcome in import_open_api(&open_api(&nested(125))) {
            assert_eq!(format!("{:?}", outcome.unwrap().root()).matches("list of").count(), 8);
        }
        for outcome in import_custom(&custom(&nested(122))) {
            outcome.unwrap();
        }
        for levels in [1, 3_000, 100_000] {
            let deep = import_open_api(&open_api(&nested(125 + levels)));
            for outcome in deep.into_iter().chain(import_custom(&custom(&nested(122 + levels)))) {
                let error = outcome.unwrap_err().to_string();
                assert!(error.contains("nested deeper than 127 levels"), "{error}");
            }
        }
    });
}

#[test]
fn text_of_schemas_may_be_as_long_as_the_limit_says() {
    let open_api = open_api(&nested(1));
    let custom = custom(&nested(1));
    let within = |bytes| Limits::default().max_bytes(bytes);
    let read =
        |text: &str, limits: &Limits| OpenApi::from_slice_within(text.as_bytes(), limits).map(drop);
    read(&open_api, &within(open_api.len())).unwrap();
    let error = read(&open_api, &within(open_api.len() - 1)).unwrap_err().to_string();
    assert!(error.contains("raise `Limits::max_bytes`"), "{error}");
    let read = |text: &str, limits: &Limits| {
        CustomResources::from_slice_within(text.as_bytes(), limits).map(drop)
    };
    read(&custom, &within(custom.len())).unwrap();
    let error = read(&custom, &within(custom.len() - 1)).unwrap_err().to_string();
    assert!(error.contains("raise `Limits::max_bytes`"), "{error}");
}

#[test]
fn as_many_mistakes_are_listed_as_the_limit_says() {
    let wrong = |count: usize| {
        let fields = (0..count).map(|at| (format!("f{at}"), json!({"type": "nonsense"})));
        json!({"properties": Value::from(fields.collect::<serde_json::Map<_, _>>())})
    };
    for (limit, count, listed, omitted) in
        [(3, 2, 2, 0), (3, 3, 3, 0), (3, 4, 3, 1), (0, 4, 1, 3), (100, 250, 100, 150)]
    {
        let limits = Limits::default().max_errors(limit);
        let says = format!("and {omitted} more; to see them, raise `Limits::max_errors`");
        let check = |error: &ImportError| {
            assert_eq!((error.mistakes().len(), error.omitted()), (listed, omitted), "{error}");
            assert_eq!(error.to_string().contains(&says), omitted > 0, "{error}");
            assert!(count == 1 || error.to_string().contains(&format!("{count} mistakes")));
        };
        let document = json!({"definitions": {"T": wrong(count)}});
        let document = OpenApi::from_value_within(&document, &limits).unwrap();
        check(&document.schema_named("T").unwrap_err());
        let manifest: Value = serde_json::from_str(&custom(&wrong(count).to_string())).unwrap();
        let manifest = CustomResources::from_value_within(&manifest, &limits).unwrap();
        check(&manifest.schema_of("example.com/v1", "T", &no_types).unwrap_err());

        let mut types = SchemaBuilder::new().limits(limits);
        let scalar = types.scalar();
        let field = |object: ObjectDef, at| {
            object.field(format!("f{at}"), FieldDef::new(scalar).strategy(Strategy::MERGE))
        };
        let root = (0..count).fold(ObjectDef::new("T"), field);
        let root = types.object(root);
        let error = types.build(root).unwrap_err();
        assert_eq!((error.mistakes().len(), error.omitted()), (listed, omitted), "{error}");
        assert_eq!(error.to_string().contains(&says), omitted > 0, "{error}");
    }
}

#[test]
fn overlays_list_as_many_mistakes_as_the_limit_says() {
    let mut types = SchemaBuilder::new();
    let scalar = types.scalar();
    let field = |object: ObjectDef, at| object.field(format!("f{at}"), FieldDef::new(scalar));
    let root = (0..5).fold(ObjectDef::new("T"), field);
    let root = types.object(root);
    let schema = types.build(root).unwrap();
    let limits = Limits::default().max_errors(3);
    // Paths that don't exist, and metadata that the fields can't have.
    for name in ["g", "f"] {
        let change = |at| (format!("{name}{at}"), json!({"strategy": "merge"}));
        let fields: serde_json::Map<_, _> = (0..5).map(change).collect();
        let overlay: Overlay = serde_json::from_value(json!({"fields": fields})).unwrap();
        let error = overlay.limits(limits).apply(&schema, &no_types).unwrap_err();
        assert_eq!((error.mistakes().len(), error.omitted()), (3, 2), "{error}");
    }
}

#[test]
fn a_path_of_an_overlay_may_have_128_steps() {
    on_small_stack(|| {
        let mut types = SchemaBuilder::new();
        let root = types.any();
        let root = types.object(ObjectDef::new("T").field("a", FieldDef::new(root)));
        let schema = types.build(root).unwrap();
        let apply = |steps: usize| {
            let path = vec!["a"; steps].join(".");
            let overlay = Overlay::embed(&format!("{path}=[]any")).unwrap();
            overlay.apply(&schema, &no_types)
        };
        let schema = apply(128).unwrap();
        let down = |ty: TypeRef<'_>| format!("{ty:?}");
        let mut ty = schema.root();
        for _ in 0..128 {
            ty = ty.field("a").unwrap().ty();
        }
        assert_eq!(down(ty), "list of any");
        let error = apply(129).unwrap_err().to_string();
        assert!(error.contains("more than 128 steps"), "{error}");
    });
}

#[test]
fn long_chains_of_types_fit_the_stack() {
    on_small_stack(|| {
        const LENGTH: usize = 20_000;
        let reference = |at| json!({"$ref": format!("#/definitions/T{at}")});
        let define = |at: usize| match at + 1 {
            LENGTH => json!({"type": "string"}),
            next => json!({"properties": {"next": reference(next), "other": {"type": "string"}}}),
        };
        let definitions: serde_json::Map<_, _> =
            (0..LENGTH).map(|at| (format!("T{at}"), define(at))).collect();
        let document = OpenApi::from_value(&json!({"definitions": definitions})).unwrap();
        let chain = document.schema_named("T0").unwrap().unwrap().schema;
        assert!(chain.is_equivalent(&document.schema_named("T0").unwrap().unwrap().schema));
        assert!(!chain.is_equivalent(&document.schema_named("T1").unwrap().unwrap().schema));
        let overlay = Overlay::embed("other=[]any").unwrap();
        let changed = overlay.apply(&chain, &no_types).unwrap();
        assert_eq!(chain.first_difference(&changed).unwrap(), "other: scalar and list of any");
        let (written, name) = smp_openapi::to_openapi(&chain, OpenApiVersion::V3);
        let again = OpenApi::from_value(&written).unwrap().schema_named(&name).unwrap().unwrap();
        assert_eq!(chain.first_difference(&again.schema), None);
    });
}

#[test]
fn flattening_a_type_twice_is_refused_quickly() {
    on_small_stack(|| {
        // Each type flattens the one before it twice: there are 2^59 paths to `T0`.
        let mut types = SchemaBuilder::new();
        let scalar = types.scalar();
        let mut inner = types.object(ObjectDef::new("T0").field("key", FieldDef::new(scalar)));
        for at in 1..60 {
            let object = ObjectDef::new(format!("T{at}")).flatten(inner).flatten(inner);
            inner = types.object(object);
        }
        let list = types.list(inner);
        let list = FieldDef::new(list).strategy(Strategy::MERGE).merge_key("key");
        let root = types.object(ObjectDef::new("Root").field("list", list));
        let error = types.build(root).unwrap_err().to_string();
        assert!(error.contains("`T1` flattens `T0` again"), "{error}");
    });
}

#[test]
fn types_may_be_flattened_into_each_other_128_times() {
    on_small_stack(|| {
        let build = |times: usize| {
            let mut types = SchemaBuilder::new();
            let scalar = types.scalar();
            let mut inner = types.object(ObjectDef::new("T0").field("f0", FieldDef::new(scalar)));
            for at in 1..=times {
                let object = ObjectDef::new(format!("T{at}"));
                let object = object.field(format!("f{at}"), FieldDef::new(scalar)).flatten(inner);
                inner = types.object(object);
            }
            types.build(inner)
        };
        assert_eq!(build(128).unwrap().root().fields().count(), 129);
        for times in [129, 3_000] {
            let error = build(times).unwrap_err().to_string();
            assert!(error.contains("flattened more than 128 levels deep"), "{error}");
        }
    });
}
