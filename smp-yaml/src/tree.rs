//! The nodes of a document, with their places in the text.

use core::ops::Range;
use std::borrow::Cow;

use granit_parser::ScalarStyle;

use crate::limits::Limits;
use crate::tag::Tag;

/// The number of a node in its [`Tree`].
pub(crate) type NodeId = usize;

/// A document as it is written: aliases and merge keys are not expanded. Made by
/// [`parse`](crate::parse).
#[derive(Debug, PartialEq)]
pub struct Tree<'t> {
    pub(crate) text: &'t str,
    pub(crate) nodes: Vec<Node<'t>>,
    pub(crate) root: NodeId,
    /// The nodes that are aliases, in the order of the text.
    pub(crate) aliases: Vec<NodeId>,
    /// The places of the anchors, in the order of the text.
    pub(crate) anchors: Vec<Range<usize>>,
    /// The limits within which the text was read, and is read again after an edit.
    pub(crate) limits: Limits,
    /// Whether this is a patch, whose last line has a line break only if one is written.
    pub(crate) is_patch: bool,
    /// The scalar whose value differs if the last line has no line break, and that value.
    pub(crate) without_end: Option<(NodeId, Cow<'t, str>)>,
}

/// A node. Places are in bytes.
#[derive(Debug, PartialEq)]
pub(crate) struct Node<'t> {
    pub(crate) kind: Kind<'t>,
    /// The beginning of the content, after tag and anchor; for a block collection, its first dash
    /// or key.
    pub(crate) start: usize,
    /// The end of the content; for a block collection, the end of its last node.
    pub(crate) end: usize,
    /// The beginning of the node, with tag and anchor.
    pub(crate) outer: usize,
    pub(crate) tag: Tag,
    /// The tag as it is written; empty without one.
    pub(crate) tag_text: &'t str,
    pub(crate) anchored: bool,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Kind<'t> {
    Scalar {
        value: Cow<'t, str>,
        style: ScalarStyle,
    },
    List {
        items: Vec<NodeId>,
        flow: bool,
    },
    Mapping {
        members: Vec<(NodeId, NodeId)>,
        flow: bool,
    },
    /// The node that has the anchor.
    Alias(NodeId),
}

static NOTHING: Node<'static> = Node {
    kind: Kind::Scalar { value: Cow::Borrowed(""), style: ScalarStyle::Plain },
    start: 0,
    end: 0,
    outer: 0,
    tag: Tag::None,
    tag_text: "",
    anchored: false,
};

impl<'t> Tree<'t> {
    /// The node with this number.
    pub(crate) fn node(&self, id: NodeId) -> &Node<'t> {
        self.nodes.get(id).unwrap_or(&NOTHING)
    }

    /// The node that an alias stands for, or the node itself.
    pub(crate) fn target(&self, id: NodeId) -> NodeId {
        match self.node(id).kind {
            Kind::Alias(target) => target,
            _ => id,
        }
    }

    /// The content of a node as it is written.
    pub(crate) fn raw(&self, id: NodeId) -> &'t str {
        let node = self.node(id);
        self.slice(node.start..node.end)
    }

    /// A part of the text; empty if it is not inside the text.
    pub(crate) fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// The first line break of the text: LF, CR LF, or only CR.
    pub(crate) fn line_ending(&self) -> &'static str {
        let at = self.text.find(['\n', '\r']).unwrap_or(self.text.len());
        match self.text.as_bytes().get(at..) {
            Some([b'\r', b'\n', ..]) => "\r\n",
            Some([b'\r', ..]) => "\r",
            _ => "\n",
        }
    }

    /// The document, read as a patch. kubectl reads files with objects line by line, and adds a line break
    /// to the last line if it has none, but it reads a patch as it is. So the block scalar in `a: |\n  x`
    /// is `x` in a patch, and `x\n` elsewhere.
    ///
    /// ```
    /// let text = "a: |\n  x";
    /// let read = |tree: &smp_yaml::Tree<'_>| tree.to_json(&mut Vec::new());
    /// let tree = smp_yaml::parse(text)?.expect("it has content");
    /// assert_eq!(read(&tree)?.as_str(), r#"{"a":"x\n"}"#);
    /// assert_eq!(read(&tree.of_patch())?.as_str(), r#"{"a":"x"}"#);
    /// # Ok::<(), smp_yaml::Error>(())
    /// ```
    #[must_use]
    pub fn of_patch(mut self) -> Self {
        self.is_patch = true;
        if let Some((id, value)) = self.without_end.take() {
            self.set_value(id, value);
        }
        self
    }

    /// Gives a scalar a new value, and returns the old one.
    pub(crate) fn set_value(&mut self, id: NodeId, new: Cow<'t, str>) -> Option<Cow<'t, str>> {
        match self.nodes.get_mut(id).map(|node| &mut node.kind) {
            Some(Kind::Scalar { value, .. }) => Some(core::mem::replace(value, new)),
            _ => None,
        }
    }

    /// The text from which this document was read.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Whether a mapping has a merge key.
    pub(crate) fn has_merge(&self, members: &[(NodeId, NodeId)]) -> bool {
        members.iter().any(|(key, _)| self.is_merge_key(*key))
    }

    /// Whether a key is `<<` without quotes, or has the tag of a merge.
    pub(crate) fn is_merge_key(&self, key: NodeId) -> bool {
        let node = self.node(self.target(key));
        let Kind::Scalar { value, style } = &node.kind else { return false };
        value == "<<"
            && (node.tag == Tag::Merge || node.tag == Tag::None && *style == ScalarStyle::Plain)
    }
}

impl Node<'_> {
    /// Whether it is a scalar with `|` or `>`.
    pub(crate) fn is_block_scalar(&self) -> bool {
        matches!(self.kind, Kind::Scalar { style: ScalarStyle::Literal | ScalarStyle::Folded, .. })
    }

    /// Whether it is a list or mapping in block style.
    pub(crate) fn is_block_collection(&self) -> bool {
        matches!(self.kind, Kind::List { flow: false, .. } | Kind::Mapping { flow: false, .. })
    }
}
