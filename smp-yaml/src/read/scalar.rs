//! The meaning of a scalar, in JSON.
//!
//! Plain scalars have the meaning that Go's YAML 1.1 reader gives them
//! (`sigs.k8s.io/yaml`, which kubectl uses): `014` is the number 12, `1_000` is 1000,
//! `0x1F` is 31. There is one exception: `yes`, `no`, `on`, `off`, `y` and `n` are
//! strings, with a warning, because hardly anybody means booleans by them.

use std::borrow::Cow;

use granit_parser::ScalarStyle;

use super::base64;
use crate::error::Error;
use crate::plain;
use crate::tag::{Tag, is_local};
use crate::tree::{Kind, NodeId, Tree};

/// A scalar as JSON has it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scalar<'n> {
    Null,
    Bool(bool),
    /// The text of a JSON number.
    Number(Cow<'n, str>),
    String(Cow<'n, str>),
    /// A string that is a boolean for kubectl.
    Word(&'n str, bool),
}

/// The value of a scalar. `O(n)`.
pub(crate) fn scalar<'n>(tree: &'n Tree<'_>, id: NodeId) -> Result<Scalar<'n>, Error> {
    let node = tree.node(id);
    let Kind::Scalar { value, style } = &node.kind else { return Ok(Scalar::Null) };
    let (value, plain) = (value.as_ref(), *style == ScalarStyle::Plain);
    let fail = |message: &str| Err(Error::at(message, node.start..node.end));
    let local = is_local(node.tag_text);
    let raw = tree.raw(id);
    match node.tag {
        Tag::None if !plain => return string(tree, id, value),
        Tag::None => {}
        Tag::Null => return Ok(null(raw, local, node.tag_text)),
        Tag::Bool => {
            return match plain::boolean_in_any_case(trimmed(value)) {
                Some(truth) => Ok(boolean(raw, truth, local, node.tag_text)),
                None => fail("invalid boolean"),
            };
        }
        Tag::Int => {
            let value = trimmed(value);
            return match plain::integer_64(value) {
                Some(decimal) => Ok(number(raw, decimal, local)),
                None if value.starts_with('-') => fail("invalid i64"),
                None => fail("invalid u64"),
            };
        }
        Tag::Float => {
            return match plain::any_float(trimmed(value)) {
                Some(float) => real(tree, id, float, local),
                None => fail("invalid floating point"),
            };
        }
        Tag::Binary => {
            let text = base64::decode(value)
                .map_err(|message| Error::at(message, node.start..node.end))?;
            return Ok(Scalar::String(text.into()));
        }
        tag if tag.forces_string() => return string(tree, id, value),
        _ => {}
    }
    if plain && is_nullish(value) {
        return Ok(null(raw, local, node.tag_text));
    }
    if !node.tag.allows_string() {
        return fail("cannot deserialize tagged scalar into string");
    }
    if !plain {
        return string(tree, id, value);
    }
    if let Some(truth) = plain::boolean_in_any_case(trimmed(value)) {
        return Ok(boolean(raw, truth, local, node.tag_text));
    }
    if plain::begins_number(value) {
        if let Some(decimal) = plain::integer_64(value) {
            return Ok(number(raw, decimal, local));
        }
        if let Some(float) = plain::any_float(value) {
            return real(tree, id, float, local);
        }
    }
    string(tree, id, value)
}

impl Tree<'_> {
    /// Whether the parser reads a node as null: such a document is left out, and such a merge key
    /// adds nothing.
    pub(super) fn is_null(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let Kind::Scalar { value, style } = &node.kind else { return false };
        node.tag == Tag::Null
            || !node.tag.is_core()
                && !node.tag.forces_string()
                && node.tag != Tag::Binary
                && *style == ScalarStyle::Plain
                && is_nullish(value)
    }
}

/// The text without the white space around it, which is ignored in scalars with a type.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\r', '\n'])
}

/// Whether a plain scalar is null for YAML, in upper or lower case.
pub(crate) fn is_nullish(text: &str) -> bool {
    matches!(text, "" | "~") || text.eq_ignore_ascii_case("null")
}

fn null<'n>(raw: &'n str, local: bool, tag: &str) -> Scalar<'n> {
    if local || !plain::is_null(raw) && tag != "!!null" {
        return Scalar::String(raw.into());
    }
    Scalar::Null
}

fn boolean<'n>(raw: &'n str, truth: bool, local: bool, tag: &str) -> Scalar<'n> {
    let of_json = matches!(raw, "true" | "True" | "TRUE" | "false" | "False" | "FALSE");
    if !of_json && raw.bytes().all(|byte| byte.is_ascii_alphabetic()) && tag != "!!bool" {
        // `yEs` is a string for kubectl, too.
        return match plain::boolean(raw).filter(|_| !local) {
            Some(in_kubectl) => Scalar::Word(raw, in_kubectl),
            None => Scalar::String(raw.into()),
        };
    }
    if local { Scalar::String(raw.into()) } else { Scalar::Bool(truth) }
}

/// A number: its text if it is a number in JSON, too, so that nothing is rounded and `1.0`
/// stays `1.0`.
fn number(raw: &str, decimal: String, local: bool) -> Scalar<'_> {
    if local {
        Scalar::String(raw.into())
    } else if plain::is_json_number(raw) {
        Scalar::Number(raw.into())
    } else {
        Scalar::Number(decimal.into())
    }
}

fn real<'n>(tree: &'n Tree<'_>, id: NodeId, float: f64, local: bool) -> Result<Scalar<'n>, Error> {
    if float.is_finite() {
        return Ok(number(tree.raw(id), float.to_string(), local));
    }
    let canonical = if float.is_nan() {
        ".nan"
    } else if float.is_sign_negative() {
        "-.inf"
    } else {
        ".inf"
    };
    string(tree, id, canonical)
}

/// A string, unless it is a number with underscores that only kubectl reads, such as `1_`.
fn string<'n>(tree: &'n Tree<'_>, id: NodeId, value: &'n str) -> Result<Scalar<'n>, Error> {
    let node = tree.node(id);
    let Kind::Scalar { style, .. } = &node.kind else { return Ok(Scalar::Null) };
    let raw = tree.raw(id);
    let block = node.is_block_scalar();
    if value.starts_with(['.', '+', '-']) && plain::is_non_finite(value) {
        if plain::is_json_number(raw) {
            // `1e400`, which is a string for kubectl.
            return Ok(Scalar::String(raw.into()));
        }
        if plain::is_non_finite(raw) && !block {
            let message = "JSON, and so Kubernetes, has no infinite numbers and no NaN; quote it \
                           to mean a string";
            return Err(Error::at(message, node.start..node.end));
        }
    }
    if *style == ScalarStyle::Plain
        && node.tag_text.is_empty()
        && value.contains('_')
        && raw == value
        && let Some(decimal) = plain::number(value)
    {
        return Ok(Scalar::Number(decimal.into()));
    }
    if block && tree.is_patch && adds_line_break(tree, id) {
        return Ok(Scalar::String(value.strip_suffix('\n').unwrap_or(value).into()));
    }
    Ok(Scalar::String(value.into()))
}

/// Whether a block scalar ends the text without a line break after its last line: the parser adds one.
fn adds_line_break(tree: &Tree<'_>, id: NodeId) -> bool {
    let node = tree.node(id);
    if node.end < tree.text.len() {
        return false;
    }
    let text = tree.raw(id);
    let last_line = text.rsplit(['\n', '\r']).next().unwrap_or_default();
    // The place of a scalar without content includes its header.
    !last_line.trim_ascii().is_empty() || text.starts_with(['|', '>']) && !last_line.is_empty()
}
