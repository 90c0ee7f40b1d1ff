//! Documents of a YAML stream. A line that begins with `---` or `...` followed
//! by white space is a marker wherever it stands, in quotes and block scalars
//! too (YAML 1.2.2, rule 206, `c-forbidden`), so that lines are all there is to
//! look at.

use memchr::memchr2;

use super::{Piece, is_marker};
use crate::input::Format;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

#[derive(Debug)]
pub(super) struct Yaml {
    /// Where the document begins, with the comments and directives before it.
    pub(super) start: usize,
    /// What was looked at.
    at: usize,
    line: Line,
    /// Whether the document has had its `---`.
    explicit: bool,
    /// Where the line began, after its marker.
    line_start: usize,
    /// Where the first line began that has more than comments and directives.
    body: Option<usize>,
    /// Whether that is in block style, where what begins with `#` is a comment.
    block: bool,
    /// Where the comments begin that nothing has followed yet.
    comments: Option<usize>,
}

/// Which part of a line is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Start,
    /// Only white space was before.
    Blank,
    Rest,
    /// The rest of a `...`, which ends the document.
    End,
}

impl Yaml {
    pub(super) fn new(at: usize) -> Self {
        Self {
            start: at,
            at,
            line: Line::Start,
            explicit: false,
            line_start: at,
            body: None,
            block: false,
            comments: None,
        }
    }

    /// The next document.
    pub(super) fn next(&mut self, text: &[u8], last: bool) -> Option<Piece> {
        while self.at < text.len() {
            match self.line {
                Line::Start => {
                    if let Some(document) = self.marker(text, last)? {
                        return Some(document);
                    }
                }
                Line::Blank => {
                    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
                    self.at += text[self.at..].iter().take_while(blank).count();
                    let Some(byte) = text.get(self.at) else { break };
                    if !matches!(byte, b'#' | b'\n' | b'\r') {
                        if self.body.is_none() {
                            self.body = Some(self.line_start);
                            self.block = !matches!(byte, b'{' | b'[' | b'"' | b'\'');
                        }
                        self.comments = None;
                    }
                    self.line = Line::Rest;
                }
                Line::Rest | Line::End => {
                    let Some(length) = memchr2(b'\n', b'\r', &text[self.at..]) else {
                        self.at = text.len();
                        break;
                    };
                    self.at += length + 1;
                    if core::mem::replace(&mut self.line, Line::Start) == Line::End {
                        return Some(self.cut(self.line_start, self.at));
                    }
                }
            }
        }
        (last && self.start < text.len()).then(|| self.cut(text.len(), text.len()))
    }

    /// Looks at the start of a line: the document that ends before it, if one
    /// does; `None` if there is too little text to tell.
    #[expect(clippy::option_option, reason = "the outer one is for `?`")]
    fn marker(&mut self, text: &[u8], last: bool) -> Option<Option<Piece>> {
        let line = &text[self.at..];
        let mark = match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(_) => BYTE_ORDER_MARK.len(),
            None if !last && BYTE_ORDER_MARK.starts_with(line) => return None,
            None => 0,
        };
        if is_marker(&line[mark..], b'-', last)? {
            let ended = (self.explicit || self.body.is_some()).then(|| self.cut(self.at, self.at));
            self.explicit = true;
            self.at += mark + 3;
            self.line_start = self.at;
            self.line = Line::Blank;
            return Some(ended);
        }
        let began = self.explicit || self.body.is_some();
        self.line_start = self.at;
        let ends = is_marker(&line[mark..], b'.', last)?;
        self.line = match line.get(mark) {
            _ if ends && began => Line::End,
            _ if ends => Line::Rest,
            Some(b'%') if !began => Line::Rest,
            _ => Line::Blank,
        };
        if line.first() == Some(&b'#') && self.body.is_some() && self.block {
            self.comments.get_or_insert(self.at);
        }
        self.at += mark;
        Some(None)
    }

    /// Ends a document, whose content ends there, at most.
    fn cut(&mut self, content: usize, end: usize) -> Piece {
        let range = self.start..end;
        self.start = end;
        self.explicit = false;
        let content = self.comments.take().unwrap_or(content);
        let body = self.body.take().map_or(content..content, |body| body..content);
        Piece { range, format: Format::Yaml, body }
    }

    pub(super) fn forget(&mut self, count: usize) {
        self.start -= count;
        self.at -= count;
        self.line_start = self.line_start.saturating_sub(count);
        self.body = self.body.map(|body| body - count);
        self.comments = self.comments.map(|comments| comments - count);
    }
}
