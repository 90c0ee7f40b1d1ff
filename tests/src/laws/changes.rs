//! Laws of the changes between two documents.

use std::cmp::Reverse;

use serde_json::Value;
use smp_core::{FieldChange, FieldChangeKind, Options, Segment, TypeRef, changes};

use super::{Outcome, Verdict, ensure, ensure_same, exact_value};
use crate::text::Meaning;

fn found(
    ty: TypeRef<'_>,
    options: &Options,
    [before, after]: [&str; 2],
) -> Result<Vec<FieldChange>, String> {
    changes(before, after, ty, options).map_err(|error| format!("changes: {error}"))
}

/// Equal documents have no changes; different documents have some.
pub fn are_none_of_equals(ty: TypeRef<'_>, options: &Options, texts: [&str; 2]) -> Outcome {
    let found = found(ty, options, texts)?;
    let equal = Meaning::of(texts[0]) == Meaning::of(texts[1]);
    ensure(found.is_empty() == equal, || format!("equal: {equal}, changes: {found:?}"))?;
    Ok(Verdict::Holds)
}

/// The values of changes are at their paths: removed values in the first document, all others in the
/// second.
pub fn are_at_their_paths(ty: TypeRef<'_>, options: &Options, texts: [&str; 2]) -> Outcome {
    let (Some(before), Some(after)) = (exact_value(texts[0]), exact_value(texts[1])) else {
        return Ok(Verdict::NotApplicable);
    };
    for change in found(ty, options, texts)? {
        let steps: Vec<_> = change.path.segments().cloned().collect();
        let around = steps.split_last().map_or(&[][..], |(_, around)| around);
        let moves = around.iter().any(|step| matches!(step, Segment::Index(_)));
        if moves && matches!(change.kind, FieldChangeKind::Removed { .. }) {
            // An index in the path is the position in the second document.
            continue;
        }
        let (document, expected) = match &change.kind {
            FieldChangeKind::Removed { before: value } => (&before, Some(value)),
            FieldChangeKind::Added { after: value }
            | FieldChangeKind::Changed { after: value, .. } => (&after, Some(value)),
            _ => (&after, None),
        };
        let at = at(document, &steps);
        let at = at.ok_or_else(|| format!("there is nothing at the path of {change}"))?;
        if let Some(expected) = expected {
            ensure_same(&at.to_string(), expected, format!("the value of {change}"))?;
        }
    }
    Ok(Verdict::Holds)
}

/// The value at a path. An element is found by the keys that it states; missing keys have defaults.
/// Of several matches, the one that states the most keys is taken.
fn at<'v>(value: &'v Value, path: &[Segment]) -> Option<&'v Value> {
    let Some((step, rest)) = path.split_first() else { return Some(value) };
    let below = match step {
        Segment::Field(name) => value.get(name)?,
        Segment::Index(index) => value.get(index)?,
        Segment::Key(keys) => {
            let own = |element: &'v Value, name: &str| element.get(name).filter(|it| !it.is_null());
            let matches = |element: &&'v Value| {
                keys.iter().all(|(name, key)| {
                    own(element, name)
                        .is_none_or(|own| Meaning::of(&own.to_string()) == Meaning::of(key))
                })
            };
            let stated = |element: &&'v Value| {
                Reverse(keys.iter().filter(|(name, _)| own(element, name).is_some()).count())
            };
            value.as_array()?.iter().filter(matches).min_by_key(stated)?
        }
    };
    at(below, rest)
}
