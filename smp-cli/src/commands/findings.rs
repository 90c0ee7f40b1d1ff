//! Warnings and errors, with their places, about parts of patches and objects that do not fit the
//! schema.

use smp_core::{
    Finding, FindingKind, Options, Patch, Path, Role, Schema, Segment, Severity, check_document,
};

use super::engine_error::engine_error;
use super::sets::SetObject;
use crate::args::Validation;
use crate::identity::Identity;
use crate::input::Input;
use crate::locate::Aspect;
use crate::report::{CappedReports, ErrorPrinter, Report, Rule};
use crate::schemas::{MissingField, Schemas};

/// Prints the findings about parts of a patch that do not fit the schema. Fails if one of them is
/// an error.
pub(super) fn check_patch(
    patch: &Patch,
    (schema, options): (&Schema, &Options),
    validation: Validation,
    input: &Input<'_>,
    kind: (&Schemas, &Identity),
) -> Result<(), Report> {
    if validation == Validation::Ignore {
        return Ok(());
    }
    let remarks = Remarks { note: None, kind };
    FindingReports::of(&patch.check(schema, options), validation, input, &[], remarks).into_result()
}

/// Prints which keys of a JSON patch are in their object twice. If the validation is strict,
/// whoever reads the patch has refused them.
pub(super) fn warn_of_repeated(input: &Input<'_>, validation: Validation) {
    if validation != Validation::Warn {
        return;
    }
    let mut warnings = CappedReports::default();
    for path in input.repeated_keys() {
        warnings.push(|| input.repeated(&path).note("the last value is taken, as by a cluster"));
    }
    warnings.into_reports().iter().for_each(Report::print_warning);
}

/// Prints the findings about an object that a user has written, except those that its old version
/// has, too. Fails if one of them is an error. Objects of unknown kinds are not checked.
pub(super) fn check_new(
    schemas: &Schemas,
    validation: Validation,
    before: Option<&SetObject<'_>>,
    object: &SetObject<'_>,
) -> Result<(), Report> {
    if validation == Validation::Ignore {
        return Ok(());
    }
    let Some(schema) = schemas.known(&object.identity)? else { return Ok(()) };
    tell_removal(schemas.removal(&object.identity, object.input, &object.at)?, validation)?;
    let check = |object: &SetObject<'_>| {
        check_document(&object.document, &schema, &Options::default())
            .map_err(|error| engine_error(&error, &[object.part(Role::Modified)]))
    };
    let mut findings = check(object)?;
    // The diff refuses those.
    findings.retain(|found| found.kind != FindingKind::DirectiveAsData);
    if !findings.is_empty()
        && let Some(before) = before
    {
        let known = check(before)?;
        findings.retain(|found| !known.contains(found));
    }
    let remarks = Remarks { note: None, kind: (schemas, &object.identity) };
    FindingReports::of(&findings, validation, object.input, &object.at, remarks).into_result()
}

/// Prints that a kind is removed. An error if the validation is strict.
pub(super) fn tell_removal(removal: Option<Report>, validation: Validation) -> Result<(), Report> {
    match (removal, validation) {
        (Some(removal), Validation::Strict) => return Err(removal),
        (Some(removal), Validation::Warn) => removal.print_warning(),
        (Some(_), Validation::Ignore) | (None, _) => {}
    }
    Ok(())
}

/// Facts about an object that are added to the findings about it.
#[derive(Clone, Copy)]
pub(super) struct Remarks<'r> {
    /// A note for every finding.
    pub(super) note: Option<&'r str>,
    /// The kind of the object: an unknown field may be one of another version of Kubernetes.
    pub(super) kind: (&'r Schemas, &'r Identity),
}

/// Findings about a patch or document, as reports.
#[derive(Debug, Default)]
pub(super) struct FindingReports {
    warnings: CappedReports,
    errors: CappedReports,
}

impl FindingReports {
    /// The findings about the object at a path of a document.
    pub(super) fn of<'f>(
        findings: impl IntoIterator<Item = &'f Finding>,
        validation: Validation,
        input: &Input<'_>,
        at: &[Segment],
        remarks: Remarks<'_>,
    ) -> Self {
        let mut reports = Self::default();
        for found in findings {
            let error = is_error(found, validation);
            let into = if error { &mut reports.errors } else { &mut reports.warnings };
            into.push(|| finding_report(found, input, at, remarks));
        }
        reports
    }

    /// Prints the warnings and the errors.
    pub(super) fn print(self, errors: &mut ErrorPrinter) {
        self.warnings.into_reports().iter().for_each(Report::print_warning);
        errors.print(&self.errors.into_reports());
    }

    /// Prints the warnings. The errors, if there are any, are one report.
    pub(super) fn into_result(self) -> Result<(), Report> {
        self.warnings.into_reports().iter().for_each(Report::print_warning);
        Report::all(self.errors.into_reports())
    }
}

/// Whether a finding is an error.
pub(super) fn is_error(found: &Finding, validation: Validation) -> bool {
    validation == Validation::Strict || found.severity() >= Severity::Error
}

/// The rule name of a finding, for machine-readable reports.
fn rule_of(kind: FindingKind) -> Rule {
    match kind {
        FindingKind::UnknownField => Rule::UnknownField,
        FindingKind::UnknownDirective => Rule::UnknownDirective,
        FindingKind::DirectiveAsData => Rule::DirectiveAsData,
        FindingKind::UnknownRetainedKey => Rule::UnknownRetainedKey,
        FindingKind::WrongScalar => Rule::WrongScalar,
        FindingKind::ScalarReplaced => Rule::ScalarReplaced,
        FindingKind::ContainerReplaced => Rule::ContainerReplaced,
        FindingKind::IneffectiveDirective => Rule::IneffectiveDirective,
        FindingKind::NamedElementsDropped => Rule::NamedElementsDropped,
        FindingKind::MergeKeyMissing => Rule::MergeKeyMissing,
        FindingKind::ObjectLeftOut => Rule::ObjectLeftOut,
        FindingKind::EqualMergeKeys => Rule::EqualMergeKeys,
        FindingKind::UnknownDiscriminator => Rule::UnknownDiscriminator,
        _ => Rule::Warning,
    }
}

/// Whether a finding is about a member that should not be there, or about its value.
fn aspect_of(kind: FindingKind) -> Aspect {
    match kind {
        FindingKind::UnknownField
        | FindingKind::UnknownDirective
        | FindingKind::DirectiveAsData
        | FindingKind::IneffectiveDirective => Aspect::Name,
        _ => Aspect::Value,
    }
}

/// The report about a finding in a patch for an object of this kind.
pub(super) fn live_report(found: &Finding, input: &Input<'_>, object: &Identity) -> Report {
    let label = found.path.to_string();
    let aspect = aspect_of(found.kind);
    let report = input.report_about(aspect, &found.path, found.message.as_str(), label);
    let report = report.rule(rule_of(found.kind));
    match (&found.suggestion, found.kind) {
        (Some(key), FindingKind::NamedElementsDropped) => {
            let (api_version, kind) = (&object.api_version, &object.kind);
            let shown = |text: &Option<String>| text.clone().unwrap_or_default();
            report
                .help(format!(
                    "an overlay merges it by {key}, with --schema FILE: {{apiVersion: {}, kind: {}, \
                     fields: {{{}: {{mergeKey: {key}}}}}}}",
                    shown(api_version),
                    shown(kind),
                    overlay_path(&found.path)
                ))
                .help("if the patch is to replace the list, -q hides the warning")
        }
        (_, FindingKind::EqualMergeKeys) => {
            report.help("--merge-keys list-map identifies elements by all list map keys")
        }
        _ => report,
    }
}

/// The path of a field in the notation of overlays.
fn overlay_path(path: &Path) -> String {
    let mut text = String::new();
    for segment in path.segments() {
        match segment {
            Segment::Field(name) if text.is_empty() => text.push_str(name),
            Segment::Field(name) => {
                text.push('.');
                text.push_str(name);
            }
            Segment::Index(_) | Segment::Key(_) => text.push_str("[]"),
        }
    }
    text
}

fn finding_report(
    found: &Finding,
    input: &Input<'_>,
    at: &[Segment],
    remarks: Remarks<'_>,
) -> Report {
    let path = Path::from_segments(at.iter().chain(found.path.segments()).cloned());
    let label = found.path.to_string();
    let report = input.report_about(aspect_of(found.kind), &path, found.message.as_str(), label);
    let report = report.rule(rule_of(found.kind));
    let report = match remarks.note {
        Some(note) => report.note(note),
        None => report,
    };
    let (schemas, object) = remarks.kind;
    let missing = match found.kind {
        FindingKind::UnknownField => schemas.missing_field_of(object, &found.path),
        _ => MissingField::default(),
    };
    let is_known = missing.is_known();
    let report = missing.explain(report);
    match (&found.suggestion, found.kind) {
        _ if is_known => report,
        (Some(name), _) => report.help(format!("did you mean {name}?")),
        (None, FindingKind::ContainerReplaced) => {
            report.help("the patch would replace it with a value of another type")
        }
        (None, _) => report,
    }
}
