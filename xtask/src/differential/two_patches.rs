//! Two patches: their composition, and their conflicts.

use serde_json::Value;
use smp_core::{Error, ErrorKind, Segment};
use smp_tests::prune::pruned;
use smp_tests::valid::with_each_element_once;

use super::case::Case;
use super::equal::equivalent_here;
use super::refusal;
use super::succession::{self, lives};
use super::verdict::{Ours, Verdict};
use super::walk::{ORDER, items, list_of};
use crate::oracle::Answer;

/// Checks that our composed patch has the effect of both patches on live and on other documents.
pub(super) fn holds(case: &Case, composed: &Value) -> Result<(), String> {
    for live in lives(case) {
        let Ok(wanted) = case.in_succession(&live, case.doc(0), case.doc(1)) else { continue };
        match case.our_apply(&live, composed) {
            Ok(result) if equivalent_here(&wanted, &result) => {}
            Ok(result) => {
                return Err(format!("breaks the law: {live}\nbecomes {result}\nnot {wanted}"));
            }
            Err(error) if refusal::is_mixed_list(&case.apply(&live, composed), &error) => {}
            Err(error) => return Err(format!("breaks the law: {live}\nis refused: {error}")),
        }
    }
    Ok(())
}

/// Whether a patch has a different effect from ours, on any of several documents that both patches of
/// the case can be applied to.
pub(super) fn differ(case: &Case, ours: &Value, other: &Value) -> bool {
    lives(case).iter().any(|live| {
        let effect = |patch| case.our_apply(live, patch).ok().map(|result| pruned(&result));
        case.in_succession(live, case.doc(0), case.doc(1)).is_ok() && effect(ours) != effect(other)
    })
}

/// Composing is refused if no single patch has the effect of both, or if a patch is malformed.
pub(super) fn refused_to_compose(
    case: &Case,
    error: &Error,
    theirs: &Value,
) -> Option<&'static str> {
    let is_incompatible = error.kind() == ErrorKind::IncompatiblePatches
        && (succession::approximates(case, theirs) || refusal::is_list_of_both(case, error));
    if is_incompatible { Some("compose-never-approximates") } else { refused(case, error) }
}

fn refused(case: &Case, error: &Error) -> Option<&'static str> {
    // A patch may have two mistakes, and its application finds a different one first.
    let refuses = |case: &Case| succession::refuses(case, error.kind());
    let invalid = || {
        (refuses(case) || refuses(&only_along(case, error))).then_some("invalid-patches-refused")
    };
    refusal::cause(case, error).or_else(invalid)
}

/// The case with patches that have only what is on the way to the place of an error.
fn only_along(case: &Case, error: &Error) -> Case {
    let steps: Vec<&Segment> = error.path().segments().collect();
    let mut along = case.clone();
    for patch in along.docs.iter_mut().take(2) {
        keep_along(patch, &steps);
    }
    along
}

fn keep_along(patch: &mut Value, steps: &[&Segment]) {
    if let (Some((Segment::Field(name), rest)), Value::Object(members)) =
        (steps.split_first(), patch)
    {
        members.retain(|other, _| list_of(other) == list_of(name));
        members.values_mut().for_each(|member| keep_along(member, rest));
    }
}

/// The patch without the lists and objects that it replaces or deletes as a whole.
fn without_replaced(patch: &Value) -> Value {
    match patch {
        Value::Object(members) => {
            let is_replaced = |name: &str| match members.get(list_of(name)) {
                Some(Value::Array(items)) => items.iter().any(|item| item["$patch"] == "replace"),
                Some(Value::Object(object)) => object.contains_key("$patch"),
                _ => false,
            };
            let left = members.iter().filter(|(name, _)| !is_replaced(name));
            left.map(|(name, value)| (name.clone(), without_replaced(value))).collect()
        }
        Value::Array(items) => items.iter().map(without_replaced).collect(),
        other => other.clone(),
    }
}

/// Whether order lists of one name have two items in opposite order.
fn orders_contradict(first: &Value, second: &Value) -> bool {
    let (mut one, mut other) = (Vec::new(), Vec::new());
    orders(first, &mut one);
    orders(second, &mut other);
    one.iter().any(|(name, one)| {
        other.iter().filter(|(other, _)| other == name).any(|(_, other)| {
            let place = |item: &Value| other.iter().position(|one| one == item);
            let places: Vec<usize> = one.iter().filter_map(place).collect();
            !places.is_sorted()
        })
    })
}

/// Adds the order lists of a patch, with their names.
fn orders<'p>(patch: &'p Value, found: &mut Vec<(&'p str, &'p [Value])>) {
    for (name, value) in patch.as_object().into_iter().flatten() {
        if let (Some(list), Value::Array(items)) = (name.strip_prefix(ORDER), value) {
            found.push((list, items));
        }
        orders(value, found);
    }
    for element in items(Some(patch)) {
        orders(element, found);
    }
}

/// The case with patches that name each element once: if live lacks the list, an element that is
/// named twice occurs twice (conflict-1).
fn each_once(case: &Case) -> Case {
    let mut once = case.clone();
    for patch in once.docs.iter_mut().take(2) {
        *patch = with_each_element_once(patch.take(), case.ty.root());
    }
    once
}

pub(super) fn conflicts(case: &Case, ours: &Ours, theirs: &Answer) -> Verdict {
    let ours = match (ours, theirs) {
        (Ok(ours), _) => *ours == Value::Bool(true),
        (Err(error), Answer::Ok(_)) => {
            let shown = || Verdict::Different(format!("ours error: {error}"));
            return refused(case, error).map_or_else(shown, Verdict::Explained);
        }
        (Err(_), Answer::Error(_) | Answer::Panic(_)) => return Verdict::Refused,
    };
    let id = match theirs {
        Answer::Ok(theirs) if *theirs == Value::Bool(ours) => {
            return Verdict::Equal { rewritten: false };
        }
        Answer::Ok(_) if ours => "conflict-overlooked",
        Answer::Ok(_) => "conflict-of-nothing",
        Answer::Error(_) => "conflicts-refused",
        Answer::Panic(_) => "reference-panics",
    };
    let (commute, in_full) = (succession::commute(case), succession::commute_in_full(case));
    let (Some(commute), Some(in_full)) = (commute, in_full) else {
        // If the patches can't be applied, nothing can be compared.
        return Verdict::Explained("invalid-patches-refused");
    };
    let is_right = if ours {
        !commute || orders_contradict(case.doc(0), case.doc(1))
    } else {
        commute || in_full || succession::commute(&each_once(case)) == Some(true)
    };
    if is_right {
        return Verdict::Explained(id);
    }
    // If the other patch replaces a value, every change of it is a conflict.
    let mut without = case.clone();
    without.docs.iter_mut().take(2).for_each(|patch| *patch = without_replaced(patch));
    if ours && without.docs != case.docs && without.our_conflict().is_ok_and(|conflict| !conflict) {
        return Verdict::Explained("conflict-with-replacement");
    }
    Verdict::Different(format!("ours {ours}, the patches commute: {commute}"))
}
