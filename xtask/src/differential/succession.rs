//! The effect of two patches in succession, on several documents.

use serde_json::{Map, Value};

use super::case::Case;
use super::equal::{equivalent_here, unordered};

/// Whether the patches can't be applied to any of several documents: the live object, an empty
/// one, and documents made from the patches.
pub(super) fn patches_refused(case: &Case) -> bool {
    lives(case).iter().any(|live| {
        [case.doc(0), case.doc(1)].iter().any(|patch| case.our_apply(live, patch).is_err())
    })
}

/// The objects of a patch, with or without an additional member that the patch doesn't name.
fn skeleton(patch: &Value, more: bool) -> Value {
    let members = patch.as_object().into_iter().flatten();
    let below = members
        .filter(|(name, value)| !name.starts_with('$') && value.is_object())
        .map(|(name, value)| (name.clone(), skeleton(value, more)));
    let other = more.then(|| ("other".to_owned(), Value::from("x")));
    Value::Object(below.chain(other).collect())
}

fn lives(case: &Case) -> Vec<Value> {
    let empty = Value::Object(Map::new());
    let mut lives = vec![case.doc(2).clone(), empty.clone()];
    for patch in [case.doc(0), case.doc(1)] {
        // Objects into which the patch's objects are merged, with members of their own.
        lives.push(skeleton(patch, true));
        lives.push(skeleton(patch, false));
        lives.extend(case.our_apply(case.doc(2), patch).ok());
        lives.extend(case.our_apply(&empty, patch).ok());
    }
    lives
}

/// Whether the order of the patches makes no difference, except to the order of merge lists, on
/// any of these documents.
pub(super) fn commute(case: &Case) -> bool {
    let seen = |result: &Value| unordered(result, Some(case.ty.root()));
    let (first, second) = (case.doc(0), case.doc(1));
    lives(case).iter().all(|live| {
        let one = case.in_succession(live, first, second);
        let other = case.in_succession(live, second, first);
        match (one, other) {
            (Ok(one), Ok(other)) => equivalent_here(&seen(&one), &seen(&other)),
            (Err(_), Err(_)) => true,
            _ => false,
        }
    })
}
