//! From text to nodes.

use core::ops::Range;

use granit_parser::{ErrorKind, Event, Options, Parser, ScanError, StructureStyle};

use crate::error::Error;
use crate::limits::{
    MAX_ALIASED_BYTES, MAX_ALIASED_PARTS, MAX_ANCHORED_PARTS, MAX_DEPTH, too_deep,
    too_long_aliased, too_many_aliased, too_many_anchored,
};
use crate::tag::Tag;
use crate::tree::{Kind, Node, NodeId, Tree};

/// Reads a document; `None` if it has no content, or is null. `O(n)`.
///
/// # Errors
///
/// Text that is not YAML, holds two documents, or is beyond a limit: 128 levels of nesting,
/// 100,000 parts or 16 MiB of scalars that aliases add, 1,000,000 parts in anchored nodes.
/// Values that JSON does not have are errors of [`Tree::to_json`].
///
/// ```
/// let tree = smp_yaml::parse("a: 0o14 # twelve\n")?.expect("it has content");
/// assert_eq!(tree.to_json(&mut Vec::new())?.as_str(), r#"{"a":12}"#);
/// # Ok::<(), smp_yaml::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Option<Tree<'_>>, Error> {
    let mut options = Options::default();
    // The place of each comment is found where it is needed: between two nodes.
    options.emit_comments = false;
    options.emit_anchor_events = true;
    // More, so that the check here comes first, with its message.
    options.flow_nesting_limit = MAX_DEPTH + 1;
    options.block_nesting_limit = MAX_DEPTH + 128;
    let mut builder = Builder {
        tree: Tree { text, nodes: Vec::new(), root: 0, aliases: Vec::new() },
        open: Vec::new(),
        anchors: Vec::new(),
        roots: Vec::new(),
        parts: 0,
        bytes: 0,
        aliased_parts: 0,
        aliased_bytes: 0,
        anchored_parts: 0,
    };
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| scan_error(&error, text))?;
        let place = span.byte_range().unwrap_or_default();
        let tag = span.tag_span().and_then(|tag| tag.byte_range());
        builder.event(event, place, tag)?;
    }
    builder.finish()
}

/// Reads the events of one text.
struct Builder<'t> {
    tree: Tree<'t>,
    open: Vec<Open>,
    /// By the number of the anchor.
    anchors: Vec<Option<Anchor>>,
    roots: Vec<NodeId>,
    /// Scalars, and beginnings and ends of lists and mappings, with what aliases add.
    parts: usize,
    bytes: usize,
    aliased_parts: usize,
    aliased_bytes: usize,
    anchored_parts: usize,
}

/// A list or mapping that has not ended.
struct Open {
    node: NodeId,
    /// The number of its anchor, or 0.
    anchor: usize,
    /// What was counted before it.
    parts: usize,
    bytes: usize,
    /// The key of the next value, in a mapping.
    key: Option<NodeId>,
}

#[derive(Clone, Copy)]
struct Anchor {
    node: NodeId,
    parts: usize,
    bytes: usize,
}

impl<'t> Builder<'t> {
    fn event(
        &mut self,
        event: Event<'t>,
        place: Range<usize>,
        tag_place: Option<Range<usize>>,
    ) -> Result<(), Error> {
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                let tag = Self::tag(tag.as_deref(), Tag::fits_scalar, &place)?;
                let before = (self.parts, self.bytes);
                self.parts += 1;
                self.bytes += value.len();
                let node = self.add(Kind::Scalar { value, style }, place, tag, tag_place, anchor);
                self.define(anchor, node, before)?;
            }
            Event::SequenceStart(style, anchor, tag) => {
                let tag = Self::tag(tag.as_deref(), Tag::fits_list, &place)?;
                let kind = Kind::List { items: Vec::new(), flow: style == StructureStyle::Flow };
                self.begin(kind, place, tag, tag_place, anchor)?;
            }
            Event::MappingStart(style, anchor, tag) => {
                let tag = Self::tag(tag.as_deref(), Tag::fits_mapping, &place)?;
                let flow = style == StructureStyle::Flow;
                let kind = Kind::Mapping { members: Vec::new(), flow };
                self.begin(kind, place, tag, tag_place, anchor)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(&place)?,
            Event::Alias(anchor) => {
                let Some(Anchor { node, parts, bytes }) =
                    self.anchors.get(anchor).copied().flatten()
                else {
                    return Err(Error::at("Recursive reference not allowed here", place));
                };
                self.count_alias(parts, bytes, &place)?;
                let alias = self.add(Kind::Alias(node), place, Tag::None, None, 0);
                self.tree.aliases.push(alias);
            }
            Event::Anchor(..) => {
                if let Some(node) = self.tree.nodes.last_mut() {
                    node.outer = node.outer.min(place.start);
                }
            }
            Event::DocumentStart(..) => {
                self.anchors.clear();
                self.aliased_parts = 0;
            }
            _ => {}
        }
        Ok(())
    }

    /// The tag of a node, which must fit its type.
    fn tag(
        tag: Option<&granit_parser::Tag>,
        fits: fn(Tag) -> bool,
        place: &Range<usize>,
    ) -> Result<Tag, Error> {
        let found = Tag::of(tag);
        if fits(found) {
            return Ok(found);
        }
        let written = tag.map(granit_parser::Tag::original).unwrap_or_default();
        Err(Error::at(format!("unsupported tag `{written}`"), place.clone()))
    }

    /// Adds a node to the list or mapping that is open.
    fn add(
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

    fn begin(
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

    fn end(&mut self, place: &Range<usize>) -> Result<(), Error> {
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
        self.define(open.anchor, open.node, (open.parts, open.bytes))
    }

    /// The place for an anchor with this number.
    fn slot(&mut self, anchor: usize) -> Option<&mut Option<Anchor>> {
        if anchor >= self.anchors.len() {
            self.anchors.resize(anchor + 1, None);
        }
        self.anchors.get_mut(anchor)
    }

    /// Notes an anchored node that has ended, and counts what it holds.
    fn define(
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
        if self.anchored_parts > MAX_ANCHORED_PARTS {
            let node = self.tree.node(node);
            return Err(Error::at(too_many_anchored(), node.start..node.end));
        }
        if let Some(slot) = self.slot(anchor) {
            *slot = Some(defined);
        }
        Ok(())
    }

    fn count_alias(
        &mut self,
        parts: usize,
        bytes: usize,
        place: &Range<usize>,
    ) -> Result<(), Error> {
        self.parts = self.parts.saturating_add(parts);
        self.bytes = self.bytes.saturating_add(bytes);
        self.aliased_parts = self.aliased_parts.saturating_add(parts);
        self.aliased_bytes = self.aliased_bytes.saturating_add(bytes);
        if self.aliased_parts > MAX_ALIASED_PARTS {
            return Err(Error::at(too_many_aliased(), place.clone()));
        }
        if self.aliased_bytes > MAX_ALIASED_BYTES {
            return Err(Error::at(too_long_aliased(), place.clone()));
        }
        Ok(())
    }

    /// The only document that is not null.
    fn finish(mut self) -> Result<Option<Tree<'t>>, Error> {
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

fn scan_error(error: &ScanError, text: &str) -> Error {
    let message = match error.kind() {
        ErrorKind::RecursionLimitExceeded => too_deep(),
        ErrorKind::UnknownAnchor => "reference to unknown value".to_owned(),
        ErrorKind::InvalidQuotedScalarIndent => {
            format!("{}; indent its lines more than its key", error.info())
        }
        _ => error.info(),
    };
    let mark = error.marker();
    let at = mark
        .byte_offset()
        .unwrap_or_else(|| text.char_indices().nth(mark.index()).map_or(text.len(), |(at, _)| at));
    let at = at.min(text.len());
    Error::at(message, at..at)
}
