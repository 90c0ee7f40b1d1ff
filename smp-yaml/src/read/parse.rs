//! Reads nodes from text with the YAML parser.

use core::ops::Range;

use granit_parser::{ErrorKind, Event, Options, Parser, ScanError, StructureStyle};

use super::builder::{Anchor, Builder};
use super::common;
use crate::error::Error;
use crate::limits::{Limits, MAX_DEPTH, too_deep};
use crate::tag::Tag;
use crate::tree::{Kind, NodeId, Tree};

/// Reads a document; `None` if it has no content, or is null. `O(n)`.
///
/// # Errors
///
/// Text that is not YAML, has two documents, begins with two byte order marks, or exceeds a limit: 128
/// levels of nesting, or the default [`Limits`]. Values that JSON does not have are errors of
/// [`Tree::to_json`].
///
/// ```
/// let tree = smp_yaml::parse("a: 0o14 # twelve\n")?.expect("it has content");
/// assert_eq!(tree.to_json(&mut Vec::new())?.as_str(), r#"{"a":12}"#);
/// # Ok::<(), smp_yaml::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Option<Tree<'_>>, Error> {
    parse_within(text, Limits::default())
}

/// [`parse()`] with different limits, which also apply when edits of the text are read.
///
/// # Errors
///
/// As [`parse()`].
///
/// ```
/// let mut limits = smp_yaml::Limits::default();
/// limits.aliased_parts = 10;
/// assert!(smp_yaml::parse_within("a: &x 1\nb: *x\n", limits)?.is_some());
/// # Ok::<(), smp_yaml::Error>(())
/// ```
pub fn parse_within(text: &str, limits: Limits) -> Result<Option<Tree<'_>>, Error> {
    // The parser skips both, and other readers take the second one as part of the first key.
    if text.starts_with("\u{feff}\u{feff}") {
        return Err(Error::at("a second byte order mark, which is to be removed", 3..6));
    }
    let Some(mut tree) = common::read(text) else { return with_parser(text, limits) };
    tree.limits = limits;
    debug_assert_eq!(Some(&tree), with_parser(text, limits).ok().flatten().as_ref(), "{text}");
    Ok(Some(tree))
}

/// Reads any text, by the events of the parser.
fn with_parser(text: &str, limits: Limits) -> Result<Option<Tree<'_>>, Error> {
    let mut options = Options::default();
    // The place of each comment is found where it is needed: between two nodes.
    options.emit_comments = false;
    options.emit_anchor_events = true;
    // Higher than the limit here, so that the check here comes first, with its message.
    options.flow_nesting_limit = MAX_DEPTH + 1;
    options.block_nesting_limit = MAX_DEPTH + 128;
    let mut builder = Builder::new(text, limits);
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| scan_error(&error, text))?;
        let place = span.byte_range().unwrap_or_default();
        let tag = span.tag_span().and_then(|tag| tag.byte_range());
        builder.event(event, place, tag)?;
    }
    let mut tree = builder.finish()?;
    let last_line = text.rsplit(['\n', '\r']).next().unwrap_or_default();
    if let Some(tree) = &mut tree
        && !last_line.is_empty()
        && last_line.trim_ascii().is_empty()
    {
        tree.without_end = value_with_end(tree)?.and_then(|(id, value)| {
            let before = tree.set_value(id, value.into());
            before.map(|before| (id, before))
        });
    }
    Ok(tree)
}

/// The scalar whose value changes if the last line, which has only blanks, gets a line break; and the new
/// value.
fn value_with_end(tree: &Tree<'_>) -> Result<Option<(NodeId, String)>, Error> {
    let text = format!("{}\n", tree.text);
    let ended = with_parser(&text, tree.limits)?;
    let nodes = ended.iter().flat_map(|ended| &ended.nodes);
    let mut nodes = tree.nodes.iter().zip(nodes).enumerate();
    Ok(nodes.find_map(|(id, (without, with))| match (&without.kind, &with.kind) {
        (Kind::Scalar { value: without, .. }, Kind::Scalar { value, .. }) => {
            (without != value).then(|| (id, value.clone().into_owned()))
        }
        _ => None,
    }))
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
                self.tree.anchors.push(place);
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
}

fn scan_error(error: &ScanError, text: &str) -> Error {
    let message = match error.kind() {
        ErrorKind::RecursionLimitExceeded => too_deep(),
        ErrorKind::UnknownAnchor => "reference to unknown value".to_owned(),
        ErrorKind::InvalidQuotedScalarIndent => {
            format!("{}; indent its lines more than its key", error.info())
        }
        ErrorKind::SimpleKeyExpected => {
            format!("{}; indent a value more than its key", error.info())
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
