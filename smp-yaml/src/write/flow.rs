//! Flow style: `{a: 1, b: [x, y]}`.

use smp_core::{Document, View};

use super::quote::{double_quoted, plain_or_quoted};
use crate::limits::{MAX_DEPTH, too_deep};

/// Appends a value on one line. With `quotes`, all strings are in double quotes, as in
/// JSON. `O(n·d)` in size and depth.
pub(crate) fn flow(
    document: &Document<'_>,
    quotes: bool,
    level: usize,
    out: &mut String,
) -> Result<(), String> {
    if level > MAX_DEPTH {
        return Err(too_deep());
    }
    match document.view().map_err(|error| error.to_string())? {
        View::Object(members) => {
            out.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                flow_key(name, quotes, out);
                flow(value, quotes, level + 1, out)?;
            }
            out.push('}');
        }
        View::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                flow(item, quotes, level + 1, out)?;
            }
            out.push(']');
        }
        View::Bool(true) => out.push_str("true"),
        View::Bool(false) => out.push_str("false"),
        View::Number(text) => out.push_str(&text),
        View::String(text) => string(&text, quotes, out),
        _ => out.push_str("null"),
    }
    Ok(())
}

/// Appends a key, its colon and a space.
pub(crate) fn flow_key(name: &str, quotes: bool, out: &mut String) {
    string(name, quotes, out);
    out.push_str(": ");
}

fn string(text: &str, quotes: bool, out: &mut String) {
    if quotes || text.contains([',', '[', ']', '{', '}', '\n', '?', ':', '#']) {
        double_quoted(text, out);
    } else {
        plain_or_quoted(text, out);
    }
}
