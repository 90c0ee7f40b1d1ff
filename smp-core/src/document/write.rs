//! JSON text and `serde_json::Value` from nodes.

use std::fmt::Write as _;

use serde_json::{Map, Number, Value};
use smp_schema::__support::shortened;

use super::node::Node;
use super::scan;
use crate::depth::DepthBudget;
use crate::error::{Error, ErrorKind};
use crate::path::Segment;

/// Writes compact JSON. Closed text is written as it was read. `O(n)`.
pub(crate) fn compact(node: &Node<'_>, out: &mut String) {
    match node {
        Node::Null => out.push_str("null"),
        Node::Bool(true) => out.push_str("true"),
        Node::Bool(false) => out.push_str("false"),
        Node::Number(text) => out.push_str(text),
        Node::String(text) => string(text, out),
        Node::List(items) => list(items, out),
        Node::Lazy(lazy) => lazy.write(out),
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
        Node::Raw(text) => out.push_str(text.text()),
        Node::Value(value) => compact_value(value, out),
        Node::ValueRef(value) => compact_value(value, out),
    }
}

/// Writes a value of any depth, without recursion. `O(n)`.
fn compact_value(mut value: &Value, out: &mut String) {
    enum Children<'v> {
        List(core::slice::Iter<'v, Value>),
        Object(serde_json::map::Iter<'v>),
    }
    // The lists and objects around the value, with the children that are not yet written.
    let mut around: Vec<Children<'_>> = Vec::new();
    loop {
        // Whether the next child is the first one of its list or object.
        let mut is_first = matches!(value, Value::Array(_) | Value::Object(_));
        match value {
            Value::Array(items) => {
                out.push('[');
                around.push(Children::List(items.iter()));
            }
            Value::Object(members) => {
                out.push('{');
                around.push(Children::Object(members.iter()));
            }
            Value::String(text) => string(text, out),
            // Writing to a `String` does not fail.
            scalar => drop(write!(out, "{scalar}")),
        }
        value = loop {
            let Some(children) = around.last_mut() else { return };
            let (next, close) = match children {
                Children::List(items) => (items.next().map(|item| (None, item)), ']'),
                Children::Object(members) => {
                    (members.next().map(|(name, member)| (Some(name), member)), '}')
                }
            };
            if let Some((name, child)) = next {
                if !is_first {
                    out.push(',');
                }
                if let Some(name) = name {
                    string(name, out);
                    out.push(':');
                }
                break child;
            }
            out.push(close);
            around.pop();
            is_first = false;
        };
    }
}

/// Refuses a value that is nested deeper than `limit`, without recursion. `O(n)`.
fn check_depth(value: &Value, limit: DepthBudget) -> Result<(), Error> {
    let mut open = vec![(value, limit)];
    while let Some((value, limit)) = open.pop() {
        match value {
            Value::Array(items) => {
                let limit = limit.enter()?;
                open.extend(items.iter().map(|item| (item, limit)));
            }
            Value::Object(members) => {
                let limit = limit.enter()?;
                open.extend(members.values().map(|member| (member, limit)));
            }
            _ => {}
        }
    }
    Ok(())
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

/// Writes a member, `"name":value`.
fn member(name: &str, node: &Node<'_>, out: &mut String) {
    string(name, out);
    out.push(':');
    compact(node, out);
}

/// The length of compact JSON without escapes, or a little more; Rust and JSON values count as 0. `O(n)`
/// in the open parts.
pub(super) fn text_len(node: &Node<'_>) -> usize {
    match node {
        Node::Null | Node::Bool(_) => 5,
        Node::Number(text) | Node::String(text) => text.len(),
        Node::List(items) => total(items.iter().map(text_len)),
        Node::Object(members) => {
            total(members.iter().map(|(name, node)| name.len().saturating_add(text_len(node))))
        }
        Node::Raw(text) => text.text().len(),
        Node::Lazy(_) | Node::Value(_) | Node::ValueRef(_) => 0,
    }
}

/// The length of parts, with some punctuation for each.
fn total(parts: impl Iterator<Item = usize>) -> usize {
    const PUNCTUATION: usize = r#""":"",{}"#.len();
    parts.fold(PUNCTUATION, |sum, part| sum.saturating_add(part).saturating_add(PUNCTUATION))
}

/// Writes JSON over several lines, indented by `indent` spaces for each level. `O(n)` apart
/// from the indentation.
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
                pretty_at(item, indent, below, limit, out)
                    .map_err(|error| error.within(Segment::Index(at)))?;
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
                pretty_at(member, indent, below, limit, out)
                    .map_err(|error| error.within(Segment::Field(name.to_string())))?;
            }
            line(out, level);
            out.push('}');
        }
        simple => compact(simple, out),
    }
    Ok(())
}

/// Writes a JSON string with its quotes.
pub(crate) fn string(text: &str, out: &mut String) {
    if scan::is_plain(text) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        // serde_json escapes it.
        let _ = write!(out, "{}", Value::String(text.to_owned()));
    }
}

/// Converts a node to a value. Numbers are read by `serde_json` from their text. `O(n)` for the open
/// parts; closed values are moved.
pub(crate) fn value(mut node: Node<'_>, limit: DepthBudget) -> Result<Value, Error> {
    if let Node::Raw(_) | Node::Lazy(_) = node {
        node.open()?;
    }
    Ok(match node {
        // Opened above.
        Node::Null | Node::Raw(_) | Node::Lazy(_) => Value::Null,
        Node::Bool(value) => Value::Bool(value),
        Node::Number(text) => Value::Number(number(&text)?),
        Node::String(text) => Value::String(text.into_owned()),
        Node::List(items) => {
            let limit = limit.enter()?;
            let items = items.into_iter().enumerate().map(|(at, item)| {
                value(item, limit).map_err(|error| error.within(Segment::Index(at)))
            });
            Value::Array(items.collect::<Result<_, Error>>()?)
        }
        Node::Object(members) => {
            let limit = limit.enter()?;
            let members = members.into_iter().map(|(name, member)| match value(member, limit) {
                Ok(member) => Ok((name.into_owned(), member)),
                Err(error) => Err(error.within(Segment::Field(name.into_owned()))),
            });
            Value::Object(members.collect::<Result<Map<_, _>, Error>>()?)
        }
        Node::Value(value) => value,
        Node::ValueRef(value) => {
            check_depth(value, limit)?;
            value.clone()
        }
    })
}

/// The number that `serde_json` reads from its text.
pub(super) fn number(text: &str) -> Result<Number, Error> {
    serde_json::from_str(text).map_err(|_| {
        let text = shortened(text);
        let message = format!(
            "the number {text} is larger than every `f64`, as which serde_json reads it; correct it"
        );
        Error::new(ErrorKind::InvalidJson, message)
            .or_in_code("or patch the object as JSON text, which keeps every number")
    })
}
