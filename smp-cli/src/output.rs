//! Writing documents to standard output.

mod printer;

use std::io::{self, Write as _};

use smp_core::{Document, Error, ErrorKind};

use crate::args::OutputFormat;
use crate::input::{Format, Layout};
use crate::report::Report;
use crate::{limits, yaml};

pub(crate) use printer::Printer;

/// Spaces a level of JSON, as kubectl prints it.
pub(crate) const JSON_INDENT: usize = 4;

/// What stands between two documents.
fn separator(format: OutputFormat) -> &'static str {
    match format {
        OutputFormat::Yaml => "---\n",
        OutputFormat::Json => "",
    }
}

impl From<Format> for OutputFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Yaml => Self::Yaml,
            Format::Json => Self::Json,
        }
    }
}

/// Appends a document, laid out like the one it came from.
pub(crate) fn render(
    document: &Document<'_>,
    format: OutputFormat,
    like: Layout,
    out: &mut String,
) -> Result<(), Report> {
    let written = match (format, like) {
        (OutputFormat::Yaml, _) => yaml::write(document, out),
        (OutputFormat::Json, Layout::OneLine) => {
            out.push_str(&document.to_json());
            out.push('\n');
            Ok(())
        }
        (OutputFormat::Json, Layout::Lines(indent)) => {
            let indent = indent.unwrap_or(JSON_INDENT);
            document.to_json_pretty(indent).map_err(|error| message(&error)).map(|json| {
                out.push_str(&json);
                out.push('\n');
            })
        }
    };
    written.map_err(|error| {
        let report = Report::new(format!("cannot write the result: {error}"));
        if error == limits::too_deep() {
            report.help("JSON on one line is printed as JSON on one line, of any depth")
        } else {
            report
        }
    })
}

fn message(error: &Error) -> String {
    match error.kind() {
        ErrorKind::Depth => limits::too_deep(),
        _ => error.to_string(),
    }
}

/// What is to be printed once everything has gone well.
#[derive(Debug)]
pub(crate) struct Output {
    format: OutputFormat,
    text: String,
    documents: usize,
}

impl Output {
    /// Prints in the format that the user asked for, else in that of `like`.
    pub(crate) fn new(asked: Option<OutputFormat>, like: Format) -> Self {
        Self { format: asked.unwrap_or(like.into()), text: String::new(), documents: 0 }
    }

    /// Adds a document, laid out like the one it came from.
    pub(crate) fn push(&mut self, document: &Document<'_>, like: Layout) -> Result<(), Report> {
        if self.documents > 0 {
            self.text.push_str(separator(self.format));
        }
        self.documents += 1;
        render(document, self.format, like, &mut self.text)
    }

    /// Prints. Whoever closed standard output wants no message about it.
    pub(crate) fn print(self) -> Result<(), Report> {
        print(self.text.as_bytes()).map(drop)
    }
}

/// Prints bytes; whether somebody read them.
fn print(bytes: &[u8]) -> Result<bool, Report> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Report::new(format!("cannot write to standard output: {error}"))),
    }
}
