//! Warnings and errors, with their places, about parts of patches and objects that do not fit the
//! schema.

use std::collections::HashSet;
use std::sync::Arc;

use smp_core::{
    Finding, FindingKind, Options, Patch, Path, Role, Schema, Segment, Severity, check_document,
};
use smp_openapi::LayeredSchema;

use super::Ruleset;
use crate::args::Validation;
use crate::engine_error::engine_error;
use crate::identity::Identity;
use crate::input::{Input, LOST_VARIABLE};
use crate::locate::Aspect;
use crate::objects::SetObject;
use crate::place::ObjectPlace;
use crate::report::{CappedReports, Messages, Report, Rule};
use crate::schemas::removal;

/// The remedy for a kustomization that is given as a patch.
pub(crate) const OF_KUSTOMIZATION: &str =
    "the patches of a kustomization are applied with -k and its directory";

/// The findings without the warnings that a comment in the text silences.
pub(crate) fn unsilenced(mut findings: Vec<Finding>, place: ObjectPlace<'_>) -> Vec<Finding> {
    findings.retain(|found| {
        let is_silenced =
            || place.input.is_silenced(aspect_of(found.kind), &place.path_of(&found.path));
        found.severity() >= Severity::Error || !is_silenced()
    });
    findings
}

/// Warns about keys that an object in a JSON patch has twice. If the validation is strict, they were
/// refused when the patch was read.
pub(crate) fn warn_of_repeated(input: &Input<'_>, validation: Validation) {
    if validation != Validation::Warn {
        return;
    }
    let mut warnings = CappedReports::default();
    for key in input.repeated_keys() {
        warnings.push(|| input.repeated(&key).note("the last value is taken, as by a cluster"));
    }
    warnings.into_reports().iter().for_each(Report::print_warning);
}

impl Ruleset {
    /// Prints the findings about parts of a patch that do not fit the schema, or whose unions are
    /// invalid. Fails if one of them is an error.
    pub(crate) fn check_patch(
        &self,
        patch: &Patch,
        schema: &Schema,
        place: ObjectPlace<'_>,
    ) -> Result<(), Report> {
        if self.validation != Validation::Ignore {
            let findings = unsilenced(patch.check(schema, &self.options), place);
            self.messages(&findings, place, None).into_result()?;
        }
        self.in_text(&self.violations_of_patch(patch, schema), place).into_result()
    }

    /// Prints the findings about an object that a user has written, except those that its old version
    /// has, too. Fails if one of them is an error. Objects of unknown kinds are not checked.
    pub(crate) fn check_new(
        &self,
        before: Option<&SetObject<'_>>,
        object: &SetObject<'_>,
    ) -> Result<(), Report> {
        if self.validation == Validation::Ignore {
            return Ok(());
        }
        let Some(schema) = self.schemas.known(&object.identity)? else { return Ok(()) };
        self.check_removal(object.place())?;
        let check = |object: &SetObject<'_>| {
            check_document(&object.document, &schema, &Options::default())
                .map_err(|error| engine_error(&error, &[object.part(Role::Modified)]))
        };
        let mut findings = check(object)?;
        // The diff itself refuses directives in an object.
        findings.retain(|found| found.kind != FindingKind::DirectiveAsData);
        if !findings.is_empty()
            && let Some(before) = before
        {
            let known: HashSet<Finding> = check(before)?.into_iter().collect();
            findings.retain(|found| !known.contains(found));
        }
        let findings = unsilenced(findings, object.place());
        self.messages(&findings, object.place(), None).into_result()
    }

    /// The kind with this name, which a user has written. A message says if the kind is removed.
    pub(crate) fn named_kind(
        &self,
        name: &str,
        messages: &mut Messages,
    ) -> Result<(Identity, Arc<LayeredSchema>), Report> {
        let named = self.schemas.by_name(name)?;
        self.push_removal(removal(&named, Report::new), messages);
        Ok((Identity::of_kind(&named.api_version, &named.kind), named))
    }

    /// Warns if the kind of an object is removed. That is an error if the validation is strict.
    pub(crate) fn check_removal(&self, object: ObjectPlace<'_>) -> Result<(), Report> {
        let mut messages = Messages::default();
        self.push_removal(self.schemas.removal(object)?, &mut messages);
        messages.into_result()
    }

    /// Adds the report that a kind is removed, if it is.
    pub(crate) fn push_removal(&self, removal: Option<Report>, messages: &mut Messages) {
        if let (Some(removal), Validation::Strict | Validation::Warn) = (removal, self.validation) {
            messages.push(self.validation == Validation::Strict, || removal);
        }
    }

    /// Whether a finding is an error.
    pub(crate) fn is_error(&self, found: &Finding) -> bool {
        self.validation == Validation::Strict || found.severity() >= Severity::Error
    }

    /// The findings about an object, or about a patch for it, with a note for each.
    pub(crate) fn messages(
        &self,
        findings: &[Finding],
        place: ObjectPlace<'_>,
        note: Option<&str>,
    ) -> Messages {
        let mut messages = Messages::default();
        for found in findings {
            messages.push(self.is_error(found), || self.report(found, place, note));
        }
        messages
    }

    /// The report about a finding in a document for an object of this identity. If other versions of
    /// Kubernetes have an unknown field, the report says so.
    pub(crate) fn report(
        &self,
        found: &Finding,
        place: ObjectPlace<'_>,
        note: Option<&str>,
    ) -> Report {
        let (path, label) = (place.path_of(&found.path), found.path.to_string());
        let aspect = aspect_of(found.kind);
        let report = place.input.report_about(aspect, &path, found.message.as_str(), label);
        let report = report.rule(Rule::of(found.kind).unwrap_or(Rule::Warning));
        let report = note.into_iter().fold(report, Report::note);
        match (found.kind, &found.suggestion) {
            (FindingKind::UnknownField, near) => {
                let missing = self.schemas.missing_field_of(place.identity, &found.path);
                let is_known = missing.is_known();
                let report = missing.explain(report);
                match near {
                    _ if is_known => report,
                    _ if lost_a_variable(&found.path) => report.help(LOST_VARIABLE),
                    _ if is_of_kustomization(&found.path) => report.help(OF_KUSTOMIZATION),
                    Some(name) => report.help(did_you_mean(name)),
                    None => report,
                }
            }
            (FindingKind::NamedElementsDropped, Some(key)) => report
                .help(way_to_merge(&overlay_path(&found.path), key, place.identity))
                .help("if the patch is to replace the list, -q hides the warning"),
            (FindingKind::NamedElementsDropped, None) => {
                report.help("write all elements; if some are to go, -q hides the warning")
            }
            (FindingKind::EqualMergeKeys, _) => {
                report.help("--merge-keys list-map identifies elements by all list map keys")
            }
            (_, Some(name)) => report.help(did_you_mean(name)),
            (FindingKind::ContainerReplaced, None) => {
                report.help("the patch would replace it with a value of another type")
            }
            (_, None) => report,
        }
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean {name}?")
}

/// The remedy for a list with named elements that is replaced.
fn way_to_merge(field: &str, key: &str, object: &Identity) -> String {
    match (&object.api_version, &object.kind) {
        (Some(version), Some(kind)) => format!(
            "an overlay merges it by {key}, with --schema FILE: {{apiVersion: {version}, \
             kind: {kind}, fields: {{{field}: {{mergeKey: {key}}}}}}}"
        ),
        _ => format!("--list-key {field}={key} merges it by {key}"),
    }
}

/// Whether a name is the rest of a directive whose beginning a shell has expanded: `/containers` of
/// `$setElementOrder/containers`, or nothing of `$patch`.
fn lost_a_variable(path: &Path) -> bool {
    let name = path.segments().last();
    matches!(name, Some(Segment::Field(name)) if name.is_empty() || name.starts_with('/'))
}

/// Whether a field of a patch is one of a kustomization.
fn is_of_kustomization(path: &Path) -> bool {
    const FIELDS: [&str; 5] =
        ["resources", "components", "patches", "patchesStrategicMerge", "patchesJson6902"];
    let is_one = |step: &Segment| matches!(step, Segment::Field(name) if FIELDS.contains(&&**name));
    path.segments().len() == 1 && path.segments().all(is_one)
}

/// Whether a finding is about the name of a member, which should not be there, or about its value.
fn aspect_of(kind: FindingKind) -> Aspect {
    match kind {
        FindingKind::UnknownField
        | FindingKind::UnknownDirective
        | FindingKind::DirectiveAsData
        | FindingKind::IneffectiveDirective => Aspect::Name,
        _ => Aspect::Value,
    }
}

/// The path of a field in the notation of overlays.
fn overlay_path(path: &Path) -> String {
    let steps = path.segments().map(|segment| match segment {
        Segment::Field(name) => format!(".{name}"),
        Segment::Index(_) | Segment::Key(_) => "[]".to_owned(),
    });
    let text: String = steps.collect();
    text.strip_prefix('.').unwrap_or(&text).to_owned()
}
