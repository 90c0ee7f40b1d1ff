//! The check of a new text, and the text that is written if it fails.

use std::collections::HashMap;

use smp_core::{Document, View};

use super::EditError;
use crate::error::Error;
use crate::limits::Limits;
use crate::read::{parse_within, value_of};
use crate::tree::Tree;
use crate::write::{Style, write_with};

/// Whether the document of a text has this value. `O(n)` if members are in the same order.
pub(super) fn has_value(text: &str, json: &str, limits: Limits) -> bool {
    let tree = match parse_within(text, limits) {
        Ok(Some(tree)) => tree,
        // A document that is null is none.
        Ok(None) => return json == "null",
        Err(_) => return false,
    };
    let Ok(found) = value_of(&tree, tree.root) else { return false };
    if found == json {
        return true;
    }
    let documents = (Document::from_json(found.as_str()), Document::from_json(json));
    let (Ok(found), Ok(wanted)) = documents else { return false };
    same(&found, &wanted).unwrap_or(false)
}

/// Whether two documents are the same but for the order of members. `O(n·d)` in size and
/// depth.
fn same(one: &Document<'_>, other: &Document<'_>) -> Result<bool, EditError> {
    Ok(match (one.view()?, other.view()?) {
        (View::Null, View::Null) => true,
        (View::Bool(one), View::Bool(other)) => one == other,
        (View::Number(one), View::Number(other)) => one == other,
        (View::String(one), View::String(other)) => one == other,
        (View::List(one), View::List(other)) => {
            if one.len() != other.len() {
                return Ok(false);
            }
            for (one, other) in one.iter().zip(&other) {
                if !same(one, other)? {
                    return Ok(false);
                }
            }
            true
        }
        (View::Object(one), View::Object(other)) => {
            let other: HashMap<_, _> = other.iter().map(|(name, value)| (name, value)).collect();
            if one.len() != other.len() {
                return Ok(false);
            }
            for (name, value) in &one {
                match other.get(name) {
                    Some(other) if same(value, other)? => {}
                    _ => return Ok(false),
                }
            }
            true
        }
        _ => false,
    })
}

/// The text with the document written anew. The text before and after it stays, except a comment
/// on its last line.
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
    // What is left of the line in which the document ends; its comment goes, too.
    let after = match after.split_once('\n') {
        Some((_, rest)) if !tree.slice(0..end).ends_with('\n') => rest,
        None => "",
        _ => after,
    };
    // There are comments and markers only. Indented, they could be part of a block scalar.
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
