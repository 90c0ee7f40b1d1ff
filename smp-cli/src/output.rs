//! Writing documents to standard output: all of them at the end, or none.

use std::io::{self, Write as _};

use smp_core::{Document, Error, ErrorKind};

use crate::args::OutputFormat;
use crate::input::{Format, Layout};
use crate::report::Report;
use crate::{limits, yaml};

/// Spaces a level of JSON, as kubectl prints it.
const JSON_INDENT: usize = 4;

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
        let format = asked.unwrap_or(match like {
            Format::Yaml => OutputFormat::Yaml,
            Format::Json => OutputFormat::Json,
        });
        Self { format, text: String::new(), documents: 0 }
    }

    /// Adds a document, laid out like the one it came from.
    pub(crate) fn push(&mut self, document: &Document<'_>, like: Layout) -> Result<(), Report> {
        let written = match (self.format, like) {
            (OutputFormat::Yaml, _) => {
                if self.documents > 0 {
                    self.text.push_str("---\n");
                }
                yaml::write(document, &mut self.text)
            }
            (OutputFormat::Json, Layout::OneLine) => {
                self.text.push_str(&document.to_json());
                self.text.push('\n');
                Ok(())
            }
            (OutputFormat::Json, Layout::Lines(indent)) => {
                let indent = indent.unwrap_or(JSON_INDENT);
                document.to_json_pretty(indent).map_err(|error| message(&error)).map(|json| {
                    self.text.push_str(&json);
                    self.text.push('\n');
                })
            }
        };
        self.documents += 1;
        written.map_err(|error| Report::new(format!("cannot write the result: {error}")))
    }

    /// Prints. Whoever closed standard output wants no message about it.
    pub(crate) fn print(self) -> Result<(), Report> {
        let mut stdout = io::stdout().lock();
        match stdout.write_all(self.text.as_bytes()).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Report::new(format!("cannot write to standard output: {error}")))
            }
            _ => Ok(()),
        }
    }
}
