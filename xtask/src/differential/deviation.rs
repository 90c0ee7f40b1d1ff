//! Recognizes the deviations of `docs/deviations.md` that show when a patch is applied, by both
//! results and by the documents. The page has an example of each deviation;
//! `tests/tests/deviations.rs` checks this engine's results there.

use serde_json::{Map, Value};
use smp_core::{Error, ErrorKind, FieldRef, Patch, TypeKind, TypeRef};
use smp_tests::prune::{has_directive, pruned};
use smp_tests::valid::{Place, is_irregular};

use super::case::Case;
use super::equal::{normal, unordered};
use crate::oracle::Answer;

/// The application of a patch, with the results of both sides.
pub(super) struct Application<'c> {
    /// A case whose documents are live and the patch.
    pub(super) case: &'c Case,
    pub(super) ours: &'c Result<Value, Error>,
    pub(super) theirs: &'c Answer,
}

/// A deviation that is intended.
struct Deviation {
    id: &'static str,
    is_behind: fn(&Application<'_>) -> bool,
}

/// A difference is explained by the first deviation that fits, so the most specific ones come
/// first.
const DEVIATIONS: &[Deviation] = &[
    Deviation {
        id: "directives-checked-when-parsed",
        is_behind: |a| a.ours.is_err() && Patch::from_value(a.patch()).is_err(),
    },
    Deviation {
        id: "merge-key-no-scalar",
        is_behind: |a| a.we_refuse(ErrorKind::MergeKeyMissing) && a.has(null_key),
    },
    Deviation {
        id: "list-for-another-type",
        is_behind: |a| a.we_refuse(ErrorKind::TypeMismatch) && a.has(list_for_another_type),
    },
    Deviation {
        id: "free-form-merges",
        is_behind: |a| {
            ["unable to find api field", "is not struct", "but got: struct"]
                .iter()
                .any(|text| a.they_refuse(text))
                && a.has(nested_free_form)
        },
    },
    Deviation {
        id: "empty-lists-in-order",
        is_behind: |a| {
            a.they_refuse("no elements in any of the given slices") && a.patch_has(ordered)
        },
    },
    Deviation {
        id: "null-beside-directive",
        is_behind: |a| a.patch_has(|members, list| members.get(list).is_some_and(Value::is_null)),
    },
    Deviation {
        id: "live-null-is-absent",
        is_behind: |a| {
            a.they_refuse("expected a []interface {}") && a.patch_has(ordered) && a.has(null_member)
        },
    },
    Deviation {
        id: "order-beside-replacement",
        is_behind: |a| a.they_refuse("expected a []interface {}") && a.patch_has(ordered),
    },
    Deviation {
        id: "replace-marker-under-order",
        is_behind: |a| {
            a.patch_has(|members, list| {
                let items = members.get(list).and_then(Value::as_array).into_iter().flatten();
                items.into_iter().any(|item| item["$patch"] == "replace")
            })
        },
    },
    Deviation {
        id: "deletion-of-other-type",
        is_behind: |a| {
            a.they_refuse("list element types are not identical") && a.patch_has(any_list)
        },
    },
    Deviation {
        id: "nulls-in-new-elements",
        is_behind: |a| a.results(|ours, theirs| pruned(&ours) == pruned(&theirs)),
    },
    Deviation {
        id: "directives-never-leak",
        is_behind: |a| a.results(|ours, theirs| has_directive(&theirs) && !has_directive(&ours)),
    },
    Deviation {
        id: "empty-order-list",
        is_behind: |a| {
            a.patch_has(|members, list| {
                let order = members.get(&format!("{ORDER}{list}")).and_then(Value::as_array);
                order.is_some_and(Vec::is_empty)
            }) && a.give_another_order()
        },
    },
    Deviation { id: "duplicates-keep-first", is_behind: |a| a.has(is_irregular) },
    Deviation {
        id: "numbers-keep-their-text",
        is_behind: |a| a.case.docs.iter().any(has_other_number),
    },
];

/// Deviations that show in the effect of a patch, or in an outcome: [`examine`](super::examine)
/// and [`law`](super::law) recognize them.
const BY_EFFECT: [&str; 21] = [
    "compose-law",
    "compose-never-approximates",
    "compose-refused",
    "conflict-missed",
    "conflict-needs-two-changes",
    "conflict-of-nothing",
    "conflict-overlooked",
    "conflict-with-replacement",
    "conflicts-refused",
    "diff-law",
    "diff-refused",
    "directives-in-documents",
    "invalid-patches-refused",
    "irregular-lists",
    "map-order",
    "mixed-live-list",
    "patch-refused-by-its-maker",
    "precondition-missed",
    "precondition-needs-a-change",
    "reference-panics",
    "three-way-law",
];

const ORDER: &str = "$setElementOrder/";
pub(super) const DELETE: &str = "$deleteFromPrimitiveList/";

/// The ids of all deviations.
pub(super) fn ids() -> Vec<&'static str> {
    DEVIATIONS.iter().map(|deviation| deviation.id).chain(BY_EFFECT).collect()
}

/// The id of the deviation that explains a difference, if there is one.
pub(super) fn recognise(application: &Application<'_>) -> Option<&'static str> {
    DEVIATIONS.iter().find(|deviation| (deviation.is_behind)(application)).map(|found| found.id)
}

impl Application<'_> {
    fn patch(&self) -> &Value {
        self.case.doc(1)
    }

    fn we_refuse(&self, kind: ErrorKind) -> bool {
        self.ours.as_ref().is_err_and(|error| error.kind() == kind)
    }

    fn they_refuse(&self, text: &str) -> bool {
        matches!(self.theirs, Answer::Error(found) if found.contains(text))
    }

    fn has(&self, test: fn(&Place<'_>) -> bool) -> bool {
        self.case.has(test)
    }

    /// Whether `test` is true for a list directive in the patch. It gets the object that has
    /// the directive, and the name of the list.
    fn patch_has(&self, test: fn(&Map<String, Value>, &str) -> bool) -> bool {
        any_list_directive(self.patch(), test)
    }

    /// Whether the results differ only in the order of merge lists and in nulls.
    fn give_another_order(&self) -> bool {
        let seen = |result: &Value| unordered(&pruned(result), Some(self.case.ty.root()));
        self.results(|ours, theirs| seen(&ours) == seen(&theirs))
    }

    fn results(&self, test: impl Fn(Value, Value) -> bool) -> bool {
        match (self.ours, self.theirs) {
            (Ok(ours), Answer::Ok(theirs)) => test(normal(ours), normal(theirs)),
            _ => false,
        }
    }
}

fn any_list_directive(value: &Value, test: fn(&Map<String, Value>, &str) -> bool) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(name, value)| {
            let list = name.strip_prefix(ORDER).or(name.strip_prefix(DELETE));
            list.is_some_and(|list| test(members, list)) || any_list_directive(value, test)
        }),
        Value::Array(items) => items.iter().any(|item| any_list_directive(item, test)),
        _ => false,
    }
}

fn any_list(_: &Map<String, Value>, _: &str) -> bool {
    true
}

fn ordered(members: &Map<String, Value>, list: &str) -> bool {
    members.contains_key(&format!("{ORDER}{list}"))
}

/// Whether the value has a number that the reference rewrites, or does not distinguish from
/// another.
pub(super) fn has_other_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => !number.is_i64(),
        Value::Array(items) => items.iter().any(has_other_number),
        Value::Object(members) => members.values().any(has_other_number),
        _ => false,
    }
}

fn null_key(place: &Place<'_>) -> bool {
    let (Some(key), Value::Array(items)) = (place.field.and_then(FieldRef::merge_key), place.value)
    else {
        return false;
    };
    let no_scalar = |key: &Value| key.is_null() || key.is_array() || key.is_object();
    items.iter().any(|item| item.get(key).is_some_and(no_scalar))
}

pub(super) fn mixed_objects(place: &Place<'_>) -> bool {
    place.field.is_some_and(|field| field.merge_key().is_some())
        && place.value.as_array().is_some_and(|items| !items.iter().all(Value::is_object))
}

pub(super) fn list_for_another_type(place: &Place<'_>) -> bool {
    let is_list = |ty: TypeRef<'_>| matches!(ty.kind(), TypeKind::List(_) | TypeKind::Any);
    place.value.is_array() && place.ty.is_some_and(|ty| !is_list(ty))
}

fn null_member(place: &Place<'_>) -> bool {
    place.value.is_null()
}

/// Whether the value is an object or a list in a map or a free-form field.
fn nested_free_form(place: &Place<'_>) -> bool {
    let free = |ty: Option<TypeRef<'_>>| {
        ty.is_some_and(|ty| matches!(ty.kind(), TypeKind::Map(_) | TypeKind::Any))
    };
    (place.value.is_object() || place.value.is_array()) && (free(place.parent) || free(place.ty))
}
