//! The effect of two patches in succession, on several documents.

use serde_json::{Map, Value, json};
use smp_core::{ErrorKind, TypeRef};
use smp_tests::generate::below;
use smp_tests::prune::is_directive;
use smp_tests::server::{adds_what_it_deletes, has_directive_in_data, refusal};
use smp_tests::unordered::unordered;

use super::Result;
use super::case::{Case, Op, apply_question};
use super::equal::{equivalent_here, has_other_number};
use super::walk::{DELETE, list_of};
use crate::oracle::{Answers, Oracle, Question};

/// The number of times that a question is asked again if its answer may vary.
const REPEAT: u32 = 100;

/// The question for applying a patch, asked several times if the order of Go's maps may decide the
/// answer.
pub(super) fn repeated(mut question: Question, patch: &Value) -> Question {
    if patch.to_string().contains(DELETE) {
        question.insert("repeat".to_owned(), REPEAT.into());
    }
    question
}

/// Whether a server accepts what the reference makes of a patch: a single result, without directives
/// where the server has no place for them.
pub(super) fn is_taken(answers: &Answers, case: &Case) -> bool {
    answers.also.is_empty()
        && answers.first.ok().is_some_and(|result| !has_directive_in_data(result, case.ty.root()))
}

/// Whether a server accepts the first patch and then the second, for each case of two patches.
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

/// Whether applying the patches is refused: on any of several documents with an error of this kind,
/// or on all of them.
pub(super) fn refuses(case: &Case, kind: ErrorKind) -> bool {
    let (first, second) = (case.doc(0), case.doc(1));
    let lives = lives(case);
    let refuses = |live, patch| case.our_apply(live, patch).is_err_and(|it| it.kind() == kind);
    lives.iter().any(|live| [first, second].iter().any(|patch| refuses(live, patch)))
        || lives.iter().all(|live| case.in_succession(live, first, second).is_err())
}

/// Whether, on any of several documents, a composed patch has a different effect from both patches in
/// succession, or is refused by a server.
pub(super) fn approximates(case: &Case, patch: &Value) -> bool {
    let ty = case.ty.root();
    let (first, second) = (case.doc(0), case.doc(1));
    lives(case).iter().any(|live| {
        let Ok(once) = case.our_apply(live, first) else { return false };
        let Ok(wanted) = case.our_apply(&once, second) else { return false };
        refusal(live, patch, ty).is_some()
            || adds_what_it_deletes(patch)
            || case.our_apply(live, patch).map_or(true, |it| !equivalent_here(&wanted, &it))
    })
}

/// What an object made from a patch contains besides the objects that the patch names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum More {
    Nothing,
    /// In each object a member that the patch doesn't name.
    Members,
    /// Also, in each list that the patch names, an element that it doesn't name.
    Lists,
}

/// The objects of a patch, and more.
fn skeleton(patch: &Value, ty: Option<TypeRef<'_>>, more: More) -> Value {
    let members = patch.as_object().into_iter().flatten();
    let below = members.filter_map(|(name, value)| {
        let list = list_of(name);
        let below = ty.and_then(|ty| below(ty, list));
        let field = ty.and_then(|ty| ty.field(list)).filter(|field| field.strategy().is_merge());
        match (value, field) {
            (Value::Object(_), _) if !is_directive(name) => {
                Some((name.clone(), skeleton(value, below, more)))
            }
            (Value::Array(_), Some(field)) if more == More::Lists => {
                let element = field.merge_key().map_or(json!("x"), |key| json!({key: "x"}));
                Some((list.to_owned(), json!([element])))
            }
            (Value::Array(_), None) if more == More::Lists && !is_directive(list) => {
                Some((list.to_owned(), json!(["x"])))
            }
            _ => None,
        }
    });
    let other = (more != More::Nothing).then(|| ("other".to_owned(), Value::from("x")));
    Value::Object(below.chain(other).collect())
}

/// A document that has everything that the patches merge into.
fn full(case: &Case) -> Value {
    let [first, second] =
        [0, 1].map(|at| skeleton(case.doc(at), Some(case.ty.root()), More::Lists));
    case.our_apply(&first, &second).unwrap_or(first)
}

/// Documents that both patches can be applied to: live, and others made from the patches.
pub(super) fn lives(case: &Case) -> Vec<Value> {
    let (empty, ty) = (Value::Object(Map::new()), Some(case.ty.root()));
    let mut lives = vec![case.doc(2).clone(), empty.clone()];
    for patch in [case.doc(0), case.doc(1)] {
        lives.extend([More::Nothing, More::Members].map(|more| skeleton(patch, ty, more)));
        lives.extend(case.our_apply(case.doc(2), patch).ok());
        lives.extend(case.our_apply(&empty, patch).ok());
    }
    let full = full(case);
    branches(&full, &mut |branch| lives.push(branch));
    lives.push(full);
    lives
}

/// Calls a function with documents that have only one member at each level, one for each path into a
/// document. On such a document a patch may show an effect, or a refusal, that its other parts hide
/// elsewhere.
fn branches(value: &Value, found: &mut dyn FnMut(Value)) {
    for (name, member) in value.as_object().into_iter().flatten() {
        found(json!({name: member}));
        if member.as_object().is_some_and(|it| it.len() > 1) {
            branches(member, &mut |inner| found(json!({name: inner})));
        }
    }
}

/// Whether the order of the patches makes no difference, except to the order of merge lists, on any of
/// several documents; `None` if they can't be applied to any.
pub(super) fn commute(case: &Case) -> Option<bool> {
    commute_on(case, &lives(case))
}

/// Like [`commute`], on a document that has all objects and lists that the patches name: neither
/// patch creates them, so that both find them.
pub(super) fn commute_in_full(case: &Case) -> Option<bool> {
    commute_on(case, &[full(case)])
}

fn commute_on(case: &Case, lives: &[Value]) -> Option<bool> {
    let seen = |result: &Value| unordered(result, Some(case.ty.root()));
    let (first, second) = (case.doc(0), case.doc(1));
    let mut found = None;
    for live in lives {
        let one = case.in_succession(live, first, second);
        let other = case.in_succession(live, second, first);
        let same = match (one, other) {
            (Ok(one), Ok(other)) => equivalent_here(&seen(&one), &seen(&other)),
            (Err(_), Err(_)) => continue,
            _ => false,
        };
        found = Some(found.unwrap_or(true) && same);
    }
    found
}
