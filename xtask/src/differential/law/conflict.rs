//! When a three-way diff is in conflict, said independently of the engine.

use serde_json::Value;
use smp_core::{Base, TypeRef};

use super::{Sides, find, is_keyed, list, member, names};
use crate::differential::case::Case;
use crate::differential::equal::{equivalent, without_nulls};
use crate::differential::walk::{Lists, below, element, lists};

/// Whether two sides changed something from original to different values.
pub(in crate::differential) fn in_conflict(case: &Case) -> bool {
    let sides = Sides {
        original: Some(case.doc(0)),
        modified: Some(case.doc(1)),
        current: Some(case.doc(2)),
    };
    members_in_conflict(sides, Some(case.ty.root()))
}

fn members_in_conflict(sides: Sides<'_>, ty: Option<TypeRef<'_>>) -> bool {
    names(&[sides.modified, sides.current]).into_iter().any(|name| {
        let below = Sides {
            original: member(sides.original, name),
            modified: member(sides.modified, name),
            current: member(sides.current, name),
        };
        field_in_conflict(below, ty, name)
    })
}

fn field_in_conflict(sides: Sides<'_>, ty: Option<TypeRef<'_>>, name: &str) -> bool {
    let agree = |left: Option<&Value>, right: Option<&Value>| match (left, right) {
        (None, None) => true,
        (Some(left), Some(right)) => without_nulls(left) == without_nulls(right),
        _ => false,
    };
    let Sides { original, modified, current } = sides;
    if agree(modified, current) || agree(original, modified) || agree(original, current) {
        return false;
    }
    let replaces = ty
        .and_then(|ty| ty.field(name))
        .is_some_and(|field| field.strategy().base() == Base::Replace);
    match (modified, current) {
        (Some(Value::Object(_)), Some(Value::Object(_))) if !replaces => {
            members_in_conflict(sides, below(ty, name))
        }
        (Some(Value::Array(_)), Some(Value::Array(_))) => match lists(ty, name) {
            Lists::Atomic => true,
            Lists::Scalars => false,
            Lists::Keyed(key) => {
                let all = [list(original), list(modified), list(current)];
                !all.iter().all(|items| is_keyed(items, key))
                    || ids(&all, key).into_iter().any(|id| {
                        let pair = Sides {
                            original: find(list(original), key, id),
                            modified: find(list(modified), key, id),
                            current: find(list(current), key, id),
                        };
                        element_in_conflict(pair, element(below(ty, name)))
                    })
            }
        },
        _ => true,
    }
}

fn element_in_conflict(sides: Sides<'_>, ty: Option<TypeRef<'_>>) -> bool {
    match (sides.modified, sides.current) {
        (Some(_), Some(_)) => members_in_conflict(sides, ty),
        // Removed by one side, changed by the other.
        (None, Some(other)) | (Some(other), None) => {
            sides.original.is_some_and(|original| !equivalent(original, other))
        }
        (None, None) => false,
    }
}

fn ids<'v>(lists: &[&'v [Value]], key: &str) -> Vec<&'v Value> {
    lists.iter().flat_map(|items| items.iter().filter_map(|item| item.get(key))).collect()
}
