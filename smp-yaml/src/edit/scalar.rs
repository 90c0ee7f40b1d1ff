//! New values for scalars, in the style of the old ones.

use granit_parser::ScalarStyle;
use smp_core::{Document, View};

use super::EditError;
use super::editor::{Editor, Place, Slot};
use crate::tag::Tag;
use crate::tree::{Kind, NodeId};
use crate::write::{Lines, double_quoted, flow, folded, literal, plain_or_quoted, single_quoted};

impl Editor<'_, '_> {
    /// Gives a scalar a new value that is a scalar, too.
    pub(super) fn scalar(
        &mut self,
        id: NodeId,
        view: &View<'_>,
        new: &Document<'_>,
        slot: Slot,
    ) -> Result<(), EditError> {
        let tree = self.tree;
        let node = tree.node(id);
        let Kind::Scalar { style, .. } = &node.kind else { return Ok(()) };
        let fits_tag = match node.tag {
            Tag::None => true,
            tag => tag.forces_string() && matches!(view, View::String(_)),
        };
        if !fits_tag || node.start == node.end && node.outer < node.start {
            return self.replace(id, new, slot);
        }
        let mut text = String::new();
        let in_flow = matches!(slot.place, Place::Flow { .. });
        let written = match (style, view) {
            (ScalarStyle::SingleQuoted, View::String(value)) => single_quoted(value, &mut text),
            (ScalarStyle::DoubleQuoted, View::String(value)) => {
                double_quoted(value, &mut text);
                true
            }
            (ScalarStyle::Literal | ScalarStyle::Folded, View::String(value))
                if slot.place != Place::Root || !value.starts_with(' ') =>
            {
                let lines = self.lines(id, slot);
                *style == ScalarStyle::Folded && folded(value, lines, &mut text)
                    || literal(value, lines, &mut text)
            }
            (ScalarStyle::Plain, View::String(value)) if !in_flow && !value.contains('\n') => {
                plain_or_quoted(value, &mut text);
                true
            }
            _ => false,
        };
        if node.is_block_scalar() {
            return self.block_scalar(id, new, written.then_some(text));
        }
        if !written {
            if !in_flow && matches!(view, View::String(value) if value.contains('\n')) {
                return self.replace(id, new, slot);
            }
            flow(new, false, 0, &mut text).map_err(EditError::Depth)?;
        }
        if node.start == node.end {
            // The old value is a null that is written as nothing.
            self.edits.insert(slot.from, format!(" {text}"));
            return Ok(());
        }
        self.edits.replace(node.start..node.end, text);
        Ok(())
    }

    /// The current indentation of the lines of a block scalar.
    fn lines(&self, id: NodeId, slot: Slot) -> Lines {
        let tree = self.tree;
        let node = tree.node(id);
        let more = match slot.place {
            Place::Item { gap } => gap,
            _ => self.style.step,
        };
        let header = tree.slice(tree.block_header(id));
        if slot.place == Place::Root {
            return Lines { indent: tree.column(node.start), more };
        }
        let more = if let Some(digit) = header.bytes().find(u8::is_ascii_digit) {
            usize::from(digit - b'0')
        } else {
            let column = tree.column(node.start);
            let more = column.checked_sub(slot.column).filter(|more| (1..10).contains(more));
            more.unwrap_or(2)
        };
        Lines { indent: slot.column + more, more }
    }

    /// Replaces a block scalar with its header; the comment after the header stays.
    fn block_scalar(
        &mut self,
        id: NodeId,
        new: &Document<'_>,
        text: Option<String>,
    ) -> Result<(), EditError> {
        let tree = self.tree;
        let header = tree.block_header(id);
        let to = tree.content_end(id).max(header.end);
        let mut text = text.unwrap_or_default();
        if text.is_empty() {
            flow(new, false, 0, &mut text).map_err(EditError::Depth)?;
        }
        let comment = tree.slice(header.end..tree.line_break(header.end));
        if comment.contains('#') {
            let at = text.find('\n').unwrap_or(text.len());
            let (first, rest) = text.split_at_checked(at).unwrap_or_default();
            text = [first, comment, rest].concat();
        }
        if tree.slice(header.start..to).ends_with('\n') {
            text.push('\n');
        }
        self.needs_end |= to == tree.text.len() && text.starts_with(['|', '>']);
        let text = self.with_line_breaks(&text);
        self.edits.replace(header.start..to, text);
        Ok(())
    }
}
