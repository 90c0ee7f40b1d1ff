//! [`ingest`]: brings an object of a request into the form in which the server stores it.

use serde_json::{Value, json};

use crate::builtin::shape::{Findings, add_structs, complete, decode};
use crate::builtin::{defaults, facts};
use crate::cause::Cause;
use crate::object::{make_integers, set, text};
use crate::params::FieldValidation;
use crate::registry::Resource;
use crate::status::Failure;

/// Findings from reading an object.
#[derive(Debug, Default)]
pub(crate) struct Ingested {
    /// Warnings in a server's words, such as `unknown field "spec.x"`.
    pub(crate) warnings: Vec<String>,
    /// See [`facts::shares_labels`].
    pub(crate) shares_labels: bool,
}

/// Why an object can't be read. The caller chooses the answer.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// The object does not fit its type. Has the server's message.
    Wrong(String),
    /// The object's defaults need more room than a store has.
    TooLarge,
}

impl Unreadable {
    /// The answer to a request with the whole object.
    pub(crate) fn of_body(&self, resource: &Resource) -> Failure {
        let Self::Wrong(why) = self else { return Failure::too_large_for_store() };
        let Resource { kind, version, .. } = resource;
        Failure::bad_request(format!(
            "{kind} in version {version:?} cannot be handled as a {kind}: {why}"
        ))
    }

    /// The answer to an apply whose result can't be read.
    pub(crate) fn of_apply(&self, resource: &Resource, name: &str) -> Failure {
        let Self::Wrong(why) = self else { return Failure::too_large_for_store() };
        let kind = format!("{}/{}, Kind={}", resource.group, resource.version, resource.kind);
        Failure::internal(format!(
            "failed to convert new object (/{name}; {kind}) to proper version: unable to convert \
             unstructured object to {kind}: error decoding from json: {why}"
        ))
    }

    /// The answer to a patch whose result can't be read.
    pub(crate) fn of_patch(&self, patch: &str) -> Failure {
        let Self::Wrong(why) = self else { return Failure::too_large_for_store() };
        let cause = Cause::invalid("patch", &json!(patch), why);
        Failure::invalid("", "", "", &[cause])
    }
}

/// Checks that an object has the `apiVersion` and `kind` of the resource. Missing ones are added, except
/// for the kind of a custom resource.
pub(crate) fn check_kind(resource: &Resource, object: &mut Value) -> Result<(), Failure> {
    let Some(members) = object.as_object_mut() else {
        return Err(Failure::bad_request("the body of the request is no object"));
    };
    if resource.is_custom() && !members.contains_key("kind") {
        let shown = Value::Object(members.clone());
        return Err(Failure::bad_request(format!("Object 'Kind' is missing in '{shown}'")));
    }
    let (api_version, kind) = (resource.api_version(), resource.kind.as_str());
    members.entry("apiVersion").or_insert_with(|| api_version.as_str().into());
    members.entry("kind").or_insert_with(|| kind.into());
    let (found_version, found_kind) = (text(object, "/apiVersion"), text(object, "/kind"));
    if found_version != api_version {
        return Err(Failure::bad_request(format!(
            "the API version in the data ({found_version}) does not match the expected API version \
             ({api_version})"
        )));
    }
    if found_kind != kind {
        let version = &resource.version;
        return Err(Failure::bad_request(format!(
            "{found_kind} in version {version:?} cannot be handled as a {kind}: converting \
             ({found_kind}) to ({kind}): unknown conversion"
        )));
    }
    Ok(())
}

/// How a new state of an object came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tracking {
    /// By a body or a patch, which a server decodes. Its managers follow from its changes.
    Update,
    /// By an apply, which a server merges without decoding it. It has its managers already.
    Applied,
    /// By an apply that changes only managers, or by a scale, which changes the object itself. It is not
    /// read again.
    Kept,
}

/// Reads an object: drops members that its type lacks, refuses values of a wrong type, and adds defaults.
pub(crate) fn ingest(
    resource: &Resource,
    object: &mut Value,
    validation: FieldValidation,
    tracking: Tracking,
) -> Result<Ingested, Unreadable> {
    let api_version = resource.api_version();
    let mut findings = Findings::default();
    match &resource.structure {
        None => decode(object, resource.schema.root(), &api_version, &mut findings),
        Some(structure) => {
            // A server reads numbers as Go's numbers, and writes them as such.
            make_integers(object);
            read_metadata(object, &mut findings);
            structure.each_embedded(object, &mut |it, path| read_embedded(it, path, &mut findings));
            structure.prune(object, &mut findings.unknown);
            if tracking == Tracking::Update {
                structure.drop_nulls(object);
            }
        }
    }
    if let Some(wrong) = findings.wrong {
        return Err(Unreadable::Wrong(wrong));
    }
    let warnings: Vec<String> =
        findings.unknown.paths().iter().map(|path| format!("unknown field {path:?}")).collect();
    if validation == FieldValidation::Strict && !warnings.is_empty() {
        let message = format!("strict decoding error: {}", warnings.join(", "));
        return Err(Unreadable::Wrong(message));
    }
    let shares_labels = facts::shares_labels(resource, object);
    match &resource.structure {
        None => {
            let ty = resource.schema.root();
            add_structs(object, ty, &api_version);
            defaults::fill(object, ty, &api_version);
            complete(object, ty, &api_version);
        }
        Some(structure) => structure.fill(object).map_err(|_| Unreadable::TooLarge)?,
    }
    if !object.get("metadata").is_some_and(Value::is_object) {
        set(object, &["metadata"], json!({}));
    }
    let warnings = if validation == FieldValidation::Ignore { Vec::new() } else { warnings };
    Ok(Ingested { warnings, shares_labels })
}

/// Reads the metadata of a custom resource, which has the same type in every object.
fn read_metadata(object: &mut Value, findings: &mut Findings) {
    let ty = smp_schema::catalogue::type_schema("v1", "ObjectMeta");
    if let (Some(ty), Some(metadata)) = (ty, object.get_mut("metadata")) {
        let mut found = Findings::default();
        decode(metadata, ty.root(), "meta/v1", &mut found);
        found.unknown.paths().iter().for_each(|it| findings.unknown.add("metadata.", it));
        findings.wrong = found.wrong;
    }
}

/// Reads the metadata of an object embedded in a custom resource.
fn read_embedded(object: &mut Value, path: &str, findings: &mut Findings) {
    let (ty, null) = (smp_schema::catalogue::type_schema("v1", "ObjectMeta"), Value::Null);
    let mut wrong = |field: &str, value: &Value, why: &str| {
        if findings.wrong.is_none() {
            findings.wrong = Some(format!("{path}.{field}: Invalid value: {value}: {why}"));
        }
    };
    for name in ["apiVersion", "kind"] {
        if object.get(name).is_some_and(|it| !it.is_string()) {
            wrong(name, object.get(name).unwrap_or(&null), "must be a string");
        }
    }
    let (Some(ty), Some(metadata)) = (ty, object.get_mut("metadata")) else { return };
    if metadata.is_null() {
        *metadata = json!({});
    }
    let mut found = Findings::default();
    decode(metadata, ty.root(), "meta/v1", &mut found);
    if let Some(why) = found.wrong {
        wrong("metadata", metadata, &why);
    }
    let prefix = format!("{path}.metadata.");
    found.unknown.paths().iter().for_each(|it| findings.unknown.add(&prefix, it));
}
