//! The files of `--schema`: what each of their documents is, and what it says
//! of a kind.

use std::borrow::Cow;
use std::sync::Arc;

use smp_core::{Limits, Path, Segment, View};
use smp_openapi::{CustomResources, Diagnostic, ImportError, Imported, OpenApi, Overlay};

use super::catalogue_type;
use crate::args::LimitArgs;
use crate::input::{Input, Source};
use crate::limits::and_more;
use crate::report::{Many, Report};

/// A document of a file.
#[derive(Debug)]
pub(super) struct Document {
    /// The file, shared by its documents.
    source: Arc<Source>,
    /// Its number in the file, from 0.
    number: usize,
    /// How messages call it.
    pub(super) name: String,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    OpenApi(OpenApi),
    CustomResources(CustomResources),
    Overlay(Overlay, Vec<Changed>),
}

/// A field that an overlay changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) path: Vec<String>,
    /// Its type, and so what is below it.
    pub(super) below: bool,
}

/// Reads every document of a file.
pub(super) fn read(path: &str, limits: LimitArgs) -> Result<Vec<Document>, Report> {
    let source = Arc::new(Source::read(path, limits)?);
    let inputs = source.documents()?;
    let mut documents = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        let name = match inputs.len() {
            1 => source.name().to_owned(),
            _ => format!("{}, document {}", source.name(), number + 1),
        };
        let content = content(input)?;
        documents.push(Document { source: Arc::clone(&source), number, name, content });
    }
    Ok(documents)
}

fn content(input: &Input<'_>) -> Result<Content, Report> {
    let document = input.document()?;
    let text = input.json().as_bytes();
    // The file was admitted when it was read.
    let limits = Limits::default().max_bytes(usize::MAX);
    let failed = |error: ImportError| explain(&error, input);
    let has = |name: &str| document.get(name).is_some();
    let kind = document.get("kind").and_then(|kind| kind.as_str().map(Cow::into_owned));
    match kind.as_deref() {
        Some("CustomResourceDefinition" | "CustomResourceDefinitionList" | "List") => {
            CustomResources::from_slice_within(text, &limits)
                .map(Content::CustomResources)
                .map_err(failed)
        }
        _ if has("definitions") || has("components") => {
            OpenApi::from_slice_within(text, &limits).map(Content::OpenApi).map_err(failed)
        }
        _ if has("fields") => {
            let overlay = serde_json::from_slice(text).map_err(|error| {
                input
                    .report(&Path::root(), format!("the overlay can't be used: {error}"), "")
                    .help("write apiVersion, kind, and under fields what holds for each path")
            })?;
            Ok(Content::Overlay(overlay, changed(input)?))
        }
        _ => Err(input.report(&Path::root(), "this is no schema", "").help(
            "--schema takes OpenAPI documents (`kubectl get --raw /openapi/v2`), \
             CustomResourceDefinitions, and overlays, which have apiVersion, kind and fields",
        )),
    }
}

impl Document {
    /// `apiVersion` and kind of what the document defines.
    pub(super) fn kinds(&self) -> Vec<(&str, &str)> {
        match &self.content {
            Content::OpenApi(document) => document.kinds().collect(),
            Content::CustomResources(resources) => resources.kinds().collect(),
            Content::Overlay(..) => Vec::new(),
        }
    }

    /// What the document says of a kind, if it defines it.
    pub(super) fn import(&self, api_version: &str, kind: &str) -> Result<Option<Imported>, Report> {
        let imported = match &self.content {
            Content::OpenApi(document) => document.schema_of(api_version, kind),
            Content::CustomResources(resources) => {
                resources.schema_of(api_version, kind, &catalogue_type)
            }
            Content::Overlay(..) => Ok(None),
        };
        imported.map_err(|error| self.explain(&error))
    }

    /// A mistake in the document, shown in its file.
    pub(super) fn explain(&self, error: &ImportError) -> Report {
        self.with_input(|input| explain(error, input))
            .unwrap_or_else(|| Report::new(format!("{}: {error}", self.name)))
    }

    /// A mistake at a field of the document.
    pub(super) fn report_at(&self, field: &str, title: &str, help: &str) -> Report {
        let path = Path::from_segments([Segment::Field(field.to_owned())]);
        self.with_input(|input| input.report(&path, title, ""))
            .unwrap_or_else(|| Report::new(format!("{}: {title}", self.name)))
            .help(help)
    }

    pub(super) fn warn(&self, imported: &Imported) {
        let mut many = Many::default();
        for warning in &imported.warnings {
            many.push(|| {
                self.with_input(|input| place(warning, input))
                    .unwrap_or_else(|| Report::new(format!("{}: {warning}", self.name)))
            });
        }
        if let Some(more) = and_more(imported.omitted_warnings) {
            many.push(|| Report::new(format!("{}: {more}", self.name)));
        }
        many.into_reports().iter().for_each(Report::print_warning);
    }

    /// Reads the file again, which it takes a message to be worth.
    fn with_input(&self, report: impl FnOnce(&Input<'_>) -> Report) -> Option<Report> {
        self.source.documents().ok()?.get(self.number).map(report)
    }
}

/// The first mistake at its place, the others as notes.
fn explain(error: &ImportError, input: &Input<'_>) -> Report {
    let mut mistakes = error.mistakes().iter();
    let Some(first) = mistakes.next() else {
        return Report::new(error.to_string());
    };
    let more = and_more(error.omitted());
    let notes = mistakes.map(ToString::to_string).chain(more);
    notes.fold(place(first, input), Report::note)
}

fn place(diagnostic: &Diagnostic, input: &Input<'_>) -> Report {
    let steps = diagnostic.pointer().split('/').skip(1).map(|step| match step.parse() {
        Ok(index) => Segment::Index(index),
        Err(_) => Segment::Field(step.replace("~1", "/").replace("~0", "~")),
    });
    input.report(&Path::from_segments(steps), diagnostic.message(), diagnostic.pointer())
}

/// The fields that an overlay changes.
fn changed(input: &Input<'_>) -> Result<Vec<Changed>, Report> {
    let document = input.document()?;
    let Some(fields) = document.get("fields") else { return Ok(Vec::new()) };
    let Ok(View::Object(members)) = fields.view() else { return Ok(Vec::new()) };
    let changed = members
        .iter()
        .map(|(path, change)| Changed { path: steps(path), below: change.get("type").is_some() });
    Ok(changed.collect())
}

/// The names of fields in the path of an overlay: `spec.servers[].ports`.
pub(super) fn steps(path: &str) -> Vec<String> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let (name, after) = quoted.split_once("\"]").unwrap_or((quoted, ""));
            steps.push(name.to_owned());
            rest = after;
        } else if rest.starts_with('[') {
            rest = rest.split_once(']').map_or("", |(_, after)| after);
        } else {
            let plain = rest.trim_start_matches('.');
            let end = plain.find(['.', '[']).unwrap_or(plain.len());
            steps.push(plain[..end].to_owned());
            rest = &plain[end..];
        }
    }
    steps
}
