//! What two patches do one after the other, on documents of all sorts.

use serde_json::{Map, Value};
use smp_core::TypeRef;

use crate::differential::case::Case;
use crate::differential::equal::equivalent;
use crate::differential::walk::{Lists, below, element, lists};

/// Whether the patches can't be applied to any of the documents at hand: the
/// live one, an empty one, and what the patches themselves leave.
pub(in crate::differential) fn patches_refused(case: &Case) -> bool {
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
    let (first, second) = (case.doc(0), case.doc(1));
    let mut lives = vec![case.doc(2).clone(), Value::Object(Map::new())];
    // What the patches' objects are merged into, with members of its own.
    for patch in [first, second] {
        lives.push(skeleton(patch, true));
        lives.push(skeleton(patch, false));
    }
    for patch in [first, second] {
        lives.extend(case.our_apply(case.doc(2), patch).ok());
        lives.extend(case.our_apply(&Value::Object(Map::new()), patch).ok());
    }
    lives
}

/// Whether the order of the patches makes no difference, but to the order of
/// merge lists, on any of the documents at hand.
pub(in crate::differential) fn commute(case: &Case) -> bool {
    let (first, second) = (case.doc(0), case.doc(1));
    let ty = Some(case.ty.root());
    lives(case).iter().all(|live| {
        let one = case.in_succession(live, first, second);
        let other = case.in_succession(live, second, first);
        match (one, other) {
            (Ok(one), Ok(other)) => equivalent(&unordered(&one, ty), &unordered(&other, ty)),
            (Err(_), Err(_)) => true,
            _ => false,
        }
    })
}

/// With merge lists sorted by their text.
fn unordered(value: &Value, ty: Option<TypeRef<'_>>) -> Value {
    let Value::Object(members) = value else { return value.clone() };
    let members = members.iter().map(|(name, value)| {
        let below = below(ty, name);
        let value = match value {
            Value::Array(items) if lists(ty, name) != Lists::Atomic => {
                let element = element(below);
                let mut items: Vec<Value> =
                    items.iter().map(|item| unordered(item, element)).collect();
                items.sort_by_cached_key(ToString::to_string);
                Value::Array(items)
            }
            value => unordered(value, below),
        };
        (name.clone(), value)
    });
    Value::Object(members.collect())
}
