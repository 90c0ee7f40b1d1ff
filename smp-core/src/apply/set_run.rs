//! Many patches of one list of scalars, applied in turn. See [`in_turn`](super::in_turn).

use super::adopt::literal;
use super::in_turn::ListChange;
use super::list_order::ListOrder;
use super::scalars::{check_changes, check_elements, check_order, scalar};
use crate::directive::Change;
use crate::document::{Node, Scalar};
use crate::error::Role;
use crate::options::Options;

/// Merges as many changes into the list as are neither an error nor replace the list, from the
/// first one on; returns their number. The result is that of merging them one by one. `is_set` is
/// whether patch lists merge: a list with another strategy can be ordered, and items of it be
/// deleted. `O((n + p) log n)` in the list and all changes.
pub(super) fn merge_set_run<'a>(
    live: &mut Vec<Node<'a>>,
    changes: impl Iterator<Item = ListChange<'a>>,
    is_set: bool,
    options: &Options,
) -> usize {
    // Whatever is wrong with live's items is reported by merging the first change alone.
    if !live.iter().all(|item| item.kind().is_scalar()) {
        return 0;
    }
    // Items of several types can be ordered, and no more.
    let mut kind = check_elements(live, Role::Live).ok();
    let mut list = ListOrder::new(live.iter().map(Scalar::of), options.element_order);
    let mut added: Vec<&'a Change> = Vec::new();
    let mut merged = 0_usize;
    for ListChange { patch, order, delete } in changes {
        let items = patch.unwrap_or_default();
        if order.is_some_and(|order| check_order(items, order, options).is_err())
            || kind.is_none() && (patch.is_some() || delete.is_some())
        {
            break;
        }
        if patch.is_some() {
            let live_kind = kind.flatten().filter(|_| !list.is_empty());
            if !is_set || check_changes(items, live_kind).is_err() {
                break;
            }
            kind = Some(live_kind.or_else(|| items.first().map(Change::kind)));
            list.remove_repeated();
            for item in items {
                if list.get(&scalar(item)).is_none() {
                    list.add(scalar(item));
                    added.push(item);
                }
            }
        }
        match order {
            Some(order) => list.arrange(order.iter().map(Scalar::of), 0),
            None if patch.is_some() => list.arrange(items.iter().map(scalar), 0),
            // A deletion list alone orders nothing.
            None => {}
        }
        for item in delete.unwrap_or_default() {
            list.remove(&Scalar::of(item));
        }
        merged = merged.saturating_add(1);
    }
    let order = list.items();
    drop(list);
    if merged == 0 {
        return 0;
    }
    let mut items: Vec<Option<Node<'a>>> = core::mem::take(live).into_iter().map(Some).collect();
    items.extend(added.into_iter().map(|item| literal(item, options)));
    live.extend(order.into_iter().filter_map(|item| items.get_mut(item)?.take()));
    merged
}
