//! Documents of a text in either format.

use super::json::{JsonSplitter, Next};
use super::piece::Piece;
use super::yaml::YamlSplitter;
use crate::input::format::Format;

/// Finds the pieces of a text, in order.
#[derive(Debug)]
pub(crate) struct Splitter {
    state: State,
}

#[derive(Debug)]
enum State {
    Yaml(YamlSplitter),
    Json(JsonSplitter),
}

impl Splitter {
    /// `start` is the first byte after a byte order mark.
    pub(crate) fn new(format: Format, start: usize) -> Self {
        Self {
            state: match format {
                Format::Yaml => State::Yaml(YamlSplitter::new(start)),
                Format::Json => State::Json(JsonSplitter::new(start)),
            },
        }
    }

    /// The next piece that is complete; `last` means that no more text will come.
    /// `O(n)` in the text since the last call.
    pub(crate) fn next(&mut self, text: &[u8], last: bool) -> Option<Piece> {
        if let State::Json(json) = &mut self.state {
            match json.next(text, last) {
                Next::Piece(range) => {
                    let body = range.clone();
                    let format = Format::Json;
                    return Some(Piece { range, format, follows_end: false, body });
                }
                Next::Incomplete => return None,
                // JSON documents with `---` between them.
                Next::Marker(at) => self.state = State::Yaml(YamlSplitter::new(at)),
            }
        }
        let State::Yaml(yaml) = &mut self.state else { return None };
        yaml.next(text, last)
    }

    /// Every piece of a complete text.
    pub(crate) fn all(mut self, text: &str) -> Vec<Piece> {
        core::iter::from_fn(|| self.next(text.as_bytes(), true)).collect()
    }

    /// The number of bytes at the beginning of the text that are no longer needed:
    /// all of them are in pieces that were returned, or between those.
    pub(crate) fn done(&self) -> usize {
        match &self.state {
            State::Yaml(yaml) => yaml.start,
            State::Json(json) => json.start,
        }
    }

    /// Continues with a text without its first `count` bytes, at most
    /// [`done`](Self::done).
    pub(crate) fn forget(&mut self, count: usize) {
        match &mut self.state {
            State::Yaml(yaml) => yaml.forget(count),
            State::Json(json) => json.forget(count),
        }
    }
}
