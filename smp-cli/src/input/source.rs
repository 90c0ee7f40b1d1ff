//! The text of files, the pieces of it with documents, and the places of messages.

use core::ops::Range;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::args::Validation;
use crate::limits::Kept;
use crate::masking;
use crate::report::{Lines, Place, Report};
use crate::secret::{Hidden, Of, hidden};
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
    /// Whether it is an error if an object has a key twice.
    pub(super) refuse_repeated: bool,
    /// Whether the documents are patches, which kubectl reads differently.
    pub(super) is_patch: bool,
    /// The number of lines of the file before the text.
    pub(super) lines_before: usize,
    /// An index of the lines of the text, built for the first message.
    pub(super) lines: OnceLock<Lines>,
    /// The `Of` of the documents: whether the objects that they are for are Secrets.
    pub(super) of: AtomicU8,
    /// The parts of pieces that messages do not show, by the beginning of the piece.
    pub(super) hidden: Mutex<HiddenParts>,
    /// If this text is from a string in a file, the place of that string, for reports.
    pub(super) around: Option<Place>,
    /// The memory for the text of a file.
    pub(super) _kept: Kept,
}

/// The parts that are not shown, by the beginning of the piece and its `Of`.
type HiddenParts = HashMap<(usize, Of), Arc<[Hidden]>>;

impl Source {
    /// Text from the command line.
    pub(crate) fn inline(name: &str, text: &str, validation: Validation) -> Self {
        let pieces = documents(text);
        let format = pieces.first().map(|first| first.format);
        let (name, text) = (name.to_owned(), text.to_owned());
        let refuse_repeated = validation == Validation::Strict;
        Self { name, text, format, pieces, refuse_repeated, ..Self::default() }
    }

    /// Text from a string at `place` in one of the documents, read with the same settings.
    pub(crate) fn nested(&self, name: &str, text: &str, place: Option<&Place>) -> Self {
        Self {
            around: place.cloned(),
            refuse_repeated: self.refuse_repeated,
            ..Self::inline(name, text, Validation::Warn)
        }
    }

    /// Marks the documents as patches.
    pub(crate) fn of_patches(self) -> Self {
        Self { is_patch: true, ..self }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the validation is strict, so that warnings become errors.
    pub(crate) fn is_strict(&self) -> bool {
        self.refuse_repeated
    }

    /// The format at the beginning of the file.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Yaml)
    }

    /// The parts of the text, each with at most one document.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter()
    }

    /// The piece that begins at an offset.
    pub(crate) fn piece_at(&self, offset: usize) -> Option<&Piece> {
        let found = self.pieces.binary_search_by_key(&offset, |piece| piece.range.start);
        self.pieces.get(found.ok()?)
    }

    /// Whether a piece is the first one of the file.
    pub(super) fn is_first(&self, piece: &Piece) -> bool {
        piece.range.start == 0 && self.lines_before == 0
    }

    /// The number of documents, including those that are null.
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
        let hidden = self.hidden(piece);
        let report = match hidden_at(&hidden, &span) {
            Some(hidden) => report.without(&hidden.value),
            None => report,
        };
        let span = start + span.start..start + span.end;
        let near = hidden.partition_point(|it| it.range.end + NEAR < span.start - start);
        let near = hidden[near..].iter().take_while(|it| start + it.range.start < span.end + NEAR);
        let ranges: Vec<_> = near.map(|it| start + it.range.start..start + it.range.end).collect();
        let text = (self.text.as_str(), lines, self.lines_before);
        self.in_file(report.at(&self.name, text, span, label, &ranges))
    }

    /// Records which objects the documents are for, if they do not say it themselves. Once they are for
    /// Secrets, that does not change.
    pub(crate) fn is_for(&self, of: Of) {
        self.of.fetch_max(of as u8, Ordering::Relaxed);
    }

    /// The parts of a piece that messages do not show.
    pub(super) fn hidden(&self, piece: &Piece) -> Arc<[Hidden]> {
        if masking::shows_secrets() {
            return Arc::default();
        }
        let of = self.of.load(Ordering::Relaxed);
        let of =
            [Of::Other, Of::Secrets, Of::AllSecrets].into_iter().find(|known| *known as u8 == of);
        let key = (piece.range.start, of.unwrap_or_default());
        let mut known = self.hidden.lock().unwrap_or_else(PoisonError::into_inner);
        let text = self.text.get(piece.range.clone()).unwrap_or_default();
        Arc::clone(known.entry(key).or_insert_with(|| hidden(text, key.1).into()))
    }

    /// Adds the file to a report, unless the report already has a place in it.
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

/// A message never shows more bytes than this before or after a place.
const NEAR: usize = 4096;

/// The hidden part at a place, if any.
pub(super) fn hidden_at<'h>(hidden: &'h [Hidden], span: &Range<usize>) -> Option<&'h Hidden> {
    let found = hidden.get(hidden.partition_point(|it| it.range.end <= span.start))?;
    (found.range.start < span.end.max(span.start + 1)).then_some(found)
}
