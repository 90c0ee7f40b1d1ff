//! Makes the requests of the tests with this engine.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use smp_core::{Document, Schema, SchemaBuilder};
use smp_managed::{
    Conflict, Entry, Error, FieldSet, ManagedFields, Manager, Operation, ScaleEntries, Settings,
    Time, VersionState, Versions, apply, extract, update,
};

use super::super::Result;
use crate::differential::normal;

/// A request and its outcome.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Line {
    pub(super) file: String,
    pub(super) test: String,
    op: String,
    live: Value,
    object: Value,
    manager: String,
    force: bool,
    subresource: String,
    time: i64,
    /// The limit for entries of updates, if the test has one.
    most: Option<usize>,
    result: Value,
    error: Option<String>,
    causes: Option<Vec<Cause>>,
    refused: bool,
    entries: Value,
    text: String,
    conflicts: Vec<Owned>,
    parent: Value,
    scale: Value,
    version: String,
    replicas: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Cause {
    message: String,
    field: String,
}

/// A conflict: the identity of a manager, and a field.
#[derive(Deserialize)]
struct Owned {
    manager: Value,
    path: String,
}

impl Line {
    /// The request in words.
    pub(super) fn text(&self) -> String {
        let Self { op, manager, live, object, entries, text, .. } = self;
        format!("{op} by {manager:?}\nlive   {live}\nobject {object}\n{entries} {text}")
    }

    /// Our outcome and the recorded one.
    pub(super) fn outcomes(&self) -> Result<(Value, Value)> {
        let both = match self.op.as_str() {
            "apply" | "update" => (self.request()?, self.expected()),
            "decode" => (json!(read(&self.entries).is_err()), json!(self.refused)),
            "encode" => (written(&read(&completed(&self.entries))?)?, completed(&self.result)),
            "identity" => {
                let managed = read(&completed(&self.entries))?;
                (identity(managed.entries().first().ok_or("no entry")?), self.result.clone())
            }
            "element" => {
                let text = json!({ &self.text: {} }).to_string();
                // An element of an unknown kind counts as absent.
                let element = self.result.as_str().filter(|it| !it.is_empty());
                let set = element.map_or_else(|| json!({}), |it| json!({ it: {} }));
                (fields(&text), self.told(set))
            }
            "fields" => {
                let text = self.result.as_str().unwrap_or_default();
                (fields(&self.text), self.told(serde_json::from_str(text).unwrap_or_default()))
            }
            "conflicts" => (self.message()?, self.result.clone()),
            "scale" => {
                (written(&self.scale().of_scale(&read(&self.parent)?))?, self.result.clone())
            }
            "parent" => {
                let (parent, scale) = (read(&self.parent)?, read(&self.scale)?);
                (
                    written(&self.scale().of_parent(&parent, &scale, &self.version))?,
                    self.result.clone(),
                )
            }
            "extract" => (self.extracted()?, self.result.clone()),
            "typed" | "deduced" => (self.tracked()?, self.result.clone()),
            other => return Err(format!("unknown request {other}").into()),
        };
        Ok((normal(&both.0), normal(&both.1)))
    }

    fn told(&self, result: Value) -> Value {
        if self.refused { json!("refused") } else { result }
    }

    fn schema(&self) -> Result<Schema> {
        let object = if self.live.is_null() { &self.object } else { &self.live };
        let text = |name: &str| object[name].as_str().unwrap_or_default();
        let schema = smp_types::schema(text("apiVersion"), text("kind"));
        Ok(schema
            .or_else(|| smp_types::schema("apps/v1", "Deployment"))
            .ok_or("no schema")?
            .clone())
    }

    /// This engine's outcome of the apply or update.
    fn request(&self) -> Result<Value> {
        let versions = Same(self.schema()?);
        let (mut live, mut object) = (self.live.clone(), self.object.clone());
        // A request must name its object.
        let is_unnamed = object["metadata"]["name"].is_null();
        if is_unnamed {
            live["metadata"]["name"] = json!("x");
            object["metadata"]["name"] = json!("x");
        }
        if let Some(most) = self.most {
            with_later(&mut live, most);
            if !object["metadata"]["managedFields"].is_null() {
                with_later(&mut object, most);
            }
        }
        let is_new =
            live["metadata"]["uid"].is_null() && live["metadata"]["managedFields"].is_null();
        let (live, object) = (Document::from(live), Document::from(object));
        let settings = Settings::new(&self.manager, Time::from_unix_seconds(self.time))
            .force(self.force)
            .subresource(&self.subresource)
            .versions(&versions);
        let outcome = if self.op == "apply" {
            apply(Some(&live), &object, &versions.0, &settings).map(|it| it.object)
        } else {
            // An object without a uid does not exist yet: `live` is the blank object of its kind.
            let (live, settings) =
                if is_new { (None, settings.blank(&live)) } else { (Some(&live), settings) };
            let updated = update(live, &object, &versions.0, &settings)?;
            updated.untracked.map_or(Ok(updated.object), Err)
        };
        Ok(match outcome {
            Ok(object) => {
                let mut object = object.into_value()?;
                if self.most.is_some() {
                    without_later(&mut object);
                }
                if is_unnamed {
                    without_name(&mut object);
                }
                object
            }
            Err(Error::Conflicts(conflicts)) => {
                let pairs = conflicts
                    .iter()
                    .map(|it| (format!("conflict with {}", it.manager), it.path.to_string()));
                conflicts_of(pairs)
            }
            Err(_) => json!("refused"),
        })
    }

    fn expected(&self) -> Value {
        match (&self.causes, &self.error) {
            (Some(causes), _) => {
                conflicts_of(causes.iter().map(|it| (it.message.clone(), it.field.clone())))
            }
            (None, Some(_)) => json!("refused"),
            (None, None) => self.result.clone(),
        }
    }

    /// The message of conflicts.
    fn message(&self) -> Result<Value> {
        let conflict = |owned: &Owned| -> Result<Conflict> {
            let text = |name: &str| owned.manager[name].as_str().unwrap_or_default().to_owned();
            let operation = match text("operation").as_str() {
                "Apply" => Operation::Apply,
                _ => Operation::Update,
            };
            let manager = Manager {
                name: text("manager"),
                operation,
                api_version: (operation == Operation::Update).then(|| text("apiVersion")),
                subresource: text("subresource"),
            };
            let path = FieldSet::from_fields_v1(&owned.path)?.paths().next().ok_or("no path")?;
            Ok(Conflict { manager, since: None, path, live: None, applied: None })
        };
        let mut conflicts = self.conflicts.iter().map(conflict).collect::<Result<Vec<_>>>()?;
        conflicts.sort_by(|a, b| a.manager.name.cmp(&b.manager.name));
        Ok(json!(Error::Conflicts(conflicts).to_string()))
    }

    fn scale(&self) -> ScaleEntries {
        let versions = self.replicas.iter();
        versions.fold(ScaleEntries::new(), |scale, (version, path)| scale.version(version, path))
    }

    fn extracted(&self) -> Result<Value> {
        let object = Document::from(self.object.clone());
        let found = extract(&object, &self.manager, &self.subresource, &self.schema()?)?;
        let mut found = found.map(Document::into_value).transpose()?.unwrap_or_else(|| json!({}));
        // This engine adds the identity; in Go, the caller does.
        if let Some(members) = found.as_object_mut() {
            members.retain(|name, _| !["apiVersion", "kind", "metadata"].contains(&name.as_str()));
        }
        Ok(found)
    }

    /// The object after it was read with its type.
    fn tracked(&self) -> Result<Value> {
        let schema = if self.op == "typed" { self.schema()? } else { free_form()? };
        let settings = Settings::new("m", Time::from_unix_seconds(0));
        let updated = update(None, &Document::from(self.object.clone()), &schema, &settings)?;
        if let Some(error) = updated.untracked {
            return Err(error.into());
        }
        let mut object = updated.object.into_value()?;
        if let Some(metadata) = object["metadata"].as_object_mut() {
            metadata.remove("managedFields");
        }
        Ok(object)
    }
}

fn conflicts_of(pairs: impl Iterator<Item = (String, String)>) -> Value {
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort();
    json!({ "conflicts": pairs })
}

/// All versions have one schema, as with the converter of the tests.
struct Same(Schema);

impl Versions for Same {
    fn state(&self, _: &str) -> VersionState<'_> {
        VersionState::Served(self.0.root())
    }

    fn convert<'d>(
        &self,
        object: Document<'d>,
        _: &str,
    ) -> std::result::Result<Document<'d>, smp_core::Error> {
        Ok(object)
    }
}

fn free_form() -> Result<Schema> {
    let mut types = SchemaBuilder::new();
    let root = types.any();
    Ok(types.build(root)?)
}

/// The text of a set after it was read.
fn fields(text: &str) -> Value {
    let set = FieldSet::from_fields_v1(text).ok();
    let text = set.and_then(|set| serde_json::from_str(&set.to_fields_v1()).ok());
    text.unwrap_or_else(|| json!("refused"))
}

fn read(entries: &Value) -> std::result::Result<ManagedFields, Error> {
    ManagedFields::of(&Document::from(json!({ "metadata": { "managedFields": entries } })))
}

/// The entries as a list; null if there are no entries.
fn written(managed: &ManagedFields) -> Result<Value> {
    let object = managed.put_into(Document::from(json!({ "metadata": {} })))?.into_value()?;
    Ok(object["metadata"]["managedFields"].clone())
}

/// Entries with the members that all entries of objects have. The entries of some tests lack them.
fn completed(entries: &Value) -> Value {
    let Some(entries) = entries.as_array().filter(|it| !it.is_empty()) else { return Value::Null };
    let complete = |entry: &Value| {
        let mut entry = entry.clone();
        let given = json!({ "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": {} });
        for (name, value) in given.as_object().into_iter().flatten() {
            if entry[name].is_null() {
                entry[name] = value.clone();
            }
        }
        entry
    };
    entries.iter().map(complete).collect()
}

fn identity(entry: &Entry) -> Value {
    let Manager { name, operation, api_version, subresource } = &entry.manager;
    let mut identity = json!({ "manager": name, "operation": operation.as_str() });
    if let Some(version) = api_version {
        identity["apiVersion"] = json!(version);
    }
    if !subresource.is_empty() {
        identity["subresource"] = json!(subresource);
    }
    identity
}

fn without_name(object: &mut Value) {
    if let Some(metadata) = object["metadata"].as_object_mut() {
        metadata.remove("name");
        if metadata.is_empty()
            && let Some(members) = object.as_object_mut()
        {
            members.remove("metadata");
        }
    }
}

/// The manager of the entries that [`with_later`] adds.
const LATER: &str = "later";

/// Adds later updates, each with its own version, so that the limit of an object allows only as many
/// other entries as the test's limit.
fn with_later(object: &mut Value, most: usize) {
    let later = (most..10).map(|at| {
        json!({ "manager": LATER, "operation": "Update", "apiVersion": format!("later/v{at}"),
            "time": format!("2100-01-01T00:00:{at:02}Z"), "fieldsType": "FieldsV1",
            "fieldsV1": { "f:data": {} } })
    });
    let mut entries = object["metadata"]["managedFields"].as_array().cloned().unwrap_or_default();
    entries.extend(later);
    object["metadata"]["managedFields"] = entries.into();
}

fn without_later(object: &mut Value) {
    if let Some(entries) = object["metadata"]["managedFields"].as_array_mut() {
        entries.retain(|entry| entry["manager"] != LATER);
    }
}
