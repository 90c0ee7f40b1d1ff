//! Deviations of apply. Each cure walks live and patch as the merge does.

use serde_json::{Map, Value};
use smp_core::{Options, Patch, Segment, TypeKind, TypeRef};

use super::directives::{
    delete_same_type, duplicates_together, full_order, marker_first, no_duplicates, no_live_null,
    no_order_of_nothing, nothing_replaced, null_alone, scalar_keys,
};
use super::{Cured, Deviation};
use crate::differential::case::{Case, Op};
use crate::differential::walk::{Site, below, walk};

pub(super) const ORDER: &str = "$setElementOrder/";
pub(super) const DELETE: &str = "$deleteFromPrimitiveList/";

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
    Deviation {
        id: "duplicates-stay-in-place",
        ops: &[Op::Apply],
        cured: Cured::OtherResult,
        cure: |case| at_sites(case, duplicates_together),
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
        let place = error.path();
        let mut at = &mut *patch;
        for (depth, segment) in place.segments().enumerate() {
            if let Segment::Field(name) = segment
                && name.starts_with('$')
            {
                break;
            }
            // The last step may be a field that isn't retained.
            if error.kind() == smp_core::ErrorKind::RetainKeys
                && depth + 1 == place.segments().len()
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
        let directive = place.segments().find_map(|segment| match segment {
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

pub(super) fn marked(value: &Value) -> bool {
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
pub(super) fn concerned(patch: &Map<String, Value>) -> Vec<String> {
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
        if !inside && (!is_any || patch.get(&name).is_some_and(Value::is_object)) {
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
            patch.retain(|name, _| !spelled.contains(name));
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
