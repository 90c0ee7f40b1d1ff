//! Operations on columns of Arrow: a row that fails has no result, and its message.

use std::collections::HashMap;

use arrow_array::builder::{
    BinaryBuilder, BinaryViewBuilder, LargeBinaryBuilder, LargeStringBuilder, ListBuilder,
    StringBuilder, StringViewBuilder, StructBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use smp_core::{Document, Error, Finding, Options, Patch, Schema, Severity};
use std::sync::Arc;

use crate::{Engine, KindName, kind_of};

/// The text of a row that fails.
struct Failed {
    message: String,
    path: Option<String>,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        let path = error.path().to_string();
        let path = Some(path).filter(|path| !path.is_empty() && path != ".");
        Self { message: error.message().to_owned(), path }
    }
}

/// A column of texts.
struct Texts(ArrayRef);

impl Texts {
    fn of(name: &str, array: PyArray) -> PyResult<Self> {
        let (array, _) = array.into_inner();
        match array.data_type() {
            DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView => Ok(Self(array)),
            other => {
                let message = format!("{name} is a column of {other}, not of strings or binary");
                Err(PyTypeError::new_err(message))
            }
        }
    }

    /// The text of a row; `None` for null.
    fn get(&self, row: usize) -> Option<&[u8]> {
        let array = &self.0;
        if array.is_null(row) {
            return None;
        }
        Some(match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().value(row).as_bytes(),
            DataType::LargeUtf8 => array.as_string::<i64>().value(row).as_bytes(),
            DataType::Utf8View => array.as_string_view().value(row).as_bytes(),
            DataType::Binary => array.as_binary::<i32>().value(row),
            DataType::LargeBinary => array.as_binary::<i64>().value(row),
            _ => array.as_binary_view().value(row),
        })
    }
}

/// A builder of texts of the type of an input.
enum Builder {
    Utf8(StringBuilder, usize),
    LargeUtf8(LargeStringBuilder),
    Utf8View(StringViewBuilder),
    Binary(BinaryBuilder, usize),
    LargeBinary(LargeBinaryBuilder),
    BinaryView(BinaryViewBuilder),
}

/// The most bytes of a column whose offsets are of 32 bits.
const SMALL_MAX: usize = i32::MAX as usize;

impl Builder {
    fn like(texts: &Texts) -> Self {
        match texts.0.data_type() {
            DataType::Utf8 => Self::Utf8(StringBuilder::new(), 0),
            DataType::LargeUtf8 => Self::LargeUtf8(LargeStringBuilder::new()),
            DataType::Utf8View => Self::Utf8View(StringViewBuilder::new()),
            DataType::Binary => Self::Binary(BinaryBuilder::new(), 0),
            DataType::LargeBinary => Self::LargeBinary(LargeBinaryBuilder::new()),
            _ => Self::BinaryView(BinaryViewBuilder::new()),
        }
    }

    fn append(&mut self, text: Option<&[u8]>) -> Result<(), String> {
        let length = text.map_or(0, <[u8]>::len);
        if let Self::Utf8(_, size) | Self::Binary(_, size) = self {
            *size = size.saturating_add(length);
            if *size > SMALL_MAX {
                let message = "the results are larger than 2 GiB, the most that this type of column \
                               holds: use large_string or large_binary, or smaller batches";
                return Err(message.to_owned());
            }
        }
        let string =
            || text.map(core::str::from_utf8).transpose().map_err(|error| error.to_string());
        match self {
            Self::Utf8(builder, _) => builder.append_option(string()?),
            Self::LargeUtf8(builder) => builder.append_option(string()?),
            Self::Utf8View(builder) => builder.append_option(string()?),
            Self::Binary(builder, _) => builder.append_option(text),
            Self::LargeBinary(builder) => builder.append_option(text),
            Self::BinaryView(builder) => builder.append_option(text),
        }
        Ok(())
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Utf8(mut builder, _) => Arc::new(builder.finish()),
            Self::LargeUtf8(mut builder) => Arc::new(builder.finish()),
            Self::Utf8View(mut builder) => Arc::new(builder.finish()),
            Self::Binary(mut builder, _) => Arc::new(builder.finish()),
            Self::LargeBinary(mut builder) => Arc::new(builder.finish()),
            Self::BinaryView(mut builder) => Arc::new(builder.finish()),
        }
    }
}

/// Columns of messages and paths, for the rows that fail.
#[derive(Default)]
struct Failures {
    message: StringBuilder,
    path: StringBuilder,
}

impl Failures {
    fn append(&mut self, failed: Option<&Failed>) {
        self.message.append_option(failed.map(|failed| &failed.message));
        self.path.append_option(failed.and_then(|failed| failed.path.as_ref()));
    }
}

/// A struct column of results, messages and paths.
fn answer(py: Python<'_>, result: ArrayRef, mut failures: Failures) -> PyResult<Py<PyAny>> {
    let columns: Vec<ArrayRef> =
        vec![result, Arc::new(failures.message.finish()), Arc::new(failures.path.finish())];
    let fields = ["result", "message", "path"].iter().zip(&columns);
    let fields: Fields =
        fields.map(|(name, column)| Field::new(*name, column.data_type().clone(), true)).collect();
    let array = StructArray::try_new(fields, columns, None);
    let array = array.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyArray::from_array_ref(Arc::new(array)).to_pyarrow(py)?.unbind())
}

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
                    Ok(result.to_json().into_bytes())
                })
            });
            failures.append(result.as_ref().err());
            match &result {
                Ok(Some(result)) => results.append(Some(result))?,
                Ok(None) => results.append(Some(text))?,
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
            let result = schemas
                .of_row(after)
                .and_then(|schema| Ok(smp_core::diff(before, after, schema, &options)?.to_json()));
            failures.append(result.as_ref().err());
            results.append(result.as_ref().ok().map(String::as_bytes))?;
        }
        Ok(())
    });
    done.map_err(|message: String| PyValueError::new_err(message))?;
    answer(py, results.finish(), failures)
}

/// What in the patch of each row does not fit the schema, or has no effect on the object of the row.
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
