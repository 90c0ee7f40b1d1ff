//! Reading an object into its Rust type and writing it again changes nothing:
//! for objects with every field filled in, made from the table of facts.
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

mod types;

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::{Map, Value, json};
use types::{Shape, Types, shape};

/// Reads a value as the type of a kind, and writes it again.
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
fn full_objects_come_back_equal() {
    let (types, kinds) = (types::table(), types::kinds());
    for (kind, through) in KINDS {
        for sign in [1, -1] {
            let value = Full { types: &types, sign, spoil: "" }.object(kinds[kind]);
            assert_eq!(through(&value).expect("the object is valid"), value, "{kind:?}");
        }
    }
}

#[test]
fn unknown_fields_are_refused_in_every_type() {
    let (types, kinds) = (types::table(), types::kinds());
    let mut seen = BTreeSet::new();
    for (kind, through) in KINDS {
        for ty in types::reachable(&types, kinds[kind]) {
            if seen.insert(ty) {
                let value = Full { types: &types, sign: 1, spoil: ty }.object(kinds[kind]);
                let error = through(&value).expect_err(ty);
                assert!(error.to_string().contains("unknown field `unknown`"), "{ty}: {error}");
            }
        }
    }
    assert_eq!(seen.len(), types.len());
}

#[test]
fn absent_and_null_required_fields_read_as_empty() {
    let (types, kinds) = (types::table(), types::kinds());
    for (kind, through) in KINDS {
        for null_lists in [false, true] {
            let (bare, expected) = bare(&types, kinds[kind], null_lists);
            assert_eq!(through(&bare).expect("the object is readable"), expected, "{kind:?}");
        }
    }
}

/// The fully populated objects that the Go module k8s.io/api ships
/// (`testdata/HEAD`), where `SMP_KUBERNETES_TESTDATA` says where they are.
#[test]
fn objects_of_the_go_module_come_back_equal() {
    let Some(directory) = std::env::var_os("SMP_KUBERNETES_TESTDATA").map(PathBuf::from) else {
        eprintln!("skipped: SMP_KUBERNETES_TESTDATA is not set");
        return;
    };
    for ((api_version, kind), through) in KINDS {
        let group_version = match api_version.split_once('/') {
            Some((group, version)) => format!("{group}.{version}"),
            None => format!("core.{api_version}"),
        };
        let path = directory.join(format!("{group_version}.{kind}.json"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{}: {error}", path.display());
        });
        let value: Value = serde_json::from_str(&text).expect("the file is JSON");
        let result = through(&value).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(result, value, "{}", path.display());
    }
}

/// Makes objects with every field filled in: two elements to a list, numbers at
/// their bounds.
struct Full<'t> {
    types: &'t Types,
    sign: i64,
    /// The type whose objects get a field that it doesn't have.
    spoil: &'t str,
}

impl Full<'_> {
    fn object(&self, ty: &str) -> Value {
        let fields = self.types[ty].iter();
        let mut object: Map<_, _> =
            fields.map(|(name, fact)| (name.clone(), self.value(name, &fact.value))).collect();
        if ty == self.spoil {
            object.insert("unknown".to_owned(), json!(1));
        }
        Value::Object(object)
    }

    fn value(&self, name: &str, ty: &str) -> Value {
        let positive = self.sign > 0;
        match shape(ty) {
            Shape::Object(ty) => self.object(ty),
            Shape::List(element) => {
                json!([self.value(name, element), self.value(&format!("other-{name}"), element)])
            }
            Shape::Map(inner) => {
                json!({"example.com/key": self.value(name, inner), "": self.value("", inner)})
            }
            Shape::Any => {
                json!({"f:metadata": {}, "list": [1, null, "two"], "deep": {"a": {"b": 0.5}}})
            }
            Shape::Scalar(scalar) => match scalar {
                "string" | "ByteString" => json!(name),
                "bool" => json!(positive),
                "int32" => json!(if positive { i32::MAX } else { i32::MIN }),
                "int64" => json!(if positive { i64::MAX } else { i64::MIN }),
                "float64" => json!(if positive { 0.1 } else { f64::MIN }),
                "IntOrString" if positive => json!(443),
                "IntOrString" => json!("https"),
                "Quantity" if positive => json!("100Mi"),
                "Quantity" => json!(1.5),
                // Not as Go would write them: the text must survive.
                "Time" => json!("2024-02-29T23:59:60+00:00"),
                "MicroTime" => json!("2024-02-29T12:00:00.1Z"),
                other => panic!("no value for {other}"),
            },
        }
    }
}

/// An object in which every optional object is present and nothing else is,
/// and what it reads as. With `nulls`, required lists and maps are null and
/// required objects are present; without, they are absent.
fn bare(types: &Types, ty: &str, nulls: bool) -> (Value, Value) {
    let (mut object, mut expected) = (Map::new(), Map::new());
    for (name, fact) in &types[ty] {
        match shape(&fact.value) {
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

/// What an absent required value is written as; a time stays absent.
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
        Shape::Any => Value::Null,
        Shape::Scalar("bool") => json!(false),
        Shape::Scalar("int32" | "int64" | "IntOrString") => json!(0),
        Shape::Scalar("string" | "ByteString") => json!(""),
        Shape::Scalar("Time" | "MicroTime") => return None,
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
