//! Documents of a YAML stream. A line that begins with `---` or `...` followed
//! by white space is a marker wherever it stands, in quotes and block scalars
//! too (YAML 1.2.2, rule 206, `c-forbidden`), so that lines are all there is to
//! look at.

use core::ops::Range;

use memchr::memchr2;

use super::is_marker;

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
    /// Whether there was anything but comments and directives.
    content: bool,
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
        Self { start: at, at, line: Line::Start, explicit: false, content: false }
    }

    /// The next document, and whether it has content.
    pub(super) fn next(&mut self, text: &[u8], last: bool) -> Option<(Range<usize>, bool)> {
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
                    self.content |= !matches!(byte, b'#' | b'\n' | b'\r');
                    self.line = Line::Rest;
                }
                Line::Rest | Line::End => {
                    let Some(length) = memchr2(b'\n', b'\r', &text[self.at..]) else {
                        self.at = text.len();
                        break;
                    };
                    self.at += length + 1;
                    if core::mem::replace(&mut self.line, Line::Start) == Line::End {
                        return Some(self.cut(self.at));
                    }
                }
            }
        }
        (last && self.start < text.len()).then(|| self.cut(text.len()))
    }

    /// Looks at the start of a line: the document that ends before it, if one
    /// does; `None` if there is too little text to tell.
    #[expect(clippy::option_option, reason = "the outer one is for `?`")]
    fn marker(&mut self, text: &[u8], last: bool) -> Option<Option<(Range<usize>, bool)>> {
        let line = &text[self.at..];
        let mark = match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(_) => BYTE_ORDER_MARK.len(),
            None if !last && BYTE_ORDER_MARK.starts_with(line) => return None,
            None => 0,
        };
        if is_marker(&line[mark..], b'-', last)? {
            let ended = (self.explicit || self.content).then(|| self.cut(self.at));
            self.explicit = true;
            self.at += mark + 3;
            self.line = Line::Blank;
            return Some(ended);
        }
        let began = self.explicit || self.content;
        let ends = is_marker(&line[mark..], b'.', last)?;
        self.line = match line.get(mark) {
            _ if ends && began => Line::End,
            _ if ends => Line::Rest,
            Some(b'%') if !began => Line::Rest,
            _ => Line::Blank,
        };
        self.at += mark;
        Some(None)
    }

    fn cut(&mut self, end: usize) -> (Range<usize>, bool) {
        let document = self.start..end;
        self.start = end;
        self.explicit = false;
        (document, core::mem::take(&mut self.content))
    }

    pub(super) fn forget(&mut self, count: usize) {
        self.start -= count;
        self.at -= count;
    }
}
