//! Documents of a YAML stream. A line that begins with `---` or `...` and white
//! space is a marker in any context, also inside quotes and block scalars (YAML
//! 1.2.2, rule 206, `c-forbidden`). So it is enough to look at the lines.

use memchr::memchr2;

use super::format::{BYTE_ORDER_MARK, Format};
use super::{Piece, is_marker};

#[derive(Debug)]
pub(super) struct YamlSplitter {
    /// The beginning of the document, with the comments and directives before it.
    pub(super) start: usize,
    /// The number of bytes that have been read.
    at: usize,
    line: LinePart,
    /// Whether the document began with `---`.
    explicit: bool,
    /// Whether the document before it ended with `...`.
    after_end: bool,
    /// The beginning of the current line, after a marker in it.
    line_start: usize,
    /// The beginning of the first line with more than comments and directives.
    body: Option<usize>,
    /// Whether the body is in block style, where a line with `#` at its beginning
    /// is a comment.
    block: bool,
    /// The beginning of the comments that are the last lines so far.
    comments: Option<usize>,
}

/// The part of a line that is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LinePart {
    Start,
    /// Only white space so far.
    Blank,
    Rest,
    /// The rest of a line with `...`, which ends the document.
    End,
}

impl YamlSplitter {
    pub(super) fn new(at: usize) -> Self {
        Self {
            start: at,
            at,
            line: LinePart::Start,
            explicit: false,
            after_end: false,
            line_start: at,
            body: None,
            block: false,
            comments: None,
        }
    }

    /// The next document that is complete; `last` means that no more text will come.
    pub(super) fn next(&mut self, text: &[u8], last: bool) -> Option<Piece> {
        while self.at < text.len() {
            match self.line {
                LinePart::Start => {
                    if let Some(document) = self.start_of_line(text, last)? {
                        return Some(document);
                    }
                }
                LinePart::Blank => {
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
                    self.line = LinePart::Rest;
                }
                LinePart::Rest | LinePart::End => {
                    let Some(length) = memchr2(b'\n', b'\r', &text[self.at..]) else {
                        self.at = text.len();
                        break;
                    };
                    // The document ends after the whole CR LF.
                    if self.line == LinePart::End && text[self.at + length] == b'\r' {
                        match text.get(self.at + length + 1) {
                            Some(b'\n') => self.at += 1,
                            None if !last => {
                                self.at += length;
                                break;
                            }
                            _ => {}
                        }
                    }
                    self.at += length + 1;
                    if core::mem::replace(&mut self.line, LinePart::Start) == LinePart::End {
                        let piece = self.end_document(self.line_start, self.at);
                        self.after_end = true;
                        return Some(piece);
                    }
                }
            }
        }
        (last && self.start < text.len()).then(|| self.end_document(text.len(), text.len()))
    }

    /// Reads the start of a line. Returns the document that ends before the line, if one does; `None` if
    /// more text is needed to know.
    #[expect(clippy::option_option, reason = "the outer option is about more text")]
    fn start_of_line(&mut self, text: &[u8], last: bool) -> Option<Option<Piece>> {
        let line = &text[self.at..];
        let mark = match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(_) => BYTE_ORDER_MARK.len(),
            None if !last && BYTE_ORDER_MARK.starts_with(line) => return None,
            None => 0,
        };
        if is_marker(&line[mark..], b'-', last)? {
            let ended =
                (self.explicit || self.body.is_some()).then(|| self.end_document(self.at, self.at));
            self.explicit = true;
            self.at += mark + 3;
            self.line_start = self.at;
            self.line = LinePart::Blank;
            return Some(ended);
        }
        let began = self.explicit || self.body.is_some();
        self.line_start = self.at + mark;
        let ends = is_marker(&line[mark..], b'.', last)?;
        self.line = match line.get(mark) {
            _ if ends && began => LinePart::End,
            _ if ends => LinePart::Rest,
            Some(b'%') if !began => LinePart::Rest,
            _ => LinePart::Blank,
        };
        if line.first() == Some(&b'#') && self.body.is_some() && self.block {
            self.comments.get_or_insert(self.at);
        }
        self.at += mark;
        Some(None)
    }

    /// Ends the document at `end`. Its body ends at `content`, or at the comments
    /// before that.
    fn end_document(&mut self, content: usize, end: usize) -> Piece {
        let range = self.start..end;
        self.start = end;
        let explicit = core::mem::take(&mut self.explicit);
        let follows_end = core::mem::take(&mut self.after_end) && !explicit;
        let content = self.comments.take().unwrap_or(content);
        let body = self.body.take().map_or(content..content, |body| body..content);
        Piece { range, format: Format::Yaml, follows_end: follows_end && !body.is_empty(), body }
    }

    pub(super) fn forget(&mut self, count: usize) {
        self.start -= count;
        self.at -= count;
        self.line_start = self.line_start.saturating_sub(count);
        self.body = self.body.map(|body| body - count);
        self.comments = self.comments.map(|comments| comments - count);
    }
}
