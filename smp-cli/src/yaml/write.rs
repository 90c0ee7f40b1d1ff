//! From documents to YAML in the block style that kubectl prints: two spaces a
//! level, list items at the column of their key, text of several lines as a
//! literal block. Numbers are written as they stand in the document, which is
//! why the layout is written here; serde-saphyr decides how a string is quoted.

use serde_saphyr::SerializerOptions;
use smp_core::{Document, View};

use crate::limits::{MAX_DEPTH, too_deep};

/// Appends a document, with a line break at its end. `O(n·d)` in size and depth.
pub(crate) fn write(document: &Document<'_>, out: &mut String) -> Result<(), String> {
    value(document, Place { level: 0, indent: 0, after: After::Start }, out)
}

#[derive(Clone, Copy)]
struct Place {
    /// How many collections are around.
    level: usize,
    /// Column of the members or items of a collection that stands here.
    indent: usize,
    after: After,
}

/// What stands before a value on its line.
#[derive(Clone, Copy, PartialEq)]
enum After {
    /// Nothing.
    Start,
    /// `key:`
    Key,
    /// `- `
    Dash,
}

fn value(document: &Document<'_>, place: Place, out: &mut String) -> Result<(), String> {
    match view(document)? {
        View::Object(members) if !members.is_empty() => {
            // The first member stands on the line of its dash.
            let mut first = place.after == After::Dash;
            if place.after == After::Key {
                out.push('\n');
            }
            for (name, member) in &members {
                if !core::mem::take(&mut first) {
                    spaces(place.indent, out);
                }
                key(name, place.indent, out);
                let nested = match view(member)? {
                    View::List(_) => place.indent,
                    _ => place.indent + 2,
                };
                value(member, place.inside(nested, After::Key)?, out)?;
            }
            return Ok(());
        }
        View::List(items) if !items.is_empty() => {
            let mut first = place.after == After::Dash;
            if place.after == After::Key {
                out.push('\n');
            }
            for item in &items {
                if !core::mem::take(&mut first) {
                    spaces(place.indent, out);
                }
                out.push_str("- ");
                value(item, place.inside(place.indent + 2, After::Dash)?, out)?;
            }
            return Ok(());
        }
        scalar => {
            if place.after == After::Key {
                out.push(' ');
            }
            match scalar {
                View::Object(_) => out.push_str("{}"),
                View::List(_) => out.push_str("[]"),
                View::Bool(true) => out.push_str("true"),
                View::Bool(false) => out.push_str("false"),
                View::Number(text) => out.push_str(&text),
                View::String(text) => string(&text, place, out),
                _ => out.push_str("null"),
            }
        }
    }
    out.push('\n');
    Ok(())
}

impl Place {
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

/// A key with its colon. Readers look only 1,024 characters ahead for the colon.
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

fn string(text: &str, place: Place, out: &mut String) {
    if is_literal(text) {
        literal(text, place, out);
    } else {
        quoted(text, out);
    }
}

/// Whether text reads well, and reads back, as a literal block.
fn is_literal(text: &str) -> bool {
    text.trim_end_matches('\n').contains('\n')
        && text.chars().all(|c| {
            matches!(c, '\n' | '\t' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
                && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
        })
        && text.lines().any(|line| !line.trim().is_empty())
        // Blank lines before the first text confuse some readers about the
        // indentation; so do tabs there.
        && !text.starts_with(['\n', '\t'])
}

fn literal(text: &str, place: Place, out: &mut String) {
    let indent = match place.after {
        After::Start => 2,
        After::Key | After::Dash => place.indent,
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
    // `value` ends the last line.
    out.extend(core::iter::repeat_n('\n', (text.len() - body.len()).saturating_sub(1)));
}

/// A string on one line, plain where every reader takes it for a string.
fn quoted(text: &str, out: &mut String) {
    if is_plain_beyond_doubt(text) {
        return out.push_str(text);
    }
    match serde_saphyr::to_string_with_options(&text, options()) {
        Ok(written) => out.push_str(written.trim_end_matches('\n')),
        // JSON strings are YAML, too.
        Err(_) => out.push_str(&serde_json::Value::from(text).to_string()),
    }
}

/// A letter, then letters, digits and a few harmless signs, longer than any word
/// that YAML knows. Most strings are such.
fn is_plain_beyond_doubt(text: &str) -> bool {
    text.len() > 5
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-/".contains(&byte))
}

fn options() -> SerializerOptions {
    serde_saphyr::ser_options! { prefer_block_scalars: false }
}
