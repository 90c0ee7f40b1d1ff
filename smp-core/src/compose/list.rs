//! Lists of objects, and atomic lists, that both patches change. Rules: semantics compose-9 and
//! compose-12.

use std::collections::{HashMap, HashSet};

use super::order::{compose_order, order_nodes, refuse_repeats, refuse_unordered};
use super::taken::{has_directive, has_directive_below};
use super::{Compose, FieldPlace, incompatible};
use crate::apply::{
    AdoptMode, adopt, atomic_elements, check_patch_order, list_of, literal_value, order_keys,
};
use crate::directive::errors::deletion_list_of_objects_in_patch;
use crate::directive::{Change, Deletion, FieldPatch, PatchObject, data};
use crate::document::{Node, Object};
use crate::element_key::ElementKey;
use crate::error::{Error, Role};
use crate::keyed_patch_list::KeyedPatchList;
use crate::options::ElementOrder;
use crate::site::{ListRule, Site};
use smp_schema::TypeRef;

/// The patch of a merge list of objects, with its order list.
struct ObjectListPatch<'p> {
    list: KeyedPatchList<'p>,
    order: Option<Vec<ElementKey<'p>>>,
}

impl<'p> ObjectListPatch<'p> {
    fn of(field: &'p FieldPatch, member: &Site<'p>) -> Result<Self, Error> {
        let order = field.order.as_deref();
        Ok(Self {
            list: KeyedPatchList::of(field, member)?,
            order: order.map(|order| order_keys(order, member)).transpose()?,
        })
    }

    /// The keys that the patch orders: those of its order list, or else those that it sets.
    fn ordered(&self) -> Vec<ElementKey<'p>> {
        self.order.clone().unwrap_or_else(|| self.added())
    }

    /// The keys of the elements that the patch adds or changes.
    fn added(&self) -> Vec<ElementKey<'p>> {
        self.list.keys.keys.clone()
    }

    /// The elements without `$patch`, by key; an error if a key occurs twice.
    fn items(&self) -> Result<HashMap<&ElementKey<'p>, &'p PatchObject>, Error> {
        let mut items = HashMap::new();
        for (key, object) in self.list.items() {
            if items.insert(key, object).is_some() {
                return Err(incompatible("a patch names an element twice"));
            }
        }
        Ok(items)
    }
}

impl Compose<'_> {
    /// Composes the patches of a field for which each patch has a list, or directives of lists.
    pub(super) fn lists(
        &self,
        first: &FieldPatch,
        second: &FieldPatch,
        member: &Site<'_>,
        place: FieldPlace<'_, '_>,
    ) -> Result<FieldPatch, Error> {
        // A list without a type in the schema is treated as atomic: if the schema has a different type
        // here, applying the composed patch is an error.
        let mode = member.list_rule(self.options).unwrap_or(ListRule::Atomic);
        let within =
            |field: &FieldPatch| list_of(field).is_some_and(|it| it.iter().any(has_directive));
        if matches!(mode, ListRule::Atomic)
            && first.value.is_some()
            && (within(first) || within(second))
        {
            self.refuse_directives_in_taken()?;
        }
        match mode {
            ListRule::Keyed => self.object_lists(first, second, member, place),
            ListRule::Set => self.scalar_lists(first, second),
            ListRule::Atomic => match (&first.value, &second.value) {
                (_, Some(value)) => {
                    let list = self.whole_list(value, second, place)?;
                    Ok(FieldPatch::value(data(list, self.limit())?))
                }
                (Some(value), None) => {
                    let once = self.whole_list(value, first, place)?;
                    let twice = self.apply_to_value(once, second, place)?.unwrap_or(Node::Null);
                    Ok(FieldPatch::value(data(twice, self.limit())?))
                }
                (None, None) => self.scalar_lists(first, second),
            },
        }
    }

    /// The list that the patch of an atomic list sets: `value` without the deleted items, in the patch's
    /// order. It does not depend on live.
    fn whole_list(
        &self,
        value: &Change,
        field: &FieldPatch,
        place: FieldPlace<'_, '_>,
    ) -> Result<Node<'static>, Error> {
        let list = match value {
            Change::List(items) => Node::List(atomic_elements(items, self.options)),
            other => literal_value(other, self.options).unwrap_or(Node::List(Vec::new())),
        };
        let alone = FieldPatch { value: None, ..field.clone() };
        Ok(self.apply_to_value(list, &alone, place)?.unwrap_or(Node::Null))
    }

    /// Composes two patches of a merge list of objects.
    fn object_lists(
        &self,
        first: &FieldPatch,
        second: &FieldPatch,
        member: &Site<'_>,
        place: FieldPlace<'_, '_>,
    ) -> Result<FieldPatch, Error> {
        let names = |field: &FieldPatch| matches!(&field.delete, Some(Deletion::Items(gone)) if !gone.is_empty());
        if names(first) || names(second) {
            return Err(incompatible(&deletion_list_of_objects_in_patch()));
        }
        let (a, b) = (
            ObjectListPatch::of(first, member).map_err(|error| error.about(Role::FirstPatch))?,
            ObjectListPatch::of(second, member).map_err(|error| error.about(Role::SecondPatch))?,
        );
        for side in [&a, &b] {
            refuse_repeats(side.order.as_deref().unwrap_or_default())?;
        }
        self.check_directives_in_elements(&a, &b)?;
        if b.list.keys.replace {
            // An error if two elements of the second patch have the same key: semantics compose-12.
            b.items()?;
            return Ok(second.clone());
        }
        if a.list.keys.replace {
            let items = a.list.keys.indices.iter().filter_map(|at| a.list.changes.get(*at));
            let of = member.element(self.options);
            let items =
                items.filter_map(|item| adopt(item, AdoptMode::Replacing, &of, self.options));
            let list = self.apply_to_value(Node::List(items.collect()), second, place)?;
            return Ok(FieldPatch::value(
                self.patch_setting_exactly(list.unwrap_or(Node::Null), member)?,
            ));
        }
        for (side, role) in [(&a, Role::FirstPatch), (&b, Role::SecondPatch)] {
            // An element that is not in the order list would be lost.
            if let Some(order) = &side.order {
                check_patch_order(&side.list.keys, order, self.options)
                    .map_err(|error| error.about(role))?;
            }
            refuse_unordered(side.order.as_ref().map(Vec::len), side.list.keys.keys.len())?;
        }
        let ordered = compose_order(
            &a.ordered(),
            &b.ordered(),
            (a.order.as_ref().map(Vec::len), b.order.as_ref().map(Vec::len)),
            &a.added(),
            self.options.element_order,
        )?;
        self.check_deletions(&a, &b)?;
        let mut changes = self.elements(&a, &b, member, &ordered.sequence)?;
        let mut seen = HashSet::new();
        for change in a.list.deletions().chain(b.list.deletions()) {
            if let Change::Object(object) = change
                && seen.insert(member.key_of_change(object)?)
            {
                changes.push(change.clone());
            }
        }
        let order = ordered.explicit.then(|| order_nodes(first, second, member, &ordered.sequence));
        let value =
            (first.value.is_some() || second.value.is_some()).then_some(Change::List(changes));
        // An empty deletion list has the effect of an empty patch list where live has the list.
        let empty = || first.delete.clone().or_else(|| second.delete.clone());
        let delete = if value.is_none() { empty() } else { None };
        let both = FieldPatch { value, order: order.transpose()?, delete };
        self.ordered_list(both, first, second)
    }

    /// Refuses directives in elements that both patches have, or that only the second has.
    /// Their effect depends on whether live has the list or the element, and the first patch
    /// may have added it.
    fn check_directives_in_elements(
        &self,
        a: &ObjectListPatch<'_>,
        b: &ObjectListPatch<'_>,
    ) -> Result<(), Error> {
        let second = b.list.items().any(|(_, object)| has_directive_below(object));
        let both = || {
            let keys: HashSet<_> = b.list.keys.keys.iter().collect();
            let mut first = a.list.items().filter(|(_, object)| has_directive_below(object));
            first.any(|(key, _)| a.list.keys.replace || keys.contains(key))
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
        if ordered.len() > 1 && ordered.iter().any(|key| b.list.keys.deleted.contains(key)) {
            return Err(incompatible(
                "the second patch deletes an element by which the first orders others",
            ));
        }
        // Under an order list, deletions give positions to added elements: semantics order-5.
        let (deletes_a, deletes_b) =
            (!a.list.keys.deleted.is_empty(), !b.list.keys.deleted.is_empty());
        let shifts_a = a.order.is_some() && !a.list.keys.keys.is_empty() && deletes_b;
        let shifts_b = b.order.is_some() && !b.list.keys.keys.is_empty() && deletes_a;
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
        member: &Site<'_>,
        sequence: &[ElementKey<'p>],
    ) -> Result<Vec<Change>, Error> {
        let (items_a, items_b) = (a.items()?, b.items()?);
        let of = member.element(self.options);
        let mut changes = Vec::new();
        let mut seen = HashSet::new();
        for key in sequence {
            if !seen.insert(key) {
                continue;
            }
            let deleted_again = b.list.keys.deleted.contains(key);
            let change = match (items_a.get(key), items_b.get(key)) {
                (None, None) => continue,
                (Some(_), None) if deleted_again => continue,
                (Some(only), None) | (None, Some(only)) => Change::Object((*only).clone()),
                // The second patch deletes the element and adds it again.
                (Some(_), Some(second)) if deleted_again => Change::Object((*second).clone()),
                // The first patch deletes the element and adds it again, so that its content
                // is known.
                (Some(first), Some(second)) if a.list.keys.deleted.contains(key) => {
                    let new = Change::Object((*first).clone());
                    let new = match adopt(&new, AdoptMode::Element, &of, self.options) {
                        Some(Node::Object(members)) => members,
                        _ => Object::default(),
                    };
                    let members = self.applied(new, second, of.ty)?;
                    data(Node::Object(members), self.limit())?
                }
                (Some(first), Some(second)) => {
                    let both = self.element_of_both(first, second, of.ty);
                    Change::Object(both.map_err(|error| error.within(member.segment(key)))?)
                }
            };
            changes.push(change);
        }
        Ok(changes)
    }

    /// Composes the patches of an element that both change.
    fn element_of_both(
        &self,
        first: &PatchObject,
        second: &PatchObject,
        element: Option<TypeRef<'_>>,
    ) -> Result<PatchObject, Error> {
        self.check_place_of_both(first, second, element)?;
        let both = self.object_patches(first, second, element)?;
        // A list that the first patch removes and the second sets is replaced by
        // `$patch`, which has no effect where live lacks the element.
        if has_directive_below(&both) {
            self.refuse_directives_in_taken()?;
        }
        Ok(both)
    }
}
