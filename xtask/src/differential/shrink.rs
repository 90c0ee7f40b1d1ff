//! Smaller cases with the same fault: members and elements are taken away as
//! long as something stays wrong.

use serde_json::Value;

use super::case::Case;

/// Every case with one thing less, larger steps first.
pub(super) fn smaller(case: &Case) -> Vec<Case> {
    let mut cases = Vec::new();
    for at in 0..case.docs.len() {
        for doc in smaller_values(case.doc(at)) {
            let mut less = case.clone();
            if let Some(slot) = less.docs.get_mut(at)
                && doc.is_object()
            {
                *slot = doc;
                cases.push(less);
            }
        }
    }
    // The same step in all documents at once: what must stay alike.
    let names: std::collections::BTreeSet<&String> =
        case.docs.iter().filter_map(Value::as_object).flat_map(serde_json::Map::keys).collect();
    for name in names {
        let mut less = case.clone();
        for doc in less.docs.iter_mut().filter_map(Value::as_object_mut) {
            doc.remove(name);
        }
        cases.push(less);
    }
    cases
}

fn smaller_values(value: &Value) -> Vec<Value> {
    let mut values = Vec::new();
    match value {
        Value::Object(members) => {
            for name in members.keys() {
                let mut less = members.clone();
                less.remove(name);
                values.push(Value::Object(less));
            }
            for (name, member) in members {
                for smaller in smaller_values(member) {
                    let mut less = members.clone();
                    less.insert(name.clone(), smaller);
                    values.push(Value::Object(less));
                }
            }
        }
        Value::Array(items) => {
            for at in 0..items.len() {
                let mut less = items.clone();
                less.remove(at);
                values.push(Value::Array(less));
            }
            for (at, item) in items.iter().enumerate() {
                for smaller in smaller_values(item) {
                    let mut less = items.clone();
                    if let Some(slot) = less.get_mut(at) {
                        *slot = smaller;
                    }
                    values.push(Value::Array(less));
                }
            }
        }
        _ => {}
    }
    values
}
