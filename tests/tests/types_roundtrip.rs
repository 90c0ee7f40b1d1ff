//! Reading an object into its Rust type and writing it again changes nothing. The objects are
//! made from the table of facts, with every field set.
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::types::full::Full;
use crate::types::{self, Shape, Types, shape};

/// Reads a value into the type of a kind, and writes it again.
type Through = fn(&Value) -> Result<Value, serde_json::Error>;

fn through<T: serde::Serialize + serde::de::DeserializeOwned>(
    value: &Value,
) -> Result<Value, serde_json::Error> {
    serde_json::to_value(serde_json::from_value::<T>(value.clone())?)
}

macro_rules! table {
    ($($api_version:literal $kind:literal => $ty:ty;)*) => {
        &[$((($api_version, $kind), through::<$ty> as Through)),*]
    };
}

macro_rules! defaults {
    ($($api_version:literal $kind:literal => $ty:ty;)*) => {
        [$((($api_version, $kind), serde_json::to_value(<$ty>::default()))),*]
    };
}

const KINDS: &[((&str, &str), Through)] = smp_types::with_kinds!(table);

#[test]
fn defaults_have_their_api_version_and_kind() {
    for ((api_version, kind), written) in smp_types::with_kinds!(defaults) {
        let written = written.expect("the object is JSON");
        assert_eq!(written["apiVersion"], api_version, "{kind}");
        assert_eq!(written["kind"], kind, "{api_version}");
    }
}

#[test]
fn full_objects_are_written_as_they_were_read() {
    let (types, kinds) = (types::table(), types::kinds());
    for (kind, through) in KINDS {
        for sign in [1, -1] {
            let value = Full { types: &types, sign, spoil: "" }.object(kinds[kind]);
            assert_eq!(through(&value).expect("the object is valid"), value, "{kind:?}");
        }
    }
}

/// Fields of a newer API server, which an older struct must not lose.
#[test]
fn unknown_fields_are_kept_in_every_type() {
    let (types, kinds) = (types::table(), types::kinds());
    for (kind, through) in KINDS {
        let value = Full { types: &types, sign: 1, spoil: "*" }.object(kinds[kind]);
        assert_eq!(through(&value).expect("the object is valid"), value, "{kind:?}");
    }
}

#[test]
fn absent_and_null_required_fields_are_read_as_empty() {
    let (types, kinds) = (types::table(), types::kinds());
    for (kind, through) in KINDS {
        for null_lists in [false, true] {
            let (bare, expected) = bare(&types, kinds[kind], null_lists);
            assert_eq!(through(&bare).expect("the object is readable"), expected, "{kind:?}");
        }
    }
}

/// The objects with every field set that Go modules ship: `SMP_KUBERNETES_TESTDATA` names their folders
/// `testdata/HEAD`, separated as in PATH.
#[test]
#[ignore = "needs SMP_KUBERNETES_TESTDATA"]
fn objects_of_the_go_modules_are_written_as_they_were_read() {
    let folders = std::env::var_os("SMP_KUBERNETES_TESTDATA").expect("it names folders");
    let folders: Vec<_> = std::env::split_paths(&folders).collect();
    let mut missing = BTreeSet::new();
    for ((api_version, kind), through) in KINDS {
        let group_version = match api_version.split_once('/') {
            Some((group, version)) => format!("{group}.{version}"),
            None => format!("core.{api_version}"),
        };
        let name = format!("{group_version}.{kind}.json");
        let path = folders.iter().map(|folder| folder.join(&name)).find(|path| path.exists());
        let Some(path) = path else {
            missing.insert(name);
            continue;
        };
        let text = std::fs::read_to_string(&path).expect("the file is readable");
        let value: Value = serde_json::from_str(&text).expect("the file is JSON");
        let result = through(&value).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(result, value, "{name}");
    }
    // kube-aggregator has no such folder, and lists for discovery are in none.
    let others = ["apiregistration.k8s.io.v1.APIService", "core.v1.APIGroupList"];
    let others = others.into_iter().chain(["core.v1.APIResourceList"]);
    assert_eq!(missing, others.map(|it| format!("{it}.json")).collect());
}

/// An object that has every optional object and no other optional field, and the value that is
/// written after reading it. With `nulls`, required lists and maps are null and required
/// objects are present; without, they are absent.
fn bare(types: &Types, ty: &str, nulls: bool) -> (Value, Value) {
    let (mut object, mut expected) = (Map::new(), Map::new());
    for (name, fact) in &types[ty] {
        match shape(&fact.value) {
            // A type that contains itself would have no end.
            Shape::Object(inner) if inner == ty => {}
            Shape::Object(inner) if nulls || !fact.required => {
                let (inner, inner_expected) = bare(types, inner, nulls);
                object.insert(name.clone(), inner);
                expected.insert(name.clone(), inner_expected);
                continue;
            }
            Shape::List(_) | Shape::Map(_) if nulls && fact.required => {
                object.insert(name.clone(), Value::Null);
            }
            _ => {}
        }
        if fact.required
            && let Some(empty) = empty(types, &fact.value)
        {
            expected.insert(name.clone(), empty);
        }
    }
    (Value::Object(object), Value::Object(expected))
}

/// The value that is written for an absent required value. A time stays absent, and so does JSON
/// of any shape.
fn empty(types: &Types, ty: &str) -> Option<Value> {
    Some(match shape(ty) {
        Shape::Object(inner) => {
            let required = types[inner].iter().filter(|(_, fact)| fact.required);
            let fields = required
                .filter_map(|(name, fact)| Some((name.clone(), empty(types, &fact.value)?)));
            Value::Object(fields.collect())
        }
        Shape::List(_) => json!([]),
        Shape::Map(_) => json!({}),
        Shape::Any if ty == "EmptyObject" => json!({}),
        Shape::Scalar("bool") => json!(false),
        Shape::Scalar("int32" | "int64" | "IntOrString") => json!(0),
        Shape::Scalar("string" | "ByteString") => json!(""),
        Shape::Any | Shape::Scalar("Time" | "MicroTime") => return None,
        Shape::Scalar(other) => panic!("no empty {other}"),
    })
}

/// Go writes null for a time that isn't set, also in a map, where null is data.
#[test]
fn null_times_in_a_map_are_kept() {
    let value = json!({"status": {"currentHealthy": 0, "desiredHealthy": 0, "disruptedPods": {"a": null},
        "disruptionsAllowed": 0, "expectedPods": 0}});
    let result = through::<smp_types::policy_v1::PodDisruptionBudget>(&value);
    assert_eq!(result.expect("the object is valid"), value);
}

/// CBOR has the number of members in front of them: a wrong number would end the object early, or
/// too late.
#[test]
fn as_many_members_are_announced_as_are_written() {
    for text in ["{}", r#"{"kind": "Service", "metadata": {}, "new": 1}"#] {
        let service: smp_types::core_v1::Service = serde_json::from_str(text).expect(text);
        let mut bytes = Vec::new();
        ciborium::into_writer(&service, &mut bytes).expect(text);
        let read: Value = ciborium::from_reader(&*bytes).expect(text);
        assert_eq!(read, serde_json::to_value(&service).expect(text));
    }
}
