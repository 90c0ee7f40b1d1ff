//! The printer of a preview, which prints changes while documents are processed.

use std::ops::ControlFlow;
use std::time::Duration;

use super::hunks::Hunks;
use super::paint::Paint;
use super::sets::NOTHING;
use crate::args::{DiffStyle, FileArg};
use crate::fingerprint::Fingerprint;
use crate::input::Format;
use crate::masking::shown_text;
use crate::output::Printer;
use crate::report::{Report, say};
use crate::sink::{Sink, Written};

/// Prints the changes that a run would make in files.
pub(crate) struct PreviewPrinter<'p> {
    printer: Printer,
    style: DiffStyle,
    paint: Paint,
    files: &'p [FileArg],
    /// The number of the current file.
    at: usize,
    /// The diff of the text of the current file.
    hunks: Option<Hunks>,
    /// Whether there was a change in the current file.
    changes: bool,
    /// The number of files before it with a change.
    changed: usize,
}

impl<'p> PreviewPrinter<'p> {
    pub(crate) fn new(style: DiffStyle, files: &'p [FileArg]) -> Self {
        let (printer, paint) = (Printer::default(), Paint::of_stdout());
        Self { printer, style, paint, files, at: 0, hunks: None, changes: false, changed: 0 }
    }

    /// Adds a part of the text of the current file before and after the change.
    fn compare(&mut self, before: &str, after: &str) -> Result<ControlFlow<()>, Report> {
        let (at, paint, files) = (self.at, self.paint, self.files);
        let hunks = self.hunks.get_or_insert_with(|| {
            let name = files.get(at).map(FileArg::name).unwrap_or_default();
            Hunks::new((&name, &name), paint)
        });
        hunks.push(&shown_text(before), &shown_text(after));
        let text = hunks.take();
        self.print(text)
    }

    fn print(&mut self, text: String) -> Result<ControlFlow<()>, Report> {
        if text.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        self.changes = true;
        // Nothing is between texts in this format.
        self.printer.put(&Written::separate(text, Format::Json))
    }
}

impl Sink for PreviewPrinter<'_> {
    fn put(&mut self, result: &Written) -> Result<ControlFlow<()>, Report> {
        match self.style {
            DiffStyle::Fields => self.print(result.text.clone()),
            DiffStyle::Text => {
                let before = result.before.as_deref().unwrap_or(&result.text);
                self.compare(before, &result.text)
            }
        }
    }

    fn put_new(&mut self, name: &str, result: &Written) -> Result<ControlFlow<()>, Report> {
        if self.style == DiffStyle::Fields {
            return self.put(result);
        }
        let mut hunks = Hunks::new((NOTHING, name), self.paint);
        hunks.push("", &shown_text(&result.text));
        self.print(hunks.finish())
    }

    fn put_unchanged(&mut self, text: &str) -> Result<(), Report> {
        match self.style {
            DiffStyle::Fields => Ok(()),
            DiffStyle::Text => self.compare(text, text).map(drop),
        }
    }

    fn end_of_file(&mut self, _fingerprint: Option<Fingerprint>) -> Result<(), Report> {
        self.at += 1;
        let rest = self.hunks.take().map(Hunks::finish).unwrap_or_default();
        let _ = self.print(rest)?;
        self.changed += usize::from(core::mem::take(&mut self.changes));
        Ok(())
    }

    fn flush_after(&self) -> Option<Duration> {
        self.printer.flush_after()
    }

    fn flush(&mut self) -> Result<ControlFlow<()>, Report> {
        self.printer.flush()
    }

    fn abort(&mut self) -> Option<String> {
        self.printer.abort()
    }

    fn finish(&mut self) -> Result<(), Report> {
        self.printer.finish()?;
        if let all @ 2.. = self.files.len() {
            say(&format!("{} of {all} files would change", self.changed));
        }
        Ok(())
    }

    fn has_shown_changes(&self) -> bool {
        self.changes || self.changed > 0
    }
}
