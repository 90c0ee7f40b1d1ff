//! Checks a new text, and writes the text that is used if the check fails.

use smp_core::{Document, canonical_text};

use super::changed_lines;
use crate::error::Error;
use crate::limits::Limits;
use crate::read::{Json, parse_within, value_of};
use crate::tree::Tree;
use crate::write::{Style, write_with};

/// Whether the edited text of a tree has this value. Checks the lines that differ, or else the whole text.
/// Debug builds check both ways, so that every test of edits tests this. `O(n)`.
pub(super) fn is_right(tree: &Tree<'_>, json: &Json, text: &str, wanted: &str) -> bool {
    let by_lines = changed_lines::have_value(tree, json, text, wanted);
    debug_assert!(!by_lines || has_value(text, wanted, tree.limits), "{wanted}\n{text}");
    by_lines || has_value(text, wanted, tree.limits)
}

/// Whether the document of a text has this value. `O(n)` if members are in the same order.
pub(super) fn has_value(text: &str, json: &str, limits: Limits) -> bool {
    let tree = match parse_within(text, limits) {
        Ok(Some(tree)) => tree,
        // An empty document is null.
        Ok(None) => return json == "null",
        Err(_) => return false,
    };
    let Ok(found) = value_of(&tree, tree.root) else { return false };
    if found == json {
        return true;
    }
    // The members may be in a different order.
    let text = |json| Document::from_json(json).and_then(|document| canonical_text(&document)).ok();
    text(&found).is_some_and(|found| Some(found) == text(json))
}

/// The text with the document rewritten. The text before and after it stays, except a comment on its last line.
pub(super) fn written_anew(
    tree: &Tree<'_>,
    new: &Document<'_>,
    line_break: &str,
) -> Result<String, Error> {
    let root = tree.node(tree.root);
    let start =
        if root.is_block_scalar() { tree.block_header(tree.root).start } else { root.start };
    let start = start.min(root.outer);
    let before = tree.slice(0..start);
    let mut text = String::new();
    let style = Style { keeps: false, ..Style::default() };
    write_with(new, style, &mut text).map_err(Error::new)?;
    let on_marker_line = !tree.is_first_on_line(start);
    let break_before = if on_marker_line { "\n" } else { "" };
    let end = tree.content_end(tree.root).max(start);
    let after = tree.text.get(end..).unwrap_or_default();
    // The rest of the line in which the document ends; its comment is dropped, too.
    let after = match after.split_once('\n') {
        Some((_, rest)) if !tree.slice(0..end).ends_with('\n') => rest,
        None => "",
        _ => after,
    };
    // Only comments and markers follow. Indented, they could be part of a block scalar.
    let after: String =
        after.split_inclusive('\n').map(|line| line.trim_start_matches([' ', '\t'])).collect();
    let text = format!("{break_before}{text}");
    let text = if line_break == "\n" { text } else { text.replace('\n', line_break) };
    let head = if on_marker_line {
        before.trim_end_matches(' ')
    } else {
        before.trim_end_matches([' ', '\t'])
    };
    Ok([head, &text, &after].concat())
}
