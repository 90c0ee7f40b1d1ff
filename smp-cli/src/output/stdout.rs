//! Printing to standard output.

use std::io;

use smp_core::Document;

use super::edited::edited_yaml;
use super::render::{render, separator};
use crate::console::write_output;
use crate::input::{Format, Input};
use crate::report::{CappedReports, Report};

/// Documents that are printed together, after all of them have been made without
/// an error.
#[derive(Debug)]
pub(crate) struct Output {
    format: Format,
    text: String,
}

impl Output {
    /// Prints in the format that the user requested, or else in that of the input.
    pub(crate) fn new(asked: Option<Format>, input: Format) -> Self {
        Self { format: asked.unwrap_or(input), text: String::new() }
    }

    /// Adds a document. JSON has `indent` spaces per level, or is on one line.
    pub(crate) fn push(
        &mut self,
        document: &Document<'_>,
        indent: Option<usize>,
    ) -> Result<(), Report> {
        if !self.text.is_empty() {
            self.text.push_str(separator(self.format));
        }
        render(document, self.format, indent, &mut self.text)
    }

    /// Adds a new version of a document. In YAML it is the text of the old version with edits, unless
    /// `reformat`.
    pub(crate) fn push_edited(
        &mut self,
        document: &Document<'_>,
        input: &Input<'_>,
        reformat: bool,
    ) -> Result<(), Report> {
        let reformat = reformat || self.format != Format::Yaml || !self.text.is_empty();
        let mut warnings = CappedReports::default();
        let Some(text) = edited_yaml(input, document, reformat, &mut warnings)? else {
            return self.push(document, input.indent());
        };
        warnings.into_reports().iter().for_each(Report::print_warning);
        self.text.push_str(&text);
        Ok(())
    }

    /// Prints the documents. It is not an error if the reader has closed the pipe.
    pub(crate) fn print(self) -> Result<(), Report> {
        print(self.text.as_bytes()).map(drop)
    }
}

/// Prints bytes. False if the reader has closed the pipe.
pub(crate) fn print(bytes: &[u8]) -> Result<bool, Report> {
    match write_output(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Report::new(format!("cannot write to standard output: {error}"))),
    }
}
