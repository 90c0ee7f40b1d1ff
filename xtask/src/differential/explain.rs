//! From a difference to the deviations behind it.

#![expect(clippy::similar_names, reason = "cures make cured cases")]

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Result;
use super::case::{Case, Op};
use super::deviation::{Cured, Deviation, all};
use super::equal::equivalent;
use super::examine::{Verdict, examine, judge_apply};
use super::oracle::Oracle;

/// How often a case is asked again: Go's map order decides some results.
const REPEAT: u32 = 100;

const MAP_ORDER: &str = "map-order";

/// The ids of the deviations that a difference comes from; `None` if nobody
/// knows.
pub(super) fn explain(
    oracle: &mut Oracle,
    case: &Case,
    verdict: &Verdict,
) -> Result<Option<BTreeSet<&'static str>>> {
    if !verdict.is_different() {
        return Ok(Some(BTreeSet::new()));
    }
    let found = by_applying(oracle, case, verdict)?;
    if found.is_some() {
        return Ok(found);
    }
    let cures: Vec<&Deviation> = all().filter(|d| d.ops.contains(&case.op)).collect();
    let applied: Vec<(&Deviation, Case)> =
        cures.iter().filter_map(|d| Some((*d, (d.cure)(case)?))).collect();
    let cured: Vec<Case> = applied.iter().map(|(_, case)| case.clone()).collect();
    for ((deviation, cured), verdict) in applied.iter().zip(examine(oracle, &cured)?) {
        if ends(case, cured, &verdict, &[deviation]) {
            return Ok(Some(BTreeSet::from([deviation.id])));
        }
    }
    several(oracle, case, &cures)
}

/// What explains the apply on which a difference rests: our patch has its effect
/// by being applied, and that may deviate or depend on chance.
fn by_applying(
    oracle: &mut Oracle,
    case: &Case,
    verdict: &Verdict,
) -> Result<Option<BTreeSet<&'static str>>> {
    let apply = match (case.op, case.our_patch()) {
        (Op::Apply, _) | (_, Err(_)) => case.clone(),
        (_, Ok(patch)) => case.apply(case.target(), &patch),
    };
    if let Some(id) = by_repeating(oracle, &apply)? {
        return Ok(Some(BTreeSet::from([id])));
    }
    let Verdict::Different { within: Some(within), .. } = verdict else { return Ok(None) };
    let apply = case.apply(&within.0, &within.1);
    match examine(oracle, std::slice::from_ref(&apply))?.first() {
        Some(inner) if inner.is_different() => explain(oracle, &apply, inner),
        _ => Ok(None),
    }
}

fn by_repeating(oracle: &mut Oracle, case: &Case) -> Result<Option<&'static str>> {
    // Fields and their deletion lists come in any order, all else in a fixed one.
    if case.op != Op::Apply || !case.doc(1).to_string().contains("$deleteFromPrimitiveList") {
        return Ok(None);
    }
    let mut question = case.question();
    question.insert("repeat".to_owned(), json!(REPEAT));
    let answers = oracle.ask(question)?;
    // Two answers or more, and we agree with one of them.
    let agrees = !answers.also.is_empty()
        && std::iter::once(&answers.first)
            .chain(&answers.also)
            .any(|answer| !judge_apply(case, answer).is_different());
    Ok(agrees.then_some(MAP_ORDER))
}

/// All cures one after the other; then without those that weren't needed.
fn several(
    oracle: &mut Oracle,
    case: &Case,
    cures: &[&'static Deviation],
) -> Result<Option<BTreeSet<&'static str>>> {
    let cure = |which: &[&'static Deviation]| {
        let mut cured = case.clone();
        let mut used = Vec::new();
        // Twice: one cure may lay another's cause bare.
        for deviation in which.iter().chain(which) {
            if let Some(next) = (deviation.cure)(&cured) {
                cured = next;
                if !used.iter().any(|other: &&Deviation| other.id == deviation.id) {
                    used.push(*deviation);
                }
            }
        }
        (cured, used)
    };
    // The ids of what explains the rest, if the cures end the difference but for
    // that.
    let works = |oracle: &mut Oracle, which: &[&'static Deviation]| -> Result<_> {
        let (cured, used) = cure(which);
        let mut rest = BTreeSet::new();
        for mut verdict in examine(oracle, std::slice::from_ref(&cured))? {
            if verdict.is_different()
                && let Some(ids) = by_applying(oracle, &cured, &verdict)?
            {
                rest = ids;
                verdict = Verdict::Explained(MAP_ORDER);
            }
            if !ends(case, &cured, &verdict, &used) {
                return Ok(None);
            }
        }
        Ok(Some(rest))
    };
    let (_, all) = cure(cures);
    // One that isn't at work here may change our result.
    let without = |id: &str| all.iter().copied().filter(|d| d.id != id).collect::<Vec<_>>();
    let mut needed = None;
    for set in std::iter::once(all.clone()).chain(all.iter().map(|d| without(d.id))) {
        if !set.is_empty()
            && let Some(rest) = works(oracle, &set)?
        {
            needed = Some((set, rest));
            break;
        }
    }
    let Some((mut needed, mut rest)) = needed else { return Ok(None) };
    for deviation in needed.clone() {
        let fewer: Vec<_> = needed.iter().copied().filter(|d| d.id != deviation.id).collect();
        if !fewer.is_empty()
            && let Some(other) = works(oracle, &fewer)?
        {
            (needed, rest) = (fewer, other);
        }
    }
    rest.extend(needed.iter().map(|deviation| deviation.id));
    Ok(Some(rest))
}

/// Whether the cures end the difference, and do to our result what they may.
fn ends(case: &Case, cured: &Case, verdict: &Verdict, cures: &[&Deviation]) -> bool {
    if verdict.is_different() {
        return false;
    }
    let (before, after) = (outcome(case), outcome(cured));
    match (&before, &after) {
        (Some(before), Some(after)) => {
            cures.iter().any(|cure| cure.cured != Cured::SameResult) || equivalent(before, after)
        }
        // A cure must not make both sides refuse what we accepted.
        (Some(_), None) => false,
        (None, _) => cures.iter().any(|cure| cure.cured != Cured::SameResult),
    }
}

/// Our result.
fn outcome(case: &Case) -> Option<Value> {
    match case.op {
        Op::Apply => case.our_apply(case.doc(0), case.doc(1)).ok(),
        _ => case.our_patch().ok(),
    }
}
