//! Patching the objects of a document, one after the other.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use smp_core::{
    Document, Finding, FindingKind, Options, Patch, Role, Schema, Severity, UnionViolation, Unions,
    apply_document,
};

use super::findings::{Checked, Findings, Printed};
use super::held::Held;
use super::kept::with_identity;
use super::patches::{TargetedPatches, check_patched_bytes};
use super::targeted::{AnyPatch, TargetedPatch};
use crate::args::Validation;
use crate::checks::{
    ObjectChange, UnionTreatment, is_error, live_report, push_removal, unsilenced,
};
use crate::engine_error::{engine_error, engine_error_of};
use crate::identity::Identity;
use crate::masking;
use crate::objects::ObjectFilter;
use crate::patches::schemaless_error;
use crate::pipeline::{Process, Visited};
use crate::place::{ObjectPlace, Part};
use crate::preview::{FieldsPreview, Why};
use crate::report::{ErrorPrinter, Messages, Report};
use crate::schemas::{Schemas, is_custom};
use crate::select::Names;
use crate::sink::Sink;

/// The patches of a run with everything that applying them to objects needs.
pub(super) struct Patcher<'r> {
    /// The objects that may change.
    pub(super) filter: ObjectFilter,
    pub(super) patches: &'r TargetedPatches<'r>,
    pub(super) schemas: &'r Schemas,
    pub(super) options: Options,
    pub(super) unions: UnionTreatment,
    pub(super) validation: Validation,
    /// Whether it is an error if a patch adds an element to a list.
    pub(super) no_create: bool,
    /// Whether a patch without a kind may rename objects.
    pub(super) renames: bool,
    /// Draws the changes, if that was asked for.
    pub(super) preview: Option<FieldsPreview<'r>>,
    pub(super) printed: Printed,
}

impl Process for Patcher<'_> {
    type Findings = Findings;

    fn schemas(&self) -> &Schemas {
        self.schemas
    }

    fn object<'d>(
        &'d self,
        object: Document<'d>,
        place: ObjectPlace<'_>,
        visited: &mut Visited<Findings>,
    ) -> Result<Option<Document<'d>>, Report> {
        let Visited { findings, changes, .. } = visited;
        PatchingVisitor { patcher: self, findings, changes }.visit(object, place)
    }

    fn report(&self, findings: Findings, errors: &mut ErrorPrinter) {
        let of = (self.patches, self.schemas);
        findings.print(of, self.validation, &self.printed, errors);
    }

    fn end(&self, _sink: &mut dyn Sink) -> Result<(), Report> {
        // Where no object is chosen, unused patches are no news.
        let any = self.filter.check_any(self.validation)?;
        if any { self.patches.check_all_used(self.validation) } else { Ok(()) }
    }
}

/// Patches an object of a document.
struct PatchingVisitor<'r, 'v> {
    patcher: &'r Patcher<'r>,
    findings: &'v mut Findings,
    /// The changes by field, as text, if a preview was asked for.
    changes: &'v mut String,
}

impl<'r> PatchingVisitor<'r, '_> {
    /// The schema of the object: a strategic merge patch needs it, other patches are checked by it
    /// if the kind is known, and their results have its unions.
    fn schema(
        &self,
        patch: &TargetedPatch<'_>,
        place: ObjectPlace<'_>,
        object: &mut Held<'_>,
    ) -> Result<Option<Schema>, Report> {
        let Patcher { schemas, unions, validation, .. } = self.patcher;
        let identity = place.identity;
        let checks = *validation != Validation::Ignore;
        match &patch.body.patch {
            // Every custom resource has the same metadata.
            AnyPatch::Strategic(_)
                if patch.body.metadata_only
                    && is_custom(identity)
                    && schemas.known(identity)?.is_none() =>
            {
                Ok(schemas.any_metadata())
            }
            AnyPatch::Strategic(_) => {
                schemas.of_patched(place, object.document(), patch.body.input).map(Some)
            }
            AnyPatch::Merge(_) | AnyPatch::Json(_) if checks => schemas.known(identity),
            AnyPatch::Merge(_) | AnyPatch::Json(_) if unions.is_on() => schemas.known(identity),
            AnyPatch::Merge(_) | AnyPatch::Json(_) => Ok(None),
        }
    }

    /// Checks a patch against the schema of an object. False if it is not to be applied.
    fn check(&mut self, number: usize, findings: &Arc<[Finding]>, object: &Identity) -> bool {
        let validation = self.patcher.validation;
        if validation == Validation::Ignore || findings.is_empty() {
            return true;
        }
        let (findings, object) = (Arc::clone(findings), object.clone());
        let is_applied = !findings.iter().any(|found| is_error(found, validation));
        self.findings.checked.push(Checked { number, findings, object });
        is_applied
    }

    /// Checks a patch against an object. False if it is not to be applied.
    fn check_live(
        &mut self,
        (patch, object): (&Patch, &Document<'_>),
        schema: &Schema,
        place: ObjectPlace<'_>,
        parts: &[Part<'_>],
    ) -> Result<bool, Report> {
        let Patcher { validation, options, no_create, .. } = self.patcher;
        if *validation == Validation::Ignore && !no_create {
            return Ok(true);
        }
        let mut found = patch
            .check_live(object, schema, options)
            .map_err(|error| engine_error(&error, parts))?;
        let creates = |found: &Finding| {
            use FindingKind::{ElementAdded, ElementIncomplete, ElementNearName};
            *no_create && matches!(found.kind, ElementAdded | ElementIncomplete | ElementNearName)
        };
        found.retain(|found| {
            let is_checked = *validation != Validation::Ignore && found.severity() > Severity::Note;
            is_checked || creates(found)
        });
        let mut is_applied = true;
        for found in &unsilenced(found, place) {
            let is_error = is_error(found, *validation) || creates(found);
            is_applied &= !is_error;
            self.findings.messages.push(is_error, || live_report(found, place));
        }
        Ok(is_applied)
    }

    /// The object after one patch; `None` if the patch removes it.
    fn apply<'d>(
        &mut self,
        mut object: Held<'d>,
        patch: &'d TargetedPatch<'_>,
        schema: Option<&Schema>,
        place: ObjectPlace<'_>,
    ) -> Result<Option<Held<'d>>, Report>
    where
        'r: 'd,
    {
        let ObjectPlace { identity, input, .. } = place;
        let Patcher { schemas, unions, options, renames, .. } = self.patcher;
        if !renames {
            patch.check_renames_none(identity)?;
        }
        let before = patch.body.changes_identity.then(|| Identity::of(&object));
        let old =
            schema.filter(|schema| unions.normalizes(schema)).map(|_| object.document().clone());
        let result = match (&patch.body.patch, schema) {
            (AnyPatch::Strategic(strategic), Some(schema)) => {
                let object = object.into_document();
                if patch.body.removes_object() {
                    patch.check_deletes_some(identity)?;
                    return Ok(None);
                }
                let parts = [place.part(Role::Live), Part::whole(Role::Patch, patch.body.input)];
                let place = ObjectPlace { identity, input: patch.body.input, at: &[] };
                if !self.check_live((strategic, &object), schema, place, &parts[..1])? {
                    return Ok(Some(Held::new(object)));
                }
                // The result is normalized below, as those of all types of patches.
                let options = options.clone().unions(Unions::Ignore);
                let result = apply_document(object, strategic, schema, &options)
                    .map_err(|error| engine_error_of(&error, &parts, (schemas, identity)))?;
                Held::new(result)
            }
            (AnyPatch::Strategic(_), None) => object,
            (AnyPatch::Merge(merge), _) => {
                let mut open = object.into_open();
                merge.apply_to(&mut open).map_err(|error| schemaless_error(error, input))?;
                Held::of_open(open)
            }
            (AnyPatch::Json(json), _) => {
                let mut open = object.into_open();
                json.apply_to(&mut open).map_err(|mut error| {
                    if masking::hides(input.json())
                        && let smp_json_patch::Error::Failed { message, .. } = &mut error
                        && let Some(values) = message.find(": expected ")
                    {
                        message.truncate(values);
                    }
                    let report = schemaless_error(error, patch.body.input);
                    report.note(format!("to the object in {}", input.source().name()))
                })?;
                Held::of_open(open)
            }
        };
        let result = match (&old, schema) {
            (Some(old), Some(schema)) => {
                let parts = [place.part(Role::Old)];
                let change = ObjectChange { before: Some(old), schema, place, parts: &parts };
                let unnamed = Some((&mut self.findings.messages.warnings, *schemas));
                Held::new(unions.normalized(change, result.into_document(), unnamed)?)
            }
            _ => result,
        };
        let Some(before) = before else { return Ok(Some(result)) };
        let result = match (&patch.body.patch, patch.target.options()) {
            (AnyPatch::Strategic(_), Some(options)) => {
                Held::new(with_identity(result.into_document(), &before, options, input)?)
            }
            _ => result,
        };
        patch.check_identity((identity, &before), &result, input)?;
        Ok(Some(result))
    }
}

/// The facts about an object that its patches have left for the end.
#[derive(Default)]
struct Merged<'d> {
    /// The object before the first patch that may change its unions.
    live: Option<Document<'d>>,
    /// The unions that are wrong in patches.
    told: Vec<UnionViolation>,
    /// The schema of the last patch.
    schema: Option<Schema>,
    /// The schema of the last strategic merge patch.
    strategic: Option<Schema>,
    why: Option<Why>,
}

impl<'r> PatchingVisitor<'r, '_> {
    /// Notes that a patch has removed an object. The other patches of the command line for it are used,
    /// too.
    fn removed(
        &mut self,
        others: &BTreeSet<usize>,
        shown: Option<(&FieldsPreview<'_>, Document<'_>)>,
        place: ObjectPlace<'_>,
    ) -> Result<(), Report> {
        let others = others.iter().filter(|number| self.patcher.patches.is_named(**number));
        self.findings.used.extend(others.map(|number| (*number, Messages::default())));
        if let Some((preview, before)) = shown {
            self.changes.push_str(&preview.removed_in_file(place, &before)?);
        }
        Ok(())
    }

    /// The object after all patches for it; `None` if one removes it.
    fn visit<'d>(
        &mut self,
        object: Document<'d>,
        place: ObjectPlace<'_>,
    ) -> Result<Option<Document<'d>>, Report>
    where
        'r: 'd,
    {
        let Patcher { filter, patches, schemas, unions, validation, preview, options, .. } =
            self.patcher;
        let identity = place.identity;
        if !filter.contains(identity, &object) {
            let entries = patches.of_entries(identity, &object, place.input)?;
            let entries = entries.into_iter().map(|number| (number, Messages::default()));
            self.findings.used.extend(entries);
            return Ok(Some(object));
        }
        let shown = preview.as_ref().map(|preview| (preview, object.clone()));
        let mut merged = Merged::default();
        let mut bytes = match place.at {
            [] => place.input.json().len(),
            _ => object.to_json().len(),
        };
        let mut patched_bytes = 0_usize;
        let mut names = Names::of(identity.clone());
        let mut numbers = patches.naming(identity);
        patches.check_cost(&numbers, (bytes, unions.normalizes_any()), identity)?;
        let mut anchors = patches.anchors(identity, &object);
        patches.extend(&mut numbers, &anchors, None);
        let mut object = Held::new(object);
        while let Some(number) = numbers.pop_first() {
            if !patches.is_for(number, &names, &object, place.input)? {
                continue;
            }
            let patch = patches.get(number);
            let place = ObjectPlace { identity: names.present(), ..place };
            let mut violations = Messages::default();
            let schema = self.schema(patch, place, &mut object)?;
            if let Some(schema) = &schema {
                let facts = patch.body.facts(place.identity, schema, (schemas, unions, options))?;
                if facts.is_removed {
                    let removal = schemas.removal(place)?;
                    push_removal(&mut self.findings.messages, removal, *validation);
                }
                if !self.check(number, &facts.findings, place.identity) {
                    self.findings.used.push((number, violations));
                    continue;
                }
                if facts.changes_unions && merged.live.is_none() {
                    merged.live = Some(object.document().clone());
                }
                if !patch.used.load(Ordering::Relaxed) {
                    let text = ObjectPlace { input: patch.body.input, at: &[], ..place };
                    violations = unions.in_text(&facts.violations, text);
                }
                merged.told.extend_from_slice(&facts.violations);
            } else {
                unions.unknown_kind(place.identity, &mut self.findings.messages);
            }
            if !patch.used.load(Ordering::Relaxed) {
                self.findings.used.push((number, violations));
            }
            self.findings.added.add(patch.body.input.json().len())?;
            patched_bytes = patched_bytes
                .saturating_add(patches.cost(number, (bytes, unions.normalizes_any())));
            check_patched_bytes(patched_bytes, identity)?;
            bytes += patch.body.input.json().len();
            let Some(patched) = self.apply(object, patch, schema.as_ref(), place)? else {
                self.removed(&numbers, shown, ObjectPlace { identity, ..place })?;
                return Ok(None);
            };
            object = patched;
            merged.why = Some(match &patch.body.patch {
                AnyPatch::Strategic(_) => Why::Schema,
                AnyPatch::Merge(_) => Why::MERGE,
                AnyPatch::Json(_) => merged.why.unwrap_or(Why::JSON),
            });
            if matches!(patch.body.patch, AnyPatch::Strategic(_)) && schema.is_some() {
                merged.strategic.clone_from(&schema);
            }
            merged.schema = schema.or(merged.schema);
            if patch.body.changes_targets {
                names.forget_metadata();
            }
            if patch.body.changes_targets && patches.has_targets() {
                let present = Identity::of(&object).or(identity);
                // Later patches find the object by what is new.
                let new = patches.anchors(&present, &object).into_iter();
                let new: Vec<_> = new.filter(|it| anchors.insert(it.clone())).collect();
                patches.extend(&mut numbers, &new, Some(number));
                if *names.present() != present {
                    numbers.extend(patches.naming(&present).range(number + 1..));
                    names.push(present);
                }
            }
        }
        let object = object.into_document();
        let Merged { live, told, schema, strategic, why } = merged;
        if let Some((preview, before)) = &shown {
            let rules = (strategic.as_ref(), why.unwrap_or(Why::Schema));
            let text = preview.in_file(place, (before, &object), rules)?;
            self.changes.push_str(&text);
        }
        if let Some(schema) = &schema {
            let before = live.as_ref();
            let change = ObjectChange { before, schema, place, parts: &[] };
            unions.in_result(&mut self.findings.messages, change, &object, &told)?;
        }
        Ok(Some(object))
    }
}
