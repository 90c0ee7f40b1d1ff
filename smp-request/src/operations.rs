//! Operations whose inputs have one object each.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::value::RawValue;
use smp_core::{Document, Error, Options, Patch, Path, Role, Schema, Segment, ThreeWay};
use smp_json_patch::{JsonPatch, MergePatch, json_diff, merge_diff};
use smp_managed::{FieldSet, ManagedFields, Settings, locate};

use crate::failure::{ConflictFound, Failure, Violation};
use crate::input::Input;
use crate::json;
use crate::request::{Raw, Request};
use crate::schemas::{Kinds, free_form, schema_for};

/// A request with its schemas and options.
struct Run<'r> {
    kinds: &'r Kinds,
    request: &'r Request<'r>,
    options: Options,
}

/// Runs an operation.
pub(crate) fn run(
    operation: &str,
    kinds: &Kinds,
    request: &Request<'_>,
) -> Result<String, Failure> {
    let run = Run { kinds, request, options: request.options.engine() };
    match operation {
        "apply" => run.apply(),
        "diff" => run.diff(),
        "threeWay" => run.three_way(),
        "compose" => run.compose(),
        "conflicts" => run.conflicts(),
        "check" => run.check(),
        "normalize" => run.normalize(),
        "validateUnions" => run.validate(),
        "lintUnions" => run.lint(),
        "changes" => run.changes(),
        "editYaml" => run.edit_yaml(),
        "applyJsonPatch" | "applyMergePatch" => run.schemaless(operation == "applyJsonPatch"),
        "jsonDiff" => run.json_diff(),
        "mergeDiff" => run.merge_diff(),
        "serverSideApply" => run.server_side_apply(),
        "managers" => run.managers(),
        other => Err(Failure::new("invalid_request", format!("there is no operation {other}"))),
    }
}

impl Run<'_> {
    fn schema(&self, inputs: &[&Input<'_>]) -> Result<Schema, Failure> {
        schema_for(self.kinds, self.request, inputs)
    }

    fn apply(&self) -> Result<String, Failure> {
        let (live, patch) = (self.request.raw("live")?, self.request.raw("patch")?);
        let (live, patch) = (live.one()?, patch.one()?);
        let schema = self.schema(&[&live, &patch])?;
        let failed = |error| Failure::of(&error, &[(Role::Live, &live), (Role::Patch, &patch)]);
        let parsed = Patch::from_slice_within(patch.json().as_bytes(), &self.options.limits);
        let parsed = parsed.map_err(failed)?;
        let document = Document::from_json(live.json())
            .map_err(|error| Failure::of(&error, &[(Role::Live, &live)]))?
            .limits(self.options.limits);
        let result = smp_core::apply_document(document, &parsed, &schema, &self.options);
        live.changed(&result.map_err(failed)?)
    }

    fn diff(&self) -> Result<String, Failure> {
        let (original, modified) = (self.request.raw("original")?, self.request.raw("modified")?);
        let (original, modified) = (original.one()?, modified.one()?);
        let schema = self.schema(&[&modified, &original])?;
        let made = smp_core::diff(original.json(), modified.json(), &schema, &self.options);
        patch_output(made, &[(Role::Original, &original), (Role::Modified, &modified)])
    }

    fn three_way(&self) -> Result<String, Failure> {
        let (original, modified) = (self.request.raw("original")?, self.request.raw("modified")?);
        let (original, modified) = (original.one()?, modified.one()?);
        let live = self.request.raw("live")?;
        let live = live.one()?;
        let schema = self.schema(&[&live, &modified])?;
        let options = &self.request.options;
        let mut documents = ThreeWay::new(original.json(), modified.json(), live.json())
            .overwrite(options.overwrite());
        for names in &options.must_not_change {
            documents = documents.must_not_change(names.clone());
        }
        let made = documents.diff(&schema, &self.options);
        let inputs =
            [(Role::Modified, &modified), (Role::Original, &original), (Role::Current, &live)];
        patch_output(made, &inputs)
    }

    fn compose(&self) -> Result<String, Failure> {
        let (first, second) = (self.request.raw("first")?, self.request.raw("second")?);
        let (first, second) = (first.one()?, second.one()?);
        let schema = self.schema(&[&first, &second])?;
        let made = smp_core::compose(first.json(), second.json(), &schema, &self.options);
        patch_output(made, &[(Role::FirstPatch, &first), (Role::SecondPatch, &second)])
    }

    fn conflicts(&self) -> Result<String, Failure> {
        let (first, second) = (self.request.raw("first")?, self.request.raw("second")?);
        let (first, second) = (first.one()?, second.one()?);
        let schema = self.schema(&[&first, &second])?;
        let found = smp_core::conflicts(first.json(), second.json(), &schema, &self.options);
        let inputs = [(Role::FirstPatch, &first), (Role::SecondPatch, &second)];
        let found = found.map_err(|error| Failure::of(&error, &inputs))?;
        let found = found.iter().map(|conflict| {
            ConflictFound::new(conflict.path.to_string(), &[&conflict.first, &conflict.second])
        });
        Ok(json(&found.collect::<Vec<_>>()))
    }

    fn check(&self) -> Result<String, Failure> {
        let (live, patch) = (self.request.optional("live")?, self.request.raw("patch")?);
        let live = live.as_ref().map(Raw::one).transpose()?;
        let patch = patch.one()?;
        let inputs: Vec<_> = live.iter().chain([&patch]).collect();
        let schema = self.schema(&inputs)?;
        let failed = |error| Failure::of(&error, &[(Role::Patch, &patch)]);
        let parsed = Patch::from_json(patch.json()).map_err(failed)?;
        let mut found = parsed.check(&schema, &self.options);
        if let Some(live) = &live {
            let more = parsed.check_live(live.json(), &schema, &self.options);
            found.extend(more.map_err(|error| live.failed(&error, Role::Live))?);
        }
        let found = found.iter().map(|found| Failure::found(found, &patch));
        Ok(json(&found.collect::<Vec<_>>()))
    }

    fn normalize(&self) -> Result<String, Failure> {
        let (old, new) = (self.request.optional("original")?, self.request.raw("modified")?);
        let old = old.as_ref().map(Raw::one).transpose()?;
        let new = new.one()?;
        let schema = self.schema(&[&new])?;
        let mut inputs = vec![(Role::New, &new)];
        inputs.extend(old.iter().map(|old| (Role::Old, old)));
        let failed = |error: Error| Failure::of(&error, &inputs);
        let before = old.as_ref().map(|old| Document::from_json(old.json()));
        let before = before.transpose().map_err(|error| {
            old.as_ref().map_or_else(|| failed(error.clone()), |old| old.failed(&error, Role::Old))
        })?;
        let document =
            Document::from_json(new.json()).map_err(|error| new.failed(&error, Role::New))?;
        let result =
            smp_core::normalize_document(before.as_ref(), document, &schema, &self.options);
        new.changed(&result.map_err(failed)?)
    }

    fn validate(&self) -> Result<String, Failure> {
        let new = self.request.raw("modified")?;
        let new = new.one()?;
        let schema = self.schema(&[&new])?;
        violations(smp_core::validate_unions(new.json(), &schema, &self.options), (Role::New, &new))
    }

    fn lint(&self) -> Result<String, Failure> {
        let patch = self.request.raw("patch")?;
        let patch = patch.one()?;
        let schema = self.schema(&[&patch])?;
        let parsed = Patch::from_json(patch.json());
        let found = parsed.and_then(|patch| smp_core::lint_unions(&patch, &schema, &self.options));
        violations(found, (Role::Patch, &patch))
    }

    fn changes(&self) -> Result<String, Failure> {
        let (before, after) = (self.request.raw("original")?, self.request.raw("modified")?);
        let (before, after) = (before.one()?, after.one()?);
        let schema = match self.schema(&[&after, &before]) {
            Ok(schema) => schema,
            Err(failure) if failure.kind == "no_schema" => free_form()?,
            Err(failure) => return Err(failure),
        };
        outline((before.json(), after.json()), &schema, self.request.options.explain)
            .map_err(|error| after.failed(&error, Role::Modified))
    }

    fn edit_yaml(&self) -> Result<String, Failure> {
        let (live, value) = (self.request.raw("live")?, self.request.raw("value")?);
        let (live, value) = (live.one()?, value.one()?);
        live.changed(&value.document()?)
    }

    fn schemaless(&self, is_json_patch: bool) -> Result<String, Failure> {
        let (live, patch) = (self.request.raw("live")?, self.request.raw("patch")?);
        let (live, patch) = (live.one()?, patch.one()?);
        live.changed(&apply_schemaless(&live, live.document()?, &patch, is_json_patch)?)
    }

    fn json_diff(&self) -> Result<String, Failure> {
        let (original, modified) = (self.request.raw("original")?, self.request.raw("modified")?);
        let (original, modified) = (original.one()?, modified.one()?);
        let made = json_diff(original.document()?, modified.document()?);
        original.output(&made.map_err(|error| original.failed(&error, Role::Original))?)
    }

    fn merge_diff(&self) -> Result<String, Failure> {
        let (original, modified) = (self.request.raw("original")?, self.request.raw("modified")?);
        let (original, modified) = (original.one()?, modified.one()?);
        let schema = self.schema(&[&modified, &original]).or_else(|_| free_form())?;
        let made = merge_diff(original.document()?, modified.document()?, &schema);
        original.output(&made.map_err(|error| patch_failure(&error, &modified))?)
    }

    fn server_side_apply(&self) -> Result<String, Failure> {
        let live = self.request.optional("live")?;
        let config = self.request.raw("patch")?.of_objects();
        let live = live.as_ref().map(Raw::one).transpose()?;
        let config = config.one()?;
        let schema = self.schema(&[&config])?;
        let request = self.request;
        let manager = request.manager.as_deref().unwrap_or("manager");
        let time = request.options.time.as_deref().unwrap_or("1970-01-01T00:00:00Z");
        let time = time.parse().map_err(|_| {
            Failure::new("invalid_request", "the time is written as 2027-01-31T12:00:00Z")
        })?;
        let settings = Settings::new(manager, time).force(request.options.force);
        let before = live.as_ref().map(Input::document).transpose()?;
        let applied = smp_managed::apply(before.as_ref(), &config.document()?, &schema, &settings);
        let applied = applied.map_err(|error| match (&error, &live) {
            (smp_managed::Error::ManagedFields { .. }, Some(live)) => managed_failure(&error, live),
            _ => conflicts_failure(&error, &config, &schema),
        })?;
        let object = live.as_ref().unwrap_or(&config).changed(&applied.object)?;
        let taken: Vec<_> = applied.taken.iter().map(managed_conflict).collect();
        let changed = applied.changed;
        Ok(format!(r#"{{"object":{object},"changed":{changed},"taken":{}}}"#, json(&taken)))
    }

    fn managers(&self) -> Result<String, Failure> {
        let live = self.request.raw("live")?;
        let live = live.one()?;
        let managed = ManagedFields::of(&live.document()?);
        let managed = managed.map_err(|error| managed_failure(&error, &live))?;
        let mut text = String::from("[");
        for entry in managed.entries() {
            if text.len() > 1 {
                text.push(',');
            }
            let fields: Vec<_> =
                entry.fields.leaves().paths().map(|path| path.to_string()).collect();
            // Writing to a string does not fail.
            let _ = write!(
                text,
                r#"{{"manager":{},"operation":{},"fields":{}}}"#,
                json(&entry.manager.name),
                json(&entry.manager.operation.as_str()),
                json(&fields)
            );
        }
        text.push(']');
        Ok(text)
    }
}

/// A patch in the form of the first input.
fn patch_output(
    made: Result<Patch, Error>,
    inputs: &[(Role, &Input<'_>)],
) -> Result<String, Failure> {
    let patch = made.map_err(|error| Failure::of(&error, inputs))?;
    match inputs.first() {
        Some((_, input)) => input.output(&patch.to_document()),
        None => Ok(patch.to_json()),
    }
}

/// The lines of the differences between two objects, as JSON.
pub(crate) fn outline(
    (before, after): (&str, &str),
    schema: &Schema,
    explain: bool,
) -> Result<String, Error> {
    let changes = smp_core::changes(before, after, schema, &Options::default())?;
    let in_words = |rule: &smp_core::MergeRule, _: &smp_core::Path| smp_yaml::rule_in_words(rule);
    let lines = smp_yaml::outline(&changes, explain.then_some(&in_words));
    let lines = lines.iter().map(|line| {
        let remark = Some(&line.remark).filter(|remark| !remark.is_empty());
        let text = line.indented();
        format!(r#"{{"sign":"{}","text":{},"remark":{}}}"#, line.sign, json(&text), json(&remark))
    });
    Ok(format!("[{}]", lines.collect::<Vec<_>>().join(",")))
}

/// The result of a JSON patch or a JSON merge patch.
pub(crate) fn apply_schemaless<'d>(
    live: &Input<'_>,
    document: Document<'d>,
    patch: &Input<'_>,
    is_json_patch: bool,
) -> Result<Document<'d>, Failure> {
    let made = patch.document().map_err(|_| match Document::from_json(patch.json()) {
        Err(error) => patch.failed(&error, Role::Patch),
        Ok(_) => Failure::new("invalid_json", "the patch is no JSON"),
    })?;
    let failed = |error: smp_json_patch::Error| patch_failure(&error, patch);
    if is_json_patch {
        let patch = JsonPatch::new(made).map_err(failed)?;
        return patch.apply(document).map_err(failed);
    }
    let patch = MergePatch::new(made).map_err(failed)?;
    patch.apply(document).map_err(|error| match error {
        smp_json_patch::Error::Document(error) => live.failed(&error, Role::Live),
        error => failed(error),
    })
}

/// An error of a JSON patch or a JSON merge patch, with the place of the operation that caused it.
pub(crate) fn patch_failure(error: &smp_json_patch::Error, patch: &Input<'_>) -> Failure {
    let at = |operation: usize, member: Option<&str>| {
        let member = member.map(|member| Segment::Field(member.to_owned()));
        Path::from_segments([Segment::Index(operation)].into_iter().chain(member))
    };
    match error {
        smp_json_patch::Error::Document(error) => patch.failed(error, Role::Patch),
        smp_json_patch::Error::Failed { operation, member, message, .. } => {
            let failure = Failure::new("failed_operation", message.as_str());
            failure.at(patch, &at(*operation, Some(member)), false)
        }
        smp_json_patch::Error::InvalidOperations(problems) => {
            let mut all = problems.iter().map(|problem| {
                let failure = Failure::new("invalid_operation", problem.message.as_str());
                failure.at(patch, &at(problem.operation, problem.member.as_deref()), false)
            });
            let first = all.next();
            let mut first =
                first.unwrap_or_else(|| Failure::new("invalid_operation", error.to_string()));
            first.others = all.collect();
            first
        }
        smp_json_patch::Error::NullValue(field) => {
            let message = "no JSON merge patch sets a field to null, because null removes it";
            Failure::new("null_value", message).at(patch, field, false)
        }
        other => Failure::new("invalid_patch", other.to_string()).at(patch, &Path::root(), false),
    }
}

fn managed_conflict(conflict: &smp_managed::Conflict) -> ConflictFound {
    let values = [&conflict.live, &conflict.applied];
    let mut found = ConflictFound::new(conflict.path.to_string(), &values);
    found.manager = Some(conflict.manager.name.clone());
    found
}

fn managed_failure(error: &smp_managed::Error, config: &Input<'_>) -> Failure {
    let mut failure = match error {
        smp_managed::Error::Document(error) => config.failed(error, Role::New),
        smp_managed::Error::Conflicts(_) => {
            Failure::new("conflict", error.to_string()).help("force takes the fields of others")
        }
        smp_managed::Error::ManagedFields { entry, .. } => {
            let list = ["metadata", "managedFields"].map(|name| Segment::Field(name.to_owned()));
            let path = Path::from_segments(list.into_iter().chain(entry.map(Segment::Index)));
            Failure::new("managed_fields", error.to_string()).at(config, &path, false)
        }
        other => Failure::new("managed_fields", other.to_string()),
    };
    failure.conflicts = error.conflicts().iter().map(managed_conflict).collect();
    failure
}

/// As [`managed_failure`], with the places of conflicts in the configuration.
fn conflicts_failure(error: &smp_managed::Error, config: &Input<'_>, schema: &Schema) -> Failure {
    let mut failure = managed_failure(error, config);
    let paths = error.conflicts().iter().map(|conflict| conflict.path.clone());
    let (set, document) = (FieldSet::from_paths(paths), config.document());
    let found = document.ok().and_then(|document| locate(&document, &set, schema).ok());
    let found = found.unwrap_or_default();
    let places: BTreeMap<_, _> = found.into_iter().map(|found| (found.path, found.at)).collect();
    failure.conflicts = error
        .conflicts()
        .iter()
        .map(|conflict| {
            let found = managed_conflict(conflict);
            match places.get(&conflict.path) {
                Some(place) => found.at(Some(config), place),
                None => found,
            }
        })
        .collect();
    failure
}

/// The violations of unions.
fn violations(result: Result<(), Error>, input: (Role, &Input<'_>)) -> Result<String, Failure> {
    match result {
        Ok(()) => Ok("[]".to_owned()),
        Err(error) if error.violations().is_empty() => Err(Failure::of(&error, &[input])),
        Err(error) => Ok(json(&error.violations().iter().map(Violation::of).collect::<Vec<_>>())),
    }
}

/// A raw JSON text; null if the text is not JSON.
pub(crate) fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
