//! Runs cases on both sides and compares: results of apply as they are, patches
//! by their effect.

use serde_json::Value;
use smp_core::{Error, ErrorKind, Patch};

use super::Result;
use super::case::{Case, Op, apply_question};
use super::equal::{equivalent, same};
use super::law;
use super::oracle::{Answer, Answers, Oracle, Question};

/// What comparing one case came to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    /// The same; the flag says whether numbers are written differently.
    Equal { rewritten: bool },
    /// Both refuse.
    Refused,
    /// Explained by its effect: the id of a deviation.
    Explained(&'static str),
    /// Different: what, and the apply on which it rests, if on one.
    Different { what: String, within: Option<Box<(Value, Value)>> },
}

impl Verdict {
    pub(super) fn is_different(&self) -> bool {
        matches!(self, Self::Different { .. })
    }

    fn different(what: String) -> Self {
        Self::Different { what, within: None }
    }
}

/// Examines cases, all at once.
pub(super) fn examine(oracle: &mut Oracle, cases: &[Case]) -> Result<Vec<Verdict>> {
    let ours: Vec<Option<std::result::Result<Value, Error>>> = cases
        .iter()
        .map(|case| {
            matches!(case.op, Op::Diff | Op::Threeway | Op::Compose).then(|| case.our_patch())
        })
        .collect();
    let theirs = oracle.ask_all(cases.iter().map(Case::question).collect())?;
    // The effect of both patches, in the reference's hands.
    let mut questions = Vec::new();
    for ((case, ours), theirs) in cases.iter().zip(&ours).zip(&theirs) {
        questions.extend(effects(case, ours.as_ref(), theirs));
    }
    let mut effects_of = oracle.ask_all(questions)?.into_iter();
    let mut verdicts = Vec::with_capacity(cases.len());
    for ((case, ours), theirs) in cases.iter().zip(&ours).zip(&theirs) {
        let count = effects(case, ours.as_ref(), theirs).len();
        let effects: Vec<Answers> = effects_of.by_ref().take(count).collect();
        verdicts.push(match (case.op, ours) {
            (Op::Apply, _) => judge_apply(case, &theirs.first),
            (Op::Conflicts, _) => conflicts(case, &theirs.first),
            (_, Some(ours)) => patch(case, ours, &theirs.first, &effects),
            (_, None) => Verdict::Refused,
        });
    }
    Ok(verdicts)
}

fn effects(
    case: &Case,
    ours: Option<&std::result::Result<Value, Error>>,
    theirs: &Answers,
) -> Vec<Question> {
    let patches = [ours.and_then(|ours| ours.as_ref().ok()), theirs.first.ok()];
    match (case.op, patches) {
        (Op::Diff | Op::Threeway | Op::Compose, [ours, theirs]) => [ours, theirs]
            .into_iter()
            .flatten()
            .map(|patch| apply_question(&case.ty, case.target(), patch))
            .collect(),
        _ => Vec::new(),
    }
}

/// Compares our result of an apply with an answer.
pub(super) fn judge_apply(case: &Case, theirs: &Answer) -> Verdict {
    compare(&case.our_apply(case.doc(0), case.doc(1)), theirs)
}

fn compare(ours: &std::result::Result<Value, Error>, theirs: &Answer) -> Verdict {
    match (ours, theirs) {
        (Err(_), Answer::Error(_)) => Verdict::Refused,
        (Err(_), Answer::Panic(_)) => Verdict::Explained("reference-panics"),
        (Ok(ours), Answer::Ok(theirs)) if same(ours, theirs) => {
            Verdict::Equal { rewritten: ours != theirs }
        }
        (Ok(ours), theirs) => Verdict::different(format!("ours {ours}\ntheirs {}", show(theirs))),
        (Err(error), theirs) => {
            Verdict::different(format!("ours error: {error}\ntheirs {}", show(theirs)))
        }
    }
}

fn show(answer: &Answer) -> String {
    match answer {
        Answer::Ok(value) => value.to_string(),
        Answer::Error(text) => format!("error: {text}"),
        Answer::Panic(text) => format!("panic: {text}"),
    }
}

fn patch(
    case: &Case,
    ours: &std::result::Result<Value, Error>,
    theirs: &Answer,
    effects: &[Answers],
) -> Verdict {
    let ours = match (ours, theirs) {
        (Err(_), Answer::Error(_)) => return Verdict::Refused,
        (Err(_), Answer::Panic(_)) => return Verdict::Explained("reference-panics"),
        (Err(error), Answer::Ok(_))
            if error.kind() == ErrorKind::Conflict && law::in_conflict(case) =>
        {
            return Verdict::Explained("conflict-missed");
        }
        (Err(error), Answer::Ok(_))
            if error.kind() == ErrorKind::Precondition
                && effects
                    .first()
                    .and_then(|answers| answers.first.ok())
                    .is_some_and(|theirs| law::breaks_precondition(case, theirs)) =>
        {
            return Verdict::Explained("precondition-missed");
        }
        (Err(error), Answer::Ok(_)) if case.op == Op::Compose => {
            return refused_to_compose(case, error);
        }
        (Err(error), Answer::Ok(theirs)) => {
            return Verdict::different(format!("ours error: {error}\ntheir patch {theirs}"));
        }
        (Ok(ours), _) => ours,
    };
    let target = case.target();
    if case.op == Op::Compose && case.in_succession(target, case.doc(0), case.doc(1)).is_err() {
        // What can't be applied in succession has no effect to compare.
        return Verdict::Refused;
    }
    let result = match case.our_apply(target, ours) {
        Ok(result) => result,
        Err(error) => {
            return Verdict::different(format!("our patch {ours}\nwe refuse it: {error}"));
        }
    };
    if let Err(broken) = law::holds(case, &result) {
        return Verdict::different(format!("our patch {ours}\ngives {result}\n{broken}"));
    }
    let Some(effect) = effects.first().map(|answers| &answers.first) else {
        return Verdict::different("no effect".to_owned());
    };
    let their_effect = effects.get(1).map(|answers| &answers.first);
    let described = || {
        format!(
            "our patch {ours}\ngives {result}\nin their hands {}\ntheir patch {}\ngives {}",
            show(effect),
            show(theirs),
            their_effect.map_or_else(String::new, show)
        )
    };
    match (effect.ok(), their_effect.and_then(Answer::ok)) {
        (Some(effect), Some(theirs)) if equivalent(effect, theirs) => {
            Verdict::Equal { rewritten: false }
        }
        (Some(effect), _) if equivalent(effect, &result) => {
            // Ours does what it should, in their hands too.
            law::cause(case, &result, theirs, their_effect)
                .map_or_else(|| Verdict::different(described()), Verdict::Explained)
        }
        _ => Verdict::Different {
            what: described(),
            within: Some(Box::new((target.clone(), ours.clone()))),
        },
    }
}

/// Composing is refused where no single patch does what the two do, and where a
/// patch is malformed.
fn refused_to_compose(case: &Case, error: &Error) -> Verdict {
    if error.kind() == ErrorKind::IncompatiblePatches {
        return Verdict::Explained("compose-never-approximates");
    }
    refused(case, error)
}

fn refused(case: &Case, error: &Error) -> Verdict {
    let malformed = |at| Patch::from_value(case.doc(at)).is_err();
    if malformed(0) || malformed(1) {
        return Verdict::Explained("directives-checked-when-parsed");
    }
    if law::patches_refused(case) {
        return Verdict::Explained("invalid-patches-refused");
    }
    Verdict::different(format!("ours error: {error}"))
}

fn conflicts(case: &Case, theirs: &Answer) -> Verdict {
    let ours = match case.our_conflict() {
        Ok(ours) => ours,
        Err(error) => {
            return match theirs {
                Answer::Ok(_) => refused(case, &error),
                Answer::Error(_) | Answer::Panic(_) => Verdict::Refused,
            };
        }
    };
    match theirs {
        Answer::Ok(theirs) if *theirs == Value::Bool(ours) => Verdict::Equal { rewritten: false },
        Answer::Ok(_) => match (ours, law::commute(case)) {
            (true, false) => Verdict::Explained("conflict-overlooked"),
            (false, true) => Verdict::Explained("conflict-of-nothing"),
            // Nothing to see where the patches can't be applied.
            _ if law::patches_refused(case) => Verdict::Explained("invalid-patches-refused"),
            (ours, commute) => {
                Verdict::different(format!("ours {ours}, the patches commute: {commute}"))
            }
        },
        Answer::Error(_) => Verdict::Explained("conflicts-refused"),
        Answer::Panic(_) => Verdict::Explained("reference-panics"),
    }
}
