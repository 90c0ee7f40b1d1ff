//! Documents and scalars from JSON text.

use std::borrow::Cow;

use serde_json::value::RawValue;
use smp_schema::__support::JsonKind;

use super::closed::ClosedText;
use super::node::Node;
use crate::error::{Error, ErrorKind};

/// Bytes as text; an error if they are not UTF-8. `O(n)`.
pub(crate) fn utf8(text: &[u8]) -> Result<&str, Error> {
    core::str::from_utf8(text).map_err(|error| {
        Error::new(
            ErrorKind::InvalidJson,
            format!("not UTF-8 after byte {}; JSON text must be", error.valid_up_to()),
        )
    })
}

/// Checks JSON text and returns it as one closed node. `O(n)`, without recursion.
pub(super) fn document(text: &str) -> Result<Node<'_>, Error> {
    match ClosedText::check(text) {
        Some(closed) => Ok(Node::Raw(closed)),
        None => Err(match serde_json::from_str::<&RawValue>(text) {
            // Both accept the same texts, as `tests/tests/laws_json.rs` tests.
            Ok(_) => Error::new(ErrorKind::Size, "the text is not shorter than 4 GiB"),
            Err(error) => serde_json_error(&error),
        }),
    }
}

/// The JSON type of the text of a value, by its first byte.
pub(super) fn kind(text: &str) -> JsonKind {
    match text.as_bytes().first() {
        Some(b'{') => JsonKind::Object,
        Some(b'[') => JsonKind::List,
        Some(b'"') => JsonKind::String,
        Some(b't' | b'f') => JsonKind::Bool,
        Some(b'n') | None => JsonKind::Null,
        Some(_) => JsonKind::Number,
    }
}

/// The scalar with this text, which has been checked.
pub(super) fn scalar(text: &str) -> Result<Node<'_>, Error> {
    match kind(text) {
        JsonKind::String => {
            string(text).map(Node::String).ok_or_else(|| unpaired_surrogate_error(text))
        }
        JsonKind::Bool => Ok(Node::Bool(text == "true")),
        JsonKind::Number => Ok(Node::Number(Cow::Borrowed(text))),
        JsonKind::Null | JsonKind::List | JsonKind::Object => Ok(Node::Null),
    }
}

/// The value of a JSON string, borrowed if nothing is escaped. `None` if its escapes are not
/// Unicode characters.
pub(super) fn string(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str::<String>(text).ok().map(Cow::Owned)
}

/// The value of a name that has escapes.
pub(super) fn escaped_name(inner: &str) -> Result<String, Error> {
    let quoted = format!("\"{inner}\"");
    string(&quoted).map(Cow::into_owned).ok_or_else(|| unpaired_surrogate_error(&quoted))
}

/// The error of a string such as `"\ud800"`: an escape of a surrogate without its pair. It is
/// valid JSON, but not a string of Unicode characters: semantics value-11.
fn unpaired_surrogate_error(text: &str) -> Error {
    let escape = unpaired_surrogate(text).unwrap_or(text);
    Error::new(
        ErrorKind::InvalidJson,
        format!(
            "`{escape}` is half of a surrogate pair, which is no character; write the whole pair, \
             or `\\ufffd`, which an API server stores instead"
        ),
    )
}

/// The first escape of a surrogate without its pair. `O(n)`.
fn unpaired_surrogate(text: &str) -> Option<&str> {
    const LENGTH: usize = r"\ud800".len();
    let escape = |at: usize| text.get(at..at.saturating_add(LENGTH));
    let unit = |at| u16::from_str_radix(escape(at)?.strip_prefix("\\u")?, 16).ok();
    let mut at = 0_usize;
    loop {
        at = at.saturating_add(text.get(at..)?.find('\\')?);
        let behind = at.saturating_add(LENGTH);
        at = match (unit(at), unit(behind)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => behind.saturating_add(LENGTH),
            (Some(0xD800..=0xDFFF), _) => return escape(at),
            (Some(_), _) => behind,
            (None, _) => at.saturating_add(2),
        };
    }
}

/// An error of `serde_json`, with its position apart from the message.
fn serde_json_error(error: &serde_json::Error) -> Error {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let suffix = format!(" at line {line} column {column}");
    let text = text.strip_suffix(&suffix).unwrap_or(&text);
    // At the end of a line serde_json reports column 0 of the next one.
    let (line, column) = (line.max(1), column.max(1));
    Error::new(ErrorKind::InvalidJson, format!("invalid JSON: {text}")).at_position(line, column)
}
