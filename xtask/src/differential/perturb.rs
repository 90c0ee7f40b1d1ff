//! Perturbed results: results of this engine, made wrong on purpose. The run must complain about
//! each, or a section of `docs/deviations.md` would excuse a mistake of the engine.

use serde_json::{Value, json};
use smp_tests::prune::pruned;
use smp_tests::shrink::smaller;

use super::Result;
use super::case::{Case, Op};
use super::examine::{UNEXPLAINED, judge, label_of};
use super::two_patches;
use super::verdict::{Ours, Verdict};
use crate::oracle::Oracle;

/// All perturbed results of a case.
pub(super) fn perturbed(case: &Case, ours: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    if let Value::Bool(conflict) = ours {
        all.push(json!(!conflict));
    } else {
        all.extend(smaller(ours));
        altered(ours, &mut |one| all.push(one));
    }
    all.retain(|one| one != ours && has_other_effect(case, ours, one));
    all
}

/// Calls `found` with every document that has a different scalar, an element twice, or two elements
/// exchanged.
fn altered(value: &Value, found: &mut dyn FnMut(Value)) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                altered(member, &mut |member| {
                    let mut other = members.clone();
                    other.insert(name.clone(), member);
                    found(Value::Object(other));
                });
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                altered(item, &mut |item| {
                    let mut other = items.clone();
                    other[at] = item;
                    found(Value::Array(other));
                });
                let mut twice = items.clone();
                twice.push(item.clone());
                found(Value::Array(twice));
                let mut exchanged = items.clone();
                exchanged.swap(at, (at + 1) % items.len());
                found(Value::Array(exchanged));
            }
        }
        Value::Null => {}
        _ => found(json!("perturbed")),
    }
}

/// Whether the perturbed patch has a different effect, or is refused.
fn has_other_effect(case: &Case, ours: &Value, perturbed: &Value) -> bool {
    match case.op {
        Op::Apply => pruned(ours) != pruned(perturbed),
        Op::Conflicts => true,
        Op::Compose => two_patches::differ(case, ours, perturbed),
        Op::Diff | Op::Threeway => {
            let effect = |patch| case.our_apply(case.target(), patch).map(|result| pruned(&result));
            effect(ours).ok() != effect(perturbed).ok()
        }
    }
}

/// The perturbed results that the run accepts without complaint.
pub(super) fn unnoticed(
    oracle: &mut Oracle,
    case: &Case,
    perturbed: Vec<Value>,
) -> Result<Vec<Value>> {
    let mut unnoticed = Vec::new();
    let cases = vec![case.clone(); perturbed.len()];
    let perturbed: Vec<Ours> = perturbed.into_iter().map(Ok).collect();
    let verdicts = judge(oracle, &cases, &perturbed)?;
    for (ours, verdict) in perturbed.into_iter().zip(verdicts) {
        // Without the deviation, the result would be the reference's.
        let is_theirs = matches!(verdict, Verdict::Equal { .. });
        if !is_theirs && label_of(oracle, case, &ours, &verdict)? != UNEXPLAINED {
            unnoticed.extend(ours.ok());
        }
    }
    Ok(unnoticed)
}
