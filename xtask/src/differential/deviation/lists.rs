//! Deviations of three-way diffs that lie in lists which can't be patched item
//! by item.

use serde_json::Value;
use smp_core::TypeRef;

use super::{Cured, Deviation};
use crate::differential::case::{Case, Op};
use crate::differential::walk::{Lists, below, element, lists};

pub(super) const DEVIATIONS: &[Deviation] = &[
    Deviation {
        id: "list-for-scalar",
        ops: &[Op::Apply, Op::Diff, Op::Threeway],
        cured: Cured::Refusal,
        cure: no_list_for_scalar,
    },
    Deviation {
        id: "irregular-lists",
        ops: &[Op::Threeway],
        cured: Cured::OtherResult,
        cure: regular,
    },
];

/// A member that the schema has as a scalar is no list.
fn no_list_for_scalar(case: &Case) -> Option<Case> {
    fn scalars_only(value: &mut Value, ty: Option<TypeRef<'_>>) -> bool {
        match value {
            Value::Object(members) => {
                let before = members.len();
                members.retain(|name, value| {
                    let is_scalar = below(ty, name)
                        .is_some_and(|ty| matches!(ty.kind(), smp_core::TypeKind::Scalar));
                    !(is_scalar && value.is_array())
                });
                let changed = members.len() != before;
                members.iter_mut().fold(changed, |done, (name, value)| {
                    scalars_only(value, below(ty, name)) | done
                })
            }
            Value::Array(items) => {
                let ty = element(ty);
                items.iter_mut().fold(false, |done, item| scalars_only(item, ty) | done)
            }
            _ => false,
        }
    }
    let mut cured = case.clone();
    let root = Some(case.ty.root());
    cured.docs.iter_mut().fold(false, |done, doc| scalars_only(doc, root) | done).then_some(cured)
}

/// Merge lists hold what can be told apart: objects with one key of their own
/// each, or scalars of one type once each.
fn regular(case: &Case) -> Option<Case> {
    let mut cured = case.clone();
    let root = case.ty.root();
    let changed = cured.docs.iter_mut().fold(false, |done, doc| tidy(doc, Some(root)) | done);
    changed.then_some(cured)
}

fn tidy(value: &mut Value, ty: Option<TypeRef<'_>>) -> bool {
    let mut changed = false;
    let Value::Object(members) = value else { return false };
    for (name, member) in members.iter_mut() {
        let below = below(ty, name);
        match member {
            Value::Object(_) => changed |= tidy(member, below),
            Value::Array(items) => {
                let before = items.len();
                match lists(ty, name) {
                    Lists::Atomic => continue,
                    Lists::Scalars => once_each(items, |item| {
                        // Strings are what such lists hold.
                        item.is_string().then(|| item.clone())
                    }),
                    Lists::Keyed(key) => once_each(items, |item| {
                        item.get(key).filter(|id| id.is_string() || id.is_u64()).cloned()
                    }),
                }
                changed |= items.len() != before;
                let element = element(below);
                changed |= items.iter_mut().fold(false, |done, item| tidy(item, element) | done);
            }
            _ => {}
        }
    }
    changed
}

fn once_each(items: &mut Vec<Value>, id: impl Fn(&Value) -> Option<Value>) {
    let mut seen = Vec::new();
    items.retain(|item| match id(item) {
        Some(id) if !seen.contains(&id) => {
            seen.push(id);
            true
        }
        _ => false,
    });
}
