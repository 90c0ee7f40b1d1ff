//! Canonical texts: two values have the same text exactly if they are equal, so that many values can be
//! compared at once.

use super::node::Node;
use super::scalar::Scalar;
use super::{Document, write};
use crate::depth::DepthBudget;
use crate::error::Error;

/// The differences that count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Differences {
    /// Only differences of values: a null member equals an absent one, and `1.0` equals `1.00`.
    OfValues,
    /// All differences except those of the order of members, white space and the escapes of strings.
    All,
}

/// The canonical text of a document. Two documents have the same one exactly if they differ only in the
/// order of members, in white space and in the escapes of strings: nulls and the text of numbers count.
/// `O(n log n)`.
///
/// # Errors
///
/// If it is nested deeper than its limit, or has a string that is not valid text.
pub fn canonical_text(document: &Document<'_>) -> Result<String, Error> {
    canonical(&document.node, Differences::All, document.depth)
}

/// As [`canonical_text`], for the given differences.
pub(crate) fn canonical(
    node: &Node<'_>,
    differences: Differences,
    limit: DepthBudget,
) -> Result<String, Error> {
    let mut text = String::new();
    add(node, differences, limit, &mut text)?;
    Ok(text)
}

fn add(
    node: &Node<'_>,
    differences: Differences,
    limit: DepthBudget,
    out: &mut String,
) -> Result<(), Error> {
    match node.opened()?.as_ref() {
        Node::List(items) => {
            let limit = limit.enter()?;
            out.push('[');
            for item in items {
                add(item, differences, limit, out)?;
                out.push(',');
            }
            out.push(']');
        }
        Node::Object(members) => {
            let limit = limit.enter()?;
            let counts = |node: &Node<'_>| differences == Differences::All || !node.is_null();
            let mut members: Vec<_> = members.iter().filter(|(_, node)| counts(node)).collect();
            members.sort_by_key(|(name, _)| *name);
            out.push('{');
            for (name, member) in members {
                write::string(name, out);
                out.push(':');
                add(member, differences, limit, out)?;
                out.push(',');
            }
            out.push('}');
        }
        Node::Number(text) if differences == Differences::OfValues => {
            out.push_str(&Scalar::number(text.as_ref().into()).to_json());
        }
        scalar => write::compact(scalar, out),
    }
    Ok(())
}
