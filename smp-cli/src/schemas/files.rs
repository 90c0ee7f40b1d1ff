//! Reads the files with schemas: those that `--schema` and the environment name, and those in
//! directories that they name.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Display;
use std::sync::Arc;
use std::{env, fs};

use serde_json::{Value, json};
use smp_core::{Document, Limits, Path, Segment};
use smp_openapi::{
    CustomResources, Diagnostic, ImportError, OpenApi, Overlay, SchemaDocument, SchemaSet,
};

use super::{NO_KIND, Schemas};
use crate::args::{DirectoryArgs, FileArg, SchemaArgs, Validation};
use crate::identity::items_of;
use crate::input::{Input, Source, manifests_in, no_manifest, read_file, unreadable};
use crate::limits::and_more;
use crate::locate::Aspect;
use crate::report::{CappedReports, Report, Rule};

/// The environment variable with more files and directories.
const SCHEMA_PATH: &str = "SMP_SCHEMA_PATH";

/// The priorities of documents.
const ENVIRONMENT: u8 = 0;
pub(super) const OPTION: u8 = 1;

/// The text of a document with schemas.
#[derive(Debug)]
pub(super) struct SchemaText {
    /// The file, shared by its documents.
    source: Arc<Source>,
    /// The offset of the document in the file.
    offset: usize,
}

/// Reads the files of the environment, then those of `--schema`; the files of a directory by name. Adds
/// their documents to the set, and returns the text of each.
pub(super) fn read(args: &SchemaArgs, set: &mut SchemaSet) -> Result<Vec<SchemaText>, Report> {
    let mut texts = Vec::new();
    let variable = env::var_os(SCHEMA_PATH).unwrap_or_default();
    let mut files = Vec::new();
    for path in env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty()) {
        // Here `-` is the path of a file, never standard input.
        let path = if path.as_os_str() == "-" { OsString::from("./-") } else { path.into() };
        let found = expand(FileArg::from(path))
            .map_err(|report| report.note(format!("it is named by {SCHEMA_PATH}")))?;
        files.extend(found.into_iter().map(|file| (file, ENVIRONMENT)));
    }
    for file in &args.schema {
        files.extend(expand(file.clone())?.into_iter().map(|file| (file, OPTION)));
    }
    for (file, priority) in files {
        let in_directory = file.is_found();
        let source = Arc::new(read_file(&file, Validation::Warn)?);
        let inputs = if in_directory { source.any_documents() } else { source.documents() }?;
        for (number, input) in inputs.iter().enumerate() {
            let name = match inputs.len() {
                1 => source.name().to_owned(),
                _ => format!("{}, document {}", source.name(), number + 1),
            };
            let content = match content(input, in_directory)? {
                Some(SchemaDocument::OpenApi(document)) => {
                    document.list_types(args.list_types()).into()
                }
                Some(content) => content,
                None if in_directory => continue,
                None => return Err(no_schema(input)),
            };
            set.add(name, priority, content);
            texts.push(SchemaText { source: Arc::clone(&source), offset: input.offset() });
        }
    }
    Ok(texts)
}

/// The file, or the files of the directory that may have schemas, by name. The latter may also contain
/// other documents.
fn expand(file: FileArg) -> Result<Vec<FileArg>, Report> {
    let metadata = || fs::metadata(file.path()).map_err(|error| unreadable(&file, &error));
    if file.is_stdin() || !metadata()?.is_dir() {
        return Ok(vec![file]);
    }
    // Users may put links to their definitions into a directory.
    let directories = DirectoryArgs { follow_links: true, ..DirectoryArgs::default() };
    let paths = manifests_in(file.path(), &directories)?;
    if paths.is_empty() {
        return Err(no_manifest(&file).help("its subdirectories are not read"));
    }
    Ok(paths.into_iter().map(FileArg::found).collect())
}

/// The definitions of a document; `None` if it is not a schema. In a directory, other objects may look
/// like schemas.
fn content(input: &Input<'_>, in_directory: bool) -> Result<Option<SchemaDocument>, Report> {
    let document = input.document()?;
    let text = input.json().as_bytes();
    // The limit of the command was checked when the file was read.
    let limits = Limits::default().max_bytes(usize::MAX);
    let failed = |error: ImportError| import_error(&error, input);
    let has = |name: &str| document.get(name).is_some();
    let kind = document.get("kind").and_then(|kind| kind.as_str().map(Cow::into_owned));
    let is_open_api = || !in_directory || has("swagger") || has("openapi");
    Ok(Some(match kind.as_deref() {
        Some("List") if in_directory && !lists_definitions(&document) => return Ok(None),
        Some("CustomResourceDefinition" | "CustomResourceDefinitionList" | "List") => {
            CustomResources::from_slice_within(text, &limits).map_err(failed)?.into()
        }
        _ if ["definitions", "components", "openapi", "swagger"].into_iter().any(has)
            && is_open_api() =>
        {
            OpenApi::from_slice_within(text, &limits).map_err(failed)?.into()
        }
        _ if has("fields") => {
            let overlay: Result<Overlay, _> = serde_json::from_slice(text);
            overlay.map_err(|error| invalid_overlay(&error, input))?.into()
        }
        _ => return Ok(None),
    }))
}

/// The report about an overlay that cannot be read, at the first field that is invalid by itself.
fn invalid_overlay(error: &serde_json::Error, input: &Input<'_>) -> Report {
    let read = |fields: Value| serde_json::from_value::<Overlay>(json!({"fields": fields}));
    let document: Value = serde_json::from_str(input.json()).unwrap_or_default();
    let fields = document.get("fields").and_then(Value::as_object);
    let wrong = fields.into_iter().flatten().find_map(|(name, change)| {
        let error = read(json!({name.as_str(): change})).err()?.to_string();
        let members = change.as_object().into_iter().flatten();
        let mut wrong = members.filter(|(member, value)| {
            read(json!({name.as_str(): {member.as_str(): value}})).is_err()
        });
        let member = wrong.next().map(|(member, _)| member.clone());
        Some((error, ["fields".to_owned(), name.clone()].into_iter().chain(member)))
    });
    let (message, path) = match wrong {
        Some((error, path)) => (error, Path::from_segments(path.map(Segment::Field))),
        None => (error.to_string(), Path::root()),
    };
    let message = message.split(" at line ").next().unwrap_or_default();
    let report = input.report_about(Aspect::Name, &path, format!("invalid overlay: {message}"), "");
    report
        .rule(Rule::InvalidSchema)
        .help("it has apiVersion, kind, and fields, which maps paths to what changes there")
}

/// The overlay of `--list-key`, for documents without apiVersion and kind.
pub(super) fn list_key(text: &str) -> Result<Overlay, Report> {
    let wrong = |why: &str| Report::new(format!("--list-key {text}: {why}"));
    let (path, key) = text
        .split_once('=')
        .ok_or_else(|| wrong("expected PATH=FIELD").help("write it as extraEnv=name"))?;
    let fields = json!({path: {"mergeKey": key}});
    serde_json::from_value(json!({"apiVersion": NO_KIND, "kind": NO_KIND, "fields": fields}))
        .map_err(|error| wrong(&error.to_string()))
}

fn no_schema(input: &Input<'_>) -> Report {
    let report = input.report_whole("this is not a schema");
    report.rule(Rule::InvalidSchema).help(
        "--schema takes OpenAPI documents (`kubectl get --raw /openapi/v2`), \
         CustomResourceDefinitions, and overlays, which have apiVersion, kind and fields",
    )
}

/// Whether a list has definitions among its items.
fn lists_definitions(list: &Document<'_>) -> bool {
    items_of(list).into_iter().flatten().any(|item| {
        let kind = item.get("kind");
        kind.is_some_and(|kind| kind.as_str().as_deref() == Some("CustomResourceDefinition"))
    })
}

impl Schemas {
    /// Prints warnings about a document of the set.
    pub(super) fn warn<'w>(
        &self,
        number: usize,
        warnings: impl IntoIterator<Item = &'w Diagnostic>,
        omitted: usize,
    ) {
        let mut reports = CappedReports::default();
        for warning in warnings {
            reports.push(|| {
                self.report_in(number, warning, |input| diagnostic_report(warning, input))
                    .rule(Rule::SchemaWarning)
            });
        }
        reports.omit(omitted);
        reports.into_reports().iter().for_each(Report::print_warning);
    }

    /// A report about a document, which is read again to find the place; without a place if that fails.
    pub(super) fn report_in(
        &self,
        number: usize,
        message: impl Display,
        report: impl FnOnce(&Input<'_>) -> Report,
    ) -> Report {
        self.with_input(number, report).unwrap_or_else(|| {
            Report::new(format!("{}: {message}", self.set.documents()[number].name))
        })
    }

    /// Reads a document again, and calls a function with it.
    pub(super) fn with_input<T>(
        &self,
        number: usize,
        read: impl FnOnce(&Input<'_>) -> T,
    ) -> Option<T> {
        let SchemaText { source, offset } = self.texts.get(number)?;
        let piece = source.piece_at(*offset)?;
        let input = source.document(piece, &mut CappedReports::default()).ok()??;
        Some(read(&input))
    }
}

/// The report about an error: the first mistake at its place, the others as notes.
pub(super) fn import_error(error: &ImportError, input: &Input<'_>) -> Report {
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
