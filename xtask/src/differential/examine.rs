//! Runs cases on both sides and compares: for apply the results, for other operations the
//! effects of the patches.

use serde_json::Value;
use smp_core::{Error, ErrorKind, Patch};

use super::Result;
use super::case::{Case, Op, apply_question};
use super::deviation::{Application, list_for_another_type, mixed_objects, recognise};
use super::equal::{equivalent, same};
use super::law;
use super::succession::{self, is_taken, repeated};
use crate::oracle::{Answer, Answers, Oracle, Question};

/// The result of comparing one case.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    /// Both results are equal. The flag says whether numbers are written differently.
    Equal { rewritten: bool },
    /// Both sides refuse.
    Refused,
    /// The difference is explained by its effect, with the id of the deviation.
    Explained(&'static str),
    /// The results differ, with a description.
    Different(String),
}

impl Verdict {
    pub(super) fn is_different(&self) -> bool {
        matches!(self, Self::Different(_))
    }
}

/// Examines several cases at once.
pub(super) fn examine(oracle: &mut Oracle, cases: &[Case]) -> Result<Vec<Verdict>> {
    let ours: Vec<Option<std::result::Result<Value, Error>>> = cases
        .iter()
        .map(|case| {
            matches!(case.op, Op::Diff | Op::Threeway | Op::Compose).then(|| case.our_patch())
        })
        .collect();
    let theirs = oracle.ask_all(cases.iter().map(Case::question).collect())?;
    let taken_in_turn = succession::taken_by_server(oracle, cases)?;
    // The effects of both patches when the reference applies them.
    let mut questions = Vec::new();
    for ((case, ours), theirs) in cases.iter().zip(&ours).zip(&theirs) {
        questions.extend(effects(case, ours.as_ref(), theirs));
    }
    let mut effects_of = oracle.ask_all(questions)?.into_iter();
    let mut verdicts = Vec::with_capacity(cases.len());
    for (((case, ours), theirs), taken) in cases.iter().zip(&ours).zip(&theirs).zip(taken_in_turn) {
        let count = effects(case, ours.as_ref(), theirs).len();
        let effects: Vec<Answers> = effects_of.by_ref().take(count).collect();
        verdicts.push(match (case.op, ours) {
            (Op::Apply, _) => judge_apply(case, &theirs.first),
            (Op::Conflicts, _) => conflicts(case, &theirs.first),
            (Op::Compose, Some(Ok(composed)))
                if taken && !effects.first().is_some_and(|it| is_taken(it, case)) =>
            {
                not_taken(case, composed, &effects)
            }
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
            .map(|patch| repeated(apply_question(&case.ty, case.target(), patch), patch))
            .collect(),
        _ => Vec::new(),
    }
}

/// Compares the result of applying with this engine with an answer of the reference.
fn judge_apply(case: &Case, theirs: &Answer) -> Verdict {
    let ours = &case.our_apply(case.doc(0), case.doc(1));
    match (ours, theirs) {
        (Err(_), Answer::Error(_)) => return Verdict::Refused,
        (Err(_), Answer::Panic(_)) => return Verdict::Explained("reference-panics"),
        (Ok(ours), Answer::Ok(theirs)) if same(ours, theirs) => {
            return Verdict::Equal { rewritten: ours != theirs };
        }
        _ => {}
    }
    let found = if case.comparable { None } else { recognise(&Application { case, ours, theirs }) };
    let shown = || match ours {
        Ok(ours) => format!("ours {ours}\ntheirs {}", show(theirs)),
        Err(error) => format!("ours error: {error}\ntheirs {}", show(theirs)),
    };
    found.map_or_else(|| Verdict::Different(shown()), Verdict::Explained)
}

/// A composed patch that a server doesn't take, although it takes both patches in turn.
fn not_taken(case: &Case, composed: &Value, effects: &[Answers]) -> Verdict {
    let mut shown = format!("our patch {composed}\nis refused, but both patches in turn aren't");
    for answers in effects.iter().take(1) {
        let case = &case.apply(case.target(), composed);
        let ours = &case.our_apply(case.doc(0), composed);
        let theirs = &answers.first;
        if recognise(&Application { case, ours, theirs }) == Some("free-form-merges") {
            return Verdict::Explained("free-form-merges");
        }
        for answer in std::iter::once(theirs).chain(&answers.also) {
            shown.push_str("\nin their hands ");
            shown.push_str(&show(answer));
        }
    }
    Verdict::Different(shown)
}

/// Whether the reference has several results for our patch, and ours is one of them: the order
/// of Go's maps decides whether a field or its deletion list comes first. A composed patch may have
/// several only if one of its patches has.
pub(super) fn depends_on_map_order(oracle: &mut Oracle, case: &Case) -> Result<bool> {
    let (live, first, second) = (case.target(), case.doc(0), case.doc(1));
    let apply = match (case.op, case.our_patch()) {
        (Op::Compose, _) => {
            let once = case.our_apply(live, first).map(|once| case.apply(&once, second));
            let in_turn = [Ok(case.apply(live, first)), once];
            for one in in_turn.into_iter().flatten() {
                if depends_on_map_order(oracle, &one)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        (Op::Apply, _) | (_, Err(_)) => case.clone(),
        (_, Ok(patch)) => case.apply(live, &patch),
    };
    if apply.op != Op::Apply {
        return Ok(false);
    }
    let answers = oracle.ask(repeated(apply.question(), apply.doc(1)))?;
    let mut all = std::iter::once(&answers.first).chain(&answers.also);
    Ok(!answers.also.is_empty() && all.any(|one| !judge_apply(&apply, one).is_different()))
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
        (Err(error), Answer::Ok(_)) if error.kind() == ErrorKind::DirectiveAsData => {
            return Verdict::Explained("directives-in-documents");
        }
        (Err(error), Answer::Ok(_)) if case.op == Op::Compose => {
            return refused_to_compose(case, error);
        }
        (Err(error), Answer::Ok(_))
            if error.kind() == ErrorKind::TypeMismatch && case.has(list_for_another_type) =>
        {
            return Verdict::Explained("list-for-another-type");
        }
        (Err(error), Answer::Ok(theirs)) => {
            return Verdict::Different(format!("ours error: {error}\ntheir patch {theirs}"));
        }
        (Ok(ours), _) => ours,
    };
    let target = case.target();
    if case.op == Op::Compose && case.in_succession(target, case.doc(0), case.doc(1)).is_err() {
        // If the patches can't be applied in succession, there is no effect to compare.
        return Verdict::Refused;
    }
    let result = match case.our_apply(target, ours) {
        Ok(result) => result,
        Err(error) if error.kind() == ErrorKind::MixedElements && case.has(mixed_objects) => {
            return Verdict::Explained("mixed-live-list");
        }
        Err(error) => {
            return Verdict::Different(format!("our patch {ours}\nwe refuse it: {error}"));
        }
    };
    if let Err(broken) = law::holds(case, &result) {
        return Verdict::Different(format!("our patch {ours}\ngives {result}\n{broken}"));
    }
    let Some(effect) = effects.first().map(|answers| &answers.first) else {
        return Verdict::Different("no effect".to_owned());
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
            // Our patch has the right effect, also when the reference applies it.
            law::cause(case, &result, theirs, their_effect)
                .map_or_else(|| Verdict::Different(described()), Verdict::Explained)
        }
        _ => {
            let case = &case.apply(target, ours);
            recognise(&Application { case, ours: &Ok(result.clone()), theirs: effect })
                .map_or_else(|| Verdict::Different(described()), Verdict::Explained)
        }
    }
}

/// Composing is refused if no single patch has the effect of both, or if a patch is malformed.
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
    if succession::patches_refused(case) {
        return Verdict::Explained("invalid-patches-refused");
    }
    Verdict::Different(format!("ours error: {error}"))
}

/// Whether a list in the patch has the element that replaces the list.
fn replaces_a_list(patch: &Value) -> bool {
    match patch {
        Value::Array(items) => {
            items.iter().any(|item| item["$patch"] == "replace" || replaces_a_list(item))
        }
        Value::Object(members) => members.values().any(replaces_a_list),
        _ => false,
    }
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
        Answer::Ok(_) => match (ours, succession::commute(case)) {
            (true, false) => Verdict::Explained("conflict-overlooked"),
            (false, true) => Verdict::Explained("conflict-of-nothing"),
            (true, true) if [0, 1].iter().any(|at| replaces_a_list(case.doc(*at))) => {
                Verdict::Explained("conflict-with-replacement")
            }
            // If the patches can't be applied, nothing can be compared.
            _ if succession::patches_refused(case) => Verdict::Explained("invalid-patches-refused"),
            (ours, commute) => {
                Verdict::Different(format!("ours {ours}, the patches commute: {commute}"))
            }
        },
        Answer::Error(_) => Verdict::Explained("conflicts-refused"),
        Answer::Panic(_) => Verdict::Explained("reference-panics"),
    }
}
