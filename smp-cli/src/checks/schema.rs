//! Warnings and errors, with their places, about parts of patches and objects that do not fit the
//! schema.

use std::collections::HashSet;
use std::sync::Arc;

use smp_core::{
    Finding, FindingKind, Options, Patch, Path, Role, Schema, Segment, Severity, check_document,
};
use smp_openapi::LayeredSchema;

use crate::args::Validation;
use crate::engine_error::engine_error;
use crate::identity::Identity;
use crate::input::{Input, LOST_VARIABLE};
use crate::locate::Aspect;
use crate::objects::SetObject;
use crate::place::ObjectPlace;
use crate::report::{CappedReports, Messages, Report, Rule};
use crate::schemas::{MissingField, Schemas, removal};

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

/// Prints the findings about parts of a patch that do not fit the schema. Fails if one of them is
/// an error.
pub(crate) fn check_patch(
    patch: &Patch,
    (schema, options): (&Schema, &Options),
    validation: Validation,
    place: ObjectPlace<'_>,
    schemas: &Schemas,
) -> Result<(), Report> {
    if validation == Validation::Ignore {
        return Ok(());
    }
    let findings = unsilenced(patch.check(schema, options), place);
    finding_messages(&findings, validation, place, (schemas, None)).into_result()
}

/// Prints which keys of a JSON patch are in their object twice. If the validation is strict,
/// whoever reads the patch has refused them.
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

/// Prints the findings about an object that a user has written, except those that its old version
/// has, too. Fails if one of them is an error. Objects of unknown kinds are not checked.
pub(crate) fn check_new(
    schemas: &Schemas,
    validation: Validation,
    before: Option<&SetObject<'_>>,
    object: &SetObject<'_>,
) -> Result<(), Report> {
    if validation == Validation::Ignore {
        return Ok(());
    }
    let Some(schema) = schemas.known(&object.identity)? else { return Ok(()) };
    check_removal(schemas, validation, object.place())?;
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
    finding_messages(&findings, validation, object.place(), (schemas, None)).into_result()
}

/// The kind of objects with this name, which a user has written. Tells if it is removed.
pub(crate) fn named_kind(
    name: &str,
    schemas: &Schemas,
    validation: Validation,
    messages: &mut Messages,
) -> Result<(Identity, Arc<LayeredSchema>), Report> {
    let named = schemas.by_name(name)?;
    push_removal(messages, removal(&named, Report::new), validation);
    Ok((Identity::of_kind(&named.api_version, &named.kind), named))
}

/// Prints that the kind of an object is removed. An error if the validation is strict.
pub(crate) fn check_removal(
    schemas: &Schemas,
    validation: Validation,
    object: ObjectPlace<'_>,
) -> Result<(), Report> {
    let mut messages = Messages::default();
    push_removal(&mut messages, schemas.removal(object)?, validation);
    messages.into_result()
}

/// Adds the report that a kind is removed, if it is.
pub(crate) fn push_removal(
    messages: &mut Messages,
    removal: Option<Report>,
    validation: Validation,
) {
    if let (Some(removal), Validation::Strict | Validation::Warn) = (removal, validation) {
        messages.push(validation == Validation::Strict, || removal);
    }
}

/// The findings about an object, or about a patch for it, with a note for each. An unknown field may
/// be one of another version of Kubernetes, which the schemas know.
pub(crate) fn finding_messages(
    findings: &[Finding],
    validation: Validation,
    place: ObjectPlace<'_>,
    (schemas, note): (&Schemas, Option<&str>),
) -> Messages {
    let mut messages = Messages::default();
    for found in findings {
        messages.push(is_error(found, validation), || {
            let report = note.into_iter().fold(report_at(found, place), Report::note);
            let missing = match found.kind {
                FindingKind::UnknownField => schemas.missing_field_of(place.identity, &found.path),
                _ => MissingField::default(),
            };
            let is_known = missing.is_known();
            let report = missing.explain(report);
            match (&found.suggestion, found.kind) {
                _ if is_known => report,
                (_, FindingKind::UnknownField) if lost_a_variable(&found.path) => {
                    report.help(LOST_VARIABLE)
                }
                (_, FindingKind::UnknownField) if is_of_kustomization(&found.path) => {
                    report.help(OF_KUSTOMIZATION)
                }
                (Some(name), _) => report.help(format!("did you mean {name}?")),
                (None, FindingKind::ContainerReplaced) => {
                    report.help("the patch would replace it with a value of another type")
                }
                (None, _) => report,
            }
        });
    }
    messages
}

/// Whether a name is one of a directive of which a shell has taken the beginning: of
/// `$setElementOrder/containers` remains `/containers`, of `$patch` nothing.
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

/// The report about a finding, at its place.
fn report_at(found: &Finding, place: ObjectPlace<'_>) -> Report {
    let (path, label) = (place.path_of(&found.path), found.path.to_string());
    let report =
        place.input.report_about(aspect_of(found.kind), &path, found.message.as_str(), label);
    report.rule(Rule::of(found.kind).unwrap_or(Rule::Warning))
}

/// Whether a finding is an error.
pub(crate) fn is_error(found: &Finding, validation: Validation) -> bool {
    validation == Validation::Strict || found.severity() >= Severity::Error
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

/// The report about a finding in a patch that depends on the live object. The place is that of the
/// patch, for an object of this identity.
pub(crate) fn live_report(found: &Finding, patch: ObjectPlace<'_>) -> Report {
    let report = report_at(found, patch);
    let Identity { api_version, kind, .. } = patch.identity;
    match (&found.suggestion, found.kind) {
        (Some(key), FindingKind::NamedElementsDropped) => {
            let place = overlay_path(&found.path);
            let remedy = match (api_version, kind) {
                (Some(version), Some(kind)) => format!(
                    "an overlay merges it by {key}, with --schema FILE: {{apiVersion: {version}, \
                     kind: {kind}, fields: {{{place}: {{mergeKey: {key}}}}}}}"
                ),
                _ => format!("--list-key {place}={key} merges it by {key}"),
            };
            report.help(remedy).help("if the patch is to replace the list, -q hides the warning")
        }
        (_, FindingKind::EqualMergeKeys) => {
            report.help("--merge-keys list-map identifies elements by all list map keys")
        }
        (Some(name), _) => report.help(format!("did you mean {name}?")),
        _ => report,
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
