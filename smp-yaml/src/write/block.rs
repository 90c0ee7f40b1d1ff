//! Block style.

use smp_core::{Document, View};

use super::quote::{Lines, literal, plain_or_quoted};
use crate::limits::{MAX_DEPTH, too_deep};

/// The indentation of written lists and objects.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// Columns from a key to the keys of its value.
    pub(crate) step: usize,
    /// Columns from a key to the dashes of its value.
    pub(crate) dash: usize,
    /// Whether text that ends with empty lines is written as a block that keeps them. In a text with other
    /// lines, blank lines below would become part of the block.
    pub(crate) keeps: bool,
}

/// The style of kubectl.
impl Default for Style {
    fn default() -> Self {
        Self { step: 2, dash: 0, keeps: true }
    }
}

/// Appends a document in the block style of kubectl, and a line break. `O(n·d)` in size and
/// depth.
///
/// # Errors
///
/// A message about nesting deeper than 128 levels, or about a string with unpaired surrogates.
///
/// ```
/// let document = smp_core::Document::from_json(r#"{"a":["on",1.0]}"#)?;
/// let mut yaml = String::new();
/// smp_yaml::write(&document, &mut yaml)?;
/// assert_eq!(yaml, "a:\n- \"on\"\n- 1.0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(document: &Document<'_>, out: &mut String) -> Result<(), String> {
    write_with(document, Style::default(), out)
}

/// [`write()`] with a different indentation.
pub(crate) fn write_with(
    document: &Document<'_>,
    style: Style,
    out: &mut String,
) -> Result<(), String> {
    let position = Position { level: 0, indent: 0, more: 2, after: After::Start, style };
    block(document, position, out)?;
    out.push('\n');
    Ok(())
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Position {
    /// The number of lists and objects around it.
    pub(crate) level: usize,
    /// The column for the members or items of the value, or for the lines of a block
    /// scalar.
    pub(crate) indent: usize,
    /// The columns between the dash or key before the value and `indent`.
    pub(crate) more: usize,
    pub(crate) after: After,
    pub(crate) style: Style,
}

/// The text before a value on its line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum After {
    /// The beginning of the text.
    Start,
    /// `key:`
    Key,
    /// `- `
    Dash,
}

/// Appends a value, without a line break at the end. After a key it begins with a space or
/// a line break.
pub(crate) fn block(
    document: &Document<'_>,
    position: Position,
    out: &mut String,
) -> Result<(), String> {
    match document.view().map_err(|error| error.to_string())? {
        View::Object(members) if !members.is_empty() => {
            for (at, (name, value)) in members.iter().enumerate() {
                position.begin(at, out);
                member(name, value, position.indent, position, out)?;
            }
        }
        View::List(items) if !items.is_empty() => {
            for (at, item) in items.iter().enumerate() {
                position.begin(at, out);
                out.push_str("- ");
                block(item, position.inside(position.indent, 2, After::Dash)?, out)?;
            }
        }
        scalar => {
            if position.after == After::Key {
                out.push(' ');
            }
            match scalar {
                View::Object(_) => out.push_str("{}"),
                View::List(_) => out.push_str("[]"),
                View::Bool(true) => out.push_str("true"),
                View::Bool(false) => out.push_str("false"),
                View::Number(text) => out.push_str(&text),
                View::String(text) => string(&text, position, out),
                _ => out.push_str("null"),
            }
        }
    }
    Ok(())
}

/// Appends a key at a column, and its value. `around` is the position of the mapping.
pub(crate) fn member(
    name: &str,
    value: &Document<'_>,
    column: usize,
    around: Position,
    out: &mut String,
) -> Result<(), String> {
    key(name, column, out);
    let more = match value.view().map_err(|error| error.to_string())? {
        View::List(_) => around.style.dash,
        _ => around.style.step,
    };
    block(value, around.inside(column, more, After::Key)?, out)
}

impl Position {
    /// Moves to the place of a member or item.
    fn begin(self, at: usize, out: &mut String) {
        match self.after {
            // The first one is on the line of the dash.
            After::Dash | After::Start if at == 0 => {}
            _ => {
                out.push('\n');
                out.extend(core::iter::repeat_n(' ', self.indent));
            }
        }
    }

    fn inside(self, column: usize, more: usize, after: After) -> Result<Self, String> {
        if self.level >= MAX_DEPTH {
            return Err(too_deep());
        }
        let (level, indent) = (self.level + 1, column + more);
        Ok(Self { level, indent, more, after, style: self.style })
    }
}

/// A key with its colon. Parsers look for the colon only in the next 1,024 characters; a longer key needs a
/// `?`.
pub(crate) fn key(name: &str, column: usize, out: &mut String) {
    let mut written = String::new();
    plain_or_quoted(name, &mut written);
    if written.len() > 1_000 {
        out.push_str("? ");
        out.push_str(&written);
        out.push('\n');
        out.extend(core::iter::repeat_n(' ', column));
    } else {
        out.push_str(&written);
    }
    out.push(':');
}

fn string(text: &str, position: Position, out: &mut String) {
    let several_lines = text.trim_end_matches('\n').contains('\n');
    // Readers disagree on the indentation of a document that is text.
    if position.after == After::Start {
        return plain_or_quoted(text, out);
    }
    let lines = Lines { indent: position.indent, more: position.more };
    let is_quoted = !several_lines || (!position.style.keeps && text.ends_with("\n\n"));
    if is_quoted || !literal(text, lines, out) {
        plain_or_quoted(text, out);
    }
}
