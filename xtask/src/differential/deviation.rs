//! The sections of `docs/deviations.md`, and the search for the section that explains why applying a
//! patch gives a different result here than in the reference. The page has an example of each;
//! `tests/tests/deviations.rs` checks this engine's results of the examples.

use serde_json::Value;
use smp_core::Error;
use smp_tests::prune::{is_directive, pruned};

use super::Result;
use super::case::Case;
use super::reading::{LEAKS, READINGS};
use super::refusal;
use super::succession::repeated;
use crate::oracle::{Answer, Oracle};

/// Sections without a reading: [`examine`](super::examine), [`refusal`] and [`law`](super::law)
/// recognize them.
const OTHERS: [&str; 24] = [
    "compose-law",
    "compose-never-approximates",
    "compose-refused",
    "conflict-missed",
    "conflict-needs-two-changes",
    "conflict-of-nothing",
    "conflict-overlooked",
    "conflict-with-replacement",
    "conflicts-refused",
    "diff-law",
    "diff-refused",
    "directives-checked-when-parsed",
    "directives-in-documents",
    "invalid-patches-refused",
    "irregular-lists",
    "list-for-another-type",
    "map-order",
    "merge-key-no-scalar",
    "mixed-live-list",
    "patch-refused-by-its-maker",
    "precondition-missed",
    "precondition-needs-a-change",
    "reference-panics",
    "three-way-law",
];

/// The ids of all sections.
pub(super) fn ids() -> Vec<&'static str> {
    READINGS.iter().map(|reading| reading.id).chain(OTHERS).collect()
}

/// The section that explains why applying a patch gives a different result here. The case has live
/// and the patch.
pub(super) fn recognise(
    oracle: &mut Oracle,
    case: &Case,
    ours: &std::result::Result<Value, Error>,
) -> Result<Option<&'static str>> {
    let mut ours = match ours {
        Ok(ours) => ours.clone(),
        Err(error) => return Ok(refusal::cause(case, error)),
    };
    let possible = possible_results(oracle, case)?;
    if possible.len() > 1 && possible.contains(&ours) {
        // The order of Go's maps decides, which no reading explains.
        return Ok(None);
    }
    let agrees = |oracle: &mut Oracle, case: &Case, ours: &Value, prunes: bool| -> Result<bool> {
        let mut theirs = possible_results(oracle, case)?;
        if case.by_server {
            theirs.iter_mut().for_each(drop_directives);
        }
        Ok(theirs.iter().any(|theirs| theirs == ours || prunes && pruned(theirs) == *ours))
    };
    if case.by_server && agrees(oracle, case, &ours, false)? {
        // Both agree apart from what the server drops: the difference has another reason.
        return Ok(None);
    }
    let mut case = case.clone();
    for reading in READINGS {
        if case.by_server && reading.id == LEAKS || !reading.of(&mut case, &mut ours) {
            continue;
        }
        if agrees(oracle, &case, &ours, reading.prunes())? {
            return Ok(Some(reading.id));
        }
    }
    Ok(None)
}

/// Drops the directives that the reference leaves in objects, as a server drops unknown fields of
/// structs.
fn drop_directives(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !is_directive(name));
            members.values_mut().for_each(drop_directives);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_directives),
        _ => {}
    }
}

/// The results that the reference has for the application of a patch.
fn possible_results(oracle: &mut Oracle, case: &Case) -> Result<Vec<Value>> {
    let answers = oracle.ask(repeated(case.question(), case.doc(1)))?;
    let all = core::iter::once(&answers.first).chain(&answers.also);
    Ok(all.filter_map(Answer::ok).cloned().collect())
}
