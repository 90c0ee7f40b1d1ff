//! Cures for what lists and their directives set off.

use serde_json::{Value, json};

use super::apply::{DELETE, ORDER, concerned, marked};
use crate::differential::walk::{Lists, Site, lists};

/// `F: null` alone deletes F.
pub(super) fn null_alone(site: Site<'_>) -> bool {
    let Site::Merge { patch, .. } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        if patch.get(&name).is_some_and(Value::is_null) {
            changed |= patch.remove(&format!("{ORDER}{name}")).is_some();
            changed |= patch.remove(&format!("{DELETE}{name}")).is_some();
        }
    }
    changed
}

/// Where there is nothing to order, no order.
pub(super) fn no_order_of_nothing(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, ty } = site else { return false };
    let mut changed = false;
    let empty = |value: Option<&Value>| match value {
        None | Some(Value::Null) => true,
        Some(Value::Array(items)) => items.is_empty(),
        Some(_) => false,
    };
    for name in concerned(patch) {
        // What an atomic list replaces doesn't count.
        let replaced =
            lists(ty, &name) == Lists::Atomic && patch.get(&name).is_some_and(Value::is_array);
        if (replaced || empty(live.get(&name))) && empty(patch.get(&name)) {
            changed |= patch.remove(&format!("{ORDER}{name}")).is_some();
        }
    }
    changed
}

/// A list with an order list takes the place of what live has, if that is no
/// list or the list is atomic: what was there doesn't count.
pub(super) fn nothing_replaced(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, ty } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        if patch.contains_key(&format!("{ORDER}{name}"))
            && patch.get(&name).is_some_and(Value::is_array)
            && live
                .get(&name)
                .is_some_and(|value| !value.is_array() || lists(ty, &name) == Lists::Atomic)
        {
            live.remove(&name);
            changed = true;
        }
    }
    changed
}

/// The reference looks past `$patch: replace` only while order items remain.
pub(super) fn marker_first(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, .. } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        if patch.contains_key(&format!("{ORDER}{name}"))
            && let Some(Value::Array(items)) = patch.get_mut(&name)
        {
            let is_first = |item: &Value| item.get("$patch").is_some();
            if items
                .iter()
                .any(|item| item.get("$patch").and_then(Value::as_str) == Some("replace"))
                && let Some(Value::Array(live)) = live.get_mut(&name)
                && !live.is_empty()
            {
                live.clear();
                changed = true;
            }
            if !items.is_sorted_by_key(|item| !is_first(item)) {
                items.sort_by_key(|item| !is_first(item));
                changed = true;
            }
        }
    }
    changed
}

/// An empty order list orders nothing: live's items, then the new ones.
pub(super) fn full_order(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, ty } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        let directive = format!("{ORDER}{name}");
        if patch.get(&directive).and_then(Value::as_array).is_none_or(|order| !order.is_empty()) {
            continue;
        }
        let key_of = |item: &Value| match lists(ty, &name) {
            Lists::Keyed(key) => item.get(key).map(|value| json!({ key: value })),
            Lists::Scalars | Lists::Atomic => Some(item.clone()),
        };
        let Some(Value::Array(items)) = patch.get(&name) else { continue };
        let deleted: Vec<Value> = items.iter().filter(|i| marked(i)).filter_map(key_of).collect();
        let old = live.get(&name).filter(|_| lists(ty, &name) != Lists::Atomic);
        let old = old.and_then(Value::as_array).into_iter().flatten();
        let mut order: Vec<Value> =
            old.filter_map(key_of).filter(|key| !deleted.contains(key)).collect();
        for item in items.iter().filter(|item| !marked(item)).filter_map(key_of) {
            if !order.contains(&item) {
                order.push(item);
            }
        }
        if let Some(Value::Array(items)) = patch.get_mut(&name) {
            items.sort_by_key(|item| {
                let key = key_of(item);
                order.iter().position(|other| Some(other) == key.as_ref())
            });
        }
        patch.insert(directive, Value::Array(order));
        changed = true;
    }
    changed
}

/// Elements whose merge key is null, a list or an object are left out.
pub(super) fn scalar_keys(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, ty } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        let Lists::Keyed(key) = lists(ty, &name) else { continue };
        let mut clean = |items: Option<&mut Value>| {
            let Some(Value::Array(items)) = items else { return };
            let before = items.len();
            items.retain(|item| {
                item.get(key)
                    .is_none_or(|value| !(value.is_null() || value.is_array() || value.is_object()))
            });
            changed |= items.len() != before;
        };
        clean(live.get_mut(&name));
        clean(patch.get_mut(&name));
        clean(patch.get_mut(&format!("{ORDER}{name}")));
    }
    changed
}

fn same_type(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.is_f64() == right.is_f64(),
        _ => core::mem::discriminant(left) == core::mem::discriminant(right),
    }
}

/// Deletion lists name only what could be in the list.
pub(super) fn delete_same_type(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, .. } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        let of = |value: Option<&Value>| value?.as_array()?.first().cloned();
        let Some(item) = of(live.get(&name)).or_else(|| of(patch.get(&name))) else { continue };
        if let Some(Value::Array(gone)) = patch.get_mut(&format!("{DELETE}{name}")) {
            let before = gone.len();
            gone.retain(|gone| same_type(gone, &item));
            changed |= gone.len() != before;
        }
    }
    changed
}

pub(super) fn no_live_null(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, .. } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        if live.get(&name).is_some_and(Value::is_null) {
            live.remove(&name);
            changed = true;
        }
    }
    changed
}

/// Scalars that occur once each; the first stays.
pub(super) fn no_duplicates(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, ty } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        if lists(ty, &name) != Lists::Scalars || !patch.get(&name).is_some_and(Value::is_array) {
            continue;
        }
        for value in [live.get_mut(&name), patch.get_mut(&name)].into_iter().flatten() {
            if let Value::Array(items) = value {
                let before = items.len();
                let mut seen: Vec<Value> = Vec::new();
                items.retain(|item| {
                    let first = !seen.contains(item);
                    seen.push(item.clone());
                    first
                });
                changed |= items.len() != before;
            }
        }
    }
    changed
}

/// Live's elements of one key stand together, at the place of the first.
pub(super) fn duplicates_together(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, ty } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        let (Lists::Keyed(key), Some(Value::Array(items))) =
            (lists(ty, &name), live.get_mut(&name))
        else {
            continue;
        };
        let before = items.clone();
        let keys: Vec<Value> = before.iter().map(|item| item[key].clone()).collect();
        let first = |item: &Value| keys.iter().position(|other| *other == item[key]);
        items.sort_by_key(first);
        changed |= *items != before;
    }
    changed
}
