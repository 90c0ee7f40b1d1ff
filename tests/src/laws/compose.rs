//! Laws of `compose` and `conflicts`.

use core::iter;

use serde_json::Value;
use smp_core::{
    Error, ErrorKind, FindingKind, MapDirectives, MergeKeys, Options, Patch, Role, TypeRef, apply,
    compose, conflicts, diff,
};

use super::{
    Outcome, Verdict, diff_or_refusal, ensure, ensure_eq, ensure_same, exact_value, exact_values,
    must,
};
use crate::prune::pruned;
use crate::server::{adds_what_it_deletes, lacking, refusal};
use crate::unordered::unordered;
use crate::valid::{Place, any_place, repeats_merge_key};

/// `apply(a, compose(p, q)) == apply(apply(a, p), q)` for any `a` on which both patches succeed and
/// whose lists of objects contain only objects: checked for the live object, and for objects that
/// lack parts of it. A server accepts the composed patch if it accepts both patches.
pub fn is_succession(ty: TypeRef<'_>, options: &Options, documents: [&str; 3]) -> Outcome {
    let [live, p, q] = documents;
    let (Ok(p), Ok(q)) = (Patch::from_json(p), Patch::from_json(q)) else {
        return Ok(Verdict::NotApplicable);
    };
    let both = match compose(&p, &q, ty, options) {
        Ok(both) => both,
        Err(error) => {
            ensure(is_refusal(&error), || format!("{error}: {p} then {q}"))?;
            return Ok(Verdict::NotApplicable);
        }
    };
    let mut verdict = Verdict::NotApplicable;
    let texts = [live, &p.to_json(), &q.to_json(), &both.to_json()].map(serde_json::from_str);
    // A text may have a number that a `Value` cannot represent.
    let [Ok(whole), Ok(first), Ok(second), Ok(composed)] = texts else {
        return match in_turn(ty, options, live, &[&p, &q]) {
            Some(wanted) => check_result(ty, options, live, &both, &wanted),
            None => Ok(verdict),
        };
    };
    let by_server = options.map_directives == MapDirectives::Kubernetes
        && options.merge_keys == MergeKeys::PatchMergeKey;
    let is_taken = |live: &str, patch: &Value| {
        let live = serde_json::from_str(live).unwrap_or_default();
        !by_server || refusal(&live, patch, ty).is_none() && !adds_what_it_deletes(patch)
    };
    let lacking = lacking(&whole, &[&first, &second]);
    for live in iter::once(live.to_owned()).chain(lacking.iter().map(Value::to_string)) {
        let Ok(once) = apply(&live, &p, ty, options) else { continue };
        let Ok(twice) = apply(&once, &q, ty, options) else { continue };
        if check_result(ty, options, &live, &both, &twice)? == Verdict::Holds {
            verdict = Verdict::Holds;
        }
        if is_taken(&live, &first) && is_taken(&once, &second) {
            ensure(is_taken(&live, &composed), || {
                format!("no server takes {composed} on {live}, but {first} and then {second}")
            })?;
        }
    }
    Ok(verdict)
}

/// The same law for two diffs, which lead to the third document.
pub fn of_diffs_is_succession(
    ty: TypeRef<'_>,
    options: &Options,
    [first, second, third]: [&str; 3],
) -> Outcome {
    let (Some(p), Some(q)) = (
        diff_or_refusal(diff(first, second, ty, options))?,
        diff_or_refusal(diff(second, third, ty, options))?,
    ) else {
        return Ok(Verdict::NotApplicable);
    };
    match compose(&p, &q, ty, options) {
        Ok(both) => check_result(ty, options, first, &both, third),
        Err(_) => Ok(Verdict::NotApplicable),
    }
}

/// Composing with `{}` on either side changes nothing.
pub fn with_empty_changes_nothing(
    ty: TypeRef<'_>,
    options: &Options,
    [live, p]: [&str; 2],
) -> Outcome {
    let Ok(p) = Patch::from_json(p) else { return Ok(Verdict::NotApplicable) };
    let Some(wanted) = in_turn(ty, options, live, &[&p]) else {
        return Ok(Verdict::NotApplicable);
    };
    for both in [compose(&p, "{}", ty, options), compose("{}", &p, ty, options)] {
        let both = must(both, || format!("{p} and {{}}"))?;
        check_result(ty, options, live, &both, &wanted)?;
    }
    Ok(Verdict::Holds)
}

/// Three patches have the same effect, whichever two are composed first.
pub fn is_associative(ty: TypeRef<'_>, options: &Options, [live, p, q, r]: [&str; 4]) -> Outcome {
    let patches = [p, q, r].map(Patch::from_json);
    let [Ok(p), Ok(q), Ok(r)] = &patches else { return Ok(Verdict::NotApplicable) };
    let Some(wanted) = in_turn(ty, options, live, &[p, q, r]) else {
        return Ok(Verdict::NotApplicable);
    };
    let left = compose(p, q, ty, options).and_then(|pq| compose(&pq, r, ty, options));
    let right = compose(q, r, ty, options).and_then(|qr| compose(p, &qr, ty, options));
    for both in [left, right].into_iter().flatten() {
        check_result(ty, options, live, &both, &wanted)?;
    }
    Ok(Verdict::Holds)
}

/// Two patches have the same conflicts in either order.
pub fn conflicts_are_mutual(ty: TypeRef<'_>, options: &Options, [p, q]: [&str; 2]) -> Outcome {
    let (Ok(one), Ok(other)) = (paths(ty, options, [p, q]), paths(ty, options, [q, p])) else {
        return Ok(Verdict::NotApplicable);
    };
    ensure_eq(&one, &other, format!("{p} and {q}"))?;
    Ok(Verdict::Holds)
}

/// Without a conflict the order of two patches makes no difference, except to the order of merge
/// lists. Checked for the live object, and for objects that lack parts of it, if no directive of a
/// patch is ineffective where it is applied. Such a directive is a finding (semantics check-7,
/// check-10 and check-11).
pub fn without_conflicts_in_any_order(
    ty: TypeRef<'_>,
    options: &Options,
    [live, p, q]: [&str; 3],
) -> Outcome {
    let (Ok(p), Ok(q)) = (Patch::from_json(p), Patch::from_json(q)) else {
        return Ok(Verdict::NotApplicable);
    };
    if conflicts(&p, &q, ty, options).map_or(true, |found| !found.is_empty()) {
        return Ok(Verdict::NotApplicable);
    }
    let [Some(whole), Some(first), Some(second)] =
        [live, &p.to_json(), &q.to_json()].map(exact_value)
    else {
        return Ok(Verdict::NotApplicable);
    };
    // If live lacks the list, elements with the same key are taken as they are (semantics adopt-5).
    if [&first, &second].iter().any(|patch| any_place(patch, Some(ty), repeats_an_item)) {
        return Ok(Verdict::NotApplicable);
    }
    let mut verdict = Verdict::NotApplicable;
    let lacking = lacking(&whole, &[&first, &second]);
    for live in iter::once(whole).chain(lacking).map(|live| live.to_string()) {
        let in_order = |one: &Patch, other: &Patch| {
            let once = apply(&live, one, ty, options).ok()?;
            let is_effective =
                has_effect(one, &live, ty, options) && has_effect(other, &once, ty, options);
            is_effective.then(|| apply(&once, other, ty, options).ok())?
        };
        let (Some(one), Some(other)) = (in_order(&p, &q), in_order(&q, &p)) else { continue };
        let Some(results) = exact_values([&one, &other]) else { continue };
        let [one, other] = results.map(|result| unordered(&pruned(&result), Some(ty)).to_string());
        ensure_same(&one, &other, format!("{p} and {q} on {live}, in either order"))?;
        verdict = Verdict::Holds;
    }
    Ok(verdict)
}

/// Whether each directive of a patch has an effect on the live object.
fn has_effect(patch: &Patch, live: &str, ty: TypeRef<'_>, options: &Options) -> bool {
    let of_live = patch.check_live(live, ty, options).unwrap_or_default();
    let has_none =
        |kind| matches!(kind, FindingKind::IneffectiveDirective | FindingKind::ObjectLeftOut);
    !of_live.iter().chain(&patch.check(ty, options)).any(|finding| has_none(finding.kind))
}

fn repeats_an_item(place: &Place<'_>) -> bool {
    let repeats_scalar = || {
        let items = place.value.as_array().map_or([].as_slice(), Vec::as_slice);
        items.iter().enumerate().any(|(at, item)| !item.is_object() && items[..at].contains(item))
    };
    repeats_merge_key(place) || repeats_scalar()
}

/// A patch has no conflict with itself.
pub fn conflicts_need_two(ty: TypeRef<'_>, options: &Options, [p]: [&str; 1]) -> Outcome {
    let Ok(found) = paths(ty, options, [p, p]) else { return Ok(Verdict::NotApplicable) };
    ensure(found.is_empty(), || format!("{found:?} of {p}"))?;
    Ok(Verdict::Holds)
}

fn paths(ty: TypeRef<'_>, options: &Options, [p, q]: [&str; 2]) -> Result<Vec<String>, Error> {
    let found = conflicts(p, q, ty, options)?;
    let mut paths: Vec<_> = found.iter().map(|one| one.path.to_string()).collect();
    paths.sort_unstable();
    Ok(paths)
}

/// The live object after all patches; `None` if one of them is refused.
fn in_turn(ty: TypeRef<'_>, options: &Options, live: &str, patches: &[&Patch]) -> Option<String> {
    patches.iter().try_fold(live.to_owned(), |live, patch| apply(&live, *patch, ty, options).ok())
}

fn check_result(
    ty: TypeRef<'_>,
    options: &Options,
    live: &str,
    both: &Patch,
    wanted: &str,
) -> Outcome {
    match apply(live, both, ty, options) {
        Ok(result) => {
            ensure_same(&result, wanted, format!("{both} on {live}"))?;
            Ok(Verdict::Holds)
        }
        // Example: the first patch deletes a list of objects, and the second sets it. Their
        // composition replaces the list; it is refused if live's list contains something other
        // than objects.
        Err(error)
            if error.kind() == ErrorKind::MixedElements && error.document() == Some(Role::Live) =>
        {
            Ok(Verdict::NotApplicable)
        }
        Err(error) => Err(format!("{error}: {both} on {live}")),
    }
}

/// Whether `compose` may fail with this error: no single patch has the effect of both, or one
/// of them is not valid for the type.
fn is_refusal(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::IncompatiblePatches
            | ErrorKind::TypeMismatch
            | ErrorKind::MergeKeyMissing
            | ErrorKind::MixedElements
            | ErrorKind::ElementOrder
            | ErrorKind::DirectiveAsData
            | ErrorKind::InvalidDirective
            | ErrorKind::RetainKeys
            | ErrorKind::UnknownField
            | ErrorKind::Depth
    )
}
