//! The files of `--schema`: what each of their documents is, and what it says
//! of a kind.

use std::borrow::Cow;
use std::sync::Arc;

use smp_core::{
    CustomResources, Finding, ImportError, Imported, Limits, OpenApi, Overlay, Path, Segment,
};

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
    Overlay(Overlay),
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
            Ok(Content::Overlay(overlay))
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
            Content::Overlay(_) => Vec::new(),
        }
    }

    /// What the document says of a kind, if it defines it.
    pub(super) fn import(&self, api_version: &str, kind: &str) -> Result<Option<Imported>, Report> {
        let imported = match &self.content {
            Content::OpenApi(document) => document.schema_of(api_version, kind),
            Content::CustomResources(resources) => {
                resources.schema_of(api_version, kind, &catalogue_type)
            }
            Content::Overlay(_) => Ok(None),
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

    pub(super) fn warn(&self, warnings: &[Finding]) {
        let mut many = Many::default();
        for warning in warnings {
            many.push(|| {
                self.with_input(|input| place(warning, input))
                    .unwrap_or_else(|| Report::new(format!("{}: {warning}", self.name)))
            });
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
    // Of those that were left out the last finding says how many they are.
    let listed = error.findings().len() - usize::from(error.omitted() > 0);
    let mut findings = error.findings().iter().take(listed);
    let Some(first) = findings.next() else {
        return Report::new(error.to_string());
    };
    let more = and_more(error.omitted());
    let notes = findings.map(ToString::to_string).chain(more);
    notes.fold(place(first, input), Report::note)
}

fn place(finding: &Finding, input: &Input<'_>) -> Report {
    let steps = finding.pointer().split('/').skip(1).map(|step| match step.parse() {
        Ok(index) => Segment::Index(index),
        Err(_) => Segment::Field(step.replace("~1", "/").replace("~0", "~")),
    });
    input.report(&Path::from_segments(steps), finding.message(), finding.pointer())
}
