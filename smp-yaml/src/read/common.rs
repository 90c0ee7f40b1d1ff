//! Reads YAML in the forms that most manifests have, several times as fast as the parser.
//!
//! [`read`] knows mappings and lists in block style, keys and scalars on one line, block scalars without a
//! stated indentation, brackets on one line, comments, and `---` at the beginning. In all other cases it
//! returns `None`, and the parser reads the text: anchors, tags, directives, text over several lines, tabs,
//! CR LF, several documents, and errors.
//!
//! The nodes are those that the parser's events give, with the same places. Debug builds
//! compare the two each time.

mod block;
mod flow;
mod scalar;
#[cfg(test)]
mod tests;

use super::builder::Builder;
use crate::limits::Limits;
use crate::tree::{Kind, Tree};
use crate::write::is_printable;

use granit_parser::ScalarStyle;

/// The most bytes from the beginning of a key to its colon. The parser accepts at most 1,024 characters.
const MAX_KEY: usize = 1_000;

/// The document of a text; `None` if this reader does not know a part of it. `O(n)`.
pub(super) fn read(text: &str) -> Option<Tree<'_>> {
    if !has_common_characters(text) {
        return None;
    }
    let mut scanner = Scanner {
        text,
        at: 0,
        builder: Builder::new(text, Limits::default()),
        open: Vec::new(),
        pending: Pending::Document,
    };
    scanner.document()?;
    scanner.builder.finish().ok().flatten()
}

/// Whether the text has only tabs and characters that need no check where they are.
fn has_common_characters(text: &str) -> bool {
    // Without a branch for each byte, so that the compiler compares several at a time.
    let is_common = |byte: u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~' | 0x80..);
    text.bytes().fold(true, |all, byte| all & is_common(byte))
        && (text.is_ascii() || text.chars().all(|c| c.is_ascii() || is_printable(c)))
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    builder: Builder<'t>,
    /// The block collections around the current place.
    open: Vec<Level>,
    pending: Pending,
}

/// A block collection.
#[derive(Debug, Clone, Copy)]
struct Level {
    column: usize,
    kind: Block,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Block {
    Mapping,
    List,
    /// A list whose dashes are in the column of its key.
    ListAtKey,
}

/// The member or item that still waits for its value.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Pending {
    Nothing,
    Document,
    /// The member with this colon.
    Member(usize),
    /// The item whose dash, and blanks after it, end here.
    Item(usize),
}

impl Scanner<'_> {
    fn document(&mut self) -> Option<()> {
        let mut column = self.next_line();
        if column == Some(0) && self.is_marker() {
            self.at += 3;
            self.end_of_line()?;
            column = self.next_line();
        }
        while let Some(at) = column {
            if at == 0 && self.is_marker() {
                return None;
            }
            self.line(at)?;
            column = self.next_line();
        }
        self.write_null()?;
        while self.open.pop().is_some() {
            self.builder.end(&(self.at..self.at)).ok()?;
        }
        Some(())
    }

    /// Moves to the next content, which is on a later line unless the text begins here. Returns its column.
    fn next_line(&mut self) -> Option<usize> {
        loop {
            let spaces = self.skip_spaces();
            match self.peek()? {
                b'\n' => self.at += 1,
                b'#' => self.at = self.line_end(self.at),
                _ => return Some(spaces),
            }
        }
    }

    /// Reads a line, and the lines of a block scalar that begins on it.
    fn line(&mut self, column: usize) -> Option<()> {
        let dash = self.is_dash();
        let around = self.open.last().map(|level| level.column);
        let at_key = dash && matches!(self.pending, Pending::Member(_)) && around == Some(column);
        let nested = match self.pending {
            Pending::Nothing => false,
            Pending::Document => true,
            Pending::Member(_) | Pending::Item(_) => at_key || around? < column,
        };
        if !nested {
            self.write_null()?;
            self.close(column, dash)?;
            let level = self.open.last()?;
            if level.column != column || (level.kind == Block::Mapping) == dash {
                return None;
            }
        }
        let list = if at_key { Block::ListAtKey } else { Block::List };
        self.entry(column, nested.then_some(list))
    }

    /// Adds a null where no value is written.
    fn write_null(&mut self) -> Option<()> {
        let at = match core::mem::replace(&mut self.pending, Pending::Nothing) {
            Pending::Nothing => return Some(()),
            Pending::Document => return None,
            Pending::Member(at) | Pending::Item(at) => at,
        };
        let kind = Kind::Scalar { value: "~".into(), style: ScalarStyle::Plain };
        self.builder.add_bare(kind, at..at);
        Some(())
    }

    /// Ends the collections that a line in this column is outside of.
    fn close(&mut self, column: usize, dash: bool) -> Option<()> {
        while let Some(level) = self.open.last() {
            let ends_at_key = level.kind == Block::ListAtKey && !dash && level.column == column;
            if level.column <= column && !ends_at_key {
                break;
            }
            self.builder.end(&(self.at..self.at)).ok()?;
            self.open.pop();
        }
        Some(())
    }

    /// Reads an entry of the innermost collection or, with `list`, of a new one. If the new one is a list,
    /// it is of this kind.
    fn entry(&mut self, mut column: usize, mut list: Option<Block>) -> Option<()> {
        // Whether the entry is on the line of a dash.
        let mut inline = false;
        while self.is_dash() {
            let dash = self.at;
            self.at += 1;
            self.skip_spaces();
            if let Some(kind) = list {
                let start = if kind == Block::ListAtKey { self.at } else { dash };
                let node = Kind::List { items: Vec::new(), flow: false };
                self.builder.begin_bare(node, start..start).ok()?;
                self.open.push(Level { column, kind });
            }
            self.pending = Pending::Item(self.at);
            match self.peek() {
                None | Some(b'\n') => return Some(()),
                Some(b'#') => return None,
                Some(_) => {}
            }
            column += self.at - dash;
            list = Some(Block::List);
            inline = true;
        }
        let start = self.at;
        if matches!(self.peek()?, b'[' | b'{' | b'|' | b'>') {
            return if inline { self.value() } else { None };
        }
        let (value, style) = self.token(false)?;
        let place = start..self.at;
        let Some(colon) = self.colon(start)? else {
            if !inline {
                return None;
            }
            self.pending = Pending::Nothing;
            self.builder.add_bare(Kind::Scalar { value, style }, place);
            return self.end_of_line();
        };
        if list.is_some() {
            let node = Kind::Mapping { members: Vec::new(), flow: false };
            self.builder.begin_bare(node, start..start).ok()?;
            self.open.push(Level { column, kind: Block::Mapping });
        }
        self.builder.add_bare(Kind::Scalar { value, style }, place);
        self.after_colon(colon)
    }

    /// Reads the rest of the line after the colon of a member.
    fn after_colon(&mut self, colon: usize) -> Option<()> {
        self.at = colon + 1;
        self.skip_spaces();
        if matches!(self.peek(), None | Some(b'\n' | b'#')) {
            self.pending = Pending::Member(colon);
            return Some(());
        }
        self.value()
    }

    /// Reads a value that begins on the line of its colon or dash.
    fn value(&mut self) -> Option<()> {
        self.pending = Pending::Nothing;
        match self.peek()? {
            b'|' | b'>' => return self.block_scalar(),
            b'[' | b'{' => self.flow()?,
            _ => {
                let start = self.at;
                let (value, style) = self.token(false)?;
                self.builder.add_bare(Kind::Scalar { value, style }, start..self.at);
            }
        }
        self.end_of_line()
    }

    /// Moves to the end of the line, or to the comment there. `None` if something else is before it.
    fn end_of_line(&mut self) -> Option<()> {
        let spaces = self.skip_spaces();
        match self.peek() {
            None | Some(b'\n') => Some(()),
            Some(b'#') if spaces > 0 => Some(()),
            Some(_) => None,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.byte(self.at)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Skips spaces, and returns their number.
    fn skip_spaces(&mut self) -> usize {
        let from = self.at;
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
        self.at - from
    }

    /// The line break at the end of the line, or the end of the text.
    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(self.text.len(), |length| at + length)
    }

    /// Whether an item begins here, with its dash.
    fn is_dash(&self) -> bool {
        self.peek() == Some(b'-') && matches!(self.byte(self.at + 1), None | Some(b' ' | b'\n'))
    }

    /// Whether `---` or `...` is here, at the beginning of a line.
    fn is_marker(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let after = rest.strip_prefix("---").or_else(|| rest.strip_prefix("..."));
        after.is_some_and(|after| after.is_empty() || after.starts_with([' ', '\t', '\n']))
    }
}
