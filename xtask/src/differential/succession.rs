//! The effect of two patches in succession, on several documents.

use serde_json::{Map, Value};
use smp_tests::server::has_directive_in_data;

use super::Result;
use super::case::{Case, Op, apply_question};
use super::deviation::{DELETE, has_other_number};
use super::equal::{equivalent_here, unordered};
use crate::oracle::{Answers, Oracle, Question};

/// How often a question is asked again if its answer may vary.
const REPEAT: u32 = 100;

/// The question for applying a patch, asked several times if the order of Go's maps may decide the
/// answer.
pub(super) fn repeated(mut question: Question, patch: &Value) -> Question {
    if patch.to_string().contains(DELETE) {
        question.insert("repeat".to_owned(), REPEAT.into());
    }
    question
}

/// Whether a server takes what the reference makes of a patch: one result, without directives where
/// the server has no place for them.
pub(super) fn is_taken(answers: &Answers, case: &Case) -> bool {
    answers.also.is_empty()
        && answers.first.ok().is_some_and(|result| !has_directive_in_data(result, case.ty.root()))
}

/// For each case of two patches, whether a server takes the first patch and then the second.
pub(super) fn taken_by_server(oracle: &mut Oracle, cases: &[Case]) -> Result<Vec<bool>> {
    // The first patch also rewrites numbers, which may change what the second does.
    let two = |case: &&Case| case.op == Op::Compose && !case.docs.iter().any(has_other_number);
    let apply = |case: &Case, live: &Value, patch: usize| {
        let patch = case.doc(patch);
        repeated(apply_question(&case.ty, live, patch), patch)
    };
    let asked: Vec<&Case> = cases.iter().filter(two).collect();
    let once = asked.iter().map(|case| apply(case, case.target(), 0)).collect();
    let once = oracle.ask_all(once)?;
    let taken: Vec<bool> = asked.iter().zip(&once).map(|(case, it)| is_taken(it, case)).collect();
    let twice = asked
        .iter()
        .zip(&once)
        .map(|(case, once)| apply(case, once.first.ok().unwrap_or(case.target()), 1));
    let twice = oracle.ask_all(twice.collect())?;
    let mut in_turn =
        asked.iter().zip(twice).zip(taken).map(|((case, it), taken)| taken && is_taken(&it, case));
    Ok(cases.iter().map(|case| two(&case) && in_turn.next().unwrap_or_default()).collect())
}

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
