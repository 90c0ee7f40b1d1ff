//! The errors of merges of Rust values: with the path, and in the same words wherever the value is.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{ErrorKind, Options, Patch, PatchSchema, StrategicMerge, apply};

/// The kind, path and message of the error of a merge.
fn refused<T>(live: &Value, patch: &Value) -> (ErrorKind, String, String)
where
    T: PatchSchema + Clone + Serialize + DeserializeOwned + Debug,
{
    let live: T = serde_json::from_value(live.clone()).unwrap();
    let patch = Patch::from_document(patch).unwrap();
    let error = live.strategic_merge(&patch).unwrap_err();
    (error.kind(), error.path().to_string(), error.message().to_owned())
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct Place {
    port: u16,
    name: String,
}

/// The same place in all ways in which serde reads it.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct Places {
    in_place: Place,
    list: Vec<Place>,
    #[patch(leaf)]
    leaf: Place,
    variant: Variant,
    tagged: Tagged,
    content: Content,
    tuple: (u8, Place),
    flat: Flat,
    open: Open,
    optional: Optional,
    flat_leaf: FlatLeaf,
    flat_variant: FlatVariant,
    by_number: BTreeMap<u8, Place>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
enum Variant {
    One(Place),
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
#[serde(tag = "type")]
enum Tagged {
    One { one: Place },
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
#[serde(tag = "type", content = "content")]
enum Content {
    One(Place),
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct Flat {
    #[serde(flatten)]
    place: Place,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct Open {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    others: BTreeMap<String, Place>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct Optional {
    own: Place,
    #[serde(flatten)]
    flat: Option<Flat>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct FlatLeaf {
    #[serde(flatten)]
    #[patch(leaf)]
    place: Place,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct FlatVariant {
    name: String,
    #[serde(flatten)]
    variant: Variant,
}

#[test]
fn a_type_mistake_has_its_path_and_the_same_words_everywhere() {
    let place = json!({"port": 1, "name": "n"});
    let live = json!({
        "in_place": place,
        "list": [place],
        "leaf": place,
        "variant": {"One": place},
        "tagged": {"type": "One", "one": place},
        "content": {"type": "One", "content": place},
        "tuple": [1, place],
        "flat": place,
        "open": {"port": 1, "name": "n", "x": place},
        "optional": {"own": place},
        "flat_leaf": place,
        "flat_variant": {"name": "n", "One": place},
        "by_number": {"1": place},
    });
    let wrong = json!({"port": 70000});
    let new = json!({"port": 70000, "name": "m"});
    for (patch, path) in [
        (json!({"in_place": wrong}), "in_place.port"),
        (json!({"list": [new]}), "list[0].port"),
        (json!({"leaf": new}), "leaf.port"),
        (json!({"variant": {"One": wrong}}), "variant.One.port"),
        (json!({"tagged": {"one": wrong}}), "tagged.one.port"),
        (json!({"content": {"content": wrong}}), "content.content.port"),
        (json!({"tuple": [1, new]}), "tuple[1].port"),
        (json!({"flat": wrong}), "flat.port"),
        (json!({"open": wrong}), "open.port"),
        (json!({"open": {"x": new}}), "open.x.port"),
        (json!({"optional": {"own": wrong}}), "optional.own.port"),
        (json!({"flat_leaf": new}), "flat_leaf.port"),
        (json!({"flat_variant": {"One": wrong}}), "flat_variant.One.port"),
        (json!({"by_number": {"2": new}}), "by_number.2.port"),
    ] {
        let (kind, found, message) = refused::<Places>(&live, &patch);
        assert_eq!((kind, &*found), (ErrorKind::Typed, path), "{patch}: {message}");
        assert_eq!(message, "expected u16, found 70000", "{patch}");
    }
    for (patch, path, expected) in [
        (json!({"in_place": "x"}), "in_place", r#"expected struct Place, found "x""#),
        (json!({"in_place": {"name": 5}}), "in_place.name", "expected a string, found 5"),
        (
            json!({"variant": {"One": {"name": 5}}}),
            "variant.One.name",
            "expected a string, found 5",
        ),
        (json!({"variant": {"One": "x"}}), "variant.One", r#"expected struct Place, found "x""#),
        (json!({"by_number": {"x": new}}), "by_number.x", r#"expected u8, found "x""#),
        (json!({"list": [{"name": "m"}]}), "list[0]", "missing field `port`"),
        (json!({"tuple": [1]}), "tuple", "invalid length 1, expected a list of length 2"),
    ] {
        let (kind, found, message) = refused::<Places>(&live, &patch);
        assert_eq!((kind, &*found, &*message), (ErrorKind::Typed, path, expected), "{patch}");
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct OptionalVariant {
    name: String,
    #[serde(flatten)]
    variant: Option<Variant>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct FlatTagged {
    a: bool,
    name: String,
    #[serde(flatten)]
    shape: Shape,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
#[serde(tag = "type")]
enum Shape {
    Circle { radius: u8 },
    Line { to: Vec<Place> },
}

#[test]
fn the_wrong_member_is_named_where_serde_drops_all_of_them() {
    let pair = json!({"own": {"port": 1, "name": "n"}, "name": "n", "port": 1});
    let u16_expected = "expected u16, found 70000";
    for (patch, path, message) in [
        (json!({"port": 70000}), "port", u16_expected),
        (json!({"name": "m", "port": 70000}), "port", u16_expected),
        (json!({"name": 5}), "name", "expected a string, found 5"),
        (
            json!({"name": null}),
            "port",
            "the Rust type has this field in a flattened group, which can't be read: missing field \
             `name`; state the whole group, or remove the rest of it",
        ),
    ] {
        let found = refused::<Optional>(&pair, &patch);
        assert_eq!(found, (ErrorKind::Typed, path.to_owned(), message.to_owned()), "{patch}");
    }
    let live = json!({"name": "n", "One": {"name": "n", "port": 1}});
    let found = refused::<OptionalVariant>(&live, &json!({"One": {"port": 70000}}));
    assert_eq!(found, (ErrorKind::Typed, "One.port".to_owned(), u16_expected.to_owned()));

    let circle = json!({"a": true, "name": "1", "type": "Circle", "radius": 1});
    for (patch, path, message) in [
        (json!({"radius": 300}), "radius", "expected u8, found 300"),
        (json!({"radius": "1"}), "radius", r#"expected u8, found "1""#),
        (json!({"radius": true}), "radius", "expected u8, found true"),
        // The message tells no value, and without the member another one would be missing.
        (json!({"radius": []}), ".", "expected u8, found a list"),
        (json!({"type": "Cube"}), "type", "unknown variant `Cube`, expected `Circle` or `Line`"),
        (json!({"type": "Line"}), ".", "missing field `to`"),
        (
            json!({"type": "Line", "to": [{"port": 1, "name": "1"}, {"port": 70000, "name": "1"}]}),
            "to[1].port",
            u16_expected,
        ),
        (
            json!({"type": "Line", "to": [{"port": 1, "name": 5}]}),
            "to[0].name",
            "expected a string, found 5",
        ),
    ] {
        let found = refused::<FlatTagged>(&circle, &patch);
        assert_eq!(found, (ErrorKind::Typed, path.to_owned(), message.to_owned()), "{patch}");
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct Volume {
    name: String,
    #[serde(flatten)]
    source: Source,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
enum Source {
    A { x: u8 },
    B { x: u8 },
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct Volumes {
    #[patch(strategy = "merge", merge_key = "name")]
    volumes: Vec<Volume>,
    #[patch(strategy = "retainKeys")]
    first: Option<Place>,
}

#[test]
fn a_patch_that_sets_two_variants_is_refused_as_a_type_and_as_json() {
    let live = json!({"volumes": [{"name": "v", "A": {"x": 1}}], "first": null});
    let both = json!({"volumes": [{"name": "v", "A": {"x": 2}, "B": {"x": 3}}]});
    let (kind, place, _) = refused::<Volumes>(&live, &both);
    assert_eq!((kind, &*place), (ErrorKind::Union, r#"volumes[name="v"]"#));
    let patch = Patch::from_document(&both).unwrap();
    let error = apply(&live, &patch, Volumes::schema(), &Options::default()).unwrap_err();
    assert_eq!((error.kind(), error.path().to_string()), (kind, place));
    let one: Source = serde_json::from_value(json!({"A": {"x": 1}})).unwrap();
    let patch = Patch::from_document(json!({"A": null, "B": {"x": 3}})).unwrap();
    assert_eq!(one.strategic_merge(&patch).unwrap(), Source::B { x: 3 });
}

#[test]
fn a_misspelled_name_in_retain_keys_is_refused() {
    let live = json!({"volumes": [], "first": {"port": 1, "name": "n"}});
    let patch = json!({"first": {"$retainKeys": ["name", "prot"], "name": "m"}});
    let found = refused::<Volumes>(&live, &patch);
    let message = "`Place` has no such field: `prot`; did you mean `port`?".to_owned();
    assert_eq!(found, (ErrorKind::UnknownField, "first.$retainKeys[1]".to_owned(), message));
}

#[test]
fn a_list_for_an_object_is_refused_also_where_serde_reads_one() {
    let place = json!({"port": 1, "name": "n"});
    let live = json!({
        "name": "n",
        "within": place,
        "list": [],
        "by_name": {},
        "variant": {"One": place},
        "tagged": {"type": "One", "one": place},
        "flat": {"in_place": place},
    });
    let list = json!([2, "m"]);
    for (patch, path) in [
        (json!({"within": list}), "within"),
        (json!({"list": [list]}), "list[0]"),
        (json!({"by_name": {"n": list}}), "by_name.n"),
        (json!({"by_name": list}), "by_name"),
        (json!({"variant": {"One": list}}), "variant.One"),
        (json!({"tagged": ["One", {"one": place}]}), "tagged"),
        (json!({"flat": {"in_place": list}}), "flat.in_place"),
    ] {
        let (kind, found, message) = refused::<Buffered>(&live, &patch);
        let message = (kind, &*found, &*message);
        let expected = (ErrorKind::Typed, path, "expected an object, found a list");
        assert_eq!(message, expected, "{patch}");
    }
}

/// Serde buffers all members of it.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct Buffered {
    name: String,
    #[serde(flatten)]
    inner: Option<BufferedMembers>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct BufferedMembers {
    within: Place,
    list: Vec<Place>,
    by_name: BTreeMap<String, Place>,
    variant: Variant,
    tagged: Tagged,
    flat: InPlace,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct InPlace {
    in_place: Place,
}

#[test]
fn a_number_that_no_float_holds_has_a_remedy_that_fits() {
    let live: BTreeMap<String, f64> = BTreeMap::new();
    let patch = Patch::from_json(r#"{"a": 1e400}"#).unwrap();
    let error = live.strategic_merge(&patch).unwrap_err();
    assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::InvalidJson, "a"));
    let message = "the number 1e400 is larger than every `f64`, as which serde_json reads it; correct \
                   it; or patch the object as JSON text, which keeps every number";
    assert!(error.to_string().contains(message), "{error}");
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone)]
struct Leaves {
    #[patch(leaf)]
    small: f32,
    #[patch(leaf)]
    list: Vec<f32>,
    #[patch(leaf)]
    optional: Option<f32>,
    #[patch(leaf)]
    set: HashSet<Option<u8>>,
}

#[test]
fn a_leaf_refuses_a_number_that_would_be_infinite() {
    let live = json!({"small": 1.0, "list": [], "optional": null, "set": []});
    for (patch, path) in [
        (json!({"small": 1e300}), "small"),
        (json!({"list": [1.0, 1e300]}), "list[1]"),
        (json!({"optional": 1e300}), "optional"),
    ] {
        let (kind, found, _) = refused::<Leaves>(&live, &patch);
        assert_eq!((kind, &*found), (ErrorKind::Typed, path), "{patch}");
    }
    // A set is written in an order of its own.
    let live: Leaves = serde_json::from_value(live).unwrap();
    let numbers = (0..20).map(Value::from).chain([Value::Null]).collect::<Value>();
    let merged = live.strategic_merge(&Patch::from_document(json!({ "set": numbers })).unwrap());
    assert_eq!(merged.unwrap().set.len(), 21);
}
