//! Errors of the engine as reports with a place in a file.

use smp_core::{Document, Error, ErrorKind, Path, Role, Segment, UnionProblem, UnionViolation};

use crate::limits::{and_more, too_deep};
use crate::locate::Aspect;
use crate::masking::masked_value;
use crate::place::{ObjectPlace, Part};
use crate::report::{Report, Rule};
use crate::schemas::Schemas;
use crate::secret::{MASK, Of};

/// An error that is not about a particular document.
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

/// Like [`engine_error`]. With `schemas`, the report about an unknown field names the versions of
/// Kubernetes that have it.
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
    // The path of a value that is nested too deep would be too long to be helpful.
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
    for conflict in error.conflicts() {
        let mut shown = conflict.clone();
        for value in [&mut shown.original, &mut shown.modified, &mut shown.current] {
            if let (Some(value), Some(part)) = (value, part) {
                mask(value, &conflict.path, part);
            }
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

/// Masks the parts of a value that must not be shown. The value is JSON text, from a path of an object.
fn mask(value: &mut String, path: &Path, object: ObjectPlace<'_>) {
    let of = Of::kind(object.identity.kind.as_deref());
    let masked = object.input.document().and_then(|document| {
        let path = object.path_of(path);
        masked_value(&document, of, &path, &Document::from_json(value)?)
    });
    *value = match masked {
        Ok(None) => return,
        Ok(Some(masked)) if masked.as_str().is_none() => masked.to_json(),
        _ => MASK.to_owned(),
    };
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
