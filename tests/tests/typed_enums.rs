//! Laws of merges of Rust enums, in every form in which serde writes an enum and at every place
//! that a type has for one: a merge in place and a merge of the whole value have the result of a
//! merge of the JSON.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails where it panics")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{ErrorKind, Options, Patch, PatchSchema, StrategicMerge, Unions, apply, typed};
use smp_tests::generate::Style;
use smp_tests::generate::cases::Make;
use smp_tests::property::{Documents, config};
use smp_tests::prune::pruned;
use smp_tests::valid::with_one_member;

/// A string, number or boolean, or null.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(transparent)]
#[patch(leaf)]
struct Leaf(Value);

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Part {
    name: Leaf,
    value: Leaf,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "kind")]
enum Internal {
    A {
        #[serde(default)]
        a: Leaf,
    },
    B {
        #[serde(default)]
        b: Part,
    },
    C {
        #[serde(default)]
        #[patch(strategy = "merge", merge_key = "name")]
        c: Vec<Part>,
    },
    Off {},
    None,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
enum External {
    A {
        #[serde(default)]
        value: Leaf,
    },
    B(Part),
    #[patch(strategy = "merge", merge_key = "name")]
    C(Vec<Part>),
    Off {},
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "kind", content = "content")]
enum Adjacent {
    A(Part),
    B,
    Off,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "kind")]
enum Generic<T> {
    A { a: T },
    B { b: Option<T> },
}

/// An element in which the enum is flattened.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Flat<E> {
    name: Leaf,
    #[serde(default)]
    value: Leaf,
    #[serde(flatten)]
    it: E,
}

/// An element with a field that is the enum.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Field<E> {
    name: Leaf,
    it: E,
}

/// An element with a list of elements.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Nested<T> {
    name: Leaf,
    #[serde(default = "Vec::new")]
    #[patch(strategy = "merge", merge_key = "name")]
    below: Vec<T>,
}

/// A law of a type with one field of this type.
macro_rules! law {
    ($name:ident: $ty:ty $(, $key:ident = $value:literal)*) => {
        #[test]
        fn $name() {
            #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
            #[serde(default)]
            struct Holder {
                $(#[patch($key = $value)])*
                it: $ty,
            }
            check::<Holder>();
        }
    };
}

/// The laws of each enum, in a module with types that are not generic.
macro_rules! laws {
    ($($module:ident: $enum:ty;)*) => {
        $(mod $module {
            use super::*;

            #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
            struct Plain {
                name: Leaf,
                #[serde(flatten)]
                it: $enum,
            }

            #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
            struct Optional {
                name: Leaf,
                #[serde(flatten)]
                it: Option<$enum>,
            }

            law!(field: Option<$enum>);
            law!(elements: Vec<Plain>, strategy = "merge", merge_key = "name");
            law!(optional_elements: Vec<Optional>, strategy = "merge", merge_key = "name");
            law!(generic_elements: Vec<Flat<$enum>>, strategy = "merge", merge_key = "name");
            law!(generic_optional: Vec<Flat<Option<$enum>>>, strategy = "merge", merge_key = "name");
            law!(fields_of_elements: Vec<Field<$enum>>, strategy = "merge|retainKeys", merge_key = "name");
            law!(nested: Vec<Nested<Plain>>, strategy = "merge", merge_key = "name");
            law!(generic_nested: Vec<Nested<Flat<$enum>>>, strategy = "merge", merge_key = "name");
            law!(entries: BTreeMap<String, Flat<$enum>>);
            law!(lists_in_entries: BTreeMap<String, Nested<Flat<$enum>>>);
            law!(atomic: Vec<Flat<$enum>>);
        })*
    };
}

laws! {
    internal: Internal;
    external: External;
    adjacent: Adjacent;
    generic: Generic<Part>;
}

const UNIONS: [Unions; 3] = [Unions::Ignore, Unions::Normalize, Unions::NormalizeAndValidate];

/// A live object with at most one member of each union, which mostly fits the type, and a patch.
const CHANGE_OF_ONE_MEMBER: Make<2> = |make, ty| {
    let live = with_one_member(make.document(ty), ty);
    make.change(&live, ty)
};

/// Checks on random documents that a merge by field and a merge of the whole value have the result
/// of a merge of the JSON.
pub(crate) fn check<T>()
where
    T: PatchSchema + Clone + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let style = Style { size: 16, fields: 4, null: 0, ..Style::VALID };
    let documents = Documents { ty: T::schema().root(), style, make: CHANGE_OF_ONE_MEMBER };
    // Many documents do not fit the type.
    let config = ProptestConfig { cases: 4 * config().cases, ..config() };
    let outcome = TestRunner::new(config)
        .run(&(documents, select(&UNIONS[..])), |([live, patch], unions)| {
            merge::<T>(live, &patch, unions)
        });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// The law of one merge.
pub(crate) fn merge<T>(live: Value, patch: &Value, unions: Unions) -> Result<(), TestCaseError>
where
    T: PatchSchema + Clone + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let Ok(live) = serde_json::from_value::<T>(live) else {
        return Err(TestCaseError::reject("does not fit"));
    };
    let Ok(patch) = Patch::from_document(patch) else {
        return Err(TestCaseError::reject("not a patch"));
    };
    let (ty, options) = (T::schema(), Options::default().unions(unions));
    let expected = apply(serde_json::to_value(&live).unwrap(), &patch, ty, &options);
    let in_place = T::strategic_merge_with(&live, &patch, &options);
    let whole = typed::merge(&live, &patch, ty, &options);
    let read = |value: &Value| serde_json::from_value::<T>(value.clone());
    for merged in [in_place, whole] {
        match (&merged, &expected) {
            (Ok(merged), Ok(expected)) => {
                prop_assert_eq!(merged, &read(expected).unwrap());
                prop_assert!(keeps(merged, expected, is_empty), "{:?} {}", merged, expected);
            }
            (Err(merged), expected) if merged.kind() == ErrorKind::Typed => {
                // The type can't have the value.
                if let Ok(expected) = expected
                    && let Ok(value) = read(expected)
                {
                    prop_assert!(!keeps(&value, expected, |_| false), "{} {:?}", merged, value);
                }
            }
            (Err(merged), Err(expected)) => prop_assert_eq!(merged.kind(), expected.kind()),
            (merged, expected) => prop_assert!(false, "{:?} {:?}", merged, expected),
        }
    }
    Ok(())
}

/// Whether the type keeps all members of the document from which it was read, but for some.
fn keeps<T: Serialize>(value: &T, document: &Value, except: fn(&Value) -> bool) -> bool {
    fn has(back: &Value, document: &Value, except: fn(&Value) -> bool) -> bool {
        match (back, document) {
            (Value::Object(back), Value::Object(members)) => members.iter().all(|(name, it)| {
                back.get(name).map_or_else(|| except(it), |back| has(back, it, except))
            }),
            (Value::Array(back), Value::Array(items)) => {
                back.iter().zip(items).all(|(back, it)| has(back, it, except))
            }
            _ => true,
        }
    }
    has(&serde_json::to_value(value).unwrap(), &pruned(document), except)
}

/// Whether serde may leave the value out.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.values().all(is_empty),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Checks {
    #[patch(strategy = "merge", merge_key = "name")]
    checks: Vec<Field<Internal>>,
}

/// The old element has the variant of which the patch repeats the tag.
#[test]
fn elements_that_are_made_anew_are_compared_with_the_old_ones() {
    let live = json!({"checks": [{"name": "n", "it": {"kind": "A", "a": 1}}]});
    let element = json!({"name": "n", "it": {"kind": "A", "b": {"name": "x"}}});
    for marker in [json!({"$patch": "delete", "name": "n"}), json!({"$patch": "replace"})] {
        let patch = json!({"checks": [marker, element]});
        merge::<Checks>(live.clone(), &patch, Unions::Ignore).unwrap();
        let live: Checks = serde_json::from_value(live.clone()).unwrap();
        let merged =
            Checks::strategic_merge(&live, &Patch::from_document(&patch).unwrap()).unwrap();
        let b = Part { name: Leaf(json!("x")), value: Leaf::default() };
        assert_eq!(merged.checks[0].it, Internal::B { b }, "{patch}");
    }
}
