//! Entries in the texts that people and servers write: how they are read, kept and written again.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use smp_core::{Document, Schema, View};
use smp_managed::{Error, FieldSet, ManagedFields, Settings, Time, apply, update};

fn config_map() -> &'static Schema {
    smp_types::schema("v1", "ConfigMap").unwrap()
}

/// A config map with an entry of the manager `m`.
fn live(fields: &str, data: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"a","managedFields":[
            {{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{fields}}}
        ]}},"data":{data}}}"#
    )
}

/// The text of the entry of `m` after another manager has applied data.
fn applied(live: &str, data: &str) -> String {
    let config = format!(
        r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"a"}},"data":{data}}}"#
    );
    let settings = Settings::new("n", Time::from_unix_seconds(1)).force(true);
    let (live, config) =
        (Document::from_json(live).unwrap(), Document::from_json(&config).unwrap());
    entry_of_m(&apply(Some(&live), &config, config_map(), &settings).unwrap().object)
}

fn entry_of_m(object: &Document<'_>) -> String {
    let entries = object.get_in(&["metadata", "managedFields"]).unwrap().into_view().unwrap();
    let entries = if let View::List(entries) = entries { entries } else { Vec::new() };
    let is_m = |entry: &&Document<'_>| entry.get("manager").unwrap().as_str().unwrap() == "m";
    entries.iter().find(is_m).unwrap().get("fieldsV1").unwrap().to_json()
}

/// ssa-25: in whatever form an entry comes, it is written as an API server writes it, whether the
/// operation changes it or not.
#[test]
fn entries_are_written_as_a_server_writes_them() {
    let texts = [
        r#"{"f:data":{".":{},"f:a":{},"f:b":{}}}"#,
        r#"{ "f:data" : {"f:b":{ } , ".":{}, "f:a":{}}}"#,
        r#"{"f:data":{"f:b":{},".":{},"f:a":{}}}"#,
        r#"{"f:data":{"f:a":{}},"f:data":{"f:b":{},".":{}}}"#,
        r#"{"f:data":{".":null,"f:a":null,"f:b":{".":{}}}}"#,
        r#"{"x:later":{"f:a":[1,"}"]},"f:data":{".":{},"x:later":{},"f:a":{},"f:b":{}}}"#,
        r#"{".":{},"f:d\u0061ta":{".":{"f:a":{}},"f:\u0061":{},"f:b":{}}}"#,
    ];
    for text in texts {
        let live = live(text, r#"{"a":"1","b":"1"}"#);
        assert_eq!(applied(&live, r#"{"c":"1"}"#), r#"{"f:data":{".":{},"f:a":{},"f:b":{}}}"#);
        assert_eq!(applied(&live, r#"{"a":"2"}"#), r#"{"f:data":{".":{},"f:b":{}}}"#);
    }
    let keys = [
        (r#"{"f:x":{"k:{\"b\":1,\"a\":\"x\"}":{}}}"#, r#"{"f:x":{"k:{\"a\":\"x\",\"b\":1}":{}}}"#),
        (r#"{"f:x":{"k:{\"a\":\"<\"}":{}}}"#, r#"{"f:x":{"k:{\"a\":\"\\u003c\"}":{}}}"#),
        (r#"{"f:x":{"k:{\"a\":01}":{}}}"#, ""),
        (r#"{"f:x":{"v:1.0":{},"v:\"é\"":{}}}"#, r#"{"f:x":{"v:1":{},"v:\"é\"":{}}}"#),
        (r#"{"f:x":{"v:true":{},"v:-1":{}}}"#, r#"{"f:x":{"v:-1":{},"v:true":{}}}"#),
    ];
    for (text, written) in keys {
        let read = FieldSet::from_fields_v1(text);
        assert_eq!(read.map(|set| set.to_fields_v1()).unwrap_or_default(), written);
        if !written.is_empty() {
            assert_eq!(applied(&live(text, "{}"), r#"{"c":"1"}"#), written);
        }
    }
}

/// A set with paths that are deeper than any object is kept. One that is too deep to be read fails an
/// apply, and an update keeps the object.
#[test]
fn deep_paths() {
    let deep = |levels: usize| format!("{}{{}}{}", r#"{"f:a":"#.repeat(levels), "}".repeat(levels));
    let object = live(&deep(200), "{}");
    let document = Document::from_json(&object).unwrap();
    let managed = ManagedFields::of(&document).unwrap();
    assert_eq!(managed.entries()[0].fields.to_fields_v1(), deep(200));
    let settings = Settings::new("n", Time::from_unix_seconds(1));
    let new = object.replace(r#""data":{}"#, r#""data":{"x":"1"}"#);
    let new = Document::from_json(&new).unwrap();
    let updated = update(Some(&document), &new, config_map(), &settings).unwrap();
    assert!(updated.object.to_json().contains(&deep(200)));

    let object = live(&deep(100_000), "{}");
    let document = Document::from_json(&object).unwrap();
    let config = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}"#;
    let config = Document::from_json(config).unwrap();
    let error = apply(Some(&document), &config, config_map(), &settings).unwrap_err();
    assert!(
        matches!(&error, Error::ManagedFields { message, .. } if message.contains("levels")),
        "{error}"
    );
    let updated = update(Some(&document), &document, config_map(), &settings).unwrap();
    assert!(updated.untracked.is_none());
}

/// Many paths are kept, and one of them can be taken.
#[test]
fn many_paths() {
    let names = |range: std::ops::Range<usize>| {
        let names: Vec<String> = range.map(|at| format!(r#""f:x{at:06}":{{}}"#)).collect();
        format!(r#"{{"f:data":{{{}}}}}"#, names.join(","))
    };
    let live = live(&names(0..100_000), r#"{"x000000":"1"}"#);
    assert_eq!(applied(&live, r#"{"c":"1"}"#), names(0..100_000));
    assert_eq!(applied(&live, r#"{"x000000":"2"}"#), names(1..100_000));
}

#[test]
fn floats_are_read_to_their_last_digit() {
    for text in [
        r#"{"f:ports":{"k:{\"port\":1.11111111e+41}":{}}}"#,
        r#"{"f:finalizers":{"v:1.11111111e+41":{}}}"#,
    ] {
        let set = FieldSet::from_fields_v1(text).expect("a field set");
        assert_eq!(set.to_fields_v1(), text);
    }
}
