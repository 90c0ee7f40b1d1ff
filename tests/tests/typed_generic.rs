//! Laws of merges and diffs of a generic type in which serde's attributes meet: generic elements and
//! enums, flattened structs of three levels, leaves in containers, and defaults that aren't empty. A
//! merge in place, one of the whole value and one of the JSON have the same result, and so has one
//! that converts the value, also in what documents lack.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails where it panics")]

mod leaves;
#[macro_use]
mod types;

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Debug;
use std::hash::Hash;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{Error, ErrorKind, Options, Patch, PatchSchema, StrategicMerge, apply, diff, typed};
use smp_tests::generate::Style;
use smp_tests::generate::cases::{CHANGE, Make, PAIR};
use smp_tests::property::{Documents, config};
use smp_tests::prune::pruned;

use leaves::{Leaves, sorted};

/// A string, number or boolean, or null.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Eq, Hash, Default)]
#[serde(transparent)]
#[patch(leaf)]
struct Leaf(Value);

/// A value of a field that documents lack.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Hidden(u8);

/// The content of the generic types.
trait Content:
    PatchSchema + Serialize + DeserializeOwned + Clone + Debug + PartialEq + Default
{
}

impl Content for Part {}
impl Content for BTreeMap<String, Leaf> {}

fn none<T>() -> Option<T> {
    None
}

fn filled() -> Leaf {
    Leaf(json!("filled"))
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
enum Choice {
    A { a: Leaf },
    B { b: Leaf },
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Part {
    #[serde(skip)]
    hidden: Hidden,
    a: Leaf,
    b: Leaf,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Needed {
    #[serde(skip)]
    hidden: Hidden,
    needed: Leaf,
}

fn json<T: Serialize>(value: &T) -> Value {
    sorted(pruned(&serde_json::to_value(value).unwrap()))
}

/// Whether the value has all members of the document.
fn has(value: &Value, document: &Value) -> bool {
    match (value, document) {
        (Value::Object(value), Value::Object(document)) => {
            let mut members = document.iter();
            members.all(|(name, it)| value.get(name).is_some_and(|value| has(value, it)))
        }
        (Value::Array(value), Value::Array(document)) => {
            value.iter().zip(document).all(|(value, it)| has(value, it))
        }
        _ => true,
    }
}

fn is_list_for_object(error: &Error) -> bool {
    error.to_string().contains("expected an object, found a list")
}

fn is_list_for_leaf(error: &Error) -> bool {
    error.path().to_string().split('.').next_back() == Some("leaf")
        && error.to_string().contains("expected struct Part, found a list")
}

fn has_marker(patch: &Value) -> bool {
    match patch {
        Value::Object(members) => {
            members.contains_key("$patch") || members.values().any(has_marker)
        }
        Value::Array(items) => items.iter().any(has_marker),
        _ => false,
    }
}

fn run<const N: usize>(
    factor: u32,
    documents: Documents<N>,
    law: impl Fn([Value; N]) -> Result<(), TestCaseError>,
) {
    let config = ProptestConfig { cases: factor * config().cases, ..config() };
    let outcome = TestRunner::new(config).run(&documents, law);
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// The laws for the types of the module around it.
macro_rules! laws {
    () => {
        fn documents<T: Content, const N: usize>(make: Make<N>) -> Documents<N> {
            let style = Style { size: 30, fields: 5, null: 0, ..Style::VALID };
            Documents { ty: <All<T>>::schema().root(), style, make }
        }

        fn read<T: Content>(document: Value) -> Result<All<T>, TestCaseError> {
            serde_json::from_value(document).map_err(|_| TestCaseError::reject("does not fit"))
        }

        fn merges<T: Content>(
            [live, change]: [Value; 2],
            hide_content: &dyn Fn(&mut T, u8),
        ) -> Result<(), TestCaseError> {
            let mut live: All<T> = read(live)?;
            hide(&mut live, hide_content);
            let Ok(patch) = Patch::from_document(&change) else {
                return Err(TestCaseError::reject("not a patch"));
            };
            let (ty, options) = (<All<T>>::schema(), Options::default());
            let by_value = apply(serde_json::to_value(&live).unwrap(), &patch, ty, &options);
            let in_place = live.strategic_merge(&patch);
            let whole = typed::merge(&live, &patch, ty, &options);
            let converted = Converted { it: Some(live.clone()) }.strategic_merge(&patch);
            // Serde reads a list as a struct where it buffers; a typed call refuses it by the schema,
            // and in a leaf, of which the schema has nothing, where it doesn't buffer.
            if in_place.as_ref().is_err_and(is_list_for_object) {
                prop_assert!(whole.as_ref().is_err_and(is_list_for_object), "{:?}", whole);
                prop_assert!(converted.as_ref().is_err_and(is_list_for_object), "{:?}", converted);
                return Ok(());
            }
            if in_place.as_ref().is_err_and(is_list_for_leaf) {
                return Ok(());
            }
            match (&in_place, whole, by_value) {
                (Ok(in_place), Ok(whole), Ok(by_value)) => {
                    let by_value: All<T> = serde_json::from_value(by_value).unwrap();
                    prop_assert_eq!(json(in_place), json(&by_value));
                    prop_assert_eq!(json(&whole), json(&by_value));
                }
                (Err(in_place), Err(whole), by_value) => {
                    prop_assert_eq!(in_place.kind(), whole.kind());
                    match by_value {
                        Ok(_) => prop_assert_eq!(in_place.kind(), ErrorKind::Typed),
                        Err(error) => prop_assert_eq!(in_place.kind(), error.kind()),
                    }
                }
                // Serde drops an empty variant that doesn't fit: only a merge in place notices.
                (Err(error), Ok(whole), Ok(by_value)) if error.kind() == ErrorKind::Typed => {
                    prop_assert!(!has(&json(&whole), &pruned(&by_value)), "{}", error);
                }
                other => prop_assert!(false, "{:?}", other),
            }
            // A value that a marker replaces is new in place, and paired again where it is converted.
            if has_marker(&change) {
                return Ok(());
            }
            match (in_place, converted) {
                (Ok(in_place), Ok(converted)) => prop_assert_eq!(Some(in_place), converted.it),
                (Err(in_place), Err(converted)) => {
                    prop_assert_eq!(in_place.kind(), converted.kind());
                }
                other => prop_assert!(false, "{:?}", other),
            }
            Ok(())
        }
    };
}

mod bounded {
    use super::*;

    types!(bound);
    laws!();

    #[test]
    fn merges_agree() {
        run(4, documents::<Part, 2>(CHANGE), |documents| {
            merges::<Part>(documents, &|part, at| part.hidden = Hidden(at))
        });
        run(2, documents::<BTreeMap<String, Leaf>, 2>(CHANGE), |documents| {
            merges::<BTreeMap<String, Leaf>>(documents, &|_, _| ())
        });
    }

    fn diffs<T: Content>([original, modified]: [Value; 2]) -> Result<(), TestCaseError> {
        let (original, modified): (All<T>, All<T>) = (read(original)?, read(modified)?);
        let by_value =
            diff(json(&original), json(&modified), <All<T>>::schema(), &Options::default());
        let patch = match original.strategic_diff(&modified) {
            // Serde would read an absent field as its default.
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::Typed, "{}", error);
                return Err(TestCaseError::reject("no patch"));
            }
            Ok(patch) => patch,
        };
        let result = original.strategic_merge(&patch);
        prop_assert!(result.is_ok(), "{} of {}", result.unwrap_err(), patch.to_json());
        let result = result.unwrap();
        prop_assert_eq!(json(&result), json(&modified));
        prop_assert!(result.strategic_diff(&modified).unwrap().is_empty());
        let by_value =
            apply(json(&original), by_value.unwrap(), <All<T>>::schema(), &Options::default());
        prop_assert_eq!(sorted(pruned(&by_value.unwrap())), json(&modified));
        Ok(())
    }

    #[test]
    fn diffs_lead_to_modified() {
        run(1, documents::<Part, 2>(PAIR), diffs::<Part>);
        run(1, documents::<BTreeMap<String, Leaf>, 2>(PAIR), diffs::<BTreeMap<String, Leaf>>);
    }
}

mod unbounded {
    use super::*;

    types!();
    laws!();

    #[test]
    fn merges_agree() {
        run(2, documents::<Part, 2>(CHANGE), |documents| {
            merges::<Part>(documents, &|part, at| part.hidden = Hidden(at))
        });
    }
}
