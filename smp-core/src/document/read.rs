//! From JSON text to nodes. The text is checked once, as a whole; from then on
//! a level is opened at a time, its children staying slices of the text.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::node::{Element, JsonKind, Node};
use super::object::Object;
use super::scan::{Name, Scanner};
use crate::depth::DepthBudget;
use crate::error::{Error, ErrorKind};

/// Bytes as text. `O(n)`.
pub(crate) fn utf8(text: &[u8]) -> Result<&str, Error> {
    core::str::from_utf8(text).map_err(|error| {
        Error::new(
            ErrorKind::InvalidJson,
            format!("not UTF-8 after byte {}; JSON text must be", error.valid_up_to()),
        )
    })
}

/// Checks JSON text, from first byte to last, and gives it as one closed node.
/// `O(n)`, without recursion and without allocation.
pub(super) fn document(text: &str) -> Result<Node<'_>, Error> {
    let mut scanner = Scanner::new(text);
    match scanner.value() {
        Some(value) if scanner.is_at_end() => Ok(Node::Raw(value)),
        _ => match serde_json::from_str::<&RawValue>(text) {
            Ok(value) => Ok(Node::Raw(value.get())),
            Err(error) => Err(invalid(&error)),
        },
    }
}

/// What the text of a value is: its first byte tells. `O(1)`.
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
        JsonKind::String => string(text).map(Node::String).ok_or_else(|| bad_string(text)),
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
        .ok_or_else(unchecked)?;
    Ok(items)
}

/// The elements in text that has been checked: that of a list without its brackets.
/// `O(n)`.
pub(super) fn items<'a>(text: &'a str, items: &mut Vec<Node<'a>>) -> Result<(), Error> {
    let mut scanner = Scanner::new(text);
    loop {
        items.push(Node::Raw(scanner.value().ok_or_else(unchecked)?));
        if scanner.accept(b',').is_none() {
            return Ok(());
        }
    }
}

/// The elements of a list that merges by the key of this name: closed, with the
/// key at hand where an element has just one. `O(n)`.
pub(crate) fn elements<'a>(scanner: &mut Scanner<'a>, key: &str) -> Option<Vec<Node<'a>>> {
    let mut items = Vec::new();
    scanner.list(|scanner| {
        items.push(element(scanner, key)?);
        Some(())
    })?;
    Some(items)
}

/// One of them. `O(n)`.
pub(crate) fn element<'a>(scanner: &mut Scanner<'a>, key: &str) -> Option<Node<'a>> {
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
        Some(key) => Node::Element(Element { text, key }),
        None => Node::Raw(text),
    })
}

fn object(text: &str) -> Result<Object<'_>, Error> {
    let mut object = Object::default();
    let mut bad = None;
    let read = Scanner::new(text).object(|scanner, name| {
        let value = scanner.value()?;
        match spelled(name) {
            // Of members with one name the last holds, as in Go and serde_json.
            Ok(name) => object.insert(name, Node::Raw(value)),
            Err(error) => bad = Some(error),
        }
        Some(())
    });
    match bad {
        Some(error) => Err(error),
        None => read.map(|()| object).ok_or_else(unchecked),
    }
}

/// The members in text that has been checked: that of an object without its
/// braces. `O(n)`.
pub(super) fn members(text: &str) -> Result<Object<'_>, Error> {
    let mut object = Object::default();
    let mut scanner = Scanner::new(text);
    while !scanner.is_at_end() {
        let name = scanner.name().ok_or_else(unchecked)?;
        let value = scanner.value().ok_or_else(unchecked)?;
        object.insert(spelled(name)?, Node::Raw(value));
        if scanner.accept(b',').is_none() {
            break;
        }
    }
    Ok(object)
}

/// The string that JSON text spells, borrowed where nothing is escaped.
pub(super) fn string(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str::<String>(text).ok().map(Cow::Owned)
}

pub(crate) fn spelled(name: Name<'_>) -> Result<Cow<'_, str>, Error> {
    if !name.is_escaped {
        return Ok(Cow::Borrowed(name.inner));
    }
    let quoted = format!("\"{}\"", name.inner);
    string(&quoted).map(|name| Cow::Owned(name.into_owned())).ok_or_else(|| bad_string(&quoted))
}

fn bad_string(text: &str) -> Error {
    Error::new(ErrorKind::InvalidJson, format!("{text} is no string of Unicode characters"))
}

/// Only `serde_json` has accepted it; [`super::scan`] promises that this is not.
fn unchecked() -> Error {
    Error::new(ErrorKind::InvalidJson, "invalid JSON")
}

fn invalid(error: &serde_json::Error) -> Error {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let suffix = format!(" at line {line} column {column}");
    let text = text.strip_suffix(&suffix).unwrap_or(&text);
    // Before the first byte of a line it says column 0.
    let (line, column) = (line.max(1), column.max(1));
    Error::new(ErrorKind::InvalidJson, format!("invalid JSON: {text}")).at_position(line, column)
}

/// Reads a whole text, everything open. `O(n)`. `None` where level by level is
/// the way to go: for invalid text, and below `limit` levels.
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
                members.insert(spelled(name).ok()?, node);
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
