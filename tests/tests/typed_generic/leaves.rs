//! Leaves in every container.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::sync::Arc;

use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use smp_core::PatchSchema;

use super::{Leaf, filled};

/// Leaves in every container. A document that doesn't fit is the default.
#[expect(clippy::linkedlist, clippy::box_collection, reason = "programs have them")]
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(default)]
pub(super) struct Leaves {
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
    #[patch(leaf)]
    shared: Arc<Value>,
    #[patch(leaf)]
    shared_slice: Lenient<Arc<[Value]>>,
    #[patch(leaf)]
    shared_text: Lenient<Arc<str>>,
    #[patch(leaf)]
    linked: Lenient<LinkedList<Value>>,
    #[patch(leaf)]
    ordered: Lenient<IndexMap<String, Value>>,
    #[patch(leaf)]
    text: Lenient<Cow<'static, str>>,
    #[patch(leaf)]
    optional_list: Option<Vec<Value>>,
    #[patch(leaf)]
    optional_map: Lenient<Option<Box<HashMap<String, Value>>>>,
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
            shared: Arc::new(json!({"default": [null]})),
            shared_slice: Lenient(Arc::from([json!("default")])),
            shared_text: Lenient(Arc::from("default")),
            linked: Lenient(LinkedList::from([json!(1), json!([])])),
            ordered: Lenient(IndexMap::from([
                ("b".to_owned(), json!(1)),
                ("a".to_owned(), json!(2)),
            ])),
            text: Lenient(Cow::Borrowed("default")),
            optional_list: Some(vec![json!("default")]),
            optional_map: Lenient(Some(Box::new(HashMap::from([(
                "default".to_owned(),
                json!(1),
            )])))),
            set_of_scalars: HashSet::from([filled()]),
        }
    }
}

#[derive(Serialize, Debug, Clone, PartialEq, Default)]
#[serde(transparent)]
pub(super) struct Lenient<T>(T);

impl<'de, T: DeserializeOwned + Default> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        Ok(Self(serde_json::from_value(value).unwrap_or_default()))
    }
}

/// The value with its sets in one order.
pub(super) fn sorted(value: Value) -> Value {
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
