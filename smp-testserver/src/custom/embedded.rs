//! Embedded resources (`x-kubernetes-embedded-resource`): objects inside of custom resources, with an
//! `apiVersion`, a `kind` and metadata of their own.

use serde_json::Value;

use super::rules::Rules;
use crate::cause::{Cause, Causes};
use crate::object::{shorten, text};

/// Calls a function for each embedded resource of a value, with its path.
pub(super) fn each(
    value: &mut Value,
    rules: &Rules,
    path: &mut String,
    visit: &mut dyn FnMut(&mut Value, &str),
) {
    if rules.is(EMBEDDED) && value.is_object() {
        visit(value, path);
    }
    let depth = path.len();
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if let Some(below) = rules.member(name) {
                    path.push_str(if path.is_empty() { "" } else { "." });
                    path.push_str(name);
                    each(member, below, path, visit);
                    shorten(path, depth);
                }
            }
        }
        Value::Array(items) => {
            if let Some(below) = &rules.items {
                for (at, item) in items.iter_mut().enumerate() {
                    path.extend(["[", &at.to_string(), "]"]);
                    each(item, below, path, visit);
                    shorten(path, depth);
                }
            }
        }
        _ => {}
    }
}

/// Reports embedded resources without an `apiVersion` or a `kind`.
pub(super) fn check(value: &Value, rules: &Rules, causes: &mut Causes) {
    if !has_embedded(rules) {
        return;
    }
    each(&mut value.clone(), rules, &mut String::new(), &mut |object, path| {
        for name in ["apiVersion", "kind"] {
            if text(object, &format!("/{name}")).is_empty() {
                causes.add(|| Cause::required(format!("{path}.{name}"), ""));
            }
        }
    });
}

const EMBEDDED: &str = "x-kubernetes-embedded-resource";

fn has_embedded(rules: &Rules) -> bool {
    rules.is(EMBEDDED) || rules.below().any(has_embedded)
}
