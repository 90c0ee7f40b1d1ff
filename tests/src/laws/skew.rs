//! Laws of version skew between clients and servers, where one of them doesn't know a directive.
//! Sources: the sections "Version Skew" of Preserve Order and of Retain Keys.

use serde_json::{Map, Value};
use smp_core::{Options, Schema, TypeRef, Unions, apply, diff};

use super::{Outcome, Verdict, ensure, ensure_eq, must, valid_values};
use crate::prune::pruned;
use crate::schema::everything_without_retain_keys;
use crate::unordered::unordered;
use crate::valid::{any_place, repeats_merge_key};

/// A directive that was added to the format later; an older server drops it.
type Directive = fn(&str) -> bool;

const ORDER: Directive = |name| name.starts_with("$setElementOrder/");
const RETAIN: Directive = |name| name == "$retainKeys";

/// From the patch of a new client, an old server makes the modified object, apart from the order of
/// its merge lists: it drops the order lists and `$retainKeys`, and nothing else is new in the patch.
pub fn old_servers_take_new_patches(
    ty: TypeRef<'_>,
    options: &Options,
    [original, modified]: [&str; 2],
) -> Outcome {
    let options = options.clone().unions(Unions::Ignore);
    let Some([original, modified]) = distinct_values(ty, [original, modified]) else {
        return Ok(Verdict::NotApplicable);
    };
    let patch: Value = must(diff(&original, &modified, ty, &options), || original.to_string())?
        .to_value()
        .map_err(|error| error.to_string())?;
    let shown = |patch: &Value| format!("{patch} on {original}");
    let without_retain = without(&patch, RETAIN);
    let same = must(apply(&original, &without_retain, ty, &options), || shown(&patch))?;
    ensure_eq(&pruned(&same), &pruned(&modified), shown(&without_retain))?;
    for old in [without(&patch, ORDER), without(&without_retain, ORDER)] {
        let result = must(apply(&original, &old, ty, &options), || shown(&old))?;
        let [result, modified] = [&result, &modified].map(|it| unordered(&pruned(it), Some(ty)));
        ensure_eq(&result, &modified, shown(&old))?;
    }
    Ok(Verdict::Holds)
}

/// On an object that others have changed, an old server gets the same result from a new client's
/// patch as a new server, apart from the order of merge lists and from members that `$retainKeys`
/// clears: these stay, as they did with the patches of old clients.
pub fn old_servers_keep_what_others_added(
    ty: TypeRef<'_>,
    options: &Options,
    texts: [&str; 3],
) -> Outcome {
    let options = options.clone().unions(Unions::Ignore);
    let Some([original, modified, live]) = distinct_values(ty, texts) else {
        return Ok(Verdict::NotApplicable);
    };
    let patch: Value = must(diff(&original, &modified, ty, &options), || original.to_string())?
        .to_value()
        .map_err(|error| error.to_string())?;
    let shown = |patch: &Value| format!("{patch} on {live}");
    let Ok(new) = apply(&live, &patch, ty, &options) else { return Ok(Verdict::NotApplicable) };
    let unsorted = without(&patch, ORDER);
    let result = must(apply(&live, &unsorted, ty, &options), || shown(&unsorted))?;
    let [one, other] = [&result, &new].map(|it| unordered(&pruned(it), Some(ty)));
    ensure_eq(&one, &other, shown(&unsorted))?;
    let unretained = without(&patch, RETAIN);
    let result = must(apply(&live, &unretained, ty, &options), || shown(&unretained))?;
    ensure(contains(&pruned(&result), &pruned(&new)), || {
        format!("{}\n old: {result}\n new: {new}", shown(&unretained))
    })?;
    Ok(Verdict::Holds)
}

/// On a new server, the patch of an old client has the effect that it had before: without
/// `$retainKeys` in the patch, the strategy `retainKeys` of a field has no effect. The type is that
/// of [`everything`](crate::schema::everything).
pub fn new_servers_take_old_patches(
    ty: TypeRef<'_>,
    options: &Options,
    texts: [&str; 2],
) -> Outcome {
    let options = options.clone().unions(Unions::Ignore);
    let Some([live, patch]) = super::exact_values(texts) else {
        return Ok(Verdict::NotApplicable);
    };
    let patch = without(&patch, RETAIN);
    let old: &Schema = everything_without_retain_keys();
    match (apply(&live, &patch, ty, &options), apply(&live, &patch, old, &options)) {
        (Ok(new), Ok(old)) => ensure_eq(&new, &old, format!("{patch} on {live}"))?,
        (Err(new), Err(old)) => ensure_eq(&new.to_string(), &old.to_string(), "the errors")?,
        (new, old) => return Err(format!("{patch} on {live}\n new: {new:?}\n old: {old:?}")),
    }
    Ok(Verdict::Holds)
}

/// The values of valid documents in which no two elements have the same merge key.
fn distinct_values<const N: usize>(ty: TypeRef<'_>, texts: [&str; N]) -> Option<[Value; N]> {
    let repeats = |value: &Value| any_place(value, Some(ty), repeats_merge_key);
    valid_values(ty, texts).filter(|values| !values.iter().any(repeats))
}

/// The patch without a directive, at every depth.
fn without(patch: &Value, directive: Directive) -> Value {
    match patch {
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| !directive(name))
            .map(|(name, member)| (name.clone(), without(member, directive)))
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(|item| without(item, directive)).collect(),
        scalar => scalar.clone(),
    }
}

/// Whether the value has everything that the other has. Elements of lists are compared by their
/// place.
fn contains(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Object(all), Value::Object(some)) => {
            some.iter().all(|(name, some)| all.get(name).is_some_and(|it| contains(it, some)))
        }
        (Value::Array(all), Value::Array(some)) => {
            all.len() == some.len() && all.iter().zip(some).all(|(one, other)| contains(one, other))
        }
        (one, other) => one == other,
    }
}
