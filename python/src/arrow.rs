//! Operations on columns of Arrow: a row that fails has no result, and its message.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::Array;
use arrow_array::builder::{ListBuilder, StringBuilder, StructBuilder};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use smp_core::{Document, Finding, Options, Patch, Schema, Severity};
use smp_request::NO_KIND;

use crate::columns::{Builder, Failed, Failures, Texts, answer};
use crate::{Engine, KindName, with_kind};

/// The patches of an operation.
enum Patches {
    One(Patch),
    Each(Texts),
}

impl Patches {
    /// The patches for a column of so many rows.
    fn of(patch: &Bound<'_, PyAny>, rows: usize, options: &Options) -> PyResult<Self> {
        if let Ok(text) = patch.extract::<&[u8]>() {
            let patch = Patch::from_slice_within(text, &options.limits);
            return Ok(Self::One(patch.map_err(|error| PyValueError::new_err(error.to_string()))?));
        }
        let each = Texts::of("patch", patch.extract()?)?;
        check_lengths(("live", rows), ("patch", each.0.len()))?;
        Ok(Self::Each(each))
    }

    /// The patch of a row; `None` if it is null.
    fn of_row(&self, row: usize, options: &Options) -> Result<Option<Cow<'_, Patch>>, Failed> {
        Ok(match self {
            Self::One(patch) => Some(Cow::Borrowed(patch)),
            Self::Each(texts) => {
                let read = |text| Patch::from_slice_within(text, &options.limits);
                texts.get(row).map(read).transpose()?.map(Cow::Owned)
            }
        })
    }
}

/// The schemas of the kinds of a column.
struct Schemas<'e> {
    engine: &'e Engine,
    /// That of all rows, if the caller named the kind.
    named: Option<Schema>,
    known: HashMap<KindName, Result<Schema, String>>,
}

impl<'e> Schemas<'e> {
    fn of(engine: &'e Engine, kind: Option<&KindName>) -> PyResult<Self> {
        let named = kind.map(|(api_version, kind)| engine.read().schema(api_version, kind));
        let named =
            named.transpose().map_err(|failure| PyValueError::new_err(message_of(&failure)))?;
        Ok(Self { engine, named, known: HashMap::new() })
    }

    fn of_row(&mut self, document: &Document<'_>) -> Result<&Schema, Failed> {
        if let Some(named) = &self.named {
            return Ok(named);
        }
        let named = |api_version: &str, kind: &str| (api_version.to_owned(), kind.to_owned());
        let Some(key) = with_kind(document, named) else {
            // A text that only looks like JSON has its own reason.
            document.to_json_pretty(2)?;
            return Err(Failed { message: NO_KIND.to_owned(), path: None });
        };
        let engine = self.engine;
        let found = self
            .known
            .entry(key)
            .or_insert_with_key(|(api_version, kind)| engine.read().schema(api_version, kind));
        found.as_ref().map_err(|failure| Failed { message: message_of(failure), path: None })
    }
}

/// The message of a failure, which is JSON.
fn message_of(failure: &str) -> String {
    let document = Document::from_json(failure).ok();
    let text = |name| Some(document.as_ref()?.get(name)?.as_str()?.into_owned());
    match (text("message"), text("help")) {
        (Some(message), Some(help)) => format!("{message} ({help})"),
        (message, _) => message.unwrap_or_else(|| failure.to_owned()),
    }
}

/// Refuses columns of different lengths.
fn check_lengths((one, rows): (&str, usize), (other, others): (&str, usize)) -> PyResult<()> {
    if rows == others {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{one} has {rows} rows, and {other} {others}")))
}

/// The options of an operation, as JSON has them.
fn options_of(engine: &Engine, options: &str) -> PyResult<Options> {
    engine.options(options).map_err(|failure| PyValueError::new_err(message_of(&failure)))
}

/// Runs an operation on each row, and appends its result: `None` for a null row, and for one that fails.
fn each_row<R>(
    py: Python<'_>,
    rows: usize,
    mut operation: impl FnMut(usize) -> Result<Option<R>, Failed> + Send,
    mut append: impl FnMut(Option<&R>) -> Result<(), String> + Send,
) -> PyResult<Failures> {
    let done = py.detach(|| {
        let mut failures = Failures::default();
        for row in 0..rows {
            let result = operation(row);
            failures.append(result.as_ref().err());
            append(result.as_ref().ok().and_then(Option::as_ref))?;
        }
        Ok(failures)
    });
    done.map_err(|message: String| PyValueError::new_err(message))
}

/// Applies a patch, or that of each row, to each row. A row whose patch is null stays.
#[pyfunction]
pub(crate) fn apply_column(
    py: Python<'_>,
    engine: &Bound<'_, Engine>,
    live: PyArray,
    patch: &Bound<'_, PyAny>,
    kind: Option<KindName>,
    options: &str,
) -> PyResult<Py<PyAny>> {
    let options = options_of(engine.get(), options)?;
    let mut schemas = Schemas::of(engine.get(), kind.as_ref())?;
    let live = Texts::of("live", live)?;
    let patches = Patches::of(patch, live.0.len(), &options)?;
    let mut results = Builder::like(&live);
    let apply = |row| {
        let Some(text) = live.get(row) else { return Ok(None) };
        let document = Document::from_slice(text)?;
        let schema = schemas.of_row(&document)?;
        let Some(patch) = patches.of_row(row, &options)? else {
            return Ok(core::str::from_utf8(text).ok().map(Cow::Borrowed));
        };
        let result = smp_core::apply_document(document, &patch, schema, &options)?;
        Ok(Some(Cow::Owned(result.to_json())))
    };
    let failures =
        each_row(py, live.0.len(), apply, |result| results.append(result.map(|it| &**it)))?;
    answer(py, results.finish(), failures)
}

/// The patch of each row.
#[pyfunction]
pub(crate) fn diff_column(
    py: Python<'_>,
    engine: &Bound<'_, Engine>,
    original: PyArray,
    modified: PyArray,
    kind: Option<KindName>,
    options: &str,
) -> PyResult<Py<PyAny>> {
    let options = options_of(engine.get(), options)?;
    let mut schemas = Schemas::of(engine.get(), kind.as_ref())?;
    let (original, modified) = (Texts::of("original", original)?, Texts::of("modified", modified)?);
    let rows = original.0.len();
    check_lengths(("original", rows), ("modified", modified.0.len()))?;
    let mut results = Builder::like(&original);
    let diff = |row| {
        let (Some(before), Some(after)) = (original.get(row), modified.get(row)) else {
            return Ok(None);
        };
        let after = Document::from_slice(after)?;
        let schema = schemas.of_row(&after)?;
        Ok(Some(smp_core::diff(before, after, schema, &options)?.to_json()))
    };
    let failures = each_row(py, rows, diff, |patch| results.append(patch.map(String::as_str)))?;
    answer(py, results.finish(), failures)
}

/// The findings about the patch of each row: parts that do not fit the schema, or have no effect on the
/// object of the row.
#[pyfunction]
pub(crate) fn check_column(
    py: Python<'_>,
    engine: &Bound<'_, Engine>,
    live: PyArray,
    patch: &Bound<'_, PyAny>,
    kind: Option<KindName>,
    options: &str,
) -> PyResult<Py<PyAny>> {
    let options = options_of(engine.get(), options)?;
    let mut schemas = Schemas::of(engine.get(), kind.as_ref())?;
    let live = Texts::of("live", live)?;
    let patches = Patches::of(patch, live.0.len(), &options)?;
    let mut results = findings_builder();
    let check = |row| {
        let Some(text) = live.get(row) else { return Ok(None) };
        let document = Document::from_slice(text)?;
        let schema = schemas.of_row(&document)?;
        let Some(patch) = patches.of_row(row, &options)? else { return Ok(Some(Vec::new())) };
        let mut found = patch.check(schema, &options);
        found.extend(patch.check_live(document, schema, &options)?);
        Ok(Some(found))
    };
    let failures = each_row(py, live.0.len(), check, |found| {
        for finding in found.into_iter().flatten() {
            append_finding(results.values(), finding);
        }
        results.append(found.is_some());
        Ok(())
    })?;
    answer(py, Arc::new(results.finish()), failures)
}

const FINDING: [&str; 4] = ["severity", "path", "message", "suggestion"];

fn findings_builder() -> ListBuilder<StructBuilder> {
    let fields: Fields =
        FINDING.iter().map(|name| Field::new(*name, DataType::Utf8, true)).collect();
    ListBuilder::new(StructBuilder::from_fields(fields, 0))
}

fn append_finding(builder: &mut StructBuilder, finding: &Finding) {
    let severity = match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        _ => "note",
    };
    let path = finding.path.to_string();
    let columns =
        [Some(severity), Some(&*path), Some(&*finding.message), finding.suggestion.as_deref()];
    for (at, text) in columns.into_iter().enumerate() {
        if let Some(column) = builder.field_builder::<StringBuilder>(at) {
            column.append_option(text);
        }
    }
    builder.append(true);
}
