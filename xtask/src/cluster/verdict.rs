//! The result of a case, and the comparison of two answers.

use serde_json::{Value, json};
use smp_core::Document;
use smp_managed::{ManagedFields, keep_times};
use smp_tests::prune::pruned;

use super::client::Answer;

/// The result of comparing one case.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    /// The server makes the same object.
    Equal,
    /// The server refuses both requests, for the same causes.
    SameCauses,
    /// Both sides refuse; the server lists no causes.
    Refused,
    /// A section of `docs/deviations.md` describes the difference.
    Explained(&'static str),
    /// The server's answers to the same request vary: an entry of the list in `docs/cluster.md`.
    AtRandom(&'static str),
    /// The results differ, with a description.
    Different(String),
}

impl Verdict {
    pub(super) fn label(&self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::SameCauses => "refused, same causes",
            Self::Refused => "refused by both",
            Self::Explained(id) | Self::AtRandom(id) => id,
            Self::Different(_) => "unexplained",
        }
    }
}

/// Members of `metadata` that differ between two requests with the same effect.
const VARYING: [&str; 3] = ["managedFields", "resourceVersion", "generation"];

/// The object without the members that every request changes.
pub(super) fn settled(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.retain(|name, _| !VARYING.contains(&&**name));
    }
    object
}

/// The causes of a refusal, sorted: field, reason and message. An error about the patch as a whole
/// repeats the patch, which is left out.
pub(super) fn causes(answer: &Answer) -> Vec<String> {
    let causes = answer.body.pointer("/details/causes").and_then(Value::as_array);
    let text = |cause: &Value| match cause.get("field").and_then(Value::as_str) {
        Some("patch") => {
            let message = cause.get("message").and_then(Value::as_str).unwrap_or_default();
            message.rsplit_once("]\": ").map_or(message, |(_, error)| error).to_owned()
        }
        _ => cause.to_string(),
    };
    let mut texts: Vec<String> = causes.into_iter().flatten().map(text).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// Compares the answer to a patch with the answer to an update with this engine's result.
/// `None` if they differ.
pub(super) fn compare(patched: &Answer, updated: &Answer) -> Option<Verdict> {
    match (patched.is_ok(), updated.is_ok()) {
        (true, true) => {
            (settled(&patched.body) == settled(&updated.body)).then_some(Verdict::Equal)
        }
        (false, false) => match (causes(patched), causes(updated)) {
            (one, other) if one.is_empty() || other.is_empty() => Some(Verdict::Refused),
            (one, other) => (one == other).then_some(Verdict::SameCauses),
        },
        _ => None,
    }
}

/// The paths at which two values differ, such as `/spec/ports/0/nodePort`.
pub(super) fn differences(left: &Value, right: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(left, right, &mut String::new(), &mut found);
    found
}

fn collect(left: &Value, right: &Value, at: &mut String, found: &mut Vec<String>) {
    let length = at.len();
    match (left, right) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let missing = theirs.keys().filter(|name| !ours.contains_key(*name));
            for name in ours.keys().chain(missing) {
                at.push('/');
                at.push_str(&name.replace('~', "~0").replace('/', "~1"));
                match (ours.get(name), theirs.get(name)) {
                    (Some(ours), Some(theirs)) => collect(ours, theirs, at, found),
                    _ => found.push(at.clone()),
                }
                at.truncate(length);
            }
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            for (place, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                at.push('/');
                at.push_str(&place.to_string());
                collect(ours, theirs, at, found);
                at.truncate(length);
            }
        }
        _ if left == right => {}
        _ => found.push(at.clone()),
    }
}

/// Checks that our object after an apply equals the server's. The server would store ours as
/// `stored`.
pub(super) fn same_as_stored(
    before: &Document<'_>,
    ours: &Document<'_>,
    is_custom: bool,
    stored: &Value,
    theirs: &Value,
) -> std::result::Result<(), String> {
    let with_managers = ManagedFields::of(ours)
        .and_then(|managed| managed.put_into(Document::from(stored)))
        .map_err(|error| error.to_string())?;
    // The server may drop something from our object, such as an empty list. If nothing has changed
    // then, times stay. A null in the metadata of a custom resource counts before it is dropped.
    let metadata = ours.get("metadata").map(|it| it.to_json()).unwrap_or_default();
    let has_null = serde_json::from_str(&metadata).is_ok_and(|it: Value| pruned(&it) != it);
    let object = if is_custom && has_null {
        with_managers
    } else {
        keep_times(before, with_managers).map_err(|error| error.to_string())?
    };
    same_entries(&object, theirs)?;
    let paths = differences(&settled(stored), &settled(theirs));
    if paths.is_empty() { Ok(()) } else { Err(format!("the object differs at {paths:?}")) }
}

/// Checks that the entries of both objects are equal, apart from their times. The error shows both.
pub(super) fn same_entries(ours: &Document<'_>, theirs: &Value) -> std::result::Result<(), String> {
    let ours = ours.clone().into_value().map_err(|error| error.to_string())?;
    let entries = |object: &Value| {
        let list = object.pointer("/metadata/managedFields").and_then(Value::as_array);
        let shown = list.into_iter().flatten().map(|entry| {
            let timed = !entry["time"].is_null();
            let mut entry = entry.clone();
            entry["time"] = json!(timed);
            entry.to_string()
        });
        let mut shown: Vec<String> = shown.collect();
        shown.sort();
        shown
    };
    let (ours, theirs) = (entries(&ours), entries(theirs));
    if ours == theirs {
        return Ok(());
    }
    Err(format!("entries\nours   {}\ntheirs {}", ours.join("\n       "), theirs.join("\n       ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer(status: u16, body: Value) -> Answer {
        Answer::new(status, body)
    }

    #[test]
    fn what_every_request_changes_does_not_count() {
        let object = |version: &str| json!({"metadata": {"name": "a", "resourceVersion": version}});
        let verdict = compare(&answer(200, object("1")), &answer(200, object("2")));
        assert_eq!(verdict, Some(Verdict::Equal));
        let other = json!({"metadata": {"name": "b"}});
        assert_eq!(compare(&answer(200, object("1")), &answer(200, other)), None);
    }

    #[test]
    fn causes_are_compared_where_both_have_them() {
        let refusal = |field: &str| {
            answer(422, json!({"details": {"causes": [{"field": field, "reason": "x"}]}}))
        };
        assert_eq!(compare(&refusal("a"), &refusal("a")), Some(Verdict::SameCauses));
        assert_eq!(compare(&refusal("a"), &refusal("b")), None);
        assert_eq!(compare(&refusal("a"), &answer(400, json!({}))), Some(Verdict::Refused));
        assert_eq!(compare(&refusal("a"), &answer(200, json!({}))), None);
    }

    #[test]
    fn differences_have_paths() {
        let (one, other) =
            (json!({"a": [{"b": 1, "c": 2}]}), json!({"a": [{"b": 2, "c": 2}], "d": 1}));
        assert_eq!(differences(&one, &other), ["/a/0/b", "/d"]);
        assert_eq!(differences(&json!({"a": null}), &json!({})), ["/a"]);
    }
}
