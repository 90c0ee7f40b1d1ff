//! Documents: where they come from, files, standard input and patches given in
//! line, and where in those they stand; JSON or YAML, one document or many.

mod format;
mod split;
mod stream;

use core::ops::Range;
use std::borrow::Cow;

use serde_json::value::RawValue;
use smp_core::{Document, Path};

pub(crate) use format::Format;
pub(crate) use stream::{Block, Blocks, name, unreadable};

use crate::args::LimitArgs;
use crate::report::{Many, Report};
use crate::{locate, yaml};
pub(crate) use split::Piece;
use split::Splitter;

/// Text of whole documents, a file or a part of one.
#[derive(Debug)]
pub(crate) struct Source {
    /// What messages call the file.
    name: String,
    text: String,
    /// How the file begins.
    format: Format,
    pieces: Vec<Piece>,
    /// Of the file, before the text.
    lines_before: usize,
}

/// How the text of a document is spread over lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// JSON on one line.
    OneLine,
    /// Over several lines, indented by so many spaces, if one can tell.
    Lines(Option<usize>),
}

/// One document of a source, as JSON text.
#[derive(Debug)]
pub(crate) struct Input<'s> {
    source: &'s Source,
    piece: &'s Piece,
    json: Cow<'s, str>,
}

impl Source {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: &str, limits: LimitArgs) -> Result<Self, Report> {
        Blocks::open(path, limits)?.all()
    }

    /// Takes text that was given on the command line.
    pub(crate) fn inline(name: &str, text: &str) -> Self {
        let format = format::sniff(text.as_bytes(), true).unwrap_or(Format::Yaml);
        Self {
            name: name.to_owned(),
            text: text.to_owned(),
            format,
            pieces: Splitter::new(format, 0).all(text),
            lines_before: 0,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// How the file begins.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Every document, in order. None at all is an error. Prints warnings.
    pub(crate) fn documents(&self) -> Result<Vec<Input<'_>>, Report> {
        let mut warnings = Many::default();
        let documents = self.pieces().filter_map(|piece| {
            // Read to the first that is wrong.
            self.document(piece, &mut warnings).transpose()
        });
        let documents = documents.collect::<Result<Vec<_>, Report>>();
        warnings.into_reports().iter().for_each(Report::print_warning);
        let documents = documents?;
        if documents.is_empty() { Err(no_document(&self.name)) } else { Ok(documents) }
    }

    /// The one document of this source. More is an error.
    pub(crate) fn single(&self) -> Result<Input<'_>, Report> {
        let mut documents = self.documents()?;
        match (documents.pop(), documents.len()) {
            (Some(document), 0) => Ok(document),
            (_, others) => {
                Err(Report::new(format!("{} holds {} documents", self.name, others + 1))
                    .help("give a file with one document"))
            }
        }
    }

    /// The parts that hold one document or none.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter()
    }

    /// How many documents there are, null ones included.
    pub(crate) fn count(&self) -> usize {
        self.pieces.iter().filter(|piece| piece.has_content()).count()
    }

    /// The document of a piece, if it has content.
    pub(crate) fn document<'s>(
        &'s self,
        piece: &'s Piece,
        warnings: &mut Many,
    ) -> Result<Option<Input<'s>>, Report> {
        let text = self.text.get(piece.range.clone()).unwrap_or_default();
        let json = match piece.format {
            Format::Yaml => match self.yaml(piece, text, warnings)? {
                Some(json) => Cow::Owned(json),
                None => return Ok(None),
            },
            Format::Json => Cow::Borrowed(text),
        };
        Ok(Some(Input { source: self, piece, json }))
    }

    fn yaml(
        &self,
        piece: &Piece,
        text: &str,
        warnings: &mut Many,
    ) -> Result<Option<String>, Report> {
        let document = yaml::parse(text).map_err(|fault| {
            let report = Report::new(format!("invalid YAML: {}", fault.message));
            match fault.span {
                Some(span) => self.show(report, piece, span, ""),
                None => report.note(format!("in {}", self.name)),
            }
        })?;
        let Some(document) = document else { return Ok(None) };
        let mut found = Vec::new();
        let json = document.to_json(text, &mut found);
        for yaml::Warning { scalar, reading, span } in found {
            warnings.push(|| {
                let report = Report::new(format!("{scalar:?} is taken for a string"));
                self.show(report, piece, span, format!("kubectl reads this as {reading}"))
                    .help(format!("write {reading} to mean that, or quote it to mean the string"))
            });
        }
        Ok(Some(json))
    }

    fn invalid_json(&self, error: &serde_json::Error, piece: &Piece, text: &str) -> Report {
        let message = error.to_string();
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&suffix).unwrap_or(&message);
        let lines = text.split_inclusive('\n');
        let line: usize = lines.take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = (line + error.column().saturating_sub(1)).min(text.len());
        self.show(Report::new(format!("invalid JSON: {message}")), piece, at..at, "")
    }

    /// Shows a place of a piece.
    fn show(
        &self,
        report: Report,
        piece: &Piece,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Report {
        let start = piece.range.start;
        let span = start + span.start..start + span.end;
        report.at(&self.name, &self.text, self.lines_before, span, label)
    }
}

impl<'s> Input<'s> {
    pub(crate) fn source(&self) -> &'s Source {
        self.source
    }

    /// The document as JSON text, valid if there is a
    /// [`document`](Self::document).
    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    /// The document, borrowing from this.
    pub(crate) fn document(&self) -> Result<Document<'_>, Report> {
        Document::from_json(&self.json).map_err(|error| {
            // Read once more, by the one who knows the place.
            match serde_json::from_str::<&RawValue>(&self.json) {
                Err(error) if self.piece.format == Format::Json => {
                    self.source.invalid_json(&error, self.piece, &self.json)
                }
                _ => self.report(&Path::root(), format!("{error}"), ""),
            }
        })
    }

    pub(crate) fn format(&self) -> Format {
        self.piece.format
    }

    /// The text of the document as it stands in its piece: what is before it,
    /// itself, and what is after it.
    pub(crate) fn surroundings(&self) -> (&'s str, &'s str, &'s str) {
        let Piece { range, body, .. } = self.piece;
        let text = |range: Range<usize>| self.source.text.get(range).unwrap_or_default();
        (text(range.start..body.start), text(body.clone()), text(body.end..range.end))
    }

    /// How the document is laid out, for output that looks alike.
    pub(crate) fn layout(&self) -> Layout {
        match self.piece.format {
            Format::Yaml => Layout::Lines(None),
            Format::Json => match self.json.split_once('\n') {
                None => Layout::OneLine,
                Some((_, rest)) => {
                    let indent = rest.len() - rest.trim_start_matches(' ').len();
                    Layout::Lines((1..=8).contains(&indent).then_some(indent))
                }
            },
        }
    }

    /// A report about a place in this document.
    pub(crate) fn report(
        &self,
        path: &Path,
        title: impl Into<String>,
        label: impl Into<String>,
    ) -> Report {
        let report = Report::new(title);
        let text = self.source.text.get(self.piece.range.clone()).unwrap_or_default();
        let span = match self.piece.format {
            Format::Yaml => locate::in_yaml(text, path),
            Format::Json => locate::in_json(text, path),
        };
        match span {
            Some(span) => self.source.show(report, self.piece, span, label),
            None => report.note(format!("in {}, {path}", self.source.name)),
        }
    }
}

/// What is said of a file without documents.
pub(crate) fn no_document(name: &str) -> Report {
    Report::new(format!("{name} holds no document")).help("it is empty, or has only comments in it")
}
