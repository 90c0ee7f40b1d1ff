//! Finds the way in a JSON schema that someone else has made: references,
//! `allOf` and optional types looked through.

use serde_json::Value;

/// How many schemas one value is described by, at most.
const MAX_PLACES: usize = 64;

/// The pointers to every schema that describes the value at a pointer, itself
/// first.
pub(super) fn places(document: &Value, pointer: &str) -> Vec<String> {
    let mut all = vec![pointer.to_owned()];
    for at in 0..MAX_PLACES {
        let Some(place) = all.get(at).cloned() else { break };
        let Some(Value::Object(schema)) = document.pointer(&place) else { continue };
        let mut found = Vec::new();
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            found.extend(reference.strip_prefix('#').map(str::to_owned));
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            if let Some(Value::Array(members)) = schema.get(keyword) {
                found.extend((0..members.len()).map(|at| format!("{place}/{keyword}/{at}")));
            }
        }
        for place in found {
            if all.len() < MAX_PLACES && !all.contains(&place) {
                all.push(place);
            }
        }
    }
    all
}

/// The pointer to a schema under one of the places.
pub(super) fn find(document: &Value, places: &[String], inside: &str) -> Option<String> {
    let mut found = places.iter().map(|place| format!("{place}/{inside}"));
    found.find(|place| document.pointer(place).is_some_and(Value::is_object))
}
