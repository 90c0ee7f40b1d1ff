//! Finds the schemas of a value in an existing JSON schema: by following references, `allOf`,
//! `anyOf` and `oneOf`.

use serde_json::Value;

/// The maximum number of schemas of one value that are followed.
const MAX_PLACES: usize = 64;

/// The pointers of all schemas that describe a value: the given one first, then those that it
/// refers to.
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

/// The pointer `PLACE/inside` for the first of the places that has an object there.
pub(super) fn find(document: &Value, places: &[String], inside: &str) -> Option<String> {
    let mut found = places.iter().map(|place| format!("{place}/{inside}"));
    found.find(|place| document.pointer(place).is_some_and(Value::is_object))
}
