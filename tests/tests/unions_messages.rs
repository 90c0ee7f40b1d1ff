//! The messages for unions that are wrong: every problem, with and without a discriminator.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde::Serialize;
use serde_json::{Value, json};
use smp_core::{
    FieldDef, Limits, ObjectDef, Options, Patch, PatchSchema, Schema, SchemaBuilder,
    StrategicMerge, UnionDef,
};

fn schema(fields: &[&str], union: UnionDef) -> Schema {
    let mut types = SchemaBuilder::new();
    let any = types.any();
    let scalar = types.scalar();
    let root = ObjectDef::new("Root").field("type", FieldDef::new(scalar)).union(union);
    let root = fields.iter().fold(root, |root, field| root.field(*field, FieldDef::new(any)));
    let root = types.object(root);
    types.build(root).unwrap()
}

fn message(schema: &Schema, new: &Value) -> String {
    let options = Options::default();
    let violations = smp_core::validate_unions(new, schema.root(), &options);
    violations.err().map_or_else(String::new, |error| error.to_string())
}

#[track_caller]
fn assert_message(schema: &Schema, new: &Value, part: &str) {
    let text = message(schema, new);
    if part.is_empty() {
        assert_eq!(text, "");
    } else {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn without_discriminator() {
    let one = schema(&["a"], UnionDef::new().members(["a"]).exactly_one());
    assert_message(&one, &json!({}), "found no member of the union, expected `a`; set one");
    let union = || UnionDef::new().members(["a", "b", "c"]);
    let three = schema(&["a", "b", "c"], union().exactly_one());
    assert_message(&three, &json!({"a": 1}), "");
    assert_message(
        &three,
        &json!({}),
        "found no member of the union, expected `a`, `b` or `c`; set one",
    );
    assert_message(
        &schema(&["a", "b", "c"], union()),
        &json!({"a": 1, "c": 1}),
        "found `a` and `c`, expected at most one of `a`, `b` or `c`; remove all but one",
    );
}

#[test]
fn with_members_that_may_be_set_together() {
    let union = UnionDef::new().member("a", "A").member("b", "B").member("c", "B").exactly_one();
    let together = schema(&["a", "b", "c"], union);
    assert_message(&together, &json!({"b": 1, "c": 1}), "");
    assert_message(&together, &json!({}), "expected `a`, or `b` with `c`; set one");
}

#[test]
fn with_discriminator() {
    let union =
        || UnionDef::new().discriminator("type").member("a", "A").member("b", "B").member("c", "B");
    let schema = |union| schema(&["a", "b", "c"], union);
    let plain = schema(union());
    assert_message(&plain, &json!({"type": "A", "a": 1}), "");
    assert_message(&plain, &json!({"type": "", "a": 1}), "");
    let correct = "remove it, or correct the discriminator";
    let names = "`type` is \"B\", which names `b` and `c`, found `a`;";
    assert_message(&plain, &json!({"type": "B", "a": 1}), &format!("{names} {correct}"));
    let none = "`type` is \"X\", which names no member, found `a`;";
    assert_message(&plain, &json!({"type": "X", "a": 1}), &format!("{none} {correct}"));
    assert_message(
        &plain,
        &json!({"type": 5, "a": 1}),
        "`type` is 5, which names no member, found `a`;",
    );
    assert_message(
        &plain,
        &json!({"type": "A", "a": 1, "b": 1}),
        "expected at most one, and `type` is \"A\", which names `a`; remove all but that one",
    );
    assert_message(
        &schema(union().exactly_one()),
        &json!({"type": "A"}),
        "expected one, and `type` is \"A\", which names `a`; set one",
    );
    let idle = schema(union().allow_inactive_member());
    assert_message(&idle, &json!({"type": "X", "a": 1}), "");
    assert_message(&idle, &json!({"type": "B", "a": 1}), &format!("{names} {correct}"));
}

#[test]
fn lint_ignores_empty_members_of_a_patch() {
    let union = UnionDef::new().members(["a", "b"]).empty_is_unset("a");
    let schema = schema(&["a", "b"], union);
    let found = |patch: Value| {
        let patch = Patch::from_document(&patch).unwrap();
        let lint = smp_core::lint_unions(&patch, &schema, &Options::default());
        lint.map_or_else(|error| error.violations().len(), |()| 0)
    };
    for empty in [json!(""), json!(0), json!(false), json!([])] {
        assert_eq!(found(json!({"a": empty, "b": 1})), 0);
    }
    for set in [json!("x"), json!(1), json!(true), json!([1]), json!({"x": 1})] {
        assert_eq!(found(json!({"a": set, "b": 1})), 1);
    }
}

/// Whether the object has more fields than the union has members, or fewer: the members are in
/// the order of the schema.
#[test]
fn members_are_in_the_order_of_the_schema() {
    let names: Vec<_> = (0..20).map(|at| format!("m{at}")).collect();
    let fields: Vec<_> = names.iter().map(String::as_str).collect();
    for members in [&fields[..], &fields[..3]] {
        let schema =
            schema(&fields, UnionDef::new().discriminator("type").members(members.to_vec()));
        for rest in [0, 10] {
            let others = (0..rest).map(|at| format!(r#""x{at}": 1, "#));
            let rest = others.collect::<String>();
            let text = format!(r#"{{{rest}"m2": 1, "m0": null, "type": "", "m1": 1}}"#);
            let error = smp_core::validate_unions(&*text, &schema, &Options::default());
            assert_eq!(error.unwrap_err().violations()[0].found, ["m1", "m2"], "{text}");
            let patch = Patch::from_json(&text).unwrap();
            let found = smp_core::lint_unions(&patch, &schema, &Options::default());
            assert_eq!(found.unwrap_err().violations()[0].found, ["m1", "m2"], "{text}");
            assert!(patch.changes_unions(&schema));
        }
    }
}

#[test]
fn lint_finds_as_many_as_are_listed() {
    let mut types = SchemaBuilder::new();
    let any = types.any();
    let part = ObjectDef::new("Part").field("a", FieldDef::new(any)).field("b", FieldDef::new(any));
    let part = types.object(part.union(UnionDef::new().members(["a", "b"])));
    let parts = types.list(part);
    let root = types.object(ObjectDef::new("Root").field("parts", FieldDef::new(parts)));
    let schema = types.build(root).unwrap();
    let patch = Patch::from_document(json!({"parts": vec![json!({"a": 1, "b": 1}); 120]})).unwrap();
    let found = |most: usize| {
        let options = Options::default().limits(Limits::default().max_errors(most));
        let error = smp_core::lint_unions(&patch, &schema, &options).unwrap_err();
        (error.violations().len(), error.omitted())
    };
    assert_eq!((found(100), found(200)), ((100, 20), (120, 0)));
}

#[derive(PatchSchema, Serialize)]
#[patch(union)]
struct Source {
    path: Option<String>,
    url: Option<String>,
}

#[test]
fn in_a_rust_type() {
    let path = Some("/srv".to_owned());
    let one = Source { path: path.clone(), url: None };
    Source::strategic_validate_unions(&one).unwrap();
    let both = Source { path, url: Some("https://example.org".to_owned()) };
    let error = Source::strategic_validate_unions(&both).unwrap_err().to_string();
    assert!(error.contains("found `path` and `url`, expected at most one of"), "{error}");
}
