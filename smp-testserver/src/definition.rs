//! `CustomResourceDefinition`: the resources that it defines, its status, and what is wrong with it.

use std::sync::Arc;

use serde_json::{Value, json};
use smp_core::Schema;
use smp_openapi::CustomResources;

use crate::cause::Cause;
use crate::custom::Structure;
use crate::object::text;
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
    let spec = &definition["spec"];
    let types = |api_version: &str, name: &str| -> Option<Schema> {
        smp_schema::catalogue::type_schema(api_version, name).cloned()
    };
    let Ok(schemas) = CustomResources::from_value(definition) else { return Vec::new() };
    let (group, kind) = (text(spec, "/group"), text(spec, "/names/kind"));
    let plural = text(spec, "/names/plural");
    let versions = spec.get("versions").and_then(Value::as_array);
    let served = versions.into_iter().flatten().filter(|it| it["served"] == true);
    let resource = |version: &Value| {
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
            structure: Some(Arc::new(Structure::of(spec, version))),
        })
    };
    served.filter_map(resource).collect()
}

/// The status of a definition that has just been created.
pub(crate) fn new_status(definition: &Value) -> Value {
    let versions = definition.pointer("/spec/versions").and_then(Value::as_array);
    let stored = versions.into_iter().flatten().filter(|it| it["storage"] == true);
    let stored: Vec<_> = stored.map(|it| it["name"].clone()).collect();
    json!({
        "acceptedNames": {"kind": "", "plural": ""}, "conditions": null, "storedVersions": stored,
    })
}

/// A definition that has come into force; `None` if it had, and its names are the same.
pub(crate) fn established(definition: &Value, time: &str) -> Option<Value> {
    let mut object = definition.clone();
    let condition = |kind: &str, reason: &str, message: &str| {
        json!({
            "lastTransitionTime": time, "message": message, "reason": reason, "status": "True",
            "type": kind,
        })
    };
    let names = &definition["spec"]["names"];
    let mut status = definition.get("status").cloned().unwrap_or_else(|| new_status(definition));
    let versions = definition.pointer("/spec/versions").and_then(Value::as_array);
    let stored = versions.into_iter().flatten().find(|it| it["storage"] == true)?["name"].clone();
    if let Some(list) = status["storedVersions"].as_array_mut()
        && !list.contains(&stored)
    {
        list.push(stored);
    }
    status["acceptedNames"] = names.clone();
    let is_established = definition.pointer("/status/conditions").and_then(Value::as_array);
    if !is_established.is_some_and(|it| it.iter().any(|it| it["type"] == "Established")) {
        status["conditions"] = json!([
            condition("NamesAccepted", "NoConflicts", "no conflicts found"),
            condition(
                "Established",
                "InitialNamesAccepted",
                "the initial names have been accepted"
            ),
        ]);
    }
    if definition.get("status") == Some(&status) {
        return None;
    }
    object["status"] = status;
    Some(object)
}

/// Mistakes in a definition.
pub(crate) fn problems(definition: &Value) -> Vec<Cause> {
    let mut causes = Vec::new();
    let spec = &definition["spec"];
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
    let versions = spec.get("versions").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if versions.iter().filter(|it| it["storage"] == true).count() != 1 {
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
            Some(_) => {}
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
