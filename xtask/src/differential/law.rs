//! What a patch must lead to, said independently of the engine, and the ways in
//! which the reference's patches don't.

mod conflict;
mod succession;

use serde_json::{Map, Value};
use smp_core::{Base, Document, Options, Patch, ThreeWay, TypeRef};

use super::case::{Case, Op, PRECONDITIONS};
use super::equal::{equivalent, same};
use super::oracle::Answer;
use super::walk::{below, element};
pub(super) use conflict::in_conflict;
pub(super) use succession::{commute, patches_refused};

/// Whether this is what the patch had to lead to.
pub(super) fn holds(case: &Case, result: &Value) -> Result<(), String> {
    match case.op {
        Op::Diff => {
            if equivalent(result, case.doc(1)) {
                Ok(())
            } else {
                Err("and breaks the law: it isn't modified".to_owned())
            }
        }
        Op::Threeway => {
            three_way(case, result)?;
            settles(case, result)
        }
        Op::Compose => match case.in_succession(case.doc(2), case.doc(0), case.doc(1)) {
            Ok(wanted) if equivalent(&wanted, result) => Ok(()),
            Ok(wanted) => Err(format!("and breaks the law: in succession {wanted}")),
            Err(_) => Ok(()),
        },
        Op::Apply | Op::Conflicts => Ok(()),
    }
}

/// The id of the deviation that explains why the reference's patch, or its
/// refusal, isn't ours, where ours does what it should in their hands.
pub(super) fn cause(
    case: &Case,
    result: &Value,
    theirs: &Answer,
    effect: Option<&Answer>,
) -> Option<&'static str> {
    match (theirs, effect) {
        (Answer::Panic(_), _) => Some("reference-panics"),
        (Answer::Error(text), _) if is_conflict(text) => {
            (!in_conflict(case)).then_some("conflict-needs-two-changes")
        }
        (Answer::Error(text), _) if text.contains("precondition failed") => {
            (!breaks_precondition(case, result)).then_some("precondition-needs-a-change")
        }
        (Answer::Error(_), _) if case.op == Op::Compose => Some("compose-refused"),
        (Answer::Error(_), _) => Some("diff-refused"),
        (Answer::Ok(_), Some(Answer::Ok(theirs))) => match case.op {
            Op::Diff => Some("diff-law"),
            Op::Compose if !equivalent(result, theirs) => Some("compose-law"),
            Op::Threeway if three_way(case, theirs).is_err() => Some("three-way-law"),
            _ => None,
        },
        (Answer::Ok(_), Some(_)) if case.op == Op::Compose => Some("compose-law"),
        (Answer::Ok(_), Some(_)) => Some("patch-refused-by-its-maker"),
        (Answer::Ok(_), None) => None,
    }
}

/// Whether the reference speaks of a conflict.
pub(super) fn is_conflict(text: &str) -> bool {
    text.contains("conflicts with changes made from original to current")
}

/// Whether a result changes what must not change in current.
pub(super) fn breaks_precondition(case: &Case, result: &Value) -> bool {
    let current = case.doc(2);
    PRECONDITIONS.iter().any(|path| {
        let at = |document: &Value| {
            let found = path.split('.').try_fold(document, |value, name| value.get(name));
            found.filter(|value| !value.is_null()).cloned()
        };
        at(current) != at(result)
    })
}

fn is_keyed(items: &[Value], key: &str) -> bool {
    items.iter().enumerate().all(|(at, item)| {
        item.get(key)
            .is_some_and(|value| value.is_string() || value.is_number() || value.is_boolean())
            && items.iter().take(at).all(|other| other.get(key) != item.get(key))
    })
}

/// Applying again changes nothing.
fn settles(case: &Case, result: &Value) -> Result<(), String> {
    let doc = |value| Document::from(value);
    let (ty, options) = (case.ty.root(), Options::kubernetes());
    match ThreeWay::new(&doc(case.doc(0)), &doc(case.doc(1)), &doc(result)).diff(ty, &options) {
        Ok(patch) if patch.is_empty() => Ok(()),
        Ok(patch) => Err(format!("and doesn't settle: then comes {patch}")),
        Err(error) => Err(format!("and doesn't settle: then comes {error}")),
    }
}

/// The contents of a three-way result: everything of modified, nothing that
/// original has and modified hasn't, and of current all the rest.
fn three_way(case: &Case, result: &Value) -> Result<(), String> {
    let ty = Some(case.ty.root());
    let sides = Sides {
        original: Some(case.doc(0)),
        modified: Some(case.doc(1)),
        current: Some(case.doc(2)),
    };
    objects(sides, result, ty, false).map_err(|what| format!("and breaks the law: {what}"))
}

#[derive(Clone, Copy)]
struct Sides<'v> {
    original: Option<&'v Value>,
    modified: Option<&'v Value>,
    current: Option<&'v Value>,
}

fn member<'v>(object: Option<&'v Value>, name: &str) -> Option<&'v Value> {
    object.and_then(|object| object.get(name)).filter(|value| !value.is_null())
}

fn names<'v>(objects: &[Option<&'v Value>]) -> std::collections::BTreeSet<&'v String> {
    objects.iter().copied().flatten().filter_map(Value::as_object).flat_map(Map::keys).collect()
}

fn objects(
    sides: Sides<'_>,
    result: &Value,
    ty: Option<TypeRef<'_>>,
    retain_keys: bool,
) -> Result<(), String> {
    for name in names(&[sides.original, sides.modified, sides.current, Some(result)]) {
        let below = Sides {
            original: member(sides.original, name),
            modified: member(sides.modified, name),
            current: member(sides.current, name),
        };
        let result = member(Some(result), name);
        field(below, result, ty, name, retain_keys).map_err(|what| format!("{name}: {what}"))?;
    }
    Ok(())
}

fn field(
    sides: Sides<'_>,
    result: Option<&Value>,
    ty: Option<TypeRef<'_>>,
    name: &str,
    retain_keys: bool,
) -> Result<(), String> {
    let Some(modified) = sides.modified else {
        return match (sides.original, sides.current, result) {
            (Some(_), _, None) | (_, None, None) => Ok(()),
            (Some(_), _, Some(_)) => Err("was to be deleted".to_owned()),
            (None, Some(_), None) if retain_keys => Ok(()),
            (None, Some(_), Some(_)) if retain_keys => Err("was to be cleared".to_owned()),
            (None, Some(current), Some(result)) if equivalent(current, result) => Ok(()),
            _ => Err("wasn't to be touched".to_owned()),
        };
    };
    let Some(result) = result else { return Err("is missing".to_owned()) };
    let field = ty.and_then(|ty| ty.field(name));
    let below = below(ty, name);
    let strategy = field.map(smp_core::FieldRef::strategy).unwrap_or_default();
    match (modified, sides.current) {
        (Value::Object(wanted), Some(Value::Object(_))) if strategy.base() != Base::Replace => {
            // What retains nothing clears nothing, as in the reference.
            let retains = wanted.values().any(|value| !value.is_null());
            objects(sides, result, below, strategy.retain_keys() && retains)
        }
        (Value::Array(wanted), Some(Value::Array(_))) if strategy.is_merge() => {
            match field.and_then(smp_core::FieldRef::merge_key) {
                Some(key) => elements(sides, result, key, below, strategy.retain_keys()),
                None => scalars(sides, wanted, result),
            }
        }
        _ if equivalent(modified, result) => Ok(()),
        _ => Err(format!("should be {modified}")),
    }
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn find<'v>(items: &'v [Value], key: &str, wanted: &Value) -> Option<&'v Value> {
    items.iter().find(|item| item.get(key) == Some(wanted))
}

/// Elements with one key of their own each; others must be as in modified, if
/// nobody else has some.
fn elements(
    sides: Sides<'_>,
    result: &Value,
    key: &str,
    ty: Option<TypeRef<'_>>,
    retain_keys: bool,
) -> Result<(), String> {
    let lists = [list(sides.original), list(sides.modified), list(sides.current)];
    let keyed = lists.iter().all(|items| is_keyed(items, key));
    let Some(items) = result.as_array() else { return Err("is no list".to_owned()) };
    if !keyed {
        // Its content is a question of pairing, which has no law.
        return Ok(());
    }
    let element = element(ty);
    let [original, modified, current] = lists;
    for wanted in modified {
        let Some(id) = wanted.get(key) else { continue };
        let Some(found) = find(items, key, id) else { return Err(format!("lacks {id}")) };
        let Some(current) = find(current, key, id) else {
            if equivalent(found, wanted) {
                continue;
            }
            return Err(format!("{id} should be {wanted}"));
        };
        let below = Sides {
            original: find(original, key, id),
            modified: Some(wanted),
            current: Some(current),
        };
        objects(below, found, element, retain_keys).map_err(|what| format!("{id}: {what}"))?;
    }
    let ids: Vec<&Value> = items.iter().filter_map(|item| item.get(key)).collect();
    for item in items {
        let Some(id) = item.get(key) else { return Err("has an element without key".to_owned()) };
        if ids.iter().filter(|other| **other == id).count() > 1 {
            return Err(format!("has {id} twice"));
        }
        if find(modified, key, id).is_none() {
            if find(original, key, id).is_some() {
                return Err(format!("{id} was to be deleted"));
            }
            if find(current, key, id).is_none_or(|current| !equivalent(current, item)) {
                return Err(format!("{id} wasn't to be touched"));
            }
        }
    }
    let kept = |item: &&Value| {
        item.get(key).is_some_and(|id| {
            find(original, key, id).is_none() && find(modified, key, id).is_none()
        })
    };
    if let Some(lost) =
        current.iter().filter(kept).find(|item| find(items, key, &item[key]).is_none())
    {
        return Err(format!("has lost {lost}"));
    }
    let order: Vec<&Value> = modified.iter().filter_map(|item| item.get(key)).collect();
    in_order(&order, &ids)
}

fn in_order(wanted: &[&Value], found: &[&Value]) -> Result<(), String> {
    let found: Vec<_> = found.iter().filter(|item| wanted.contains(item)).collect();
    if found.len() == wanted.len() && found.iter().zip(wanted).all(|(a, b)| same(a, b)) {
        Ok(())
    } else {
        Err("isn't in modified's order".to_owned())
    }
}

fn scalars(sides: Sides<'_>, wanted: &[Value], result: &Value) -> Result<(), String> {
    let (original, current) = (list(sides.original), list(sides.current));
    let Some(items) = result.as_array() else { return Err("is no list".to_owned()) };
    let of_one_type = |items: &[Value]| {
        let kinds = items.iter().map(core::mem::discriminant);
        kinds.clone().zip(kinds.skip(1)).all(|(left, right)| left == right)
            && items.iter().all(|item| item.is_string() || item.is_number() || item.is_boolean())
    };
    let both: Vec<Value> = wanted.iter().chain(current).cloned().collect();
    if !of_one_type(&both) && equivalent(&Value::from(wanted.to_vec()), result) {
        // No merge list: replaced as a whole.
        return Ok(());
    }
    for item in items {
        if !wanted.contains(item) && (original.contains(item) || !current.contains(item)) {
            return Err(format!("{item} was to be deleted"));
        }
    }
    for item in current {
        if !original.contains(item) && !items.contains(item) {
            return Err(format!("has lost {item}"));
        }
    }
    let repeats = |items: &[Value]| items.iter().enumerate().any(|(at, i)| items[..at].contains(i));
    if wanted.iter().any(|item| !items.contains(item)) {
        return Err("is missing an item".to_owned());
    }
    // Which of several equal items comes first has no law.
    if repeats(wanted) || repeats(current) {
        return Ok(());
    }
    in_order(&wanted.iter().collect::<Vec<_>>(), &items.iter().collect::<Vec<_>>())
}
