//! Patches and diffs: order, numbers, problems, and the way back.

use serde_json::Value;
use smp_core::{Document, PatchSchema as _, Severity};
use smp_json_patch::{Error, JsonPatch, MergePatch, json_diff, merge_diff};

fn document(text: &str) -> Document<'_> {
    Document::from_json(text).unwrap()
}

fn merged(object: &str, patch: &str) -> String {
    MergePatch::new(document(patch)).unwrap().apply(document(object)).unwrap().to_json()
}

fn patched(object: &str, operations: &str) -> String {
    JsonPatch::new(document(operations)).unwrap().apply(document(object)).unwrap().to_json()
}

#[test]
fn members_keep_their_order_and_numbers_their_text() {
    let object = r#"{"z":1.50,"gone":0,"a":{"y":1e3, "x":2}}"#;
    let patch =
        r#"{"new":98765432109876543210.0,"gone":null,"a":{"x":3},"list":[{"d":1,"c":2.0}]}"#;
    assert_eq!(
        merged(object, patch),
        r#"{"z":1.50,"a":{"y":1e3,"x":3},"new":98765432109876543210.0,"list":[{"d":1,"c":2.0}]}"#
    );
    // A part that no operation reaches keeps its text, and a member that comes back its place.
    let operations = r#"[{"op":"remove","path":"/z"},{"op":"add","path":"/b","value":{"d":1,"c":2}},
        {"op":"add","path":"/z","value":2.50},{"op":"remove","path":"/gone"}]"#;
    assert_eq!(patched(object, operations), r#"{"z":2.50,"a":{"y":1e3, "x":2},"b":{"d":1,"c":2}}"#);
}

#[test]
fn diffs_lead_from_one_document_to_the_other() {
    const DOCUMENTS: [&str; 8] = [
        "{}",
        r#"{"a":1,"b":{"c":[1,2,3],"d":"x"}}"#,
        r#"{"a":1.0,"b":{"c":[1,3],"e":{}},"f/g":[],"h~i":true}"#,
        r#"{"b":{"c":{"d":[{"a":1},{"b":2}]}}}"#,
        r#"{"b":{"c":{"d":[{"a":1,"c":3},{"b":2},[]]}},"f/g":[1]}"#,
        r#"{"h~i":false,"":{"":0}}"#,
        r#"{"a":12345678901234567890123,"b":[]}"#,
        r#"{"a":12345678901234567890124,"b":[[],{}]}"#,
    ];
    for from in DOCUMENTS {
        for to in DOCUMENTS {
            let patch = json_diff(document(from), document(to)).unwrap();
            let result = JsonPatch::new(patch.clone()).unwrap().apply(document(from)).unwrap();
            assert_eq!(result, document(to), "{from} by {patch}");
            assert_eq!(patch.to_json() == "[]", from == to);
            let patch = merge_diff(document(from), document(to), Value::schema()).unwrap();
            let result = MergePatch::new(patch.clone()).unwrap().apply(document(from)).unwrap();
            assert_eq!(result, document(to), "{from} by {patch}");
        }
    }
}

#[test]
fn a_patch_names_all_its_problems() {
    let patch = r#"[{"op":"add","path":"/a","valeu":1},{"op":"ad","path":"/a"},7]"#;
    let Err(Error::InvalidOperations(problems)) = JsonPatch::new(document(patch)) else {
        panic!("it has mistakes");
    };
    let found: Vec<_> = problems.iter().map(|it| (it.operation, it.severity)).collect();
    assert_eq!(
        found,
        [
            (0, Severity::Warning),
            (0, Severity::Warning),
            (1, Severity::Error),
            (2, Severity::Error)
        ]
    );
    let patch = JsonPatch::new(document(r#"[{"op":"add","path":"/a"}]"#)).unwrap();
    assert_eq!(patch.warnings()[0].message, "the operation has no value: it sets null");
    // Not a vector: as a text, null is no document in other languages.
    assert_eq!(patched(r#"{"a":null}"#, "null"), r#"{"a":null}"#);
    assert!(matches!(JsonPatch::new(document("{}")), Err(Error::NotAPatch)));
    assert!(matches!(MergePatch::new(document("[]")), Err(Error::NotAPatch)));
}

#[test]
fn text_that_is_none_is_refused_where_it_would_be_changed() {
    let lone = r#"{"a":{"b":"\ud800"},"c":1}"#;
    assert!(matches!(MergePatch::new(document(lone)), Err(Error::Document(_))));
    // A part of the object that nothing reads keeps its text.
    assert_eq!(merged(lone, r#"{"c":2}"#), r#"{"a":{"b":"\ud800"},"c":2}"#);
}

/// Operations as short texts.
fn operations(from: &str, to: &str) -> Vec<String> {
    let patch = json_diff(document(from), document(to)).unwrap();
    let result = JsonPatch::new(patch.clone()).unwrap().apply(document(from)).unwrap();
    assert_eq!(result, document(to));
    let operations: Vec<Value> = serde_json::from_str(&patch.to_json()).unwrap();
    let text =
        |it: &Value| format!("{} {}", it["op"].as_str().unwrap(), it["path"].as_str().unwrap());
    operations.iter().map(text).collect()
}

#[test]
fn an_item_in_front_changes_no_other() {
    let version = |name: &str, served: bool| {
        format!(r#"{{"name":"{name}","served":{served},"storage":true,"schema":{{"a":1,"b":2}}}}"#)
    };
    let (v1, v2, alpha) = (version("v1", true), version("v2", true), version("v1alpha1", false));
    let list = |items: &[&str]| format!("[{}]", items.join(","));
    assert_eq!(operations(&list(&[&v1]), &list(&[&alpha, &v1])), ["add /0"]);
    assert_eq!(operations(&list(&[&alpha, &v1, &v2]), &list(&[&v1, &v2])), ["remove /0"]);
    // One is changed, and another one added before it.
    let unserved = version("v1", false);
    assert_eq!(
        operations(&list(&[&v1, &v2]), &list(&[&alpha, &unserved, &v2])),
        ["add /0", "replace /1/served"]
    );
    assert_eq!(operations("[1,2,3]", "[1,4,3]"), ["replace /1"]);
    assert_eq!(operations("[]", "[1,2]"), ["add /0", "add /1"]);
    assert_eq!(operations("[1,2]", "[]"), ["remove /0", "remove /0"]);
    assert_eq!(operations(r#"[{"a":1}]"#, r#"[{"b":[2,3]}]"#), ["replace /0"]);
}

#[test]
fn random_lists() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..2000 {
        let mut list = || {
            let items = (0..random.usize(0..6)).map(|_| match random.u8(0..4) {
                0 => random.u8(0..3).to_string(),
                1 => format!("[{}]", random.u8(0..2)),
                _ => format!(r#"{{"a":{},"b":{},"c":null}}"#, random.u8(0..3), random.u8(0..2)),
            });
            format!("[{}]", items.collect::<Vec<_>>().join(","))
        };
        let (from, to) = (list(), list());
        let count = operations(&from, &to).len();
        assert_eq!(count == 0, from == to, "{from} {to}");
    }
}

#[test]
fn long_lists_are_compared_in_little_time() {
    let list = |item: &dyn Fn(usize) -> String| {
        format!("[{}]", (0..4_000).map(item).collect::<Vec<_>>().join(","))
    };
    let (from, to) =
        (list(&|at| format!(r#"{{"a":{at}}}"#)), list(&|at| format!(r#"{{"b":{at}}}"#)));
    assert_eq!(operations(&from, &to).len(), 8_000);
}
