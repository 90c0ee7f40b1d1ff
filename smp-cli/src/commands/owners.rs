//! `smp owners`: the managers of each field.

mod manifest;
mod tree;

use serde::Serialize;
use smp_core::Document;
use smp_managed::{Entry, FieldPath, ManagedFields, owners};

use crate::args::{OwnersArgs, OwnersOutput, Validation};
use crate::identity::Identity;
use crate::input::expand;
use crate::managed::managed_error;
use crate::masking::masked;
use crate::objects::{Manifests, visit_objects};
use crate::output::{print, to_json};
use crate::place::ObjectPlace;
use crate::report::{Report, escape};
use crate::schemas::Schemas;
use crate::status::SUCCESS;

pub(crate) fn run(args: &OwnersArgs) -> Result<u8, Report> {
    let files = expand(&args.files, &args.directories)?;
    let manifests = Manifests::of_files(&files, Validation::Warn)?;
    let schemas = Schemas::of_server(&args.schema)?;
    let (mut text, mut list) = (String::new(), Vec::new());
    for input in &manifests.documents()? {
        visit_objects(&schemas, input, |object, place| {
            let schema = schemas.known_or_free_form(place.identity)?;
            let failed = |error| managed_error(&error, (place, &object), &schema, &schemas);
            let managed = ManagedFields::of(&object).map_err(failed)?;
            let separator = if text.is_empty() { "" } else { "---\n" };
            match args.output {
                OwnersOutput::Manifest => {
                    text.push_str(separator);
                    text.push_str(&head(place, &managed));
                    manifest::push(
                        (place.identity.kind.as_deref(), &object),
                        &managed,
                        &schema,
                        &mut text,
                    )?;
                }
                OwnersOutput::Tree => {
                    text.push_str(&escape(&place.identity.to_string()));
                    text.push('\n');
                    tree::push(&managed, &mut text);
                }
                OwnersOutput::Json => list.push(Owned::of(place.identity, &managed)),
            }
            Ok(None)
        })?;
    }
    if args.output == OwnersOutput::Json {
        text = to_json(&list)?;
    }
    print(text.as_bytes())?;
    Ok(SUCCESS)
}

/// The lines above an object: its identity and its managers.
fn head(place: ObjectPlace<'_>, managed: &ManagedFields) -> String {
    let mut lines = vec![place.identity.to_string()];
    lines.extend(
        managed.entries().iter().map(|entry| format!("{}: {}", label(entry), about(entry))),
    );
    if managed.entries().is_empty() {
        lines.push("no field has a manager".to_owned());
    }
    lines.iter().flat_map(|line| ["# ", &*escape(line), "\n"].map(str::to_owned)).collect()
}

/// The name of a manager as shown beside a field.
fn label(entry: &Entry) -> String {
    match entry.manager.subresource.as_str() {
        "" => entry.manager.name.clone(),
        subresource => format!("{}/{subresource}", entry.manager.name),
    }
}

/// A description of a manager: its operation, and the time of its last change.
fn about(entry: &Entry) -> String {
    let using = entry.manager.api_version.as_ref().map(|version| format!(" using {version}"));
    let time = entry.time.map(|time| format!(", last change {time}"));
    let operation = entry.manager.operation.as_str();
    format!("{operation}{}{}", using.unwrap_or_default(), time.unwrap_or_default())
}

/// The managers of an object in the JSON output.
#[derive(Serialize)]
struct Owned {
    #[serde(flatten)]
    identity: Identity,
    managers: Vec<OwnedManager>,
    fields: Vec<OwnedField>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnedManager {
    manager: String,
    operation: &'static str,
    api_version: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    subresource: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
}

#[derive(Serialize)]
struct OwnedField {
    path: String,
    /// The indices of its managers in the list of managers.
    managers: Vec<usize>,
}

impl Owned {
    fn of(identity: &Identity, managed: &ManagedFields) -> Self {
        let managers = managed.entries().iter().map(|entry| OwnedManager {
            manager: entry.manager.name.clone(),
            operation: entry.manager.operation.as_str(),
            api_version: entry.api_version.clone(),
            subresource: entry.manager.subresource.clone(),
            time: entry.time.map(|time| time.to_string()),
        });
        let fields = owners(managed).into_iter().map(|(path, entries)| OwnedField {
            path: in_words(&path),
            managers: numbers(managed, &entries),
        });
        Self { identity: identity.clone(), managers: managers.collect(), fields: fields.collect() }
    }
}

/// The indices of entries in the list of managers.
fn numbers(managed: &ManagedFields, entries: &[&Entry]) -> Vec<usize> {
    let all = managed.entries().iter().enumerate();
    let numbers = all.filter(|(_, entry)| entries.iter().any(|it| std::ptr::eq(*it, *entry)));
    numbers.map(|(number, _)| number).collect()
}

/// A path as other commands write it, without the leading dot.
fn in_words(path: &FieldPath) -> String {
    let text = path.to_string();
    text.strip_prefix('.').unwrap_or(&text).to_owned()
}

/// The object without `metadata.managedFields`, and with masks.
fn shown(kind: Option<&str>, object: &Document<'_>) -> Result<Document<'static>, Report> {
    let object = ManagedFields::default().put_into(object.clone());
    let object = object.map_err(|error| Report::new(error.to_string()))?.into_owned()?;
    Ok(masked(kind, [&object])?.map_or(object, |[masked]| masked))
}
