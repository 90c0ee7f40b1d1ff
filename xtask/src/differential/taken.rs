//! Values of a patch that live lacks, or that replace live's, as this engine takes them: without
//! directives (semantics adopt-1 to adopt-7).

use serde_json::Value;
use smp_core::TypeRef;
use smp_core::schema::FieldRef;
use smp_tests::generate::below;
use smp_tests::prune::{is_directive, pruned};

use super::walk::{DELETE, Members, Target, item, items, key, merge_list, replaces, target};

/// Rewrites the values of a patch that are taken as a whole for this object.
pub(super) fn members(live: &Members, patch: &mut Members, ty: Option<TypeRef<'_>>) {
    if patch.contains_key("$patch") {
        literal_members(patch, true);
        return;
    }
    let null_lists = patch.iter().filter(|(_, value)| value.is_null());
    let gone = null_lists.filter_map(|(name, _)| name.strip_prefix(DELETE).map(str::to_owned));
    let gone: Vec<String> = gone.collect();
    for (name, value) in patch.iter_mut().filter(|(name, _)| !is_directive(name)) {
        let field = ty.and_then(|ty| ty.field(name));
        let below = ty.and_then(|ty| below(ty, name));
        match (live.get(name), &mut *value) {
            (Some(Value::Object(live)), Value::Object(patch)) if !replaces(field) => {
                members(live, patch, below);
            }
            (Some(Value::Array(live)), Value::Array(patch)) if merge_list(field) => {
                elements(live, patch, field, item(below));
            }
            (Some(Value::Object(_)), Value::Object(_))
            | (Some(Value::Array(_)), Value::Array(_)) => {
                *value = literal(value);
            }
            _ if gone.contains(name) => *value = Value::Null,
            // Null removes a value of another type.
            _ => *value = new(value).unwrap_or_default(),
        }
    }
}

fn elements(
    live: &[Value],
    patch: &mut [Value],
    field: Option<FieldRef<'_>>,
    element: Option<TypeRef<'_>>,
) {
    let all = patch.to_vec();
    let key = |one: &Value| field.and_then(|field| key(field, one));
    for (at, one) in patch.iter_mut().enumerate().filter(|(_, one)| one.get("$patch").is_none()) {
        let into = match target(field, live, &all, at) {
            Some(Target::Added(added)) => Some(added),
            Some(Target::Live(at)) => live.get(at).and_then(Value::as_object).cloned(),
            None => None,
        };
        let wanted = key(one);
        let is_same = |other: &&Value| other.get("$patch").is_none() && key(other) == wanted;
        match (into, &mut *one) {
            (Some(mut into), Value::Object(patch)) => {
                // Fields that earlier elements with the same key have set.
                for earlier in all.iter().take(at).filter(is_same).filter_map(Value::as_object) {
                    for (name, value) in earlier.iter().filter(|(name, _)| !is_directive(name)) {
                        into.entry(name.clone()).or_insert_with(|| value.clone());
                    }
                }
                members(&into, patch, element);
            }
            _ => *one = literal(one),
        }
    }
}

/// An added element, as this engine takes it.
pub(super) fn element(value: &Value) -> Value {
    pruned(&literal(value))
}

/// A value that replaces another: directives have no effect.
fn literal(value: &Value) -> Value {
    let mut value = value.clone();
    match &mut value {
        Value::Object(members) => literal_members(members, false),
        Value::Array(items) => items.iter_mut().for_each(|item| *item = literal(item)),
        _ => {}
    }
    value
}

fn literal_members(members: &mut Members, keep_marker: bool) {
    members.retain(|name, _| !is_directive(name) || keep_marker && name == "$patch");
    for value in members.values_mut() {
        *value = literal(value);
    }
}

/// A value where live has no value: deletions have an effect. `None` if it is left out.
fn new(value: &Value) -> Option<Value> {
    match value {
        Value::Object(members) if members.contains_key("$patch") => None,
        Value::Object(members) => {
            let data =
                members.iter().filter(|(name, value)| !is_directive(name) && !value.is_null());
            let taken = data.filter_map(|(name, value)| {
                let mut value = new(value)?;
                let deleted = members.get(&format!("{DELETE}{name}"));
                if deleted.is_some_and(Value::is_null) {
                    return None;
                }
                if let Value::Array(list) = &mut value {
                    list.retain(|item| !items(deleted).contains(item));
                }
                Some((name.clone(), value))
            });
            Some(Value::Object(taken.collect()))
        }
        Value::Array(items) => Some(items.iter().filter_map(new).collect()),
        other => Some(other.clone()),
    }
}
