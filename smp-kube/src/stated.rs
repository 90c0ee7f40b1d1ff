//! What a caller states about an object, and the annotation that stores it.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Error, Settings};

/// Fields of `metadata` that the server writes.
const SERVER_METADATA: [&str; 8] = [
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generation",
    "managedFields",
    "resourceVersion",
    "selfLink",
    "uid",
];

/// What an object states: everything except its status, the fields that the server writes, which
/// are present if the object was read and changed, and the annotation itself.
pub(crate) fn stated(object: impl Serialize, annotation: &str) -> Result<Value, Error> {
    let mut object = serde_json::to_value(object)?;
    if let Some(members) = object.as_object_mut() {
        members.remove("status");
    }
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.retain(|name, _| !SERVER_METADATA.contains(&name.as_str()));
        if let Some(Value::Object(annotations)) = metadata.get_mut("annotations") {
            annotations.remove(annotation);
        }
    }
    Ok(object)
}

/// The wanted object, with itself in the annotation.
pub(crate) fn with_last_applied(
    wanted: impl Serialize,
    settings: &Settings,
) -> Result<Value, Error> {
    let mut object = stated(wanted, &settings.annotation)?;
    let text = object.to_string();
    let annotations = member(member(&mut object, "metadata"), "annotations");
    *member(annotations, &settings.annotation) = text.into();
    Ok(object)
}

/// The last applied object, from the annotation of an object; `None` without the annotation.
pub(crate) fn last_applied(current: &Value, settings: &Settings) -> Result<Option<Value>, Error> {
    let annotations = current.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let text = annotations.and_then(|all| all.get(&settings.annotation)).and_then(Value::as_str);
    let Some(text) = text else { return Ok(None) };
    let object: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| Error::Annotation { name: settings.annotation.clone(), error })?;
    stated(object, &settings.annotation).map(Some)
}

/// A member of an object, which is added as null if it is missing. A value that is not an object
/// becomes one.
pub(crate) fn member<'v>(value: &'v mut Value, name: &str) -> &'v mut Value {
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    &mut value[name]
}
