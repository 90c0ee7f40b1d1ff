//! Processing a block of documents.

use std::panic::{AssertUnwindSafe, catch_unwind};

use smp_core::Document;

use super::{Process, Processed, bug};
use crate::args::{DiffStyle, OutputFormat, RewriteArgs};
use crate::difference::{checked_object, one_sided};
use crate::fingerprint::Fingerprint;
use crate::identity::Identity;
use crate::input::{Block, Format, Input, Piece, Source};
use crate::output;
use crate::place::ObjectPlace;
use crate::report::{CappedReports, Checked, Report, collect};
use crate::sink::Written;

/// A block to process.
pub(super) struct Job {
    /// The number of the file.
    pub(super) file: usize,
    pub(super) block: Block,
    /// Whether the block has the only document of the input. Known if the reader
    /// was asked for two documents in the first block.
    pub(super) is_single_document: bool,
    /// The format to print in; `None` if files are rewritten, or would be.
    pub(super) format: Option<OutputFormat>,
    /// Where the results go.
    pub(super) output: RewriteArgs,
    /// Whether documents that are no Kubernetes objects are skipped.
    pub(super) skips_non_objects: bool,
}

/// The results of a block.
pub(super) struct BlockResult<F> {
    /// The number of the file.
    pub(super) file: usize,
    /// Whether the block is the last one of the file.
    pub(super) last: bool,
    pub(super) fingerprint: Option<Fingerprint>,
    /// The length of the text of the block.
    pub(super) bytes: usize,
    /// The results up to the first document with an error.
    pub(super) documents: Vec<DocumentResult<F>>,
    /// Unchanged text after the last document, if its text is kept.
    pub(super) rest: String,
}

/// The result of a document.
pub(super) struct DocumentResult<F> {
    pub(super) warnings: Vec<Report>,
    /// The entry of a report: the object, and the note that it would be changed.
    pub(super) checked: Option<(Checked, Option<Report>)>,
    /// The output and the findings. Without findings the document is no Kubernetes object and was
    /// left out.
    pub(super) result: Result<(Written, Option<F>), Report>,
}

impl<F> DocumentResult<F> {
    /// Whether the document was processed, as objects are.
    fn is_object(&self) -> bool {
        !matches!(self.result, Ok((_, None)))
    }
}

impl Job {
    /// The results of the block, on any thread whose stack is that of a worker.
    pub(super) fn processed<P: Process>(self, process: &P) -> BlockResult<P::Findings> {
        let results = catch_unwind(AssertUnwindSafe(|| self.results(process)));
        let (documents, rest) = results.unwrap_or_else(|_| {
            let (warnings, checked, result) = (Vec::new(), None, Err(bug()));
            (vec![DocumentResult { warnings, checked, result }], String::new())
        });
        let Self { file, block: Block { source, last, fingerprint }, .. } = self;
        BlockResult { file, last, fingerprint, bytes: source.text().len(), documents, rest }
    }

    fn source(&self) -> &Source {
        &self.block.source
    }

    /// Whether only the changes are shown, by field.
    fn shows_fields(&self) -> bool {
        self.output.preview.diff == Some(DiffStyle::Fields)
    }

    /// The results of the documents, up to the first error.
    fn results<P: Process>(&self, process: &P) -> (Vec<DocumentResult<P::Findings>>, String) {
        let mut documents = Vec::new();
        // The end of the text that is already in a result, if the text is kept.
        let mut done = 0;
        let is_yaml = self.source().format() == Format::Yaml && !self.output.style.reformat;
        let mut keeps = self.format.is_none_or(|format| format == OutputFormat::Yaml && is_yaml);
        for piece in self.source().pieces() {
            let mut warnings = CappedReports::default();
            let mut checked = None;
            let result = match self.source().document(piece, &mut warnings) {
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
                        if self.shows_fields() {
                            return Ok((fields(changes), Some(findings)));
                        }
                        let document = document.as_ref();
                        let written = self.write(&input, piece, document, &mut done, &mut warnings);
                        let place = || format!("in {}", self.source().name());
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
        let rest = if keeps { self.source().text()[done..].to_owned() } else { String::new() };
        (documents, rest)
    }

    /// The output for a document that is no object: none, or its old text if a file is rewritten.
    fn left_out(
        &self,
        input: &Input<'_>,
        piece: &Piece,
        done: &mut usize,
        warnings: &mut CappedReports,
    ) -> Result<Written, Report> {
        if self.shows_fields() {
            return Ok(fields(String::new()));
        }
        if self.format.is_some() {
            return self.write(input, piece, None, done, warnings);
        }
        let start = core::mem::replace(done, piece.range.end);
        let text = self.source().text()[start..piece.range.end].to_owned();
        let written = Written::separate(text, input.format().into());
        Ok(Written { is_original_text: true, changed: false, ..written })
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
        let object = ObjectPlace { identity: &identity, input, at: &[] };
        let note = self.output.preview.diff.and(processed.ok()).and_then(|it| match &it.document {
            Some(after) => command.difference(object, (&before, after)),
            None => Some(one_sided(object, "is removed")),
        });
        Some((checked_object(object), note))
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
        let keeps_yaml = input.yaml().is_some() && !self.output.style.reformat;
        if let Some(format) = self.format
            && (format != OutputFormat::Yaml || !keeps_yaml)
        {
            if let Some(document) = document {
                output::render(document, format, input.layout(), &mut text)?;
            }
            return Ok(Written { removed, ..Written::separate(text, format) });
        }
        text.push_str(&self.source().text()[start..end]);
        let new = match document {
            Some(document) => {
                output::replacement_text(input, document, self.output.style.reformat, warnings)?
            }
            None => Some(String::new()),
        };
        text.push_str(new.as_deref().unwrap_or(&self.source().text()[piece.range.clone()]));
        let format = input.format().into();
        let changed = new.is_some();
        let shown = changed && self.output.preview.diff.is_some();
        let before = shown.then(|| self.source().text()[start..piece.range.end].to_owned());
        Ok(Written { text, before, is_original_text: true, format, changed, removed })
    }
}

/// Whether the document is a Kubernetes object. A document that cannot be read counts as one, so
/// that the command reports it.
fn is_object(input: &Input<'_>) -> bool {
    input.document().map_or(true, |document| Identity::of(&document).is_object())
}

/// The changes of a document, by field, as its result.
fn fields(text: String) -> Written {
    let changed = !text.is_empty();
    Written { changed, ..Written::separate(text, OutputFormat::Json) }
}
