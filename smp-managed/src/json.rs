//! JSON text of keys, byte for byte as an API server writes it.

use core::fmt::Write as _;

use serde_json::{Map, Value};

/// Members sorted by name.
pub(crate) fn sorted(members: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> = members.iter().collect();
    members.sort_by_key(|(name, _)| *name);
    members
}

/// Writes a value: members sorted, and `<`, `>` and `&` escaped in strings.
pub(crate) fn value(of: &Value, out: &mut String) {
    match of {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&number_text(number)),
        Value::String(text) => string(text, true, out),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                value(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, (name, member)) in sorted(members).into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                string(name, true, out);
                out.push(':');
                value(member, out);
            }
            out.push('}');
        }
    }
}

/// The text of a number: exponents only below 1e-6 and from 1e21 on, as in JavaScript.
fn number_text(number: &serde_json::Number) -> String {
    if number.is_i64() || number.is_u64() {
        return number.to_string();
    }
    let number = number.as_f64().unwrap_or_default();
    let size = number.abs();
    if number == 0.0 || (1e-6..1e21).contains(&size) {
        return number.to_string();
    }
    let text = format!("{number:e}");
    match text.split_once('e') {
        Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
        _ => text,
    }
}

/// Writes a string. An API server escapes `<`, `>`, `&` and two line separators in strings inside of keys,
/// but not in the names around them.
pub(crate) fn string(text: &str, html: bool, out: &mut String) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' if html => escape(char, out),
            char if u32::from(char) < 0x20 => escape(char, out),
            char => out.push(char),
        }
    }
    out.push('"');
}

fn escape(char: char, out: &mut String) {
    let _ = write!(out, "\\u{:04x}", u32::from(char));
}
