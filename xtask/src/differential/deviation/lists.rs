//! Deviations of three-way diffs that lie in lists which can't be patched item
//! by item.

use serde_json::Value;
use smp_core::{TypeKind, TypeRef};

use super::{Cured, Deviation};
use crate::differential::case::{Case, Op};
use crate::differential::walk::{Lists, below, element, lists};

pub(super) const DEVIATIONS: &[Deviation] = &[
    Deviation {
        id: "list-for-another-type",
        ops: &[Op::Apply, Op::Diff, Op::Threeway],
        cured: Cured::Refusal,
        cure: no_list_for_another,
    },
    Deviation {
        id: "numbers-keep-their-text",
        ops: &Op::ALL,
        cured: Cured::OtherResult,
        cure: no_large_numbers,
    },
    Deviation {
        id: "mixed-live-list",
        ops: &[Op::Compose],
        cured: Cured::OtherResult,
        cure: objects_in_live,
    },
    Deviation {
        id: "irregular-lists",
        ops: &[Op::Threeway],
        cured: Cured::OtherResult,
        cure: regular,
    },
];

/// A member that the schema has as something else is no list.
fn no_list_for_another(case: &Case) -> Option<Case> {
    fn typed_only(value: &mut Value, ty: Option<TypeRef<'_>>) -> bool {
        match value {
            Value::Object(members) => {
                let before = members.len();
                members.retain(|name, value| {
                    let other = below(ty, name)
                        .is_some_and(|ty| !matches!(ty.kind(), TypeKind::List(_) | TypeKind::Any));
                    !(other && value.is_array())
                });
                let changed = members.len() != before;
                members
                    .iter_mut()
                    .fold(changed, |done, (name, value)| typed_only(value, below(ty, name)) | done)
            }
            Value::Array(items) => {
                let ty = element(ty);
                items.iter_mut().fold(false, |done, item| typed_only(item, ty) | done)
            }
            _ => false,
        }
    }
    let mut cured = case.clone();
    let root = Some(case.ty.root());
    cured.docs.iter_mut().fold(false, |done, doc| typed_only(doc, root) | done).then_some(cured)
}

/// Numbers that the reference can't tell apart become texts, which it can.
fn no_large_numbers(case: &Case) -> Option<Case> {
    fn as_text(value: &mut Value) -> bool {
        match value {
            Value::Number(number) if number.is_u64() && !number.is_i64() => {
                *value = Value::from(number.to_string());
                true
            }
            Value::Array(items) => items.iter_mut().fold(false, |done, item| as_text(item) | done),
            Value::Object(members) => {
                members.values_mut().fold(false, |done, value| as_text(value) | done)
            }
            _ => false,
        }
    }
    let mut cured = case.clone();
    cured.docs.iter_mut().fold(false, |done, doc| as_text(doc) | done).then_some(cured)
}

/// Live's lists of objects hold objects.
fn objects_in_live(case: &Case) -> Option<Case> {
    fn objects_only(value: &mut Value, ty: Option<TypeRef<'_>>) -> bool {
        let Value::Object(members) = value else { return false };
        let mut changed = false;
        for (name, member) in members.iter_mut() {
            let below = below(ty, name);
            if let Value::Array(items) = member {
                let before = items.len();
                if matches!(lists(ty, name), Lists::Keyed(_)) {
                    items.retain(Value::is_object);
                }
                changed |= items.len() != before;
                for item in items {
                    changed |= objects_only(item, element(below));
                }
            } else {
                changed |= objects_only(member, below);
            }
        }
        changed
    }
    let mut cured = case.clone();
    let root = Some(case.ty.root());
    objects_only(cured.docs.get_mut(2)?, root).then_some(cured)
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
