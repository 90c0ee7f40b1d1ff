//! Checks the effect that a patch must have, and finds the reason why the reference's patch has
//! another effect than ours.

use serde_json::Value;
use smp_core::{Document, MergeKeys, Options, ThreeWay};
use smp_tests::laws::outcome::{self, Sides};
use smp_tests::valid::is_irregular;

use super::case::{Case, Op, PRECONDITIONS};
use super::equal::{equivalent, integers_coincide, normal};
use crate::oracle::Answer;

/// Checks that the result is the one that the patch must lead to.
pub(super) fn holds(case: &Case, result: &Value) -> Result<(), String> {
    match case.op {
        Op::Diff if equivalent(result, case.doc(1)) => Ok(()),
        Op::Diff => Err("and breaks the law: it isn't modified".to_owned()),
        Op::Threeway => {
            three_way(case, result)?;
            settles(case, result)
        }
        Op::Compose => match case.in_succession(case.doc(2), case.doc(0), case.doc(1)) {
            Ok(wanted) if !equivalent(&wanted, result) => {
                Err(format!("and breaks the law: in succession {wanted}"))
            }
            _ => Ok(()),
        },
        Op::Apply | Op::Conflicts => Ok(()),
    }
}

/// The id of the deviation that explains why the reference's patch or error differs from ours,
/// if our patch has the right effect when the reference applies it.
pub(super) fn cause(
    case: &Case,
    result: &Value,
    theirs: &Answer,
    effect: Option<&Answer>,
) -> Option<&'static str> {
    match (theirs, effect) {
        (Answer::Panic(_), _) => Some("reference-panics"),
        (Answer::Error(text), _)
            if text.contains("conflicts with changes made from original to current") =>
        {
            (!in_conflict(case)).then_some("conflict-needs-two-changes")
        }
        (Answer::Error(text), _) if text.contains("precondition failed") => {
            (!breaks_precondition(case, result)).then_some("precondition-needs-a-change")
        }
        (Answer::Error(_), _) if case.op == Op::Compose => Some("compose-refused"),
        (Answer::Error(_), _) => Some("diff-refused"),
        (Answer::Ok(_), Some(Answer::Ok(theirs))) => match case.op {
            Op::Diff => Some("diff-law"),
            Op::Compose => Some("compose-law"),
            Op::Threeway if three_way(case, theirs).is_err() => Some("three-way-law"),
            Op::Threeway if differ_in_places(case, result, theirs) => Some("irregular-lists"),
            Op::Threeway if case.has(is_irregular) => Some("irregular-lists"),
            Op::Threeway if integers_coincide(&case.docs) => Some("numbers-keep-their-text"),
            _ => None,
        },
        (Answer::Ok(_), Some(_)) if case.op == Op::Compose => Some("compose-law"),
        (Answer::Ok(_), Some(_)) => Some("patch-refused-by-its-maker"),
        (Answer::Ok(_), None) => None,
    }
}

/// Whether two sides changed something from original to different values.
pub(super) fn in_conflict(case: &Case) -> bool {
    let sides = Sides::of(case.doc(0), case.doc(1), case.doc(2));
    outcome::in_conflict(sides, case.ty.root(), MergeKeys::PatchMergeKey)
}

/// Whether the result changes a field of current that must not change.
pub(super) fn breaks_precondition(case: &Case, result: &Value) -> bool {
    let current = case.doc(2);
    PRECONDITIONS.iter().any(|path| {
        let at = |document| path.split('.').try_fold(document, outcome::member).cloned();
        at(current) != at(result)
    })
}

/// Checks the content of a three-way result. This engine distinguishes `1.0` from `1`, the
/// reference doesn't: a result is right if it is right for either interpretation of numbers.
fn three_way(case: &Case, result: &Value) -> Result<(), String> {
    let (ty, options) = (case.ty.root(), &Options::kubernetes());
    let documents = [0, 1, 2].map(|at| case.doc(at));
    let [original, modified, current] = documents;
    if outcome::check_three_way(Sides::of(original, modified, current), result, ty, options).is_ok()
    {
        return Ok(());
    }
    let [original, modified, current] = documents.map(normal);
    let sides = Sides::of(&original, &modified, &current);
    outcome::check_three_way(sides, &normal(result), ty, options)
        .map_err(|what| format!("and breaks the law: {what}"))
}

/// Whether the results differ only in the places of elements with one merge key.
fn differ_in_places(case: &Case, result: &Value, theirs: &Value) -> bool {
    let together =
        |result| outcome::together(result, Some(case.ty.root()), MergeKeys::PatchMergeKey);
    equivalent(&together(result), &together(theirs))
}

/// Checks that a second three-way diff is empty.
fn settles(case: &Case, result: &Value) -> Result<(), String> {
    let [original, modified, result] = [case.doc(0), case.doc(1), result].map(Document::from);
    let (ty, options) = (case.ty.root(), Options::kubernetes());
    match ThreeWay::new(&original, &modified, &result).diff(ty, &options) {
        Ok(patch) if patch.is_empty() => Ok(()),
        Ok(patch) => Err(format!("and doesn't settle: then comes {patch}")),
        Err(error) => Err(format!("and doesn't settle: then comes {error}")),
    }
}
