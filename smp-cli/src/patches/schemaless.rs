//! Patches without a schema: JSON patches and JSON merge patches, with the places of their errors.

use smp_core::{Document, Error, Path, Segment, Severity};
use smp_json_patch::{self as json, JsonPatch, MergePatch, json_diff};

use crate::args::Validation;
use crate::input::Input;
use crate::limits;
use crate::locate::Aspect;
use crate::objects::wrong_type;
use crate::report::{Messages, Report, Rule};

/// Reads a JSON merge patch.
pub(crate) fn merge_patch(input: &Input<'_>) -> Result<MergePatch, Report> {
    MergePatch::new(input.document()?).map_err(|error| match error {
        json::Error::NotAPatch => {
            let expected = "a JSON merge patch, which is an object";
            wrong_type(expected, input).unwrap_or_else(|report| report)
        }
        error => schemaless_error(error, input),
    })
}

/// Reads a JSON patch. The error has all mistakes in the operations.
///
/// Mistakes that an API server only warns about are warnings, or errors if the validation is strict.
pub(crate) fn json_patch(input: &Input<'_>, validation: Validation) -> Result<JsonPatch, Report> {
    let patch = JsonPatch::new_within(input.document()?, limits::of_json_patches());
    let problems = match &patch {
        Ok(patch) => patch.warnings(),
        Err(json::Error::InvalidOperations(problems)) => problems,
        Err(_) => &[],
    };
    let mut messages = Messages::default();
    for problem in problems {
        let is_error = problem.severity >= Severity::Error;
        let (aspect, title) = if is_error {
            (Aspect::Value, format!("invalid operation: {}", problem.message))
        } else {
            (Aspect::Name, problem.message.clone())
        };
        let member = problem.member.clone().map(Segment::Field);
        let steps = [Segment::Index(problem.operation)].into_iter().chain(member);
        let place = Path::from_segments(steps);
        let report = || input.report_about(aspect, &place, title, place.to_string());
        match validation {
            _ if is_error => messages.errors.push(|| {
                let members = "an operation has op and path, and depending on op, from or value";
                report().help(format!("{members} (RFC 6902)"))
            }),
            Validation::Strict => messages.errors.push(report),
            Validation::Warn => messages.warnings.push(report),
            Validation::Ignore => {}
        }
    }
    messages.into_result()?;
    patch.map_err(|error| match error {
        json::Error::NotAPatch => {
            let expected = "a JSON patch, which is a list of operations";
            let report = wrong_type(expected, input).unwrap_or_else(|report| report);
            report.help("use --type merge or --type strategic for a patch that is an object")
        }
        error => schemaless_error(error, input),
    })
}

/// The report about an error of a document, or of a patch in this input.
pub(crate) fn schemaless_error(error: json::Error, input: &Input<'_>) -> Report {
    match error {
        json::Error::Document(error) => unreadable(&error, input),
        json::Error::Failed { operation, member, message, limit } => {
            let steps = [Segment::Index(operation), Segment::Field(member.to_owned())];
            let title = format!("the JSON patch cannot be applied: {message}");
            let report = input.report(&Path::from_segments(steps), title, "");
            limit.map(limits::help_about).into_iter().fold(report, Report::help)
        }
        json::Error::TooManyOperations { found, limit } => {
            let title = format!("the JSON patch has {found} operations; the limit is {limit}");
            input.report_whole(title).help(limits::help_about("operations"))
        }
        error => input.report_whole(error.to_string()),
    }
}

/// The report about a document that cannot be read.
fn unreadable(error: &Error, input: &Input<'_>) -> Report {
    let path = error.path();
    let label = if *path == Path::root() { String::new() } else { path.to_string() };
    input.report(path, error.message(), label).rule(Rule::InvalidJson)
}

/// The JSON patch that changes one document into another. `O(n)`.
pub(crate) fn json_patch_between(
    (from, from_input): (&Document<'_>, &Input<'_>),
    (to, to_input): (&Document<'_>, &Input<'_>),
) -> Result<Document<'static>, Report> {
    let read = |document: &Document<'_>, input| {
        document.clone().into_owned().map_err(|error| unreadable(&error, input))
    };
    json_diff(read(from, from_input)?, read(to, to_input)?)
        .map_err(|error| unreadable(&error, to_input))
}
