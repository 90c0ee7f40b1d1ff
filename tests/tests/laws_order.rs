//! Laws of the order of merged lists: compares results with a model that follows the rules
//! literally (semantics order-1 to order-8), without regard to cost.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use serde_json::{Value, json};
use smp_core::{ElementOrder, Options, Schema, apply};
use smp_tests::schema::everything;

static SCHEMA: LazyLock<&'static Schema> = LazyLock::new(everything);

/// A live list and a patch of it, reduced to their keys.
#[derive(Debug, Clone)]
struct Lists {
    live: Vec<u32>,
    patch: Vec<u32>,
    deleted: Vec<u32>,
    order: Option<Vec<u32>>,
}

/// Lists of keys without duplicates. The keys of the patch are in the order of its order
/// list, which the engine requires.
fn lists() -> impl Strategy<Value = Lists> {
    let keys = || subsequence((0..12_u32).collect::<Vec<_>>(), 0..=9).prop_shuffle();
    (
        keys(),
        keys(),
        any::<u64>(),
        subsequence((0..12_u32).collect::<Vec<_>>(), 0..=4),
        any::<bool>(),
    )
        .prop_map(|(live, order, named, gone, ordered)| {
            let deleted: Vec<u32> = gone.into_iter().filter(|key| !order.contains(key)).collect();
            let patch: Vec<u32> =
                order.iter().copied().filter(|key| named & (1 << key) != 0).collect();
            // Not generated: an empty order list orders nothing (semantics order-8).
            let order = (ordered && !order.is_empty()).then_some(order);
            Lists { live, patch, deleted, order }
        })
}

fn setting() -> impl Strategy<Value = ElementOrder> {
    prop::sample::select(vec![ElementOrder::Interleaved, ElementOrder::ServerOnlyFirst])
}

/// The merged list by the rules. `deletions_lend` is for lists of objects: under an order list,
/// the first new elements, as many as were deleted, count as standing after live's last element
/// (semantics order-5).
fn model(lists: &Lists, setting: ElementOrder, deletions_lend: bool) -> Vec<u32> {
    let kept: Vec<u32> =
        lists.live.iter().copied().filter(|key| !lists.deleted.contains(key)).collect();
    let new: Vec<u32> = lists.patch.iter().copied().filter(|key| !kept.contains(key)).collect();
    let there = |key: &u32| kept.contains(key) || new.contains(key);
    let names = lists.order.as_ref().unwrap_or(&lists.patch);
    let mut ordered: Vec<u32> = names.iter().copied().filter(there).collect();
    let mut server_only: Vec<u32> =
        kept.iter().copied().filter(|key| !names.contains(key)).collect();
    if setting == ElementOrder::ServerOnlyFirst {
        server_only.append(&mut ordered);
        return server_only;
    }
    let removed = lists.live.iter().filter(|key| lists.deleted.contains(key)).count();
    let lent = if deletions_lend && lists.order.is_some() { removed } else { 0 };
    let position = |key: u32| match kept.iter().position(|kept| *kept == key) {
        Some(at) => Some(at),
        None => {
            new.iter().position(|n| *n == key).filter(|at| *at < lent).map(|at| kept.len() + at)
        }
    };
    let mut merged = Vec::new();
    while !server_only.is_empty() && !ordered.is_empty() {
        match (position(server_only[0]), position(ordered[0])) {
            (Some(server), Some(other)) if server < other => merged.push(server_only.remove(0)),
            _ => merged.push(ordered.remove(0)),
        }
    }
    merged.append(&mut server_only);
    merged.append(&mut ordered);
    merged
}

fn of_objects(lists: &Lists) -> (Value, Value) {
    let key = |key: &u32| json!({"name": format!("k{key}")});
    let with = |key: &u32| json!({"name": format!("k{key}"), "value": 1});
    let gone = |key: &u32| json!({"name": format!("k{key}"), "$patch": "delete"});
    let items: Vec<Value> =
        lists.patch.iter().map(with).chain(lists.deleted.iter().map(gone)).collect();
    let mut patch = json!({"items": items});
    if let Some(order) = &lists.order {
        patch["$setElementOrder/items"] = order.iter().map(key).collect();
    }
    (json!({"items": lists.live.iter().map(key).collect::<Vec<_>>()}), patch)
}

fn of_scalars(lists: &Lists) -> (Value, Value) {
    let mut patch = json!({"set": lists.patch});
    if !lists.deleted.is_empty() {
        patch["$deleteFromPrimitiveList/set"] = json!(lists.deleted);
    }
    if let Some(order) = &lists.order {
        patch["$setElementOrder/set"] = json!(order);
    }
    (json!({"set": lists.live}), patch)
}

fn keys(result: &Value) -> Vec<u32> {
    let key = |item: &Value| item["name"].as_str().unwrap()[1..].parse().unwrap();
    result["items"].as_array().unwrap().iter().map(key).collect()
}

fn merged(live: &Value, patch: &Value, setting: ElementOrder) -> Value {
    let options = Options::kubernetes().element_order(setting);
    apply(live, patch, SCHEMA.root(), &options).unwrap()
}

/// Whether the keys of `part` are in `whole`, in the same order.
fn in_order(whole: &[u32], part: &[u32]) -> bool {
    let of_part: Vec<u32> = whole.iter().copied().filter(|key| part.contains(key)).collect();
    let of_whole: Vec<u32> = part.iter().copied().filter(|key| whole.contains(key)).collect();
    of_part == of_whole
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_global_rejects: 10_000_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn objects_follow_the_model(lists in lists(), setting in setting()) {
        let (live, patch) = of_objects(&lists);
        prop_assert_eq!(keys(&merged(&live, &patch, setting)), model(&lists, setting, true));
    }

    #[test]
    fn scalars_follow_the_model(lists in lists(), setting in setting()) {
        let (live, patch) = of_scalars(&lists);
        // In a list of scalars, items are deleted after the merge, so they still take part in
        // the order.
        let mut wanted =
            model(&Lists { deleted: Vec::new(), ..lists.clone() }, setting, false);
        wanted.retain(|key| !lists.deleted.contains(key));
        let result: Vec<u32> =
            serde_json::from_value(merged(&live, &patch, setting)["set"].clone()).unwrap();
        prop_assert_eq!(result, wanted);
    }

    /// No item is lost or duplicated, and neither sequence is reordered.
    #[test]
    fn each_sequence_keeps_its_own_order(lists in lists(), setting in setting()) {
        let (live, patch) = of_objects(&lists);
        let result = keys(&merged(&live, &patch, setting));
        let kept = lists.live.iter().filter(|key| !lists.deleted.contains(key));
        let wanted: BTreeSet<u32> = kept.chain(&lists.patch).copied().collect();
        prop_assert_eq!(result.len(), wanted.len(), "{:?}", &result);
        prop_assert_eq!(result.iter().copied().collect::<BTreeSet<_>>(), wanted);
        let named = lists.order.as_ref().unwrap_or(&lists.patch);
        prop_assert!(in_order(&result, named), "{:?}", &result);
        let server_only: Vec<u32> =
            lists.live.iter().copied().filter(|key| !named.contains(key)).collect();
        prop_assert!(in_order(&result, &server_only), "{:?}", &result);
    }

    /// Applying the same patch again moves nothing.
    #[test]
    fn applying_a_patch_again_keeps_the_order(lists in lists(), setting in setting()) {
        let (live, patch) = of_objects(&lists);
        let once = merged(&live, &patch, setting);
        let twice = merged(&once, &patch, setting);
        prop_assert_eq!(&once, &twice);
    }

    /// A name in the order list that neither live nor the patch has changes nothing.
    #[test]
    fn unknown_names_are_ignored(lists in lists(), at in any::<Index>(), setting in setting()) {
        let Some(order) = &lists.order else { return Err(TestCaseError::reject("no order")) };
        let mut longer = order.clone();
        longer.insert(at.index(order.len() + 1), 99);
        let (live, patch) = of_objects(&lists);
        let (_, other) = of_objects(&Lists { order: Some(longer), ..lists.clone() });
        prop_assert_eq!(merged(&live, &patch, setting), merged(&live, &other, setting));
    }
}
