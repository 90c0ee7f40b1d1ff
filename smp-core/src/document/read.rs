//! Nodes from JSON text. A text is checked once, as a whole. After that it is opened level by
//! level; the children are slices of the text.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::lazy::Element;
use super::node::{JsonKind, Node};
use super::object::Object;
use super::scan::{MemberName, Scanner};
use crate::depth::DepthBudget;
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

/// Checks JSON text and returns it as one closed node. `O(n)`, without recursion or allocation.
pub(super) fn document(text: &str) -> Result<Node<'_>, Error> {
    let mut scanner = Scanner::new(text);
    match scanner.value() {
        Some(value) if scanner.is_at_end() => Ok(Node::Raw(value)),
        _ => match serde_json::from_str::<&RawValue>(text) {
            Ok(value) => Ok(Node::Raw(value.get())),
            Err(error) => Err(serde_json_error(&error)),
        },
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

/// Opens one level of text that has been checked. `O(n)`.
pub(super) fn one_level(text: &str) -> Result<Node<'_>, Error> {
    match kind(text) {
        JsonKind::Object => object(text).map(Node::Object),
        JsonKind::List => list(text).map(Node::List),
        JsonKind::String => {
            string(text).map(Node::String).ok_or_else(|| unpaired_surrogate_error(text))
        }
        JsonKind::Bool => Ok(Node::Bool(text == "true")),
        JsonKind::Null => Ok(Node::Null),
        JsonKind::Number => Ok(Node::Number(Cow::Borrowed(text))),
    }
}

fn list(text: &str) -> Result<Vec<Node<'_>>, Error> {
    let mut items = Vec::new();
    Scanner::new(text)
        .list(|scanner| {
            items.push(Node::Raw(scanner.value()?));
            Some(())
        })
        .ok_or_else(invalid_json_error)?;
    Ok(items)
}

/// Adds the elements in the text of a list without its brackets, such as `1, [2], 3`. The text
/// has been checked. `O(n)`.
pub(super) fn items<'a>(text: &'a str, items: &mut Vec<Node<'a>>) -> Result<(), Error> {
    let mut scanner = Scanner::new(text);
    loop {
        items.push(Node::Raw(scanner.value().ok_or_else(invalid_json_error)?));
        if scanner.accept(b',').is_none() {
            return Ok(());
        }
    }
}

/// Reads a list that merges by the key of this name. Its elements stay closed, with the text of
/// their keys; an element that does not have exactly one such member is text alone. `O(n)`.
pub(crate) fn read_elements<'a>(scanner: &mut Scanner<'a>, key: &str) -> Option<Vec<Node<'a>>> {
    let mut items = Vec::new();
    scanner.list(|scanner| {
        items.push(read_element(scanner, key)?);
        Some(())
    })?;
    Some(items)
}

/// Reads one element of such a list. `O(n)`.
pub(crate) fn read_element<'a>(scanner: &mut Scanner<'a>, key: &str) -> Option<Node<'a>> {
    if scanner.peek()? != b'{' {
        return scanner.value().map(Node::Raw);
    }
    let start = scanner.at();
    let (mut found, mut is_plain) = (None, true);
    scanner.object(|scanner, name| {
        let value = scanner.value()?;
        if name.inner == key {
            is_plain &= found.is_none();
            found = Some(value);
        }
        is_plain &= !name.is_escaped;
        Some(())
    })?;
    let text = scanner.part(start, scanner.at())?;
    Some(match found.filter(|_| is_plain) {
        Some(key) => Node::from(Element { text, key }),
        None => Node::Raw(text),
    })
}

fn object(text: &str) -> Result<Object<'_>, Error> {
    let mut object = Object::default();
    let mut bad = None;
    let read = Scanner::new(text).object(|scanner, name| {
        let value = scanner.value()?;
        match unescaped_name(name) {
            // Of several members with one name the last counts: semantics value-4.
            Ok(name) => object.insert(name, Node::Raw(value)),
            Err(error) => bad = Some(error),
        }
        Some(())
    });
    match bad {
        Some(error) => Err(error),
        None => read.map(|()| object).ok_or_else(invalid_json_error),
    }
}

/// The members in the text of an object without its braces, such as `"a": 1, "b": 2`. The text
/// has been checked. `O(n)`.
pub(super) fn members(text: &str) -> Result<Object<'_>, Error> {
    let mut object = Object::default();
    let mut scanner = Scanner::new(text);
    while !scanner.is_at_end() {
        let name = scanner.name().ok_or_else(invalid_json_error)?;
        let value = scanner.value().ok_or_else(invalid_json_error)?;
        object.insert(unescaped_name(name)?, Node::Raw(value));
        if scanner.accept(b',').is_none() {
            break;
        }
    }
    Ok(object)
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

/// The value of a name, borrowed if nothing is escaped.
pub(crate) fn unescaped_name(name: MemberName<'_>) -> Result<Cow<'_, str>, Error> {
    if !name.is_escaped {
        return Ok(Cow::Borrowed(name.inner));
    }
    let quoted = format!("\"{}\"", name.inner);
    string(&quoted)
        .map(|name| Cow::Owned(name.into_owned()))
        .ok_or_else(|| unpaired_surrogate_error(&quoted))
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

/// The error of text that the scanner refuses although it has been checked. It never occurs, as
/// long as the scanner accepts all text that `serde_json` accepts; `tests/tests/laws_json.rs`
/// tests that.
fn invalid_json_error() -> Error {
    Error::new(ErrorKind::InvalidJson, "invalid JSON")
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

/// Reads a text and opens all of it. `O(n)`. `None` if the text is invalid, or nested deeper
/// than `limit`; opening it level by level then gives the error.
pub(crate) fn read_open(text: &str, limit: DepthBudget) -> Option<Node<'_>> {
    let mut scanner = Scanner::new(text);
    let node = open(&mut scanner, limit)?;
    scanner.is_at_end().then_some(node)
}

fn open<'a>(scanner: &mut Scanner<'a>, limit: DepthBudget) -> Option<Node<'a>> {
    match scanner.peek()? {
        b'{' => {
            let limit = limit.checked_enter()?;
            let mut members = Object::default();
            scanner.object(|scanner, name| {
                let node = open(scanner, limit)?;
                members.insert(unescaped_name(name).ok()?, node);
                Some(())
            })?;
            Some(Node::Object(members))
        }
        b'[' => {
            let limit = limit.checked_enter()?;
            let mut items = Vec::new();
            scanner.list(|scanner| {
                items.push(open(scanner, limit)?);
                Some(())
            })?;
            Some(Node::List(items))
        }
        _ => one_level(scanner.value()?).ok(),
    }
}
