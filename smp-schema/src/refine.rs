//! Finds the path of a mistake that serde reports only at an enclosing object.

use serde_json::Value;

use crate::reflect::Step;

/// The maximum number of parts that are left out or changed, one by one, to find the one with a
/// mistake.
const TRIES: usize = 200;

const MISSING: &str = "missing field";

/// The message with which serde refuses a value, if it does.
type Refusal<'r> = &'r dyn Fn(&Value) -> Option<String>;

/// The path of a mistake. `steps` leads to an object that serde buffered before reading it, as for
/// flattened fields and untagged enums. A part has the mistake if the refusal differs without it.
/// `O(n)`.
pub(crate) fn refine(steps: Vec<Step>, mut value: Value, refusal: Refusal<'_>) -> Vec<Step> {
    // If a field is missing, no part has the mistake.
    let Some(before) = refusal(&value).filter(|text| !text.starts_with(MISSING)) else {
        return steps;
    };
    let mut path: Vec<Step> = steps.into_iter().rev().collect();
    let mut tries = TRIES;
    while let Some(part) = part_at(&mut value, &path) {
        let parts = parts_of(part);
        let Some(left) = tries.checked_sub(parts.len()) else { break };
        tries = left;
        let is_wrong = |step: &Step| {
            let rest = |part: &Value| without(part, step);
            let after = refusal_of(&mut value, &path, rest, refusal);
            // Without a required part, the refusal is about its absence, so the part is changed
            // instead.
            if after.as_ref().is_some_and(|text| text.starts_with(MISSING)) {
                path.push(step.clone());
                let is_told = is_told(&mut value, &mut path, &before, (refusal, &mut tries));
                path.pop();
                return is_told;
            }
            after.as_ref() != Some(&before)
        };
        let Some(wrong) = parts.into_iter().find(is_wrong) else { break };
        path.push(wrong);
    }
    path.reverse();
    path
}

/// Whether the refusal quotes a scalar at this path or below, and quotes the new value when the
/// scalar is changed.
fn is_told(
    value: &mut Value,
    path: &mut Vec<Step>,
    before: &str,
    (refusal, tries): (Refusal<'_>, &mut usize),
) -> bool {
    let Some(part) = part_at(value, path) else { return false };
    let other = match &*part {
        Value::Null => return false,
        Value::Bool(part) => Value::Bool(!part),
        Value::Number(part) => match part.as_i64() {
            Some(part) => part.wrapping_add(1).into(),
            None => part.as_f64().map(|part| part / 2.0).into(),
        },
        Value::String(part) => Value::String(format!("{part}_")),
        container => {
            return parts_of(container).into_iter().any(|step| {
                path.push(step);
                let is_told = is_told(value, path, before, (refusal, &mut *tries));
                path.pop();
                is_told
            });
        }
    };
    let words = words(part).into_iter().zip(words(&other));
    let mut words = words.filter(|(word, _)| before.contains(word)).peekable();
    let Some(left) = words.peek().and_then(|_| tries.checked_sub(1)) else { return false };
    *tries = left;
    let after = refusal_of(value, path, |_| other, refusal).unwrap_or_default();
    words.any(|(_, other)| after.contains(&other))
}

/// The spellings of a scalar in serde's messages.
fn words(scalar: &Value) -> [String; 2] {
    [scalar.to_string(), format!("`{}`", scalar.as_str().unwrap_or(&scalar.to_string()))]
}

/// The refusal of the value with the part at this path replaced.
fn refusal_of(
    value: &mut Value,
    path: &[Step],
    other: impl FnOnce(&Value) -> Value,
    refusal: Refusal<'_>,
) -> Option<String> {
    let part = part_at(value, path)?;
    let other = other(part);
    let part = core::mem::replace(part, other);
    let after = refusal(value);
    if let Some(other) = part_at(value, path) {
        *other = part;
    }
    after
}

fn parts_of(value: &Value) -> Vec<Step> {
    match value {
        Value::Array(items) => (0..items.len()).map(Step::Index).collect(),
        Value::Object(members) => members.keys().cloned().map(Step::Field).collect(),
        _ => Vec::new(),
    }
}

fn part_at<'v>(value: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Field(name) => value.get_mut(name),
        Step::Index(at) => value.get_mut(at),
    })
}

/// A list or an object without one of its parts.
fn without(value: &Value, part: &Step) -> Value {
    match (value, part) {
        (Value::Array(items), Step::Index(left_out)) => {
            let items = items.iter().enumerate().filter(|(at, _)| at != left_out);
            items.map(|(_, item)| item.clone()).collect()
        }
        (Value::Object(members), Step::Field(left_out)) => {
            let members = members.iter().filter(|(name, _)| *name != left_out);
            members.map(|(name, member)| (name.clone(), member.clone())).collect()
        }
        _ => value.clone(),
    }
}
