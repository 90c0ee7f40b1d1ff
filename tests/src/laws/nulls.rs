//! Laws about nulls that are values.

use serde_json::Value;
use smp_core::schema::TypeKind;
use smp_core::{Options, ThreeWay, TypeRef, apply, changes, diff};

use super::{Outcome, Verdict, diff_or_refusal, ensure, ensure_eq, exact_values, must};
use crate::generate::below;

/// The document without the nulls that count as absent.
fn meant(value: &Value, ty: Option<TypeRef<'_>>) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().filter_map(|(name, value)| {
                let below = ty.and_then(|ty| below(ty, name));
                let is_value = match ty.map(TypeRef::kind) {
                    Some(TypeKind::Any) => ty.is_some_and(TypeRef::keeps_nulls),
                    _ => below.is_some_and(TypeRef::is_nullable),
                };
                let is_there = !value.is_null() || is_value;
                is_there.then(|| (name.clone(), meant(value, below)))
            });
            Value::Object(members.collect())
        }
        Value::Array(items) => {
            let element = match ty.map(TypeRef::kind) {
                Some(TypeKind::List(element)) => Some(element),
                Some(TypeKind::Any) => ty,
                _ => None,
            };
            Value::Array(items.iter().map(|item| meant(item, element)).collect())
        }
        scalar => scalar.clone(),
    }
}

/// `apply(a, diff(a, b))` is b, with its nulls. No change is found if and only if the documents are
/// equal, nulls included.
pub fn are_told_apart(ty: TypeRef<'_>, options: &Options, [a, b]: [&str; 2]) -> Outcome {
    let Some([before, after]) = exact_values([a, b]) else { return Ok(Verdict::NotApplicable) };
    let (before, after) = (meant(&before, Some(ty)), meant(&after, Some(ty)));
    let found = must(changes(a, b, ty, options), || "changes".to_owned())?;
    ensure(found.is_empty() == (before == after), || format!("{a} and {b}: {found:?}"))?;
    let Some(patch) = diff_or_refusal(diff(a, b, ty, options))? else {
        return Ok(Verdict::NotApplicable);
    };
    let patch = patch.to_json();
    ensure((patch == "{}") == (before == after), || format!("{a} and {b}: {patch}"))?;
    let result = must(apply(a, &patch, ty, options), || format!("{patch} on {a}"))?;
    let Some([result]) = exact_values([&result]) else { return Ok(Verdict::NotApplicable) };
    ensure_eq(&meant(&result, Some(ty)), &after, format!("{patch} on {a}"))?;
    Ok(Verdict::Holds)
}

/// In a three-way diff, values that only current has stay, and applying the same object again changes
/// nothing.
pub fn of_others_stay(ty: TypeRef<'_>, options: &Options, [a]: [&str; 1]) -> Outcome {
    for original in ["{}", a] {
        let patch = must(ThreeWay::new(original, original, a).diff(ty, options), || a.to_owned())?;
        ensure(patch.is_empty(), || format!("{original} as applied, {a} as current: {patch}"))?;
    }
    Ok(Verdict::Holds)
}
