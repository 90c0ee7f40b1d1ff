//! Documents, values and tables as text.

use std::fmt::Write as _;

use serde::Serialize;
use smp_core::{Document, Error, ErrorKind};

use crate::args::OutputFormat;
use crate::input::Layout;
use crate::limits;
use crate::report::{Report, escape};

/// Spaces a level of JSON, as kubectl prints it.
pub(crate) const JSON_INDENT: usize = 4;

/// The line between two documents.
pub(super) fn separator(format: OutputFormat) -> &'static str {
    match format {
        OutputFormat::Yaml => "---\n",
        OutputFormat::Json => "",
    }
}

/// Appends a document, in the layout of the document it was made of.
pub(crate) fn render(
    document: &Document<'_>,
    format: OutputFormat,
    layout: Layout,
    out: &mut String,
) -> Result<(), Report> {
    let written = match (format, layout) {
        (OutputFormat::Yaml, _) => smp_yaml::write(document, out),
        (OutputFormat::Json, Layout::OneLine) => {
            out.push_str(&document.to_json());
            out.push('\n');
            Ok(())
        }
        (OutputFormat::Json, Layout::Lines(indent)) => {
            let indent = indent.unwrap_or(JSON_INDENT);
            document.to_json_pretty(indent).map_err(|error| error_text(&error)).map(|json| {
                out.push_str(&json);
                out.push('\n');
            })
        }
    };
    written.map_err(|error| cannot_write(&error))
}

/// The error about a result that cannot be written.
pub(crate) fn cannot_write(message: &str) -> Report {
    let report = Report::new(format!("cannot write the result: {message}"));
    if message == limits::too_deep() {
        report.help("give the input as JSON on one line: such output may have any depth")
    } else {
        report
    }
}

/// A value as JSON for programs, with a line break at the end.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String, Report> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| cannot_write(&error.to_string()))
}

fn error_text(error: &Error) -> String {
    match error.kind() {
        ErrorKind::Depth => limits::too_deep(),
        _ => error.to_string(),
    }
}

/// A table for people: rows of cells in columns, the first row being the header. Columns without a cell are left out.
/// `O(n)`.
pub(crate) fn in_columns(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<_>> =
        rows.iter().map(|row| row.iter().map(|cell| escape(cell)).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widths: Vec<_> = cells.map(|cell| cell.chars().count()).collect();
        match widths.split_first() {
            Some((&header, cells)) if cells.iter().any(|&width| width > 0) => {
                cells.iter().copied().max().unwrap_or_default().max(header)
            }
            _ => 0,
        }
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            let _ = write!(line, "{cell:width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
