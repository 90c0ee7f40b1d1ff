//! From nodes to JSON text and to `serde_json::Value`.

use std::fmt::Write as _;

use serde_json::{Map, Number, Value};

use super::node::{Element, Node};
use crate::depth::DepthBudget;
use crate::error::{Error, ErrorKind};

/// Compact JSON. Closed text comes out byte by byte as it went in. `O(n)`.
pub(crate) fn compact(node: &Node<'_>, out: &mut String) {
    match node {
        Node::Null => out.push_str("null"),
        Node::Bool(true) => out.push_str("true"),
        Node::Bool(false) => out.push_str("false"),
        Node::Number(text) => out.push_str(text),
        Node::String(text) => string(text, out),
        Node::List(items) => list(items, out),
        Node::Sparse(sparse) => list(sparse.parts(), out),
        Node::Object(members) => {
            out.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                self::member(name, member, out);
            }
            out.push('}');
        }
        Node::Raw(text) | Node::Element(Element { text, .. }) => out.push_str(text),
        Node::Partial(partial) => partial.write(out),
        // A `Value` writes itself without failing.
        Node::Value(value) => {
            let _ = write!(out, "{value}");
        }
        Node::ValueRef(value) => {
            let _ = write!(out, "{value}");
        }
    }
}

fn list(items: &[Node<'_>], out: &mut String) {
    out.push('[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        compact(item, out);
    }
    out.push(']');
}

/// `"name":value`.
pub(super) fn member(name: &str, node: &Node<'_>, out: &mut String) {
    string(name, out);
    out.push(':');
    compact(node, out);
}

/// How long the compact text is, escapes left aside, or a little more; nothing for
/// values. `O(n)` in what is open.
pub(super) fn text_len(node: &Node<'_>) -> usize {
    match node {
        Node::Null | Node::Bool(_) => 5,
        Node::Number(text) | Node::String(text) => text.len(),
        Node::List(items) => total(items.iter().map(text_len)),
        Node::Sparse(sparse) => total(sparse.parts().iter().map(text_len)),
        Node::Object(members) => {
            total(members.iter().map(|(name, node)| name.len().saturating_add(text_len(node))))
        }
        Node::Raw(text) | Node::Element(Element { text, .. }) => text.len(),
        Node::Partial(partial) => partial.text_len(),
        Node::Value(_) | Node::ValueRef(_) => 0,
    }
}

/// The length of several parts with their punctuation.
pub(super) fn total(parts: impl Iterator<Item = usize>) -> usize {
    const PUNCTUATION: usize = r#""":"",{}"#.len();
    parts.fold(PUNCTUATION, |sum, part| sum.saturating_add(part).saturating_add(PUNCTUATION))
}

/// JSON over several lines, `indent` spaces a level, everything opened.
/// `O(n·d)` in the size of closed text and its depth.
pub(crate) fn pretty(
    node: &Node<'_>,
    indent: usize,
    limit: DepthBudget,
    out: &mut String,
) -> Result<(), Error> {
    pretty_at(node, indent, 0, limit, out)
}

fn pretty_at(
    node: &Node<'_>,
    indent: usize,
    level: usize,
    limit: DepthBudget,
    out: &mut String,
) -> Result<(), Error> {
    let below = level.saturating_add(1);
    let line = |out: &mut String, level: usize| {
        out.push('\n');
        out.extend(core::iter::repeat_n(' ', indent.saturating_mul(level)));
    };
    match node.opened()?.as_ref() {
        Node::List(items) if !items.is_empty() => {
            let limit = limit.enter()?;
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                line(out, below);
                pretty_at(item, indent, below, limit, out)?;
            }
            line(out, level);
            out.push(']');
        }
        Node::Object(members) if !members.is_empty() => {
            let limit = limit.enter()?;
            out.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                line(out, below);
                string(name, out);
                out.push_str(": ");
                pretty_at(member, indent, below, limit, out)?;
            }
            line(out, level);
            out.push('}');
        }
        simple => compact(simple, out),
    }
    Ok(())
}

/// A JSON string with its quotes.
pub(crate) fn string(text: &str, out: &mut String) {
    if text.bytes().any(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        // Displays as JSON, escaped by serde_json.
        let _ = write!(out, "{}", Value::String(text.to_owned()));
    } else {
        out.push('"');
        out.push_str(text);
        out.push('"');
    }
}

/// As a value. Numbers become what `serde_json` makes of their text. `O(n)` for
/// what is open; closed values are moved.
pub(crate) fn value(mut node: Node<'_>, limit: DepthBudget) -> Result<Value, Error> {
    if let Node::Raw(_) | Node::Element(_) | Node::Partial(_) | Node::Sparse(_) = node {
        node.open()?;
    }
    Ok(match node {
        // Opened above.
        Node::Null | Node::Raw(_) | Node::Element(_) | Node::Partial(_) | Node::Sparse(_) => {
            Value::Null
        }
        Node::Bool(value) => Value::Bool(value),
        Node::Number(text) => Value::Number(number(&text)?),
        Node::String(text) => Value::String(text.into_owned()),
        Node::List(items) => {
            let limit = limit.enter()?;
            let items = items.into_iter().map(|item| value(item, limit));
            Value::Array(items.collect::<Result<_, Error>>()?)
        }
        Node::Object(members) => {
            let limit = limit.enter()?;
            let members = members
                .into_iter()
                .map(|(name, member)| Ok((name.into_owned(), value(member, limit)?)));
            Value::Object(members.collect::<Result<Map<_, _>, Error>>()?)
        }
        Node::Value(value) => value,
        Node::ValueRef(value) => value.clone(),
    })
}

/// The number that `serde_json` makes of its text.
pub(super) fn number(text: &str) -> Result<Number, Error> {
    serde_json::from_str(text).map_err(|_| {
        Error::new(
            ErrorKind::InvalidJson,
            format!("the number {text} is too large for `serde_json::Value`; use JSON text"),
        )
    })
}
