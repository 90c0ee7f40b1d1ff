//! Where documents begin and end in text that comes bit by bit. Looks at each
//! byte once and understands no more of the formats than that takes; whether the
//! documents are right is for their readers to say.

mod json;
#[cfg(test)]
mod tests;
mod yaml;

use core::ops::Range;

use super::Format;
use json::Json;
use yaml::Yaml;

/// A part of the text that holds one document, or none if it has no content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) range: Range<usize>,
    pub(crate) format: Format,
    /// Where in the text the document itself stands, without the comments,
    /// directives and markers around it; nowhere if it has no content.
    pub(crate) body: Range<usize>,
}

impl Piece {
    /// Whether there is more than comments, directives and markers.
    pub(crate) fn has_content(&self) -> bool {
        !self.body.is_empty()
    }

    /// The piece in a text that has so many bytes more before it.
    #[cfg(test)]
    fn moved(self, by: usize) -> Self {
        let moved = |range: Range<usize>| range.start + by..range.end + by;
        Self { range: moved(self.range), body: moved(self.body), ..self }
    }
}

/// Finds the pieces of a text, in order.
#[derive(Debug)]
pub(super) struct Splitter {
    state: State,
}

#[derive(Debug)]
enum State {
    Yaml(Yaml),
    Json(Json),
}

impl Splitter {
    /// Begins with the first byte after a byte order mark.
    pub(super) fn new(format: Format, at: usize) -> Self {
        Self {
            state: match format {
                Format::Yaml => State::Yaml(Yaml::new(at)),
                Format::Json => State::Json(Json::new(at)),
            },
        }
    }

    /// The next piece that is complete; `last` says that no text will follow.
    /// `O(n)` in the text since the last call.
    pub(super) fn next(&mut self, text: &[u8], last: bool) -> Option<Piece> {
        if let State::Json(json) = &mut self.state {
            match json.next(text, last) {
                json::Next::Piece(range) => {
                    return Some(Piece { body: range.clone(), range, format: Format::Json });
                }
                json::Next::Nothing => return None,
                // JSON with `---` between the documents.
                json::Next::Marker(at) => self.state = State::Yaml(Yaml::new(at)),
            }
        }
        let State::Yaml(yaml) = &mut self.state else { return None };
        yaml.next(text, last)
    }

    /// Every piece of a text that is all there.
    pub(super) fn all(mut self, text: &str) -> Vec<Piece> {
        core::iter::from_fn(|| self.next(text.as_bytes(), true)).collect()
    }

    /// How much of the text is behind: what is before is in pieces that were
    /// given out, or between them.
    pub(super) fn done(&self) -> usize {
        match &self.state {
            State::Yaml(yaml) => yaml.start,
            State::Json(json) => json.start,
        }
    }

    /// Goes on with a text that lacks the first `count` bytes, no more than are
    /// [`done`](Self::done).
    pub(super) fn forget(&mut self, count: usize) {
        match &mut self.state {
            State::Yaml(yaml) => yaml.forget(count),
            State::Json(json) => json.forget(count),
        }
    }
}

/// Whether a line that begins so is a marker such as `---`: three of the sign,
/// then white space or nothing. `None` if more text is needed to tell.
fn is_marker(line: &[u8], sign: u8, last: bool) -> Option<bool> {
    let same = line.iter().take(3).take_while(|&&byte| byte == sign).count();
    match line.get(3) {
        _ if same < line.len().min(3) => Some(false),
        Some(after) => Some(matches!(after, b' ' | b'\t' | b'\n' | b'\r')),
        None if last => Some(same == 3),
        None => None,
    }
}
