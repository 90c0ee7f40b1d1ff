//! JSON patches and JSON merge patches from an object to a different one.

use serde_json::{Map, Value, json};
use smp_tests::choices::Choices;

/// The JSON merge patch from one value to another.
pub(super) fn merge_patch(from: &Value, to: &Value) -> Value {
    let (Value::Object(from), Value::Object(to)) = (from, to) else { return to.clone() };
    let mut patch = Map::new();
    for name in from.keys().filter(|name| !to.contains_key(*name)) {
        patch.insert(name.clone(), Value::Null);
    }
    for (name, value) in to {
        match from.get(name) {
            Some(old) if old == value => {}
            Some(old) => drop(patch.insert(name.clone(), merge_patch(old, value))),
            None => drop(patch.insert(name.clone(), value.clone())),
        }
    }
    Value::Object(patch)
}

/// Adds nulls at random places.
pub(super) fn add_nulls(value: &mut Value, choices: &mut Choices<'_>) {
    match value {
        Value::Object(members) => {
            if choices.one_in(4) && !members.contains_key("metadata") {
                members.insert("unset".to_owned(), Value::Null);
            }
            members.values_mut().for_each(|member| add_nulls(member, choices));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| add_nulls(item, choices)),
        _ => {}
    }
}

/// The JSON patch from one value to another, with other operations between: some change nothing, some
/// move or copy values, and some have a path that does not exist.
pub(super) fn json_patch(from: &Value, to: &Value, choices: &mut Choices<'_>) -> Value {
    let mut operations = Vec::new();
    add_operations(from, to, "", choices, &mut operations);
    if choices.one_in(3) {
        let path = choices.pick(&["/metadata/labels", "/metadata/name", "/spec", "/x/y", "/kind"]);
        let operation = match choices.below(4) {
            0 => json!({"op": "test", "path": path, "value": from.pointer(path)}),
            1 => json!({"op": "copy", "from": path, "path": "/metadata/annotations"}),
            2 => json!({"op": "test", "path": path, "value": null}),
            _ => json!({"op": "replace", "path": path, "value": from.pointer(path)}),
        };
        let place = choices.count(operations.len());
        operations.insert(place, operation);
    }
    if choices.one_in(3) {
        let mut paths = Vec::new();
        add_paths(from, "", &mut paths);
        let operation = moved(from, &paths, choices);
        let place = choices.count(operations.len());
        operations.insert(place, operation);
    }
    Value::Array(operations)
}

/// The paths of all values inside, except those that identify the object.
fn add_paths(value: &Value, path: &str, paths: &mut Vec<String>) {
    let mut add = |name: &str, member: &Value| {
        let path = step(path, name);
        if IDENTITY.contains(&&*path) {
            return;
        }
        add_paths(member, &path, paths);
        // The object here lacks `managedFields`, which it has on the server.
        if path != "/metadata" {
            paths.push(path);
        }
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(name, it)| add(name, it)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, it)| add(&at.to_string(), it));
        }
        _ => {}
    }
}

const IDENTITY: [&str; 8] = [
    "/apiVersion",
    "/kind",
    "/metadata/name",
    "/metadata/namespace",
    "/metadata/uid",
    "/metadata/resourceVersion",
    "/metadata/creationTimestamp",
    "/metadata/managedFields",
];

/// An operation that moves, copies, removes or tests a value, mostly to a place of the same type, or
/// an operation with an odd path.
fn moved(object: &Value, paths: &[String], choices: &mut Choices<'_>) -> Value {
    if paths.is_empty() {
        return json!({"op": "test", "path": "", "value": object});
    }
    let from = choices.pick(paths);
    let (above, name) = from.rsplit_once('/').unwrap_or_default();
    let siblings: Vec<&String> = paths
        .iter()
        .filter(|it| it.rsplit_once('/').is_some_and(|(other, _)| other == above))
        .collect();
    let is_item = name.parse::<usize>().is_ok();
    let to = match choices.below(if is_item { 6 } else { 4 }) {
        0 => choices.pick(paths),
        1 => choices.pick(&siblings).clone(),
        2 => from.clone(),
        3 => format!("{above}/n1"),
        4 => format!("{above}/-"),
        _ => format!("{above}/0"),
    };
    let odd = choices
        .pick(&["", "/", "x", "/-1", "/-", "/01", "/1e0", "/99", "/a~2b", "/~01", "/+0", "//"]);
    let odd = if choices.one_in(3) { odd.to_owned() } else { format!("{above}{odd}") };
    match choices.below(10) {
        0 | 1 => json!({"op": "move", "from": from, "path": to}),
        2 | 3 => json!({"op": "copy", "from": from, "path": to}),
        4 => json!({"op": "remove", "path": odd}),
        5 => json!({"op": "add", "path": odd, "value": object.pointer(&from)}),
        6 => json!({"op": "replace", "path": odd, "value": object.pointer(&from)}),
        7 if !odd.is_empty() => json!({"op": "copy", "from": odd, "path": to}),
        8 if !odd.is_empty() => {
            json!({"op": "test", "path": odd, "value": object.pointer(&odd)})
        }
        _ => json!({"op": "test", "path": from, "value": object.pointer(&to)}),
    }
}

fn add_operations(
    from: &Value,
    to: &Value,
    path: &str,
    choices: &mut Choices<'_>,
    operations: &mut Vec<Value>,
) {
    match (from, to) {
        _ if from == to => {}
        (Value::Object(old), Value::Object(new)) => {
            for name in old.keys().filter(|name| !new.contains_key(*name)) {
                operations.push(json!({"op": "remove", "path": step(path, name)}));
            }
            for (name, value) in new {
                match old.get(name) {
                    Some(old) => add_operations(old, value, &step(path, name), choices, operations),
                    None => {
                        operations
                            .push(json!({"op": "add", "path": step(path, name), "value": value}));
                    }
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if new.len() > old.len() && new.starts_with(old) => {
            for (place, item) in new.iter().enumerate().skip(old.len()) {
                let at = if choices.one_in(2) { "-".to_owned() } else { place.to_string() };
                operations.push(json!({"op": "add", "path": step(path, &at), "value": item}));
            }
        }
        (Value::Array(old), Value::Array(new)) if new.len() == old.len() => {
            for (place, (old, new)) in old.iter().zip(new).enumerate() {
                add_operations(old, new, &step(path, &place.to_string()), choices, operations);
            }
        }
        _ => operations.push(json!({"op": "replace", "path": path, "value": to})),
    }
}

fn step(path: &str, name: &str) -> String {
    format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_from_one_value_to_another() {
        let (from, to) = (json!({"a": 1, "b": {"c": 1}}), json!({"b": {"c": 2}, "d/e": [1]}));
        assert_eq!(merge_patch(&from, &to), json!({"a": null, "b": {"c": 2}, "d/e": [1]}));
        let mut below = |_| 0;
        let patch = json_patch(&from, &to, &mut Choices::new(&mut below));
        let wanted = json!([
            {"op": "remove", "path": "/a"},
            {"op": "replace", "path": "/b/c", "value": 2},
            {"op": "add", "path": "/d~1e", "value": [1]}
        ]);
        assert_eq!(patch, wanted);
    }
}
