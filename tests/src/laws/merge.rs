//! Laws of the merge of two versions: what one side changed is in the result, and the sides can be
//! exchanged.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use smp_core::{ErrorKind, FieldChange, FieldChangeKind, Merged, Options, TypeRef, changes, merge};

use super::{Outcome, Verdict, ensure, ensure_eq, ensure_same, exact_values, must};

/// If one side changed nothing, the result is the other side, with its nulls. If both made the same
/// change, the result has that change.
pub fn takes_one_change(
    ty: TypeRef<'_>,
    options: &Options,
    [original, ours]: [&str; 2],
) -> Outcome {
    for (sides, expected) in [
        ([original, original, original], original),
        ([original, ours, original], ours),
        ([original, original, ours], ours),
        ([original, ours, ours], ours),
    ] {
        let Some(merged) = merged(ty, options, sides)? else { return Ok(Verdict::NotApplicable) };
        let what = || format!("{merged:?} of {sides:?}");
        ensure(merged.conflicts.is_empty(), what)?;
        for result in [&merged.ours, &merged.theirs] {
            let result = result.to_json();
            ensure_same(&result, expected, what())?;
            // Nulls count, too.
            if let Some([result, expected]) = exact_values([&result, expected]) {
                ensure_eq(&result, &expected, what())?;
            }
        }
    }
    Ok(Verdict::Holds)
}

/// Exchanging the sides exchanges the results, apart from the order of what both added; the conflicts
/// are the same. Without a conflict both results are equal, and merging again changes nothing.
pub fn is_symmetric(ty: TypeRef<'_>, options: &Options, sides: [&str; 3]) -> Outcome {
    let [original, ours, theirs] = sides;
    let Some(one) = merged(ty, options, sides)? else { return Ok(Verdict::NotApplicable) };
    let Some(other) = merged(ty, options, [original, theirs, ours])? else {
        return Err(format!("refused with the sides exchanged: {sides:?}"));
    };
    let what = || format!("{one:?}\n{other:?} of {sides:?}");
    let paths = |it: &Merged| it.conflicts.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    ensure_eq(&paths(&one), &paths(&other), what())?;
    for (one, other) in [(&one.ours, &other.theirs), (&one.theirs, &other.ours)] {
        let differences = must(changes(one, other, ty, options), what)?;
        let moved = |change: &FieldChange| matches!(change.kind, FieldChangeKind::Moved { .. });
        ensure(differences.iter().all(moved), what)?;
    }
    if one.conflicts.is_empty() {
        ensure_eq(&one.ours.to_json(), &one.theirs.to_json(), what())?;
        let result = one.ours.to_json();
        let Some(again) = merged(ty, options, [ours, &result, ours])? else {
            return Err(format!("refused: {result}"));
        };
        ensure_eq(&again.ours.to_json(), &result, what())?;
    }
    Ok(Verdict::Holds)
}

/// A member at the root that only one side changed has that change, and a member that both removed is
/// gone.
pub fn keeps_each_change(ty: TypeRef<'_>, options: &Options, sides: [&str; 3]) -> Outcome {
    let Some(merged) = merged(ty, options, sides)? else { return Ok(Verdict::NotApplicable) };
    let [original, ours, theirs] = sides;
    let result = merged.ours.to_json();
    let Some([original, ours, theirs, result]) = exact_values([original, ours, theirs, &result])
    else {
        return Ok(Verdict::NotApplicable);
    };
    let sides = [original, ours, theirs];
    let excludes = merged.conflicts.iter().any(|path| path.segments().next().is_none());
    let names = sides.iter().filter_map(Value::as_object).flat_map(Map::keys);
    for name in names.filter(|_| !excludes) {
        let [original, ours, theirs] = sides.each_ref().map(|side| side.get(name));
        let expected = if original == ours { theirs } else { ours };
        if original == ours || original == theirs || ours == theirs {
            ensure(result.get(name) == expected, || format!("{name} in {result} of {sides:?}"))?;
        }
    }
    Ok(Verdict::Holds)
}

/// The merge; `None` if the documents cannot be merged.
fn merged(
    ty: TypeRef<'_>,
    options: &Options,
    [original, ours, theirs]: [&str; 3],
) -> Result<Option<Merged>, String> {
    match merge(original, ours, theirs, ty, options) {
        Ok(merged) => Ok(Some(merged)),
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::NotAnObject | ErrorKind::Depth | ErrorKind::InvalidJson
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(error.to_string()),
    }
}
