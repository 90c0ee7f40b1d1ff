//! [`Structure`]: the structural schema of one version of a custom resource.

use serde_json::{Map, Value};

use super::validate;
use crate::cause::Cause;

/// One version of a custom resource definition.
#[derive(Debug)]
pub(crate) struct Structure {
    /// `openAPIV3Schema`; `None` if everything is kept.
    schema: Option<Value>,
    pub(crate) scale: Option<Scale>,
    /// The columns of tables: name, type and path.
    pub(crate) columns: Vec<(String, String, String)>,
    /// The paths of `selectableFields`, without the dot in front.
    pub(crate) selectable: Vec<String>,
}

/// The paths of the subresource `scale`, as JSON pointers.
#[derive(Debug, Clone)]
pub(crate) struct Scale {
    pub(crate) spec: String,
    pub(crate) status: String,
    pub(crate) selector: Option<String>,
}

impl Structure {
    /// Reads an entry of `spec.versions` of a definition.
    pub(crate) fn of(spec: &Value, version: &Value) -> Self {
        let preserves = spec.get("preserveUnknownFields") == Some(&Value::Bool(true));
        let schema = version.pointer("/schema/openAPIV3Schema").filter(|_| !preserves).cloned();
        let text = |value: &Value, name: &str| {
            value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let list =
            |name: &str| version.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let pointer = |path: &str| path.replace('.', "/");
        let scale = version.pointer("/subresources/scale").map(|it| Scale {
            spec: pointer(&text(it, "specReplicasPath")),
            status: pointer(&text(it, "statusReplicasPath")),
            selector: it.get("labelSelectorPath").and_then(Value::as_str).map(pointer),
        });
        let column = |it: &Value| (text(it, "name"), text(it, "type"), text(it, "jsonPath"));
        let selectable = |it: &Value| text(it, "jsonPath").trim_start_matches('.').to_owned();
        Self {
            schema,
            scale,
            columns: list("additionalPrinterColumns").iter().map(column).collect(),
            selectable: list("selectableFields").iter().map(selectable).collect(),
        }
    }

    /// Drops the members that the schema does not have, and returns their paths.
    pub(crate) fn prune(&self, object: &mut Value) -> Vec<String> {
        let mut dropped = Vec::new();
        if let Some(schema) = &self.schema {
            prune(object, schema, true, &mut String::new(), &mut dropped);
        }
        dropped
    }

    /// Adds the defaults of the schema.
    pub(crate) fn fill(&self, object: &mut Value) {
        if let Some(schema) = &self.schema {
            fill(object, schema);
        }
    }

    /// Mistakes in the values of an object.
    pub(crate) fn check(&self, object: &Value) -> Vec<Cause> {
        let mut causes = Vec::new();
        if let Some(schema) = &self.schema {
            validate::check(object, schema, &mut String::new(), &mut causes);
        }
        causes
    }
}

/// Members of every object that a schema need not name.
const OF_OBJECTS: [&str; 3] = ["apiVersion", "kind", "metadata"];

fn is_true(schema: &Value, name: &str) -> bool {
    schema.get(name) == Some(&Value::Bool(true))
}

fn prune(
    value: &mut Value,
    schema: &Value,
    is_object: bool,
    path: &mut String,
    dropped: &mut Vec<String>,
) {
    let is_object = is_object || is_true(schema, "x-kubernetes-embedded-resource");
    let depth = path.len();
    match value {
        Value::Object(members) => {
            let keeps = is_true(schema, "x-kubernetes-preserve-unknown-fields");
            let properties = schema.get("properties").and_then(Value::as_object);
            let others = schema.get("additionalProperties");
            let names: Vec<String> = members.keys().cloned().collect();
            for name in names {
                if is_object && OF_OBJECTS.contains(&name.as_str()) {
                    continue;
                }
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(&name);
                let below = properties.and_then(|it| it.get(&name)).or(match others {
                    Some(it @ Value::Object(_)) => Some(it),
                    _ => None,
                });
                match (below, members.get_mut(&name)) {
                    (Some(below), Some(member)) => prune(member, below, false, path, dropped),
                    (None, _) if !keeps && others != Some(&Value::Bool(true)) => {
                        members.remove(&name);
                        dropped.push(path.clone());
                    }
                    _ => {}
                }
                path.truncate(depth);
            }
        }
        Value::Array(items) => {
            if let Some(below) = schema.get("items") {
                for (at, item) in items.iter_mut().enumerate() {
                    path.extend(["[", &at.to_string(), "]"]);
                    prune(item, below, false, path, dropped);
                    path.truncate(depth);
                }
            }
        }
        _ => {}
    }
}

fn fill(value: &mut Value, schema: &Value) {
    match value {
        Value::Object(members) => {
            let properties = schema.get("properties").and_then(Value::as_object);
            for (name, below) in properties.into_iter().flatten() {
                fill_member(members, name, below);
            }
            let known = |name: &String| properties.is_some_and(|it| it.contains_key(name));
            if let Some(others @ Value::Object(_)) = schema.get("additionalProperties") {
                for (_, member) in members.iter_mut().filter(|(name, _)| !known(name)) {
                    fill_null(member, others);
                    fill(member, others);
                }
            }
        }
        Value::Array(items) => {
            if let Some(below) = schema.get("items") {
                for item in items {
                    fill_null(item, below);
                    fill(item, below);
                }
            }
        }
        _ => {}
    }
}

fn fill_member(members: &mut Map<String, Value>, name: &str, schema: &Value) {
    // A null that the schema does not allow is a value that is not set.
    if members.get(name).is_some_and(Value::is_null) && !is_true(schema, "nullable") {
        if schema.get("default").is_none() {
            return;
        }
        members.remove(name);
    }
    if !members.contains_key(name)
        && let Some(default) = schema.get("default")
    {
        members.insert(name.to_owned(), default.clone());
    }
    if let Some(member) = members.get_mut(name) {
        fill(member, schema);
    }
}

fn fill_null(value: &mut Value, schema: &Value) {
    if let (true, false, Some(default)) =
        (value.is_null(), is_true(schema, "nullable"), schema.get("default"))
    {
        *value = default.clone();
    }
}
