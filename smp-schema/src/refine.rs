//! The path of a mistake that serde reports at an object around it.

use serde_json::Value;

use crate::reflect::Step;

/// The number of parts that are left out, one by one, to find the one with a mistake.
const TRIES: usize = 200;

/// The path of a mistake, from the path at which serde has put an object into a buffer before it read
/// it, as for flattened fields and untagged enums. A part has the mistake if the refusal is another
/// one without it. `O(n)`.
pub(crate) fn refine(
    steps: Vec<Step>,
    mut value: Value,
    refusal: &dyn Fn(&Value) -> Option<String>,
) -> Vec<Step> {
    let before = refusal(&value);
    // A part without which another one is missing says nothing about this one.
    if before.as_ref().is_none_or(|text| text.starts_with("missing field")) {
        return steps;
    }
    let mut path: Vec<Step> = steps.into_iter().rev().collect();
    let mut tries = TRIES;
    while let Some(part) = part_at(&mut value, &path) {
        let parts: Vec<Step> = match part {
            Value::Array(items) => (0..items.len()).map(Step::Index).collect(),
            Value::Object(members) => members.keys().cloned().map(Step::Field).collect(),
            _ => break,
        };
        let Some(left) = tries.checked_sub(parts.len()) else { break };
        tries = left;
        let is_wrong = |step: &Step| {
            let Some(part) = part_at(&mut value, &path) else { return false };
            let rest = without(part, step);
            let part = core::mem::replace(part, rest);
            let after = refusal(&value);
            if let Some(rest) = part_at(&mut value, &path) {
                *rest = part;
            }
            after != before
        };
        let Some(wrong) = parts.into_iter().find(is_wrong) else { break };
        path.push(wrong);
    }
    path.reverse();
    path
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
