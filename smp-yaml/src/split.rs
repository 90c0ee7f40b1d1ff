//! Splits text into documents while it is being read. The splitter looks at each byte once, and knows only
//! as much of the format as it needs. Whether a document is valid is left to the readers of the formats.

#![allow(
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "all places are within the text: they are found by looking at its bytes"
)]

mod format;
mod json;
#[cfg(test)]
mod tests;
mod yaml;

use core::ops::Range;

pub use format::{BYTE_ORDER_MARK, Format, Sniffer};
use json::{JsonSplitter, Next};
use yaml::YamlSplitter;

/// A part of a text with one document, or without content. Pieces of YAML follow
/// each other without a gap; between pieces of JSON there may be white space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The place of the whole piece.
    pub range: Range<usize>,
    /// The format of the document.
    pub format: Format,
    /// Whether the document follows a `...` and has no `---`.
    pub follows_end: bool,
    /// The document itself, without the comments, directives and markers before
    /// and after it. Empty if there is no content.
    pub body: Range<usize>,
}

impl Piece {
    /// Whether the document has more than comments, directives and markers.
    #[must_use]
    pub fn has_content(&self) -> bool {
        !self.body.is_empty()
    }

    /// The piece in a text that has this many more bytes at its beginning.
    #[cfg(test)]
    fn moved(self, by: usize) -> Self {
        let moved = |range: Range<usize>| range.start + by..range.end + by;
        Self { range: moved(self.range), body: moved(self.body), ..self }
    }
}

/// The documents of a text in YAML or JSON, in order, valid or not: the parts between lines with `---` in
/// YAML, and each value of a JSON text. `O(n)`.
///
/// ```
/// let text = "a: 1\n---\n# nothing\n---\nb: 2\n";
/// let documents = smp_yaml::documents(text);
/// let bodies: Vec<_> = documents.iter().map(|piece| &text[piece.body.clone()]).collect();
/// assert_eq!(bodies, ["a: 1\n", "", "b: 2\n"]);
/// assert_eq!(smp_yaml::documents(r#"{"a": 1} {"b": 2}"#).len(), 2);
/// ```
#[must_use]
pub fn documents(text: &str) -> Vec<Piece> {
    let format = Sniffer::default().sniff(text.as_bytes(), true).unwrap_or(Format::Yaml);
    Splitter::new(format, 0).all(text)
}

/// Finds the pieces of a text, in order.
#[doc(hidden)]
#[derive(Debug)]
pub struct Splitter(Inner);

#[derive(Debug)]
enum Inner {
    Yaml(YamlSplitter),
    Json(JsonSplitter),
}

impl Splitter {
    /// A splitter for a text. `start` is the first byte after a byte order mark.
    #[must_use]
    pub fn new(format: Format, start: usize) -> Self {
        match format {
            Format::Yaml => Self(Inner::Yaml(YamlSplitter::new(start))),
            Format::Json => Self(Inner::Json(JsonSplitter::new(start))),
        }
    }

    /// The next piece that is complete; `last` means that no more text will come.
    /// `O(n)` in the text since the last call.
    pub fn next(&mut self, text: &[u8], last: bool) -> Option<Piece> {
        if let Inner::Json(json) = &mut self.0 {
            match json.next(text, last) {
                Next::Piece(range) => {
                    let body = range.clone();
                    let format = Format::Json;
                    return Some(Piece { range, format, follows_end: false, body });
                }
                Next::Incomplete => return None,
                // JSON documents with `---` between them.
                Next::Marker(at) => self.0 = Inner::Yaml(YamlSplitter::new(at)),
            }
        }
        let Inner::Yaml(yaml) = &mut self.0 else { return None };
        yaml.next(text, last)
    }

    /// Every piece of a complete text.
    #[must_use]
    pub fn all(mut self, text: &str) -> Vec<Piece> {
        core::iter::from_fn(|| self.next(text.as_bytes(), true)).collect()
    }

    /// The number of bytes at the beginning of the text that are no longer needed:
    /// all of them are in pieces that were returned, or between those.
    #[must_use]
    pub fn done(&self) -> usize {
        match &self.0 {
            Inner::Yaml(yaml) => yaml.start,
            Inner::Json(json) => json.start,
        }
    }

    /// Continues with a text without its first `count` bytes, at most
    /// [`done`](Self::done).
    pub fn forget(&mut self, count: usize) {
        match &mut self.0 {
            Inner::Yaml(yaml) => yaml.forget(count),
            Inner::Json(json) => json.forget(count),
        }
    }
}

/// Whether a line with this beginning is a marker such as `---`: the sign three times, then white space or
/// the end. `None` if more text is needed to know; `last` means that no more will come.
fn is_marker(line: &[u8], sign: u8, last: bool) -> Option<bool> {
    let same = line.iter().take(3).take_while(|&&byte| byte == sign).count();
    match line.get(3) {
        _ if same < line.len().min(3) => Some(false),
        Some(after) => Some(matches!(after, b' ' | b'\t' | b'\n' | b'\r')),
        None if last => Some(same == 3),
        None => None,
    }
}
