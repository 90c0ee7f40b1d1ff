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
