//! The tables of the tests of apimachinery's field manager: elements of paths, entries, their order, and
//! the limit for updates.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use smp_core::{Document, Schema};
use smp_managed::{FieldSet, SameShape, Settings, Time, update};

fn config_map() -> &'static Schema {
    smp_types::schema("v1", "ConfigMap").unwrap()
}

/// The entries of an object after an update that changes nothing else.
fn updated(entries: &Value) -> Value {
    let object = json!({"apiVersion": "v1", "kind": "ConfigMap", "data": {"x": "1"},
        "metadata": {"name": "a", "uid": "u", "managedFields": entries}});
    let versions = ["v2", "v3", "v4", "v10", "v11", "v12", "v13", "v14", "v15", "v16"];
    let versions = versions
        .into_iter()
        .fold(SameShape::new(), |versions, version| versions.served(version, config_map().clone()));
    let settings = Settings::new("m", Time::from_unix_seconds(1)).versions(&versions);
    let object = Document::from(object);
    let updated = update(Some(&object), &object, config_map(), &settings).unwrap();
    assert!(updated.untracked.is_none());
    let object = updated.object.into_value().unwrap();
    object["metadata"]["managedFields"].clone()
}

fn read(element: &str) -> Option<String> {
    let text = json!({ element: {} }).to_string();
    FieldSet::from_fields_v1(&text).ok().map(|set| set.to_fields_v1())
}

/// ssa-25.
#[test]
fn elements_of_paths() {
    let elements = [
        "i:0",
        "i:1234",
        "f:",
        "f:spec",
        "f:more-complicated-string",
        r#"k:{"name":"my-container"}"#,
        r#"k:{"port":"8080","protocol":"TCP"}"#,
        r#"k:{"optionalField":null}"#,
        r#"k:{"jsonField":{"A":1,"B":null,"C":"D","E":{"F":"G"}}}"#,
        r#"k:{"listField":["1","2","3"]}"#,
        "v:null",
        r#"v:"some-string""#,
        "v:1234",
        r#"v:{"some":"json"}"#,
    ];
    for element in elements {
        assert_eq!(read(element), Some(json!({ element: {} }).to_string()));
    }
    // An element of an unknown kind is dropped.
    assert_eq!(read("r:Hello").as_deref(), Some("{}"));
    let refused = [
        "",
        "no-colon",
        "i:index is not a number",
        "i:1.23",
        "i:",
        "v:invalid json",
        "v:",
        "k:invalid json",
        r#"k:{"name":invalid}"#,
        r#"v:"example" {"more":"data"}"#,
        r#"k:{"name":"example"} {"more":"data"}"#,
    ];
    for element in refused {
        assert_eq!(read(element), None, "{element}");
    }
}

/// ssa-30, as `TestManagedFieldsTrailingData` of Kubernetes: entries with something behind a value or key of
/// a path do not count.
#[test]
fn entries_that_are_stated_and_cannot_be_read() {
    for element in [r#"v:"example" {"more":"data"}"#, r#"k:{"uid":"a"} {"more":"data"}"#] {
        let stated = json!([{"manager": "m", "operation": "Update", "apiVersion": "v1",
            "fieldsType": "FieldsV1", "fieldsV1": {"f:metadata": {"f:finalizers": {element: {}}}}}]);
        let mut object = json!({"apiVersion": "v1", "kind": "ConfigMap",
            "metadata": {"name": "a", "managedFields": stated}});
        let settings = Settings::new("m", Time::from_unix_seconds(1));
        let fields = |live: Option<&Document<'static>>, object: &Value| {
            let updated = update(live, &Document::from(object.clone()), config_map(), &settings);
            let updated = updated.unwrap().object;
            let value = updated.clone().into_value().unwrap();
            (updated, value["metadata"]["managedFields"][0]["fieldsV1"].clone())
        };
        assert_eq!(fields(None, &object).1, Value::Null);
        object["data"] = json!({"x": "1"});
        let (created, owned) = fields(None, &object);
        assert_eq!(owned, json!({"f:data": {".": {}, "f:x": {}}}));
        object["data"] = json!({"x": "2", "y": "1"});
        let owned = fields(Some(&created), &object).1;
        assert_eq!(owned, json!({"f:data": {".": {}, "f:x": {}, "f:y": {}}}));
    }
}

/// ssa-24 and ssa-25.
#[test]
fn entries_stay_as_they_are() {
    let entry = |version: &str, operation: &str, fields: Value| {
        json!({"apiVersion": version, "fieldsType": "FieldsV1", "fieldsV1": fields, "manager": "foo",
            "operation": operation})
    };
    let with = |mut entry: Value, name: &str, value: &str| {
        entry[name] = value.into();
        entry
    };
    let numbers =
        json!({"v:3": {"f:alsoPi": {}}, "v:3.1415": {"f:pi": {}}, "v:false": {"f:notTrue": {}}});
    let containers =
        json!({"f:spec": {"f:containers": {"k:{\"name\":\"c\"}": {"f:image": {}, "f:name": {}}}}});
    let items = json!({"f:spec": {"f:names": {"f:shortNames": {"i:0": {}}}, "f:versions": {
        "k:{\"name\":\"v1\"}": {".": {}, "f:served": {}, "f:ports": {"i:0": {"f:containerPort": {}}}}}}});
    let tables = [
        json!([
            with(entry("v1", "Update", numbers), "time", "2001-02-03T04:05:06Z"),
            with(
                entry("v2", "Update", json!({"i:5": {"f:i": {}}})),
                "time",
                "2011-12-13T14:15:16Z"
            ),
        ]),
        json!([entry("v1", "Apply", containers)]),
        json!([entry("v1", "Update", items)]),
        json!([with(
            entry("v1", "Update", json!({"f:spec": {"f:replicas": {}}})),
            "subresource",
            "scale"
        )]),
    ];
    for entries in tables {
        assert_eq!(updated(&entries), entries);
    }
}

/// ssa-24.
#[test]
fn entries_are_sorted() {
    // Manager, operation, year.
    type Entry = (&'static str, &'static str, Option<u16>);
    let (early, late) = (Some(2001), Some(2002));
    let text = |&(manager, operation, year): &Entry| {
        let mut entry = json!({"manager": manager, "operation": operation, "apiVersion": "v1",
            "fieldsType": "FieldsV1", "fieldsV1": {"f:data": {"f:y": {}}}});
        if let Some(year) = year {
            entry["time"] = format!("{year}-01-01T01:00:00Z").into();
        }
        entry
    };
    let tables: [(&[Entry], &[usize]); 5] = [
        (&[("a", "Apply", None), ("a", "Update", early)], &[0, 1]),
        (&[("b", "Apply", early), ("c", "Apply", None), ("a", "Apply", None)], &[2, 1, 0]),
        (&[("a", "Update", early), ("a", "Apply", None)], &[1, 0]),
        (
            &[
                ("c", "Update", late),
                ("a", "Apply", None),
                ("d", "Update", early),
                ("b", "Apply", None),
            ],
            &[1, 3, 2, 0],
        ),
        (
            &[
                ("c", "Update", early),
                ("a", "Apply", None),
                ("d", "Update", early),
                ("b", "Apply", None),
            ],
            &[1, 3, 0, 2],
        ),
    ];
    for (entries, order) in tables {
        let given: Vec<Value> = entries.iter().map(text).collect();
        let expected: Vec<Value> = order.iter().map(|&at| given[at].clone()).collect();
        assert_eq!(updated(&given.into()), Value::from(expected));
    }
}

/// ssa-27. The tables have a limit of three; seven later updates, each of a version of its own, make it
/// the limit of ten.
#[test]
fn the_oldest_updates_are_united() {
    // Manager, version, hour, fields.
    type Entry = (&'static str, &'static str, u8, &'static str);
    const OLD: &str = "ancient-changes";
    let text = |&(manager, version, hour, fields): &Entry| {
        let fields: serde_json::Map<_, _> =
            fields.chars().map(|name| (format!("f:{name}"), json!({}))).collect();
        json!({"manager": manager, "operation": "Update", "apiVersion": version,
            "time": format!("2001-01-01T{hour:02}:00:00Z"), "fieldsType": "FieldsV1", "fieldsV1": fields})
    };
    let tables: [(&[Entry], &[Entry]); 6] = [
        (
            &[
                ("m1", "v1", 1, "a"),
                ("m2", "v1", 2, "b"),
                ("m3", "v1", 3, "c"),
                ("m4", "v1", 4, "d"),
            ],
            &[(OLD, "v1", 2, "ab"), ("m3", "v1", 3, "c"), ("m4", "v1", 4, "d")],
        ),
        (
            &[
                (OLD, "v1", 2, "ab"),
                ("m3", "v1", 3, "c"),
                ("m4", "v1", 4, "d"),
                ("m5", "v1", 5, "e"),
            ],
            &[(OLD, "v1", 3, "abc"), ("m4", "v1", 4, "d"), ("m5", "v1", 5, "e")],
        ),
        (
            &[
                ("m1", "v1", 1, "a"),
                ("m2", "v2", 2, "b"),
                ("m3", "v1", 3, "c"),
                ("m4", "v1", 4, "d"),
                ("m5", "v1", 5, "e"),
            ],
            &[("m2", "v2", 2, "b"), (OLD, "v1", 4, "acd"), ("m5", "v1", 5, "e")],
        ),
        (
            &[
                ("m2", "v2", 2, "b"),
                (OLD, "v1", 4, "acd"),
                ("m5", "v1", 5, "e"),
                ("m6", "v3", 6, "f"),
                ("m7", "v2", 7, "g"),
            ],
            &[(OLD, "v1", 5, "acde"), ("m6", "v3", 6, "f"), (OLD, "v2", 7, "bg")],
        ),
        (
            &[
                (OLD, "v1", 5, "acde"),
                ("m6", "v3", 6, "f"),
                (OLD, "v2", 7, "bg"),
                ("m8", "v3", 8, "h"),
            ],
            &[(OLD, "v1", 5, "acde"), (OLD, "v2", 7, "bg"), (OLD, "v3", 8, "fh")],
        ),
        (
            &[
                (OLD, "v1", 5, "acde"),
                ("m6", "v3", 6, "f"),
                (OLD, "v2", 7, "bg"),
                ("m8", "v4", 8, "h"),
            ],
            &[
                (OLD, "v1", 5, "acde"),
                ("m6", "v3", 6, "f"),
                (OLD, "v2", 7, "bg"),
                ("m8", "v4", 8, "h"),
            ],
        ),
    ];
    let later = [
        ("n", "v10", 10, "z"),
        ("n", "v11", 11, "z"),
        ("n", "v12", 12, "z"),
        ("n", "v13", 13, "z"),
        ("n", "v14", 14, "z"),
        ("n", "v15", 15, "z"),
        ("n", "v16", 16, "z"),
    ];
    for (entries, expected) in tables {
        let with_later =
            |entries: &[Entry]| entries.iter().chain(&later).map(text).collect::<Value>();
        let expected = with_later(expected);
        assert_eq!(updated(&with_later(entries)), expected);
        // The same again changes nothing.
        assert_eq!(updated(&expected), expected);
    }
}
