//! Laws of typed calls where serde drops data without an error: a flattened `Option` that can't be read,
//! in every place where values are converted as a whole; and where it leaves out data that it has:
//! defaults.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails where it panics")]

use std::collections::{BTreeMap, BTreeSet, HashMap, LinkedList};
use std::fmt::Debug;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{
    Error, ErrorKind, Options, Patch, PatchSchema, StrategicMerge, ThreeWay, Unions, apply, diff,
    typed,
};
use smp_tests::generate::Style;
use smp_tests::generate::cases::{Make, TRIPLE};
use smp_tests::property::{Documents, config};
use smp_tests::prune::pruned;
use smp_tests::valid::with_one_member;

/// A string, number or boolean.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(transparent)]
#[patch(leaf)]
struct Leaf(Value);

/// A string with the default `a`.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[serde(transparent)]
struct Text(String);

impl Default for Text {
    fn default() -> Self {
        Self("a".to_owned())
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A group of fields that serde drops where `need` is missing.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    need: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    preset: Text,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    name: Text,
    #[serde(default, skip_serializing_if = "is_default")]
    unit: Text,
    #[serde(flatten)]
    group: Option<Group>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct WithVariant {
    name: Text,
    #[serde(flatten)]
    variant: Option<Variant>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
enum Variant {
    One {
        path: Text,
        #[serde(default, skip_serializing_if = "is_default")]
        preset: Text,
    },
    Two {},
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
enum External {
    First(Part),
    Second { part: Part, by_letter: Option<BTreeMap<char, Part>> },
    Third(WithVariant),
    Fourth {},
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "kind")]
enum Internal {
    First { part: Part },
    Second { variant: Option<WithVariant> },
    Off,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "kind", content = "spec")]
enum Adjacent {
    On(Part),
    Off,
    Out,
}

/// The fallback of each operation: the derive doesn't know whether serde can write its parameter.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
enum Generic<T> {
    One(T),
    Two {},
}

/// The same parts in every place.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
#[allow(clippy::linkedlist, reason = "every list of the standard library")]
struct Places {
    by_letter: BTreeMap<char, Part>,
    by_name: BTreeMap<String, Part>,
    variants: BTreeMap<char, WithVariant>,
    external: Option<External>,
    internal: Option<Internal>,
    adjacent: Option<Adjacent>,
    array: Option<[Part; 2]>,
    linked: LinkedList<Part>,
    set: BTreeSet<Part>,
    shared: Option<Arc<Part>>,
    #[patch(strategy = "merge", merge_key = "name")]
    elements: Vec<Part>,
    #[patch(leaf)]
    leaf: Option<Part>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Generics {
    lists: Vec<Vec<Generic<Leaf>>>,
    maps: Vec<BTreeMap<String, Generic<Leaf>>>,
    arrays: Vec<[Generic<Leaf>; 1]>,
    tuples: Vec<(Generic<Leaf>, Leaf)>,
    part: Option<Part>,
}

const OPTIONS: [fn() -> Options; 3] = [Options::kubernetes, Options::documented, || {
    Options::default().unions(Unions::NormalizeAndValidate)
}];

fn documents<T: PatchSchema, const N: usize>(make: Make<N>) -> Documents<N> {
    let style = Style { size: 24, fields: 5, depth: 5, null: 0, ..Style::VALID };
    Documents { ty: T::schema().root(), style, make }
}

/// A live object with at most one member of each union, which mostly fits the type, and a patch.
const CHANGE_OF_ONE_MEMBER: Make<2> = |make, ty| {
    let live = with_one_member(make.document(ty), ty);
    make.change(&live, ty)
};

/// The first member of `json` that `back` lacks. `a` doesn't count, as the default of some fields, and an
/// empty object or list may be, too.
fn lost(json: &Value, back: &Value) -> Option<String> {
    lost_in("", json, back)
}

fn lost_in(name: &str, json: &Value, back: &Value) -> Option<String> {
    match (json, back) {
        (Value::Object(members), Value::Object(back)) => members.iter().find_map(|(name, it)| {
            let lost = match back.get(name).filter(|back| !back.is_null()) {
                Some(back) => lost_in(name, it, back)?,
                None if is_left_out(name, it, back) => return None,
                None => String::new(),
            };
            Some(format!(".{name}{lost}"))
        }),
        // A set has an order of its own.
        (Value::Array(items), Value::Array(back)) if name == "set" => {
            let is_lost = |item: &Value| {
                let mut same = back.iter().filter(|back| back["name"] == item["name"]);
                same.all(|back| lost(item, back).is_some())
            };
            items.iter().any(is_lost).then(String::new)
        }
        (Value::Array(items), Value::Array(back)) => {
            let mut pairs = items.iter().zip(back).enumerate();
            pairs.find_map(|(at, (it, back))| Some(format!("[{at}]{}", lost(it, back)?)))
        }
        _ => None,
    }
}

fn is_left_out(name: &str, value: &Value, back: &serde_json::Map<String, Value>) -> bool {
    match name {
        "preset" => {
            *value == json!("a") && (back.contains_key("need") || back.contains_key("path"))
        }
        "unit" => *value == json!("a") && back.contains_key("name"),
        "One" | "Two" | "first" | "second" | "third" | "fourth" => false,
        _ => match value {
            Value::Object(members) => members.values().all(|it| is_left_out("", it, back)),
            Value::Array(items) => items.is_empty(),
            other => other.is_null(),
        },
    }
}

/// Checks on random documents that a merge by field and a merge of the whole value have the result of
/// the merge of the JSON, or say that the type can't have it.
fn nothing_is_lost<T>()
where
    T: PatchSchema + Clone + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let config = ProptestConfig { cases: 16 * config().cases, ..config() };
    let documents = documents::<T, 2>(CHANGE_OF_ONE_MEMBER);
    let outcome =
        TestRunner::new(config).run(&(documents, select(&OPTIONS[..])), |(case, options)| {
            let [live, patch] = case;
            let Ok(live) = serde_json::from_value::<T>(pruned(&live)) else {
                return Err(TestCaseError::reject("does not fit"));
            };
            let Ok(patch) = Patch::from_document(&patch) else {
                return Err(TestCaseError::reject("not a patch"));
            };
            let options = options();
            let json = serde_json::to_value(&live).unwrap();
            let expected = apply(json, &patch, T::schema(), &options);
            // Where the order of a set changes, elements are found by their merge key, and by nothing in a
            // merge of the whole value.
            let set = expected.as_ref().ok().and_then(|it| it["set"].as_array());
            let names: Vec<_> = set.into_iter().flatten().map(|it| &it["name"]).collect();
            if names.iter().enumerate().all(|(at, name)| !names[..at].contains(name)) {
                check(live.strategic_merge_with(&patch, &options), &expected)?;
            }
            if names.len() < 2 {
                check(typed::merge(&live, &patch, T::schema(), &options), &expected)?;
            }
            Ok(())
        });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

fn check<T>(merged: Result<T, Error>, expected: &Result<Value, Error>) -> Result<(), TestCaseError>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let read = |value: &Value| serde_json::from_value::<T>(value.clone());
    match (merged, expected) {
        (Ok(merged), Ok(expected)) => {
            let lost = lost(&pruned(expected), &serde_json::to_value(&merged).unwrap());
            prop_assert_eq!(lost, None, "{} {:?}", expected, merged);
            prop_assert_eq!(&merged, &read(expected).unwrap());
        }
        (Err(error), Ok(expected)) => {
            let kinds = [ErrorKind::Typed, ErrorKind::UnknownField];
            prop_assert!(kinds.contains(&error.kind()), "{}", error);
            // The type can't have the value, or would lose a part of it.
            if let Ok(value) = read(expected) {
                let back = serde_json::to_value(&value).unwrap();
                let lost = lost(&pruned(expected), &back);
                prop_assert!(lost.is_some(), "{} {} {}", error, expected, back);
            }
        }
        (Err(_), Err(_)) => {}
        (Ok(merged), Err(error)) => prop_assert!(false, "{:?} {}", merged, error),
    }
    Ok(())
}

#[test]
fn no_part_of_a_patch_is_lost() {
    nothing_is_lost::<Places>();
}

#[test]
fn no_part_of_a_patch_of_generic_types_is_lost() {
    nothing_is_lost::<Generics>();
}

/// A diff of generic types, where each operation converts the whole object, is that of their JSON.
#[test]
fn diffs_of_generic_types_and_values_agree() {
    let config = ProptestConfig { cases: 4 * config().cases, ..config() };
    let outcome = TestRunner::new(config).run(&documents::<Generics, 3>(TRIPLE), |documents| {
        let values = documents.map(|it| serde_json::from_value::<Generics>(pruned(&it)));
        let [Ok(a), Ok(b), Ok(c)] = values else {
            return Err(TestCaseError::reject("does not fit"));
        };
        let (ty, options) = (Generics::schema(), Options::default());
        let json = |value: &Generics| serde_json::to_value(value).unwrap();
        let patch = a.strategic_diff(&b).unwrap();
        prop_assert_eq!(&patch, &diff(json(&a), json(&b), ty, &options).unwrap());
        prop_assert_eq!(&a.strategic_edit(|it| *it = b.clone()).unwrap(), &patch);
        prop_assert_eq!(&a.strategic_merge(&patch).unwrap(), &b);
        let three = Generics::strategic_three_way(ThreeWay::new(&a, &b, &c)).unwrap();
        let by_value = ThreeWay::new(json(&a), pruned(&json(&b)), json(&c)).diff(ty, &options);
        let result = |patch: &Patch| pruned(&apply(json(&c), patch, ty, &options).unwrap());
        prop_assert_eq!(result(&three), result(&by_value.unwrap()));
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// Enums of all forms.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Enums {
    external: Option<Choice>,
    internal: Option<Tagged>,
    adjacent: Option<Content>,
    #[patch(strategy = "merge", merge_key = "name")]
    elements: Vec<Element>,
    by_letter: BTreeMap<char, Content>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
enum Choice {
    One(Inner),
    Two { leaf: Option<Leaf> },
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "kind")]
enum Tagged {
    One { one: Option<Inner> },
    Two { two: Option<Leaf> },
    Off,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "kind", content = "spec")]
enum Content {
    On(Inner),
    Off,
    Out,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Element {
    name: Leaf,
    #[serde(flatten)]
    content: Content,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Inner {
    a: Option<Leaf>,
    b: Option<Leaf>,
}

/// A three-way patch of enums can be applied to current, has the effect that it has on JSON, and leads to
/// modified where nobody else has changed anything.
#[test]
fn three_way_patches_of_enums_settle() {
    let config = ProptestConfig { cases: 16 * config().cases, ..config() };
    let make: Make<3> = |make, ty| TRIPLE(make, ty).map(|it| with_one_member(it, ty));
    let cases = (documents::<Enums, 3>(make), select(&OPTIONS[..]));
    let outcome = TestRunner::new(config).run(&cases, |(documents, options)| {
        let values = documents.map(serde_json::from_value::<Enums>);
        let [Ok(original), Ok(modified), Ok(current)] = values else {
            return Err(TestCaseError::reject("does not fit"));
        };
        let (ty, options) = (Enums::schema(), options());
        let three = |current: &Enums| {
            let three = ThreeWay::new(&original, &modified, current);
            let patch = Enums::strategic_three_way_with(three, &options).unwrap();
            let merged = Enums::strategic_merge_with(current, &patch, &options);
            (merged.map_err(|error| format!("{error}: {patch}")), patch)
        };
        let (merged, patch) = three(&current);
        prop_assert!(merged.is_ok(), "{}", merged.unwrap_err());
        let merged = merged.unwrap();
        let json = serde_json::to_value(&current).unwrap();
        let by_value = apply(json, &patch, ty, &options).unwrap();
        prop_assert_eq!(&merged, &serde_json::from_value::<Enums>(by_value).unwrap());
        prop_assert_eq!(three(&original).0, Ok(modified.clone()));
        let (settled, nothing) = three(&modified);
        prop_assert!(nothing.is_empty(), "{}", nothing);
        prop_assert_eq!(settled, Ok(modified.clone()));
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Presets {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    flag: bool,
    #[serde(skip_serializing_if = "is_default")]
    count: u8,
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
    #[serde(skip_serializing_if = "is_default")]
    mode: Mode,
    #[serde(skip_serializing_if = "is_default")]
    below: Below,
    #[serde(skip_serializing)]
    #[patch(leaf)]
    secret: Option<String>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
enum Mode {
    #[default]
    Slow,
    Fast,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Below {
    #[serde(default)]
    size: u8,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct HasPresets {
    own: Presets,
    by_number: BTreeMap<u8, Presets>,
    array: Option<[Presets; 1]>,
    #[patch(leaf)]
    leaf: Presets,
    variant: Option<HasVariant>,
    generic: Vec<Generic<Leaf>>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
enum HasVariant {
    One(Presets),
    Two { two: Presets },
}

/// Serde leaves each of these values out, and the type has their fields.
#[test]
fn a_value_that_serde_leaves_out_as_the_default_is_accepted() {
    let live = HasPresets::default();
    for preset in [
        json!({"flag": false}),
        json!({"count": 0}),
        json!({"text": ""}),
        json!({"mode": "Slow"}),
        json!({"below": {"size": 0}}),
        json!({"flag": false, "mode": "Slow", "count": 0, "text": "", "below": {"size": 0}}),
    ] {
        for patch in [
            json!({"own": preset}),
            json!({"by_number": {"1": preset}}),
            json!({"array": [preset]}),
            json!({"leaf": preset}),
            json!({"variant": {"One": preset}}),
            json!({"variant": {"Two": {"two": preset}}}),
            json!({"own": preset, "generic": [{"One": 1}]}),
        ] {
            let read = Patch::from_document(&patch).unwrap();
            let merged = live.strategic_merge(&read);
            let whole = typed::merge(&live, &read, HasPresets::schema(), &Options::default());
            let expected: HasPresets = serde_json::from_value(patch.clone()).unwrap();
            assert_eq!(merged.as_ref().ok(), Some(&expected), "{patch} {merged:?}");
            assert_eq!(whole.as_ref().ok(), Some(&expected), "{patch} {whole:?}");
        }
    }
}

/// A field that serde only reads is in no document, and a patch sets it in every place.
#[test]
fn a_field_that_is_only_read_is_not_lost() {
    let secret = json!({"secret": "s"});
    for patch in [
        json!({"own": secret}),
        json!({"by_number": {"1": secret}}),
        json!({"array": [secret]}),
        json!({"variant": {"One": secret}}),
        json!({"variant": {"Two": {"two": secret}}}),
    ] {
        let merged = HasPresets::default().strategic_merge(&Patch::from_document(&patch).unwrap());
        let expected: HasPresets = serde_json::from_value(patch.clone()).unwrap();
        assert_eq!(merged.as_ref().ok(), Some(&expected), "{patch} {merged:?}");
    }
}

/// A type that is older than the schema.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Older {
    own: Below,
}

#[test]
fn a_default_for_a_field_that_the_type_lacks_is_refused() {
    for (preset, path) in [
        (json!({"flag": false}), "own.flag"),
        (json!({"count": 0}), "own.count"),
        (json!({"mode": "Slow"}), "own.mode"),
        (json!({"below": {"size": 0}}), "own.below"),
    ] {
        let patch = Patch::from_document(json!({"own": preset})).unwrap();
        let options = Options::default();
        let merged = typed::merge(&Older::default(), &patch, HasPresets::schema(), &options);
        let error = merged.unwrap_err();
        assert_eq!(
            (error.kind(), &*error.path().to_string()),
            (ErrorKind::Typed, path),
            "{preset}"
        );
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Keys {
    by_number: BTreeMap<u32, Part>,
    hashed: HashMap<u8, Part>,
    by_bool: BTreeMap<bool, Part>,
    variants: BTreeMap<u32, WithVariant>,
    keyed: Option<Keyed>,
    tuple: Option<(Part, u8)>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
enum Keyed {
    List {
        #[patch(strategy = "merge", merge_key = "name")]
        list: Vec<Part>,
    },
}

#[test]
fn a_group_that_serde_drops_is_refused_at_its_place() {
    let part = json!({"name": "n"});
    let live = json!({
        "by_number": {"1": part},
        "hashed": {"1": part},
        "by_bool": {"true": part},
        "variants": {"1": part},
        "keyed": {"List": {"list": [part]}},
        "tuple": [part, 1],
    });
    let live: Keys = serde_json::from_value(live).unwrap();
    let lost = json!({"name": "n", "more": "q"});
    for (patch, path) in [
        (json!({"by_number": {"1": {"more": "q"}}}), "by_number.1.more"),
        (json!({"by_number": {"2": lost}}), "by_number.2.more"),
        (json!({"by_number": {"2": {"name": "n", "more": ""}}}), "by_number.2.more"),
        (json!({"hashed": {"1": {"more": "q"}}}), "hashed.1.more"),
        (json!({"by_bool": {"true": {"more": "q"}}}), "by_bool.true.more"),
        (json!({"variants": {"1": {"One": {"path": 3}}}}), "variants.1.One"),
        (json!({"variants": {"1": {"One": {}}}}), "variants.1.One"),
        (json!({"keyed": {"List": {"list": [lost]}}}), "keyed.List.list[0].more"),
        (json!({"tuple": [lost, 1]}), "tuple[0].more"),
    ] {
        let read = Patch::from_document(&patch).unwrap();
        for merged in [
            live.strategic_merge(&read),
            typed::merge(&live, &read, Keys::schema(), &Options::default()),
        ] {
            let error = merged.unwrap_err();
            let found = (error.kind(), error.path().to_string());
            assert_eq!(found, (ErrorKind::Typed, path.to_owned()), "{patch} {error}");
        }
    }
}

/// What others have set keeps a flattened group alive that a three-way diff removes.
#[test]
fn a_group_that_can_not_be_read_is_named() {
    let part = |more: Option<&str>| Part {
        name: Text("n".to_owned()),
        unit: Text::default(),
        group: Some(Group {
            need: Text("b".to_owned()),
            more: more.map(|it| Text(it.to_owned())),
            preset: Text::default(),
        }),
    };
    let (original, current) = (part(None), part(Some("q")));
    let modified = Part { group: None, ..original.clone() };
    let patch = Part::strategic_three_way(ThreeWay::new(&original, &modified, &current)).unwrap();
    let error = current.strategic_merge(&patch).unwrap_err();
    assert_eq!(
        error.to_string(),
        "result: more: the Rust type has this field in a flattened group, which can't be read: missing \
         field `need`; state the whole group, or remove the rest of it"
    );
}
