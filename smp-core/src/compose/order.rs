//! The order of a composed list. Rules: semantics compose-11, compose-12 and compose-17.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::{Compose, incompatible};
use crate::apply::{list_of, order_keys};
use crate::directive::{Change, FieldPatch};
use crate::document::Node;
use crate::element_key::ElementKey;
use crate::error::Error;
use crate::options::{ElementOrder, MapDirectives};
use crate::patch_conflicts::contradict;
use crate::site::Site;

/// The order of a composed list.
pub(super) struct ComposedOrder<K> {
    /// The keys that at least one of the patches orders.
    pub(super) sequence: Vec<K>,
    /// Whether the composed patch needs an order list: without one, the order of its patch
    /// list counts.
    pub(super) explicit: bool,
}

/// The order with the same effect as ordering by `first` and then by `second`, the keys that each patch
/// orders: semantics compose-11. `orders` are the lengths of the order lists of both patches. `added` are
/// the keys of the elements that the first patch sets: every live list has them after the first patch.
/// `O(n)`.
pub(super) fn compose_order<K: Hash + Eq + Clone>(
    first: &[K],
    second: &[K],
    orders: (Option<usize>, Option<usize>),
    added: &[K],
    setting: ElementOrder,
) -> Result<ComposedOrder<K>, Error> {
    let explicit = orders.0.is_some() || orders.1.is_some();
    let orders_nothing = |keys: &[K], order: Option<usize>| keys.is_empty() && order.is_none();
    if orders_nothing(second, orders.1) {
        return Ok(ComposedOrder { sequence: first.to_vec(), explicit });
    }
    if orders_nothing(first, orders.0) {
        return Ok(ComposedOrder { sequence: second.to_vec(), explicit });
    }
    if orders.0 == Some(0) || orders.1 == Some(0) {
        return Err(incompatible("one patch has an empty order list, the other orders the list"));
    }
    if orders.0.is_some() && orders.1.is_some() && contradict(first, second) {
        return Err(incompatible("the order lists of the two patches contradict each other"));
    }
    if setting == ElementOrder::ServerOnlyFirst {
        // The items that the second patch orders are moved to the end.
        let later: HashSet<&K> = second.iter().collect();
        let earlier = first.iter().filter(|key| !later.contains(key));
        return Ok(ComposedOrder { sequence: earlier.chain(second).cloned().collect(), explicit });
    }
    // If the second patch only names elements that the first has set, in the same order, it
    // changes no order.
    let mut rest = added.iter();
    let repeats = second.iter().all(|key| rest.any(|added| added == key));
    let same = orders.0.is_some() && orders.1.is_some() && first == second;
    if repeats || same {
        return Ok(ComposedOrder { sequence: first.to_vec(), explicit: orders.0.is_some() });
    }
    Err(incompatible("both patches order the list, and where their items go depends on live"))
}

/// Refuses items that are added under an empty order list. They are appended to live's list
/// (semantics order-8), and no order list that names items does that.
pub(super) fn refuse_unordered(order: Option<usize>, added: usize) -> Result<(), Error> {
    if order == Some(0) && added > 0 {
        return Err(incompatible("a patch adds items under an empty order list"));
    }
    Ok(())
}

/// Refuses an order list that names an element twice: semantics compose-12.
///
/// If live has the list, it is sorted by the first of the two places (semantics order-13). If
/// live lacks it, the patch list is taken as it is (semantics adopt-5), and its elements may be
/// in the order of the second place. A composed patch has one order for both cases. `O(n)`.
pub(super) fn refuse_repeats<K: Hash + Eq>(order: &[K]) -> Result<(), Error> {
    let mut seen = HashSet::with_capacity(order.len());
    if order.iter().all(|key| seen.insert(key)) {
        return Ok(());
    }
    Err(incompatible("an order list names an element twice"))
}

impl Compose<'_> {
    /// The composed patch of a list, without its order list if that is empty. An error if a server
    /// refuses its order list: without elements in live and in the patch, the reference refuses every
    /// order list (semantics compose-17).
    pub(super) fn ordered_list(
        &self,
        mut both: FieldPatch,
        first: &FieldPatch,
        second: &FieldPatch,
    ) -> Result<FieldPatch, Error> {
        let orders_no_elements = |field: &FieldPatch| {
            field.order.is_some() && list_of(field).is_some_and(<[Change]>::is_empty)
        };
        if both.order.as_ref().is_some_and(Vec::is_empty) {
            both.order = None;
        }
        if self.options.map_directives == MapDirectives::Kubernetes
            && orders_no_elements(&both)
            && !orders_no_elements(first)
            && !orders_no_elements(second)
        {
            return Err(incompatible(
                "one patch orders the list, the other leaves the patch without elements, and a \
                 server refuses an order list where live lacks the list",
            ));
        }
        Ok(both)
    }
}

/// The items of an order list with these keys, taken from either patch.
pub(super) fn order_nodes<'p>(
    first: &'p FieldPatch,
    second: &'p FieldPatch,
    member: &Site<'p>,
    sequence: &[ElementKey<'p>],
) -> Result<Vec<Node<'static>>, Error> {
    let mut nodes = HashMap::new();
    for field in [first, second] {
        let order = field.order.as_deref().unwrap_or_default();
        for (key, node) in order_keys(order, member)?.into_iter().zip(order) {
            nodes.entry(key).or_insert_with(|| node.clone());
        }
        for change in list_of(field).unwrap_or_default() {
            let Change::Object(object) = change else { continue };
            if object.marker.is_some() {
                continue;
            }
            let names = member.key_names().filter_map(|name| {
                match object.fields.get(name)?.value.as_ref()? {
                    Change::Scalar(node) => Some((name.to_owned().into(), node.clone())),
                    _ => None,
                }
            });
            nodes
                .entry(member.key_of_change(object)?)
                .or_insert_with(|| Node::Object(names.collect()));
        }
    }
    Ok(sequence.iter().filter_map(|key| nodes.get(key).cloned()).collect())
}
