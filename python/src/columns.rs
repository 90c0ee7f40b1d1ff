//! Columns of texts, read and built.

use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, BinaryViewBuilder, LargeBinaryBuilder, LargeStringBuilder, StringBuilder,
    StringViewBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use smp_core::Error;

/// The text of a row that fails.
pub(crate) struct Failed {
    pub(crate) message: String,
    pub(crate) path: Option<String>,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        let path = error.path().to_string();
        let path = Some(path).filter(|path| !path.is_empty() && path != ".");
        Self { message: error.message().to_owned(), path }
    }
}

/// A column of texts.
pub(crate) struct Texts(pub(crate) ArrayRef);

impl Texts {
    pub(crate) fn of(name: &str, array: PyArray) -> PyResult<Self> {
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
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
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
pub(crate) enum Builder {
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
    /// A builder for texts that are about as long as these.
    pub(crate) fn like(texts: &Texts) -> Self {
        let rows = texts.0.len();
        let length: usize = (0..rows).filter_map(|row| texts.get(row)).map(<[u8]>::len).sum();
        let bytes = length.saturating_add(length / 8);
        let small = bytes.min(SMALL_MAX);
        match texts.0.data_type() {
            DataType::Utf8 => Self::Utf8(StringBuilder::with_capacity(rows, small), 0),
            DataType::LargeUtf8 => Self::LargeUtf8(LargeStringBuilder::with_capacity(rows, bytes)),
            DataType::Utf8View => Self::Utf8View(StringViewBuilder::with_capacity(rows)),
            DataType::Binary => Self::Binary(BinaryBuilder::with_capacity(rows, small), 0),
            DataType::LargeBinary => {
                Self::LargeBinary(LargeBinaryBuilder::with_capacity(rows, bytes))
            }
            _ => Self::BinaryView(BinaryViewBuilder::with_capacity(rows)),
        }
    }

    pub(crate) fn append(&mut self, text: Option<&str>) -> Result<(), String> {
        let length = text.map_or(0, str::len);
        if let Self::Utf8(_, size) | Self::Binary(_, size) = self {
            *size = size.saturating_add(length);
            if *size > SMALL_MAX {
                let message = "the results are larger than 2 GiB, the most that this type of column \
                               holds: use large_string or large_binary, or smaller batches";
                return Err(message.to_owned());
            }
        }
        match self {
            Self::Utf8(builder, _) => builder.append_option(text),
            Self::LargeUtf8(builder) => builder.append_option(text),
            Self::Utf8View(builder) => builder.append_option(text),
            Self::Binary(builder, _) => builder.append_option(text),
            Self::LargeBinary(builder) => builder.append_option(text),
            Self::BinaryView(builder) => builder.append_option(text),
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> ArrayRef {
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
pub(crate) struct Failures {
    message: StringBuilder,
    path: StringBuilder,
}

impl Failures {
    pub(crate) fn append(&mut self, failed: Option<&Failed>) {
        self.message.append_option(failed.map(|failed| &failed.message));
        self.path.append_option(failed.and_then(|failed| failed.path.as_ref()));
    }
}

/// A struct column of results, messages and paths.
pub(crate) fn answer(
    py: Python<'_>,
    result: ArrayRef,
    mut failures: Failures,
) -> PyResult<Py<PyAny>> {
    let columns: Vec<ArrayRef> =
        vec![result, Arc::new(failures.message.finish()), Arc::new(failures.path.finish())];
    let fields = ["result", "message", "path"].iter().zip(&columns);
    let fields: Fields =
        fields.map(|(name, column)| Field::new(*name, column.data_type().clone(), true)).collect();
    let array = StructArray::try_new(fields, columns, None);
    let array = array.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyArray::from_array_ref(Arc::new(array)).to_pyarrow(py)?.unbind())
}
