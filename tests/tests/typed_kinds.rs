//! Merging in place, for every kind of smp-types: the result is the same as that of converting
//! the whole object to JSON, merging, and converting back.

#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use smp_core::{
    Error, ErrorKind, FieldDef, ObjectDef, Options, Patch, PatchSchema, SchemaBuilder,
    StrategicMerge, diff, typed,
};
use smp_tests::choices::Choices;
use smp_tests::generate::{Generator, Style};

use crate::types::{self, full::Full};

/// Merges a patch into an object in place, and by converting it to JSON. `None` if the object
/// does not fit the type.
type Merge = fn(&Value, &Patch) -> Option<[Result<Value, Error>; 2]>;

fn merge<T: PatchSchema + Clone + Serialize + DeserializeOwned>(
    live: &Value,
    patch: &Patch,
) -> Option<[Result<Value, Error>; 2]> {
    let live: T = serde_json::from_value(live.clone()).ok()?;
    let options = Options::default();
    let in_place = T::strategic_merge_with(&live, patch, &options);
    let converted = typed::merge(&live, patch, T::schema(), &options);
    if let Ok(result) = &in_place {
        compare(&live, result, &options);
    }
    Some([in_place, converted].map(|result| result.map(|result| json(&result))))
}

fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("the object is JSON")
}

/// Compares the diff of two objects with that of their JSON.
fn compare<T: PatchSchema + Clone + Serialize + DeserializeOwned>(
    original: &T,
    modified: &T,
    options: &Options,
) {
    let by_fields = T::strategic_diff(original, modified).expect("the objects have a diff");
    let untyped = diff(json(original), json(modified), T::schema(), options);
    assert_eq!(by_fields, untyped.expect("the objects have a diff"));
    let result = match T::strategic_merge(original, &by_fields) {
        // The patch removes a field of a newer API server.
        Err(error) if error.kind() == ErrorKind::UnknownField => return,
        result => result.expect("the patch fits"),
    };
    assert_eq!(json(&result), json(modified));
}

macro_rules! table {
    ($($api_version:literal $kind:literal => $ty:ty;)*) => {
        &[$((($api_version, $kind), merge::<$ty> as Merge)),*]
    };
}

const KINDS: &[((&str, &str), Merge)] = smp_types::with_kinds!(table);

#[test]
fn merging_in_place_equals_merging_as_json() {
    let (types, kinds) = (types::table(), types::kinds());
    let (mut merged, mut refused) = (0, 0);
    for (at, (kind, merge)) in KINDS.iter().enumerate() {
        let schema = smp_types::schema(kind.0, kind.1).expect("the catalogue has the kind");
        let full = Full { types: &types, sign: 1, spoil: "" }.object(kinds[kind]);
        let mut rng = fastrand::Rng::with_seed(at as u64);
        let mut below = |n| rng.u32(..n);
        let style = Style { depth: 8, ..Style::VALID };
        let mut make = Generator::new(Choices::new(&mut below), style);
        for round in 0..50 {
            let live = make.pruned(&full);
            let patch = if round % 2 == 0 {
                let other = make.pruned(&full);
                diff(&live, &other, schema, &Options::default()).ok()
            } else {
                // Values of random types, most of which don't fit the field.
                Patch::from_document(make.patch(Some(&live), schema.root())).ok()
            };
            let Some([in_place, converted]) = patch.and_then(|patch| merge(&live, &patch)) else {
                continue;
            };
            match (in_place, converted) {
                (Ok(in_place), Ok(converted)) => {
                    assert_eq!(in_place, converted, "{kind:?}");
                    merged += 1;
                }
                (Err(in_place), Err(converted)) => {
                    assert_eq!(in_place.kind(), converted.kind(), "{in_place}; {converted}");
                    if in_place.kind() != ErrorKind::Typed {
                        assert_eq!(in_place.to_string(), converted.to_string());
                    }
                    refused += 1;
                }
                other => panic!("{kind:?}: {other:?}"),
            }
        }
    }
    assert!(merged > 500 && refused > 500, "{merged} merged, {refused} refused");
}

/// Fields of a newer API server are in live, and patches don't name them.
#[test]
fn merging_in_place_keeps_unknown_fields() {
    let (types, kinds) = (types::table(), types::kinds());
    let mut merged = 0;
    for (at, (kind, merge)) in KINDS.iter().enumerate() {
        let schema = smp_types::schema(kind.0, kind.1).expect("the catalogue has the kind");
        let full = Full { types: &types, sign: 1, spoil: "" }.object(kinds[kind]);
        let newer = Full { types: &types, sign: 1, spoil: "*" }.object(kinds[kind]);
        let mut rng = fastrand::Rng::with_seed(at as u64);
        let mut below = |n| rng.u32(..n);
        let style = Style { depth: 8, ..Style::VALID };
        let mut make = Generator::new(Choices::new(&mut below), style);
        for _ in 0..30 {
            let (from, to) = (make.pruned(&full), make.pruned(&full));
            let patch = diff(&from, &to, schema, &Options::default());
            let live = make.pruned(&newer);
            let Some(result) = patch.ok().and_then(|patch| merge(&live, &patch)) else { continue };
            match result {
                [Ok(in_place), Ok(converted)] => {
                    assert_eq!(in_place, converted, "{kind:?}");
                    merged += 1;
                }
                [in_place, converted] => assert_eq!(
                    in_place.map_err(|error| error.kind()),
                    converted.map_err(|error| error.kind()),
                    "{kind:?}"
                ),
            }
        }
    }
    assert!(merged > 1_000, "{merged} merged");
}

#[test]
fn a_none_is_absent_where_the_schema_is_nullable() {
    #[derive(serde::Serialize)]
    struct Page {
        title: Option<String>,
        size: u32,
    }
    let mut types = SchemaBuilder::new();
    let text = types.scalar();
    let title = types.nullable(text);
    let page = ObjectDef::new("Page")
        .field("title", FieldDef::new(title))
        .field("size", FieldDef::new(text));
    let page = types.object(page);
    let schema = types.build(page).unwrap();
    let none = Page { title: None, size: 1 };
    let some = Page { title: Some("a".to_owned()), size: 2 };
    let diff = |from: &Page, to: &Page| {
        typed::diff(from, to, &schema, &Options::default()).unwrap().to_json()
    };
    assert_eq!(diff(&some, &none), r#"{"size":1,"title":null}"#);
    assert_eq!(diff(&none, &some), r#"{"size":2,"title":"a"}"#);
}
