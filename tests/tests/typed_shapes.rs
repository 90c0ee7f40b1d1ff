//! Merging in place, for every way in which serde reads and writes a type: the result is the
//! same as that of converting the whole object to JSON, merging, and converting back. Only
//! fields that serde skips differ: merging in place keeps them.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test fails where it panics")]

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{
    ErrorKind, Options, Patch, PatchSchema, StrategicMerge, Unions, apply, diff, typed,
};
use smp_tests::generate::Style;
use smp_tests::generate::cases::{CHANGE, Make, PAIR};
use smp_tests::property::{Documents, config};

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(rename_all = "camelCase")]
struct Shapes {
    #[serde(rename = "n", default)]
    renamed: Leaf,
    #[serde(skip)]
    skipped: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[patch(strategy = "merge", merge_key = "name")]
    elements: Vec<Element>,
    #[serde(default = "two")]
    with_default: Leaf,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<Open>,
    flattened: Option<Flattened>,
    optional: Option<Optional>,
    free: Option<Free>,
    typed: Option<TypedEntries>,
    twice: Option<Twice>,
    external: Option<External>,
    internal: Option<Internal>,
    adjacent: Option<Adjacent>,
    #[serde(default)]
    variants: Vec<Internal>,
    boxed: Option<Box<Shapes>>,
    #[serde(default)]
    by_name: HashMap<String, Element, Hasher>,
    #[serde(default)]
    queue: VecDeque<Element>,
    generic: Option<Generic<Element>>,
    #[serde(default, with = "custom")]
    #[patch(leaf)]
    custom: Leaf,
    #[serde(default)]
    #[patch(leaf)]
    leaf: BTreeMap<String, Value>,
    converted: Option<Converted>,
    newtype: Option<Newtype>,
    defaulted: Option<Defaulted>,
    pair: Option<(Leaf, Element)>,
    shared: Option<Arc<Element>>,
    #[serde(default)]
    shared_map: Arc<BTreeMap<String, Arc<Vec<Leaf>>>>,
}

/// A hasher other than the default of the standard library's maps.
type Hasher = std::hash::BuildHasherDefault<std::hash::DefaultHasher>;

/// A string, number or boolean, or null.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(transparent)]
#[patch(leaf)]
struct Leaf(Value);

fn two() -> Leaf {
    Leaf(json!("two"))
}

/// Functions for `#[serde(with)]` that write the value as a list with one item.
mod custom {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Leaf;

    pub(super) fn serialize<S: Serializer>(leaf: &Leaf, to: S) -> Result<S::Ok, S::Error> {
        (&leaf.0,).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Leaf, D::Error> {
        <(serde_json::Value,)>::deserialize(from).map(|(value,)| Leaf(value))
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Element {
    name: Leaf,
    value: Option<Leaf>,
    #[serde(default)]
    #[patch(strategy = "merge")]
    set: Vec<Leaf>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Open {
    a: Option<Leaf>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct TypedEntries {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a: Option<Leaf>,
    #[serde(flatten)]
    others: HashMap<String, Element>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Free {
    a: Option<Element>,
    #[serde(flatten)]
    others: serde_json::Map<String, Value>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Flattened {
    own: Option<Leaf>,
    #[serde(flatten)]
    element: Element,
    #[serde(flatten)]
    outer: Outer,
    #[serde(default, with = "custom")]
    #[patch(leaf)]
    custom: Leaf,
}

/// Flattened into another struct, with a struct that is flattened into it.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Outer {
    #[serde(default = "two")]
    first: Leaf,
    #[serde(flatten)]
    inner: Box<Inner>,
    last: Option<Leaf>,
}

/// Serde puts the members of `inner`'s flattened field in `others`, too.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Twice {
    own: Option<Leaf>,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Inner {
    #[serde(default, with = "custom")]
    #[patch(leaf)]
    custom_inside: Leaf,
    #[serde(default)]
    #[patch(strategy = "merge", merge_key = "name")]
    elements: Vec<Element>,
    #[serde(flatten)]
    choice: Choice,
}

/// A union without a Rust enum.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[patch(union)]
struct Choice {
    #[patch(discriminator)]
    kind: Option<String>,
    a: Option<Leaf>,
    b: Option<Element>,
}

/// Has a flattened field that can't be accessed by its parts.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Optional {
    own: Option<Leaf>,
    #[serde(flatten)]
    defaulted: Option<Defaulted>,
    #[serde(flatten)]
    others: serde_json::Map<String, Value>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
enum External {
    One { a: Leaf },
    Two(Element),
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "type")]
enum Internal {
    One { one: Element },
    Two { two: Leaf },
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "type", content = "content")]
enum Adjacent {
    One(Element),
    Two,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Generic<T> {
    #[serde(default = "Vec::new")]
    #[patch(strategy = "merge", merge_key = "name")]
    items: Vec<T>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(from = "Element", into = "Element")]
struct Converted(Element);

impl From<Element> for Converted {
    fn from(element: Element) -> Self {
        Self(element)
    }
}

impl From<Converted> for Element {
    fn from(converted: Converted) -> Self {
        converted.0
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Newtype(Element);

/// A struct that gives absent fields the values of its `Default`, by serde's attribute.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(default)]
struct Defaulted {
    a: Option<Leaf>,
    b: Leaf,
}

impl Default for Defaulted {
    fn default() -> Self {
        Self { a: Some(Leaf(json!("a"))), b: Leaf(json!("b")) }
    }
}

fn documents<const N: usize>(make: Make<N>) -> Documents<N> {
    let style = Style { size: 40, fields: 5, null: 0, ..Style::VALID };
    Documents { ty: Shapes::schema().root(), style, make }
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => members
            .into_iter()
            .filter(|(_, member)| !member.is_null())
            .map(|(name, member)| (name, without_nulls(member)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

fn without_twice(mut document: Value) -> Value {
    if let Some(members) = document.as_object_mut() {
        members.remove("twice");
        if let Some(boxed) = members.get_mut("boxed") {
            *boxed = without_twice(boxed.take());
        }
    }
    document
}

fn json_of(value: &Shapes) -> Value {
    without_nulls(serde_json::to_value(value).unwrap())
}

proptest! {
    // More cases than usual, since many patches are refused.
    #![proptest_config(ProptestConfig { cases: 8 * config().cases, ..config() })]

    #[test]
    fn merging_in_place_equals_merging_as_json(
        [live, patch] in documents(CHANGE),
        normalizes: bool,
    ) {
        let Ok(mut live) = serde_json::from_value::<Shapes>(live) else {
            return Err(TestCaseError::reject("does not fit"));
        };
        live.skipped = "skipped".to_owned();
        let Ok(patch) = Patch::from_document(&patch) else {
            return Err(TestCaseError::reject("not a patch"));
        };
        let mut options = Options::default();
        options.unions = if normalizes { Unions::Normalize } else { Unions::Ignore };
        let in_place = Shapes::strategic_merge_with(&live, &patch, &options);
        let converted = typed::merge(&live, &patch, Shapes::schema(), &options);
        let json = serde_json::to_value(&live).unwrap();
        let by_value = apply(json, &patch, Shapes::schema(), &options);
        match (in_place, converted) {
            (Ok(in_place), Ok(converted)) => {
                prop_assert_eq!(json_of(&in_place), json_of(&converted));
                let by_value = serde_json::from_value::<Shapes>(by_value.unwrap()).unwrap();
                prop_assert_eq!(json_of(&in_place), json_of(&by_value));
            }
            (Err(in_place), Err(converted)) => {
                prop_assert_eq!(in_place.kind(), converted.kind());
            }
            (in_place, converted) => prop_assert!(false, "{:?} {:?}", in_place, converted),
        }
    }
}

fn written(patch: &Patch) -> Value {
    serde_json::from_str(&patch.to_json()).unwrap()
}

/// The document as the type reads it, if a patch can write it: without nulls. And without what
/// serde writes twice, of which one may be unknown to the other.
fn fits(document: Value) -> Result<Shapes, TestCaseError> {
    let read = |document| {
        serde_json::from_value(document).map_err(|_| TestCaseError::reject("does not fit"))
    };
    // Serde also reads a struct from a list, which may have nulls.
    let value = read(without_twice(without_nulls(document)))?;
    read(json_of(&value)).map(|_| value)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4 * config().cases, ..config() })]

    #[test]
    fn diffs_of_shapes_lead_to_modified([original, modified] in documents(PAIR)) {
        let (original, modified) = (fits(original)?, fits(modified)?);
        let patch = Shapes::strategic_diff(&original, &modified).unwrap();
        let [before, after] = [&original, &modified].map(|it| serde_json::to_value(it).unwrap());
        let by_value = diff(before.clone(), after, Shapes::schema(), &Options::default()).unwrap();
        let [written, expected] = [&patch, &by_value].map(written);
        prop_assert_eq!(written, expected);
        let result = Shapes::strategic_merge(&original, &patch).unwrap();
        prop_assert_eq!(json_of(&result), json_of(&modified));
        let none = Shapes::strategic_diff(&result, &modified).unwrap();
        prop_assert_eq!(none.to_json(), "{}");
    }
}

fn patch(text: &str) -> Patch {
    Patch::from_json(text).unwrap()
}

#[test]
fn fields_that_serde_skips_keep_their_values() {
    let mut live = Shapes { skipped: "kept".to_owned(), ..Shapes::default() };
    Shapes::strategic_merge_into(&mut live, &patch("{}")).unwrap();
    Shapes::strategic_merge_into(&mut live, &patch(r#"{"n": 1}"#)).unwrap();
    let others = patch(
        r#"{"pair": ["a", {"name": "b"}], "custom": ["c"], "leaf": {"d": 1},
        "byName": {"e": {"name": "f"}}}"#,
    );
    Shapes::strategic_merge_into(&mut live, &others).unwrap();
    assert_eq!((live.skipped.as_str(), live.renamed), ("kept", Leaf(json!(1))));
    assert_eq!(live.pair.unwrap().1.name, Leaf(json!("b")));
}

#[test]
fn a_merge_that_fails_changes_nothing() {
    let mut live = Shapes::default();
    live.elements.push(Element { name: Leaf(json!("a")), ..Element::default() });
    let before = live.clone();
    let patch = patch(r#"{"n": 1, "elements": [{"name": "a", "set": {}}]}"#);
    assert!(Shapes::strategic_merge_into(&mut live, &patch).is_err());
    let patch = self::patch(r#"{"n": 1, "custom": [1, 2]}"#);
    let error = Shapes::strategic_merge_into(&mut live, &patch).unwrap_err();
    assert_eq!((error.kind(), live), (ErrorKind::Typed, before));
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct OneWay {
    #[serde(default, skip_serializing)]
    password: String,
    #[serde(skip_deserializing)]
    generation: u32,
    name: String,
}

#[test]
fn fields_that_are_only_read_or_only_written_keep_their_values() {
    let live = OneWay { password: "p".to_owned(), generation: 3, name: "a".to_owned() };
    let merged = OneWay::strategic_merge(&live, &patch(r#"{"name": "b"}"#)).unwrap();
    assert_eq!(merged, OneWay { name: "b".to_owned(), ..live.clone() });
    let merged = OneWay::strategic_merge(&live, &patch(r#"{"password": "q"}"#)).unwrap();
    assert_eq!(merged, OneWay { password: "q".to_owned(), ..live.clone() });
    let error = OneWay::strategic_merge(&live, &patch(r#"{"generation": 4}"#)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Typed);
    assert_eq!(error.path().to_string(), "generation");
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Volume {
    name: String,
    #[serde(flatten)]
    source: Option<Source>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Source {
    HostPath { path: String },
    EmptyDir {},
}

#[test]
fn a_flattened_field_that_serde_would_drop_is_an_error() {
    let live = Volume { name: "v".into(), source: Some(Source::HostPath { path: "/".into() }) };
    for text in [r#"{"hostPath": {"path": 5}}"#, r#"{"hostPath": {"path": null}}"#] {
        let error = Volume::strategic_merge(&live, &patch(text)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Typed, "{text}");
    }
    let merged = Volume::strategic_merge(&live, &patch(r#"{"emptyDir": {}}"#)).unwrap();
    assert_eq!(merged.source, Some(Source::EmptyDir {}));
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Quiet {
    #[serde(default, skip_serializing_if = "is_one")]
    replicas: u32,
    #[serde(flatten)]
    inner: Option<QuietInner>,
    #[serde(flatten)]
    labels: Option<BTreeMap<String, u8>>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct QuietInner {
    name: String,
    #[serde(default, skip_serializing_if = "is_one")]
    size: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

#[test]
fn values_that_serde_does_not_write_are_no_loss() {
    let live = Quiet { replicas: 2, ..Quiet::default() };
    let merge = |text| Quiet::strategic_merge(&live, &patch(text));
    let merged = merge(r#"{"replicas": 1, "name": "a", "size": 1}"#).unwrap();
    assert_eq!(merged.replicas, 1);
    assert_eq!(merged.inner, Some(QuietInner { name: "a".into(), size: 1 }));
    assert_eq!(merge(r#"{"a": 1}"#).unwrap().labels.unwrap()["a"], 1);
    for (text, path) in [(r#"{"name": 5}"#, "name"), (r#"{"z": "text"}"#, "z")] {
        let error = merge(text).unwrap_err();
        assert_eq!((error.kind(), error.path().to_string()), (ErrorKind::Typed, path.to_owned()));
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Sets {
    names: HashSet<String>,
}

#[test]
fn sets_without_order_are_equal() {
    let names = || (0..50).map(|name| name.to_string()).collect();
    let (one, other) = (Sets { names: names() }, Sets { names: names() });
    assert_eq!(Sets::strategic_diff(&one, &other).unwrap().to_json(), "{}");
}

/// The object is converted as a whole, and a union in it may be an empty object.
#[test]
fn another_variant_of_an_enum_is_taken_in_what_is_converted_as_a_whole() {
    let live: Shapes =
        serde_json::from_value(json!({"internal": {"two": "c", "type": "Two"}})).unwrap();
    let (ty, options) = (Shapes::schema(), Options::default());
    for (change, expected) in [
        (r#"{"internal": {"one": {}}}"#, None),
        (r#"{"internal": {"one": {"name": 1}}}"#, Some(json!({"name": 1}))),
    ] {
        let change = patch(change);
        let json = serde_json::to_value(&live).unwrap();
        let untyped = smp_core::apply(json.clone(), &change, ty, &options).unwrap();
        assert_eq!(typed::merge(&json, &change, ty, &options).unwrap(), untyped);
        let merged = typed::merge(&live, &change, ty, &options);
        let in_place = Shapes::strategic_merge(&live, &change);
        if let Some(one) = expected {
            let one = serde_json::from_value(one).unwrap();
            assert_eq!(merged.unwrap().internal, Some(Internal::One { one }));
            assert!(in_place.is_ok());
        } else {
            assert_eq!(merged.unwrap_err().kind(), ErrorKind::Typed);
            assert_eq!(in_place.unwrap_err().kind(), ErrorKind::Typed);
        }
    }
}
