//! Splitting text into documents while it is being read. The splitter looks at
//! each byte once, and at no more of the format than it needs for that. Whether a
//! document is valid is found out by the readers of the formats.

mod json;
#[cfg(test)]
mod tests;
mod yaml;

use core::ops::Range;

use super::format::Format;
use json::{JsonSplitter, Next};
use yaml::YamlSplitter;

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
    fn moved(self, by: usize) -> Self {
        let moved = |range: Range<usize>| range.start + by..range.end + by;
        Self { range: moved(self.range), body: moved(self.body), ..self }
    }
}

/// Finds the pieces of a text, in order.
#[derive(Debug)]
pub(super) enum Splitter {
    Yaml(YamlSplitter),
    Json(JsonSplitter),
}

impl Splitter {
    /// `start` is the first byte after a byte order mark.
    pub(super) fn new(format: Format, start: usize) -> Self {
        match format {
            Format::Yaml => Self::Yaml(YamlSplitter::new(start)),
            Format::Json => Self::Json(JsonSplitter::new(start)),
        }
    }

    /// The next piece that is complete; `last` means that no more text will come.
    /// `O(n)` in the text since the last call.
    pub(super) fn next(&mut self, text: &[u8], last: bool) -> Option<Piece> {
        if let Self::Json(json) = self {
            match json.next(text, last) {
                Next::Piece(range) => {
                    let body = range.clone();
                    let format = Format::Json;
                    return Some(Piece { range, format, follows_end: false, body });
                }
                Next::Incomplete => return None,
                // JSON documents with `---` between them.
                Next::Marker(at) => *self = Self::Yaml(YamlSplitter::new(at)),
            }
        }
        let Self::Yaml(yaml) = self else { return None };
        yaml.next(text, last)
    }

    /// Every piece of a complete text.
    pub(super) fn all(mut self, text: &str) -> Vec<Piece> {
        core::iter::from_fn(|| self.next(text.as_bytes(), true)).collect()
    }

    /// The number of bytes at the beginning of the text that are no longer needed:
    /// all of them are in pieces that were returned, or between those.
    pub(super) fn done(&self) -> usize {
        match self {
            Self::Yaml(yaml) => yaml.start,
            Self::Json(json) => json.start,
        }
    }

    /// Continues with a text without its first `count` bytes, at most
    /// [`done`](Self::done).
    pub(super) fn forget(&mut self, count: usize) {
        match self {
            Self::Yaml(yaml) => yaml.forget(count),
            Self::Json(json) => json.forget(count),
        }
    }
}

/// Whether a line with this beginning is a marker such as `---`: three times the
/// sign, then white space or the end. `None` if more text is needed to know;
/// `last` means that no more will come.
fn is_marker(line: &[u8], sign: u8, last: bool) -> Option<bool> {
    let same = line.iter().take(3).take_while(|&&byte| byte == sign).count();
    match line.get(3) {
        _ if same < line.len().min(3) => Some(false),
        Some(after) => Some(matches!(after, b' ' | b'\t' | b'\n' | b'\r')),
        None if last => Some(same == 3),
        None => None,
    }
}
