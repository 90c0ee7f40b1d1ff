//! Checks the effect that a patch must have, and finds the reason why the reference's patch has a
//! different effect from ours.

use serde_json::Value;
use smp_core::schema::FieldRef;
use smp_core::{Document, Error, ErrorKind, MergeKeys, Options, ThreeWay, TypeRef};
use smp_tests::generate::below;
use smp_tests::laws::outcome::{self, Broken, Sides};
use smp_tests::prune::pruned;
use smp_tests::valid::{Place, any_place, is_irregular, repeats_merge_key};

use super::case::{Case, Op, PRECONDITIONS};
use super::equal::{equivalent, normal};
use super::refusal;
use super::walk::{item, key};
use crate::oracle::Answer;

/// Checks that the patch must lead to this result.
pub(super) fn holds(case: &Case, result: &Value) -> Result<(), String> {
    match case.op {
        Op::Diff if pruned(result) == pruned(case.doc(1)) => Ok(()),
        Op::Diff => Err("and breaks the law: it isn't modified".to_owned()),
        Op::Threeway => {
            check(case, result).map_err(|broken| format!("and breaks the law: {broken}"))?;
            settles(case, result)
        }
        Op::Apply | Op::Compose | Op::Conflicts => Ok(()),
    }
}

/// The id of the deviation that explains why the reference's patch or error differs from ours,
/// if our patch has the right effect when the reference applies it.
pub(super) fn cause(
    case: &Case,
    result: &Value,
    theirs: &Answer,
    effect: Option<&Answer>,
) -> Option<&'static str> {
    match (theirs, effect) {
        (Answer::Panic(_), _) => Some("reference-panics"),
        (Answer::Error(text), _)
            if text.contains("conflicts with changes made from original to current") =>
        {
            (!in_conflict(case)).then_some("conflict-needs-two-changes")
        }
        (Answer::Error(text), _) if text.contains("precondition failed") => {
            (!breaks_precondition(case, result)).then_some("precondition-needs-a-change")
        }
        (Answer::Error(_), _) if case.op == Op::Compose => Some("compose-refused"),
        (Answer::Error(_), _) => Some("diff-refused"),
        (Answer::Ok(_), Some(Answer::Ok(theirs))) => match case.op {
            Op::Diff => Some("diff-law"),
            Op::Compose => Some("compose-law"),
            Op::Threeway => other_result(case, result, theirs),
            _ => None,
        },
        (Answer::Ok(_), Some(_)) if case.op == Op::Compose => Some("compose-law"),
        (Answer::Ok(_), Some(_)) => Some("patch-refused-by-its-maker"),
        (Answer::Ok(_), None) => None,
    }
}

/// The id of the deviation that explains why we refuse to make a patch, and the reference does not.
/// `effect` is the result of its patch.
pub(super) fn refused(case: &Case, error: &Error, effect: Option<&Answer>) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::Conflict => in_conflict(case).then_some("conflict-missed"),
        ErrorKind::Precondition => effect
            .and_then(Answer::ok)
            .is_some_and(|theirs| breaks_precondition(case, theirs))
            .then_some("precondition-missed"),
        // Semantics diff-15.
        ErrorKind::UnknownField if is_of_unknown_field(effect) => {
            Some("patch-refused-by-its-maker")
        }
        _ => refusal::cause(case, error),
    }
}

/// Whether the reference finds a field that the schema lacks.
fn is_of_unknown_field(answer: Option<&Answer>) -> bool {
    matches!(answer, Some(Answer::Error(text)) if text.contains("unable to find api field"))
}

/// Why a three-way patch of the reference has a different result from ours, which keeps the law: its
/// result breaks the law, or differs in lists whose elements share a key. Nothing else may differ.
fn other_result(case: &Case, result: &Value, theirs: &Value) -> Option<&'static str> {
    let mut theirs = theirs.clone();
    let mut id = "irregular-lists";
    while let Err(broken) = check(case, &theirs) {
        id = "three-way-law";
        let path: Vec<&str> = broken.path().collect();
        if !copy(&mut theirs, result, &path) {
            return None;
        }
    }
    let documents: Vec<&Value> = case.docs.iter().collect();
    equal_but_for_irregular_lists(result, &theirs, &documents, Some(case.ty.root())).then_some(id)
}

/// Copies the member at this path from `from` into an object. Returns whether the object changes.
fn copy(object: &mut Value, from: &Value, path: &[&str]) -> bool {
    let Some((name, below)) = path.split_first() else { return false };
    let (Value::Object(members), Some(from)) = (object, from.as_object()) else { return false };
    match (members.get_mut(*name), from.get(*name)) {
        (Some(member @ Value::Object(_)), Some(value @ Value::Object(_))) if !below.is_empty() => {
            copy(member, value, below)
        }
        (member, Some(value)) => {
            let changes = member.is_none_or(|member| *member != *value);
            members.insert((*name).to_owned(), value.clone());
            changes
        }
        (_, None) => members.remove(*name).is_some(),
    }
}

/// Whether the results are equal, apart from lists in which elements of the documents share a key or
/// lack one.
fn equal_but_for_irregular_lists(
    ours: &Value,
    theirs: &Value,
    documents: &[&Value],
    ty: Option<TypeRef<'_>>,
) -> bool {
    if equivalent(ours, theirs) {
        return true;
    }
    let (Value::Object(one), Value::Object(other)) = (ours, theirs) else { return false };
    one.keys().chain(other.keys()).all(|name| {
        let [Some(ours), Some(theirs)] = [ours, theirs].map(|object| outcome::member(object, name))
        else {
            return outcome::member(ours, name).is_none()
                && outcome::member(theirs, name).is_none();
        };
        let documents: Vec<&Value> = documents.iter().filter_map(|it| it.get(name)).collect();
        let field = ty.and_then(|ty| ty.field(name));
        let below = ty.and_then(|ty| below(ty, name));
        let is_irregular =
            |value: &&Value| has_shared_keys(&Place { value, parent: ty, field, ty: below });
        match (ours, theirs, field.filter(|field| field.strategy().is_merge())) {
            (Value::Array(ours), Value::Array(theirs), Some(field)) => {
                documents.iter().any(is_irregular)
                    || equal_elements([ours, theirs], &documents, field, item(below))
            }
            _ => equal_but_for_irregular_lists(ours, theirs, &documents, below),
        }
    })
}

/// Whether the elements are equal. An element with an irregular list in it may have been replaced,
/// which moves it.
fn equal_elements(
    [ours, theirs]: [&[Value]; 2],
    documents: &[&Value],
    field: FieldRef<'_>,
    element: Option<TypeRef<'_>>,
) -> bool {
    let elements = |key: &Option<Value>| {
        let all = documents.iter().filter_map(|list| list.as_array()).flatten();
        all.filter(|item| super::walk::key(field, item) == *key).collect::<Vec<&Value>>()
    };
    let all = documents.iter().filter_map(|list| list.as_array()).flatten();
    let may_move = all.into_iter().any(|item| any_place(item, element, has_shared_keys));
    ours.len() == theirs.len()
        && ours.iter().enumerate().all(|(at, one)| {
            let key = key(field, one);
            let same = |item: &&Value| super::walk::key(field, item) == key;
            let other =
                if may_move { theirs.iter().find(same) } else { theirs.get(at).filter(same) };
            other.is_some_and(|other| {
                equal_but_for_irregular_lists(one, other, &elements(&key), element)
            })
        })
}

/// Whether the value is a list in which elements share a key or lack one.
fn has_shared_keys(place: &Place<'_>) -> bool {
    is_irregular(place) || repeats_merge_key(place)
}

/// Whether two sides changed something from original to different values.
pub(super) fn in_conflict(case: &Case) -> bool {
    let sides = Sides::of(case.doc(0), case.doc(1), case.doc(2));
    outcome::in_conflict(sides, case.ty.root(), MergeKeys::PatchMergeKey)
}

/// Whether the result changes a field of current that must not change.
pub(super) fn breaks_precondition(case: &Case, result: &Value) -> bool {
    let current = case.doc(2);
    PRECONDITIONS.iter().any(|path| {
        let at = |document| path.split('.').try_fold(document, outcome::member).cloned();
        at(current) != at(result)
    })
}

/// Checks the content of a three-way result. This engine distinguishes `1.0` from `1`, the
/// reference doesn't: a result is right if it is right for either interpretation of numbers.
fn check(case: &Case, result: &Value) -> Result<(), Broken> {
    let (ty, options) = (case.ty.root(), &Options::kubernetes());
    let documents = [0, 1, 2].map(|at| case.doc(at));
    let [original, modified, current] = documents;
    if outcome::check_three_way(Sides::of(original, modified, current), result, ty, options).is_ok()
    {
        return Ok(());
    }
    let [original, modified, current] = documents.map(normal);
    let sides = Sides::of(&original, &modified, &current);
    outcome::check_three_way(sides, &normal(result), ty, options)
}

/// Checks that a second three-way diff is empty.
fn settles(case: &Case, result: &Value) -> Result<(), String> {
    let [original, modified, result] = [case.doc(0), case.doc(1), result].map(Document::from);
    let (ty, options) = (case.ty.root(), Options::kubernetes());
    match ThreeWay::new(&original, &modified, &result).diff(ty, &options) {
        Ok(patch) if patch.is_empty() => Ok(()),
        Ok(patch) => Err(format!("and doesn't settle: then comes {patch}")),
        Err(error) => Err(format!("and doesn't settle: then comes {error}")),
    }
}
