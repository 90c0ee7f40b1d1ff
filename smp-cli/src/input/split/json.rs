//! Values of a JSON text, one after the other: lines, or with any white space
//! between them, or none.

use core::ops::Range;

use memchr::memchr2;

use super::is_marker;

#[derive(Debug)]
pub(super) struct Json {
    /// Where the value begins, or the text after the one before it.
    pub(super) start: usize,
    /// What was looked at.
    at: usize,
    inside: Inside,
    /// How many brackets are open.
    depth: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Between values.
    Nothing,
    /// An object or a list.
    Brackets,
    String,
    /// After a backslash in a string.
    Escape,
    /// What is neither, and ends where something else begins.
    Word,
}

pub(super) enum Next {
    Piece(Range<usize>),
    /// A line that only YAML has begins here.
    Marker(usize),
    Nothing,
}

impl Json {
    pub(super) fn new(at: usize) -> Self {
        Self { start: at, at, inside: Inside::Nothing, depth: 0 }
    }

    pub(super) fn next(&mut self, text: &[u8], last: bool) -> Next {
        while let Some(&byte) = text.get(self.at) {
            match self.inside {
                Inside::Nothing => {
                    self.start = self.at;
                    self.inside = match byte {
                        b' ' | b'\t' | b'\n' | b'\r' => Inside::Nothing,
                        b'{' | b'[' => {
                            self.depth = 1;
                            Inside::Brackets
                        }
                        b'"' => Inside::String,
                        b'-' => match is_marker(&text[self.at..], b'-', last) {
                            Some(true) => return Next::Marker(self.at),
                            Some(false) => Inside::Word,
                            None => return Next::Nothing,
                        },
                        // Closes or separates nothing.
                        b'}' | b']' | b',' | b':' => return self.cut(self.at + 1),
                        _ => Inside::Word,
                    };
                    self.at += 1;
                    if self.inside == Inside::Nothing {
                        self.start = self.at;
                    }
                }
                Inside::Brackets => {
                    self.at += 1;
                    match byte {
                        b'{' | b'[' => self.depth += 1,
                        b'}' | b']' if self.depth == 1 => return self.cut(self.at),
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
                        return self.cut(self.at);
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
                    | b'"' => return self.cut(self.at),
                    _ => self.at += 1,
                },
            }
        }
        if last && self.start < text.len() && self.inside != Inside::Nothing {
            return self.cut(text.len());
        }
        Next::Nothing
    }

    fn cut(&mut self, end: usize) -> Next {
        let start = core::mem::replace(&mut self.start, end);
        self.at = end;
        self.inside = Inside::Nothing;
        self.depth = 0;
        Next::Piece(start..end)
    }

    pub(super) fn forget(&mut self, count: usize) {
        self.start -= count;
        self.at -= count;
    }
}
