//! [`Structure`]: the structural schema of one version of a custom resource.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::rules::{DefaultValue, Others, Rules};
use super::{embedded, pattern, validate};
use crate::cause::Causes;
use crate::object::shorten;
use crate::unknown::Unknown;
use crate::weight::STORED_MAX;

/// One version of a custom resource definition.
#[derive(Debug)]
pub(crate) struct Structure {
    version: String,
    /// `openAPIV3Schema`; `None` if everything is kept.
    rules: Option<Rules>,
    /// The stored version, if it is a different one.
    stored: Option<Arc<Structure>>,
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
    /// Reads an entry of `spec.versions` of a definition, and the entry that is stored.
    pub(crate) fn of(spec: &Value, version: &Value, stored: Option<Arc<Self>>) -> Self {
        let preserves = spec.get("preserveUnknownFields") == Some(&Value::Bool(true));
        let schema = version.pointer("/schema/openAPIV3Schema").filter(|_| !preserves);
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
            version: text(version, "name"),
            rules: schema.map(Rules::of),
            stored,
            scale,
            columns: list("additionalPrinterColumns").iter().map(column).collect(),
            selectable: list("selectableFields").iter().map(selectable).collect(),
        }
    }

    /// Drops the members that the schema lacks, and records their paths.
    pub(crate) fn prune(&self, object: &mut Value, dropped: &mut Unknown) {
        if let Some(rules) = &self.rules {
            prune(object, rules, true, &mut String::new(), dropped);
        }
    }

    /// Drops nulls that the schema does not allow, except those that a default replaces. Clients write them
    /// for unset fields: Go's encoder does for each empty list without `omitempty`.
    pub(crate) fn drop_nulls(&self, object: &mut Value) {
        if let Some(rules) = &self.rules {
            drop_nulls(object, rules);
        }
    }

    /// Adds the defaults of the schema.
    pub(crate) fn fill(&self, object: &mut Value) -> Result<(), TooLarge> {
        let mut left = STORED_MAX;
        self.rules.as_ref().map_or(Ok(()), |rules| fill(object, rules, &mut left))
    }

    /// A new state in the stored version, with the name of that version, if it is a different one. The
    /// stored version drops members that it lacks, and adds its own defaults. `object` becomes what a later
    /// read returns.
    pub(crate) fn stored_form(
        &self,
        object: &mut Value,
    ) -> Result<Option<(String, Value)>, TooLarge> {
        let Some(stored) = &self.stored else { return Ok(None) };
        stored.read_stored(object)?;
        let form = object.clone();
        self.prune(object, &mut Unknown::default());
        Ok(Some((stored.version.clone(), form)))
    }

    /// Converts a stored object of any version to this version. It gets the defaults of the stored version:
    /// a server adds no others when it converts.
    pub(crate) fn read_stored(&self, object: &mut Value) -> Result<(), TooLarge> {
        if let Some(stored) = &self.stored {
            stored.read_stored(object)?;
            self.prune(object, &mut Unknown::default());
            return Ok(());
        }
        self.prune(object, &mut Unknown::default());
        self.drop_nulls(object);
        self.fill(object)
    }

    /// Calls a function for each embedded resource, with its path.
    pub(crate) fn each_embedded(
        &self,
        object: &mut Value,
        visit: &mut dyn FnMut(&mut Value, &str),
    ) {
        if let Some(rules) = &self.rules {
            embedded::each(object, rules, &mut String::new(), visit);
        }
    }

    /// Adds mistakes in the values of an object.
    pub(crate) fn check(&self, object: &Value, causes: &mut Causes) {
        if let Some(rules) = &self.rules {
            validate::check(object, rules, causes);
            embedded::check(object, rules, causes);
        }
    }
}

/// The first pattern of a schema that makes its patterns together too large to compile.
pub(crate) fn large_pattern(schema: &Value) -> Option<&str> {
    pattern::beyond_limit(schema)
}

/// An object whose defaults have more bytes than a store takes.
#[derive(Debug)]
pub(crate) struct TooLarge;

/// Members of every object that a schema need not name.
const OF_OBJECTS: [&str; 3] = ["apiVersion", "kind", "metadata"];

fn prune(
    value: &mut Value,
    rules: &Rules,
    is_object: bool,
    path: &mut String,
    dropped: &mut Unknown,
) {
    let is_object = is_object || rules.is("x-kubernetes-embedded-resource");
    let depth = path.len();
    match value {
        Value::Object(members) => {
            let keeps = rules.is("x-kubernetes-preserve-unknown-fields")
                || matches!(rules.others, Others::Any);
            let names: Vec<String> = members.keys().cloned().collect();
            for name in names {
                if is_object && OF_OBJECTS.contains(&name.as_str()) {
                    continue;
                }
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(&name);
                match (rules.member(&name), members.get_mut(&name)) {
                    (Some(below), Some(member)) => prune(member, below, false, path, dropped),
                    (None, _) if !keeps => {
                        members.remove(&name);
                        dropped.add("", path);
                    }
                    _ => {}
                }
                shorten(path, depth);
            }
        }
        Value::Array(items) => {
            if let Some(below) = &rules.items {
                for (at, item) in items.iter_mut().enumerate() {
                    path.extend(["[", &at.to_string(), "]"]);
                    prune(item, below, false, path, dropped);
                    shorten(path, depth);
                }
            }
        }
        _ => {}
    }
}

fn drop_nulls(value: &mut Value, rules: &Rules) {
    match value {
        Value::Object(members) => members.retain(|name, member| {
            let Some(below) = rules.member(name) else { return true };
            if member.is_null() {
                return below.is("nullable") || below.default.is_some();
            }
            drop_nulls(member, below);
            true
        }),
        Value::Array(items) => {
            if let Some(below) = &rules.items {
                for item in items {
                    drop_nulls(item, below);
                }
            }
        }
        _ => {}
    }
}

fn fill(value: &mut Value, rules: &Rules, left: &mut usize) -> Result<(), TooLarge> {
    match value {
        Value::Object(members) => {
            for (name, below) in rules.with_default() {
                add(members, name, below, left)?;
            }
            for (name, member) in members {
                if let Some(below) = rules.properties.get(name) {
                    fill(member, below, left)?;
                } else if let Others::Of(others) = &rules.others {
                    fill_null(member, others, left)?;
                    fill(member, others, left)?;
                }
            }
        }
        Value::Array(items) => {
            if let Some(below) = &rules.items {
                for item in items {
                    fill_null(item, below, left)?;
                    fill(item, below, left)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// Adds the default of a member that is absent, or is a null that its schema does not allow.
fn add(
    members: &mut Map<String, Value>,
    name: &str,
    rules: &Rules,
    left: &mut usize,
) -> Result<(), TooLarge> {
    let is_set = members.get(name).is_some_and(|it| !it.is_null() || rules.is("nullable"));
    if let (false, Some(default)) = (is_set, &rules.default) {
        *left = left.checked_sub(name.len()).ok_or(TooLarge)?;
        members.insert(name.to_owned(), copy(default, left)?);
    }
    Ok(())
}

fn fill_null(value: &mut Value, rules: &Rules, left: &mut usize) -> Result<(), TooLarge> {
    if let (true, false, Some(default)) = (value.is_null(), rules.is("nullable"), &rules.default) {
        *value = copy(default, left)?;
    }
    Ok(())
}

/// A copy of a default, if there is room for it.
fn copy(default: &DefaultValue, left: &mut usize) -> Result<Value, TooLarge> {
    *left = left.checked_sub(default.size).ok_or(TooLarge)?;
    Ok(default.value.clone())
}
