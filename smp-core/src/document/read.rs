//! From JSON text to nodes. The text is checked once, as a whole; from then on
//! a level is opened at a time, its children staying slices of the text.

use core::fmt;
use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{self, Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::node::{JsonKind, Node};
use super::object::Object;
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
    serde_json::from_str::<&RawValue>(text)
        .map(|raw| Node::Raw(raw.get()))
        .map_err(|error| invalid(&error))
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

fn closed(raw: &RawValue) -> Node<'_> {
    Node::Raw(raw.get())
}

/// Opens one level of text that has been checked. `O(n)`.
pub(super) fn one_level(text: &str) -> Result<Node<'_>, Error> {
    let mut json = serde_json::Deserializer::from_str(text);
    let node = match kind(text) {
        JsonKind::Object => json.deserialize_map(OneLevel),
        JsonKind::List => json.deserialize_seq(OneLevel),
        JsonKind::String => return string(text).map(Node::String).ok_or_else(|| bad_string(text)),
        JsonKind::Bool => return Ok(Node::Bool(text == "true")),
        JsonKind::Null => return Ok(Node::Null),
        JsonKind::Number => return Ok(Node::Number(Cow::Borrowed(text))),
    };
    node.map_err(|error| invalid(&error))
}

/// The members in text that has been checked: that of an object without its
/// braces. `O(n)`.
pub(super) fn members<'a>(text: &'a str) -> Result<Vec<(Cow<'a, str>, Node<'a>)>, Error> {
    let mut members = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (Name(name), after) = first::<Name<'a>>(rest)?;
        let value = after.trim_ascii_start().strip_prefix(':').unwrap_or_default();
        let (value, after) = first::<&RawValue>(value)?;
        members.push((name, closed(value)));
        let after = after.trim_ascii_start();
        rest = after.strip_prefix(',').unwrap_or(after);
    }
    Ok(members)
}

/// The first JSON value of a text, and what stands after it.
fn first<'a, T: Deserialize<'a>>(text: &'a str) -> Result<(T, &'a str), Error> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<T>();
    let cut = || Error::new(ErrorKind::InvalidJson, "the text of an object ends within a member");
    let value = values.next().ok_or_else(cut)?.map_err(|error| invalid(&error))?;
    Ok((value, text.get(values.byte_offset()..).unwrap_or_default()))
}

/// The text that is being read. Tells where a part of it stands, from the part
/// itself; `None` of a part that was copied, as a name with escapes is.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a>(pub(crate) &'a str);

impl<'a> Source<'a> {
    /// Where the member of this name begins: at the quote before it.
    pub(crate) fn start_of(self, name: &Cow<'a, str>) -> Option<usize> {
        match name {
            Cow::Borrowed(name) => self.offset(name)?.checked_sub(1),
            Cow::Owned(_) => None,
        }
    }

    /// Where this value ends.
    pub(crate) fn end_of(self, value: &'a str) -> Option<usize> {
        self.offset(value)?.checked_add(value.len())
    }

    fn offset(self, part: &str) -> Option<usize> {
        let offset = part.as_ptr().addr().checked_sub(self.0.as_ptr().addr())?;
        (offset <= self.0.len()).then_some(offset)
    }

    pub(crate) fn part(self, start: usize, end: usize) -> Option<&'a str> {
        self.0.get(start..end)
    }

    /// The object whose first member begins at `start`, and whose last member
    /// ends at `end`.
    pub(crate) fn object_around(self, start: usize, end: usize) -> Option<&'a str> {
        let before = self.0.get(..start)?.trim_ascii_end();
        let after = self.0.get(end..)?.trim_ascii_start();
        let start = before.strip_suffix('{')?.len();
        let end = self.0.len().checked_sub(after.strip_prefix('}')?.len())?;
        self.part(start, end)
    }
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
            members.insert(name, closed(map.next_value()?));
        }
        Ok(Node::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(closed(item));
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
