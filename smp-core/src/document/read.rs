//! From JSON text to nodes. The text is checked once, as a whole; from then on
//! a level is opened at a time, its children staying slices of the text.

use core::fmt;
use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{self, Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::node::Node;
use super::object::Object;
use crate::error::{Error, ErrorKind};

/// Checks JSON text, from first byte to last, and gives it as one closed node.
/// `O(n)`, without recursion and without allocation.
pub(crate) fn document(text: &[u8]) -> Result<Node<'_>, Error> {
    let text = core::str::from_utf8(text).map_err(|error| {
        Error::new(
            ErrorKind::InvalidJson,
            format!("not UTF-8 after byte {}; JSON text must be", error.valid_up_to()),
        )
    })?;
    serde_json::from_str::<&RawValue>(text).map(Node::Raw).map_err(|error| invalid(&error))
}

/// Opens one level of text that has been checked. `O(n)`.
pub(super) fn one_level(text: &str) -> Result<Node<'_>, Error> {
    let mut json = serde_json::Deserializer::from_str(text);
    let node = match text.as_bytes().first() {
        Some(b'{') => json.deserialize_map(OneLevel),
        Some(b'[') => json.deserialize_seq(OneLevel),
        Some(b'"') => return string(text).map(Node::String).ok_or_else(|| bad_string(text)),
        Some(b't') => return Ok(Node::Bool(true)),
        Some(b'f') => return Ok(Node::Bool(false)),
        Some(b'n') | None => return Ok(Node::Null),
        Some(_) => return Ok(Node::Number(Cow::Borrowed(text))),
    };
    node.map_err(|error| invalid(&error))
}

/// The string that JSON text spells, borrowed where nothing is escaped.
pub(super) fn string(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str::<String>(text).ok().map(Cow::Owned)
}

fn bad_string(text: &str) -> Error {
    Error::new(ErrorKind::InvalidJson, format!("{text} is no string of Unicode characters"))
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

/// Reads a map or sequence whose children stay closed.
struct OneLevel;

impl<'de> Visitor<'de> for OneLevel {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node<'de>, A::Error> {
        let mut members = Object::default();
        while let Some(Name(name)) = map.next_key()? {
            // Of members with one name the last holds, as in Go and serde_json.
            members.insert(name, Node::Raw(map.next_value()?));
        }
        Ok(Node::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(Node::Raw(item));
        }
        Ok(Node::List(items))
    }
}

/// A member's name, borrowed where nothing is escaped.
pub(crate) struct Name<'a>(pub(crate) Cow<'a, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl<'de> Visitor<'de> for NameVisitor {
            type Value = Name<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(name)))
            }
            fn visit_str<E>(self, name: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(name.to_owned())))
            }
        }
        deserializer.deserialize_str(NameVisitor)
    }
}
