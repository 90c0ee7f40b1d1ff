//! The places of the entries of a block collection in the text, with their comments.
//!
//! An entry consists of its lines, the comments directly above it in its column, the comment at the
//! end of its line, and comments directly below it that are indented more.

use core::ops::Range;

use crate::tree::{Kind, NodeId, Tree};

/// A member or item of a block collection.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The dash, the key, or the `?` before the key.
    pub(super) head: usize,
    /// The beginning of its comments above; without comments the beginning of its line, or the head
    /// if that is not the first on its line.
    pub(super) lead: usize,
    /// The blank lines directly above `lead`.
    pub(super) gap: Range<usize>,
    /// Whether something is before it on its line, as in `- key: value`.
    pub(super) inline: bool,
    /// The place after the dash or the colon; `None` for a key without a colon.
    pub(super) value: Option<usize>,
    /// The place after its last line, or after the comments below that belong to it.
    pub(super) end: usize,
}

/// The beginning of a member or item, the place after its colon or dash, and the end of its
/// content.
type Head = (usize, Option<usize>, usize);

impl Entry {
    /// The lines of the entry, with its comments.
    pub(super) fn range(&self) -> Range<usize> {
        self.lead..self.end
    }
}

impl Tree<'_> {
    /// The next place from `at` on that is neither white space nor part of a comment.
    pub(super) fn skip_blank(&self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => at += 1,
                b'#' => at = self.line_break(at),
                _ => break,
            }
        }
        at
    }

    /// The line break at the end of the line, or the end of the text.
    pub(super) fn line_break(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let end = at + length;
        let cr = length > 0 && rest.get(length - 1) == Some(&b'\r') && length < rest.len();
        end - usize::from(cr)
    }

    /// The beginning of the next line, or the end of the text.
    pub(super) fn next_line(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        rest.iter().position(|byte| *byte == b'\n').map_or(self.text.len(), |found| at + found + 1)
    }

    /// The beginning of the line.
    pub(super) fn line_start(&self, at: usize) -> usize {
        let before = self.text.as_bytes().get(..at).unwrap_or_default();
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |found| found + 1);
        let mark = start == 0 && self.text.starts_with('\u{feff}') && at >= 3;
        if mark { 3 } else { start }
    }

    /// The number of characters before a place on its line.
    pub(super) fn column(&self, at: usize) -> usize {
        self.slice(self.line_start(at)..at).chars().count()
    }

    /// Whether there is only white space before a place on its line.
    pub(super) fn is_first_on_line(&self, at: usize) -> bool {
        let before = self.text.as_bytes().get(..at).unwrap_or_default();
        let blank = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let rest = before.get(..at - blank.min(at)).unwrap_or_default();
        rest.is_empty() || rest.ends_with(b"\n") || rest == "\u{feff}".as_bytes()
    }

    /// The end of the content of a node, without blank lines that are not part of it.
    pub(super) fn content_end(&self, id: NodeId) -> usize {
        let node = self.node(id);
        match &node.kind {
            Kind::List { items, flow: false } => {
                items.last().map_or(node.end, |last| self.content_end(*last))
            }
            Kind::Mapping { members, flow: false } => match members.last() {
                Some((key, value)) => {
                    let key_end = self.content_end(*key);
                    // The place after the colon, if null is written as nothing.
                    let end = self.after_colon(*key).unwrap_or(key_end);
                    self.content_end(*value).max(end)
                }
                None => node.end,
            },
            _ if node.is_block_scalar() => {
                let raw = self.raw(id);
                if self.keeps_line_breaks(id) && raw.contains('\n') {
                    let last = raw.rfind('\n').map_or(raw.len(), |at| at + 1);
                    let rest = raw.get(last..).unwrap_or_default();
                    return node.start + if rest.trim().is_empty() { last } else { raw.len() };
                }
                node.start + raw.trim_end().len()
            }
            _ => node.end,
        }
    }

    /// The place of the header of a block scalar, such as `|-`.
    pub(super) fn block_header(&self, id: NodeId) -> Range<usize> {
        let node = self.node(id);
        let is_sign = |byte: &u8| matches!(byte, b'|' | b'>');
        let bytes = self.text.as_bytes();
        let start = if bytes.get(node.start).is_some_and(is_sign)
            && self.raw(id).trim().len() < 4
            && self.slice(node.start..node.end).starts_with(['|', '>'])
            && !self.is_first_on_line(node.start)
        {
            node.start
        } else {
            let line = self.line_start(node.start);
            let mut at = line.saturating_sub(1);
            // The header is on a line above, and blank lines may be between.
            while at > 0 && self.slice(self.line_start(at)..at).trim().is_empty() {
                at = self.line_start(at).saturating_sub(1);
            }
            let above = self.line_start(at);
            let text = self.slice(above..at);
            let text = text.find(" #").map_or(text, |comment| self.slice(above..above + comment));
            above + text.rfind(['|', '>']).unwrap_or(text.len())
        };
        let rest = bytes.get(start + 1..).unwrap_or_default();
        let length =
            rest.iter().take_while(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9')).count();
        start..start + 1 + length
    }

    /// Whether blank lines at the end of a block scalar are part of it.
    pub(super) fn keeps_line_breaks(&self, id: NodeId) -> bool {
        self.slice(self.block_header(id)).contains('+')
    }

    /// The place after the line in which content ends. The content of a block scalar with `+` ends there
    /// already.
    fn after_line(&self, content_end: usize) -> usize {
        let before = self.text.get(..content_end).unwrap_or_default();
        if before.ends_with('\n') { content_end } else { self.next_line(content_end) }
    }

    /// The entries of a block collection. `from` is the place after the dash or colon before it. `None` if
    /// the text is not as expected. `O(n)` in the lines of the collection.
    pub(super) fn entries(&self, id: NodeId, from: usize) -> Option<Vec<Entry>> {
        let node = self.node(id);
        let heads: Vec<Head> = match &node.kind {
            Kind::List { items, flow: false } => self.items(items, node.outer.max(from), from)?,
            Kind::Mapping { members, flow: false } => {
                let heads = members.iter().map(|(key, value)| self.head_of_member(*key, *value));
                heads.collect()
            }
            _ => return None,
        };
        let mut entries: Vec<Entry> = Vec::with_capacity(heads.len());
        for (head, value, content_end) in heads {
            let column = self.column(head);
            let inline = !self.is_first_on_line(head);
            let above = entries.last().map_or(from, |entry| entry.end);
            let lead = if inline { head } else { self.lead(head, column, above) };
            let gap = if inline { head..head } else { self.blank_lines_above(lead, above) };
            let end = self.with_comments_below(self.after_line(content_end), column);
            entries.push(Entry { head, lead, gap, inline, value, end });
        }
        Some(entries)
    }

    /// The head of each item of a list, which begins with its dash.
    fn items(&self, items: &[NodeId], outer: usize, from: usize) -> Option<Vec<Head>> {
        let first = *items.first()?;
        let mut at = self.skip_blank(from);
        // Tag and anchor of the list.
        while at >= outer.min(from) && matches!(self.text.as_bytes().get(at), Some(b'&' | b'!')) {
            let rest = self.text.get(at..)?;
            at += rest.find([' ', '\t', '\n', '\r']).unwrap_or(rest.len());
            at = self.skip_blank(at);
        }
        let mut heads = Vec::with_capacity(items.len());
        for item in items {
            if *item != first {
                at = self.skip_blank(at);
            }
            if self.text.as_bytes().get(at) != Some(&b'-') {
                return None;
            }
            let end = self.content_end(*item).max(at + 1);
            heads.push((at, Some(at + 1), end));
            at = end.max(self.node(*item).end);
        }
        Some(heads)
    }

    /// The head of a member, which begins with its key, or with the `?` before it.
    fn head_of_member(&self, key: NodeId, value: NodeId) -> Head {
        let start = self.node(key).outer;
        let before = self.slice(self.line_start(start)..start);
        let trimmed = before.trim_end_matches([' ', '\t']);
        let head = if trimmed.ends_with('?') && trimmed.len() < before.len() {
            start - (before.len() - trimmed.len()) - 1
        } else {
            start
        };
        let value_from = self.after_colon(key);
        let end = self.content_end(value).max(value_from.unwrap_or(self.content_end(key)));
        (head, value_from, end)
    }

    /// The place after the colon of a key, if it has one.
    pub(super) fn after_colon(&self, key: NodeId) -> Option<usize> {
        let colon = self.skip_blank(self.node(key).end.max(self.content_end(key)));
        (self.text.as_bytes().get(colon) == Some(&b':')).then_some(colon + 1)
    }

    /// The beginning of the comments directly above an entry, in its column.
    fn lead(&self, head: usize, column: usize, above: usize) -> usize {
        let mut lead = self.line_start(head);
        while lead > above {
            let line = self.line_start(lead - 1);
            let text = self.slice(line..lead);
            let comment = text.trim_start_matches(' ');
            if line < above || !comment.starts_with('#') || text.len() - comment.len() != column {
                break;
            }
            lead = line;
        }
        lead
    }

    /// The blank lines directly above a line, but not beyond a place.
    fn blank_lines_above(&self, line: usize, above: usize) -> Range<usize> {
        let mut start = line;
        while start > above {
            let before = self.line_start(start - 1);
            if before < above || !self.slice(before..start).trim().is_empty() {
                break;
            }
            start = before;
        }
        start..line
    }

    /// The blank lines directly below a line.
    pub(super) fn blank_lines_below(&self, from: usize) -> Range<usize> {
        let mut end = from;
        while end < self.text.len() {
            let next = self.next_line(end);
            if !self.slice(end..next).trim().is_empty() {
                break;
            }
            end = next;
        }
        from..end
    }

    /// The place after the comments directly below an entry that are indented more than it.
    fn with_comments_below(&self, mut end: usize, column: usize) -> usize {
        while end < self.text.len() {
            let next = self.next_line(end);
            let line = self.slice(end..next);
            let comment = line.trim_start_matches(' ');
            if !comment.starts_with('#') || line.len() - comment.len() <= column {
                break;
            }
            end = next;
        }
        end
    }
}
