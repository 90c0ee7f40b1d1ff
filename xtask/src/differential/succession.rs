//! What two patches do one after the other, on documents of all sorts.

use serde_json::{Map, Value};

use super::case::Case;
use super::equal::{equivalent, unordered};

/// Whether the patches can't be applied to any of the documents at hand: the
/// live one, an empty one, and what the patches themselves leave.
pub(super) fn patches_refused(case: &Case) -> bool {
    lives(case).iter().any(|live| {
        [case.doc(0), case.doc(1)].iter().any(|patch| case.our_apply(live, patch).is_err())
    })
}

/// The objects of a patch, with a member that it doesn't know or without.
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
        // What the patches' objects are merged into, with members of its own.
        lives.push(skeleton(patch, true));
        lives.push(skeleton(patch, false));
        lives.extend(case.our_apply(case.doc(2), patch).ok());
        lives.extend(case.our_apply(&empty, patch).ok());
    }
    lives
}

/// Whether the order of the patches makes no difference, but to the order of merge
/// lists, on any of the documents at hand.
pub(super) fn commute(case: &Case) -> bool {
    let seen = |result: &Value| unordered(result, Some(case.ty.root()));
    let (first, second) = (case.doc(0), case.doc(1));
    lives(case).iter().all(|live| {
        let one = case.in_succession(live, first, second);
        let other = case.in_succession(live, second, first);
        match (one, other) {
            (Ok(one), Ok(other)) => equivalent(&seen(&one), &seen(&other)),
            (Err(_), Err(_)) => true,
            _ => false,
        }
    })
}
