//! A plain scalar that ends with a colon, as an item in brackets: `[fe80::, x]`. In YAML 1.2 it
//! is a mapping with the key `fe80:` and no value; kubectl reads the string `fe80::`, and so do we.

use std::borrow::Cow;

use granit_parser::ScalarStyle;

use crate::tag::Tag;
use crate::tree::{Kind, Node, NodeId, Tree};

/// Turns such a mapping, which has just ended, into the scalar.
pub(super) fn join(tree: &mut Tree<'_>, mapping: NodeId) {
    let node = tree.node(mapping);
    let Kind::Mapping { members, flow: true } = &node.kind else { return };
    let [(key, value)] = members.as_slice() else { return };
    let (start, key, value) = (node.start, tree.node(*key), tree.node(*value));
    // A mapping without braces begins with its key.
    if start != key.start || node.tag != Tag::None || node.anchored {
        return;
    }
    let end = key.end + 1;
    let follows = tree.slice(key.end..end + 1);
    if !is_plain(key)
        || !is_plain(value)
        || value.start != value.end
        || !matches!(follows, ":," | ":]")
    {
        return;
    }
    let value = Cow::Borrowed(tree.slice(start..end));
    if let Some(node) = tree.nodes.get_mut(mapping) {
        node.kind = Kind::Scalar { value, style: ScalarStyle::Plain };
        node.end = end;
    }
}

/// Whether a node is a plain scalar without tag and anchor.
fn is_plain(node: &Node<'_>) -> bool {
    matches!(node.kind, Kind::Scalar { style: ScalarStyle::Plain, .. })
        && node.tag == Tag::None
        && !node.anchored
}
