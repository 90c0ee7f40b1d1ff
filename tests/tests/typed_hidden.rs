//! Merges of values that are converted to JSON and back keep what documents lack, in all their parts.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use smp_core::{
    Error, ErrorKind, Options, Patch, PatchSchema, SchemaBuilder, StrategicMerge, ThreeWay, typed,
};

fn merged<T>(live: &T, json: &Value) -> Result<T, Error>
where
    T: PatchSchema + Clone + Serialize + DeserializeOwned + PartialEq + Debug,
{
    live.strategic_merge(&Patch::from_document(json).unwrap())
}

/// Everything in it is converted: serde decides by the members whether there are `notes`.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Converted {
    size: u8,
    #[patch(strategy = "merge", merge_key = "name")]
    parts: Vec<Part>,
    #[patch(list_map_keys("name", "size"), strategy = "merge")]
    pairs: VecDeque<Part>,
    atomic: Vec<Part>,
    fixed: [Part; 1],
    tuple: (Part, u8),
    shared: Arc<Part>,
    by_number: HashMap<u32, Part>,
    external: Option<External>,
    internal: Option<Internal>,
    adjacent: Option<Adjacent>,
    tagged: Tagged,
    #[patch(leaf)]
    leaf: Part,
    #[serde(flatten)]
    notes: Option<Notes>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Notes {
    note: String,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Part {
    #[serde(skip)]
    seen: u8,
    #[serde(default, skip_serializing)]
    secret: u8,
    name: String,
    #[serde(default)]
    size: u8,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
enum External {
    Named {
        #[serde(skip)]
        seen: u8,
        part: Part,
    },
    Other(Part),
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "type")]
enum Internal {
    One {
        #[serde(skip)]
        seen: u8,
        one: Part,
    },
    Two {},
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "type", content = "content")]
enum Adjacent {
    One(Part),
    Two,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(tag = "type")]
struct Tagged {
    part: Part,
}

fn part(name: &str, seen: u8, size: u8) -> Part {
    Part { seen, secret: seen, name: name.to_owned(), size }
}

fn live() -> Converted {
    let parts = || [part("a", 1, 10), part("b", 2, 20)];
    Converted {
        size: 1,
        parts: parts().into(),
        pairs: parts().into(),
        atomic: parts().into(),
        fixed: [part("f", 3, 30)],
        tuple: (part("t", 4, 40), 1),
        shared: Arc::new(part("s", 5, 50)),
        by_number: HashMap::from([(7, part("n", 6, 60))]),
        external: Some(External::Named { seen: 7, part: part("e", 7, 70) }),
        internal: Some(Internal::One { seen: 8, one: part("i", 8, 80) }),
        adjacent: Some(Adjacent::One(part("j", 9, 90))),
        tagged: Tagged { part: part("k", 11, 11) },
        leaf: part("l", 10, 100),
        notes: Some(Notes { note: "n".to_owned() }),
    }
}

#[test]
fn parts_that_stay_keep_what_documents_lack() {
    for (patch, change) in [
        (json!({"size": 2}), (|it| it.size = 2) as fn(&mut Converted)),
        (json!({"note": "m"}), |it| it.notes = Some(Notes { note: "m".to_owned() })),
        (json!({"parts": [{"name": "b", "size": 21}]}), |it| it.parts[1].size = 21),
        (json!({"parts": [{"name": "a", "$patch": "delete"}]}), |it| {
            it.parts.remove(0);
        }),
        (json!({"$setElementOrder/parts": [{"name": "b"}, {"name": "a"}]}), |it| {
            it.parts.reverse();
        }),
        (json!({"parts": [{"name": "b", "secret": 9}]}), |it| it.parts[1].secret = 9),
        (json!({"by_number": {"7": {"size": 61}, "8": {"name": "o"}}}), |it| {
            it.by_number.get_mut(&7).unwrap().size = 61;
            it.by_number.insert(8, part("o", 0, 0));
        }),
        (json!({"external": {"Named": {"part": {"size": 71}}}}), |it| {
            it.external = Some(External::Named { seen: 7, part: part("e", 7, 71) });
        }),
        (json!({"external": {"Other": {"name": "o"}}}), |it| {
            it.external = Some(External::Other(part("o", 0, 0)));
        }),
        (json!({"internal": {"one": {"size": 81}}}), |it| {
            it.internal = Some(Internal::One { seen: 8, one: part("i", 8, 81) });
        }),
        (json!({"internal": {"type": "Two"}}), |it| it.internal = Some(Internal::Two {})),
        (json!({"adjacent": {"content": {"size": 91}}}), |it| {
            it.adjacent = Some(Adjacent::One(part("j", 9, 91)));
        }),
        (json!({"adjacent": {"type": "Two"}}), |it| it.adjacent = Some(Adjacent::Two)),
        (json!({"tagged": {"part": {"size": 12}}}), |it| it.tagged.part.size = 12),
    ] {
        let live = live();
        let mut expected = live.clone();
        change(&mut expected);
        assert_eq!(merged(&live, &patch).unwrap(), expected, "{patch}");
    }
}

#[test]
fn a_tag_that_has_one_value_has_no_other() {
    let same = json!({"tagged": {"type": "Tagged", "part": {"size": 12}}});
    assert_eq!(merged(&live(), &same).unwrap().tagged.part.size, 12);
    let error = merged(&live(), &json!({"tagged": {"type": "Other"}})).unwrap_err();
    assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, "tagged.type"));
    for patch in [json!({"type": "Other"}), json!({"type": null})] {
        let error = merged(&live().tagged, &patch).unwrap_err();
        assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, "type"));
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Owner {
    #[serde(skip_serializing_if = "Option::is_none")]
    inner: Option<Inner>,
    #[serde(default)]
    #[patch(strategy = "merge", merge_key = "name")]
    list: Vec<Inner>,
    #[serde(default)]
    by_name: BTreeMap<String, Inner>,
    #[serde(default = "text", skip_serializing_if = "Option::is_none")]
    #[patch(leaf)]
    leaf: Option<String>,
}

#[expect(clippy::unnecessary_wraps, reason = "it is the default of a field")]
fn text() -> Option<String> {
    Some("default".to_owned())
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(default)]
struct Inner {
    name: String,
    value: Option<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[patch(leaf)]
    leaf: Vec<u8>,
}

impl Default for Inner {
    fn default() -> Self {
        Self { name: String::new(), value: Some(4), leaf: vec![5] }
    }
}

#[test]
fn a_diff_says_if_a_new_object_is_read_as_another_one() {
    let owner = Owner { leaf: text(), ..Owner::default() };
    let good = Inner { name: "n".to_owned(), ..Inner::default() };
    let (no_value, no_leaf) =
        (Inner { value: None, ..good.clone() }, Inner { leaf: vec![], ..good.clone() });
    let by_name = |inner: Inner| BTreeMap::from([("n".to_owned(), inner)]);
    for (modified, path) in [
        (Owner { inner: Some(good.clone()), ..owner.clone() }, None),
        (Owner { inner: Some(no_value.clone()), ..owner.clone() }, Some("inner.value")),
        (Owner { inner: Some(no_leaf.clone()), ..owner.clone() }, Some("inner.leaf")),
        (Owner { list: vec![no_value.clone()], ..owner.clone() }, Some("list[name=\"n\"].value")),
        (Owner { by_name: by_name(no_leaf), ..owner.clone() }, Some("by_name.n.leaf")),
        (Owner { leaf: None, ..owner.clone() }, Some("leaf")),
    ] {
        let changed = owner.strategic_diff(&modified);
        let three = Owner::strategic_three_way(ThreeWay::new(&owner, &modified, &owner));
        match (changed, path) {
            (Ok(patch), None) => {
                assert_eq!(owner.strategic_merge(&patch).unwrap(), modified);
                assert_eq!(owner.strategic_merge(&three.unwrap()).unwrap(), modified);
            }
            (Err(error), Some(path)) => {
                let found = (error.kind(), error.path().to_string());
                assert_eq!(found, (ErrorKind::Typed, path.to_owned()));
                assert!(three.is_err());
            }
            (other, _) => panic!("{modified:?}: {other:?}"),
        }
    }
}

#[derive(Serialize, Clone)]
struct Foreign {
    set: HashSet<u8>,
    parts: Vec<Option<HashSet<String>>>,
}

#[test]
fn equal_sets_of_a_foreign_type_do_not_differ() {
    let mut types = SchemaBuilder::new();
    let root = types.any();
    let schema = types.build(root).unwrap();
    let names = || Some((0..50).map(|name: u8| name.to_string()).collect());
    let foreign = || Foreign { set: (0..100).collect(), parts: vec![None, names()] };
    let options = Options::default();
    assert!(typed::diff(&foreign(), &foreign(), &schema, &options).unwrap().is_empty());
    let mut other = foreign();
    other.set.insert(200);
    assert!(!typed::diff(&foreign(), &other, &schema, &options).unwrap().is_empty());
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Numbers {
    big: u128,
    float: f64,
    small: f32,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Many {
    list: Vec<Small>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Small {
    small: f32,
}

#[test]
fn numbers_that_json_lacks_may_stay() {
    let live = Numbers { big: u128::MAX, float: f64::INFINITY, small: 1.0 };
    let modified = Numbers { small: 2.0, ..live.clone() };
    let patch = live.strategic_diff(&modified).unwrap();
    assert_eq!(patch.to_json(), r#"{"small":2.0}"#);
    assert_eq!(live.strategic_merge(&patch).unwrap(), modified);
    let finite = Numbers { big: 1, float: 1.0, small: 1.0 };
    assert_eq!(merged(&live, &json!({"big": 1, "float": 1.0})).unwrap(), finite);
    for (modified, path) in [
        (Numbers { big: u128::MAX, ..finite.clone() }, "big"),
        (Numbers { float: f64::NAN, ..finite.clone() }, "float"),
    ] {
        let error = finite.strategic_diff(&modified).unwrap_err();
        assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, path));
    }
    let many = Many { list: Vec::new() };
    let error = merged(&many, &json!({"list": [{"small": 1e300}]})).unwrap_err();
    assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, "list[0].small"));
    let error = merged(&finite, &json!({"small": 1e300})).unwrap_err();
    assert_eq!(error.to_string(), "result: small: expected f32, found 1e+300");
}

/// A field that tells how often serde has read it.
#[derive(Serialize, Debug, Clone, PartialEq, Default)]
struct Counted(u8);

thread_local! {
    static READ: Cell<u32> = const { Cell::new(0) };
}

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        READ.set(READ.get() + 1);
        u8::deserialize(from).map(Self)
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Generic<T> {
    #[patch(leaf)]
    counted: Counted,
    #[patch(strategy = "merge", merge_key = "name")]
    items: Vec<Item<T>>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Item<T> {
    name: String,
    #[patch(leaf)]
    leaf: Option<T>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Bounded {
    #[patch(leaf)]
    counted: Counted,
    #[patch(strategy = "merge", merge_key = "name")]
    items: Vec<BoundedItem<Vec<u8>>>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[patch(bound = "T: Serialize + DeserializeOwned + Send + Sync + 'static")]
struct BoundedItem<T> {
    name: String,
    #[patch(leaf)]
    leaf: Option<T>,
}

#[test]
fn a_bound_lets_the_elements_of_a_generic_type_be_read_alone() {
    let patch = json!({"items": [{"name": "a", "leaf": [1]}]});
    READ.set(0);
    let result = merged(&Generic::<Vec<u8>>::default(), &patch).unwrap();
    assert_eq!((result.items[0].leaf.as_deref(), READ.get()), (Some(&[1][..]), 1));
    READ.set(0);
    let result = merged(&Bounded::default(), &patch).unwrap();
    assert_eq!((result.items[0].leaf.as_deref(), READ.get()), (Some(&[1][..]), 0));
}
