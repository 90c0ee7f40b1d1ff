//! Many patches of one merge list of objects, applied in turn. See [`in_turn`](super::in_turn).

use super::adopt::{Taken, adopt};
use super::in_turn::{ListChange, merge_in_turn};
use super::list::{
    PatchKeys, check_patch_order, element_keys, key_segment, merge_repeated, object_at,
    open_element, order_keys,
};
use super::list_order::ListOrder;
use crate::depth::DepthBudget;
use crate::directive::Change;
use crate::document::Node;
use crate::error::Error;
use crate::member::{ElementKey, Member};
use crate::options::Options;
use crate::path::Segment;
use smp_schema::TypeRef;

/// An element of a patch: the index of the patch list, the list, and the index in it.
type PatchElement<'p> = (usize, &'p [Change], usize);

/// The merges of several patch lists, by index.
#[derive(Default)]
struct RunPlan<'p> {
    /// The number of patch lists that are handled.
    lists: usize,
    elements: Vec<PatchElement<'p>>,
    /// The elements that merge into an item of the list: an index into `elements`, and the number
    /// of the item. Items of live come first, then those of `adds`.
    merges: Vec<(usize, usize)>,
    /// The elements that are added: an index into `elements`.
    adds: Vec<usize>,
    /// The numbers of the items of the merged list.
    order: Vec<usize>,
}

/// Merges as many changes into the list as are neither an error nor replace the list, from the
/// first one on; returns their number. The result is that of merging them one by one. An error
/// comes with the index of its change. `O((n + p) log n)` in the list and all changes, apart
/// from merges of elements.
pub(super) fn merge_list_run<'a>(
    live: &mut Vec<Node<'a>>,
    changes: impl Iterator<Item = ListChange<'a>>,
    member: &Member<'_>,
    element: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<usize, (usize, Error)> {
    // Whatever is wrong with live's elements is reported by merging the first change alone.
    if !live.iter_mut().all(|item| open_element(item).is_ok()) {
        return Ok(0);
    }
    let plan = plan_run(live, changes, member, options);
    if plan.lists == 0 {
        return Ok(0);
    }
    let adopted = |&at: &usize| {
        let (_, patch, within) = plan.elements.get(at)?;
        adopt(patch.get(*within)?, Taken::Element, &Member::element(element), options)
    };
    let mut items: Vec<Option<Node<'a>>> = core::mem::take(live).into_iter().map(Some).collect();
    items.extend(plan.adds.iter().map(adopted));
    let merged = merge_repeated(plan.merges, &mut items, |node, all| {
        let object = |&at: &usize| {
            plan.elements.get(at).and_then(|(_, patch, within)| object_at(patch, *within))
        };
        let objects: Vec<_> = all.iter().filter_map(object).collect();
        merge_in_turn(node, &objects, element, options, limit).map_err(|(failed, error)| {
            let at = all.get(failed).copied().unwrap_or_default();
            let within = plan.elements.get(at).map_or(0, |(_, _, within)| *within);
            let object = objects.get(failed);
            let step = object.map_or(Segment::Index(within), |it| key_segment(it, member, within));
            (at, error.within(step))
        })
    });
    merged.map_err(|(at, error)| (plan.elements.get(at).map_or(0, |(list, ..)| *list), error))?;
    live.extend(plan.order.into_iter().filter_map(|item| items.get_mut(item)?.take()));
    Ok(plan.lists)
}

fn plan_run<'p>(
    live: &[Node<'_>],
    changes: impl Iterator<Item = ListChange<'p>>,
    member: &Member<'_>,
    options: &Options,
) -> RunPlan<'p> {
    let mut plan = RunPlan::default();
    let Ok(live_keys) = element_keys(live, member) else { return plan };
    let changes: Vec<_> =
        changes.map_while(|change| KeyedChange::of(change, member, options)).collect();
    let mut list = ListOrder::new(live_keys.iter(), options.element_order);
    for KeyedChange { patch, keys, order } in &changes {
        let deleted: usize = keys.deleted.iter().map(|key| list.remove(&key)).sum();
        for (within, key) in keys.items() {
            let at = plan.elements.len();
            plan.elements.push((plan.lists, patch, within));
            if let Some(item) = list.get(&key) {
                plan.merges.push((at, item));
            } else {
                list.add(key);
                plan.adds.push(at);
            }
        }
        match order {
            Some(order) => list.arrange(order.iter(), deleted),
            None => list.arrange(keys.keys.iter(), 0),
        }
        plan.lists = plan.lists.saturating_add(1);
    }
    plan.order = list.items();
    plan
}

/// A change of the list with its keys.
struct KeyedChange<'p, 'k> {
    patch: &'p [Change],
    keys: PatchKeys<'k>,
    order: Option<Vec<ElementKey<'k>>>,
}

impl<'p: 'k, 'k> KeyedChange<'p, 'k> {
    /// `None` if it is an error, or replaces the list.
    fn of(change: ListChange<'p>, member: &Member<'k>, options: &Options) -> Option<Self> {
        let patch = change.patch.unwrap_or_default();
        let keys = PatchKeys::of(patch, member).ok()?;
        let order = change.order.map(|order| order_keys(order, member)).transpose().ok()?;
        if let Some(order) = &order {
            check_patch_order(&keys, order, options).ok()?;
        }
        let deletes_nothing = change.delete.is_none_or(<[_]>::is_empty);
        (!keys.replace && deletes_nothing).then_some(Self { patch, keys, order })
    }
}
