//! The commands: from arguments to output, and what they have in common.

pub(crate) mod apply;
pub(crate) mod compose;
pub(crate) mod conflicts;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod normalize;
mod objects;
pub(crate) mod patch;

use std::{fs, io};

use smp_core::{
    Document, Error, ErrorKind, Patch, Path, Role, Segment, UnionProblem, UnionViolation, View,
};

use crate::args::LimitArgs;
use crate::input::{Input, Source, unreadable};
use crate::limits::{and_more, too_deep};
use crate::report::{Many, Report};

/// Exit status: done, and no difference or conflict was found.
pub(crate) const SUCCESS: u8 = 0;
/// Exit status: there is a difference or a conflict.
pub(crate) const FOUND: u8 = 1;
/// Exit status: something is wrong.
pub(crate) const FAILURE: u8 = 2;

/// Reads files, of which one may be standard input.
fn read<const N: usize>(paths: [&str; N], limits: LimitArgs) -> Result<[Source; N], Report> {
    let sources = read_all(paths, limits)?;
    // One source a path.
    sources.try_into().map_err(|_| Report::new("cannot read the files"))
}

fn read_all<'p>(
    paths: impl IntoIterator<Item = &'p str> + Clone,
    limits: LimitArgs,
) -> Result<Vec<Source>, Report> {
    one_standard_input(paths.clone())?;
    paths.into_iter().map(|path| Source::read(path, limits)).collect()
}

fn one_standard_input<'p>(paths: impl IntoIterator<Item = &'p str>) -> Result<(), Report> {
    if paths.into_iter().filter(|path| *path == "-").count() > 1 {
        return Err(Report::new("standard input can be read only once")
            .help("- stands for it; give a file for the other"));
    }
    Ok(())
}

/// Files that are to be read one after the other: what can be told of them
/// beforehand is, lest a part of the run is done when it comes out.
fn are_readable(paths: &[String]) -> Result<(), Report> {
    for path in paths.iter().filter(|path| *path != "-") {
        let file = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if file.is_dir() {
            return Err(unreadable(path, &io::ErrorKind::IsADirectory.into()));
        }
    }
    Ok(())
}

/// A document of one of the files, or an object inside one, and its part in what
/// the engine is asked to do.
#[derive(Clone, Copy)]
struct Part<'p> {
    role: Role,
    input: &'p Input<'p>,
    /// Where the object stands in the document.
    at: &'p [Segment],
}

impl<'p> Part<'p> {
    fn whole(role: Role, input: &'p Input<'p>) -> Self {
        Self { role, input, at: &[] }
    }
}

/// An error of the engine as a report that shows the place in the file; for
/// fields in dispute, the first of them in what the user wants.
fn explain(error: &Error, parts: &[Part<'_>]) -> Report {
    let (role, path) = match error.disputes() {
        [first, ..] => (Some(Role::Modified), first.path.clone()),
        [] => (error.document(), error.path()),
    };
    let label = if path == Path::root() { String::new() } else { path.to_string() };
    let part = role.and_then(|role| parts.iter().find(|part| part.role == role));
    let (message, label) = match error.kind() {
        // So long a path says less than the place.
        ErrorKind::Depth => (too_deep(), String::new()),
        _ => (error.message().to_owned(), label),
    };
    let mut report = match part {
        Some(part) => {
            let path = Path::from_segments(part.at.iter().chain(path.segments()).cloned());
            part.input.report(&path, message, label)
        }
        None if label.is_empty() => Report::new(message),
        None => Report::new(format!("{label}: {message}")),
    };
    for dispute in error.disputes() {
        report = report.note(dispute.to_string());
    }
    if let Some(more) = and_more(error.omitted()) {
        report = report.note(more);
    }
    match error.kind() {
        ErrorKind::Conflict => report.help("without --no-overwrite, modified wins"),
        _ => report,
    }
}

/// Takes note of every broken union, with its place in the file.
fn note_broken(into: &mut Many, error: &Error, input: &Input<'_>, at: &[Segment]) {
    for found in error.violations() {
        into.push(|| broken(found, input, at));
    }
    into.omit(error.omitted());
}

/// A broken union, with the place in the file: the field that is too much where
/// there is one.
fn broken(found: &UnionViolation, input: &Input<'_>, at: &[Segment]) -> Report {
    let field = match found.problem {
        UnionProblem::Several => found.found.last(),
        UnionProblem::Discriminator => found.found.first(),
        _ => None,
    };
    let field = field.cloned().map(Segment::Field);
    let steps = at.iter().chain(found.path.segments()).cloned();
    input.report(&Path::from_segments(steps.chain(field)), found.to_string(), "")
}

/// A document that has to be an object, and is.
fn object<'i>(input: &'i Input<'_>) -> Result<Document<'i>, Report> {
    let document = input.document()?;
    match view(&document, input)? {
        View::Object(_) => Ok(document),
        other => Err(not_an_object("a Kubernetes object", &other, input)),
    }
}

/// A document as a strategic merge patch.
fn strategic(input: &Input<'_>, role: Role) -> Result<Patch, Report> {
    Patch::from_document(input.document()?).map_err(|error| {
        let role = error.document().unwrap_or(role);
        explain(&error, &[Part::whole(role, input)])
    })
}

fn view<'d>(document: &'d Document<'_>, input: &Input<'_>) -> Result<View<'d>, Report> {
    document.view().map_err(|error| input.report(&Path::root(), error.to_string(), ""))
}

fn not_an_object(expected: &str, found: &View<'_>, input: &Input<'_>) -> Report {
    let found = match found {
        View::Null => "null",
        View::Bool(_) => "a boolean",
        View::Number(_) => "a number",
        View::String(_) => "a string",
        View::List(_) => "a list",
        _ => "an object",
    };
    input.report(&Path::root(), format!("expected {expected}, found {found}"), "")
}
