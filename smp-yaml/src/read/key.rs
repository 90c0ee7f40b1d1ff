//! The keys of mappings.

use std::borrow::Cow;

use granit_parser::ScalarStyle;

use super::base64;
use super::scalar::{is_nullish, trimmed};
use crate::error::Error;
use crate::plain;
use crate::tag::Tag;
use crate::tree::{Kind, NodeId, Tree};

/// The name of a member, as JSON has it: the text of the key. `O(n)`.
pub(crate) fn name<'n>(tree: &'n Tree<'_>, key: NodeId) -> Result<Cow<'n, str>, Error> {
    let node = tree.node(tree.target(key));
    let fail = |message: &str| {
        let place = tree.node(key);
        Err(Error::at(message, place.start..place.end))
    };
    let Kind::Scalar { value, style } = &node.kind else {
        return fail("expected string scalar");
    };
    let nullish = *style == ScalarStyle::Plain && is_nullish(value);
    if (node.tag == Tag::Null || nullish) && !node.tag.forces_string() {
        return fail("null is not allowed here");
    }
    match node.tag {
        Tag::Binary => match base64::decode(value) {
            Ok(text) => Ok(text.into()),
            Err(message) => fail(message),
        },
        tag if !tag.allows_string() => fail("cannot deserialize tagged scalar into string"),
        _ => Ok(Cow::Borrowed(value.as_ref())),
    }
}

/// The identity of a key for merge keys: there `1` and `"1"` are different keys, and so are `a` and `!tag a`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Identity<'n> {
    Integer(bool, u128),
    Scalar(&'n str, Option<Tag>, &'n str),
    /// A key that is not a scalar, which is an error elsewhere.
    Other(NodeId),
}

pub(super) fn identity<'n>(tree: &'n Tree<'_>, key: NodeId) -> Identity<'n> {
    let node = tree.node(tree.target(key));
    let Kind::Scalar { value, style } = &node.kind else { return Identity::Other(key) };
    let plain = *style == ScalarStyle::Plain;
    if (node.tag == Tag::Int || node.tag == Tag::None && plain)
        && let Some((negative, amount)) = plain::integer(trimmed(value))
    {
        return Identity::Integer(negative && amount > 0, amount);
    }
    match node.tag {
        Tag::None if plain && is_nullish(value) => Identity::Scalar(value, Some(Tag::Null), ""),
        Tag::Other => Identity::Scalar(value, None, node.tag_text),
        tag if tag.allows_string() => Identity::Scalar(value, Some(Tag::String), ""),
        tag => Identity::Scalar(value, Some(tag), ""),
    }
}
