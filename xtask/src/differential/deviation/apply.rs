//! Deviations of apply. Each cure walks live and patch as the merge does.

use serde_json::{Map, Value, json};
use smp_core::{Options, Patch, Segment, TypeKind, TypeRef};

use super::{Cured, Deviation};
use crate::differential::case::{Case, Op};
use crate::differential::walk::{Lists, Site, below, lists, walk};

const ORDER: &str = "$setElementOrder/";
const DELETE: &str = "$deleteFromPrimitiveList/";

pub(super) const DEVIATIONS: &[Deviation] = &[
    Deviation {
        id: "directives-checked-when-parsed",
        ops: &[Op::Apply],
        cured: Cured::Refusal,
        cure: drop_malformed,
    },
    Deviation {
        id: "merge-key-no-scalar",
        ops: &[Op::Apply],
        cured: Cured::Refusal,
        cure: |case| at_sites(case, scalar_keys),
    },
    Deviation {
        id: "directives-never-leak",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, no_leak),
    },
    Deviation {
        id: "nulls-in-new-elements",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, no_nulls),
    },
    Deviation {
        id: "free-form-merges",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, merge_free_form),
    },
    Deviation {
        id: "null-beside-directive",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, null_alone),
    },
    Deviation {
        id: "empty-lists-in-order",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, no_order_of_nothing),
    },
    Deviation {
        id: "order-beside-replacement",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, nothing_replaced),
    },
    Deviation {
        id: "replace-marker-under-order",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, marker_first),
    },
    Deviation {
        id: "empty-order-list",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, full_order),
    },
    Deviation {
        id: "deletion-of-other-type",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, delete_same_type),
    },
    Deviation {
        id: "live-null-is-absent",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, no_live_null),
    },
    Deviation {
        id: "duplicates-keep-first",
        ops: &[Op::Apply],
        cured: Cured::SameResult,
        cure: |case| at_sites(case, no_duplicates),
    },
];

/// Changes a case at every site; `None` if there was nothing to change.
fn at_sites(case: &Case, change: fn(Site<'_>) -> bool) -> Option<Case> {
    let mut cured = case.clone();
    let mut changed = false;
    if let [live, patch] = cured.docs.as_mut_slice() {
        walk(live, patch, case.ty.root(), &mut |site| changed |= change(site));
    }
    changed.then_some(cured)
}

/// Every directive that is refused when the patch is parsed goes.
fn drop_malformed(case: &Case) -> Option<Case> {
    let mut cured = case.clone();
    let patch = cured.docs.get_mut(1)?;
    let mut changed = false;
    while let Err(error) = Patch::from_value(patch) {
        let path = error.path();
        let mut at = &mut *patch;
        for (depth, segment) in path.segments().iter().enumerate() {
            if let Segment::Field(name) = segment
                && name.starts_with('$')
            {
                break;
            }
            // The last step may be a field that isn't retained.
            if error.kind() == smp_core::ErrorKind::RetainKeys && depth + 1 == path.segments().len()
            {
                break;
            }
            at = match segment {
                Segment::Field(name) => at.get_mut(name)?,
                Segment::Index(index) => at.get_mut(*index)?,
                Segment::Key(_) => return None,
            };
        }
        let members = at.as_object_mut()?;
        let directive = path.segments().iter().find_map(|segment| match segment {
            Segment::Field(name) if name.starts_with('$') && members.contains_key(name) => {
                Some(name.clone())
            }
            _ => None,
        });
        members.remove(directive.as_deref().unwrap_or("$retainKeys"))?;
        changed = true;
    }
    changed.then_some(cured)
}

/// Values that are only taken from the patch lose their directives.
fn no_leak(site: Site<'_>) -> bool {
    match site {
        Site::Added(value) | Site::Literal(value) => strip(value),
        Site::Whole { patch, by_strategy } => {
            let marker = if by_strategy { patch.remove("$patch") } else { None };
            if marker.as_ref().and_then(Value::as_str) == Some("delete") {
                patch.clear();
            }
            strip_members(patch) | marker.is_some()
        }
        Site::Merge { .. } => false,
    }
}

fn marked(value: &Value) -> bool {
    value.get("$patch").is_some()
}

fn strip(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => {
            let before = items.len();
            items.retain(|item| !marked(item));
            let mut changed = items.len() != before;
            for item in items {
                changed |= strip(item);
            }
            changed
        }
        Value::Object(members) if !members.contains_key("$patch") => strip_members(members),
        _ => false,
    }
}

fn strip_members(members: &mut Map<String, Value>) -> bool {
    let before = members.len();
    delete_listed(members);
    members.retain(|name, value| {
        name != "$retainKeys"
            && !name.starts_with(ORDER)
            && !name.starts_with(DELETE)
            && !marked(value)
    });
    let changed = members.len() != before;
    members.values_mut().fold(changed, |changed, value| strip(value) | changed)
}

/// Takes the items of deletion lists from the lists beside them.
fn delete_listed(members: &mut Map<String, Value>) -> bool {
    let mut changed = false;
    let lists: Vec<String> =
        members.keys().filter_map(|name| name.strip_prefix(DELETE)).map(str::to_owned).collect();
    for name in &lists {
        let gone = members.get(&format!("{DELETE}{name}")).cloned().unwrap_or_default();
        if gone.is_null() {
            changed |= members.remove(name).is_some();
        }
        if let (Some(Value::Array(items)), Value::Array(gone)) = (members.get_mut(name), gone) {
            let before = items.len();
            items.retain(|item| !gone.contains(item));
            changed |= items.len() != before;
        }
    }
    changed
}

fn no_nulls(site: Site<'_>) -> bool {
    fn drop_nulls(value: &mut Value) -> bool {
        match value {
            Value::Array(items) => {
                items.iter_mut().fold(false, |done, item| drop_nulls(item) | done)
            }
            Value::Object(members) => {
                let before = members.len();
                members.retain(|_, value| !value.is_null());
                let changed = members.len() != before;
                members.values_mut().fold(changed, |done, value| drop_nulls(value) | done)
            }
            _ => false,
        }
    }
    match site {
        Site::Added(value) => drop_nulls(value),
        Site::Literal(_) | Site::Whole { .. } | Site::Merge { .. } => false,
    }
}

/// The names that a patch object says something of.
fn concerned(patch: &Map<String, Value>) -> Vec<String> {
    let names = patch.keys().filter(|name| *name != "$retainKeys" && *name != "$patch");
    let mut names: Vec<String> = names
        .map(|name| {
            name.strip_prefix(ORDER)
                .or_else(|| name.strip_prefix(DELETE))
                .unwrap_or(name)
                .to_owned()
        })
        .collect();
    names.dedup();
    names
}

/// Below maps and free-form fields the reference has no schema, so objects and
/// lists in them can't meet: they are merged here instead.
fn merge_free_form(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, ty: Some(ty) } = site else { return false };
    let inside = matches!(ty.kind(), TypeKind::Any | TypeKind::Map(_));
    let mut changed = false;
    for name in concerned(patch) {
        let is_any = below(Some(ty), &name).is_some_and(|ty| matches!(ty.kind(), TypeKind::Any));
        if !inside && !(is_any && !patch.get(&name).is_some_and(Value::is_object)) {
            continue;
        }
        let spelled = [name.clone(), format!("{ORDER}{name}"), format!("{DELETE}{name}")];
        let alone: Map<String, Value> =
            spelled.iter().filter_map(|n| Some((n.clone(), patch.get(n)?.clone()))).collect();
        let meets = live.get(&name).is_some_and(|value| value.is_object() || value.is_array());
        if !(meets || alone.len() > 1) || alone.values().all(Value::is_null) {
            continue;
        }
        if apply_here(live, &alone, ty) {
            spelled.iter().for_each(|name| drop(patch.remove(name)));
            changed = true;
        }
    }
    changed
}

/// Applies a part of a patch by ourselves.
fn apply_here(live: &mut Map<String, Value>, part: &Map<String, Value>, ty: TypeRef<'_>) -> bool {
    let (before, part) = (Value::Object(live.clone()), Value::Object(part.clone()));
    match smp_core::apply(&before, &part, ty, &Options::kubernetes()) {
        Ok(Value::Object(after)) => {
            *live = after;
            true
        }
        _ => false,
    }
}

/// `F: null` alone deletes F.
fn null_alone(site: Site<'_>) -> bool {
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
fn no_order_of_nothing(site: Site<'_>) -> bool {
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
fn nothing_replaced(site: Site<'_>) -> bool {
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
fn marker_first(site: Site<'_>) -> bool {
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
fn full_order(site: Site<'_>) -> bool {
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
fn scalar_keys(site: Site<'_>) -> bool {
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
fn delete_same_type(site: Site<'_>) -> bool {
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

fn no_live_null(site: Site<'_>) -> bool {
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
fn no_duplicates(site: Site<'_>) -> bool {
    let Site::Merge { live, patch, ty } = site else { return false };
    let mut changed = false;
    for name in concerned(patch) {
        let _ = below(ty, &name);
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
