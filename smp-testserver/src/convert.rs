//! [`convert`]: converts objects to another version of their resource.

use std::borrow::Cow;

use serde_json::Value;

use crate::builtin::shape::complete;
use crate::object::{set, text};
use crate::registry::Resource;

/// The members of an Event in the group `events.k8s.io`, and the same ones in the core group.
const EVENT: [(&str, &str); 7] = [
    ("note", "message"),
    ("regarding", "involvedObject"),
    ("deprecatedSource", "source"),
    ("deprecatedFirstTimestamp", "firstTimestamp"),
    ("deprecatedLastTimestamp", "lastTimestamp"),
    ("deprecatedCount", "count"),
    ("reportingController", "reportingComponent"),
];

/// Like [`convert`], but does not copy an object that already has this version.
pub(crate) fn converted<'v>(object: &'v Value, to: &Resource) -> Cow<'v, Value> {
    let is_same = text(object, "/apiVersion") == to.api_version();
    if is_same { Cow::Borrowed(object) } else { Cow::Owned(convert(object, to)) }
}

/// Converts a stored object to the version of a resource on the same shelf, with the defaults of the stored
/// version.
pub(crate) fn convert(object: &Value, to: &Resource) -> Value {
    let mut object = object.clone();
    if text(&object, "/apiVersion") == to.api_version() {
        return object;
    }
    if let Some(structure) = &to.structure {
        // Defaults are added as long as they fit.
        let _ = structure.read_stored(&mut object);
        set(&mut object, &["apiVersion"], to.api_version());
        return object;
    }
    relabelled(object, to)
}

/// Changes the version of an object but keeps its fields. A server compares managers this way: a custom
/// resource with a field that the version lacks can't be compared.
pub(crate) fn relabelled(mut object: Value, to: &Resource) -> Value {
    let wanted = to.api_version();
    if text(&object, "/apiVersion") == wanted {
        return object;
    }
    if to.kind == "Event"
        && let Some(members) = object.as_object_mut()
    {
        rename_event(members, to.group.is_empty());
        complete(&mut object, to.schema.root(), &wanted);
    }
    set(&mut object, &["apiVersion"], wanted);
    object
}

fn rename_event(members: &mut serde_json::Map<String, Value>, to_core: bool) {
    for (new, old) in EVENT {
        let (from, to) = if to_core { (new, old) } else { (old, new) };
        if let Some(value) = members.remove(from) {
            members.insert(to.to_owned(), value);
        }
    }
    if to_core {
        // The core group writes these even when unset.
        for (name, value) in [
            ("source", Value::Object(serde_json::Map::new())),
            ("firstTimestamp", Value::Null),
            ("lastTimestamp", Value::Null),
            ("reportingComponent", "".into()),
            ("reportingInstance", "".into()),
        ] {
            members.entry(name).or_insert(value);
        }
        return;
    }
    // `events.k8s.io` leaves out empty members.
    for (new, _) in EVENT {
        let is_empty = match members.get(new) {
            Some(Value::Null) => true,
            Some(Value::String(text)) => text.is_empty(),
            _ => false,
        };
        if is_empty {
            members.remove(new);
        }
    }
    if members.get("reportingInstance").is_some_and(|it| it == "") {
        members.remove("reportingInstance");
    }
}
