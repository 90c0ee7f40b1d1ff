//! A tree has the JSON that `serde_json` writes, and is read as `serde_json` reads it, or is
//! not supported.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Debug};
use std::time::{Duration, Instant};

use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use smp_schema::__support::{Inside, refuse_lost_value};
use smp_schema::{Limits, PatchSchema as _};

use super::Tree;
use crate::depth::DepthBudget;

fn tree<T: Serialize>(value: &T) -> Option<Tree> {
    Tree::of(value, DepthBudget::of(&Limits::default())).ok()
}

/// Asserts that a tree of the value is written and read as by `serde_json`.
fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let tree = tree(value).expect("a form that trees have");
    let json = serde_json::to_value(value).expect("it is JSON");
    assert_eq!(tree.to_value(), json);
    assert_eq!(tree.read::<T>().expect("it is read"), serde_json::from_value::<T>(json).unwrap());
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
struct Everything {
    none: Option<u8>,
    some: Option<i64>,
    unit: (),
    float: f32,
    double: f64,
    letter: char,
    text: String,
    pair: (u8, String),
    list: Vec<Vec<bool>>,
    map: BTreeMap<String, Vec<u64>>,
    newtype: Newtype,
    choice: Choice,
    by_choice: HashMap<Choice, u8>,
    json: Value,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
struct Newtype(String);

#[derive(Serialize, Deserialize, PartialEq, Eq, Hash, Debug, Default)]
enum Choice {
    #[default]
    One,
    Two,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
struct Inner {
    inner: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Either {
    Number(f64),
    Text(String),
    List(Vec<Either>),
}

#[test]
fn values_are_those_of_serde_json() {
    same(&Everything::default());
    let json = json!({
        "none": null, "some": -1, "unit": null, "float": 0.1, "double": 1e300, "letter": "é",
        "text": "a\"b", "pair": [1, "x"], "list": [[], [true]], "map": {"b": [1], "a": []},
        "newtype": "n", "choice": "Two", "by_choice": {"One": 1, "Two": 2},
        "json": {"a": [1, -1, 1.5, null, "t", {}]}, "inner": "i", "more": {"x": 1}
    });
    same(&serde_json::from_value::<Everything>(json).unwrap());
    same(&vec![Either::Number(1.0), Either::Text("t".into()), Either::List(vec![])]);
    same(&[u64::MAX, 0]);
    same(&[i64::MIN, i64::MAX]);
    same(&Pair(1, Known { a: None, b: Some("x".into()), c: BTreeMap::new() }));
    assert_eq!(tree(&f64::NAN).unwrap().to_value(), Value::Null);
}

#[derive(Serialize)]
enum Data {
    Struct { a: u8 },
    Tuple(u8, u8),
}

#[derive(Deserialize, Serialize, PartialEq, Debug)]
enum Held {
    Text(String),
}

/// An object with the same name twice.
struct Twice;

impl Serialize for Twice {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map([("b", 1), ("a", 1), ("b", 2)])
    }
}

#[test]
fn other_forms_are_left_to_serde_json() {
    assert_eq!(tree(&BTreeMap::from([(1, 2)])), None);
    assert_eq!(tree(&i128::MAX), None);
    assert_eq!(tree(&Data::Struct { a: 1 }), None);
    assert_eq!(tree(&Data::Tuple(1, 2)), None);
    assert_eq!(tree(&Twice), None);
    assert_eq!(tree(&serde_json::value::RawValue::from_string("1".into()).unwrap()), None);
    let held = tree(&Held::Text("t".into())).unwrap();
    assert_eq!(held.to_value(), json!({"Text": "t"}));
    assert!(held.read::<Held>().is_err());
    let limits = Limits::default().max_depth(1);
    assert!(Tree::of(&[[1]], DepthBudget::of(&limits)).is_err());
    assert!(Tree::of(&[1], DepthBudget::of(&limits)).is_ok());
    assert!(tree(&"5").unwrap().read::<u8>().is_err());
    assert!(tree(&[1, 2, 3]).unwrap().read::<(u8, u8)>().is_err());
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Known {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<Vec<Self>>,
    b: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    c: BTreeMap<String, Value>,
}

#[test]
fn what_a_type_drops_is_found_by_the_rule_of_values() {
    let mut refused = 0;
    for json in [
        json!({"b": "x"}),
        json!({"c": {"x": {"y": 1}}, "b": null, "a": []}),
        json!({"a": [{"b": "x", "c": {"x": 1}}, {"a": null}]}),
        json!({"a": [{"b": "x"}, {"a": [{"d": 1}]}]}),
        json!({"d": 1}),
        json!({"d": null}),
        json!({"d": {"e": [], "f": {"g": null}}}),
        json!({"d": {"e": [], "f": {"g": 0}}}),
        json!({"d": "", "a": []}),
    ] {
        let tree = Tree::__from_value(json.clone()).unwrap();
        assert_eq!(tree.__to_value().unwrap(), json);
        assert!(tree.__same(&tree.clone()));
        let value: Known = serde_json::from_value(json.clone()).unwrap();
        let back = serde_json::to_value(&value).unwrap();
        let kept = refuse_lost_value(&json, &back).is_ok();
        assert_eq!(tree.read::<Known>().ok(), kept.then_some(value), "{json}");
        refused += usize::from(!kept);
    }
    assert_eq!(refused, 4);
}

#[derive(Serialize, Deserialize)]
struct Wrapped(Known);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Pair(u8, Known);

/// Written as a map.
#[derive(Serialize, Deserialize)]
struct Flat {
    #[serde(flatten)]
    known: Known,
}

/// Written as a variant with a value, and read from a map.
#[derive(Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, Known>")]
enum Variant {
    One(Known),
}

impl From<BTreeMap<String, Known>> for Variant {
    fn from(mut map: BTreeMap<String, Known>) -> Self {
        Self::One(map.remove("One").unwrap())
    }
}

#[test]
fn what_is_inside_of_other_forms_is_not_dropped() {
    fn is_read<T: Serialize + DeserializeOwned>(json: Value) -> bool {
        Tree::from(json).read::<T>().is_ok()
    }
    let (kept, lost) = (json!({"b": "x"}), json!({"b": "x", "d": 1}));
    assert!(is_read::<Wrapped>(kept.clone()) && !is_read::<Wrapped>(lost.clone()));
    assert!(is_read::<(u8, Known)>(json!([1, kept])) && !is_read::<(u8, Known)>(json!([1, lost])));
    assert!(is_read::<Pair>(json!([1, kept])) && !is_read::<Pair>(json!([1, lost])));
    assert!(is_read::<Flat>(kept.clone()) && !is_read::<Flat>(lost.clone()));
    assert!(is_read::<Variant>(json!({"One": kept})));
    assert!(!is_read::<Variant>(json!({"One": lost})));
    assert!(!is_read::<Variant>(json!({"One": kept, "Two": kept})));
}

#[test]
fn a_merge_sees_every_number() {
    for json in [json!(0), json!(u64::MAX), json!(-1), json!(i64::MIN), json!(0.5), json!(-1e300)] {
        let tree = Tree::from(json.clone());
        let Inside::Number(number) = tree.__inside() else { panic!("{json} is a number") };
        assert_eq!(json, Value::from(number));
    }
}

/// The numbers of elements or members that the reader announces, before each of them.
#[derive(PartialEq, Debug)]
struct Hints(Vec<Option<usize>>);

impl<'de> Deserialize<'de> for Hints {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ReadHints)
    }
}

struct ReadHints;

impl<'de> Visitor<'de> for ReadHints {
    type Value = Hints;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Hints, A::Error> {
        let mut hints = vec![items.size_hint()];
        while items.next_element::<IgnoredAny>()?.is_some() {
            hints.push(items.size_hint());
        }
        Ok(Hints(hints))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Hints, A::Error> {
        let mut hints = vec![members.size_hint()];
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            hints.push(members.size_hint());
        }
        Ok(Hints(hints))
    }
}

#[test]
fn the_room_that_is_needed_is_known() {
    let expected = Hints(vec![Some(2), Some(1), Some(0)]);
    for json in [json!([1, 2]), json!({"a": 1, "b": 2})] {
        assert_eq!(Hints::deserialize(&Tree::from(json)).unwrap(), expected);
    }
}

#[test]
fn a_map_in_any_order_is_read_in_time() {
    let map: HashMap<String, u64> = (0..200_000).map(|at| (at.to_string(), at)).collect();
    let started = Instant::now();
    same(&map);
    // A search through all others for each entry would take minutes.
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}
