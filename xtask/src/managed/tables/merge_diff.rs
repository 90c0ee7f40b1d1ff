//! The tests of structured-merge-diff: a copy of the module records each request of its tests and its
//! outcome (`merge_diff.go`), which smp-managed must reproduce.
//!
//! The objects of these tests have no `apiVersion`, `kind` or name, which a request needs: each is the
//! `spec` of an object here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use smp_core::{Document, Schema};
use smp_managed::{
    Entry, Error, FieldSet, ManagedFields, Settings, Time, VersionState, Versions, apply, update,
};
use smp_openapi::OpenApi;

use super::{Result, copy_of, record_of, renamed};

const MODULE: &str = "sigs.k8s.io/structured-merge-diff/v6";
const RECORDER: &str = include_str!("merge_diff.go");

/// The changes that make the fixtures of the module record.
const HOOKS: [(&str, &str); 3] = [
    ("func (s *State) UpdateObject(", "func (s *State) updateObject("),
    ("func (s *State) ApplyObject(", "func (s *State) applyObject("),
    (
        "func (tc TestCase) TestWithConverter(parser Parser, converter merge.Converter) error {",
        "func (tc TestCase) TestWithConverter(parser Parser, converter merge.Converter) error {\n\
         recordCase(tc, converter)\nconverter = recorded{converter}",
    ),
];

/// A line of the record.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Case(Case),
    Step(Box<Step>),
}

#[derive(Deserialize)]
struct Case {
    #[serde(rename = "case")]
    name: String,
    converter: String,
    /// The ignored fields of each version: nobody can change them.
    ignored: BTreeMap<String, Value>,
    /// Whether functions choose the ignored fields.
    filtered: bool,
}

/// A request, and its outcome.
#[derive(Deserialize)]
struct Step {
    op: String,
    version: String,
    manager: String,
    force: bool,
    object: Value,
    /// The types of the objects of each version.
    schemas: BTreeMap<String, Types>,
    conversions: Vec<Conversion>,
    conflicts: Option<Vec<String>>,
    error: Option<String>,
    #[serde(default)]
    live: Value,
    managers: BTreeMap<String, Owned>,
}

/// A conversion that a test made. A conversion without a result failed.
#[derive(Deserialize)]
struct Conversion {
    from: Value,
    version: String,
    to: Option<Value>,
    /// Whether the error says that no server serves the version any more.
    #[serde(default)]
    gone: bool,
}

#[derive(Deserialize)]
struct Types {
    root: Value,
    types: Value,
}

#[derive(Deserialize)]
struct Owned {
    fields: Value,
}

/// Runs all cases; a difference that nothing explains is an error.
pub(super) fn run(root: &Path, show: usize) -> Result<()> {
    let mut cases: Vec<(Case, Vec<Step>)> = Vec::new();
    for line in record(root)?.lines() {
        match serde_json::from_str(line)? {
            Line::Case(case) => cases.push((case, Vec::new())),
            Line::Step(step) => {
                cases.last_mut().ok_or("a step before the first case")?.1.push(*step);
            }
        }
    }
    let (mut equal, mut different) = (0, 0);
    let mut explained: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (case, steps) in &cases {
        if let Some(reason) = reason(case, steps) {
            explained.entry(reason).or_default().push(&case.name);
            continue;
        }
        match difference(case, steps)? {
            None => equal += 1,
            Some(text) => {
                different += 1;
                if different <= show {
                    println!("--- {}\n{text}", case.name);
                }
            }
        }
    }
    println!("{} cases of the tests of structured-merge-diff: {equal} are equal", cases.len());
    for (reason, mut names) in explained {
        let count = names.len();
        names.dedup();
        println!("{count:>5} are left out: {reason} ({})", names.join(", "));
    }
    match different {
        0 => Ok(()),
        count => Err(format!("{count} cases differ, and nothing explains it").into()),
    }
}

/// The record of the tests, as lines of JSON.
fn record(root: &Path) -> Result<String> {
    let copy = copy_of(root, MODULE, "target/structured-merge-diff")?;
    let fixtures = copy.join("internal/fixture");
    for (from, to) in HOOKS {
        renamed(&fixtures.join("state.go"), from, to)?;
    }
    fs::write(fixtures.join("record.go"), RECORDER)?;
    record_of(&copy, "./merge/")
}

/// The reason why this engine can't run a case.
fn reason(case: &Case, steps: &[Step]) -> Option<&'static str> {
    let converters = ["dummyConverter", "renamingConverter"];
    if !converters.iter().any(|known| case.converter.ends_with(known)) {
        return Some("a converter that does more than to rename fields");
    }
    if steps.iter().any(|step| step.object.get("mapOfLists").is_some()) {
        return Some(
            "a list in a map has a list type, which is one of fields alone: semantics import-9",
        );
    }
    if case.filtered {
        return Some("a function of the test chooses the fields that nobody can change");
    }
    let applies =
        |manager: &str, op: &str| steps.iter().any(|step| step.manager == manager && step.op == op);
    if steps.iter().any(|step| applies(&step.manager, "apply") && applies(&step.manager, "update"))
    {
        return Some("one manager applies and updates, which are two entries in an object");
    }
    None
}

/// The first step with different outcomes.
fn difference(case: &Case, steps: &[Step]) -> Result<Option<String>> {
    let mut live: Option<Document<'static>> = None;
    // A test's own conversions are those that it made; all others change nothing.
    let is_same = case.converter.ends_with("dummyConverter");
    let conversions = || steps.iter().flat_map(|step| &step.conversions);
    for (at, step) in steps.iter().enumerate() {
        let schemas = step
            .schemas
            .iter()
            .filter_map(|(version, types)| Some((format!("t/{version}"), schema(types).ok()?)));
        let versions = Recorded {
            schemas: schemas.collect(),
            gone: conversions()
                .filter(|it| it.gone)
                .map(|it| format!("t/{}", it.version))
                .collect(),
            conversions: (!is_same).then(|| conversions().collect()),
        };
        let schema = versions.schemas.get(&format!("t/{}", step.version)).ok_or("no schema")?;
        let mut settings = Settings::new(&step.manager, Time::from_unix_seconds(0))
            .force(step.force)
            .versions(&versions);
        for (version, fields) in &case.ignored {
            let fields = FieldSet::from_fields_v1(&json!({ "f:spec": fields }).to_string())?;
            settings = settings.reset_fields(format!("t/{version}"), fields);
        }
        let object = json!({ "apiVersion": format!("t/{}", step.version), "kind": "T",
            "metadata": { "name": "x" }, "spec": step.object });
        let object = Document::from(object);
        let outcome = if step.op == "apply" {
            apply(live.as_ref(), &object, schema, &settings).map(|applied| applied.object)
        } else {
            match update(live.as_ref(), &object, schema, &settings)? {
                updated if updated.untracked.is_none() => Ok(updated.object),
                updated => Err(updated.untracked.unwrap_or(Error::Refused(String::new()))),
            }
        };
        let (ours, theirs) = (told(&outcome)?, expected(step));
        if ours != theirs {
            let error = outcome.err().map(|error| error.to_string()).unwrap_or_default();
            return Ok(Some(format!(
                "step {at}: {} by {}: {}\nours   {ours} {error}\ntheirs {theirs}",
                step.op, step.manager, step.object
            )));
        }
        if let Ok(object) = outcome {
            live = Some(object.into_owned()?);
        }
    }
    Ok(None)
}

/// The versions of the objects of a case.
struct Recorded<'c> {
    schemas: BTreeMap<String, Schema>,
    gone: BTreeSet<String>,
    /// `None` if versions differ only in `apiVersion`.
    conversions: Option<Vec<&'c Conversion>>,
}

impl Versions for Recorded<'_> {
    fn state(&self, api_version: &str) -> VersionState<'_> {
        match self.schemas.get(api_version) {
            _ if self.gone.contains(api_version) => VersionState::Gone,
            Some(schema) => VersionState::Served(schema.root()),
            None => VersionState::Unknown,
        }
    }

    fn convert<'d>(
        &self,
        object: Document<'d>,
        api_version: &str,
    ) -> std::result::Result<Document<'d>, smp_core::Error> {
        let mut object = object.into_value()?;
        let from = object["apiVersion"].as_str().unwrap_or_default().to_owned();
        object["apiVersion"] = api_version.into();
        let found = self.conversions.iter().flatten().find(|it| {
            it.from == object["spec"] && api_version.strip_prefix("t/") == Some(&it.version)
        });
        match (found.and_then(|it| it.to.clone()), &self.conversions) {
            (Some(spec), _) => object["spec"] = spec,
            (None, None) => {}
            // The reference needs fewer conversions.
            (None, Some(_)) => rename(&mut object["spec"], &from, api_version),
        }
        Ok(object.into())
    }
}

/// Renames the members that end with a version, as the converter of some tests does.
fn rename(value: &mut Value, from: &str, to: &str) {
    let suffix = |version: &str| version.trim_start_matches("t/").to_owned();
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, from, to)),
        Value::Object(members) => {
            for (name, mut member) in core::mem::take(members) {
                rename(&mut member, from, to);
                let renamed =
                    name.strip_suffix(&suffix(from)).map(|name| name.to_owned() + &suffix(to));
                members.insert(renamed.unwrap_or(name), member);
            }
        }
        _ => {}
    }
}

fn schema(types: &Types) -> Result<Schema> {
    let mut definitions = types.types.as_object().cloned().unwrap_or_default();
    let text = json!({ "type": "string" });
    definitions.insert(
        "T".to_owned(),
        json!({
            "type": "object",
            "properties": { "apiVersion": text, "kind": text, "spec": types.root,
                "metadata": { "type": "object", "properties": { "name": text, "managedFields": {
                    "type": "array", "items": { "type": "object" } } } } },
            "x-kubernetes-group-version-kind": [{ "group": "t", "version": "v1", "kind": "T" }],
        }),
    );
    let document = OpenApi::from_value(&json!({ "swagger": "2.0", "definitions": definitions }))?;
    Ok(document.schema_of("t/v1", "T")?.ok_or("the document lacks the kind")?.schema)
}

/// This engine's result of a request, in the form of [`expected`].
fn told(outcome: &std::result::Result<Document<'static>, Error>) -> Result<Value> {
    Ok(match outcome {
        Ok(object) => {
            let managed = ManagedFields::of(object)?;
            let fields = |entry: &Entry| -> Result<Value> {
                let fields: Value = serde_json::from_str(&entry.fields.to_fields_v1())?;
                let mut fields = fields["f:spec"].clone();
                if let Some(members) = fields.as_object_mut() {
                    members.remove(".");
                }
                Ok(fields)
            };
            // A null `spec` is an owned field here; in the reference, it is the object itself.
            let owned = managed
                .entries()
                .iter()
                .map(|entry| Ok((entry.manager.name.clone(), fields(entry)?)));
            let mut managers = owned.collect::<Result<Map<String, Value>>>()?;
            managers.retain(|_, fields| fields.as_object().is_some_and(|it| !it.is_empty()));
            let spec = object.get("spec").map(Document::into_owned).transpose()?;
            let spec = spec.map(Document::into_value).transpose()?;
            json!({ "object": spec.unwrap_or_default(), "managers": managers })
        }
        Err(Error::Conflicts(conflicts)) => {
            let conflicts = conflicts.iter().map(|it| format!("{} {}", it.manager.name, it.path));
            let mut conflicts: Vec<String> =
                conflicts.map(|text| text.replacen(" .spec", " ", 1)).collect();
            conflicts.sort();
            json!({ "conflicts": conflicts })
        }
        Err(_) => json!("refused"),
    })
}

fn expected(step: &Step) -> Value {
    if step.error.is_some() {
        return json!("refused");
    }
    if let Some(conflicts) = &step.conflicts {
        let mut conflicts = conflicts.clone();
        conflicts.sort();
        return json!({ "conflicts": conflicts });
    }
    let managers: Map<String, Value> =
        step.managers.iter().map(|(name, owned)| (name.clone(), owned.fields.clone())).collect();
    json!({ "object": step.live, "managers": managers })
}
