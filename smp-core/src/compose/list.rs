//! Merge lists that both patches change, and the order of the composed list.
//! Rules: semantics compose-9, compose-11 and compose-12.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::taken::{has_directive, has_directive_below};
use super::{Compose, FieldPlace, incompatible};
use crate::apply::{PatchKeys, adopt, check_patch_order, list_of, order_keys};
use crate::depth::DepthBudget;
use crate::directive::errors::deletion_list_of_objects_in_patch;
use crate::directive::{Change, FieldPatch, Marker, PatchObject, data};
use crate::document::{Node, Object};
use crate::error::{Error, Role};
use crate::member::{ElementKey, ListMode, Member};
use crate::options::ElementOrder;
use crate::patch_conflicts::contradict;
use smp_schema::TypeRef;

/// The order of a composed list.
pub(super) struct ComposedOrder<K> {
    /// Every key that at least one of the patches orders.
    pub(super) sequence: Vec<K>,
    /// Whether the composed patch needs an order list: without one, the order of its patch
    /// list counts.
    pub(super) explicit: bool,
}

/// The order that has the effect of ordering by `first` and then by `second`, the keys that
/// each patch orders: semantics compose-11. `orders` are the lengths of the order lists of both
/// patches. `added` are the keys of the elements that the first patch sets: any live list has
/// them after the first patch. `O(n)`.
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

/// The patch of a merge list of objects.
struct ObjectListPatch<'p> {
    keys: PatchKeys<'p>,
    changes: &'p [Change],
    order: Option<Vec<ElementKey<'p>>>,
}

impl<'p> ObjectListPatch<'p> {
    fn of(field: &'p FieldPatch, member: &Member<'p>) -> Result<Self, Error> {
        let changes = list_of(field).unwrap_or_default();
        let order = field.order.as_deref();
        Ok(Self {
            keys: PatchKeys::of(changes, member)?,
            changes,
            order: order.map(|order| order_keys(order, member)).transpose()?,
        })
    }

    /// The keys that the patch orders: those of its order list, or else those that it sets.
    fn ordered(&self) -> Vec<ElementKey<'p>> {
        self.order.clone().unwrap_or_else(|| self.added())
    }

    /// The keys of the elements that the patch adds or changes.
    fn added(&self) -> Vec<ElementKey<'p>> {
        self.keys.keys.clone()
    }

    /// The elements without `$patch`, by key; an error if a key occurs twice.
    fn items(&self) -> Result<HashMap<&ElementKey<'p>, &'p PatchObject>, Error> {
        let mut items = HashMap::new();
        for (at, key) in self.keys.items() {
            if let Some(Change::Object(object)) = self.changes.get(at)
                && items.insert(key, object).is_some()
            {
                return Err(incompatible("a patch names an element twice"));
            }
        }
        Ok(items)
    }

    /// The elements with `$patch: delete`.
    fn deletions(&self) -> impl Iterator<Item = &'p Change> {
        self.changes.iter().filter(|change| {
            matches!(change, Change::Object(object) if object.marker == Some(Marker::Delete))
        })
    }
}

impl Compose<'_> {
    /// Composes the patches of a field for which each patch has a list, or directives of lists.
    pub(super) fn lists(
        &self,
        first: &FieldPatch,
        second: &FieldPatch,
        member: &Member<'_>,
        place: FieldPlace<'_, '_>,
    ) -> Result<FieldPatch, Error> {
        // A list without a type in the schema is treated as atomic: if the schema has another
        // type here, applying the composed patch is an error.
        let mode = member.list_mode(self.options).unwrap_or(ListMode::Atomic);
        let within =
            |field: &FieldPatch| list_of(field).is_some_and(|it| it.iter().any(has_directive));
        if matches!(mode, ListMode::Atomic)
            && first.value.is_some()
            && (within(first) || within(second))
        {
            self.refuse_directives_in_taken()?;
        }
        match mode {
            ListMode::Objects(element) => self.object_lists(first, second, member, element, place),
            ListMode::Scalars => self.scalar_lists(first, second),
            ListMode::Atomic if second.value.is_some() => Ok(second.clone()),
            ListMode::Atomic => match &first.value {
                None => self.scalar_lists(first, second),
                Some(value) => {
                    let value = adopt(value, crate::apply::Taken::Literal, self.options);
                    let mut alone = first.clone();
                    alone.value = None;
                    let value = value.unwrap_or(Node::List(Vec::new()));
                    let once = self.apply_to_value(value, &alone, place)?.unwrap_or(Node::Null);
                    let twice = self.apply_to_value(once, second, place)?.unwrap_or(Node::Null);
                    Ok(FieldPatch::value(data(twice, DepthBudget::of(&self.options.limits))?))
                }
            },
        }
    }

    /// Composes two patches of a merge list of objects.
    fn object_lists(
        &self,
        first: &FieldPatch,
        second: &FieldPatch,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        place: FieldPlace<'_, '_>,
    ) -> Result<FieldPatch, Error> {
        if first.delete.is_some() || second.delete.is_some() {
            return Err(incompatible(&deletion_list_of_objects_in_patch()));
        }
        let (a, b) = (ObjectListPatch::of(first, member)?, ObjectListPatch::of(second, member)?);
        for side in [&a, &b] {
            refuse_repeats(side.order.as_deref().unwrap_or_default())?;
        }
        self.check_directives_in_elements(&a, &b)?;
        if b.keys.replace {
            // Two elements of the second patch with one key: semantics compose-12.
            b.items()?;
            return Ok(second.clone());
        }
        if a.keys.replace {
            let items = a.keys.indices.iter().filter_map(|at| a.changes.get(*at));
            let items =
                items.filter_map(|item| adopt(item, crate::apply::Taken::Element, self.options));
            let list = self.apply_to_value(Node::List(items.collect()), second, place)?;
            return Ok(FieldPatch::value(
                self.patch_setting_exactly(list.unwrap_or(Node::Null), member)?,
            ));
        }
        for (side, role) in [(&a, Role::FirstPatch), (&b, Role::SecondPatch)] {
            // An element that is not in the order list would be lost.
            check_patch_order(&side.keys, side.order.as_deref().unwrap_or_default())
                .map_err(|error| error.about(role))?;
            refuse_unordered(side.order.as_ref().map(Vec::len), side.keys.keys.len())?;
        }
        let ordered = compose_order(
            &a.ordered(),
            &b.ordered(),
            (a.order.as_ref().map(Vec::len), b.order.as_ref().map(Vec::len)),
            &a.added(),
            self.options.element_order,
        )?;
        self.check_deletions(&a, &b)?;
        let mut changes = self.elements(&a, &b, element, &ordered.sequence)?;
        let mut seen = HashSet::new();
        for change in a.deletions().chain(b.deletions()) {
            if let Change::Object(object) = change
                && seen.insert(member.key_of_change(object)?)
            {
                changes.push(change.clone());
            }
        }
        let order = ordered.explicit.then(|| order_nodes(first, second, member, &ordered.sequence));
        Ok(FieldPatch {
            value: (first.value.is_some() || second.value.is_some())
                .then_some(Change::List(changes)),
            order: order.transpose()?,
            delete: None,
        })
    }

    /// Refuses directives in elements that both patches have, or that only the second has.
    /// Their effect depends on whether live has the list or the element, and the first patch
    /// may have added it.
    fn check_directives_in_elements(
        &self,
        a: &ObjectListPatch<'_>,
        b: &ObjectListPatch<'_>,
    ) -> Result<(), Error> {
        let inside = |list: &ObjectListPatch<'_>, at: usize| match list.changes.get(at) {
            Some(Change::Object(object)) => has_directive_below(object),
            _ => false,
        };
        let second = b.keys.indices.iter().any(|at| inside(b, *at));
        let both = || {
            let keys: HashSet<_> = b.keys.keys.iter().collect();
            let mut first = a.keys.items().filter(|(at, _)| inside(a, *at));
            first.any(|(_, key)| a.keys.replace || keys.contains(key))
        };
        if second || both() { self.refuse_directives_in_taken() } else { Ok(()) }
    }

    /// Refuses deletions that change the order of other elements: the composed patch deletes
    /// before it orders, whereas the second patch deletes what the first has ordered.
    fn check_deletions(
        &self,
        a: &ObjectListPatch<'_>,
        b: &ObjectListPatch<'_>,
    ) -> Result<(), Error> {
        if self.options.element_order == ElementOrder::ServerOnlyFirst {
            return Ok(());
        }
        let ordered = a.ordered();
        if ordered.len() > 1 && ordered.iter().any(|key| b.keys.deleted.contains(key)) {
            return Err(incompatible(
                "the second patch deletes an element by which the first orders others",
            ));
        }
        // Under an order list, deletions give positions to added elements: semantics order-5.
        let (deletes_a, deletes_b) = (!a.keys.deleted.is_empty(), !b.keys.deleted.is_empty());
        let shifts_a = a.order.is_some() && !a.keys.keys.is_empty() && deletes_b;
        let shifts_b = b.order.is_some() && !b.keys.keys.is_empty() && deletes_a;
        if shifts_a || shifts_b {
            return Err(incompatible(
                "one patch orders the elements that it adds, the other deletes elements",
            ));
        }
        Ok(())
    }

    /// The elements that the composed patch sets or changes, in order.
    fn elements<'p>(
        &self,
        a: &ObjectListPatch<'p>,
        b: &ObjectListPatch<'p>,
        element: Option<TypeRef<'_>>,
        sequence: &[ElementKey<'p>],
    ) -> Result<Vec<Change>, Error> {
        let (items_a, items_b) = (a.items()?, b.items()?);
        let mut changes = Vec::new();
        let mut seen = HashSet::new();
        for key in sequence {
            if !seen.insert(key) {
                continue;
            }
            let deleted_again = b.keys.deleted.contains(key);
            let change = match (items_a.get(key), items_b.get(key)) {
                (None, None) => continue,
                (Some(_), None) if deleted_again => continue,
                (Some(only), None) | (None, Some(only)) => Change::Object((*only).clone()),
                // The second patch deletes the element and adds it again.
                (Some(_), Some(second)) if deleted_again => Change::Object((*second).clone()),
                // The first patch deletes the element and adds it again, so that its content
                // is known.
                (Some(first), Some(second)) if a.keys.deleted.contains(key) => {
                    let new = Change::Object((*first).clone());
                    let new = match adopt(&new, crate::apply::Taken::Element, self.options) {
                        Some(Node::Object(members)) => members,
                        _ => Object::default(),
                    };
                    let members = self.applied(new, second, element)?;
                    data(Node::Object(members), DepthBudget::of(&self.options.limits))?
                }
                (Some(first), Some(second)) => {
                    let both = self.object_patches(first, second, element)?;
                    // A list that the first patch removes and the second sets is replaced by
                    // `$patch`, which has no effect where live lacks the element.
                    if has_directive_below(&both) {
                        self.refuse_directives_in_taken()?;
                    }
                    Change::Object(both)
                }
            };
            changes.push(change);
        }
        Ok(changes)
    }
}

/// The items of an order list of these keys, taken from either patch.
fn order_nodes<'p>(
    first: &'p FieldPatch,
    second: &'p FieldPatch,
    member: &Member<'p>,
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
