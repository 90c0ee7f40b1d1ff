//! Lists of scalars that both patches change. Rule: semantics compose-10.

use std::collections::{HashMap, HashSet};

use super::order::{compose_order, refuse_repeats, refuse_unordered};
use super::{Compose, incompatible};
use crate::apply::{check_scalar_order, list_of};
use crate::directive::{Change, Deletion, FieldPatch};
use crate::document::{Node, Scalar};
use crate::error::{Error, Role};
use crate::options::ElementOrder;

/// The patch of a list of scalars.
struct ScalarListPatch<'p> {
    added: Vec<&'p Node<'static>>,
    has_value: bool,
    order: Option<&'p [Node<'static>]>,
    deleted: &'p [Node<'static>],
}

impl<'p> ScalarListPatch<'p> {
    fn of(field: &'p FieldPatch) -> Result<Self, Error> {
        let mut added = Vec::new();
        if let Some(Change::List(items)) = &field.value {
            for item in items {
                match item {
                    Change::Scalar(node) => added.push(node),
                    _ => {
                        return Err(incompatible(
                            "a list of scalars has elements that are not scalars",
                        ));
                    }
                }
            }
        }
        Ok(Self {
            added,
            has_value: field.value.is_some(),
            order: field.order.as_deref(),
            deleted: match &field.delete {
                Some(Deletion::Items(items)) => items,
                Some(Deletion::Field) | None => &[],
            },
        })
    }

    /// The items that the patch orders: those of its order list, or else those that it adds.
    fn ordered(&self) -> Vec<&'p Node<'static>> {
        self.order.map_or_else(|| self.added.clone(), |order| order.iter().collect())
    }
}

impl Compose<'_> {
    /// Composes two patches of a merge list of scalars, or of an atomic list that neither of
    /// them sets.
    pub(super) fn scalar_lists(
        &self,
        first: &FieldPatch,
        second: &FieldPatch,
    ) -> Result<FieldPatch, Error> {
        for (field, role) in [(first, Role::FirstPatch), (second, Role::SecondPatch)] {
            // An item that is not in the order list would be lost.
            if let Some(order) = &field.order {
                check_scalar_order(list_of(field).unwrap_or_default(), order, self.options)
                    .map_err(|error| error.about(role))?;
            }
        }
        let patches = (first, second);
        let (first, second) = (
            ScalarListPatch::of(first).map_err(|error| error.about(Role::FirstPatch))?,
            ScalarListPatch::of(second).map_err(|error| error.about(Role::SecondPatch))?,
        );
        if has_duplicates(&first.added) || has_duplicates(&second.added) {
            return Err(incompatible("a patch adds an item twice"));
        }
        for side in [&first, &second] {
            let order: Vec<_> = side.order.unwrap_or_default().iter().map(Scalar::of).collect();
            refuse_repeats(&order)?;
            refuse_unordered(side.order.map(<[_]>::len), side.added.len())?;
        }
        let ordered = compose_order(
            &keys(first.ordered()),
            &keys(second.ordered()),
            (first.order.map(<[_]>::len), second.order.map(<[_]>::len)),
            &keys(first.added.clone()),
            self.options.element_order,
        )?;
        let named_second: HashSet<_> =
            keys(second.added.clone()).into_iter().chain(keys(second.ordered())).collect();
        let readded = |node: &Node<'_>| Scalar::of(node).is_some_and(|k| named_second.contains(&k));
        if first.deleted.iter().any(readded)
            && self.options.element_order == ElementOrder::Interleaved
        {
            return Err(incompatible("the second patch adds or orders what the first deletes"));
        }
        let added = second.added.first().copied();
        if added.is_some() && !have_one_kind(added.into_iter().chain(first.deleted)) {
            return Err(incompatible(
                "the second patch adds items of another type than those that the first deletes",
            ));
        }
        if !have_one_kind(first.added.iter().chain(&second.added).copied()) {
            return Err(incompatible("the patches add items of different types"));
        }
        let second_adds: HashSet<_> = second.added.iter().filter_map(|n| Scalar::of(n)).collect();
        let mut seen = HashSet::new();
        let deleted: Vec<Node<'static>> = first
            .deleted
            .iter()
            .filter(|node| Scalar::of(node).is_none_or(|key| !second_adds.contains(&key)))
            .chain(second.deleted)
            .filter(|node| seen.insert(Scalar::of(node)))
            .cloned()
            .collect();
        // An item that is deleted is not added as well, since a server's result may keep it. It
        // determines the places of the items after it, so that an order list has to name it.
        let gone: HashSet<_> = deleted.iter().filter_map(Scalar::of).collect();
        let mut unplaced = by_key(first.added.iter().chain(&second.added).copied());
        let mut added: Vec<&Node<'static>> = Vec::new();
        let (mut explicit, mut skipped) = (ordered.explicit, false);
        for key in &ordered.sequence {
            let Some(node) = unplaced.remove(key) else { continue };
            if gone.contains(key) {
                skipped = true;
            } else {
                explicit |= skipped;
                added.push(node);
            }
        }
        let value = (first.has_value || second.has_value)
            .then(|| Change::List(added.into_iter().cloned().map(Change::Scalar).collect()));
        let order =
            (explicit && !ordered.sequence.iter().all(|key| gone.contains(key))).then(|| {
                let named = by_key(first.ordered().into_iter().chain(second.ordered()));
                let nodes = ordered.sequence.iter().filter_map(|key| named.get(key));
                nodes.map(|node| (*node).clone()).collect()
            });
        // Semantics compose-10.
        if !have_one_kind(&deleted) {
            return Err(incompatible("the two patches delete items of different types"));
        }
        let delete = (!deleted.is_empty()).then_some(Deletion::Items(deleted));
        self.ordered_list(FieldPatch { value, order, delete }, patches.0, patches.1)
    }
}

fn have_one_kind<'n>(nodes: impl IntoIterator<Item = &'n Node<'static>>) -> bool {
    let mut kinds = nodes.into_iter().map(Node::kind);
    let first = kinds.next();
    kinds.all(|kind| Some(kind) == first)
}

/// Whether any two items are equal.
fn has_duplicates(nodes: &[&Node<'static>]) -> bool {
    let mut seen = HashSet::new();
    !nodes.iter().all(|node| seen.insert(Scalar::of(node)))
}

/// The items by value. Of equal numbers, such as `1.0` and `1.00`, the last text counts.
fn by_key<'p>(
    nodes: impl Iterator<Item = &'p Node<'static>>,
) -> HashMap<Scalar<'p>, &'p Node<'static>> {
    nodes.filter_map(|node| Some((Scalar::of(node)?, node))).collect()
}

/// The items as values to compare.
fn keys<'p>(nodes: Vec<&'p Node<'static>>) -> Vec<Scalar<'p>> {
    nodes.into_iter().filter_map(Scalar::of).collect()
}
