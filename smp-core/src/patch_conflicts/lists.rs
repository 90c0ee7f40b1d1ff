//! Conflicts in merge lists, element by element. Rules: semantics conflict-5 to conflict-7.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use indexmap::IndexMap;

use super::{PatchConflictFinder, object_text, order};
use crate::apply::{list_of, order_keys};
use crate::directive::{Change, Deletion, FieldPatch, change_node};
use crate::document::Scalar;
use crate::error::{Error, Role};
use crate::keyed_patch_list::KeyedPatchList;
use crate::path::Trail;
use crate::site::Site;

impl PatchConflictFinder<'_> {
    pub(super) fn elements(
        &mut self,
        first: &FieldPatch,
        second: &FieldPatch,
        member: &Site<'_>,
        path: &Trail<'_>,
    ) -> Result<(), Error> {
        let element = member.element_type();
        let ours =
            KeyedPatchList::of(first, member).map_err(|error| error.about(Role::FirstPatch))?;
        let theirs =
            KeyedPatchList::of(second, member).map_err(|error| error.about(Role::SecondPatch))?;
        if ours.keys.replace || theirs.keys.replace {
            // A patch that replaces a list sets all of its elements.
            let (Some(ours), Some(theirs)) = (&first.value, &second.value) else { return Ok(()) };
            let is_empty_list = |field| list_of(field).is_some_and(<[_]>::is_empty);
            if is_empty_list(first) || is_empty_list(second) {
                return Ok(());
            }
            return self.values(change_node(ours), change_node(theirs), member.ty, path);
        }
        let our_items: IndexMap<_, _> = ours.items().collect();
        let their_items: IndexMap<_, _> = theirs.items().collect();
        for (key, mine) in &our_items {
            let step = || member.segment(key);
            let path = path.below(&step);
            let we_delete = ours.keys.deleted.contains(key);
            let they_delete = theirs.keys.deleted.contains(key);
            match their_items.get(key) {
                // A patch that deletes an element and adds one with its key replaces it.
                Some(other) if we_delete || they_delete => {
                    let same = match (we_delete, they_delete) {
                        (true, true) => self.same_content(mine, other, element)?,
                        (true, false) => self.already_has(mine, other, element)?,
                        _ => self.already_has(other, mine, element)?,
                    };
                    if !same {
                        self.report(&path, Some(object_text(mine)), Some(object_text(other)));
                    }
                }
                Some(other) => self.objects(mine, other, element, &path)?,
                None if they_delete => self.report(&path, Some(object_text(mine)), None),
                None => {}
            }
        }
        for (key, other) in &their_items {
            if ours.keys.deleted.contains(key) && !our_items.contains_key(key) {
                let step = || member.segment(key);
                self.report(&path.below(&step), None, Some(object_text(other)));
            }
        }
        if let (Some(ours), Some(theirs)) = (&first.order, &second.order) {
            let keys = (order_keys(ours, member)?, order_keys(theirs, member)?);
            if contradict(&keys.0, &keys.1) {
                self.report_orders(first, second, path);
            }
        }
        Ok(())
    }

    pub(super) fn scalars(&mut self, first: &FieldPatch, second: &FieldPatch, path: &Trail<'_>) {
        let (added_first, deleted_first) = items(first);
        let (added_second, deleted_second) = items(second);
        for item in &added_first {
            if deleted_second.contains(item) && !deleted_first.contains(item) {
                self.report(path, Some(item.to_json()), None);
            }
        }
        for item in &added_second {
            if deleted_first.contains(item) && !deleted_second.contains(item) {
                self.report(path, None, Some(item.to_json()));
            }
        }
        if let (Some(ours), Some(theirs)) = (&first.order, &second.order) {
            let ours: Vec<_> = ours.iter().filter_map(Scalar::of).collect();
            let theirs: Vec<_> = theirs.iter().filter_map(Scalar::of).collect();
            if contradict(&ours, &theirs) {
                self.report_orders(first, second, path);
            }
        }
    }

    fn report_orders(&mut self, first: &FieldPatch, second: &FieldPatch, path: &Trail<'_>) {
        self.report(path, order(first), order(second));
    }
}

/// The items that a patch adds to a list of scalars, and those that it deletes.
fn items(field: &FieldPatch) -> (Vec<Scalar<'_>>, HashSet<Scalar<'_>>) {
    let added = list_of(field).unwrap_or_default().iter().filter_map(|change| match change {
        Change::Scalar(node) => Scalar::of(node),
        Change::List(_) | Change::Object(_) => None,
    });
    let deleted = match &field.delete {
        Some(Deletion::Items(items)) => items.iter().filter_map(Scalar::of).collect(),
        Some(Deletion::Field) | None => HashSet::new(),
    };
    (added.collect(), deleted)
}

/// Whether the lists have two items in opposite order. If an item occurs more than once, its first place
/// counts. `O(n)`.
pub(crate) fn contradict<K: Hash + Eq>(first: &[K], second: &[K]) -> bool {
    let mut places = HashMap::with_capacity(first.len());
    for (at, key) in first.iter().enumerate() {
        places.entry(key).or_insert(at);
    }
    let shared = second.iter().filter_map(|key| places.remove(key));
    !shared.is_sorted()
}
