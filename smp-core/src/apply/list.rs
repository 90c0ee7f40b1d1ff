//! Merge lists of objects. Rules: semantics list-1 to list-11, order-6 and order-9.
//!
//! A merge has two phases. [`plan_merge`] compares the keys by their hashes, so that the cost
//! is linear, and makes a [`MergePlan`] of indices. [`merge`] then merges and moves the
//! elements at these indices.

use super::adopt::{AdoptMode, adopt};
use super::object;
use super::order::{self, ItemSource, OrderInput, Positions};
use super::scalars::check_subsequence;
use crate::depth::DepthBudget;
use crate::directive::{Change, Marker, SET_ELEMENT_ORDER};
use crate::document::{JsonKind, Node, Scalar};
use crate::element_key::ElementKey;
use crate::error::{Error, ErrorKind, Role};
use crate::hash::Set;
use crate::options::{ElementOrder, Options};
use crate::path::Segment;
use crate::site::Site;

/// The patch list and the order list of a field.
pub(super) struct PatchLists<'p> {
    pub(super) patch: &'p [Change],
    pub(super) order: Option<&'p [Node<'static>]>,
}

/// The steps of a merge, by index.
#[derive(Default)]
struct MergePlan {
    /// The live elements that are not deleted, in live's order.
    kept: Vec<usize>,
    /// The patch elements that merge into another element, each with the index of that element in `kept`
    /// followed by `adds`.
    merges: Vec<(usize, usize)>,
    /// The patch elements that are added.
    adds: Vec<usize>,
    /// Whether the patch replaces the list (`$patch: replace`).
    replaces: bool,
    /// The merged list, as indices into `kept` and `adds`. `None` if it is live's list with
    /// the same elements in the same order.
    order: Option<Vec<ItemSource>>,
}

/// Merges the patch's elements into live's. `O(n)` in both lists, and the cost of merging
/// the elements that the patch names.
pub(super) fn merge<'a>(
    live: &mut Vec<Node<'a>>,
    lists: &PatchLists<'a>,
    member: &Site<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), Error> {
    if let Some(at) = live.iter().position(|item| item.kind() != JsonKind::Object) {
        let message = "every element of a merge list must be an object";
        let error = Error::new(ErrorKind::MixedElements, message);
        return Err(error.within(Segment::Index(at)).about(Role::Live));
    }
    let plan = plan_merge(live, lists, member, options)?;
    let merge = |node: &mut Node<'a>, at: usize| match lists.patch.get(at) {
        Some(Change::Object(patch)) => {
            object::merge(node, patch, member.element_type(), options, limit)
                .map_err(|error| error.within(member.segment_of_change(patch, at)))
        }
        _ => Ok(()),
    };
    let Some(order) = plan.order else {
        for (at, target) in plan.merges {
            if let Some(node) = live.get_mut(target) {
                merge(node, at)?;
            }
        }
        return Ok(());
    };

    let mut old: Vec<Option<Node<'a>>> = core::mem::take(live).into_iter().map(Some).collect();
    let mut items: Vec<Option<Node<'a>>> =
        plan.kept.iter().map(|&at| old.get_mut(at).and_then(Option::take)).collect();
    drop(old);
    let first_added = items.len();
    let of = member.element(options);
    let taken = if plan.replaces { AdoptMode::Replacing } else { AdoptMode::Element };
    let adopted = |&at: &usize| lists.patch.get(at).and_then(|it| adopt(it, taken, &of, options));
    items.extend(plan.adds.iter().map(adopted));
    for (at, target) in plan.merges {
        if let Some(Some(node)) = items.get_mut(target) {
            merge(node, at)?;
        }
    }
    live.extend(order.into_iter().filter_map(|source| match source {
        ItemSource::Live(at) => items.get_mut(at)?.take(),
        ItemSource::Added(at) => items.get_mut(first_added.saturating_add(at))?.take(),
    }));
    Ok(())
}

/// Decides what happens to each element, by the keys of both lists. `O(n)`.
fn plan_merge(
    live: &[Node<'_>],
    lists: &PatchLists<'_>,
    member: &Site<'_>,
    options: &Options,
) -> Result<MergePlan, Error> {
    // A mistake in live is reported after those in the patch.
    let live_keys = element_keys(live, member);
    let in_all = Positions::of(live_keys.as_deref().unwrap_or_default());
    if live_keys.is_ok()
        && let Some(merges) = merges_in_place(&in_all, lists, member, options)
    {
        return Ok(MergePlan { merges, ..MergePlan::default() });
    }
    let patch = PatchKeys::of(lists.patch, member)?;
    let order = lists.order.map(|order| order_keys(order, member)).transpose()?;
    if let Some(order) = &order {
        check_patch_order(&patch, order, options)?;
    }
    // `$patch: replace`: the patch's elements are the list, with duplicates (semantics list-5).
    let live_keys: &[ElementKey<'_>] = match &live_keys {
        _ if patch.replace => &[],
        Ok(keys) => keys,
        Err(error) => return Err(error.clone()),
    };
    let kept: Vec<usize> = (live_keys.iter().enumerate())
        .filter(|(_, key)| !patch.deleted.contains(key))
        .map(|(at, _)| at)
        .collect();
    let is_changed = patch.replace || !patch.deleted.is_empty();
    let kept_keys: Option<Vec<ElementKey<'_>>> =
        is_changed.then(|| kept.iter().filter_map(|&at| live_keys.get(at).cloned()).collect());
    let in_kept = kept_keys.as_deref().map(Positions::of);
    let in_live = in_kept.as_ref().unwrap_or(&in_all);
    let in_patch = Positions::of(&patch.keys);
    if !in_patch.are_distinct() {
        check_repeats(&patch, &in_patch, member, options)?;
    }

    let (mut merges, mut adds, mut add_keys) = (Vec::new(), Vec::new(), Vec::new());
    for (at, key) in patch.items() {
        // The patch merges into the first of several live elements with the key. The first of
        // several patch elements with a key that live lacks is added, and the others merge into
        // it: semantics list-6 and list-8.
        let first = in_patch.get(key).and_then(|first| patch.indices.get(first));
        let added = first.and_then(|at| adds.binary_search(at).ok());
        match (in_live.get(key), added) {
            (Some(place), _) => merges.push((at, place)),
            (None, Some(place)) if !patch.replace => {
                merges.push((at, kept.len().saturating_add(place)));
            }
            (None, _) => {
                adds.push(at);
                add_keys.push(key);
            }
        }
    }
    let ordered = order.as_deref().map(Positions::of);
    let moved = order::merged_order(
        &OrderInput {
            live: in_live,
            adds: &add_keys,
            ordered: ordered.as_ref().unwrap_or(&in_patch),
            adds_counted_in_live: if order.is_some() {
                live_keys.len().saturating_sub(kept.len())
            } else {
                0
            },
        },
        options.element_order,
    );
    // Live's order is kept. The list is built anew only if elements are deleted or replaced, or
    // if several patch elements may merge into one.
    let repeats_keys = !in_patch.are_distinct();
    let in_place = kept.len() == live_keys.len() && !patch.replace && !repeats_keys;
    let kept_order = || (0..kept.len()).map(ItemSource::Live).collect();
    let order = moved.or_else(|| (!in_place).then(kept_order));
    Ok(MergePlan { kept, merges, adds, replaces: patch.replace, order })
}

/// Checks that the patch does not name one element too often: each of its changes is merged by
/// itself, at a cost that grows with the element. `O(p)`.
fn check_repeats(
    patch: &PatchKeys<'_>,
    in_patch: &Positions<'_, ElementKey<'_>>,
    member: &Site<'_>,
    options: &Options,
) -> Result<(), Error> {
    let most = options.limits.max_repeats;
    let mut counts = vec![0_usize; patch.keys.len()];
    for key in &patch.keys {
        let Some(count) = in_patch.get(key).and_then(|first| counts.get_mut(first)) else {
            continue;
        };
        *count = count.saturating_add(1);
        if *count > most {
            let message = format!(
                "the patch names this element more than {most} times; merge its changes into one"
            );
            return Err(Error::new(ErrorKind::Size, message)
                .or_in_code("or raise `Limits::max_repeats`")
                .within(member.segment(key)));
        }
    }
    Ok(())
}

/// The merges of the most common patch, without an order list: it changes some elements, in
/// live's order, and does nothing else. `None` for other patches. `O(p)`.
///
/// The conditions are those under which [`merged_order`](order::merged_order) keeps live's order.
/// Checking them first saves the lists that a full plan needs.
fn merges_in_place(
    in_live: &Positions<'_, ElementKey<'_>>,
    lists: &PatchLists<'_>,
    member: &Site<'_>,
    options: &Options,
) -> Option<Vec<(usize, usize)>> {
    if lists.order.is_some()
        || options.element_order != ElementOrder::Interleaved
        || !in_live.are_distinct()
    {
        return None;
    }
    let place = |(at, change): (usize, &Change)| match change {
        Change::Object(object) if object.marker.is_none() => {
            Some((at, in_live.get(&member.key_of_change(object).ok()?)?))
        }
        _ => None,
    };
    let mut merges = Vec::with_capacity(lists.patch.len());
    for change in lists.patch.iter().enumerate() {
        merges.push(place(change)?);
    }
    merges.is_sorted_by(|(_, one), (_, next)| one < next).then_some(merges)
}

/// The keys of a patch list, grouped by the effect of the elements.
pub(crate) struct PatchKeys<'p> {
    /// The indices of the elements without `$patch`.
    pub(crate) indices: Vec<usize>,
    /// The keys of these elements.
    pub(crate) keys: Vec<ElementKey<'p>>,
    /// The keys of elements with `$patch: delete`.
    pub(crate) deleted: Set<ElementKey<'p>>,
    /// Whether an element has `$patch: replace`.
    pub(crate) replace: bool,
}

impl<'p> PatchKeys<'p> {
    pub(crate) fn of(patch: &'p [Change], member: &Site<'p>) -> Result<Self, Error> {
        let mut keys = Self::of_items(patch, member)?;
        for (at, change) in patch.iter().enumerate() {
            if let Change::Object(object) = change
                && object.marker == Some(Marker::Delete)
            {
                let key = member.key_of_change(object);
                keys.deleted.insert(key.map_err(|error| error.within(Segment::Index(at)))?);
            }
        }
        Ok(keys)
    }

    /// Like [`of`](Self::of), without the keys of the elements to delete.
    fn of_items(patch: &'p [Change], member: &Site<'p>) -> Result<Self, Error> {
        let mut keys = Self {
            indices: Vec::with_capacity(patch.len()),
            keys: Vec::with_capacity(patch.len()),
            deleted: Set::default(),
            replace: false,
        };
        for (at, change) in patch.iter().enumerate() {
            let Change::Object(object) = change else {
                return Err(Error::new(
                    ErrorKind::MixedElements,
                    format!(
                        "every element of a merge list must be an object, found {}",
                        change.kind().name()
                    ),
                )
                .within(Segment::Index(at)));
            };
            match object.marker {
                Some(Marker::Replace) => keys.replace = true,
                Some(Marker::Delete) => {}
                None => {
                    let key = member.key_of_change(object);
                    keys.keys.push(key.map_err(|error| error.within(Segment::Index(at)))?);
                    keys.indices.push(at);
                }
            }
        }
        Ok(keys)
    }

    /// Index and key of every element without `$patch`.
    pub(crate) fn items(&self) -> impl Iterator<Item = (usize, &ElementKey<'p>)> {
        self.indices.iter().copied().zip(&self.keys)
    }
}

/// The keys of live's elements, which are objects.
pub(super) fn element_keys<'n>(
    live: &'n [Node<'n>],
    member: &Site<'n>,
) -> Result<Vec<ElementKey<'n>>, Error> {
    let position = member.key_position();
    // Collecting into a `Result` would not reserve the capacity.
    let mut keys = Vec::with_capacity(live.len());
    for (at, item) in live.iter().enumerate() {
        let key = member.key(|name| item.key_value(name, position));
        keys.push(key.map_err(|error| error.within(Segment::Index(at)).about(Role::Live))?);
    }
    Ok(keys)
}

/// The keys in an order list of a list of objects.
pub(crate) fn order_keys<'n>(
    order: &'n [Node<'n>],
    member: &Site<'n>,
) -> Result<Vec<ElementKey<'n>>, Error> {
    let keys = order.iter().enumerate().map(|(at, item)| {
        let key = match item {
            Node::Object(object) => member.key_of(object),
            other => Err(Error::new(
                ErrorKind::InvalidDirective,
                format!(
                    "the order list of a list of objects holds objects with the merge key, found {}",
                    other.kind().name()
                ),
            )),
        };
        key.map_err(|error| error.within(Segment::Index(at)).in_directive(SET_ELEMENT_ORDER))
    });
    keys.collect()
}

/// Checks that the patch's elements are in the order list, in the same order: semantics
/// order-6. `O(n)`.
pub(crate) fn check_patch_order(
    patch: &PatchKeys<'_>,
    order: &[ElementKey<'_>],
    options: &Options,
) -> Result<(), Error> {
    check_subsequence(patch.items(), order.iter(), options, |key| {
        key.parts().iter().map(Scalar::to_json).collect::<Vec<_>>().join(", ")
    })
}

/// As [`check_patch_order`], for a field that live lacks: semantics adopt-5. Elements to delete need no
/// key there, since no element is looked up. `O(n)`.
pub(super) fn check_order(
    patch: &[Change],
    order: &[Node<'static>],
    member: &Site<'_>,
    options: &Options,
) -> Result<(), Error> {
    let items = PatchKeys::of_items(patch, member)?;
    check_patch_order(&items, &order_keys(order, member)?, options)
}

/// Sorts elements by their first positions in the order list. `O(n log n)`.
pub(super) fn sort(
    items: &mut [Node<'_>],
    order: &[Node<'static>],
    member: &Site<'_>,
) -> Result<(), Error> {
    let order = order_keys(order, member)?;
    let places = Positions::of(&order);
    if !places.are_distinct() {
        items.sort_by_cached_key(|item| {
            member.readable_key(item, None).and_then(|key| places.get(&key))
        });
    }
    Ok(())
}
