//! Processing a block of documents.

use std::panic::{AssertUnwindSafe, catch_unwind};

use smp_core::Document;

use super::{Process, Visited, bug};
use crate::args::{DiffStyle, RewriteArgs};
use crate::difference::{checked_object, difference, one_sided};
use crate::fingerprint::Fingerprint;
use crate::identity::Identity;
use crate::input::{Block, Format, Input, Piece, Source};
use crate::masking::masked;
use crate::objects::visit_objects;
use crate::output;
use crate::place::ObjectPlace;
use crate::report::{CappedReports, Checked, LeftOut, Report, collect};
use crate::schemas::Schemas;
use crate::sink::Written;

/// A block to process.
pub(super) struct Job {
    /// The number of the file.
    pub(super) file: usize,
    pub(super) block: Block,
    /// Whether the block has the only document of the input. Known if the reader
    /// was asked for two documents in the first block.
    pub(super) is_single_document: bool,
    /// Where the results go, with the format to print in: `None` if files are rewritten, or would be.
    pub(super) output: RewriteArgs,
    /// Whether the file was found in a directory or by a pattern: if so, its documents need not be
    /// Kubernetes objects.
    pub(super) is_found: bool,
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
    pub(super) documents: Vec<DocumentResult<F>>,
    /// Unchanged text after the last document, if its text is kept.
    pub(super) rest: String,
}

/// The result of a document.
pub(super) struct DocumentResult<F> {
    pub(super) warnings: Vec<Report>,
    /// The entry of a report: the object, and the note that it would be changed.
    pub(super) checked: Option<(Checked, Option<Report>)>,
    pub(super) result: Result<(Written, Work<F>), Report>,
}

/// The work on a document.
pub(super) enum Work<F> {
    /// It was processed, with these findings and lines about what was done.
    Done(F, Vec<String>),
    /// It was left out, for this reason.
    LeftOut(LeftOut),
}

impl<F> DocumentResult<F> {
    /// An error that is not about a particular document.
    fn failed(report: Report) -> Self {
        Self { warnings: Vec::new(), checked: None, result: Err(report) }
    }

    /// Whether the document was processed, not left out.
    fn is_object(&self) -> bool {
        !matches!(self.result, Ok((_, Work::LeftOut(_))))
    }
}

impl Job {
    /// Processes the block, on any thread with the stack size of a worker.
    pub(super) fn processed<P: Process>(self, process: &P) -> BlockResult<P::Findings> {
        let results = catch_unwind(AssertUnwindSafe(|| self.results(process)));
        let (mut documents, rest) =
            results.unwrap_or_else(|_| (vec![DocumentResult::failed(bug())], String::new()));
        let Self { file, block: Block { source, last, fingerprint, error }, .. } = self;
        documents.extend(error.map(DocumentResult::failed));
        BlockResult { file, last, fingerprint, bytes: source.text().len(), documents, rest }
    }

    fn source(&self) -> &Source {
        &self.block.source
    }

    /// Whether the text around the values of a document in this format is kept.
    fn keeps_text(&self, format: Format) -> bool {
        let is_yaml = format == Format::Yaml && !self.output.style.reformat;
        self.output.output.is_none_or(|asked| asked == Format::Yaml && is_yaml)
    }

    /// Whether only the changes are shown, by field.
    fn shows_fields(&self) -> bool {
        self.output.preview.diff == Some(DiffStyle::Fields)
    }

    /// The results of the documents, and the unchanged text after the last one.
    fn results<P: Process>(&self, process: &P) -> (Vec<DocumentResult<P::Findings>>, String) {
        let mut documents = Vec::new();
        // The end of the text that is already in a result, if the text is kept.
        let mut done = 0;
        let mut keeps = self.keeps_text(self.source().format());
        for piece in self.source().pieces() {
            let mut warnings = CappedReports::default();
            let mut checked = None;
            let Some(input) = self.source().document(piece, &mut warnings).transpose() else {
                continue;
            };
            let result = match input.and_then(|input| Ok((self.leaves_out(&input)?, input))) {
                Ok((false, input)) => {
                    let visited = self.visited(&input, process);
                    if collect::is_on() {
                        let visited = visited.as_ref().ok();
                        checked = self.report_entry(&input, visited, process.schemas());
                    }
                    visited.and_then(|(document, visited)| {
                        let Visited { changes, findings, lines, .. } = visited;
                        let written = if self.shows_fields() {
                            Written::separate(changes, Format::Json)
                        } else {
                            let document = document.as_ref();
                            self.write(&input, piece, document, &mut done, &mut warnings).map_err(
                                |report| report.note(format!("in {}", self.source().name())),
                            )?
                        };
                        Ok((written, Work::Done(findings, lines)))
                    })
                }
                Ok((true, _)) => Ok(self.left_out(piece, LeftOut::NoObject, &mut done)),
                Err(report) if self.is_found => {
                    let text = &self.source().text()[piece.range.clone()];
                    let left_out = report.left_out(text, self.source().is_strict());
                    left_out.map(|reason| self.left_out(piece, reason, &mut done))
                }
                Err(report) => Err(report),
            };
            if let Ok((written, _)) = &result {
                keeps = written.is_original_text;
            }
            documents.push(DocumentResult { warnings: warnings.into_reports(), checked, result });
        }
        // Nothing is printed for a file without objects.
        keeps &= self.output.output.is_none()
            || documents.iter().any(DocumentResult::is_object)
            || !self.is_found;
        let rest = if keeps { self.source().text()[done..].to_owned() } else { String::new() };
        (documents, rest)
    }

    /// Whether a document is left out because it is not an object. In a file that the user named, such
    /// a document is an error.
    fn leaves_out(&self, input: &Input<'_>) -> Result<bool, Report> {
        Ok(self.is_found && !Identity::of(&input.document()?).is_object())
    }

    /// The document after the work on its objects; `None` if it is removed.
    fn visited<'d, P: Process>(
        &self,
        input: &'d Input<'_>,
        process: &'d P,
    ) -> Result<(Option<Document<'d>>, Visited<P::Findings>), Report> {
        let is_single_document = self.is_single_document;
        let mut visited = Visited { is_single_document, ..Visited::default() };
        let document = visit_objects(process.schemas(), input, |object, place| {
            process.object(object, place, &mut visited)
        })?;
        Report::all(core::mem::take(&mut visited.errors))?;
        let is_left_out = process.leaves_out_others() && !visited.any_chosen;
        Ok((document.filter(|_| !is_left_out), visited))
    }

    /// The output for a document that is left out: none, or its old text if a file is rewritten.
    fn left_out<F>(&self, piece: &Piece, reason: LeftOut, done: &mut usize) -> (Written, Work<F>) {
        if self.shows_fields() {
            return (Written::separate(String::new(), Format::Json), Work::LeftOut(reason));
        }
        let start = core::mem::replace(done, piece.range.end);
        let text = self.source().text()[start..piece.range.end].to_owned();
        let written = Written::separate(text, piece.format);
        let (is_original_text, removed) =
            (self.keeps_text(piece.format), self.output.output.is_some());
        let written = Written { is_original_text, changed: false, removed, ..written };
        (written, Work::LeftOut(reason))
    }

    /// The entry of a report for a document, with a note on its change if nothing is written.
    fn report_entry<F>(
        &self,
        input: &Input<'_>,
        visited: Option<&(Option<Document<'_>>, Visited<F>)>,
        schemas: &Schemas,
    ) -> Option<(Checked, Option<Report>)> {
        let before = input.document().ok()?;
        let identity = Identity::of(&before);
        let object = ObjectPlace { identity: &identity, input, at: &[] };
        let note = self.output.preview.diff.and(visited).and_then(|(after, _)| match after {
            Some(after) => difference(object, (&before, after), schemas),
            None => Some(one_sided(object, "is removed")),
        });
        Some((checked_object(object), note))
    }

    /// The text of a document before and after the change, with masks if it has values that are not
    /// shown.
    fn masked(
        &self,
        input: &Input<'_>,
        after: Option<&Document<'_>>,
    ) -> Result<Option<(String, String)>, Report> {
        let before = input.document()?;
        let written = |document: &Document<'_>| {
            let reformat = self.output.style.reformat;
            let mut notes = CappedReports::default();
            let text = output::replacement_text(input, document, reformat, &mut notes)?;
            Ok::<_, Report>(text.unwrap_or_else(|| input.text().to_owned()))
        };
        let masked = match after {
            Some(after) => {
                masked(None, [&before, after])?.map(|[before, after]| (before, Some(after)))
            }
            None => masked(None, [&before])?.map(|[before]| (before, None)),
        };
        let text = |document: &Option<_>| document.as_ref().map_or(Ok(String::new()), &written);
        masked.map(|(before, after)| Ok((written(&before)?, text(&after)?))).transpose()
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
        if let Some(format) = self.output.output.filter(|_| !self.keeps_text(input.format())) {
            if let Some(document) = document {
                output::render(document, format, input.indent(), &mut text)?;
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
        let format = input.format();
        let changed = new.is_some();
        let shown = changed && self.output.preview.diff.is_some();
        let mut before = shown.then(|| self.source().text()[start..piece.range.end].to_owned());
        let is_patch = self.output.preview.diff == Some(DiffStyle::Patch);
        let hides =
            is_patch && (hides(&input.document()?)? || document.map_or(Ok(false), hides)?);
        if shown
            && !is_patch
            && let Some(masked) = self.masked(input, document)?
        {
            let between = &self.source().text()[start..end];
            before = Some(format!("{between}{}", masked.0));
            text = format!("{between}{}", masked.1);
        }
        Ok(Written { text, before, is_original_text: true, format, changed, removed, hides })
    }
}

/// Whether a document has values that are not shown.
pub(crate) fn hides(document: &Document<'_>) -> Result<bool, Report> {
    Ok(masked(None, [document])?.is_some_and(|[masked]| masked.to_json() != document.to_json()))
}
