//! The documents of files with schemas: their types and definitions.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;
use smp_core::{Document, Limits, Path, Segment, View};
use smp_openapi::{
    CustomResources, Diagnostic, ImportError, Imported, ListTypes, OpenApi, Overlay,
};

use super::catalogue::BuiltIn;
use super::sources::{Origin, SchemaFile};
use crate::args::LimitArgs;
use crate::input::{Input, Source, read_file};
use crate::limits::and_more;
use crate::report::{CappedReports, Report, Rule};

/// A document of a file.
#[derive(Debug)]
pub(super) struct SchemaDocument {
    /// The file, shared by its documents.
    source: Arc<Source>,
    /// The offset of the document in the file.
    offset: usize,
    /// The name of the document in messages.
    pub(super) name: String,
    pub(super) origin: Origin,
    pub(super) content: SchemaContent,
}

#[derive(Debug)]
pub(super) enum SchemaContent {
    OpenApi(OpenApi),
    CustomResources(CustomResources),
    Overlay(Overlay),
}

/// Reads every document of a file. In a file of a directory, documents that are no
/// schema are passed over.
pub(super) fn read_documents(
    file: &SchemaFile,
    list_types: ListTypes,
    limits: LimitArgs,
) -> Result<Vec<SchemaDocument>, Report> {
    let source = Arc::new(read_file(&file.file, limits)?);
    let inputs = if file.in_directory { source.any_documents() } else { source.documents() }?;
    let mut documents = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        let name = match inputs.len() {
            1 => source.name().to_owned(),
            _ => format!("{}, document {}", source.name(), number + 1),
        };
        let content = match content(input, file.in_directory)? {
            Some(SchemaContent::OpenApi(document)) => {
                SchemaContent::OpenApi(document.list_types(list_types))
            }
            Some(content) => content,
            None if file.in_directory => continue,
            None => {
                let report = input.report(&Path::root(), "this is not a schema", "");
                return Err(report.rule(Rule::InvalidSchema).help(
                    "--schema takes OpenAPI documents (`kubectl get --raw /openapi/v2`), \
                     CustomResourceDefinitions, and overlays, which have apiVersion, kind and fields",
                ));
            }
        };
        let (source, offset) = (Arc::clone(&source), input.offset());
        documents.push(SchemaDocument { source, offset, name, origin: file.origin, content });
    }
    Ok(documents)
}

/// The definitions of a document; `None` if it is no schema. In a directory, other objects may look
/// like one.
fn content(input: &Input<'_>, in_directory: bool) -> Result<Option<SchemaContent>, Report> {
    let document = input.document()?;
    let text = input.json().as_bytes();
    // The limit of the command was checked when the file was read.
    let limits = Limits::default().max_bytes(usize::MAX);
    let failed = |error: ImportError| import_error(&error, input);
    let has = |name: &str| document.get(name).is_some();
    let kind = document.get("kind").and_then(|kind| kind.as_str().map(Cow::into_owned));
    let is_open_api = || !in_directory || has("swagger") || has("openapi");
    match kind.as_deref() {
        Some("List") if in_directory && !lists_definitions(&document) => Ok(None),
        Some("CustomResourceDefinition" | "CustomResourceDefinitionList" | "List") => {
            CustomResources::from_slice_within(text, &limits)
                .map(|resources| Some(SchemaContent::CustomResources(resources)))
                .map_err(failed)
        }
        _ if ["definitions", "components", "openapi", "swagger"].into_iter().any(has)
            && is_open_api() =>
        {
            OpenApi::from_slice_within(text, &limits)
                .map(|document| Some(SchemaContent::OpenApi(document)))
                .map_err(failed)
        }
        _ if has("fields") => {
            let overlay = serde_json::from_slice(text).map_err(|error| {
                let report = input.report(&Path::root(), format!("invalid overlay: {error}"), "");
                report.rule(Rule::InvalidSchema).help(
                    "it has apiVersion, kind, and fields, which maps paths to what changes there",
                )
            })?;
            Ok(Some(SchemaContent::Overlay(overlay)))
        }
        _ => Ok(None),
    }
}

/// Whether a list has definitions among its items.
fn lists_definitions(list: &Document<'_>) -> bool {
    let items = list.get("items");
    let Some(View::List(items)) = items.as_ref().and_then(|items| items.view().ok()) else {
        return false;
    };
    items.iter().any(|item| {
        let kind = item.get("kind");
        kind.is_some_and(|kind| kind.as_str().as_deref() == Some("CustomResourceDefinition"))
    })
}

impl SchemaDocument {
    /// `apiVersion` and kind of everything that the document defines.
    pub(super) fn kinds(&self) -> Vec<(&str, &str)> {
        match &self.content {
            SchemaContent::OpenApi(document) => document.kinds().collect(),
            SchemaContent::CustomResources(resources) => resources.kinds().collect(),
            SchemaContent::Overlay(_) => Vec::new(),
        }
    }

    /// `apiVersion` and kind of the list types of the custom resources that it defines.
    pub(super) fn list_kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        let resources = match &self.content {
            SchemaContent::CustomResources(resources) => Some(resources),
            SchemaContent::OpenApi(_) | SchemaContent::Overlay(_) => None,
        };
        resources.into_iter().flat_map(CustomResources::list_kinds)
    }

    /// The schema of a kind, if the document defines it.
    pub(super) fn import(
        &self,
        api_version: &str,
        kind: &str,
        built_in: &BuiltIn,
    ) -> Result<Option<Imported>, Report> {
        let imported = match &self.content {
            SchemaContent::OpenApi(document) => document.schema_of(api_version, kind),
            SchemaContent::CustomResources(resources) => {
                resources.schema_of(api_version, kind, built_in)
            }
            SchemaContent::Overlay(_) => Ok(None),
        };
        imported.map_err(|error| self.import_error(&error))
    }

    /// The report about an error in the document.
    pub(super) fn import_error(&self, error: &ImportError) -> Report {
        self.with_input(|input| import_error(error, input))
            .unwrap_or_else(|| Report::new(format!("{}: {error}", self.name)))
    }

    /// A report about a field of the document.
    pub(super) fn report_at(&self, field: &str, title: &str, help: &str) -> Report {
        let path = Path::from_segments([Segment::Field(field.to_owned())]);
        self.with_input(|input| input.report(&path, title, ""))
            .unwrap_or_else(|| Report::new(format!("{}: {title}", self.name)))
            .help(help)
    }

    /// The document as a value, with what its schemas leave out.
    pub(super) fn value(&self) -> Option<Value> {
        self.with_input(|input| serde_json::from_str(input.json()).ok())?
    }

    /// Prints warnings about the document.
    pub(super) fn warn<'w>(
        &self,
        warnings: impl IntoIterator<Item = &'w Diagnostic>,
        omitted: usize,
    ) {
        let mut reports = CappedReports::default();
        for warning in warnings {
            reports.push(|| {
                self.with_input(|input| diagnostic_report(warning, input))
                    .unwrap_or_else(|| Report::new(format!("{}: {warning}", self.name)))
                    .rule(Rule::SchemaWarning)
            });
        }
        reports.omit(omitted);
        reports.into_reports().iter().for_each(Report::print_warning);
    }

    /// Reads the document again, and calls a function with it.
    fn with_input<T>(&self, report: impl FnOnce(&Input<'_>) -> T) -> Option<T> {
        let piece = self.source.piece_at(self.offset)?;
        let input = self.source.document(piece, &mut CappedReports::default()).ok()??;
        Some(report(&input))
    }
}

/// The report about an error: the first mistake at its place, the others as notes.
fn import_error(error: &ImportError, input: &Input<'_>) -> Report {
    let mut mistakes = error.mistakes().iter();
    let Some(first) = mistakes.next() else {
        return Report::new(error.to_string()).rule(Rule::InvalidSchema);
    };
    let more = and_more(error.omitted());
    let notes = mistakes.map(ToString::to_string).chain(more);
    notes.fold(diagnostic_report(first, input).rule(Rule::InvalidSchema), Report::note)
}

fn diagnostic_report(diagnostic: &Diagnostic, input: &Input<'_>) -> Report {
    let steps = diagnostic.pointer().split('/').skip(1).map(|step| match step.parse() {
        Ok(index) => Segment::Index(index),
        Err(_) => Segment::Field(step.replace("~1", "/").replace("~0", "~")),
    });
    input.report(&Path::from_segments(steps), diagnostic.message(), diagnostic.pointer())
}
