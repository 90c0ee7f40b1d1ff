//! From documents to YAML in the block style of kubectl: two spaces a level, list
//! items in the column of their key, text of several lines as a literal block.
//! The library would change the text of numbers, so it is used only to quote
//! strings.

use serde_saphyr::SerializerOptions;
use smp_core::{Document, View};

use crate::limits::{MAX_DEPTH, too_deep};

/// Appends a document and a line break. `O(n·d)` in size and depth.
pub(crate) fn write(document: &Document<'_>, out: &mut String) -> Result<(), String> {
    value(document, Position { level: 0, indent: 0, after: After::Start }, out)
}

#[derive(Clone, Copy)]
struct Position {
    /// The number of lists and objects around it.
    level: usize,
    /// The column for the members or items of the value.
    indent: usize,
    after: After,
}

/// The text before a value on its line.
#[derive(Clone, Copy, PartialEq)]
enum After {
    /// Nothing.
    Start,
    /// `key:`
    Key,
    /// `- `
    Dash,
}

fn value(document: &Document<'_>, position: Position, out: &mut String) -> Result<(), String> {
    match view(document)? {
        View::Object(members) if !members.is_empty() => {
            // The first member is on the line of the dash.
            let mut first = position.after == After::Dash;
            if position.after == After::Key {
                out.push('\n');
            }
            for (name, member) in &members {
                if !core::mem::take(&mut first) {
                    spaces(position.indent, out);
                }
                key(name, position.indent, out);
                let nested = match view(member)? {
                    View::List(_) => position.indent,
                    _ => position.indent + 2,
                };
                value(member, position.inside(nested, After::Key)?, out)?;
            }
            return Ok(());
        }
        View::List(items) if !items.is_empty() => {
            let mut first = position.after == After::Dash;
            if position.after == After::Key {
                out.push('\n');
            }
            for item in &items {
                if !core::mem::take(&mut first) {
                    spaces(position.indent, out);
                }
                out.push_str("- ");
                value(item, position.inside(position.indent + 2, After::Dash)?, out)?;
            }
            return Ok(());
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
    out.push('\n');
    Ok(())
}

impl Position {
    fn inside(self, indent: usize, after: After) -> Result<Self, String> {
        if self.level >= MAX_DEPTH {
            return Err(too_deep());
        }
        Ok(Self { level: self.level + 1, indent, after })
    }
}

fn view<'d>(document: &'d Document<'_>) -> Result<View<'d>, String> {
    document.view().map_err(|error| error.to_string())
}

fn spaces(count: usize, out: &mut String) {
    out.extend(core::iter::repeat_n(' ', count));
}

/// A key with its colon. Parsers look for the colon in the next 1,024 characters
/// only; a longer key needs a `?`.
fn key(name: &str, indent: usize, out: &mut String) {
    let start = out.len();
    quoted(name, out);
    if out.len() - start > 1_000 {
        out.insert_str(start, "? ");
        out.push('\n');
        spaces(indent, out);
    }
    out.push(':');
}

fn string(text: &str, position: Position, out: &mut String) {
    if is_literal(text) {
        literal(text, position, out);
    } else {
        quoted(text, out);
    }
}

/// Whether text can be a literal block, and is readable as one.
fn is_literal(text: &str) -> bool {
    text.trim_end_matches('\n').contains('\n')
        && text.chars().all(|c| {
            matches!(c, '\n' | '\t' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
                && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
        })
        && text.lines().any(|line| !line.trim().is_empty())
        // Some parsers get the indentation wrong after blank lines or tabs at the
        // beginning.
        && !text.starts_with(['\n', '\t'])
}

fn literal(text: &str, position: Position, out: &mut String) {
    let indent = match position.after {
        After::Start => 2,
        After::Key | After::Dash => position.indent,
    };
    out.push('|');
    if text.starts_with(' ') {
        out.push('2');
    }
    let body = text.trim_end_matches('\n');
    match text.len() - body.len() {
        0 => out.push('-'),
        1 => {}
        _ => out.push('+'),
    }
    for line in body.split('\n') {
        out.push('\n');
        if !line.is_empty() {
            spaces(indent, out);
            out.push_str(line);
        }
    }
    // `value` writes the line break after the last line.
    out.extend(core::iter::repeat_n('\n', (text.len() - body.len()).saturating_sub(1)));
}

/// A string on one line, without quotes if it is a string for every parser.
fn quoted(text: &str, out: &mut String) {
    if is_certainly_plain(text) {
        return out.push_str(text);
    }
    match serde_saphyr::to_string_with_options(&text, options()) {
        Ok(written) => out.push_str(written.trim_end_matches('\n')),
        // A JSON string is also a YAML string.
        Err(_) => out.push_str(&serde_json::Value::from(text).to_string()),
    }
}

/// Whether the text is certainly a plain string: a letter, then letters, digits and
/// some signs, longer than any keyword of YAML. Saves a call for most strings.
fn is_certainly_plain(text: &str) -> bool {
    text.len() > 5
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-/".contains(&byte))
}

fn options() -> SerializerOptions {
    serde_saphyr::ser_options! { prefer_block_scalars: false }
}
