//! Members that the type of an object does not have.

use fastrand::Rng;
use serde_json::{Map, Value, json};

/// Adds a member to an object in the value. The type of the object does not have the member, unless it
/// is a map.
pub(super) fn add(value: &mut Value, rng: &mut Rng) {
    let count = objects(value, &mut |_| {});
    if count == 0 {
        return;
    }
    let mut left = rng.usize(..count);
    let member = [json!("a"), json!(1), json!({}), json!(["b"])][rng.usize(..4)].clone();
    objects(value, &mut |members| {
        if left == 0 {
            members.insert("unheardOf".to_owned(), member.clone());
        }
        left = left.wrapping_sub(1);
    });
}

/// Visits all objects, and returns their number.
fn objects(value: &mut Value, visit: &mut impl FnMut(&mut Map<String, Value>)) -> usize {
    match value {
        Value::Object(members) => {
            visit(members);
            1 + members.values_mut().map(|member| objects(member, visit)).sum::<usize>()
        }
        Value::Array(items) => items.iter_mut().map(|item| objects(item, visit)).sum(),
        _ => 0,
    }
}
