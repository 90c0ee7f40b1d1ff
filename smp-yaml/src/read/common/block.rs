//! Block scalars: `|` and `>`.

use granit_parser::ScalarStyle;

use super::Scanner;
use crate::tree::Kind;

/// The treatment of line breaks at the end of the scalar.
#[derive(Clone, Copy, PartialEq)]
enum Chomp {
    Clip,
    Strip,
    Keep,
}

impl Scanner<'_> {
    /// Reads a block scalar, up to the beginning of the line after it.
    pub(super) fn block_scalar(&mut self) -> Option<()> {
        let folded = self.peek()? == b'>';
        self.at += 1;
        let chomp = match self.peek() {
            Some(b'-') => Chomp::Strip,
            Some(b'+') => Chomp::Keep,
            _ => Chomp::Clip,
        };
        self.at += usize::from(chomp != Chomp::Clip);
        self.end_of_line()?;
        self.at = self.line_end(self.at) + 1;
        let around = self.open.last()?.column;
        let (indent, breaks) = self.indentation()?;
        if indent <= around || self.byte(self.at + indent) == Some(b'\t') {
            return None;
        }
        let start = self.at + indent;
        let mut lines = Lines { text: String::new(), breaks, folded, after: After::Nothing };
        let end = loop {
            let from = self.at + indent;
            let to = self.line_end(from);
            lines.push(self.text.get(from..to)?);
            if to == self.text.len() {
                self.at = to;
                if chomp != Chomp::Strip {
                    lines.text.push('\n');
                }
                break to;
            }
            self.at = to + 1;
            if let Some(end) = self.blank_lines(indent, &mut lines.breaks)? {
                if chomp != Chomp::Strip {
                    lines.text.push('\n');
                }
                if chomp == Chomp::Keep {
                    lines.push_breaks();
                }
                break end;
            }
        };
        let style = if folded { ScalarStyle::Folded } else { ScalarStyle::Literal };
        self.builder.add_bare(Kind::Scalar { value: lines.text.into(), style }, start..end);
        Some(())
    }

    /// The indentation of the first line that is not blank, and the number of blank lines
    /// before it. None of those may be indented more.
    fn indentation(&mut self) -> Option<(usize, usize)> {
        let (mut most, mut breaks) = (0, 0);
        loop {
            let from = self.at;
            let spaces = self.skip_spaces();
            if self.peek()? != b'\n' {
                self.at = from;
                return (most <= spaces).then_some((spaces, breaks));
            }
            most = most.max(spaces);
            breaks += 1;
            self.at += 1;
        }
    }

    /// Skips blank lines. If no line of the scalar follows them, returns its end for the parser: the next
    /// content.
    #[expect(clippy::option_option, reason = "no end is no failure")]
    fn blank_lines(&mut self, indent: usize, breaks: &mut usize) -> Option<Option<usize>> {
        loop {
            let rest = self.text.as_bytes().get(self.at..)?;
            let spaces = rest.iter().take(indent).take_while(|byte| **byte == b' ').count();
            match rest.get(spaces) {
                Some(b'\n') => {
                    *breaks += 1;
                    self.at += spaces + 1;
                }
                // Blanks without a line break at the end of the text.
                None if spaces > 0 => return None,
                Some(_) if spaces == indent => return Some(None),
                None | Some(_) => return Some(Some(self.at + spaces)),
            }
        }
    }
}

/// The lines of a block scalar so far.
struct Lines {
    text: String,
    /// The blank lines after them.
    breaks: usize,
    folded: bool,
    after: After,
}

/// The previous line.
#[derive(Clone, Copy, PartialEq)]
enum After {
    Nothing,
    /// The line begins with a blank, and is not folded.
    Indented,
    Text,
}

impl Lines {
    fn push(&mut self, line: &str) {
        let indented = line.starts_with([' ', '\t']);
        if self.folded && self.after == After::Text && !indented {
            if self.breaks == 0 {
                self.text.push(' ');
            }
        } else if self.after != After::Nothing {
            self.text.push('\n');
        }
        self.push_breaks();
        self.text.push_str(line);
        self.after = if indented { After::Indented } else { After::Text };
    }

    fn push_breaks(&mut self) {
        self.text.extend(core::iter::repeat_n('\n', self.breaks));
        self.breaks = 0;
    }
}
