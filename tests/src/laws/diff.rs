//! Laws of `diff`.

use serde_json::Value;
use smp_core::{
    Document, MergeKeys, Options, Overwrite, Patch, ThreeWay, TypeRef, apply, changes, diff,
};

use super::{Outcome, Verdict, diff_or_refusal, ensure_eq, ensure_same, must, valid_values};
use crate::valid::{any_place, lacks_list_map_key, repeats_merge_key};

/// `apply(a, diff(a, b)) == b`, with the patch as a value and as text.
pub fn leads_to_modified(ty: TypeRef<'_>, options: &Options, [a, b]: [&str; 2]) -> Outcome {
    let Some(patch) = diff_or_refusal(diff(a, b, ty, options))? else {
        return Ok(Verdict::NotApplicable);
    };
    let text = patch.to_json();
    let result = must(apply(a, &patch, ty, options), || format!("{patch} on {a}"))?;
    ensure_same(&result, b, format!("{patch} on {a}"))?;
    let again = must(apply(a, &text, ty, options), || format!("the text {text} on {a}"))?;
    ensure_eq(&again, &result, format!("the patch and its text {text}"))?;
    ensure_eq(&text, &patch.to_document().to_json(), "a patch as a document")?;
    let read = must(Patch::from_json(&text), || text.clone())?;
    ensure_eq(&read, &patch, "a patch and its text")?;
    Ok(Verdict::Holds)
}

/// With an equality by type, the diff leads to a document that is equal to modified in this sense:
/// neither a diff nor the changes find a difference between them.
pub fn leads_to_an_equal_document(
    ty: TypeRef<'_>,
    options: &Options,
    [a, b]: [&str; 2],
) -> Outcome {
    let Some(patch) = diff_or_refusal(diff(a, b, ty, options))? else {
        return Ok(Verdict::NotApplicable);
    };
    let result = must(apply(a, &patch, ty, options), || format!("{patch} on {a}"))?;
    let shown = || format!("{patch} on {a} gives {result}, not {b}");
    let again = must(diff(&result, b, ty, options), shown)?;
    ensure_eq(&again.to_json().as_str(), &"{}", shown())?;
    let changes = must(changes(&result, b, ty, options), shown)?;
    ensure_eq(&changes, &Vec::new(), shown())?;
    Ok(Verdict::Holds)
}

/// For valid documents with unique merge keys, where no element lacks its key: applying the diff a
/// second time changes nothing.
pub fn twice_is_once(ty: TypeRef<'_>, options: &Options, [a, b]: [&str; 2]) -> Outcome {
    let by_all_keys = options.merge_keys == MergeKeys::ListMapKeys;
    let is_left_out = |value: &Value| {
        any_place(value, Some(ty), repeats_merge_key)
            || by_all_keys && any_place(value, Some(ty), lacks_list_map_key)
    };
    if valid_values(ty, [a, b]).is_none_or(|values| values.iter().any(is_left_out)) {
        return Ok(Verdict::NotApplicable);
    }
    let patch = must(diff(a, b, ty, options), || format!("{a} to {b}"))?;
    let once = must(apply(a, &patch, ty, options), || format!("{patch} on {a}"))?;
    ensure_same(&once, b, format!("{patch} on {a}"))?;
    let twice = must(apply(&once, &patch, ty, options), || format!("{patch} on {once}"))?;
    ensure_same(&twice, b, format!("{patch} on {once}"))?;
    Ok(Verdict::Holds)
}

/// The diff of any document to itself is empty.
pub fn of_equals_is_empty(ty: TypeRef<'_>, options: &Options, [a]: [&str; 1]) -> Outcome {
    let patch = must(diff(a, a, ty, options), || a.to_owned())?;
    ensure_eq(&patch.to_json().as_str(), &"{}", a)?;
    let patch = must(
        ThreeWay::new(a, a, a)
            .overwrite(Overwrite::UnlessBothChanged)
            .same_object()
            .diff(ty, options),
        || a.to_owned(),
    )?;
    ensure_eq(&patch.to_json().as_str(), &"{}", a)?;
    Ok(Verdict::Holds)
}

/// The diff between two texts of one document is empty.
pub fn of_spellings_is_empty(ty: TypeRef<'_>, options: &Options, [one, two]: [&str; 2]) -> Outcome {
    let shown = || format!("{one} and {two}");
    let patch = must(diff(one, two, ty, options), shown)?;
    ensure_eq(&patch.to_json().as_str(), &"{}", shown())?;
    let patch = must(ThreeWay::new(one, one, two).diff(ty, options), shown)?;
    ensure_eq(&patch.to_json().as_str(), &"{}", shown())?;
    let [one, two] = [one, two].map(Document::from_json);
    ensure_eq(&must(one, shown)?, &must(two, shown)?, "as documents")?;
    Ok(Verdict::Holds)
}
