//! Merge lists of objects. Rules: semantics list-1 to list-11, order-6 and order-9.
//!
//! Two phases: first everything is decided on keys alone, with hashing, so that
//! the cost is linear; then elements are moved and merged by index.

use super::adopt::{Nulls, adopt};
use super::object;
use super::order::{self, Step};
use super::scalars::follows;
use crate::depth::DepthBudget;
use crate::directive::{Change, Marker, PatchObject, SET_ELEMENT_ORDER};
use crate::document::{Node, Scalar};
use crate::error::{Error, ErrorKind, Role};
use crate::hash::Set;
use crate::member::{ElementKey, Member};
use crate::options::Options;
use crate::path::Segment;
use smp_schema::TypeRef;

/// The patch's side.
pub(super) struct Lists<'p> {
    pub(super) patch: &'p [Change],
    pub(super) order: Option<&'p [Node<'static>]>,
}

/// What is to be done, by index.
struct Plan {
    /// Live elements that stay, in live's order.
    kept: Vec<usize>,
    /// Patch elements that merge into an element: their index, and its.
    merges: Vec<(usize, Target)>,
    /// Patch elements that are new.
    adds: Vec<usize>,
    /// `None`: every element stays where it is, and there is none to add.
    steps: Option<Vec<Step>>,
}

#[derive(Clone, Copy)]
enum Target {
    /// Of the live elements that stay.
    Capped(usize),
    /// Of the new elements: the patch names a key twice.
    Added(usize),
}

/// Merges the patch's elements into live's. `O(n)` in both lists, and what
/// merging the elements that the patch names costs.
pub(super) fn merge<'a>(
    live: &mut Vec<Node<'a>>,
    lists: &Lists<'a>,
    member: &Member<'_>,
    element: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<(), Error> {
    for (at, item) in live.iter_mut().enumerate() {
        open_element(item).map_err(|error| error.within(Segment::Index(at)).about(Role::Live))?;
    }
    let plan = decide(live, lists, member, options)?;
    let merge = |node: &mut Node<'a>, at: usize| match lists.patch.get(at) {
        Some(Change::Object(patch)) => object::merge(node, patch, element, options, limit)
            .map_err(|error| error.within(key_segment(patch, member, at))),
        _ => Ok(()),
    };
    let Some(steps) = plan.steps else {
        for (at, target) in plan.merges {
            if let Target::Capped(place) = target
                && let Some(node) = live.get_mut(place)
            {
                merge(node, at)?;
            }
        }
        return Ok(());
    };

    let mut old: Vec<Option<Node<'a>>> = core::mem::take(live).into_iter().map(Some).collect();
    let mut kept: Vec<Option<Node<'a>>> =
        plan.kept.iter().map(|&at| old.get_mut(at).and_then(Option::take)).collect();
    drop(old);
    let mut added: Vec<Option<Node<'a>>> = plan
        .adds
        .iter()
        .map(|&at| lists.patch.get(at).and_then(|change| adopt(change, Nulls::Drop, options)))
        .collect();
    for (at, target) in plan.merges {
        let node = match target {
            Target::Capped(at) => kept.get_mut(at),
            Target::Added(at) => added.get_mut(at),
        };
        if let Some(Some(node)) = node {
            merge(node, at)?;
        }
    }
    live.extend(steps.into_iter().filter_map(|step| match step {
        Step::Live(at) => kept.get_mut(at)?.take(),
        Step::Add(at) => added.get_mut(at)?.take(),
    }));
    Ok(())
}

/// Opens an element so far that its key can be told.
fn open_element(item: &mut Node<'_>) -> Result<(), Error> {
    if item.shows_members() || item.object_mut()?.is_some() {
        return Ok(());
    }
    Err(Error::new(ErrorKind::MixedElements, "an element of a list of objects must be one"))
}

fn decide(
    live: &[Node<'_>],
    lists: &Lists<'_>,
    member: &Member<'_>,
    options: &Options,
) -> Result<Plan, Error> {
    let patch = PatchKeys::of(lists.patch, member)?;
    let order = lists.order.map(|order| order_keys(order, member)).transpose()?;
    if let Some(order) = &order {
        follow_order(&patch, order)?;
    }
    // A replaced list becomes the patch's other elements, duplicates and all.
    let live = if patch.replace { &[] } else { live };
    let live_keys = element_keys(live, member)?;
    let kept: Vec<usize> = (live_keys.iter().enumerate())
        .filter(|(_, key)| !patch.deleted.contains(key))
        .map(|(at, _)| at)
        .collect();
    let kept_keys: Vec<&ElementKey<'_>> = kept.iter().filter_map(|&at| live_keys.get(at)).collect();
    let item_keys: Vec<&ElementKey<'_>> = patch.items.iter().map(|(_, key)| key).collect();
    let in_live = order::Positions::of(&kept_keys);
    let in_patch = order::Positions::of(&item_keys);

    let (mut merges, mut adds, mut add_keys) = (Vec::new(), Vec::new(), Vec::new());
    for (at, key) in &patch.items {
        // Of duplicates in live the first is merged into; of those in the patch
        // the first is added, and the others are merged into that.
        let first = in_patch.get(&key).and_then(|first| patch.items.get(first));
        let added = first.and_then(|(at, _)| adds.binary_search(at).ok());
        match (in_live.get(&key), added) {
            (Some(place), _) => merges.push((*at, Target::Capped(place))),
            (None, Some(place)) if !patch.replace => merges.push((*at, Target::Added(place))),
            (None, _) => {
                adds.push(*at);
                add_keys.push(key);
            }
        }
    }
    let ordered_keys: Vec<&ElementKey<'_>> = order.iter().flatten().collect();
    let ordered = order.as_ref().map(|_| order::Positions::of(&ordered_keys));
    let steps = order::plan(
        &order::Lists {
            live: &in_live,
            adds: &add_keys,
            ordered: ordered.as_ref().unwrap_or(&in_patch),
            adds_in_live: if order.is_some() { live.len().saturating_sub(kept.len()) } else { 0 },
        },
        options.element_order,
    );
    // Without steps, elements that go leave nothing else in its place.
    let all_stay = kept.len() == live.len() && !patch.replace;
    let steps = steps.or_else(|| (!all_stay).then(|| (0..kept.len()).map(Step::Live).collect()));
    Ok(Plan { kept, merges, adds, steps })
}

/// The elements of a patch list, told apart.
pub(crate) struct PatchKeys<'p> {
    /// Index and key of every element without `$patch`.
    pub(crate) items: Vec<(usize, ElementKey<'p>)>,
    pub(crate) deleted: Set<ElementKey<'p>>,
    pub(crate) replace: bool,
}

impl<'p> PatchKeys<'p> {
    pub(crate) fn of(patch: &'p [Change], member: &Member<'p>) -> Result<Self, Error> {
        let mut keys = Self { items: Vec::new(), deleted: Set::default(), replace: false };
        for (at, change) in patch.iter().enumerate() {
            let Change::Object(object) = change else {
                return Err(Error::new(
                    ErrorKind::MixedElements,
                    format!(
                        "an element of a list of objects must be one, found {}",
                        change.kind().name()
                    ),
                )
                .within(Segment::Index(at)));
            };
            let key =
                || member.key_of_change(object).map_err(|error| error.within(Segment::Index(at)));
            match object.marker {
                Some(Marker::Replace) => keys.replace = true,
                Some(Marker::Delete) => drop(keys.deleted.insert(key()?)),
                None => keys.items.push((at, key()?)),
            }
        }
        Ok(keys)
    }
}

fn element_keys<'n>(
    live: &'n [Node<'n>],
    member: &Member<'n>,
) -> Result<Vec<ElementKey<'n>>, Error> {
    let keys = live.iter().enumerate().map(|(at, item)| {
        // The caller has seen to it that there is one.
        let none = || Err(Error::new(ErrorKind::MixedElements, "the element is no object"));
        member
            .key_at_hand(item)
            .unwrap_or_else(none)
            .map_err(|error| error.within(Segment::Index(at)).about(Role::Live))
    });
    keys.collect()
}

pub(crate) fn order_keys<'n>(
    order: &'n [Node<'n>],
    member: &Member<'n>,
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

/// The patch's elements follow the order list: semantics order-6. `O(n)`.
pub(crate) fn follow_order(patch: &PatchKeys<'_>, order: &[ElementKey<'_>]) -> Result<(), Error> {
    follows(patch.items.iter().map(|(_, key)| key), order.iter(), |key| {
        key.parts().iter().map(Scalar::to_json).collect::<Vec<_>>().join(", ")
    })
}

/// The same for a list that live doesn't have: semantics adopt-5. `O(n)`.
pub(super) fn check_order(
    patch: &[Change],
    order: &[Node<'static>],
    member: &Member<'_>,
) -> Result<(), Error> {
    follow_order(&PatchKeys::of(patch, member)?, &order_keys(order, member)?)
}

/// How a path names the element: by its key.
fn key_segment(object: &PatchObject, member: &Member<'_>, at: usize) -> Segment {
    member.key_of_change(object).map_or(Segment::Index(at), |key| member.segment(&key))
}
