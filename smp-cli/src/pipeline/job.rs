//! Processing a block of documents.

use std::panic::{AssertUnwindSafe, catch_unwind};

use smp_core::Document;

use super::event::{BlockResult, DocumentResult, Event, Job, bug};
use super::{Process, Processed};
use crate::args::{DiffStyle, OutputFormat};
use crate::difference::{Place, checked_object, one_sided};
use crate::identity::Identity;
use crate::input::{Format, Input, Piece};
use crate::output;
use crate::report::{CappedReports, Checked, Report, collect};
use crate::sink::Written;

impl Job {
    /// The results of the block, on any thread whose stack is that of a worker.
    pub(super) fn processed<P: Process>(&self, process: &P) -> Event<P::Findings> {
        let result = catch_unwind(AssertUnwindSafe(|| self.result(process))).unwrap_or_else(|_| {
            let document =
                DocumentResult { warnings: Vec::new(), checked: None, result: Err(bug()) };
            BlockResult { documents: vec![document], rest: String::new() }
        });
        Event::Processed(self.number, result)
    }

    /// The results of the documents, up to the first error.
    fn result<P: Process>(&self, process: &P) -> BlockResult<P::Findings> {
        let mut documents = Vec::new();
        // The end of the text that is already in a result, if the text is kept.
        let mut done = 0;
        let is_yaml = self.source.format() == Format::Yaml && !self.reformat;
        let mut keeps = self.format.is_none_or(|format| format == OutputFormat::Yaml && is_yaml);
        for piece in self.source.pieces() {
            let mut warnings = CappedReports::default();
            let mut checked = None;
            let result = match self.source.document(piece, &mut warnings) {
                Ok(None) => continue,
                Ok(Some(input)) if self.skips_non_objects && !is_object(&input) => {
                    let left_out = self.left_out(&input, piece, &mut done, &mut warnings);
                    left_out.map(|written| {
                        keeps = written.is_original_text;
                        (written, None)
                    })
                }
                Ok(Some(input)) => {
                    let processed = process.process(&input, self.is_single_document);
                    if collect::is_on() {
                        checked = self.report_entry(&input, processed.as_ref(), process);
                    }
                    processed.and_then(|Processed { document, changes, findings }| {
                        if self.preview == Some(DiffStyle::Fields) {
                            return Ok((fields(changes), Some(findings)));
                        }
                        let document = document.as_ref();
                        let written = self.write(&input, piece, document, &mut done, &mut warnings);
                        let place = || format!("in {}", self.source.name());
                        let written = written.map_err(|report| report.note(place()))?;
                        keeps = written.is_original_text;
                        Ok((written, Some(findings)))
                    })
                }
                Err(report) => Err(report),
            };
            let failed = result.is_err();
            let warnings = warnings.into_reports();
            documents.push(DocumentResult { warnings, checked, result });
            if failed {
                break;
            }
        }
        // Of a file in which there is no object, nothing is printed.
        keeps &= self.format.is_none()
            || documents.iter().any(DocumentResult::is_object)
            || !self.skips_non_objects;
        let rest = if keeps { self.source.text()[done..].to_owned() } else { String::new() };
        BlockResult { documents, rest }
    }

    /// The output for a document that is no object: none, or its old text if a file is rewritten.
    fn left_out(
        &self,
        input: &Input<'_>,
        piece: &Piece,
        done: &mut usize,
        warnings: &mut CappedReports,
    ) -> Result<Written, Report> {
        if self.preview == Some(DiffStyle::Fields) {
            return Ok(fields(String::new()));
        }
        if self.format.is_some() {
            return self.write(input, piece, None, done, warnings);
        }
        let start = core::mem::replace(done, piece.range.end);
        Ok(Written {
            text: self.source.text()[start..piece.range.end].to_owned(),
            before: None,
            is_original_text: true,
            format: input.format().into(),
            changed: false,
            removed: false,
        })
    }

    /// The entry of a report for a document, with a note on its change if nothing is written.
    fn report_entry<P: Process>(
        &self,
        input: &Input<'_>,
        processed: Result<&Processed<'_, P::Findings>, &Report>,
        command: &P,
    ) -> Option<(Checked, Option<Report>)> {
        let before = input.document().ok()?;
        let identity = Identity::of(&before);
        let place = Place { input, at: &[] };
        let note = self.preview.and(processed.ok()).and_then(|it| match &it.document {
            Some(after) => command.difference(&identity, place, (&before, after)),
            None => Some(one_sided(&identity, place, "is removed")),
        });
        Some((checked_object(&identity, place), note))
    }

    fn write(
        &self,
        input: &Input<'_>,
        piece: &Piece,
        document: Option<&Document<'_>>,
        done: &mut usize,
        warnings: &mut CappedReports,
    ) -> Result<Written, Report> {
        let mut text = String::new();
        let (start, end) = (core::mem::replace(done, piece.range.end), piece.range.start);
        let removed = document.is_none();
        let keeps_yaml = input.yaml().is_some() && !self.reformat;
        if let Some(format) = self.format
            && (format != OutputFormat::Yaml || !keeps_yaml)
        {
            if let Some(document) = document {
                output::render(document, format, input.layout(), &mut text)?;
            }
            return Ok(Written { removed, ..Written::separate(text, format) });
        }
        text.push_str(&self.source.text()[start..end]);
        let new = match document {
            Some(document) => output::replacement_text(input, document, self.reformat, warnings)?,
            None => Some(String::new()),
        };
        text.push_str(new.as_deref().unwrap_or(&self.source.text()[piece.range.clone()]));
        let format = input.format().into();
        let changed = new.is_some();
        let shown = changed && self.preview.is_some();
        let before = shown.then(|| self.source.text()[start..piece.range.end].to_owned());
        Ok(Written { text, before, is_original_text: true, format, changed, removed })
    }
}

/// Whether the document is a Kubernetes object. A document that cannot be read counts as one, so
/// that the command reports it.
fn is_object(input: &Input<'_>) -> bool {
    input.document().map_or(true, |document| Identity::of(&document).is_object())
}

/// The changes of a document, by field, as its result.
fn fields(changes: String) -> Written {
    let changed = !changes.is_empty();
    Written { changed, ..Written::separate(changes, OutputFormat::Json) }
}
