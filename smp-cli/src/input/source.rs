//! The text of files, the parts of it that documents are in, and the places of messages.

use core::ops::Range;
use std::collections::HashSet;
use std::sync::OnceLock;

use crate::args::Validation;
use crate::limits::Kept;
use crate::masking;
use crate::report::{Lines, Place, Report};
use smp_yaml::{Format, Piece, documents};

/// Text of whole documents: a file or a part of one.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// The name of the file in messages.
    pub(super) name: String,
    pub(super) text: String,
    /// The format at the beginning of the file, if it has any text.
    pub(super) format: Option<Format>,
    pub(super) pieces: Vec<Piece>,
    /// Whether the first line of the file ends with CR LF.
    pub(super) crlf: bool,
    /// Whether a key that is in one object twice is an error.
    pub(super) refuse_repeated: bool,
    /// The lines of the file before the text.
    pub(super) lines_before: usize,
    /// The lines of the text, found for the first message.
    pub(super) lines: OnceLock<Lines>,
    /// Where the pieces begin whose values messages mask, found for the first message.
    pub(super) masked: OnceLock<HashSet<usize>>,
    /// The place in a file of the string that this text is from, if it is from one. For reports.
    pub(super) around: Option<Place>,
    /// The memory for the text of a file.
    pub(super) _kept: Kept,
}

impl Source {
    /// Text from the command line.
    pub(crate) fn inline(name: &str, text: &str, validation: Validation) -> Self {
        let pieces = documents(text);
        let format = pieces.first().map(|first| first.format);
        let (name, text) = (name.to_owned(), text.to_owned());
        let refuse_repeated = validation == Validation::Strict;
        Self { name, text, format, pieces, refuse_repeated, ..Self::default() }
    }

    /// Text in a string, at `place`, of one of the documents, which is read as these are.
    pub(crate) fn nested(&self, name: &str, text: &str, place: Option<&Place>) -> Self {
        Self {
            around: place.cloned(),
            refuse_repeated: self.refuse_repeated,
            ..Self::inline(name, text, Validation::Warn)
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the validation is strict: what is a warning elsewhere is an error.
    pub(crate) fn is_strict(&self) -> bool {
        self.refuse_repeated
    }

    /// The format at the beginning of the file.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Yaml)
    }

    /// The parts of the text, each with one document or none.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter()
    }

    /// The piece that begins at an offset.
    pub(crate) fn piece_at(&self, offset: usize) -> Option<&Piece> {
        let found = self.pieces.binary_search_by_key(&offset, |piece| piece.range.start);
        self.pieces.get(found.ok()?)
    }

    /// The number of documents; those that are null count, too.
    pub(crate) fn count(&self) -> usize {
        self.pieces.iter().filter(|piece| piece.has_content()).count()
    }

    /// A place in a piece, in words.
    pub(super) fn place_of(&self, piece: &Piece, at: usize) -> String {
        let lines = self.lines.get_or_init(|| Lines::of(&self.text));
        let found = lines.position(&self.text, piece.range.start + at);
        format!("line {}, column {}", self.lines_before + found.line + 1, found.column + 1)
    }

    /// Adds a place in a piece to a report.
    pub(super) fn with_place(
        &self,
        report: Report,
        piece: &Piece,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Report {
        let start = piece.range.start;
        let lines = self.lines.get_or_init(|| Lines::of(&self.text));
        let span = start + span.start..start + span.end;
        let report = report.at(&self.name, (&self.text, lines), self.lines_before, span, label);
        self.in_file(if self.is_masked(piece) { report.masked() } else { report })
    }

    /// Whether messages mask the values of a piece. All pieces are looked at once, as there may be a
    /// message for each line.
    pub(super) fn is_masked(&self, piece: &Piece) -> bool {
        let find = || {
            let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
            let ranges = self.pieces.iter().map(|piece| &piece.range);
            ranges.filter(|range| masking::hides(text(range))).map(|range| range.start).collect()
        };
        self.masked.get_or_init(find).contains(&piece.range.start)
    }

    /// Says for reports in which file a message is, unless it has a place there.
    pub(super) fn in_file(&self, report: Report) -> Report {
        match &self.around {
            Some(place) => report.within(place),
            None => report.in_file(&self.name),
        }
    }
}

/// Whether the first line ends with CR LF; `None` if there is no line break.
pub(super) fn ends_with_crlf(text: &str) -> Option<bool> {
    // A piece after `...` begins with the second half of a CR LF.
    let text = text.strip_prefix('\n').unwrap_or(text);
    memchr::memchr(b'\n', text.as_bytes()).map(|at| text[..at].ends_with('\r'))
}

/// The number of line breaks.
pub(super) fn count_lines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}
