//! Strings in each style of YAML, so that readers of YAML 1.1 and 1.2 read the same value.

use core::fmt::Write as _;

use serde_saphyr::SerializerOptions;

/// A string on one line, without quotes if it is a string for every parser. `O(n)`.
pub(crate) fn plain_or_quoted(text: &str, out: &mut String) {
    if is_certainly_plain(text) {
        return out.push_str(text);
    }
    match serde_saphyr::to_string_with_options(&text, options()) {
        Ok(written) => out.push_str(written.trim_end_matches('\n')),
        // A JSON string is also a YAML string.
        Err(_) => double_quoted(text, out),
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

/// A string in double quotes, on one line. `O(n)`.
pub(crate) fn double_quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_printable(c) => out.push(c),
            c => {
                // Writing to a string never fails.
                let _ = if u32::from(c) > 0xffff {
                    write!(out, "\\U{:08X}", u32::from(c))
                } else {
                    write!(out, "\\u{:04X}", u32::from(c))
                };
            }
        }
    }
    out.push('"');
}

/// A string in single quotes, on one line. False if it can't be written that way. `O(n)`.
pub(crate) fn single_quoted(text: &str, out: &mut String) -> bool {
    if !text.chars().all(|c| c != '\t' && is_printable(c)) {
        return false;
    }
    out.push('\'');
    out.push_str(&text.replace('\'', "''"));
    out.push('\'');
    true
}

/// Whether every parser reads the character unchanged, on one line.
pub(crate) fn is_printable(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
        && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// The lines of a block scalar.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lines {
    /// The column of the lines.
    pub(crate) indent: usize,
    /// The columns between the node around the lines and `indent`.
    pub(crate) more: usize,
}

/// Text as a literal block, without a line break after its last line. False if it can't be written that
/// way, or if some parsers would read it differently. `O(n)`.
pub(crate) fn literal(text: &str, lines: Lines, out: &mut String) -> bool {
    let body = text.trim_end_matches('\n');
    if !fits_block(text) {
        return false;
    }
    header('|', text, body, lines, out);
    for line in body.split('\n') {
        push_line(line, lines, out);
    }
    finish(text, body, out);
    true
}

/// Text as a folded block, each of its lines on a line of its own. Returns like [`literal`].
pub(crate) fn folded(text: &str, lines: Lines, out: &mut String) -> bool {
    let body = text.trim_end_matches('\n');
    let odd = |line: &str| line.is_empty() || line.starts_with([' ', '\t']) || line.ends_with(' ');
    if !fits_block(text) || body.split('\n').any(odd) {
        return false;
    }
    header('>', text, body, lines, out);
    for (at, line) in body.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        push_line(line, lines, out);
    }
    finish(text, body, out);
    true
}

/// Whether text can be a block scalar, and is readable as one.
fn fits_block(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '\n' | '\t') || is_printable(c))
        && text.lines().any(|line| !line.trim().is_empty())
        // Some parsers get the indentation wrong after blank lines or tabs at the
        // beginning.
        && !text.starts_with(['\n', '\t'])
}

fn header(sign: char, text: &str, body: &str, lines: Lines, out: &mut String) {
    out.push(sign);
    if text.starts_with(' ') {
        // The stated indentation has one digit; a literal is never deeper than that.
        let _ = write!(out, "{}", lines.more);
    }
    match text.len() - body.len() {
        0 => out.push('-'),
        1 => {}
        _ => out.push('+'),
    }
}

fn push_line(line: &str, lines: Lines, out: &mut String) {
    out.push('\n');
    if !line.is_empty() {
        out.extend(core::iter::repeat_n(' ', lines.indent));
        out.push_str(line);
    }
}

/// Appends the line breaks after the body, except for the last, which ends the line.
fn finish(text: &str, body: &str, out: &mut String) {
    out.extend(core::iter::repeat_n('\n', (text.len() - body.len()).saturating_sub(1)));
}
