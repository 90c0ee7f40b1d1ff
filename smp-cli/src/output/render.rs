//! Documents as text.

use serde::Serialize;
use smp_core::{Document, Error, ErrorKind};

use crate::args::OutputFormat;
use crate::input::Layout;
use crate::limits;
use crate::report::Report;

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
