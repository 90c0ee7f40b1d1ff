//! Laws of three-way diffs: changes by others are kept, values of the user are set, and what
//! the user removed is deleted. Also the laws of conflicts and preconditions.

use std::collections::BTreeSet;

use serde_json::Value;
use smp_core::{Error, ErrorKind, Options, Overwrite, Patch, ThreeWay, TypeRef, apply, diff};

use super::outcome::{Sides, check_three_way, in_conflict, member, together};
use super::{
    Outcome, Verdict, diff_or_refusal, ensure, ensure_eq, ensure_same, exact_values,
    mergeable_values, must, valid_values,
};
use crate::prune::{has_directive, pruned};
use crate::valid::{any_place, repeats_merge_key};

/// If current equals original, the patch has the effect of the two-way diff, apart from the places of
/// elements with the same merge key. To replace an object, the patch must also write the nulls of
/// current, so the diff may refuse their names.
pub fn from_current_is_two_way(ty: TypeRef<'_>, options: &Options, [a, b]: [&str; 2]) -> Outcome {
    let Some(two) = diff_or_refusal(diff(a, b, ty, options))? else {
        return Ok(Verdict::NotApplicable);
    };
    let three = match three(ty, options, [a, b, a]) {
        Err(error) if error.kind() == ErrorKind::DirectiveAsData && names_directive(a) => {
            return Ok(Verdict::NotApplicable);
        }
        three => must(three, || format!("{a} to {b}"))?,
    };
    let by_two = must(apply(a, &two, ty, options), || format!("{two} on {a}"))?;
    let by_three = must(apply(a, &three, ty, options), || format!("{three} on {a}"))?;
    let what = || format!("{two} and {three} on {a}");
    // A text that `serde_json` cannot read has a number beyond its limits.
    let repeats = |text: &str| {
        serde_json::from_str(text)
            .map_or(true, |value: Value| any_place(&value, Some(ty), repeats_merge_key))
    };
    if !repeats(a) && !repeats(b) {
        ensure_same(&by_two, &by_three, what())?;
        return Ok(Verdict::Holds);
    }
    let Some(results) = exact_values([&by_two, &by_three]) else {
        return Ok(Verdict::NotApplicable);
    };
    let [one, other] =
        results.map(|result| together(&pruned(&result), Some(ty), options.merge_keys).to_string());
    ensure_same(&one, &other, what())?;
    Ok(Verdict::Holds)
}

fn names_directive(text: &str) -> bool {
    serde_json::from_str(text).is_ok_and(|value: Value| has_directive(&value))
}

/// After the patch is applied, the next three-way diff is empty, both with the same
/// original and with modified as the original. Without changes by others there is no
/// conflict.
pub fn settles(ty: TypeRef<'_>, options: &Options, documents: [&str; 3]) -> Outcome {
    let [original, modified, current] = documents;
    let Some(patch) = diff_or_refusal(three(ty, options, documents))? else {
        return Ok(Verdict::NotApplicable);
    };
    let result = match apply(current, &patch, ty, options) {
        // Others have left a union that is not valid.
        Err(error) if error.kind() == ErrorKind::Union => return Ok(Verdict::NotApplicable),
        result => must(result, || format!("{patch} on {current}"))?,
    };
    let after = || format!("after {patch}, on {result}");
    for last in [original, modified] {
        let next = must(three(ty, options, [last, modified, &result]), after)?;
        ensure_eq(&next.to_json().as_str(), &"{}", after())?;
    }
    must(
        ThreeWay::new(modified, modified, &result)
            .overwrite(Overwrite::UnlessBothChanged)
            .same_object()
            .diff(ty, options),
        after,
    )?;
    let alone = conflicts(ty, options, [current, modified, current]);
    ensure(alone.is_empty(), || format!("{alone:?} from {current} to {modified}"))?;
    Ok(Verdict::Holds)
}

/// For valid documents, duplicates included: the result is that of [`check_three_way`].
pub fn leads_to_outcome(ty: TypeRef<'_>, options: &Options, documents: [&str; 3]) -> Outcome {
    let Some([original, modified, current]) = mergeable_values(ty, documents) else {
        return Ok(Verdict::NotApplicable);
    };
    let patch = must(three(ty, options, documents), || format!("{documents:?}"))?;
    let result = must(apply(&current, &patch, ty, options), || format!("{patch} on {current}"))?;
    let sides = Sides::of(&original, &modified, &current);
    check_three_way(sides, &result, ty, options)
        .map_err(|what| format!("{what}\nby {patch}\nin {result}"))?;
    Ok(Verdict::Holds)
}

/// With `KeepTheirs`, a user who has changed nothing changes nothing.
pub fn keeps_theirs(ty: TypeRef<'_>, options: &Options, documents: [&str; 3]) -> Outcome {
    let [original, modified, current] = documents;
    for unchanged in [original, modified] {
        let three = ThreeWay::new(unchanged, unchanged, current).overwrite(Overwrite::KeepTheirs);
        let patch = must(three.diff(ty, options), || format!("{unchanged} on {current}"))?;
        ensure_eq(&patch.to_json().as_str(), &"{}", format!("{unchanged} on {current}"))?;
    }
    Ok(Verdict::Holds)
}

/// With `KeepTheirs`, the result has each change of a root member that only one side has changed. A
/// conflict needs two changes: one by the user, and one by others.
pub fn keeps_what_one_side_changed(
    ty: TypeRef<'_>,
    options: &Options,
    documents: [&str; 3],
) -> Outcome {
    let Some([original, modified, current]) = mergeable_values(ty, documents) else {
        return Ok(Verdict::NotApplicable);
    };
    let three = ThreeWay::new(&original, &modified, &current).overwrite(Overwrite::KeepTheirs);
    let patch = match three.diff(ty, options) {
        Err(error) if error.kind() == ErrorKind::Conflict => {
            for conflict in error.conflicts() {
                let [before, ours, theirs] =
                    [&conflict.original, &conflict.modified, &conflict.current];
                ensure(before != ours && before != theirs && ours != theirs, || {
                    format!("{conflict}")
                })?;
            }
            return Ok(Verdict::Holds);
        }
        patch => must(patch, || format!("{documents:?}"))?,
    };
    let result = must(apply(&current, &patch, ty, options), || format!("{patch} on {current}"))?;
    let [original, modified, current, result] =
        [&original, &modified, &current, &result].map(pruned);
    for (name, before) in original.as_object().into_iter().flatten() {
        if modified.get(name) == Some(before) {
            ensure(result.get(name) == current.get(name), || {
                format!("{name} by {patch} in {result}, from {current}")
            })?;
        }
    }
    Ok(Verdict::Holds)
}

/// There is no conflict if only one side changed something. In each conflict the values of
/// original, modified and current differ. Exchanging modified and current gives the same
/// conflicts.
pub fn conflicts_need_two(ty: TypeRef<'_>, options: &Options, documents: [&str; 3]) -> Outcome {
    let [original, modified, current] = documents;
    for alone in [
        [original, modified, original],
        [original, original, current],
        [original, modified, modified],
    ] {
        // A null in modified counts as a change if current has a value (semantics three-way-7).
        let mut found = conflicts(ty, options, alone);
        found.retain(|one| one.modified.as_deref() != Some("null"));
        ensure(found.is_empty(), || format!("{found:?} of {alone:?}"))?;
    }
    let found = conflicts(ty, options, documents);
    for one in &found {
        let differ = one.modified != one.current
            && one.modified != one.original
            && one.current != one.original;
        ensure(differ, || format!("{one:?}"))?;
    }
    let mirrored = [original, current, modified];
    if three(ty, options, documents).is_err() || three(ty, options, mirrored).is_err() {
        return Ok(Verdict::NotApplicable);
    }
    // A null in modified deletes what current has added; a null in current means absent.
    let paths = |found: &[smp_core::Conflict]| {
        let both = found.iter().filter(|one| one.modified.as_deref() != Some("null"));
        both.map(|one| one.path.to_string()).collect::<BTreeSet<_>>()
    };
    ensure_eq(
        &paths(&found),
        &paths(&conflicts(ty, options, mirrored)),
        "with modified and current exchanged",
    )?;
    Ok(Verdict::Holds)
}

/// For valid documents: the conflicts are those of [`in_conflict`].
pub fn conflicts_are_two_changes(
    ty: TypeRef<'_>,
    options: &Options,
    documents: [&str; 3],
) -> Outcome {
    let Some([original, modified, current]) = valid_values(ty, documents) else {
        return Ok(Verdict::NotApplicable);
    };
    let sides = Sides::of(&original, &modified, &current);
    let found = conflicts(ty, options, documents);
    ensure_eq(
        &!found.is_empty(),
        &in_conflict(sides, ty, options.merge_keys),
        format!("{found:?} of {documents:?}"),
    )?;
    Ok(Verdict::Holds)
}

/// For valid documents: a precondition fails if and only if the patch would change
/// the field.
pub fn preconditions_hold_or_fail(
    ty: TypeRef<'_>,
    options: &Options,
    documents: [&str; 3],
) -> Outcome {
    const FIELDS: [&[&str]; 4] =
        [&["text"], &["inner", "num"], &["retained", "a"], &["labels", "a"]];
    let [original, modified, current] = documents;
    if valid_values(ty, documents).is_none() {
        return Ok(Verdict::NotApplicable);
    }
    let patch = must(three(ty, options, documents), || format!("{documents:?}"))?;
    let result = must(apply(current, &patch, ty, options), || format!("{patch} on {current}"))?;
    let Some([before, after]) = exact_values([current, &result]) else {
        return Ok(Verdict::NotApplicable);
    };
    for names in FIELDS {
        let find = |object| names.iter().try_fold(object, |o, name| member(o, name)).map(pruned);
        let unchanged = find(&before) == find(&after);
        match ThreeWay::new(original, modified, current)
            .must_not_change(names.iter().copied())
            .diff(ty, options)
        {
            Ok(same) => {
                ensure_eq(&same, &patch, "with a precondition that holds")?;
                ensure(unchanged, || format!("{names:?} changes by {patch}"))?;
            }
            Err(error) => {
                ensure_eq(&error.kind(), &ErrorKind::Precondition, &error)?;
                ensure(!unchanged, || format!("{error}, but {names:?} stays by {patch}"))?;
            }
        }
    }
    Ok(Verdict::Holds)
}

fn three(
    ty: TypeRef<'_>,
    options: &Options,
    [original, modified, current]: [&str; 3],
) -> Result<Patch, Error> {
    ThreeWay::new(original, modified, current).diff(ty, options)
}

fn conflicts(
    ty: TypeRef<'_>,
    options: &Options,
    [original, modified, current]: [&str; 3],
) -> Vec<smp_core::Conflict> {
    match ThreeWay::new(original, modified, current)
        .overwrite(Overwrite::UnlessBothChanged)
        .diff(ty, options)
    {
        Err(error) if error.kind() == ErrorKind::Conflict => error.conflicts().to_vec(),
        _ => Vec::new(),
    }
}
