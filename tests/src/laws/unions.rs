//! Laws of unions: of `normalize`, `validate_unions`, `apply` with each of them, and of three-way
//! merges.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use smp_core::schema::{FieldRef, TypeKind, Union};
use smp_core::{
    ErrorKind, Options, Patch, ThreeWay, TypeRef, Unions, apply, diff, lint_unions, normalize,
    validate_unions,
};

use super::outcome::member;
use super::{Outcome, Verdict, ensure, ensure_eq, exact_value, exact_values, must};
use crate::generate::{below, identity};
use crate::prune::pruned;

/// Normalizing twice gives the same as normalizing once. The only error is the depth limit.
pub fn normalized_twice_is_once(ty: TypeRef<'_>, options: &Options, texts: [&str; 2]) -> Outcome {
    let Some([old, new]) = exact_values(texts) else { return Ok(Verdict::NotApplicable) };
    for old in [None, Some(&old)] {
        let once = match normalize(old, &new, ty, options) {
            Ok(once) => once,
            Err(error) => {
                ensure_eq(&error.kind(), &ErrorKind::Depth, &error)?;
                return Ok(Verdict::NotApplicable);
            }
        };
        let twice = must(normalize(old, &once, ty, options), || once.to_string())?;
        ensure_eq(&twice, &once, format!("from {old:?} and {new}"))?;
        if let Err(error) = validate_unions(&once, ty, options) {
            ensure_eq(&error.kind(), &ErrorKind::Union, &error)?;
        }
    }
    Ok(Verdict::Holds)
}

/// Normalizing an object that is valid and has all its discriminators keeps it valid. If
/// nothing has changed, the object stays as it is.
pub fn valid_stays_valid(ty: TypeRef<'_>, options: &Options, texts: [&str; 2]) -> Outcome {
    let Some([old, new]) = exact_values(texts) else { return Ok(Verdict::NotApplicable) };
    let Some(valid) = valid(ty, options, &new) else { return Ok(Verdict::NotApplicable) };
    for old in [None, Some(&valid)] {
        let kept = must(normalize(old, &valid, ty, options), || valid.to_string())?;
        ensure_eq(&kept, &valid, "a valid object")?;
    }
    // If the discriminator has changed, inactive members are cleared. The other members are valid.
    let left = must(normalize(Some(&old), &valid, ty, options), || valid.to_string())?;
    let checked = validate_unions(&left, ty, options);
    ensure(checked.is_ok(), || format!("{checked:?} from {old} and {valid}"))?;
    Ok(Verdict::Holds)
}

/// `apply` with `Unions::Normalize` gives the normalized result of `apply` without it.
/// `Unions::NormalizeAndValidate` also validates that result.
pub fn applying_normalizes(ty: TypeRef<'_>, options: &Options, texts: [&str; 2]) -> Outcome {
    let Some([live, patch]) = exact_values(texts) else { return Ok(Verdict::NotApplicable) };
    let with = |unions| apply(&live, &patch, ty, &options.clone().unions(unions));
    let Ok(result) = with(Unions::Ignore) else { return Ok(Verdict::NotApplicable) };
    let expected = must(normalize(Some(&live), &result, ty, options), || result.to_string())?;
    let normalized = must(with(Unions::Normalize), || format!("{patch} on {live}"))?;
    ensure_eq(&normalized, &expected, format!("{patch} on {live}"))?;
    let valid = broken(ty, options, &expected).is_empty();
    match with(Unions::NormalizeAndValidate) {
        Ok(result) => {
            ensure(valid, || format!("{result} is not valid"))?;
            ensure_eq(&result, &expected, format!("{patch} on {live}"))?;
        }
        Err(error) => {
            ensure_eq(&error.kind(), &ErrorKind::Union, &error)?;
            ensure(!valid, || format!("{error}, but {expected} is valid"))?;
        }
    }
    Ok(Verdict::Holds)
}

/// On a valid object whose unions are normalized, a composed patch has the effect of both
/// patches. This includes the object after the first patch, which has a discriminator that the second
/// changes back.
pub fn composing_is_succession(
    ty: TypeRef<'_>,
    options: &Options,
    [live, p, q]: [&str; 3],
) -> Outcome {
    let Some([live]) = exact_values([live]) else { return Ok(Verdict::NotApplicable) };
    let Some(live) = valid(ty, options, &live) else { return Ok(Verdict::NotApplicable) };
    let options = options.clone().unions(Unions::Normalize);
    let verdict = super::compose::is_succession(ty, &options, [&live.to_string(), p, q])?;
    let patched = apply(&live, p, ty, &options).ok();
    let Some(live) = patched.and_then(|live| valid(ty, &options, &live)) else {
        return Ok(verdict);
    };
    let of_patched = super::compose::is_succession(ty, &options, [&live.to_string(), q, p])?;
    Ok(if verdict == Verdict::Holds { verdict } else { of_patched })
}

/// If modified is valid, applying the diff's patch with normalization and validation gives modified,
/// normalized with original as the old object. (That clears a member that is inactive, if the
/// discriminator has changed.)
pub fn diff_leads_to_valid(ty: TypeRef<'_>, options: &Options, texts: [&str; 2]) -> Outcome {
    let Some([original, modified]) = exact_values(texts) else { return Ok(Verdict::NotApplicable) };
    let Some(modified) = valid(ty, options, &modified) else { return Ok(Verdict::NotApplicable) };
    let expected =
        must(normalize(Some(&original), &modified, ty, options), || modified.to_string())?;
    let options = options.clone().unions(Unions::NormalizeAndValidate);
    let Some(patch) = super::diff_or_refusal(diff(&original, &modified, ty, &options))? else {
        return Ok(Verdict::NotApplicable);
    };
    let result = must(apply(&original, &patch, ty, &options), || format!("{patch} on {original}"))?;
    ensure_eq(&pruned(&result), &pruned(&expected), format!("{patch} on {original}"))?;
    Ok(Verdict::Holds)
}

/// Members of a union that the user adds or changes are in the result of a three-way merge, or the
/// merge is refused.
pub fn three_way_keeps_what_is_added(
    ty: TypeRef<'_>,
    options: &Options,
    documents: [&str; 3],
) -> Outcome {
    let Some([original, modified, current]) = exact_values(documents) else {
        return Ok(Verdict::NotApplicable);
    };
    let merge = ThreeWay::new(&original, &modified, &current);
    let Some(patch) = super::diff_or_refusal(merge.diff(ty, options))? else {
        return Ok(Verdict::NotApplicable);
    };
    let result = match apply(&current, &patch, ty, options) {
        // Others have left a union that is not valid, or parts that exceed the depth limit.
        Err(error) if matches!(error.kind(), ErrorKind::Union | ErrorKind::Depth) => {
            return Ok(Verdict::NotApplicable);
        }
        result => must(result, || format!("{patch} on {current}"))?,
    };
    kept([Some(&original), Some(&modified), Some(&result)], ty, None)
        .map_err(|what| format!("{what}\nby {patch}\nin {result}"))?;
    Ok(Verdict::Holds)
}

/// Checks that what modified adds to the unions of a value, or changes in them, is in the result.
fn kept(
    [original, modified, result]: [Option<&Value>; 3],
    ty: TypeRef<'_>,
    field: Option<FieldRef<'_>>,
) -> Result<(), String> {
    let Some(modified) = modified.filter(|modified| original != Some(modified)) else {
        return Ok(());
    };
    match (modified, ty.kind()) {
        (Value::Object(members), _) => {
            for union in ty.unions() {
                let at = |object: Option<&Value>, name: &str| {
                    object.and_then(|object| member(object, name)).cloned()
                };
                let named = |object| {
                    let value = at(object, union.discriminator()?)?;
                    value.as_str().map(str::to_owned).filter(|value| !value.is_empty())
                };
                for (name, _) in union.members() {
                    let wanted = at(Some(modified), name).filter(|it| !is_unset(union, name, it));
                    let before = at(original, name).as_ref().map(pruned);
                    let changed = wanted.is_some() && wanted.as_ref().map(pruned) != before;
                    ensure(!changed || at(result, name).is_some(), || format!("{name} is lost"))?;
                }
                let wanted = named(Some(modified));
                let changed = wanted.is_some() && wanted != named(original);
                ensure(!changed || wanted == named(result), || format!("{wanted:?} is lost"))?;
            }
            for (name, value) in members {
                let Some(below) = below(ty, name) else { continue };
                let at = [original, Some(modified), result]
                    .map(|object| object.and_then(|object| member(object, name)));
                // An object that the result lacks is reported above, or is not a member of a union.
                if at[2].is_some() && !value.is_null() {
                    kept(at, below, ty.field(name)).map_err(|what| format!("{name}: {what}"))?;
                }
            }
        }
        (Value::Array(items), TypeKind::List(element)) => {
            let keyed = field.filter(|field| {
                let has_keys = field.merge_key().is_some() || !field.list_map_keys().is_empty();
                field.strategy().is_merge() && has_keys
            });
            let id = |item: &Value| keyed.map(|field| identity(field, item, false));
            for (index, item) in items.iter().enumerate() {
                let at = [original, Some(modified), result].map(|list| {
                    let list = list.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                    if keyed.is_none() {
                        return list.get(index).into_iter().collect();
                    }
                    list.iter().filter(|other| id(other) == id(item)).collect::<Vec<_>>()
                });
                // It is unknown which one of several elements with this key is the user's.
                if at.iter().any(|found| found.len() > 1) {
                    continue;
                }
                let [original, modified, result] = at.map(|found| found.first().copied());
                if modified.is_some() && result.is_some() {
                    kept([original.filter(|_| keyed.is_some()), modified, result], element, None)
                        .map_err(|what| format!("{index}: {what}"))?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// Whether an empty value counts as absent here.
fn is_unset(union: &Union, name: &str, value: &Value) -> bool {
    let empty = [json!(""), json!([]), json!(0), json!(false)];
    union.empty_is_unset(name) && empty.contains(value)
}

/// For a patch that only sets values: the lint finds the violations of the object that the patch
/// makes from `{}`.
pub fn lint_finds_what_is_broken(ty: TypeRef<'_>, options: &Options, [text]: [&str; 1]) -> Outcome {
    let (Some(value), Ok(patch)) = (exact_value(text), Patch::from_json(text)) else {
        return Ok(Verdict::NotApplicable);
    };
    let found: BTreeSet<String> = match lint_unions(&patch, ty, options) {
        Ok(()) => BTreeSet::new(),
        Err(error) => error.violations().iter().map(|found| found.path.to_string()).collect(),
    };
    ensure_eq(&found, &broken(ty, options, &value), text)?;
    Ok(Verdict::Holds)
}

/// The document with all its discriminators; `None` if its unions are not valid then.
fn valid(ty: TypeRef<'_>, options: &Options, document: &Value) -> Option<Value> {
    // Without an old object, normalizing writes every discriminator that follows from the
    // members.
    let complete = normalize(None, document, ty, options).ok()?;
    validate_unions(&complete, ty, options).is_ok().then_some(complete)
}

/// The paths of the objects whose unions are broken.
#[must_use]
pub fn broken(ty: TypeRef<'_>, options: &Options, document: &Value) -> BTreeSet<String> {
    match validate_unions(document, ty, options) {
        Ok(()) => BTreeSet::new(),
        Err(error) => error.violations().iter().map(|found| found.path.to_string()).collect(),
    }
}
