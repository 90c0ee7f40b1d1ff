//! Lists of scalars: ordered sets under `merge`, plain lists otherwise. Rules:
//! semantics set-1 to set-7, order-6 and order-9.

use std::collections::HashSet;

use super::adopt::literal;
use super::order::{ItemSource, OrderInput, Positions, merged_order};
use crate::directive::errors::not_in_order;
use crate::directive::{Change, SET_ELEMENT_ORDER};
use crate::document::{JsonKind, Node, Scalar};
use crate::error::{Error, ErrorKind, Role};
use crate::options::{ElementOrder, Options};
use crate::path::Segment;

/// Merges the patch's items into live's, without duplicates, and orders the list. Without a
/// patch list only the order changes. `O(n)`.
pub(super) fn merge<'a>(
    live: &mut Vec<Node<'a>>,
    patch: Option<&'a [Change]>,
    order: Option<&[Node<'_>]>,
    options: &Options,
) -> Result<(), Error> {
    let live_kind = check_elements(live, Role::Live)?;
    if let Some(patch) = patch {
        check_changes(patch, live_kind)?;
        if let Some(order) = order {
            check_order(patch, order, options)?;
        }
        let mut seen = HashSet::with_capacity(live.len().saturating_add(patch.len()));
        let is_first: Vec<bool> = live.iter().map(|item| seen.insert(Scalar::of(item))).collect();
        let new = patch.iter().filter(|item| seen.insert(scalar(item)));
        let adds: Vec<Node<'a>> = new.filter_map(|item| literal(item, options)).collect();
        drop(seen);
        let mut is_first = is_first.into_iter();
        live.retain(|_| is_first.next().unwrap_or(true));
        let ordered: Vec<Option<Scalar<'_>>> = match order {
            Some(order) => order.iter().map(Scalar::of).collect(),
            None => patch.iter().map(scalar).collect(),
        };
        arrange(live, adds, &ordered, options);
    } else if let Some(order) = order {
        reorder(live, order, options)?;
    }
    Ok(())
}

/// Sorts a list of scalars by an order list. `O(n)`.
pub(super) fn reorder(
    live: &mut Vec<Node<'_>>,
    order: &[Node<'_>],
    options: &Options,
) -> Result<(), Error> {
    check_order_list(order)?;
    if let Some(at) = live.iter().position(|item| !item.kind().is_scalar()) {
        return Err(Error::new(
            ErrorKind::MixedElements,
            "only a list of scalars, or a merge list of objects, can be ordered",
        )
        .within(Segment::Index(at))
        .about(Role::Live));
    }
    let ordered: Vec<Option<Scalar<'_>>> = order.iter().map(Scalar::of).collect();
    arrange(live, Vec::new(), &ordered, options);
    Ok(())
}

/// Adds new items to a list and puts all items into the merged order.
fn arrange<'a>(
    live: &mut Vec<Node<'a>>,
    adds: Vec<Node<'a>>,
    ordered: &[Option<Scalar<'_>>],
    options: &Options,
) {
    let live_keys: Vec<_> = live.iter().map(Scalar::of).collect();
    let add_keys: Vec<_> = adds.iter().map(Scalar::of).collect();
    let order = {
        let (in_live, ordered) = (Positions::of(&live_keys), Positions::of(ordered));
        let input = OrderInput {
            live: &in_live,
            adds: &add_keys,
            ordered: &ordered,
            adds_counted_in_live: 0,
        };
        merged_order(&input, options.element_order)
    };
    drop((live_keys, add_keys));
    let Some(order) = order else { return };
    let mut old: Vec<Option<Node<'a>>> = live.drain(..).map(Some).collect();
    let mut new: Vec<Option<Node<'a>>> = adds.into_iter().map(Some).collect();
    live.extend(order.into_iter().filter_map(|source| match source {
        ItemSource::Live(at) => old.get_mut(at)?.take(),
        ItemSource::Added(at) => new.get_mut(at)?.take(),
    }));
}

/// Removes every item that is equal to one of `deleted`. `O(n)`.
pub(super) fn remove(items: &mut Vec<Node<'_>>, deleted: &[Node<'_>]) {
    let deleted: HashSet<_> = deleted.iter().filter_map(Scalar::of).collect();
    items.retain(|item| Scalar::of(item).is_none_or(|item| !deleted.contains(&item)));
}

pub(super) fn scalar(change: &Change) -> Option<Scalar<'_>> {
    match change {
        Change::Scalar(node) => Scalar::of(node),
        Change::List(_) | Change::Object(_) => None,
    }
}

/// Checks that all items are scalars of one type, not null, and returns the type: semantics
/// set-2. `None` for an empty list.
pub(super) fn check_elements(
    items: &[Node<'_>],
    document: Role,
) -> Result<Option<JsonKind>, Error> {
    check_kinds(items.iter().map(Node::kind), None).map_err(|error| error.about(document))
}

/// As [`check_elements`], for the items of a patch. `live` is the type of live's items, if
/// there are any: the patch's items must have the same type.
pub(super) fn check_changes(items: &[Change], live: Option<JsonKind>) -> Result<(), Error> {
    check_kinds(items.iter().map(Change::kind), live).map(drop)
}

fn check_kinds(
    kinds: impl Iterator<Item = JsonKind>,
    mut expected: Option<JsonKind>,
) -> Result<Option<JsonKind>, Error> {
    for (at, kind) in kinds.enumerate() {
        let wanted = *expected.get_or_insert(kind);
        let message = if kind.is_scalar() && kind != JsonKind::Null {
            if kind == wanted {
                continue;
            }
            format!(
                "the elements of a merge list are of one type: expected {}, found {}",
                wanted.name(),
                kind.name()
            )
        } else {
            format!("a merge list without merge key holds scalars, found {}", kind.name())
        };
        return Err(Error::new(ErrorKind::MixedElements, message).within(Segment::Index(at)));
    }
    Ok(expected)
}

/// Checks that the patch's items are in the order list, in the same order: semantics
/// order-6. `O(n)`.
pub(crate) fn check_order(
    patch: &[Change],
    order: &[Node<'_>],
    options: &Options,
) -> Result<(), Error> {
    check_order_list(order)?;
    let items = patch.iter().map(scalar).enumerate();
    check_subsequence(items, order.iter().map(Scalar::of), options, |key| {
        key.as_ref().map_or_else(|| "the element".to_owned(), Scalar::to_json)
    })
}

/// Sorts items by their first positions in the order list. `O(n log n)`.
pub(super) fn sort(items: &mut [Node<'_>], order: &[Node<'_>]) {
    let order: Vec<_> = order.iter().map(Scalar::of).collect();
    let places = Positions::of(&order);
    if !places.are_distinct() {
        items.sort_by_cached_key(|item| places.get(&Scalar::of(item)));
    }
}

/// Checks that the order list of a list of scalars has scalars only.
fn check_order_list(order: &[Node<'_>]) -> Result<(), Error> {
    match order.iter().position(|item| !item.kind().is_scalar()) {
        None => Ok(()),
        Some(at) => Err(Error::new(
            ErrorKind::InvalidDirective,
            "an order list without merge keys holds scalars, found an object; a list of objects \
             that does not merge has the order of the patch, without an order list",
        )
        .within(Segment::Index(at))
        .in_directive(SET_ELEMENT_ORDER)),
    }
}

/// Checks that the patch's keys, each with its index in the patch list, are a subsequence of the
/// order list's. `name` is the text of a key, for messages.
pub(super) fn check_subsequence<K: PartialEq>(
    patch: impl Iterator<Item = (usize, K)>,
    order: impl ExactSizeIterator<Item = K>,
    options: &Options,
    name: impl Fn(&K) -> String,
) -> Result<(), Error> {
    // In a cluster an empty order list orders nothing: semantics order-8.
    if order.len() == 0 && options.element_order == ElementOrder::Interleaved {
        return Ok(());
    }
    let mut order = order;
    for (at, key) in patch {
        if !order.any(|named| named == key) {
            return Err(not_in_order(&name(&key)).within(Segment::Index(at)));
        }
    }
    Ok(())
}
