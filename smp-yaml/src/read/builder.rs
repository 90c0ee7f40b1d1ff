//! The builder of a document's nodes, which gets the parts of the text in order.

use core::ops::Range;

use crate::error::Error;
use crate::limits::{Limits, MAX_DEPTH, too_deep};
use crate::tag::Tag;
use crate::tree::{Kind, Node, NodeId, Tree};

/// Makes the nodes of one text.
pub(super) struct Builder<'t> {
    pub(super) tree: Tree<'t>,
    open: Vec<Open>,
    /// The anchors by their numbers.
    pub(super) anchors: Vec<Option<Anchor>>,
    roots: Vec<NodeId>,
    /// The number of scalars, and of beginnings and ends of lists and mappings, including those that
    /// aliases add.
    pub(super) parts: usize,
    pub(super) bytes: usize,
    pub(super) aliased_parts: usize,
    aliased_bytes: usize,
    anchored_parts: usize,
}

/// A list or mapping that has not ended.
struct Open {
    node: NodeId,
    /// The number of its anchor, or 0.
    anchor: usize,
    /// The counts of the builder before this list or mapping.
    parts: usize,
    bytes: usize,
    /// The key of the next value, in a mapping.
    key: Option<NodeId>,
}

#[derive(Clone, Copy)]
pub(super) struct Anchor {
    pub(super) node: NodeId,
    pub(super) parts: usize,
    pub(super) bytes: usize,
}

impl<'t> Builder<'t> {
    /// A builder for a text that has not been read yet.
    pub(super) fn new(text: &'t str, limits: Limits) -> Self {
        Self {
            // Most nodes have more bytes than this.
            tree: Tree {
                text,
                nodes: Vec::with_capacity(text.len() / 12),
                root: 0,
                aliases: Vec::new(),
                anchors: Vec::new(),
                limits,
                is_patch: false,
                without_end: None,
            },
            open: Vec::new(),
            anchors: Vec::new(),
            roots: Vec::new(),
            parts: 0,
            bytes: 0,
            aliased_parts: 0,
            aliased_bytes: 0,
            anchored_parts: 0,
        }
    }

    /// Adds a node to the open list or mapping.
    pub(super) fn add(
        &mut self,
        kind: Kind<'t>,
        place: Range<usize>,
        tag: Tag,
        tag_place: Option<Range<usize>>,
        anchor: usize,
    ) -> NodeId {
        let id = self.tree.nodes.len();
        let tag_text = tag_place.clone().map_or("", |place| self.tree.slice(place));
        let outer = tag_place.map_or(place.start, |tag| tag.start.min(place.start));
        let anchored = anchor != 0;
        let Range { start, end } = place;
        self.tree.nodes.push(Node { kind, start, end, outer, tag, tag_text, anchored });
        let Some(open) = self.open.last_mut() else {
            self.roots.push(id);
            return id;
        };
        match self.tree.nodes.get_mut(open.node).map(|node| &mut node.kind) {
            Some(Kind::List { items, .. }) => items.push(id),
            Some(Kind::Mapping { members, .. }) => match open.key.take() {
                None => open.key = Some(id),
                Some(key) => members.push((key, id)),
            },
            _ => {}
        }
        id
    }

    /// [`add`](Self::add) for a node without tag and anchor.
    pub(super) fn add_bare(&mut self, kind: Kind<'t>, place: Range<usize>) {
        self.add(kind, place, Tag::None, None, 0);
    }

    /// [`begin`](Self::begin) for a node without tag and anchor.
    pub(super) fn begin_bare(&mut self, kind: Kind<'t>, place: Range<usize>) -> Result<(), Error> {
        self.begin(kind, place, Tag::None, None, 0)
    }

    /// Adds a list or mapping, and opens it.
    pub(super) fn begin(
        &mut self,
        kind: Kind<'t>,
        place: Range<usize>,
        tag: Tag,
        tag_place: Option<Range<usize>>,
        anchor: usize,
    ) -> Result<(), Error> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Error::at(too_deep(), place));
        }
        let (parts, bytes) = (self.parts, self.bytes);
        self.parts += 1;
        let node = self.add(kind, place, tag, tag_place, anchor);
        self.open.push(Open { node, anchor, parts, bytes, key: None });
        if anchor != 0 {
            // Until it ends, an alias for it is an error.
            self.slot(anchor);
        }
        Ok(())
    }

    /// Ends the open list or mapping. `place` is that of its closing bracket.
    pub(super) fn end(&mut self, place: &Range<usize>) -> Result<(), Error> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        self.parts += 1;
        let last = match &self.tree.node(open.node).kind {
            Kind::List { items, flow: false } => items.last().copied(),
            Kind::Mapping { members, flow: false } => members.last().map(|(_, value)| *value),
            _ => None,
        };
        let last = last.map(|last| self.tree.node(last).end);
        if let Some(node) = self.tree.nodes.get_mut(open.node) {
            node.end = last.unwrap_or(place.end).max(node.start);
        }
        super::colon::join(&mut self.tree, open.node);
        self.define(open.anchor, open.node, (open.parts, open.bytes))
    }

    /// The place for an anchor with this number.
    fn slot(&mut self, anchor: usize) -> Option<&mut Option<Anchor>> {
        if anchor >= self.anchors.len() {
            self.anchors.resize(anchor + 1, None);
        }
        self.anchors.get_mut(anchor)
    }

    /// Records an anchored node that has ended, and counts its parts.
    pub(super) fn define(
        &mut self,
        anchor: usize,
        node: NodeId,
        (parts, bytes): (usize, usize),
    ) -> Result<(), Error> {
        if anchor == 0 {
            return Ok(());
        }
        let defined = Anchor { node, parts: self.parts - parts, bytes: self.bytes - bytes };
        self.anchored_parts = self.anchored_parts.saturating_add(defined.parts);
        let limits = self.tree.limits;
        if self.anchored_parts > limits.anchored_parts {
            let node = self.tree.node(node);
            return Err(limits.too_many_anchored(node.start..node.end));
        }
        if let Some(slot) = self.slot(anchor) {
            *slot = Some(defined);
        }
        Ok(())
    }

    /// Counts the parts and bytes that an alias adds.
    pub(super) fn count_alias(
        &mut self,
        parts: usize,
        bytes: usize,
        place: &Range<usize>,
    ) -> Result<(), Error> {
        self.parts = self.parts.saturating_add(parts);
        self.bytes = self.bytes.saturating_add(bytes);
        self.aliased_parts = self.aliased_parts.saturating_add(parts);
        self.aliased_bytes = self.aliased_bytes.saturating_add(bytes);
        let limits = self.tree.limits;
        if self.aliased_parts > limits.aliased_parts {
            return Err(limits.too_many_aliased(place.clone()));
        }
        if self.aliased_bytes > limits.aliased_bytes {
            return Err(limits.too_long_aliased(place.clone()));
        }
        Ok(())
    }

    /// Returns the only document that is not null; several are an error.
    pub(super) fn finish(mut self) -> Result<Option<Tree<'t>>, Error> {
        let roots = core::mem::take(&mut self.roots);
        let mut found = roots.into_iter().filter(|root| !self.tree.is_null(*root));
        let Some(root) = found.next() else { return Ok(None) };
        if let Some(other) = found.next_back() {
            let node = self.tree.node(other);
            // The parser found the end of a document where there is no marker.
            let message = "two documents without --- between them";
            return Err(Error::at(message, node.start..node.end));
        }
        self.tree.root = root;
        Ok(Some(self.tree))
    }
}
