//! Runs cases on both sides and compares: for apply the results, for other operations the
//! effects of the patches.

use serde_json::Value;
use smp_tests::server::adds_what_it_deletes;

use super::Result;
use super::case::{Case, Op, apply_question};
use super::deviation::recognise;
use super::equal::{are_of, equivalent, has_other_number, same};
use super::succession::{self, is_taken, repeated};
use super::verdict::{Ours, Verdict};
use super::{law, reading, refusal, two_patches};
use crate::oracle::{Answer, Answers, Oracle, Question};

/// Examines several cases at once.
pub(super) fn examine(oracle: &mut Oracle, cases: &[Case]) -> Result<Vec<Verdict>> {
    let ours: Vec<Ours> = cases.iter().map(Case::ours).collect();
    judge(oracle, cases, &ours)
}

/// Judges these results of several cases.
pub(super) fn judge(oracle: &mut Oracle, cases: &[Case], ours: &[Ours]) -> Result<Vec<Verdict>> {
    let theirs = oracle.ask_all(cases.iter().map(Case::question).collect())?;
    let taken_in_turn = succession::taken_by_server(oracle, cases)?;
    // The effects of both patches when the reference applies them.
    let mut questions = Vec::new();
    for ((case, ours), theirs) in cases.iter().zip(ours).zip(&theirs) {
        questions.extend(effects(case, ours, theirs));
    }
    let mut effects_of = oracle.ask_all(questions)?.into_iter();
    let mut verdicts = Vec::with_capacity(cases.len());
    for (((case, ours), theirs), taken) in cases.iter().zip(ours).zip(&theirs).zip(taken_in_turn) {
        let count = effects(case, ours, theirs).len();
        let effects: Vec<Answers> = effects_of.by_ref().take(count).collect();
        if let (Op::Compose, Ok(composed)) = (case.op, ours)
            && let Err(broken) = two_patches::holds(case, composed)
        {
            verdicts.push(Verdict::Wrong(format!("our patch {composed}\n{broken}")));
            continue;
        }
        verdicts.push(match (case.op, ours) {
            (Op::Apply, ours) => judge_apply(oracle, case, ours, &theirs.first)?,
            (Op::Conflicts, ours) => two_patches::conflicts(case, ours, &theirs.first),
            (Op::Compose, Ok(composed))
                if taken && !effects.first().is_some_and(|it| is_taken(it, case)) =>
            {
                not_taken(oracle, case, composed, &effects)?
            }
            (_, ours) => patch(oracle, case, ours, &theirs.first, &effects)?,
        });
    }
    Ok(verdicts)
}

fn effects(case: &Case, ours: &Ours, theirs: &Answers) -> Vec<Question> {
    match case.op {
        Op::Diff | Op::Threeway | Op::Compose => [ours.as_ref().ok(), theirs.first.ok()]
            .into_iter()
            .flatten()
            .map(|patch| repeated(apply_question(&case.ty, case.target(), patch), patch))
            .collect(),
        Op::Apply | Op::Conflicts => Vec::new(),
    }
}

/// Compares the result of applying with this engine with an answer of the reference.
fn judge_apply(oracle: &mut Oracle, case: &Case, ours: &Ours, theirs: &Answer) -> Result<Verdict> {
    match (ours, theirs) {
        (Err(_), Answer::Error(_)) => return Ok(Verdict::Refused),
        (Err(_), Answer::Panic(_)) => return Ok(Verdict::Explained("reference-panics")),
        (Ok(ours), Answer::Ok(theirs)) if ours == theirs && are_of(ours, &case.docs) => {
            return Ok(Verdict::Equal { rewritten: false });
        }
        _ => {
            if let Some(id) = recognise(oracle, case, ours)?
                && (!case.comparable || id == "numbers-keep-their-text")
            {
                return Ok(match (ours, theirs) {
                    (Ok(ours), Answer::Ok(theirs)) if same(ours, theirs) => {
                        Verdict::Equal { rewritten: ours != theirs }
                    }
                    _ => Verdict::Explained(id),
                });
            }
        }
    }
    Ok(Verdict::Different(match ours {
        Ok(ours) => format!("ours {ours}\ntheirs {}", show(theirs)),
        Err(error) => format!("ours error: {error}\ntheirs {}", show(theirs)),
    }))
}

/// The verdict on a composed patch that a server doesn't accept, although it accepts both patches in
/// turn.
fn not_taken(
    oracle: &mut Oracle,
    case: &Case,
    composed: &Value,
    effects: &[Answers],
) -> Result<Verdict> {
    let mut shown = format!("our patch {composed}\nis refused, but both patches in turn aren't");
    for answers in effects.iter().take(1) {
        let case = &case.apply(case.target(), composed);
        let ours = case.our_apply(case.doc(0), composed);
        if ours.as_ref().is_err_and(|error| refusal::is_mixed_list(case, error)) {
            return Ok(Verdict::Explained("mixed-live-list"));
        }
        if recognise(oracle, case, &ours)? == Some("free-form-merges") {
            return Ok(Verdict::Explained("free-form-merges"));
        }
        for answer in std::iter::once(&answers.first).chain(&answers.also) {
            shown.push_str("\nin their hands ");
            shown.push_str(&show(answer));
        }
    }
    Ok(Verdict::Different(shown))
}

/// Whether the reference has several results for our patch, and ours is one of them: the order
/// of Go's maps decides whether a field or its deletion list comes first. A composed patch may have
/// several only if one of its patches has.
pub(super) fn depends_on_map_order(oracle: &mut Oracle, case: &Case, ours: &Ours) -> Result<bool> {
    let apply = match (case.op, ours) {
        (Op::Apply, _) => case.clone(),
        (Op::Compose, _) if !case.docs.iter().take(2).any(adds_what_it_deletes) => {
            return Ok(false);
        }
        (Op::Diff | Op::Threeway | Op::Compose, Ok(patch)) => case.apply(case.target(), patch),
        (_, Err(_)) | (Op::Conflicts, _) => return Ok(false),
    };
    let ours = if case.op == Op::Apply { ours } else { &apply.ours() };
    let answers = oracle.ask(repeated(apply.question(), apply.doc(1)))?;
    if answers.also.is_empty() {
        return Ok(false);
    }
    for theirs in std::iter::once(&answers.first).chain(&answers.also) {
        if !judge_apply(oracle, &apply, ours, theirs)?.is_different() {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(super) fn show(answer: &Answer) -> String {
    match answer {
        Answer::Ok(value) => value.to_string(),
        Answer::Error(text) => format!("error: {text}"),
        Answer::Panic(text) => format!("panic: {text}"),
    }
}

fn patch(
    oracle: &mut Oracle,
    case: &Case,
    ours: &Ours,
    theirs: &Answer,
    effects: &[Answers],
) -> Result<Verdict> {
    let ours = match (ours, theirs) {
        (Err(_), Answer::Error(_)) => return Ok(Verdict::Refused),
        (Err(_), Answer::Panic(_)) => return Ok(Verdict::Explained("reference-panics")),
        (Err(error), Answer::Ok(theirs)) => {
            let effect = effects.first().map(|answers| &answers.first);
            let section = if case.op == Op::Compose {
                two_patches::refused_to_compose(case, error, theirs)
            } else {
                law::refused(case, error, effect)
            };
            let shown = || format!("ours error: {error}\ntheir patch {theirs}");
            return Ok(section.map_or_else(|| Verdict::Different(shown()), Verdict::Explained));
        }
        (Ok(ours), _) => ours,
    };
    let target = case.target();
    if case.op == Op::Compose && case.in_succession(target, case.doc(0), case.doc(1)).is_err() {
        // If the patches can't be applied in succession, there is no effect to compare.
        return Ok(Verdict::Refused);
    }
    let result = match case.our_apply(target, ours) {
        Ok(result) => result,
        Err(error) if refusal::is_mixed_list(&case.apply(target, ours), &error) => {
            return Ok(Verdict::Explained("mixed-live-list"));
        }
        Err(error) => {
            return Ok(Verdict::Wrong(format!("our patch {ours}\nwe refuse it: {error}")));
        }
    };
    if let Err(broken) = law::holds(case, &result) {
        return Ok(Verdict::Wrong(format!("our patch {ours}\ngives {result}\n{broken}")));
    }
    let Some(effect) = effects.first().map(|answers| &answers.first) else {
        return Ok(Verdict::Different("no effect".to_owned()));
    };
    let their_effect = effects.get(1).map(|answers| &answers.first);
    let described = || {
        Verdict::Different(format!(
            "our patch {ours}\ngives {result}\nin their hands {}\ntheir patch {}\ngives {}",
            show(effect),
            show(theirs),
            their_effect.map_or_else(String::new, show)
        ))
    };
    let section = match (effect.ok(), their_effect.and_then(Answer::ok)) {
        (Some(effect), Some(theirs))
            if equivalent(effect, theirs) && equivalent(effect, &result) =>
        {
            return Ok(Verdict::Equal { rewritten: false });
        }
        // Our patch has the right effect, also when the reference applies it.
        (Some(effect), _) if equivalent(effect, &result) => {
            law::cause(case, &result, theirs, their_effect)
        }
        _ => recognise(oracle, &case.apply(target, ours), &Ok(result.clone()))?,
    };
    if section.is_none() && case.docs.iter().any(has_other_number) {
        let (mut case, mut ours) = (case.clone(), ours.clone());
        reading::numbers(&mut case, &mut ours);
        if !judge(oracle, &[case], &[Ok(ours)])?.iter().any(Verdict::is_different) {
            return Ok(Verdict::Explained("numbers-keep-their-text"));
        }
    }
    Ok(section.map_or_else(described, Verdict::Explained))
}

pub(super) const UNEXPLAINED: &str = "unexplained";

/// The label that a verdict is counted under.
pub(super) fn label(oracle: &mut Oracle, case: &Case, verdict: &Verdict) -> Result<&'static str> {
    label_of(oracle, case, &case.ours(), verdict)
}

/// Like [`label`], for a verdict on this result.
pub(super) fn label_of(
    oracle: &mut Oracle,
    case: &Case,
    ours: &Ours,
    verdict: &Verdict,
) -> Result<&'static str> {
    Ok(match verdict {
        Verdict::Equal { rewritten: false } => "equal",
        Verdict::Equal { rewritten: true } => "numbers-keep-their-text",
        Verdict::Refused => "both refuse",
        Verdict::Explained(id) => id,
        Verdict::Different(_) if depends_on_map_order(oracle, case, ours)? => "map-order",
        Verdict::Different(_) | Verdict::Wrong(_) => UNEXPLAINED,
    })
}
