//! Laws of merges and diffs of a generic type in which serde's attributes meet: generic elements and
//! enums, flattened structs of three levels, leaves in containers, and defaults that aren't empty. A
//! merge in place, one of the whole value and one of the JSON have the same result, and so has one
//! that converts the value, also in what documents lack.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails where it panics")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::hash::Hash;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use smp_core::{Error, ErrorKind, Options, Patch, PatchSchema, StrategicMerge, apply, diff, typed};
use smp_tests::generate::Style;
use smp_tests::generate::cases::{CHANGE, Make, PAIR};
use smp_tests::property::{Documents, config};
use smp_tests::prune::pruned;

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

/// Leaves in every container. A document that doesn't fit is the default.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(default)]
struct Leaves {
    #[patch(leaf)]
    list: Lenient<Vec<Value>>,
    #[patch(leaf)]
    queue: Lenient<VecDeque<Value>>,
    #[patch(leaf)]
    slice: Lenient<Box<[Value]>>,
    #[patch(leaf)]
    array: Lenient<[Value; 2]>,
    #[patch(leaf)]
    tuple: Lenient<(Value, Value)>,
    #[patch(leaf)]
    sorted: Lenient<BTreeMap<String, Value>>,
    #[patch(leaf)]
    map: Lenient<HashMap<String, Value>>,
    #[patch(leaf)]
    names: Lenient<BTreeSet<String>>,
    #[patch(leaf)]
    set: Lenient<HashSet<Leaf>>,
    #[patch(leaf)]
    optional: Option<Lenient<HashSet<Leaf>>>,
    #[patch(leaf)]
    boxed: Box<Value>,
    set_of_scalars: HashSet<Leaf>,
}

impl Default for Leaves {
    fn default() -> Self {
        Self {
            list: Lenient(vec![json!("default")]),
            queue: Lenient::default(),
            slice: Lenient::default(),
            array: Lenient::default(),
            tuple: Lenient::default(),
            sorted: Lenient(BTreeMap::from([("default".to_owned(), json!(1))])),
            map: Lenient::default(),
            names: Lenient::default(),
            set: Lenient(HashSet::from([filled(), Leaf(json!(1))])),
            optional: Some(Lenient::default()),
            boxed: Box::default(),
            set_of_scalars: HashSet::from([filled()]),
        }
    }
}

#[derive(Serialize, Debug, Clone, PartialEq, Default)]
#[serde(transparent)]
struct Lenient<T>(T);

impl<'de, T: DeserializeOwned + Default> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        Ok(Self(serde_json::from_value(value).unwrap_or_default()))
    }
}

fn json<T: Serialize>(value: &T) -> Value {
    sorted(pruned(&serde_json::to_value(value).unwrap()))
}

/// The value with its sets in one order.
fn sorted(value: Value) -> Value {
    const SETS: [&str; 3] = ["set", "optional", "set_of_scalars"];
    match value {
        Value::Object(members) => members
            .into_iter()
            .map(|(name, member)| match member {
                Value::Array(mut items) if SETS.contains(&&*name) => {
                    items.sort_by_key(Value::to_string);
                    (name, Value::Array(items))
                }
                other => (name, sorted(other)),
            })
            .collect(),
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        other => other,
    }
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

/// The generic types, where the derive knows that serde reads their parameter (`bound`), or doesn't,
/// so that a merge that names a leaf converts the whole object.
macro_rules! types {
    ($($bound:ident)?) => {
        use super::*;

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[serde(bound(deserialize = "T: Content"), default)]
        #[patch($($bound = "T: Content")?)]
        struct All<T: Content> {
            #[serde(skip)]
            hidden: Hidden,
            #[patch(strategy = "merge", merge_key = "name")]
            items: Vec<Item<T>>,
            #[patch(strategy = "merge|retainKeys", merge_key = "name")]
            queue: VecDeque<Item<T>>,
            #[patch(strategy = "merge")]
            scalars: Vec<Leaf>,
            by_name: BTreeMap<String, Item<T>>,
            external: Option<External<T>>,
            internal: Option<Internal<T>>,
            adjacent: Option<Adjacent<T>>,
            leaves: Leaves,
            outer: Outer<T>,
            maybe: Maybe<T>,
            below: Option<Box<All<T>>>,
        }

        impl<T: Content> Default for All<T> {
            fn default() -> Self {
                Self {
                    hidden: Hidden(0),
                    items: vec![Item { name: Leaf(json!("default")), ..Item::default() }],
                    queue: VecDeque::new(),
                    scalars: vec![Leaf(json!("default"))],
                    by_name: BTreeMap::from([("default".to_owned(), Item::default())]),
                    external: Some(External::Other(T::default())),
                    internal: None,
                    adjacent: None,
                    leaves: Leaves::default(),
                    outer: Outer::default(),
                    maybe: Maybe::default(),
                    below: None,
                }
            }
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Item<T> {
            #[serde(skip)]
            hidden: Hidden,
            #[serde(default)]
            name: Leaf,
            #[serde(default = "filled")]
            value: Leaf,
            content: Option<T>,
            #[patch(leaf)]
            #[serde(default = "none")]
            leaf: Option<T>,
            #[serde(flatten)]
            choice: Option<Choice>,
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[patch($($bound = "T: Content")?)]
        enum External<T> {
            One {
                #[serde(skip)]
                hidden: Hidden,
                content: T,
            },
            Other(T),
            #[patch(strategy = "merge", merge_key = "a")]
            List(Vec<Part>),
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[serde(tag = "kind")]
        #[patch($($bound = "T: Content")?)]
        enum Internal<T> {
            One {
                #[serde(skip)]
                hidden: Hidden,
                one: T,
            },
            Two {
                two: Part,
            },
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[serde(tag = "kind", content = "content")]
        #[patch($($bound = "T: Content")?)]
        enum Adjacent<T> {
            One(T),
            Two(T),
        }

        /// Three levels of structs, with two maps of other names.
        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Outer<T> {
            #[serde(skip)]
            hidden: Hidden,
            #[serde(default)]
            first: Leaf,
            #[serde(flatten)]
            middle: Middle<T>,
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Middle<T> {
            #[serde(skip)]
            hidden: Hidden,
            #[serde(default = "filled")]
            second: Leaf,
            #[serde(flatten)]
            inner: Inner<T>,
        }

        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Inner<T> {
            #[serde(skip)]
            hidden: Hidden,
            third: Option<T>,
            #[serde(default = "Vec::new")]
            #[patch(strategy = "merge", merge_key = "name")]
            parts: Vec<Item<T>>,
        }

        /// Serde decides by the members whether there is an inner value, and keeps others.
        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[patch($($bound = "T: Content")?)]
        struct Maybe<T> {
            #[serde(skip)]
            hidden: Hidden,
            own: Option<T>,
            #[serde(flatten)]
            needed: Option<Needed>,
        }

        /// The type in one that serde converts as a whole.
        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        #[serde(bound(deserialize = "T: Content"))]
        #[patch($($bound = "T: Content")?)]
        struct Converted<T: Content> {
            #[serde(flatten)]
            it: Option<All<T>>,
        }

        /// Gives every struct a value of its own that documents lack.
        fn hide<T: Content>(all: &mut All<T>, hide_content: &dyn Fn(&mut T, u8)) {
            let item = |item: &mut Item<T>, at: u8| {
                item.hidden = Hidden(at);
                item.content.iter_mut().for_each(|content| hide_content(content, at + 1));
            };
            all.hidden = Hidden(1);
            (all.items.iter_mut().zip((10..).step_by(3))).for_each(|(it, at)| item(it, at));
            (all.queue.iter_mut().zip((50..).step_by(3))).for_each(|(it, at)| item(it, at));
            (all.by_name.values_mut().zip((90..).step_by(3))).for_each(|(it, at)| item(it, at));
            (all.outer.middle.inner.parts.iter_mut().zip((130..).step_by(3)))
                .for_each(|(it, at)| item(it, at));
            match &mut all.external {
                Some(External::One { hidden, content }) => {
                    *hidden = Hidden(2);
                    hide_content(content, 3);
                }
                Some(External::Other(content)) => hide_content(content, 4),
                Some(External::List(parts)) => {
                    parts.iter_mut().zip(170..).for_each(|(part, at)| part.hidden = Hidden(at));
                }
                None => {}
            }
            match &mut all.internal {
                Some(Internal::One { hidden, one }) => {
                    *hidden = Hidden(5);
                    hide_content(one, 6);
                }
                Some(Internal::Two { two }) => two.hidden = Hidden(7),
                None => {}
            }
            if let Some(Adjacent::One(content) | Adjacent::Two(content)) = &mut all.adjacent {
                hide_content(content, 8);
            }
            all.outer.hidden = Hidden(201);
            all.outer.middle.hidden = Hidden(202);
            all.outer.middle.inner.hidden = Hidden(203);
            all.maybe.hidden = Hidden(204);
            all.maybe.needed.iter_mut().for_each(|it| it.hidden = Hidden(205));
        }

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
    types!(bound);

    #[test]
    fn merges_agree() {
        run(16, documents::<Part, 2>(CHANGE), |documents| {
            merges::<Part>(documents, &|part, at| part.hidden = Hidden(at))
        });
        run(8, documents::<BTreeMap<String, Leaf>, 2>(CHANGE), |documents| {
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
        run(4, documents::<Part, 2>(PAIR), diffs::<Part>);
        run(4, documents::<BTreeMap<String, Leaf>, 2>(PAIR), diffs::<BTreeMap<String, Leaf>>);
    }
}

mod unbounded {
    types!();

    #[test]
    fn merges_agree() {
        run(8, documents::<Part, 2>(CHANGE), |documents| {
            merges::<Part>(documents, &|part, at| part.hidden = Hidden(at))
        });
    }
}
