//! Typed calls lose nothing: not what a patch says and the type lacks, and not what the type has and
//! documents lack.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{
    Error, ErrorKind, Options, Overwrite, Patch, PatchSchema, StrategicMerge, ThreeWay, Unions,
    apply,
};
use smp_tests::generate::Style;
use smp_tests::generate::cases::CHANGE;
use smp_tests::property::{Documents, config};
use smp_tests::prune::pruned;

fn patch(json: &Value) -> Patch {
    Patch::from_document(json).unwrap()
}

fn merged<T>(live: &T, json: &Value) -> Result<T, Error>
where
    T: PatchSchema + Clone + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let merged = live.strategic_merge(&patch(json));
    let mut in_place = live.clone();
    match in_place.strategic_merge_into(&patch(json)) {
        Ok(()) => assert_eq!(Some(&in_place), merged.as_ref().ok()),
        Err(_) => assert_eq!((&in_place, merged.is_err()), (live, true)),
    }
    merged
}

/// A type of another crate.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Foreign {
    a: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    b: Vec<u8>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct FlatLeaf {
    #[serde(skip)]
    seen: u8,
    name: String,
    #[serde(flatten)]
    #[patch(leaf)]
    foreign: Foreign,
}

#[test]
fn a_flattened_leaf_refuses_what_it_lacks() {
    let live = FlatLeaf { seen: 1, name: "n".into(), foreign: Foreign { a: 1, b: vec![] } };
    let changed = merged(&live, &json!({"a": 2, "b": [3]})).unwrap();
    assert_eq!(changed, FlatLeaf { foreign: Foreign { a: 2, b: vec![3] }, ..live.clone() });
    for (change, path) in [(json!({"aa": 2}), "aa"), (json!({"a": 2, "typo": {"b": 1}}), "typo")] {
        let error = merged(&live, &change).unwrap_err();
        assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, path));
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Leaves {
    #[serde(default)]
    #[patch(leaf)]
    one: Foreign,
    #[serde(default)]
    #[patch(leaf)]
    list: Vec<Foreign>,
    #[serde(default)]
    #[patch(leaf)]
    option: Option<Foreign>,
    #[serde(default)]
    #[patch(leaf)]
    map: BTreeMap<String, Foreign>,
    #[serde(default, skip_serializing_if = "is_default")]
    #[patch(leaf)]
    omitted: Foreign,
    #[serde(default)]
    #[patch(strategy = "merge", merge_key = "name")]
    elements: Vec<Element>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Element {
    name: String,
    #[patch(leaf)]
    leaf: Option<Foreign>,
}

fn is_default(foreign: &Foreign) -> bool {
    *foreign == Foreign::default()
}

#[test]
fn a_leaf_refuses_what_it_lacks() {
    let live = Leaves::default();
    let good = json!({"a": 2, "b": [1]});
    let foreign = Foreign { a: 2, b: vec![1] };
    for (change, path) in [
        (json!({"one": good}), None),
        (json!({"list": [good]}), None),
        (json!({"option": good}), None),
        (json!({"map": {"x": good}}), None),
        (json!({"omitted": good}), None),
        (json!({"elements": [{"name": "e", "leaf": good}]}), None),
        (json!({"one": {"a": 2, "typo": 1}}), Some("one.typo")),
        (json!({"list": [{"a": 2}, {"a": 2, "typo": 1}]}), Some("list[1].typo")),
        (json!({"option": {"a": 2, "typo": 1}}), Some("option.typo")),
        (json!({"map": {"x": {"a": 2, "typo": 1}}}), Some("map.x.typo")),
        (json!({"omitted": {"a": 0, "typo": 1}}), Some("omitted.typo")),
        (
            json!({"elements": [{"name": "e", "leaf": {"a": 2, "typo": 1}}]}),
            Some("elements[0].leaf.typo"),
        ),
    ] {
        match (merged(&live, &change), path) {
            (Ok(merged), None) => {
                let all = [&merged.one, &merged.omitted];
                let all = all.into_iter().chain(&merged.list).chain(&merged.option);
                let all = all.chain(merged.map.values());
                let all = all.chain(merged.elements.iter().filter_map(|it| it.leaf.as_ref()));
                assert_eq!(all.filter(|it| **it == foreign).count(), 1, "{change}");
            }
            (Err(error), Some(path)) => {
                let found = (error.kind(), error.path().to_string());
                assert_eq!(found, (ErrorKind::Typed, path.to_owned()), "{change}");
            }
            (other, _) => panic!("{change}: {other:?}"),
        }
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Sets {
    #[patch(leaf)]
    set: HashSet<u8>,
    #[patch(leaf)]
    optional: Option<HashSet<u8>>,
}

#[test]
fn equal_sets_do_not_differ() {
    let sets = || Sets { set: (0..100).collect(), optional: Some((0..100).collect()) };
    assert!(sets().strategic_diff(&sets()).unwrap().is_empty());
    let (original, modified, current) = (sets(), sets(), sets());
    let three =
        ThreeWay::new(&original, &modified, &current).overwrite(Overwrite::UnlessBothChanged);
    assert!(Sets::strategic_three_way(three).unwrap().is_empty());
    let changed = merged(&sets(), &json!({"set": [3, 1]})).unwrap();
    assert_eq!(changed.set, HashSet::from([1, 3]));
}

/// Its fields belong to a value of which serde decides whether there is one.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Maybe {
    #[serde(skip)]
    seen: u8,
    #[serde(default, skip_serializing)]
    password: String,
    own: Option<u8>,
    part: Part,
    #[serde(flatten)]
    part_of: Option<Inner>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Part {
    #[serde(skip)]
    seen: u8,
    size: u8,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Inner {
    #[serde(skip)]
    seen: u8,
    inner: u8,
}

#[test]
fn a_value_that_is_converted_keeps_what_serde_skips() {
    let live = Maybe {
        seen: 1,
        password: "p".into(),
        own: Some(2),
        part: Part { seen: 3, size: 4 },
        part_of: Some(Inner { seen: 5, inner: 6 }),
    };
    assert_eq!(merged(&live, &json!({})).unwrap(), live);
    let changed = merged(&live, &json!({"own": 7})).unwrap();
    assert_eq!(changed, Maybe { own: Some(7), ..live.clone() });
    let changed = merged(&live, &json!({"inner": 7, "part": {"size": 8}})).unwrap();
    let expected = Maybe {
        part: Part { seen: 3, size: 8 },
        part_of: Some(Inner { seen: 5, inner: 7 }),
        ..live.clone()
    };
    assert_eq!(changed, expected);
    let changed = merged(&live, &json!({"password": "q"})).unwrap();
    assert_eq!(changed, Maybe { password: "q".into(), ..live });
}

/// It flattens a struct that flattens a map.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Outermost {
    #[serde(skip)]
    seen: u8,
    #[serde(flatten)]
    middle: Middle,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Middle {
    #[serde(skip)]
    seen: u8,
    #[serde(flatten)]
    entries: BTreeMap<String, Part>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Numbered {
    #[serde(skip)]
    seen: u8,
    by_number: HashMap<u32, Part>,
    part: Part,
}

#[test]
fn maps_that_are_converted_keep_what_serde_skips() {
    let part = Part { seen: 3, size: 4 };
    let middle = Middle { seen: 2, entries: BTreeMap::from([("x".into(), part.clone())]) };
    let live = Outermost { seen: 1, middle };
    let mut expected = live.clone();
    assert_eq!(merged(&live, &json!({})).unwrap(), expected);
    expected.middle.entries.get_mut("x").unwrap().size = 5;
    assert_eq!(merged(&live, &json!({"x": {"size": 5}})).unwrap(), expected);

    let by_number = HashMap::from([(1, part.clone())]);
    let live = Numbered { seen: 1, by_number, part };
    let mut expected = live.clone();
    assert_eq!(merged(&live, &json!({})).unwrap(), expected);
    expected.by_number.get_mut(&1).unwrap().size = 5;
    expected.by_number.insert(2, Part { seen: 0, size: 6 });
    let changed = merged(&live, &json!({"by_number": {"1": {"size": 5}, "2": {"size": 6}}}));
    assert_eq!(changed.unwrap(), expected);
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Chosen {
    #[serde(skip)]
    seen: u8,
    part: Part,
    choice: Choice,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[patch(union)]
struct Choice {
    #[serde(skip)]
    seen: u8,
    #[patch(discriminator)]
    #[serde(default)]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u8>,
}

#[test]
fn a_normalization_changes_only_unions() {
    let choice = |kind: &str, a, b| Choice { seen: 2, kind: kind.into(), a, b };
    let chosen = |choice| Chosen { seen: 1, part: Part { seen: 3, size: 4 }, choice };
    let old = chosen(choice("A", Some(1), None));
    assert_eq!(old.strategic_normalize(Some(&old)).unwrap(), old);
    let new = chosen(choice("A", Some(1), Some(2)));
    let expected = chosen(choice("B", None, Some(2)));
    assert_eq!(new.strategic_normalize(Some(&old)).unwrap(), expected);
    new.strategic_validate_unions().unwrap_err();
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(default)]
struct Defaulted {
    c: Option<u8>,
    #[serde(skip_serializing_if = "is_zero")]
    n: u8,
    inner: Option<Box<Defaulted>>,
}

impl Default for Defaulted {
    fn default() -> Self {
        Self { c: Some(4), n: 5, inner: None }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[test]
fn a_diff_says_if_no_patch_has_its_effect() {
    let some = Defaulted { c: Some(1), n: 1, inner: None };
    for (modified, path) in
        [(Defaulted { c: None, ..some.clone() }, "c"), (Defaulted { n: 0, ..some.clone() }, "n")]
    {
        let error = some.strategic_diff(&modified).unwrap_err();
        assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, path));
        let outer =
            |inner: &Defaulted| Defaulted { inner: Some(inner.clone().into()), ..some.clone() };
        let (original, modified) = (outer(&some), outer(&modified));
        let error = original.strategic_diff(&modified).unwrap_err();
        assert_eq!(error.path().to_string(), format!("inner.{path}"));
        let three = ThreeWay::new(&original, &modified, &original);
        assert!(Defaulted::strategic_three_way(three).is_err());
    }
    let modified = Defaulted { c: Some(4), n: 5, inner: None };
    let patch = some.strategic_diff(&modified).unwrap();
    assert_eq!(some.strategic_merge(&patch).unwrap(), modified);
}

/// Leaves in every container, with content that any document fits.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Containers<T: Clone + Default + 'static> {
    #[patch(leaf)]
    one: Value,
    #[patch(leaf)]
    list: Lenient<Vec<Value>>,
    #[patch(leaf)]
    queue: Lenient<VecDeque<Value>>,
    #[patch(leaf)]
    map: Lenient<BTreeMap<String, Value>>,
    #[patch(leaf)]
    hash_map: Lenient<HashMap<String, Value>>,
    #[patch(leaf)]
    set: Lenient<BTreeSet<String>>,
    #[patch(leaf)]
    boxed: Option<Box<Value>>,
    #[patch(strategy = "merge", merge_key = "name")]
    below: Vec<Named<T>>,
    inner: Option<Box<Containers<T>>>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Named<T> {
    name: String,
    #[patch(leaf)]
    #[serde(default = "none")]
    value: Option<T>,
}

fn none<T>() -> Option<T> {
    None
}

/// The default, where a document doesn't fit.
#[derive(Serialize, Debug, Clone, PartialEq, Default)]
#[serde(transparent)]
struct Lenient<T>(T);

impl<'de, T: DeserializeOwned + Default> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        Ok(Self(serde_json::from_value(value).unwrap_or_default()))
    }
}

#[test]
fn leaves_of_every_container_are_merged_as_their_json() {
    type All = Containers<Value>;
    let style = Style { size: 24, fields: 6, null: 0, ..Style::VALID };
    let documents = Documents { ty: All::schema().root(), style, make: CHANGE };
    let config = ProptestConfig { cases: 4 * config().cases, ..config() };
    let outcome = TestRunner::new(config).run(&documents, |[live, change]| {
        let Ok(live) = serde_json::from_value::<All>(live) else {
            return Err(TestCaseError::reject("does not fit"));
        };
        let Ok(change) = Patch::from_document(&change) else {
            return Err(TestCaseError::reject("not a patch"));
        };
        let options = Options::default().unions(Unions::Ignore);
        let json = |value: &All| pruned(&serde_json::to_value(value).unwrap());
        let by_value = apply(json(&live), &change, All::schema(), &options);
        match (live.strategic_merge(&change), by_value) {
            (Ok(merged), Ok(by_value)) => {
                let expected: All = serde_json::from_value(by_value).unwrap();
                prop_assert_eq!(json(&merged), json(&expected));
            }
            (Err(error), Err(by_value)) => prop_assert_eq!(error.kind(), by_value.kind()),
            // The type can't have the value, or lacks a field.
            (Err(error), Ok(_)) => {
                prop_assert!([ErrorKind::Typed, ErrorKind::UnknownField].contains(&error.kind()));
            }
            (Ok(merged), Err(error)) => prop_assert!(false, "{:?} {}", merged, error),
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
