//! Documents and patches as values: reading their parts, comparing and printing them, in every
//! form.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use smp_core::{Document, NumberText, Patch, View};

const TEXT: &str =
    r#"{"name": "web", "odd": "a\nb", "none": null, "list": ["x"], "inner": {"n": 1}}"#;

/// A document in every form: text, a value that it owns, a borrowed value, and a copy that borrows
/// nothing.
fn forms(value: &Value) -> [Document<'_>; 4] {
    [
        Document::from_json(TEXT).unwrap(),
        Document::from(value.clone()),
        Document::from(value),
        Document::from_json(TEXT).unwrap().into_owned().unwrap(),
    ]
}

#[test]
fn members_are_found_by_name() {
    let value: Value = serde_json::from_str(TEXT).unwrap();
    for document in forms(&value) {
        assert_eq!(document.get("name").unwrap().as_str().as_deref(), Some("web"));
        assert_eq!(document.get("odd").unwrap().as_str().as_deref(), Some("a\nb"));
        assert_eq!(document.get("inner").unwrap().get("n").unwrap().to_json(), "1");
        assert!(document.get("none").is_some() && document.get("other").is_none());
        assert!(document.get("list").unwrap().get("x").is_none());
        for no_string in ["none", "list", "inner"] {
            assert_eq!(document.get(no_string).unwrap().as_str(), None);
        }
        let View::Object(members) = document.view().unwrap() else { panic!("an object") };
        assert_eq!(members.len(), 5);
    }
}

#[test]
fn a_document_is_made_of_numbers_only_where_they_are_json() {
    for text in ["1", "-0", "1.50", "1e400", "12345678901234567890123"] {
        let number = NumberText::new(text).unwrap();
        assert_eq!(Document::from(View::Number(number)).to_json(), text);
    }
    for text in ["", "x", "01", "+1", " 1", "1 ", "1.", "-", "1,2", "null", "\"1\"", "[1]"] {
        assert!(NumberText::new(text).is_err(), "{text}");
    }
}

#[test]
fn documents_are_equal_as_json() {
    let value: Value = serde_json::from_str(TEXT).unwrap();
    for left in forms(&value) {
        for right in forms(&value) {
            assert_eq!(left, right);
        }
        for other in ["{}", r#"{"name":"db"}"#, "null", "[]"] {
            assert_ne!(left, Document::from_json(other).unwrap());
        }
    }
    let parse = |text| Document::from_json(text).unwrap();
    assert_eq!(parse(r#"{"a":1,"b":null}"#), parse(r#"{"a":1}"#));
    assert_eq!(parse("1.0"), parse("1.00"));
    assert_ne!(parse("1"), parse("1.0"));
}

#[test]
fn display_writes_the_json_text() {
    assert_eq!(Document::from_json(r#"{"a": 1}"#).unwrap().to_string(), r#"{"a": 1}"#);
    let patch = Patch::from_json(r#"{"a": null, "$retainKeys": ["a"]}"#).unwrap();
    assert_eq!(patch.to_string(), patch.to_json());
    assert_eq!(Patch::from_json(&patch.to_string()).unwrap(), patch);
    assert!(patch.to_string().contains("$retainKeys"));
}

#[test]
fn equal_patches_have_the_same_members_in_the_same_order() {
    let parse = |text| Patch::from_json(text).unwrap();
    assert_eq!(parse(r#"{"a":1,"b":2}"#), parse(r#"{"a": 1, "b": 2}"#));
    assert_ne!(parse(r#"{"a":1,"b":2}"#), parse(r#"{"b":2,"a":1}"#));
    assert_ne!(parse(r#"{"a":1}"#), parse(r#"{"a":2}"#));
    assert_ne!(parse(r#"{"a":null}"#), parse("{}"));
    assert!(parse("{}").is_empty());
    for something in [r#"{"a":null}"#, r#"{"$patch":"delete"}"#, r#"{"$retainKeys":[]}"#] {
        assert!(!parse(something).is_empty(), "{something}");
    }
}

#[test]
fn byte_arrays_are_read_as_json() {
    let schema = {
        let mut types = smp_core::SchemaBuilder::new();
        let root = types.any();
        types.build(root).unwrap()
    };
    let options = smp_core::Options::default();
    let merged: Vec<u8> =
        smp_core::apply(br#"{"a":1}"#, br#"{"b":2}"#, schema.root(), &options).unwrap();
    let merged: Value = serde_json::from_slice(&merged).unwrap();
    assert_eq!(merged, json!({"a": 1, "b": 2}));
}

#[test]
fn pretty_text_has_a_line_for_every_member_and_element() {
    let pretty = |text: &str| Document::from_json(text).unwrap().to_json_pretty(2).unwrap();
    let (empty, one, two) = (r#"{"a":[],"b":{}}"#, r#"{"a":[1]}"#, r#"{"a":[1,{"b":2,"c":3}]}"#);
    assert_eq!(pretty(empty), "{\n  \"a\": [],\n  \"b\": {}\n}");
    assert_eq!(pretty(one), "{\n  \"a\": [\n    1\n  ]\n}");
    let lines = [
        "{",
        "  \"a\": [",
        "    1,",
        "    {",
        "      \"b\": 2,",
        "      \"c\": 3",
        "    }",
        "  ]",
        "}",
    ];
    assert_eq!(pretty(two), lines.join("\n"));
}

#[test]
fn strings_are_escaped_where_json_requires_it() {
    for text in ["plain text", "\"", "\\", "\n", "\u{1f}", " ", "é\u{7f}", ""] {
        let document = json!({ text: text });
        let read = Document::from_json(&document.to_string()).unwrap().into_owned().unwrap();
        // The document is detached from its text, so that its text is made from its values, not
        // copied.
        assert_eq!(read.to_json(), document.to_string());
        assert_eq!(read.get(text).unwrap().as_str().as_deref(), Some(text));
    }
}

#[test]
fn values_that_json_lacks_are_refused() {
    use serde::de::value::{BytesDeserializer, Error};
    let bytes = BytesDeserializer::<Error>::new(b"a");
    let error = <Document<'static> as serde::Deserialize>::deserialize(bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: byte array, expected a null, boolean, number, string, list, or object \
         with string keys"
    );
}

#[test]
fn a_patch_is_read_by_parse_from_document_and_serde() {
    let text = r#"{"a":null,"b":{"$patch":"replace","c":1}}"#;
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(text.parse::<Patch>().unwrap().to_json(), text);
    assert_eq!(Patch::from_document(&value).unwrap().to_json(), text);
    assert_eq!(serde_json::from_str::<Patch>(text).unwrap().to_json(), text);

    let mistake = r#"{"$patch":"append"}"#;
    let value: Value = serde_json::from_str(mistake).unwrap();
    let expected = Patch::from_json(mistake).unwrap_err().to_string();
    assert_eq!(mistake.parse::<Patch>().unwrap_err().to_string(), expected);
    assert_eq!(Patch::from_document(&value).unwrap_err().to_string(), expected);
    let error = serde_json::from_str::<Patch>(mistake).unwrap_err().to_string();
    assert!(error.contains("append"), "{error}");
}
