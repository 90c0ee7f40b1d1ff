//! Values of a JSON text, one after the other: one per line, or with any white space between them, or with
//! none.

use core::ops::Range;

use memchr::memchr2;

use super::is_marker;

#[derive(Debug)]
pub(super) struct JsonSplitter {
    /// The beginning of the current value; between values, of the text after the
    /// last one.
    pub(super) start: usize,
    /// The number of bytes that have been read.
    at: usize,
    inside: Inside,
    /// The number of open brackets.
    depth: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Between values.
    None,
    /// An object or a list.
    Brackets,
    String,
    /// After a backslash in a string.
    Escape,
    /// A number, `true` or the like, which ends where something else begins.
    Word,
}

pub(super) enum Next {
    Piece(Range<usize>),
    /// A line `---` or a comment, which only YAML has, begins here.
    Marker(usize),
    /// More text is needed, or there is none left.
    Incomplete,
}

impl JsonSplitter {
    pub(super) fn new(at: usize) -> Self {
        Self { start: at, at, inside: Inside::None, depth: 0 }
    }

    pub(super) fn next(&mut self, text: &[u8], last: bool) -> Next {
        while let Some(&byte) = text.get(self.at) {
            match self.inside {
                Inside::None => {
                    self.start = self.at;
                    self.inside = match byte {
                        b' ' | b'\t' | b'\n' | b'\r' => Inside::None,
                        b'{' | b'[' => {
                            self.depth = 1;
                            Inside::Brackets
                        }
                        b'"' => Inside::String,
                        b'-' => match is_marker(&text[self.at..], b'-', last) {
                            Some(true) => return Next::Marker(self.at),
                            Some(false) => Inside::Word,
                            None => return Next::Incomplete,
                        },
                        // A comment, which only YAML has.
                        b'#' => return Next::Marker(self.at),
                        // Invalid outside of brackets.
                        b'}' | b']' | b',' | b':' => return self.end_value(self.at + 1),
                        _ => Inside::Word,
                    };
                    self.at += 1;
                    if self.inside == Inside::None {
                        self.start = self.at;
                    }
                }
                Inside::Brackets => {
                    self.at += 1;
                    match byte {
                        b'{' | b'[' => self.depth += 1,
                        b'}' | b']' if self.depth == 1 => return self.end_value(self.at),
                        b'}' | b']' => self.depth -= 1,
                        b'"' => self.inside = Inside::String,
                        _ => {}
                    }
                }
                Inside::String => {
                    let Some(length) = memchr2(b'"', b'\\', &text[self.at..]) else {
                        self.at = text.len();
                        break;
                    };
                    self.at += length + 1;
                    if text[self.at - 1] == b'\\' {
                        self.inside = Inside::Escape;
                    } else if self.depth == 0 {
                        return self.end_value(self.at);
                    } else {
                        self.inside = Inside::Brackets;
                    }
                }
                Inside::Escape => {
                    self.at += 1;
                    self.inside = Inside::String;
                }
                Inside::Word => match byte {
                    b' ' | b'\t' | b'\n' | b'\r' | b'{' | b'}' | b'[' | b']' | b',' | b':'
                    | b'"' => return self.end_value(self.at),
                    _ => self.at += 1,
                },
            }
        }
        if last && self.start < text.len() && self.inside != Inside::None {
            return self.end_value(text.len());
        }
        Next::Incomplete
    }

    fn end_value(&mut self, end: usize) -> Next {
        let start = core::mem::replace(&mut self.start, end);
        self.at = end;
        self.inside = Inside::None;
        self.depth = 0;
        Next::Piece(start..end)
    }

    pub(super) fn forget(&mut self, count: usize) {
        self.start -= count;
        self.at -= count;
    }
}
