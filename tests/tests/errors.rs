//! Errors: kind, document, path and remedy, and the size of the type. These tests check the
//! text of messages; `conformance/errors` has a case for every kind.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use smp_core::{
    Error, ErrorKind, Limits, Options, Overwrite, Patch, Role, Segment, ThreeWay, TypeRef,
    apply_document,
};

/// docs/reference/errors.md has a row for each kind, in the order of the code.
#[test]
fn every_kind_is_in_the_reference() {
    let code = include_str!("../../smp-core/src/error/kind.rs");
    let kinds = code.lines().filter_map(|line| line.strip_prefix("    ")?.strip_suffix(','));
    let kinds: Vec<_> = kinds.filter(|kind| kind.chars().all(char::is_alphanumeric)).collect();
    assert!(kinds.contains(&"InvalidJson") && kinds.contains(&"Typed"), "{kinds:?}");
    let page = include_str!("../../docs/reference/errors.md");
    let (_, table) = page.split_once("| kind | meaning |").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(rows.collect::<Vec<_>>(), kinds);
}

fn pod() -> TypeRef<'static> {
    smp_types::schema("v1", "Pod").unwrap().root()
}

fn apply(live: &str, patch: &str) -> Error {
    smp_core::apply(live, patch, pod(), &Options::default()).unwrap_err()
}

#[test]
fn an_error_has_the_size_of_a_pointer_and_can_be_sent() {
    fn travels<T: Send + Sync + std::error::Error + 'static>() {}
    travels::<Error>();
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
}

#[test]
fn invalid_json_has_line_and_column() {
    let error = apply("{\n  \"spec\": x\n}", "{}");
    assert_eq!(error.kind(), ErrorKind::InvalidJson);
    assert_eq!(error.document(), Some(Role::Live));
    assert_eq!(error.position(), Some((2, 11)));
    let text = error.to_string();
    assert!(text.starts_with("live: ") && text.contains(" at line 2 column "), "{text}");

    let error = apply("{}", "{\"spec\":");
    assert_eq!((error.kind(), error.document()), (ErrorKind::InvalidJson, Some(Role::Patch)));
    // Line and column count from 1, also where `serde_json` counts from 0.
    for text in ["", "{\"a\": tru\n}"] {
        let (line, column) = apply(text, "{}").position().unwrap();
        assert!(line >= 1 && column >= 1, "{text:?}: {line}:{column}");
    }
    let error = Patch::from_slice(b"{\"a\": \"\xff\"}").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidJson);
    assert!(error.to_string().contains("UTF-8"), "{error}");
}

#[test]
fn paths_name_elements_by_key_or_index() {
    let live = r#"{"spec":{"containers":[{"name":"web","env":[{"name":"A"}]}]}}"#;
    let error = apply(
        live,
        r#"{"spec":{"containers":[{"name":"web","env":[{"name":"A","value":"1"},{"value":"2"}]}]}}"#,
    );
    assert_eq!(error.kind(), ErrorKind::MergeKeyMissing);
    assert_eq!(error.path().to_string(), r#"spec.containers[name="web"].env[1]"#);
    assert_eq!(error.path().segments().next_back(), Some(&Segment::Index(1)));
    let text = error.to_string();
    assert!(text.starts_with(r#"patch: spec.containers[name="web"].env[1]: "#), "{text}");
    // The message says what was expected.
    assert!(error.message().contains("\"name\""), "{text}");
    assert!(!error.message().contains("spec.containers"), "the message has no path: {text}");
}

#[test]
fn messages_name_the_value_that_was_found() {
    let error = apply("{}", r#"{"metadata":{"$patch":"remove"}}"#);
    assert_eq!(error.kind(), ErrorKind::InvalidDirective);
    assert!(error.to_string().contains("remove"), "{error}");
    let error = apply("{}", r#"{"metadata":{"$retainKeys":"name"}}"#);
    assert_eq!(error.kind(), ErrorKind::InvalidDirective);
    assert!(error.to_string().contains("a string"), "{error}");
    let error = apply("{}", r#"{"metadata":{"$retainKeys":["a"],"name":"x"}}"#);
    assert_eq!(error.kind(), ErrorKind::RetainKeys);
    assert_eq!(error.path().to_string(), "metadata.name");
}

#[test]
fn every_conflict_has_its_values() {
    let options = Options::default();
    let error = ThreeWay::new(
        r#"{"metadata":{"name":"a","labels":{"x":"1"}},"spec":{"nodeName":"n1"}}"#,
        r#"{"metadata":{"name":"a","labels":{"x":"2"}},"spec":{}}"#,
        r#"{"metadata":{"name":"a","labels":{"x":"3"}},"spec":{"nodeName":"n2"}}"#,
    )
    .overwrite(Overwrite::UnlessBothChanged)
    .diff(pod(), &options)
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    let found: Vec<_> = error
        .conflicts()
        .iter()
        .map(|d| {
            let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".into());
            let values = [text(&d.original), text(&d.modified), text(&d.current)];
            format!("{} {}", d.path, values.join(" "))
        })
        .collect();
    let mut sorted = found.clone();
    sorted.sort();
    assert_eq!(sorted, [r#"metadata.labels.x "1" "2" "3""#, r#"spec.nodeName "n1" - "n2""#]);
    let text = error.to_string();
    assert!(text.contains("\n  metadata.labels.x: ") && text.contains("absent"), "{text}");
}

#[test]
fn errors_name_the_first_or_the_second_patch() {
    let options = Options::default();
    let bad = r#"{"spec":{"$patch":1}}"#;
    let error = smp_core::compose("{}", bad, pod(), &options).unwrap_err();
    assert_eq!(error.document(), Some(Role::SecondPatch), "{error}");
    let error = smp_core::compose(bad, "{}", pod(), &options).unwrap_err();
    assert_eq!(error.document(), Some(Role::FirstPatch), "{error}");
    let error = smp_core::conflicts("{}", bad, pod(), &options).unwrap_err();
    assert_eq!(error.document(), Some(Role::SecondPatch), "{error}");
}

#[test]
fn compose_says_why_no_single_patch_exists() {
    for (first, second, why) in [
        (
            r#"{"spec":{"$retainKeys":["nodeName"],"nodeName":"n1"}}"#,
            r#"{"spec":{"$retainKeys":["hostname"],"hostname":"h1"}}"#,
            "the `$retainKeys` of the two patches contradict each other",
        ),
        (
            r#"{"spec":{"$deleteFromPrimitiveList/containers":["web"]}}"#,
            r#"{"spec":{"containers":[{"name":"web"}]}}"#,
            "`$deleteFromPrimitiveList` for a list of objects",
        ),
    ] {
        let error = smp_core::compose(first, second, pod(), &Options::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IncompatiblePatches, "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn errors_name_the_document_that_is_not_an_object() {
    let options = Options::default();
    for (original, modified, role) in
        [("[]", "{}", Role::Original), ("{}", "1", Role::Modified), ("{", "{}", Role::Original)]
    {
        let error = smp_core::diff(original, modified, pod(), &options).unwrap_err();
        assert_eq!(error.document(), Some(role), "{error}");
    }
    for (texts, role) in [
        (["[]", "{}", "{}"], Role::Original),
        (["{}", "[]", "{}"], Role::Modified),
        (["{}", "{}", "[]"], Role::Current),
    ] {
        let [original, modified, current] = texts;
        let error = ThreeWay::new(original, modified, current).diff(pod(), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotAnObject, "{error}");
        assert_eq!(error.document(), Some(role), "{error}");
    }
    let error = apply("[1]", "{}");
    assert_eq!((error.kind(), error.document()), (ErrorKind::NotAnObject, Some(Role::Live)));
    assert!(error.to_string().contains("a list"), "{error}");
}

#[test]
fn names_with_special_characters_are_quoted() {
    let types = smp_types::schema("v1", "ConfigMap").unwrap();
    let error = smp_core::diff(
        r#"{"data":{}}"#,
        r#"{"data":{"$setElementOrder/x.y":"1"}}"#,
        types.root(),
        &Options::default(),
    )
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DirectiveAsData);
    assert_eq!(error.path().to_string(), r#"data["$setElementOrder/x.y"]"#);
}

/// The name is stored once, and printed in short. If each of the conflicts had a copy, the
/// message would be quadratic in the size of the input.
#[test]
fn a_long_name_in_many_conflicts_is_stored_once() {
    let long = "n".repeat(100_000);
    let document = |value: &str| {
        let fields: Vec<_> = (0..1_000).map(|at| format!("\"k{at}\":\"{value}\"")).collect();
        format!("{{\"metadata\":{{\"{long}\":{{{}}}}}}}", fields.join(","))
    };
    let options = Options::default()
        .unknown_fields(smp_core::UnknownFields::Replace)
        .limits(Limits::default().max_errors(1_000));
    let (old, new, now) = (document("old"), document("new"), document("now"));
    let error = ThreeWay::new(&old, &new, &now)
        .overwrite(Overwrite::UnlessBothChanged)
        .diff(pod(), &options)
        .unwrap_err();
    let steps: Vec<&Segment> =
        error.conflicts().iter().filter_map(|conflict| conflict.path.segments().nth(1)).collect();
    assert_eq!(steps.len(), 1_000);
    assert!(steps.iter().all(|step| **step == Segment::Field(long.clone())));
    assert!(
        steps.iter().all(|step| std::ptr::eq(*step, steps[0])),
        "all paths share one copy of the name"
    );
    let text = error.to_string();
    assert!(text.len() < 500_000, "{}", text.len());
    assert!(text.contains(".k999: original \"old\", modified \"new\", current \"now\""));
}

#[test]
fn order_lists_are_checked_when_a_patch_is_parsed() {
    let error = Patch::from_json(r#"{"metadata":{"$setElementOrder/finalizers":["a",["b"]]}}"#);
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidDirective);
    assert_eq!(error.path().to_string(), "metadata.$setElementOrder/finalizers[1]");
    assert_eq!(
        Patch::from_json(r#"{"$setElementOrder/":["a"]}"#).unwrap_err().kind(),
        ErrorKind::InvalidDirective
    );
}

/// To normalize, the unions of live are read as they were before the patch, also in an object
/// that the patch replaces. An error in such an object names live.
#[test]
fn an_error_in_an_object_that_is_replaced_names_live() {
    use smp_core::{Document, FieldDef, ObjectDef, SchemaBuilder, UnionDef, Unions};

    let mut types = SchemaBuilder::new();
    let any = types.any();
    let inner = ObjectDef::new("Inner").field("a", FieldDef::new(any));
    let inner = types
        .object(inner.field("b", FieldDef::new(any)).union(UnionDef::new().members(["a", "b"])));
    let root = types.object(ObjectDef::new("Root").field("inner", FieldDef::new(inner)));
    let schema = types.build(root).unwrap();
    let patch = Patch::from_json(r#"{"inner":{"$patch":"replace","a":1}}"#).unwrap();
    let live = Document::from_json(r#"{"inner":{"\ud800":1}}"#).unwrap();
    let options = Options::default().unions(Unions::Normalize);
    let error = apply_document(live, &patch, &schema, &options).unwrap_err();
    assert_eq!(error.document(), Some(Role::Live), "{error}");
}

#[test]
fn a_key_with_a_fraction_is_written_in_its_shortest_form() {
    let schema = smp_types::schema("v1", "Service").unwrap();
    let patch = |name: &str| format!(r#"{{"spec":{{"ports":[{{"port":1.50,"name":"{name}"}}]}}}}"#);
    let (ty, options) = (schema.root(), Options::default());
    let found = smp_core::conflicts(patch("a"), patch("b"), ty, &options).unwrap();
    assert_eq!(found[0].path.to_string(), "spec.ports[port=1.5].name");

    // A diff sorts deletions by the text of the key.
    let live = r#"{"spec":{"ports":[{"port":1.5},{"port":2},{"port":10.5}]}}"#;
    let patch = smp_core::diff(live, r#"{"spec":{"ports":[{"port":2}]}}"#, ty, &options).unwrap();
    let text = patch.to_json();
    assert!(
        text.find(r#"{"$patch":"delete","port":1.5}"#)
            < text.find(r#"{"$patch":"delete","port":10.5}"#)
    );
}

#[test]
fn every_malformed_directive_is_reported() {
    let patch = r#"{"metadata": {"$patch": "remove", "labels": {"$retainKeys": "a"}},
        "spec": {"$retainKeys": ["a"], "b": 1, "c": 2, "containers": [{"$patch": 1}, {"$patch": 2}],
        "$setElementOrder/": [], "$deleteFromPrimitiveList/finalizers": {}}}"#;
    let error = Patch::from_json(patch).unwrap_err();
    let all: Vec<_> =
        [&error].into_iter().chain(error.others()).map(|it| it.path().to_string()).collect();
    assert_eq!(
        all,
        [
            "metadata.$patch",
            "metadata.labels.$retainKeys",
            "spec.containers[0].$patch",
            "spec.containers[1].$patch",
            "spec.$setElementOrder/",
            "spec.$deleteFromPrimitiveList/finalizers",
            "spec.b",
            "spec.c",
        ]
    );
    assert!(error.others().iter().all(|it| it.document() == Some(Role::Patch)));
    assert_eq!(error.to_string().lines().count(), all.len());

    // As many as the limit says; the others are counted. They share the steps of their paths.
    let long = "n".repeat(100_000);
    let many = vec![r#"{"$patch": 1}"#; 150].join(",");
    let error = Patch::from_json(&format!(r#"{{"{long}": [{many}]}}"#)).unwrap_err();
    assert_eq!((error.others().len(), error.omitted()), (99, 50));
    let first = error.path().segments().next().unwrap();
    assert!(
        error.others().iter().all(|it| std::ptr::eq(it.path().segments().next().unwrap(), first))
    );
    assert!(error.to_string().len() < 200_000);
}
