//! A part of a text with one document.

use core::ops::Range;

use crate::input::format::Format;

/// A part of a text with one document, or without content. Pieces of YAML follow
/// each other without a gap; between pieces of JSON there may be white space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) range: Range<usize>,
    pub(crate) format: Format,
    /// Whether the document follows a `...` and has no `---`.
    pub(crate) follows_end: bool,
    /// The document itself, without the comments, directives and markers before
    /// and after it. Empty if there is no content.
    pub(crate) body: Range<usize>,
}

impl Piece {
    /// Whether the document has more than comments, directives and markers.
    pub(crate) fn has_content(&self) -> bool {
        !self.body.is_empty()
    }

    /// The piece in a text with this many bytes more at its beginning.
    #[cfg(test)]
    pub(super) fn moved(self, by: usize) -> Self {
        let moved = |range: Range<usize>| range.start + by..range.end + by;
        Self { range: moved(self.range), body: moved(self.body), ..self }
    }
}
