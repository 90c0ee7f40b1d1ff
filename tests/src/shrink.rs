//! Smaller versions of a document. The property tests and the differential run try them to
//! shrink a case that fails.

use serde_json::Value;

/// Every document with one member or element less, or with a smaller value in its place; the
/// largest steps first. `O(n²)` in the size of the document.
#[must_use]
pub fn smaller(value: &Value) -> Vec<Value> {
    let mut values = Vec::new();
    match value {
        Value::Object(members) => {
            for name in members.keys() {
                let mut less = members.clone();
                less.remove(name);
                values.push(Value::Object(less));
            }
            for (name, member) in members {
                for member in smaller(member) {
                    let mut less = members.clone();
                    less.insert(name.clone(), member);
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
                for item in smaller(item) {
                    let mut less = items.clone();
                    less[at] = item;
                    values.push(Value::Array(less));
                }
            }
        }
        _ => {}
    }
    values
}

/// Every list of documents in which one document is smaller, or all documents lack the same
/// member. `O(n²)` in the size of the documents.
#[must_use]
pub fn smaller_documents(documents: &[Value]) -> Vec<Vec<Value>> {
    let mut cases = Vec::new();
    for (at, document) in documents.iter().enumerate() {
        for less in smaller(document) {
            let mut all = documents.to_vec();
            all[at] = less;
            cases.push(all);
        }
    }
    let objects = documents.iter().filter_map(Value::as_object);
    let names: std::collections::BTreeSet<&String> =
        objects.flat_map(serde_json::Map::keys).collect();
    for name in names {
        let mut all = documents.to_vec();
        for document in all.iter_mut().filter_map(Value::as_object_mut) {
            document.remove(name);
        }
        cases.push(all);
    }
    cases
}
