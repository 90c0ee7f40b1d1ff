//! Many patches of one merge list, applied in turn, as long as each of them keeps the order of
//! the elements that are there. See [`in_turn`](super::in_turn).

use std::collections::hash_map::Entry;

use super::adopt::{Taken, adopt};
use super::in_turn::merge_in_turn;
use super::list::{
    MergeTarget, PatchKeys, element_keys, key_segment, merge_repeated, object_at, open_element,
};
use super::order::Positions;
use super::scalars;
use crate::depth::DepthBudget;
use crate::directive::Change;
use crate::document::{Node, Scalar};
use crate::error::{Error, Role};
use crate::hash::{Map, Set};
use crate::member::{ElementKey, Member};
use crate::options::{ElementOrder, Options};
use crate::path::Segment;
use smp_schema::TypeRef;

/// The place of an element: the index of its patch list, and its index in that list.
type PatchElement = (usize, usize);

/// The merges of several patch lists, by index.
#[derive(Default)]
struct RunPlan<'p> {
    /// The patch lists that are handled.
    lists: Vec<&'p [Change]>,
    /// The elements of these lists that merge into another element: an index into `elements`.
    merges: Vec<(usize, MergeTarget)>,
    /// The elements that are added: an index into `elements`.
    adds: Vec<usize>,
    /// The place of each added element: negative, since they are put before all others.
    places: Vec<i64>,
    elements: Vec<PatchElement>,
}

/// Merges patch lists, from the first one on, as long as each of them has one of two forms: it
/// names only elements that the list has, in the order of the list; or it names only new
/// elements, which come before all others (semantics order-2). Returns the number of lists that
/// were merged. The result is the same as that of merging them one by one. An error comes with
/// the index of its patch list. `O(n)` in the list and all patch lists.
pub(super) fn merge_list_run<'a>(
    live: &mut Vec<Node<'a>>,
    patches: impl Iterator<Item = &'a [Change]>,
    member: &Member<'_>,
    element: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<usize, (usize, Error)> {
    // If live's elements are invalid, merging the first patch list alone gives the error.
    if options.element_order != ElementOrder::Interleaved
        || !live.iter_mut().all(|item| open_element(item).is_ok())
    {
        return Ok(0);
    }
    let plan = plan_run(live, patches, member);
    if plan.lists.is_empty() {
        return Ok(0);
    }
    let change = |at: usize| {
        let &(list, within) = plan.elements.get(at)?;
        plan.lists.get(list).map(|patch| (*patch, within))
    };
    let mut kept: Vec<Option<Node<'a>>> = core::mem::take(live).into_iter().map(Some).collect();
    let adopted = |&at: &usize| {
        let (patch, within) = change(at)?;
        adopt(patch.get(within)?, Taken::Element, options)
    };
    let mut added: Vec<Option<Node<'a>>> = plan.adds.iter().map(adopted).collect();
    let merged = merge_repeated(plan.merges, &mut kept, &mut added, |node, all| {
        let object = |&at: &usize| change(at).and_then(|(patch, within)| object_at(patch, within));
        let objects: Vec<_> = all.iter().filter_map(object).collect();
        merge_in_turn(node, &objects, element, options, limit).map_err(|(failed, error)| {
            let at = all.get(failed).copied().unwrap_or_default();
            let within = change(at).map_or(0, |(_, within)| within);
            let object = objects.get(failed);
            let step = object.map_or(Segment::Index(within), |it| key_segment(it, member, within));
            (at, error.within(step))
        })
    });
    merged.map_err(|(at, error)| (plan.elements.get(at).map_or(0, |(list, _)| *list), error))?;
    let mut front: Vec<_> = plan.places.iter().zip(added).collect();
    front.sort_by_key(|(place, _)| **place);
    live.extend(front.into_iter().filter_map(|(_, node)| node).chain(kept.into_iter().flatten()));
    Ok(plan.lists.len())
}

fn plan_run<'p>(
    live: &[Node<'_>],
    patches: impl Iterator<Item = &'p [Change]>,
    member: &Member<'_>,
) -> RunPlan<'p> {
    let mut plan = RunPlan::default();
    let Ok(live_keys) = element_keys(live, member) else { return plan };
    let in_live = Positions::of(&live_keys);
    if !in_live.are_distinct() {
        return plan;
    }
    // The added elements: their index in the plan.
    let mut added: Map<ElementKey<'_>, usize> = Map::default();
    let mut front = 0_i64;
    for (list, patch) in patches.enumerate() {
        let Ok(keys) = PatchKeys::of(patch, member) else { break };
        let target_of = |key: &ElementKey<'_>, added: &Map<ElementKey<'_>, usize>| {
            let kept = in_live.get(key).map(MergeTarget::Kept);
            kept.or_else(|| added.get(key).copied().map(MergeTarget::Added))
        };
        let targets: Vec<_> = keys.items.iter().map(|(_, key)| target_of(key, &added)).collect();
        let place = |target: &Option<MergeTarget>| match target {
            Some(MergeTarget::Kept(at)) => i64::try_from(*at).ok(),
            Some(MergeTarget::Added(at)) => plan.places.get(*at).copied(),
            None => None,
        };
        let is_sorted = targets.iter().map(place).is_sorted();
        let exist = targets.iter().all(Option::is_some);
        let are_new = targets.iter().all(Option::is_none);
        if keys.replace || !keys.deleted.is_empty() || !(exist && is_sorted || are_new) {
            break;
        }
        let before = plan.adds.len();
        for ((within, key), target) in keys.items.into_iter().zip(targets) {
            let at = plan.elements.len();
            plan.elements.push((list, within));
            // A key that an earlier element of the same list has added is not new any more.
            if let Some(target) = target.or_else(|| target_of(&key, &added)) {
                plan.merges.push((at, target));
            } else {
                added.insert(key, plan.adds.len());
                plan.adds.push(at);
            }
        }
        let new = plan.adds.len().saturating_sub(before);
        front = front.saturating_sub(i64::try_from(new).unwrap_or(i64::MAX));
        plan.places.extend((front..).take(new));
        plan.lists.push(patch);
    }
    plan
}

/// As [`merge_list_run`], for a merge list of scalars.
pub(super) fn merge_scalar_run<'a>(
    live: &mut Vec<Node<'a>>,
    patches: impl Iterator<Item = &'a [Change]>,
    options: &Options,
) -> usize {
    let Ok(kind) = scalars::check_elements(live, Role::Live) else { return 0 };
    if options.element_order != ElementOrder::Interleaved {
        return 0;
    }
    let mut kind = kind;
    // Of equal items in live the first one stays.
    let mut places: Map<Option<Scalar<'_>>, i64> = Map::default();
    let is_first: Vec<bool> = live
        .iter()
        .zip(0..)
        .map(|(item, at)| match places.entry(Scalar::of(item)) {
            Entry::Occupied(_) => false,
            Entry::Vacant(entry) => {
                entry.insert(at);
                true
            }
        })
        .collect();
    let mut added: Vec<(i64, &'a Change)> = Vec::new();
    let (mut lists, mut front) = (0_usize, 0_i64);
    for patch in patches {
        let mut seen = Set::default();
        let items: Vec<_> =
            patch.iter().filter(|item| seen.insert(scalars::scalar(item))).collect();
        let known: Vec<_> =
            items.iter().map(|item| places.get(&scalars::scalar(item)).copied()).collect();
        let exist = known.iter().all(Option::is_some) && known.is_sorted();
        let are_new = known.iter().all(Option::is_none);
        if scalars::check_changes(patch, kind).is_err() || !(exist || are_new) {
            break;
        }
        lists = lists.saturating_add(1);
        kind = kind.or_else(|| patch.first().map(Change::kind));
        if !exist {
            front = front.saturating_sub(i64::try_from(items.len()).unwrap_or(i64::MAX));
            for (item, place) in items.into_iter().zip(front..) {
                places.insert(scalars::scalar(item), place);
                added.push((place, item));
            }
        }
    }
    drop(places);
    if lists == 0 {
        return 0;
    }
    added.sort_by_key(|(place, _)| *place);
    let front = added.into_iter().filter_map(|(_, item)| adopt(item, Taken::Literal, options));
    let kept = core::mem::take(live).into_iter().zip(is_first);
    live.extend(front.chain(kept.filter_map(|(item, is_first)| is_first.then_some(item))));
    lists
}
