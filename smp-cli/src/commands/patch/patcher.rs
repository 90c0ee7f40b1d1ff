//! Patching the objects of a document, one after the other.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use smp_core::{
    Document, Finding, Options, Path, Role, Schema, Segment, Severity, Unions, apply_document,
};

use super::kept::with_identity;
use super::patches::TargetedPatches;
use super::report::{Checked, Findings};
use super::schemaless::schemaless_error;
use super::targeted::{AnyPatch, TargetedPatch};
use crate::args::Validation;
use crate::commands::engine_error::{Part, engine_error, engine_error_of};
use crate::commands::findings::{is_error, live_report};
use crate::commands::object_filter::ObjectFilter;
use crate::commands::objects::{ObjectVisitor, visit_objects};
use crate::commands::preview::{FieldsPreview, Why, title_in, versions};
use crate::commands::unions::{Reports, UnionTreatment, union_reports};
use crate::difference;
use crate::identity::Identity;
use crate::input::Input;
use crate::pipeline::{Process, Processed};
use crate::report::Report;
use crate::schemas::{Schemas, is_custom};

/// The patches of a run with everything that applying them to objects needs.
pub(super) struct Patcher<'r> {
    /// The objects that may change.
    pub(super) filter: ObjectFilter,
    pub(super) patches: &'r TargetedPatches<'r>,
    pub(super) schemas: &'r Schemas,
    pub(super) options: Options,
    pub(super) unions: UnionTreatment,
    pub(super) validation: Validation,
    /// Draws the changes, if that was asked for.
    pub(super) preview: Option<FieldsPreview<'r>>,
}

impl Process for Patcher<'_> {
    type Findings = Findings;

    fn process<'d>(
        &'d self,
        input: &'d Input<'_>,
        _only: bool,
    ) -> Result<Processed<'d, Findings>, Report> {
        let mut visitor = PatchingVisitor::new(self);
        let document = visit_objects(&mut visitor, self.schemas, input)?;
        let changes = core::mem::take(&mut visitor.changes);
        Ok(Processed { document, changes, findings: visitor.into_findings() })
    }

    fn difference(
        &self,
        object: &Identity,
        place: difference::Place<'_>,
        versions: (&Document<'_>, &Document<'_>),
    ) -> Option<Report> {
        difference::difference(object, place, versions, self.schemas)
    }
}

/// Patches the objects of a document.
pub(super) struct PatchingVisitor<'r> {
    patcher: &'r Patcher<'r>,
    findings: Findings,
    /// The changes by field, as text, if a preview was asked for.
    changes: String,
}

/// An object of a document.
#[derive(Clone, Copy)]
struct Place<'p> {
    identity: &'p Identity,
    input: &'p Input<'p>,
    at: &'p [Segment],
}

impl<'r> PatchingVisitor<'r> {
    pub(super) fn new(patcher: &'r Patcher<'r>) -> Self {
        Self { patcher, findings: Findings::default(), changes: String::new() }
    }

    /// The findings so far.
    pub(super) fn into_findings(self) -> Findings {
        self.findings
    }

    /// The schema of the object: a strategic merge patch needs it, other patches are checked by it
    /// if the kind is known, and their results have its unions.
    fn schema(
        &self,
        patch: &TargetedPatch<'_>,
        place: Place<'_>,
        object: &Document<'_>,
    ) -> Result<Option<Schema>, Report> {
        let Patcher { schemas, unions, validation, .. } = self.patcher;
        match &patch.patch {
            // Every custom resource has the same metadata.
            AnyPatch::Strategic(_)
                if patch.metadata_only
                    && is_custom(place.identity)
                    && schemas.known(place.identity)?.is_none() =>
            {
                Ok(schemas.any_metadata())
            }
            AnyPatch::Strategic(_) => {
                let at = Path::from_segments(place.at.iter().cloned());
                schemas.of_patched(place.identity, place.input, &at, object, patch.input).map(Some)
            }
            AnyPatch::Merge(_) if *validation != Validation::Ignore => {
                schemas.known(place.identity)
            }
            AnyPatch::Merge(_) | AnyPatch::Json(_) if unions.is_on() => {
                schemas.known(place.identity)
            }
            AnyPatch::Merge(_) | AnyPatch::Json(_) => Ok(None),
        }
    }

    /// Checks a patch against the schema of an object. False if it is not to be applied.
    fn check(&mut self, number: usize, findings: &Arc<[Finding]>, place: Place<'_>) -> bool {
        let validation = self.patcher.validation;
        if validation == Validation::Ignore || findings.is_empty() {
            return true;
        }
        self.findings.checked.push(Checked {
            number,
            findings: Arc::clone(findings),
            object: place.identity.clone(),
        });
        !findings.iter().any(|found| is_error(found, validation))
    }

    /// Reports that the kind of an object is removed.
    fn report_removal(&mut self, place: Place<'_>) -> Result<(), Report> {
        let Patcher { schemas, validation, .. } = self.patcher;
        let into = match validation {
            Validation::Ignore => return Ok(()),
            Validation::Warn => &mut self.findings.warnings,
            Validation::Strict => &mut self.findings.errors,
        };
        if let Some(removal) = schemas.removal(place.identity, place.input, place.at)? {
            into.push(|| removal);
        }
        Ok(())
    }

    /// The object after one patch; `None` if the patch removes it.
    fn apply<'d>(
        &mut self,
        object: Document<'d>,
        patch: &'d TargetedPatch<'_>,
        schema: Option<&Schema>,
        place: Place<'_>,
    ) -> Result<Option<Document<'d>>, Report>
    where
        'r: 'd,
    {
        let Place { identity, input, at } = place;
        let patcher = self.patcher;
        let options = &patcher.options;
        let before = patch.changes_identity.then(|| Identity::of(&object));
        let old = schema.filter(|schema| patcher.unions.normalizes(schema)).map(|_| object.clone());
        let result = match (&patch.patch, schema) {
            (AnyPatch::Strategic(strategic), Some(schema)) => {
                if patch.removes_object() {
                    patch.check_deletes_some(identity)?;
                    return Ok(None);
                }
                if self.patcher.validation != Validation::Ignore {
                    let found = strategic.check_live(&object, schema, options);
                    let live = [Part { role: Role::Live, input, at }];
                    let found = found.map_err(|error| engine_error(&error, &live))?;
                    for found in &found {
                        let error = found.severity() >= Severity::Error;
                        let Findings { errors, warnings, .. } = &mut self.findings;
                        let into = if error { errors } else { warnings };
                        into.push(|| live_report(found, patch.input, identity));
                    }
                    if found.iter().any(|found| found.severity() >= Severity::Error) {
                        return Ok(Some(object));
                    }
                }
                let live = Part { role: Role::Live, input, at };
                let parts = [live, Part::whole(Role::Patch, patch.input)];
                // The result is normalized below, as those of all types of patches.
                let options = options.clone().unions(Unions::Ignore);
                apply_document(object, strategic, schema, &options)
                    .map_err(|error| engine_error_of(&error, &parts, (patcher.schemas, identity)))?
            }
            (AnyPatch::Strategic(_), None) => object,
            (AnyPatch::Merge(merge), _) => {
                merge.apply(object).map_err(|error| schemaless_error(error, input))?
            }
            (AnyPatch::Json(json), _) => json.apply(object).map_err(|error| {
                let report = schemaless_error(error, patch.input);
                report.note(format!("to the object in {}", input.source().name()))
            })?,
        };
        let result = match (&old, schema) {
            (Some(old), Some(schema)) => {
                let live = [Part { role: Role::Old, input, at }];
                if patcher.schemas.is_from_files(identity)? {
                    let warnings = &mut self.findings.warnings;
                    let versions = (Some(old), &result);
                    patcher.unions.unnamed(warnings, versions, schema, (input, at));
                }
                patcher.unions.normalized(Some(old), result, schema, &live)?
            }
            _ => result,
        };
        let Some(before) = before else { return Ok(Some(result)) };
        let result = match (&patch.patch, patch.target.options()) {
            (AnyPatch::Strategic(_), Some(options)) => {
                with_identity(result, &before, options, input)?
            }
            _ => result,
        };
        patch.check_identity((identity, &before), &result, input)?;
        Ok(Some(result))
    }
}

impl<'r> ObjectVisitor<'r> for PatchingVisitor<'r> {
    fn visit<'d>(
        &mut self,
        mut object: Document<'d>,
        identity: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Option<Document<'d>>, Report>
    where
        'r: 'd,
    {
        if !self.patcher.filter.contains(identity, &object) {
            self.findings.used.extend(
                self.patcher.patches.of_entries(identity, &object).map(|it| (it, Vec::new())),
            );
            return Ok(Some(object));
        }
        let before = self.patcher.preview.as_ref().map(|preview| (preview, object.clone()));
        let Patcher { patches, schemas, unions, options, .. } = self.patcher;
        let (mut live, mut told) = (None, Vec::new());
        let mut known = None;
        let mut merged = None;
        let mut why = None;
        // The names that the object has had.
        let mut names = Cow::Borrowed(std::slice::from_ref(identity));
        let mut numbers = patches.of(identity);
        while let Some(number) = numbers.pop_first() {
            if !patches.is_for(number, &names, &object) {
                continue;
            }
            let patch = patches.get(number);
            let place = Place { identity: names.last().unwrap_or(identity), input, at };
            let mut violations = Vec::new();
            let schema = self.schema(patch, place, &object)?;
            if let Some(schema) = &schema {
                let facts = patch.facts(place.identity, schema, (schemas, unions, options))?;
                if facts.is_removed {
                    self.report_removal(place)?;
                }
                if !self.check(number, &facts.findings, place) {
                    self.findings.used.push((number, violations));
                    continue;
                }
                if facts.changes_unions && live.is_none() {
                    live = Some(object.clone());
                }
                if !patch.used.load(Ordering::Relaxed) {
                    violations = union_reports(&facts.violations, patch.input, &[]);
                }
                told.extend_from_slice(&facts.violations);
            } else {
                let Findings { warnings, errors, .. } = &mut self.findings;
                unions.unknown_kind(place.identity, &mut Reports { warnings, errors });
            }
            self.findings.used.push((number, violations));
            let strategic = matches!(patch.patch, AnyPatch::Strategic(_));
            let others = patch.removes_object().then(|| {
                let others = numbers.iter().filter(|number| patches.is_named(**number));
                others.map(|number| (*number, Vec::new())).collect::<Vec<_>>()
            });
            let Some(patched) = self.apply(object, patch, schema.as_ref(), place)? else {
                self.findings.used.extend(others.into_iter().flatten());
                if let Some((preview, before)) = &before {
                    let removed = preview.removed(&title_in(identity, input), before);
                    self.changes.push_str(&removed);
                }
                return Ok(None);
            };
            object = patched;
            merged = schema.clone().filter(|_| strategic).or(merged);
            known = schema.or(known);
            why = Some(match &patch.patch {
                AnyPatch::Strategic(_) => Why::Schema,
                AnyPatch::Merge(_) => Why::MERGE,
                AnyPatch::Json(_) => why.unwrap_or(Why::JSON),
            });
            if patch.may_rename {
                let present = Identity::of(&object).or(identity);
                if names.last() != Some(&present) {
                    numbers.extend(patches.of(&present).range(number + 1..));
                    names.to_mut().push(present);
                }
            }
        }
        if let Some((preview, before)) = &before {
            let title = (&*title_in(identity, input), identity);
            let parts = versions(input, at);
            let rules = (merged.as_ref(), why.unwrap_or(Why::Schema));
            let shown = preview.changes(title, (before, &object), rules, &parts)?;
            self.changes.push_str(&shown);
        }
        if let Some(schema) = &known {
            let Findings { warnings, errors, .. } = &mut self.findings;
            let into = &mut Reports { warnings, errors };
            let versions = (live.as_ref(), &object);
            unions.in_result(into, versions, &told, schema, (input, at))?;
        }
        Ok(Some(object))
    }
}
