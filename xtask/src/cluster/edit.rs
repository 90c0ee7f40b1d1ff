//! Other legal objects: the object of the server with a few random changes, as a user makes them.

use serde_json::{Map, Value, json};
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, ListMapKey, TypeKind};
use smp_tests::choices::Choices;
use smp_tests::generate::below;

use super::kit::Kit;

/// Members of `metadata` that only the server sets, or that identify the object.
const FIXED: [&str; 11] = [
    "name",
    "namespace",
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "generation",
    "selfLink",
    "managedFields",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "generateName",
];

/// The object with one to four changes, each in a different place.
pub(super) fn edited(
    object: &Value,
    ty: TypeRef<'_>,
    kit: &Kit,
    choices: &mut Choices<'_>,
) -> Value {
    let mut edited = object.clone();
    for _ in 0..=choices.count(3) {
        change(&mut edited, ty, kit, choices, 0);
    }
    with_identity_of(edited, object)
}

/// The edited object with the identity of `object`.
pub(super) fn with_identity_of(mut edited: Value, object: &Value) -> Value {
    for name in ["apiVersion", "kind"] {
        copy(object, &mut edited, name);
    }
    if let Some(metadata) = object.get("metadata") {
        if !edited["metadata"].is_object() {
            edited["metadata"] = json!({});
        }
        for name in FIXED {
            copy(metadata, &mut edited["metadata"], name);
        }
    }
    edited
}

/// Removes what would change the identity of the object from a patch. Orders and deletion lists of metadata stay.
pub(super) fn without_identity(patch: &mut Value) {
    if let Some(members) = patch.as_object_mut() {
        for name in ["apiVersion", "kind", "$patch", "$retainKeys"] {
            members.remove(name);
        }
        match members.get_mut("metadata") {
            Some(Value::Object(metadata)) => {
                let others = ["$patch", "$retainKeys"];
                // Also a directive for the list of managers: objects are compared without that list.
                let of = |name: &str| FIXED.contains(&name.rsplit('/').next().unwrap_or_default());
                metadata.retain(|name, _| !of(name) && !others.contains(&&**name));
            }
            Some(Value::Null) => drop(members.remove("metadata")),
            _ => {}
        }
    }
}

/// States the uid or the version of the object in some patches: the real one, or a different one.
pub(super) fn add_precondition(patch: &mut Value, object: &Value, choices: &mut Choices<'_>) {
    let is_object = object.pointer("/metadata/uid").is_some();
    let Some(members) = patch.as_object_mut().filter(|_| is_object && choices.one_in(10)) else {
        return;
    };
    let metadata = members.entry("metadata").or_insert_with(|| json!({}));
    if let Some(metadata) = metadata.as_object_mut() {
        let name = choices.pick(&["uid", "resourceVersion"]);
        let stated = object.pointer(&format!("/metadata/{name}")).cloned().unwrap_or_default();
        let other = choices.pick(&[json!("1"), json!("0"), json!(""), Value::Null, json!("x")]);
        let value = if choices.one_in(3) { other } else { stated };
        metadata.insert(name.to_owned(), value);
    }
}

fn copy(from: &Value, to: &mut Value, name: &str) {
    if let Some(members) = to.as_object_mut() {
        match from.get(name) {
            Some(value) => drop(members.insert(name.to_owned(), value.clone())),
            None => drop(members.remove(name)),
        }
    }
}

/// Changes one place at this level or below.
fn change(value: &mut Value, ty: TypeRef<'_>, kit: &Kit, choices: &mut Choices<'_>, depth: usize) {
    let Value::Object(members) = value else { return };
    let names: Vec<String> = members.keys().cloned().collect();
    let inner: Vec<&String> = names
        .iter()
        .filter(|name| members.get(*name).is_some_and(|it| it.is_object() || it.is_array()))
        .collect();
    // At the top level most changes are inside `spec`; few change a whole member such as `spec`.
    let stay = if depth == 0 { 12 } else { 3 };
    if inner.is_empty() || choices.one_in(stay) {
        return change_members(members, &names, ty, kit, choices);
    }
    let name = choices.pick(&inner).clone();
    let (field, below) = (ty.field(&name), below(ty, &name));
    match (members.get_mut(&name), below) {
        (Some(Value::Array(items)), Some(below)) => {
            if let TypeKind::List(element) = below.kind() {
                let known = kit.of(ty, &name);
                change_list(items, field, element, (kit, known), choices, depth);
            }
        }
        (Some(inner), Some(below)) => change(inner, below, kit, choices, depth + 1),
        _ => {}
    }
}

/// Removes, sets or adds a member.
fn change_members(
    members: &mut Map<String, Value>,
    names: &[String],
    ty: TypeRef<'_>,
    kit: &Kit,
    choices: &mut Choices<'_>,
) {
    if matches!(ty.kind(), TypeKind::Map(_) | TypeKind::Any) {
        match (choices.below(3), names.is_empty()) {
            (0, false) => drop(members.remove(&choices.pick(names))),
            (1, false) => {
                let (from, to) = (choices.pick(names), choices.pick(names));
                let value = members.get(&from).cloned().unwrap_or_default();
                members.insert(to, value);
            }
            _ => {
                let value = members.values().next().cloned().unwrap_or_else(|| json!("1"));
                members.insert(format!("n{}", choices.below(4)), value);
            }
        }
        return;
    }
    if choices.one_in(4) && !names.is_empty() {
        members.remove(&choices.pick(names));
        return;
    }
    let fields = kit.fields(ty);
    if fields.is_empty() {
        return;
    }
    let name = choices.pick(&fields);
    let value = choices.pick(kit.of(ty, &name));
    let free_text = value.is_string() && known_text(&name) && choices.one_in(2);
    let value = if free_text { json!(format!("t{}", choices.below(9))) } else { value };
    members.insert(name, value);
}

/// Fields that take any short text.
fn known_text(name: &str) -> bool {
    ["image", "value", "message", "reason", "description", "workingDir"].contains(&name)
}

/// Removes, moves, changes or adds an element.
fn change_list(
    items: &mut Vec<Value>,
    field: Option<FieldRef<'_>>,
    element: TypeRef<'_>,
    (kit, known): (&Kit, &[Value]),
    choices: &mut Choices<'_>,
    depth: usize,
) {
    let at = choices.below(items.len());
    match choices.below(if items.is_empty() { 1 } else { 6 }) {
        0 | 1 => {
            let lists: Vec<&Vec<Value>> =
                known.iter().filter_map(Value::as_array).filter(|it| !it.is_empty()).collect();
            let donor = if lists.is_empty() { None } else { Some(choices.pick(&lists)) };
            let Some(mut item) = donor.map(|it| choices.pick(it)) else { return };
            rename(&mut item, field, choices);
            let place = choices.count(items.len());
            items.insert(place, item);
        }
        2 => drop(items.remove(at)),
        3 => {
            let item = items.remove(at);
            let place = choices.count(items.len());
            items.insert(place, item);
        }
        _ => {
            if let Some(item) = items.get_mut(at) {
                let kept = keys(item, field);
                change(item, element, kit, choices, depth + 1);
                if let Value::Object(members) = item {
                    members.extend(kept);
                }
            }
        }
    }
}

/// The keys of an element with their values.
fn keys(item: &Value, field: Option<FieldRef<'_>>) -> Map<String, Value> {
    let Some(field) = field else { return Map::new() };
    key_names(field).filter_map(|name| Some((name.to_owned(), item.get(name)?.clone()))).collect()
}

fn key_names(field: FieldRef<'_>) -> impl Iterator<Item = &str> {
    field.list_map_keys().iter().map(ListMapKey::name).chain(field.merge_key())
}

/// Usually gives an element a new key. The list may already have this key, with a different value of
/// another list map key.
pub(super) fn rename(item: &mut Value, field: Option<FieldRef<'_>>, choices: &mut Choices<'_>) {
    if choices.one_in(4) {
        return;
    }
    if let Value::Object(members) = item {
        let Some(field) = field else { return };
        for name in key_names(field) {
            let value = match members.get(name) {
                Some(Value::Number(_)) => json!(choices.pick(&[53, 80, 443, 8080])),
                _ if name == "protocol" => json!(choices.pick(&["TCP", "UDP"])),
                _ if name == "mountPath" => json!(format!("/k{}", choices.below(4))),
                _ if name == "ip" => json!(format!("10.3.0.{}", choices.below(4))),
                Some(Value::String(_)) => json!(format!("k{}", choices.below(6))),
                _ => continue,
            };
            members.insert(name.to_owned(), value);
        }
        if members.contains_key("port") || members.contains_key("containerPort") {
            members.insert("name".to_owned(), json!(format!("p{}", choices.below(9))));
            members.remove("nodePort");
        }
    }
}
