//! `CustomResourceDefinition`: the resources that it defines, its status, and what is wrong with it.

use std::sync::Arc;

use serde_json::{Value, json};
use smp_core::Schema;
use smp_openapi::CustomResources;

use crate::cause::Cause;
use crate::custom::{Structure, large_pattern};
use crate::names::{wrong_subdomain, wrong_word};
use crate::object::{self, at, set, text};
use crate::registry::{Resource, Subresource, qualified};

const VERBS: [&str; 8] =
    ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|it| (*it).to_owned()).collect()
}

fn list(value: &Value, pointer: &str) -> Vec<String> {
    let items = value.pointer(pointer).and_then(Value::as_array);
    items.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The resources of a definition: one for each version that is served.
pub(crate) fn defined(definition: &Value) -> Vec<Resource> {
    let spec = at(definition, "/spec");
    let types = |api_version: &str, name: &str| -> Option<Schema> {
        smp_schema::catalogue::type_schema(api_version, name).cloned()
    };
    let Ok(schemas) = CustomResources::from_value(definition) else { return Vec::new() };
    let (group, kind) = (text(spec, "/group"), text(spec, "/names/kind"));
    let plural = text(spec, "/names/plural");
    let versions = spec.get("versions").and_then(Value::as_array);
    let served = versions.into_iter().flatten().filter(|it| at(it, "/served") == true);
    let is_stored = |it: &Value| at(it, "/storage") == true;
    let stored = versions.into_iter().flatten().find(|it| is_stored(it));
    let stored = stored.map(|it| Arc::new(Structure::of(spec, it, None)));
    let resource = |version: &Value| {
        let structure = match &stored {
            Some(stored) if is_stored(version) => Arc::clone(stored),
            _ => Arc::new(Structure::of(spec, version, stored.clone())),
        };
        let name = text(version, "/name");
        let found = schemas.schema_of(&format!("{group}/{name}"), kind, &types).ok()??;
        let subresource = |name: &str, kind: Option<(&str, &str)>| {
            version.pointer(&format!("/subresources/{name}"))?;
            Some(Subresource {
                name: name.to_owned(),
                verbs: owned(&["get", "patch", "update"]),
                kind: kind.map(|(version, kind)| (version.to_owned(), kind.to_owned())),
            })
        };
        let subresources =
            [subresource("status", None), subresource("scale", Some(("autoscaling/v1", "Scale")))];
        Some(Resource {
            group: group.to_owned(),
            version: name.to_owned(),
            kind: kind.to_owned(),
            list_kind: text(spec, "/names/listKind").to_owned(),
            plural: plural.to_owned(),
            singular: text(spec, "/names/singular").to_owned(),
            short_names: list(spec, "/names/shortNames"),
            categories: list(spec, "/names/categories"),
            namespaced: text(spec, "/scope") == "Namespaced",
            verbs: owned(&VERBS),
            subresources: subresources.into_iter().flatten().collect(),
            shelf: qualified(plural, group).into(),
            schema: found.schema,
            structure: Some(structure),
        })
    };
    served.filter_map(resource).collect()
}

/// The status of a definition that has just been created.
pub(crate) fn new_status(definition: &Value) -> Value {
    let versions = definition.pointer("/spec/versions").and_then(Value::as_array);
    let stored = versions.into_iter().flatten().filter(|it| at(it, "/storage") == true);
    let stored: Vec<_> = stored.map(|it| at(it, "/name").clone()).collect();
    json!({
        "acceptedNames": {"kind": "", "plural": ""}, "conditions": null, "storedVersions": stored,
    })
}

/// The definition with the status of an established one; `None` if it has this status already.
pub(crate) fn established(definition: &Value, time: &str) -> Option<Value> {
    let mut object = definition.clone();
    let condition = |kind: &str, reason: &str, message: &str| {
        json!({
            "lastTransitionTime": time, "message": message, "reason": reason, "status": "True",
            "type": kind,
        })
    };
    let names = at(definition, "/spec/names");
    let mut status = definition.get("status").cloned().unwrap_or_else(|| new_status(definition));
    let versions = definition.pointer("/spec/versions").and_then(Value::as_array);
    let stored = versions.into_iter().flatten().find(|it| at(it, "/storage") == true)?;
    let stored = at(stored, "/name").clone();
    if let Some(list) = status.get_mut("storedVersions").and_then(Value::as_array_mut)
        && !list.contains(&stored)
    {
        list.push(stored);
    }
    set(&mut status, &["acceptedNames"], names.clone());
    let is_established = definition.pointer("/status/conditions").and_then(Value::as_array);
    if !is_established.is_some_and(|it| it.iter().any(|it| at(it, "/type") == "Established")) {
        let conditions = json!([
            condition("NamesAccepted", "NoConflicts", "no conflicts found"),
            condition(
                "Established",
                "InitialNamesAccepted",
                "the initial names have been accepted"
            ),
        ]);
        set(&mut status, &["conditions"], conditions);
    }
    if definition.get("status") == Some(&status) {
        return None;
    }
    set(&mut object, &["status"], status);
    Some(object)
}

/// Mistakes in a definition.
pub(crate) fn problems(definition: &Value) -> Vec<Cause> {
    let mut causes = Vec::new();
    let spec = at(definition, "/spec");
    let (plural, group) = (text(spec, "/names/plural"), text(spec, "/group"));
    let name = text(definition, "/metadata/name");
    if name != format!("{plural}.{group}") {
        let message = "must be spec.names.plural+\".\"+spec.group";
        causes.push(Cause::invalid("metadata.name", &json!(name), message));
    }
    for field in ["group", "scope", "names.kind", "names.plural"] {
        if text(spec, &format!("/{}", field.replace('.', "/"))).is_empty() {
            causes.push(Cause::required(format!("spec.{field}"), ""));
        }
    }
    wrong_names(definition, &mut causes);
    let versions = spec.get("versions").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if versions.iter().filter(|it| at(it, "/storage") == true).count() != 1 {
        let message = "must have exactly one version marked as storage version";
        let mut cause = Cause::invalid("spec.versions", &Value::Null, message);
        cause.message = format!("Invalid value: {message}");
        causes.push(cause);
    }
    for (at, version) in versions.iter().enumerate() {
        let field = format!("spec.versions[{at}].schema.openAPIV3Schema");
        match version.pointer("/schema/openAPIV3Schema") {
            None => causes.push(Cause::required(field, "schemas are required")),
            Some(schema) if schema.get("type").and_then(Value::as_str) != Some("object") => {
                causes.push(Cause::required(
                    format!("{field}.type"),
                    "must not be empty at the root",
                ));
            }
            Some(schema) => {
                if let Some(pattern) = large_pattern(schema) {
                    let message = "the patterns of the schema are too large together";
                    causes.push(Cause::invalid(field, &json!(pattern), message));
                }
            }
        }
        if let Some(why) = wrong_word(text(version, "/name")) {
            let field = format!("spec.versions[{at}].name");
            causes.push(Cause::invalid(field, object::at(version, "/name"), &why));
        }
    }
    if causes.is_empty()
        && let Err(error) = CustomResources::from_value(definition)
    {
        causes.push(Cause {
            reason: "FieldValueInvalid",
            message: format!("Invalid value: {error}"),
            field: "spec.versions".to_owned(),
        });
    }
    causes
}

/// Adds what is wrong with the group of a definition and the names of its resource.
fn wrong_names(definition: &Value, causes: &mut Vec<Cause>) {
    let spec = at(definition, "/spec");
    let group = text(spec, "/group");
    let mut add = |field: &str, value: &str, why: Option<String>| {
        if let Some(why) = why {
            causes.push(Cause::invalid(format!("spec.{field}"), &json!(value), &why));
        }
    };
    if !group.is_empty() {
        let dotless = || "should be a domain with at least one dot".to_owned();
        let why = wrong_subdomain(group).or_else(|| (!group.contains('.')).then(dotless));
        add("group", group, why);
    }
    for name in ["plural", "singular"] {
        let word = text(spec, &format!("/names/{name}"));
        add(&format!("names.{name}"), word, wrong_word(word).filter(|_| !word.is_empty()));
    }
    for name in ["kind", "listKind"] {
        let word = text(spec, &format!("/names/{name}"));
        let why = wrong_word(&word.to_lowercase()).filter(|_| !word.is_empty());
        let why = why.map(|it| format!("may have mixed case, but should otherwise match: {it}"));
        add(&format!("names.{name}"), word, why);
    }
    let kind = text(spec, "/names/kind");
    let is_ambiguous = !kind.is_empty() && kind == text(spec, "/names/listKind");
    let same = "kind and listKind may not be the same".to_owned();
    add("names.listKind", kind, is_ambiguous.then_some(same));
    for name in ["shortNames", "categories"] {
        for (index, word) in list(spec, &format!("/names/{name}")).iter().enumerate() {
            add(&format!("names.{name}[{index}]"), word, wrong_word(word));
        }
    }
    approval(definition, group, causes);
}

const APPROVED: &str = "api-approved.kubernetes.io";

/// Requires the approval annotation for groups in Kubernetes' own domains.
fn approval(definition: &Value, group: &str, causes: &mut Vec<Cause>) {
    let is_protected = ["k8s.io", "kubernetes.io"].into_iter().any(|domain| {
        group.strip_suffix(domain).is_some_and(|it| it.is_empty() || it.ends_with('.'))
    });
    let annotations = at(definition, "/metadata/annotations");
    let approved = annotations.get(APPROVED).and_then(Value::as_str).unwrap_or_default();
    if is_protected && approved.is_empty() {
        let message = format!(
            "protected groups must have approval annotation {APPROVED:?}, see \
             https://github.com/kubernetes/enhancements/pull/1111"
        );
        causes.push(Cause::required(format!("metadata.annotations[{APPROVED}]"), &message));
    }
}
