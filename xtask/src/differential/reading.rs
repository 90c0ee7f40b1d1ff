//! Readings: a case rewritten without what a section of `docs/deviations.md` describes. By the rules
//! of this engine, it has the same result. The reference has no reason left to differ: its result of
//! the reading must be this engine's result of the case.

use std::collections::HashMap;

use serde_json::{Number, Value, json};
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, TypeKind};
use smp_tests::generate::below;
use smp_tests::prune::{is_directive, pruned};

use super::case::Case;
use super::taken;
use super::walk::{DELETE, ORDER, Spot, each_object, key, merge_list, target};

/// A section's reading.
pub(super) struct Reading {
    pub(super) id: &'static str,
    read: Read,
}

enum Read {
    /// An object of the patch, and the object of live that it merges with.
    Objects(fn(&mut Spot<'_, '_>)),
    /// The whole case, and the result of this engine.
    Case(fn(&mut Case, &mut Value)),
    /// Live without nulls; nulls in the results count as absent.
    Pruned,
}

/// The section about directives that the reference leaves in new values.
pub(super) const LEAKS: &str = "directives-never-leak";

/// The readings in order; each one reads the result of those before it.
pub(super) const READINGS: &[Reading] = &[
    Reading { id: "numbers-keep-their-text", read: Read::Case(numbers) },
    Reading { id: "null-beside-directive", read: Read::Objects(null_beside_directive) },
    Reading { id: "live-null-is-absent", read: Read::Objects(live_null_is_absent) },
    Reading { id: "order-beside-replacement", read: Read::Objects(order_beside_replacement) },
    Reading { id: "replace-marker-under-order", read: Read::Objects(replace_marker_under_order) },
    Reading { id: "deletion-of-other-type", read: Read::Objects(deletion_of_other_type) },
    Reading { id: "duplicates-keep-first", read: Read::Objects(duplicates_keep_first) },
    Reading { id: "nulls-in-new-elements", read: Read::Objects(nulls_in_new_elements) },
    Reading { id: LEAKS, read: Read::Case(directives_never_leak) },
    Reading { id: "empty-lists-in-order", read: Read::Objects(empty_lists_in_order) },
    Reading { id: "empty-order-list", read: Read::Objects(empty_order_list) },
    Reading { id: "free-form-merges", read: Read::Case(free_form_merges) },
    Reading { id: "free-form-merges", read: Read::Case(lists_beside_objects) },
    Reading { id: "live-null-is-absent", read: Read::Pruned },
];

impl Reading {
    /// Whether nulls of the results count as absent.
    pub(super) fn prunes(&self) -> bool {
        matches!(self.read, Read::Pruned)
    }

    /// Changes the case into its reading; `ours` is the result of this engine. Returns whether
    /// anything has changed.
    pub(super) fn of(&self, case: &mut Case, ours: &mut Value) -> bool {
        let before = (case.docs.clone(), case.ty.shown());
        match self.read {
            Read::Case(read) => read(case, ours),
            Read::Pruned => {
                *ours = pruned(ours);
                case.docs.iter_mut().take(1).for_each(|live| *live = pruned(live));
            }
            Read::Objects(read) => {
                let ty = case.ty.clone();
                if let [Value::Object(live), Value::Object(patch)] = case.docs.as_mut_slice() {
                    each_object(live, patch, Some(ty.root()), read);
                }
            }
        }
        before != (case.docs.clone(), case.ty.shown())
    }
}

/// Replaces each number that the reference rewrites with an integer, a different one for each number.
pub(super) fn numbers(case: &mut Case, ours: &mut Value) {
    let mut names = HashMap::new();
    for doc in &mut case.docs {
        rename(doc, &mut |number| {
            let next = 5_000_000_000 + names.len();
            Some(*names.entry(number.to_string()).or_insert(next))
        });
    }
    rename(ours, &mut |number| names.get(&number.to_string()).copied());
}

fn rename(value: &mut Value, name: &mut impl FnMut(&Number) -> Option<usize>) {
    match value {
        Value::Number(number) if !number.is_i64() => {
            if let Some(name) = name(number) {
                *value = name.into();
            }
        }
        Value::Array(items) => {
            for item in items {
                rename(item, name);
            }
        }
        Value::Object(members) => {
            for member in members.values_mut() {
                rename(member, name);
            }
        }
        _ => {}
    }
}

/// Removes the directives of a field that is null.
fn null_beside_directive(spot: &mut Spot<'_, '_>) {
    for directive in [ORDER, DELETE] {
        for list in spot.lists(directive) {
            if spot.patch.get(&list).is_some_and(Value::is_null) {
                spot.patch.remove(&format!("{directive}{list}"));
            }
        }
    }
}

/// Removes the null of live if the patch has an order list for it.
fn live_null_is_absent(spot: &mut Spot<'_, '_>) {
    for list in spot.lists(ORDER) {
        if spot.old(&list).is_some_and(Value::is_null) && spot.patch.contains_key(&list) {
            spot.forget_old(&list);
        }
    }
}

/// Removes live's value that the patch replaces, although it has an order list for it.
fn order_beside_replacement(spot: &mut Spot<'_, '_>) {
    for list in spot.lists(ORDER) {
        let is_list = spot.old(&list).is_none_or(Value::is_array);
        if spot.patch.contains_key(&list) && !(is_list && merge_list(spot.field(&list))) {
            spot.forget_old(&list);
        }
    }
}

/// Keeps only the elements that replace a list, without live's and without the marker.
fn replace_marker_under_order(spot: &mut Spot<'_, '_>) {
    for list in spot.lists(ORDER) {
        let is_marked = spot.items(&list).iter().any(|item| item["$patch"] == "replace");
        let elements = spot.items(&list).iter().filter(|item| item.get("$patch").is_none());
        let elements: Value = match spot.old(&list) {
            Some(Value::Array(_)) => elements.map(taken::element).collect(),
            // What is left in a new list belongs to a later reading.
            None => elements.cloned().collect(),
            Some(_) => continue,
        };
        if is_marked && merge_list(spot.field(&list)) {
            spot.forget_old(&list);
            spot.patch.insert(list, elements);
        }
    }
}

/// Removes the deletions of values that the list cannot hold.
fn deletion_of_other_type(spot: &mut Spot<'_, '_>) {
    for list in spot.lists(DELETE) {
        let first = spot.items(&list).iter().chain(spot.old_items(&list)).next();
        let Some(kind) = first.map(core::mem::discriminant) else { continue };
        if let Some(Value::Array(deleted)) = spot.patch.get_mut(&format!("{DELETE}{list}")) {
            deleted.retain(|item| core::mem::discriminant(item) == kind);
        }
    }
}

/// Keeps only the first of equal scalars, in every list that both have.
fn duplicates_keep_first(spot: &mut Spot<'_, '_>) {
    for list in spot.all_lists() {
        let is_set = |it: FieldRef<'_>| it.strategy().is_merge() && it.merge_key().is_none();
        if !spot.field(&list).is_some_and(is_set) || spot.old_items(&list).is_empty() {
            continue;
        }
        let lists = [spot.live.get_mut(&list), spot.patch.get_mut(&list)];
        for items in lists.into_iter().flatten().filter_map(Value::as_array_mut) {
            *items = distinct(items);
        }
    }
}

fn distinct(items: &[Value]) -> Vec<Value> {
    let mut distinct: Vec<Value> = Vec::new();
    for item in items {
        if !distinct.contains(item) {
            distinct.push(item.clone());
        }
    }
    distinct
}

/// The keys with equal keys next to each other. Of several equal keys, one is left out if live has
/// the key.
fn grouped(keys: &[Value], old: &[Value]) -> Vec<Value> {
    let groups = distinct(keys).into_iter().flat_map(|key| {
        let count = keys.iter().filter(|one| **one == key).count();
        let count = if old.contains(&key) { count.saturating_sub(1).max(1) } else { count };
        core::iter::repeat_n(key, count)
    });
    groups.collect()
}

/// Removes nulls from new elements.
fn nulls_in_new_elements(spot: &mut Spot<'_, '_>) {
    for list in spot.all_lists() {
        let (field, new) = (spot.field(&list), spot.items(&list));
        let read = match spot.old(&list) {
            Some(Value::Array(_)) if !merge_list(field) => continue,
            Some(Value::Array(old)) => {
                let elements = new.iter().enumerate();
                let read = elements.map(|(at, item)| match target(field, old, new, at) {
                    Some(_) => item.clone(),
                    None => pruned(item),
                });
                read.collect()
            }
            _ => new.iter().map(pruned).collect(),
        };
        spot.patch.insert(list, read);
    }
}

/// Takes the values that live lacks as this engine takes them: without directives.
fn directives_never_leak(case: &mut Case, _: &mut Value) {
    let ty = case.ty.clone();
    if let [Value::Object(live), Value::Object(patch)] = case.docs.as_mut_slice() {
        taken::members(live, patch, Some(ty.root()));
    }
}

/// Writes the order that leaves live's items in place, with the new items after them, instead of an
/// empty order list.
fn empty_order_list(spot: &mut Spot<'_, '_>) {
    for list in spot.lists(ORDER) {
        let name = format!("{ORDER}{list}");
        if !spot.patch.get(&name).and_then(Value::as_array).is_some_and(Vec::is_empty) {
            continue;
        }
        let Some(field) = spot.field(&list) else { continue };
        let is_live = merge_list(Some(field)) || !spot.patch.contains_key(&list);
        let old = spot.old_items(&list).iter().filter(|_| is_live);
        let new = spot.items(&list).iter().filter(|item| item.get("$patch").is_none());
        let keys = |items: Vec<&Value>| -> Option<Vec<Value>> {
            items.into_iter().map(|item| key(field, item)).collect()
        };
        let (Some(old), Some(new)) = (keys(old.collect()), keys(new.collect())) else { continue };
        if old.is_empty() {
            // Without the directive, the order is the patch's.
            spot.patch.remove(&name);
            continue;
        }
        let keys = grouped(&[distinct(&old), new].concat(), &old);
        if let Some(Value::Array(items)) = spot.patch.get_mut(&list) {
            let place =
                |item: &Value| keys.iter().position(|one| Some(one) == key(field, item).as_ref());
            items.sort_by_key(|item| (item.get("$patch").is_some(), place(item)));
        }
        let order = |key: Value| field.merge_key().map_or(key.clone(), |name| json!({name: key}));
        spot.patch.insert(name, keys.into_iter().map(order).collect());
    }
}

/// Removes the order lists of empty lists.
fn empty_lists_in_order(spot: &mut Spot<'_, '_>) {
    for list in spot.lists(ORDER) {
        if spot.old_items(&list).is_empty() && spot.items(&list).is_empty() {
            spot.patch.remove(&format!("{ORDER}{list}"));
        }
    }
}

/// Uses a type that has the members of the documents as fields, even where the schema has a map or
/// any value.
fn free_form_merges(case: &mut Case, _: &mut Value) {
    case.ty = case.ty.along(&case.docs).into();
}

/// Turns lists into texts where other elements have an object: a field of one type cannot be both.
fn lists_beside_objects(case: &mut Case, ours: &mut Value) {
    let ty = case.ty.clone();
    for value in case.docs.iter_mut().chain([ours]) {
        lists_as_texts(value, ty.root());
    }
}

fn lists_as_texts(value: &mut Value, ty: TypeRef<'_>) {
    match (&mut *value, ty.kind()) {
        (Value::Array(_), TypeKind::Any) => *value = value.to_string().into(),
        (Value::Array(items), TypeKind::List(element)) => {
            for item in items {
                lists_as_texts(item, element);
            }
        }
        (Value::Object(members), _) => {
            for (name, member) in members.iter_mut().filter(|(name, _)| !is_directive(name)) {
                if let Some(below) = below(ty, name) {
                    lists_as_texts(member, below);
                }
            }
        }
        _ => {}
    }
}
