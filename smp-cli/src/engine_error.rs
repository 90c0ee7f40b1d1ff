//! Errors of the engine as reports with a place in a file.

use smp_core::{Error, ErrorKind, Path, Role, Segment, UnionProblem, UnionViolation};

use crate::limits::{and_more, too_deep};
use crate::locate::Aspect;
use crate::masking;
use crate::place::{ObjectPlace, Part};
use crate::report::{MASK, Report, Rule};
use crate::schemas::Schemas;

/// An error that is about no document in particular.
impl From<Error> for Report {
    fn from(error: Error) -> Self {
        engine_error(&error, &[])
    }
}

/// The report about an error of the engine, with its place in one of the documents.
/// For conflicts and broken preconditions it is the place of the first one in the
/// modified document.
pub(crate) fn engine_error(error: &Error, parts: &[Part<'_>]) -> Report {
    engine_error_of(error, parts, None)
}

/// As [`engine_error`]: with the schemas, a field that the kind does not have may be one of another
/// version of Kubernetes.
pub(crate) fn engine_error_of(
    error: &Error,
    parts: &[Part<'_>],
    schemas: Option<&Schemas>,
) -> Report {
    let (role, path) = match (error.conflicts(), error.broken_preconditions()) {
        ([first, ..], _) => (Some(Role::Modified), &first.path),
        (_, [first, ..]) => (Some(Role::Modified), &first.path),
        _ => (error.document(), error.path()),
    };
    let part = parts.iter().find(|(own, _)| role == Some(*own)).map(|(_, place)| *place);
    if let (Some(part), [first, others @ ..]) = (part, error.violations()) {
        let report = |found| violation_report(found, part);
        let note = error.message().trim_end_matches(':');
        let report = others.iter().fold(report(first).note(note), |all, it| all.and(report(it)));
        return and_more(error.omitted()).into_iter().fold(report, Report::note);
    }
    // The path of what is nested too deep would be too long to be helpful.
    let has_label = *path != Path::root() && error.kind() != ErrorKind::Depth;
    let label = if has_label { path.to_string() } else { String::new() };
    let message = error.message();
    let mut report = match part {
        Some(part) => {
            let aspect = match error.kind() {
                ErrorKind::UnknownField | ErrorKind::DirectiveAsData => Aspect::Name,
                _ => Aspect::Value,
            };
            part.input.report_about(aspect, &part.path_of(path), message, label)
        }
        None if label.is_empty() => Report::new(message),
        None => Report::new(format!("{label}: {message}")),
    };
    report = report.rule(rule_of(error.kind()));
    let is_secret = part.is_some_and(|part| masking::hides(part.input.json()));
    for conflict in error.conflicts() {
        let mut shown = conflict.clone();
        if masking::hides_at(is_secret, &shown.path) {
            let values = [&mut shown.original, &mut shown.modified, &mut shown.current];
            values.into_iter().flatten().for_each(|value| MASK.clone_into(value));
        }
        report = report.note(shown.to_string());
    }
    for broken in error.broken_preconditions() {
        report = report.note(broken.to_string());
    }
    let report = and_more(error.omitted()).into_iter().fold(report, Report::note);
    let report = match error.kind() {
        ErrorKind::UnknownField => schemas
            .zip(parts.first())
            .map(|(schemas, (_, one))| schemas.missing_field_of(one.identity, error.path()))
            .unwrap_or_default()
            .explain(report)
            .help("to merge it all the same, use --unknown-fields replace"),
        ErrorKind::Conflict => {
            report.help("with --overwrite=always, the default, the values of MODIFIED are taken")
        }
        ErrorKind::Depth if message != too_deep() => {
            report.help("--max-depth sets another limit, up to 128")
        }
        _ => report,
    };
    let others = error.others().iter().map(|error| engine_error_of(error, parts, schemas));
    others.fold(report, Report::and)
}

/// The rule name of an engine error, for machine-readable reports.
fn rule_of(kind: ErrorKind) -> Rule {
    match kind {
        ErrorKind::Precondition => Rule::BrokenPrecondition,
        ErrorKind::NoSchema => Rule::UnknownKind,
        ErrorKind::Depth | ErrorKind::Size => Rule::LimitExceeded,
        kind => Rule::of(kind).unwrap_or(Rule::Error),
    }
}

/// The report about a violation. If several fields of a union are set, it has the
/// place of the last one.
pub(crate) fn violation_report(found: &UnionViolation, place: ObjectPlace<'_>) -> Report {
    let field = match found.problem {
        UnionProblem::Several => found.found.last(),
        UnionProblem::Discriminator => found.found.first(),
        _ => None,
    };
    let field = field.cloned().map(Segment::Field);
    let path = Path::from_segments(found.path.segments().cloned().chain(field));
    place.report(&path, found.to_string()).rule(Rule::Union)
}
