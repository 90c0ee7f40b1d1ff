//! Merge lists of objects. `semantics.md`, apply 4 and 6 to 8.
//!
//! Two phases: first everything is decided on keys alone, with hashing, so that
//! the cost is linear; then elements are moved and merged by index.

use super::adopt::{Nulls, adopt};
use super::object;
use super::order::{self, Step};
use super::scalars::follows;
use crate::directive::{Change, Marker, PatchObject, SET_ELEMENT_ORDER};
use crate::document::{Node, Scalar};
use crate::error::{Error, ErrorKind, Role};
use crate::hash::{Map, Set};
use crate::member::{ElementKey, KeyValue, Member};
use crate::options::Options;
use crate::path::Segment;
use crate::schema::TypeRef;

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
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
enum Target {
    /// Of the live elements that stay.
    Kept(usize),
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
    limit: usize,
) -> Result<(), Error> {
    for (at, item) in live.iter_mut().enumerate() {
        let opened = item.object_mut().and_then(|object| match object {
            Some(_) => Ok(()),
            None => Err(Error::new(
                ErrorKind::MixedElements,
                "an element of a list of objects must be one",
            )),
        });
        opened.map_err(|error| error.within(Segment::Index(at)).about(Role::Live))?;
    }
    let plan = decide(live, lists, member, options)?;

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
            Target::Kept(at) => kept.get_mut(at),
            Target::Added(at) => added.get_mut(at),
        };
        let (Some(Some(node)), Some(Change::Object(patch))) = (node, lists.patch.get(at)) else {
            continue;
        };
        if let Some(members) = node.object_mut()? {
            object::merge(members, patch, element, options, limit)
                .map_err(|error| error.within(key_segment(patch, member, at)))?;
        }
    }
    live.extend(plan.steps.into_iter().filter_map(|step| match step {
        Step::Live(at) => kept.get_mut(at)?.take(),
        Step::Add(at) => added.get_mut(at)?.take(),
    }));
    Ok(())
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
    let mut plan =
        Plan { kept: Vec::new(), merges: Vec::new(), adds: Vec::new(), steps: Vec::new() };
    let mut kept_keys = Vec::new();
    let mut by_key: Map<&ElementKey<'_>, Target> = Map::default();
    let mut add_keys = Vec::new();
    let mut adds_in_live = 0;
    let live_keys;
    if patch.replace {
        // The list becomes the patch's other elements, duplicates and all.
        plan.adds.extend(patch.items.iter().map(|(at, _)| *at));
        add_keys.extend(patch.items.iter().map(|(_, key)| key));
    } else {
        live_keys = element_keys(live, member)?;
        for (at, key) in live_keys.iter().enumerate() {
            if patch.deleted.contains(key) {
                adds_in_live += 1;
            } else {
                // Of duplicates the first is merged into.
                by_key.entry(key).or_insert(Target::Kept(plan.kept.len()));
                plan.kept.push(at);
                kept_keys.push(key);
            }
        }
        for (at, key) in &patch.items {
            if let Some(target) = by_key.get(key) {
                plan.merges.push((*at, *target));
            } else {
                by_key.insert(key, Target::Added(plan.adds.len()));
                plan.adds.push(*at);
                add_keys.push(key);
            }
        }
    }
    let named: Vec<&ElementKey<'_>> = match &order {
        Some(order) => order.iter().collect(),
        None => patch.items.iter().map(|(_, key)| key).collect(),
    };
    plan.steps = order::plan(
        &order::Lists {
            live: &kept_keys,
            adds: &add_keys,
            ordered: &named,
            adds_in_live: if order.is_some() { adds_in_live } else { 0 },
        },
        options.element_order,
    );
    Ok(plan)
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
                || change_key(object, member).map_err(|error| error.within(Segment::Index(at)));
            match object.marker {
                Some(Marker::Replace) => keys.replace = true,
                Some(Marker::Delete) => drop(keys.deleted.insert(key()?)),
                None => keys.items.push((at, key()?)),
            }
        }
        Ok(keys)
    }
}

/// The key of an element of a patch list. `O(k)`.
pub(crate) fn change_key<'p>(
    object: &'p PatchObject,
    member: &Member<'p>,
) -> Result<ElementKey<'p>, Error> {
    member.key(|name| match object.fields.get(name)?.value.as_ref()? {
        Change::Scalar(node) => Some(KeyValue::Node(node)),
        other => Some(KeyValue::Other(other.kind())),
    })
}

fn element_keys<'n>(
    live: &'n [Node<'n>],
    member: &Member<'n>,
) -> Result<Vec<ElementKey<'n>>, Error> {
    let keys = live.iter().enumerate().map(|(at, item)| match item {
        Node::Object(object) => member
            .key_of(object)
            .map_err(|error| error.within(Segment::Index(at)).about(Role::Live)),
        // Opened, and an object, by the caller.
        _ => {
            Err(Error::new(ErrorKind::MixedElements, "an element of a list of objects must be one"))
        }
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

/// `semantics.md`, apply 8. `O(n)`.
pub(crate) fn follow_order(patch: &PatchKeys<'_>, order: &[ElementKey<'_>]) -> Result<(), Error> {
    follows(patch.items.iter().map(|(_, key)| key), order.iter(), |key| {
        key.parts().iter().map(Scalar::to_json).collect::<Vec<_>>().join(", ")
    })
}

/// `semantics.md`, apply 8, for a list that live doesn't have. `O(n)`.
pub(super) fn check_order(
    patch: &[Change],
    order: &[Node<'static>],
    member: &Member<'_>,
) -> Result<(), Error> {
    follow_order(&PatchKeys::of(patch, member)?, &order_keys(order, member)?)
}

/// How a path names the element: by its key.
fn key_segment(object: &PatchObject, member: &Member<'_>, at: usize) -> Segment {
    change_key(object, member).map_or(Segment::Index(at), |key| segment(member, &key))
}

/// How a path names the element with this key.
pub(crate) fn segment(member: &Member<'_>, key: &ElementKey<'_>) -> Segment {
    let values = key.parts().iter().map(Scalar::to_json);
    Segment::Key(member.key_names().map(str::to_owned).zip(values).collect())
}
