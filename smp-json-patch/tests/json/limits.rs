//! Limits of JSON patches: a short patch can't make a result that is deep, large, or slow to make.

use std::fmt::Write as _;

use smp_core::Document;
use smp_json_patch::{Error, JsonPatch};

const MAP: &str = r#"{"apiVersion":"v1","kind":"ConfigMap","x":{"a":{}}}"#;

fn result(object: &str, patch: &str) -> Result<String, Error> {
    let patch = JsonPatch::new(Document::from_json(patch)?)?;
    Ok(patch.apply(Document::from_json(object)?)?.to_json())
}

/// The message about this patch of this object; it must fail.
fn fails(object: &str, patch: &str) -> String {
    result(object, patch).unwrap_err().to_string()
}

/// The result of this patch of this object.
fn patched(object: &str, patch: &str) -> String {
    result(object, patch).unwrap()
}

/// A list of operations.
fn patch(operations: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", operations.into_iter().collect::<Vec<_>>().join(","))
}

#[test]
fn copies_that_double_the_depth_are_refused() {
    let copies = (0..18).map(|round| {
        format!(r#"{{"op":"copy","from":"/x","path":"/x{}"}}"#, "/a".repeat(1 << round))
    });
    let message = fails(MAP, &patch(copies));
    assert!(message.contains("nested deeper than 128 levels, which is the limit"), "{message}");
}

#[test]
fn moves_that_make_the_object_deep_are_refused() {
    let deep =
        |levels: usize| format!("{}{}", r#"{"a":"#.repeat(levels) + "{}", "}".repeat(levels));
    let object =
        format!(r#"{{"apiVersion":"v1","kind":"ConfigMap","x":{},"y":{}}}"#, deep(100), deep(100));
    let path = format!("/y{}", "/a".repeat(101));
    let operation = format!(r#"{{"op":"move","from":"/x","path":"{path}"}}"#);
    let message = fails(&object, &patch([operation]));
    assert!(message.contains("nested deeper than 128 levels, which is the limit"), "{message}");
}

#[test]
fn a_result_may_be_as_deep_as_the_limit() {
    let value = format!("{}1{}", "[".repeat(126), "]".repeat(126));
    let operation =
        |value: &str| patch([format!(r#"{{"op":"add","path":"/x/a","value":{value}}}"#)]);
    let result = patched(MAP, &operation(&value));
    assert!(result.contains(&value), "{result}");
    let message = fails(MAP, &operation(&format!("[{value}]")));
    assert!(message.contains("nested deeper than 128 levels, which is the limit"), "{message}");
}

#[test]
fn copies_that_double_the_size_are_refused() {
    let object = format!(r#"{{"apiVersion":"v1","kind":"ConfigMap","x":["{}"]}}"#, "x".repeat(100));
    let copies = (0..22).map(|_| r#"{"op":"copy","from":"/x","path":"/x/-"}"#.to_owned());
    let message = fails(&object, &patch(copies));
    assert!(message.contains("copies more than 3145728 bytes, which is the limit"), "{message}");
}

#[test]
fn copies_below_the_limit_are_made() {
    let object =
        format!(r#"{{"apiVersion":"v1","kind":"ConfigMap","x":"{}"}}"#, "x".repeat(1 << 20));
    let copies = |count| {
        patch((0..count).map(|at| format!(r#"{{"op":"copy","from":"/x","path":"/y{at}"}}"#)))
    };
    assert!(patched(&object, &copies(2)).len() > 3 << 20);
    let message = fails(&object, &copies(3));
    assert!(message.contains("copies more than 3145728 bytes"), "{message}");
}

#[test]
fn a_patch_may_have_10000_operations() {
    let tests =
        |count| patch((0..count).map(|_| r#"{"op":"test","path":"/x/a","value":{}}"#.to_owned()));
    patched(MAP, &tests(10_000));
    let message = fails(MAP, &tests(10_001));
    assert!(
        message.contains("the JSON patch has 10001 operations; the limit is 10000"),
        "{message}"
    );
}

#[test]
fn insertions_at_the_front_of_a_long_list_end_at_a_limit() {
    let mut object = r#"{"apiVersion":"v1","kind":"ConfigMap","x":[0"#.to_owned();
    for _ in 0..200_000 {
        let _ = write!(object, ",0");
    }
    object += "]}";
    for operation in [
        r#"{"op":"add","path":"/x/0","value":1}"#,
        r#"{"op":"remove","path":"/x/0"}"#,
        r#"{"op":"move","from":"/x/0","path":"/x/1"}"#,
    ] {
        let operations = |count| patch((0..count).map(|_| operation.to_owned()));
        patched(&object, &operations(100));
        let message = fails(&object, &operations(10_000));
        assert!(message.contains("moves more than"), "{message}");
        assert!(message.contains("list elements"), "{message}");
    }
}
