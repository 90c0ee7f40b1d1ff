//! Patching the objects of a document, one after the other.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use smp_core::{
    Document, Finding, FindingKind, Patch, Role, Schema, Severity, UnionViolation, Unions, View,
    apply_document,
};
use smp_json_patch::OpenDocument;

use super::findings::{Checked, Findings};
use super::kept::with_identity;
use super::patches::{Cost, TargetedPatches};
use super::targeted::{AnyPatch, Kind, PatchFacts, TargetedPatch};
use crate::args::Validation;
use crate::checks::{ObjectChange, Ruleset, unsilenced};
use crate::engine_error::{engine_error, engine_error_of};
use crate::identity::Identity;
use crate::masking;
use crate::objects::ObjectFilter;
use crate::patches::schemaless_error;
use crate::pipeline::{Process, Visited};
use crate::place::ObjectPlace;
use crate::preview::{FieldsPreview, Why};
use crate::report::{ErrorPrinter, Messages, Report};
use crate::schemas::{Schemas, is_custom};
use crate::secret::{Of, holds_values};
use crate::select::Names;
use crate::sink::Sink;

/// The patches of a run, with everything needed to apply them to objects.
pub(super) struct Patcher<'r> {
    /// The objects that may change.
    pub(super) filter: ObjectFilter,
    pub(super) patches: &'r TargetedPatches<'r>,
    pub(super) rules: &'r Ruleset,
    /// Whether it is an error if a patch adds an element to a list.
    pub(super) no_create: bool,
    /// Whether a patch without a kind may rename objects.
    pub(super) renames: bool,
    /// Shows the changes, if requested.
    pub(super) preview: Option<FieldsPreview<'r>>,
    /// The checks whose findings were printed, each by the number of the patch and the kind.
    pub(super) printed: Mutex<HashSet<(usize, Kind)>>,
}

impl Patcher<'_> {
    /// The schema of the object. A strategic merge patch needs it; if the kind is known, other patches
    /// are checked against it, and it defines the unions in their results.
    fn schema(
        &self,
        patch: &TargetedPatch<'_>,
        place: ObjectPlace<'_>,
        object: &mut OpenDocument<'_>,
    ) -> Result<Option<Schema>, Report> {
        let Ruleset { schemas, validation, .. } = self.rules;
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
                let null = Document::from(View::Null);
                let document = core::mem::replace(object, OpenDocument::new(null)).into_document();
                let schema = schemas.of_patched(place, &document, patch.body.input);
                *object = OpenDocument::new(document);
                schema.map(Some)
            }
            _ if checks || self.rules.looks_at_unions() => schemas.known(identity),
            AnyPatch::Merge(_) | AnyPatch::Json(_) => Ok(None),
        }
    }

    /// Checks a patch against the schema of an object. False if the patch must not be applied.
    fn check(
        &self,
        (number, facts): (usize, &Arc<PatchFacts>),
        object: &Identity,
        into: &mut Findings,
    ) -> bool {
        if self.rules.validation == Validation::Ignore || facts.findings.is_empty() {
            return true;
        }
        into.checked.push(Checked { number, facts: Arc::clone(facts), object: object.clone() });
        !facts.findings.iter().any(|found| self.rules.is_error(found))
    }

    /// Checks a patch against an object; `text` is the place of the patch. False if the patch must not
    /// be applied.
    fn check_live(
        &self,
        (patch, object): (&Patch, &Document<'_>),
        schema: &Schema,
        (text, live): (ObjectPlace<'_>, ObjectPlace<'_>),
        messages: &mut Messages,
    ) -> Result<bool, Report> {
        let Self { rules, no_create, .. } = self;
        let Ruleset { validation, options, .. } = rules;
        if *validation == Validation::Ignore && !no_create {
            return Ok(true);
        }
        let mut found = patch
            .check_live(object, schema, options)
            .map_err(|error| engine_error(&error, &[(Role::Live, live)]))?;
        let creates = |found: &Finding| {
            use FindingKind::{ElementAdded, ElementIncomplete, ElementNearName};
            *no_create && matches!(found.kind, ElementAdded | ElementIncomplete | ElementNearName)
        };
        found.retain(|found| {
            let is_checked = *validation != Validation::Ignore && found.severity() > Severity::Note;
            is_checked || creates(found)
        });
        let mut is_applied = true;
        for found in &unsilenced(found, text) {
            let is_error = rules.is_error(found) || creates(found);
            is_applied &= !is_error;
            messages.push(is_error, || rules.report(found, text, None));
        }
        Ok(is_applied)
    }

    /// The object after one patch; `None` if the patch removes it.
    fn apply<'d>(
        &self,
        mut object: OpenDocument<'d>,
        patch: &'d TargetedPatch<'_>,
        schema: Option<&Schema>,
        place: ObjectPlace<'_>,
        messages: &mut Messages,
    ) -> Result<Option<OpenDocument<'d>>, Report> {
        let ObjectPlace { identity, input, .. } = place;
        let Self { filter, rules, renames, .. } = self;
        let Ruleset { schemas, options, .. } = rules;
        if !renames {
            patch.check_renames_none(identity)?;
        }
        let before = patch.body.changes_identity.then(|| Identity::of(&object));
        let old = schema.filter(|schema| rules.normalizes(schema));
        let old = old.map(|_| object.clone().into_document());
        let result = match (&patch.body.patch, schema) {
            (AnyPatch::Strategic(strategic), Some(schema)) => {
                let object = object.into_document();
                if strategic.deletes_object() {
                    patch.check_deletes_some(identity, filter.is_all())?;
                    return Ok(None);
                }
                let text = ObjectPlace::whole(identity, patch.body.input);
                let parts = [(Role::Live, place), (Role::Patch, text)];
                if !self.check_live((strategic, &object), schema, (text, place), messages)? {
                    return Ok(Some(OpenDocument::new(object)));
                }
                // Unions are normalized below, as for every type of patch.
                let options = options.clone().unions(Unions::Ignore);
                let result = apply_document(object, strategic, schema, &options)
                    .map_err(|error| engine_error_of(&error, &parts, Some(schemas)))?;
                OpenDocument::new(result)
            }
            (AnyPatch::Strategic(_), None) => object,
            (AnyPatch::Merge(merge), _) => {
                merge.apply_to(&mut object).map_err(|error| schemaless_error(error, input))?;
                object
            }
            (AnyPatch::Json(json), _) => {
                json.apply_to(&mut object).map_err(|mut error| {
                    // The message about a failed `test` contains both values.
                    if !masking::shows_secrets()
                        && input.document().is_ok_and(|document| holds_values(&document))
                        && let smp_json_patch::Error::Failed { message, .. } = &mut error
                        && let Some(values) = message.find(": expected ")
                    {
                        message.truncate(values);
                    }
                    let report = schemaless_error(error, patch.body.input);
                    report.note(format!("to the object in {}", input.source().name()))
                })?;
                object
            }
        };
        let result = match (&old, schema) {
            (Some(old), Some(schema)) => {
                let parts = [(Role::Old, place)];
                let change = ObjectChange { before: Some(old), schema, place, parts: &parts };
                let result = result.into_document();
                OpenDocument::new(rules.normalized(change, result, Some(messages))?)
            }
            _ => result,
        };
        let Some(before) = before else { return Ok(Some(result)) };
        let result = match (&patch.body.patch, patch.options) {
            (AnyPatch::Strategic(_), Some(options)) => {
                OpenDocument::new(with_identity(result.into_document(), &before, options, input)?)
            }
            _ => result,
        };
        patch.check_identity((identity, &before), &result, input)?;
        Ok(Some(result))
    }
}

/// Facts about an object that are collected while it is patched, and used at the end.
#[derive(Default)]
struct Merged<'d> {
    /// The object before the first patch that may change its unions.
    live: Option<Document<'d>>,
    /// The violations of unions in the patches themselves.
    told: Vec<UnionViolation>,
    /// The schema of the last patch.
    schema: Option<Schema>,
    /// The schema of the last strategic merge patch.
    strategic: Option<Schema>,
    why: Option<Why>,
}

impl Process for Patcher<'_> {
    type Findings = Findings;

    fn schemas(&self) -> &Schemas {
        &self.rules.schemas
    }

    /// The object after all patches for it; `None` if one removes it.
    fn object<'d>(
        &'d self,
        object: Document<'d>,
        place: ObjectPlace<'_>,
        Visited { findings, changes, .. }: &mut Visited<Findings>,
    ) -> Result<Option<Document<'d>>, Report> {
        let Self { filter, patches, rules, preview, .. } = self;
        let identity = place.identity;
        if !filter.contains(identity, &object) {
            let entries = patches.of_entries(identity, &object, place.input)?;
            findings.used.extend(entries.into_iter().map(|number| (number, Messages::default())));
            return Ok(Some(object));
        }
        let shown = preview.as_ref().map(|preview| (preview, object.clone()));
        let mut merged = Merged::default();
        let bytes = match place.at {
            [] => place.input.json().len(),
            _ => object.to_json().len(),
        };
        let mut names = Names::of(identity.clone());
        let mut numbers = patches.naming(identity);
        let mut cost = Cost { object: bytes, normalizes: rules.normalizes_any(), patched: 0 };
        // An object is refused before its first patch if the patches that name it cost too much.
        let naming = numbers.iter().map(|number| &*patches.get(*number).body);
        naming.fold(cost, Cost::with).check(identity)?;
        let mut anchors = patches.anchors(identity, &object);
        patches.extend(&mut numbers, &anchors, None);
        let mut object = OpenDocument::new(object);
        while let Some(number) = numbers.pop_first() {
            if !patches.is_for(number, &names, &object, place.input)? {
                continue;
            }
            let patch = patches.get(number);
            let place = ObjectPlace { identity: names.present(), ..place };
            patch.body.input.source().is_for(Of::kind(place.identity.kind.as_deref()));
            let mut violations = Messages::default();
            let schema = self.schema(patch, place, &mut object)?;
            if let Some(schema) = &schema {
                let facts = patch.body.facts(place.identity, schema, rules)?;
                if facts.is_removed {
                    rules.push_removal(rules.schemas.removal(place)?, &mut findings.messages);
                }
                if !self.check((number, &facts), place.identity, findings) {
                    findings.used.push((number, violations));
                    continue;
                }
                if facts.changes_unions && merged.live.is_none() {
                    merged.live = Some(object.clone().into_document());
                }
                if !patch.used.load(Ordering::Relaxed) {
                    let text = ObjectPlace::whole(place.identity, patch.body.input);
                    violations = rules.in_text(&facts.violations, text);
                }
                merged.told.extend_from_slice(&facts.violations);
            } else {
                rules.unknown_kind(place.identity, &mut findings.messages);
            }
            if !patch.used.load(Ordering::Relaxed) {
                findings.used.push((number, violations));
            }
            findings.added.add(patch.body.input.json().len())?;
            cost = cost.with(&patch.body);
            cost.check(identity)?;
            let messages = &mut findings.messages;
            let Some(patched) = self.apply(object, patch, schema.as_ref(), place, messages)? else {
                // The remaining patches of the command line for this object count as used, too.
                let others = numbers.into_iter().filter(|number| patches.is_named(*number));
                findings.used.extend(others.map(|number| (number, Messages::default())));
                if let Some((preview, before)) = shown {
                    let place = ObjectPlace { identity, ..place };
                    changes.push_str(&preview.removed_in_file(place, &before)?);
                }
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
                // Later patches can find the object by its new anchors and its new name.
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
        if let Some((preview, before)) = &shown {
            let rules = (merged.strategic.as_ref(), merged.why.unwrap_or(Why::Schema));
            changes.push_str(&preview.in_file(place, (before, &object), rules)?);
        }
        if let Some(schema) = &merged.schema {
            let change = ObjectChange { before: merged.live.as_ref(), schema, place, parts: &[] };
            rules.in_result(&mut findings.messages, change, &object, &merged.told)?;
        }
        Ok(Some(object))
    }

    /// Prints the findings. Findings about a patch are printed once for each kind.
    fn report(&self, findings: Findings, errors: &mut ErrorPrinter) {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        for Checked { number, facts, object } in findings.checked {
            let kind = (object.api_version.clone(), object.kind.clone());
            if !printed.insert((number, kind)) {
                continue;
            }
            let patch = self.patches.get(number);
            let note = patch.target.note_about(&object, self.filter.is_all());
            let place = ObjectPlace::whole(&object, patch.body.input);
            self.rules.messages(&facts.findings, place, note.as_deref()).print(errors);
        }
        for (number, violations) in findings.used {
            if !self.patches.get(number).used.swap(true, Ordering::Relaxed) {
                violations.print(errors);
            }
        }
        findings.messages.print(errors);
    }

    fn end(&self, _sink: &mut dyn Sink) -> Result<(), Report> {
        // If no object is selected, unused patches are not worth reporting.
        let any = self.filter.check_any(self.rules.validation)?;
        if any { self.patches.check_all_used(self.rules.validation) } else { Ok(()) }
    }
}
