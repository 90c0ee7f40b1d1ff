//! Operations on columns of Arrow: a row that fails has no result, and its message.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::Array;
use arrow_array::builder::{ListBuilder, StringBuilder, StructBuilder};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use smp_core::{Document, Finding, Options, Patch, Schema, Severity};

use crate::columns::{Builder, Failed, Failures, Texts, answer};
use crate::{Engine, KindName, kind_of};

/// The patches of an operation.
enum Patches {
    One(Patch),
    Each(Texts),
}

impl Patches {
    fn of(patch: &Bound<'_, PyAny>, options: &Options) -> PyResult<Self> {
        if let Ok(text) = patch.extract::<&[u8]>() {
            let patch = Patch::from_slice_within(text, &options.limits);
            return Ok(Self::One(patch.map_err(|error| PyValueError::new_err(error.to_string()))?));
        }
        Ok(Self::Each(Texts::of("patch", patch.extract()?)?))
    }

    /// Runs an operation with the patch of a row. A null patch changes nothing.
    fn with<R>(
        &self,
        row: usize,
        options: &Options,
        run: impl FnOnce(&Patch) -> Result<R, Failed>,
    ) -> Result<Option<R>, Failed> {
        match self {
            Self::One(patch) => run(patch).map(Some),
            Self::Each(texts) => match texts.get(row) {
                Some(text) => run(&Patch::from_slice_within(text, &options.limits)?).map(Some),
                None => Ok(None),
            },
        }
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
        let Some(key) = kind_of(document) else {
            // Of a text that only looks like JSON, that is the reason.
            document.to_json_pretty(2)?;
            let message = "the object has no apiVersion and kind, so its schema is not known";
            return Err(Failed { message: message.to_owned(), path: None });
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

fn read(text: &[u8]) -> Result<Document<'_>, Failed> {
    Ok(Document::from_slice(text)?)
}

/// Refuses columns of different lengths.
fn check_lengths(columns: &[(&str, usize)]) -> PyResult<usize> {
    let Some((first, rows)) = columns.first() else { return Ok(0) };
    match columns.iter().find(|(_, other)| other != rows) {
        None => Ok(*rows),
        Some((name, other)) => {
            let message = format!("{first} has {rows} rows, and {name} {other}");
            Err(PyValueError::new_err(message))
        }
    }
}

/// Applies a patch, or that of each row, to each row.
#[pyfunction]
pub(crate) fn apply_column(
    py: Python<'_>,
    engine: &Bound<'_, Engine>,
    live: PyArray,
    patch: &Bound<'_, PyAny>,
    kind: Option<KindName>,
    options: &str,
) -> PyResult<Py<PyAny>> {
    let engine = engine.get();
    let options =
        engine.options(options).map_err(|failure| PyValueError::new_err(message_of(&failure)))?;
    let (live, patches) = (Texts::of("live", live)?, Patches::of(patch, &options)?);
    let rows = match &patches {
        Patches::One(_) => live.0.len(),
        Patches::Each(each) => check_lengths(&[("live", live.0.len()), ("patch", each.0.len())])?,
    };
    let mut schemas = Schemas::of(engine, kind.as_ref())?;
    let (mut results, mut failures) = (Builder::like(&live), Failures::default());
    let done = py.detach(|| {
        for row in 0..rows {
            let Some(text) = live.get(row) else {
                failures.append(None);
                results.append(None)?;
                continue;
            };
            let result = read(text).and_then(|live| {
                let schema = schemas.of_row(&live)?;
                patches.with(row, &options, |patch| {
                    let result = smp_core::apply_document(live, patch, schema, &options)?;
                    Ok(result.to_json())
                })
            });
            failures.append(result.as_ref().err());
            match &result {
                Ok(Some(result)) => results.append(Some(result))?,
                Ok(None) => results.append(core::str::from_utf8(text).ok())?,
                Err(_) => results.append(None)?,
            }
        }
        Ok(())
    });
    done.map_err(|message: String| PyValueError::new_err(message))?;
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
    let engine = engine.get();
    let options =
        engine.options(options).map_err(|failure| PyValueError::new_err(message_of(&failure)))?;
    let (original, modified) = (Texts::of("original", original)?, Texts::of("modified", modified)?);
    let rows = check_lengths(&[("original", original.0.len()), ("modified", modified.0.len())])?;
    let mut schemas = Schemas::of(engine, kind.as_ref())?;
    let (mut results, mut failures) = (Builder::like(&original), Failures::default());
    let done = py.detach(|| {
        for row in 0..rows {
            let (Some(before), Some(after)) = (original.get(row), modified.get(row)) else {
                failures.append(None);
                results.append(None)?;
                continue;
            };
            let result = read(after).and_then(|after| {
                let schema = schemas.of_row(&after)?;
                Ok(smp_core::diff(before, after, schema, &options)?.to_json())
            });
            failures.append(result.as_ref().err());
            results.append(result.as_ref().ok().map(String::as_str))?;
        }
        Ok(())
    });
    done.map_err(|message: String| PyValueError::new_err(message))?;
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
    let engine = engine.get();
    let options =
        engine.options(options).map_err(|failure| PyValueError::new_err(message_of(&failure)))?;
    let (live, patches) = (Texts::of("live", live)?, Patches::of(patch, &options)?);
    let rows = match &patches {
        Patches::One(_) => live.0.len(),
        Patches::Each(each) => check_lengths(&[("live", live.0.len()), ("patch", each.0.len())])?,
    };
    let mut schemas = Schemas::of(engine, kind.as_ref())?;
    let (mut results, mut failures) = (findings_builder(), Failures::default());
    py.detach(|| {
        for row in 0..rows {
            let Some(text) = live.get(row) else {
                failures.append(None);
                results.append(false);
                continue;
            };
            let result = read(text).and_then(|live| {
                let schema = schemas.of_row(&live)?;
                patches.with(row, &options, |patch| {
                    let mut found = patch.check(schema, &options);
                    found.extend(patch.check_live(live, schema, &options)?);
                    Ok(found)
                })
            });
            failures.append(result.as_ref().err());
            for finding in result.iter().flatten().flatten() {
                append_finding(results.values(), finding);
            }
            results.append(result.is_ok());
        }
    });
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
