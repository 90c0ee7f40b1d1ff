//! The parts of a text that are not shown: values of Secrets, with the comments among them.

use core::cmp::Reverse;
use core::ops::Range;
use std::borrow::Cow;
use std::collections::HashSet;

use smp_yaml::__written::{Parts, Written};

use super::node::Node as _;
use super::{Of, Part, is_mask, looks_secret};

/// A part of a text that is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hidden {
    /// Its place, in bytes.
    pub(crate) range: Range<usize>,
    /// The parsed scalar, or else the text.
    pub(crate) value: String,
    is_comment: bool,
}

/// The parts of a document that are not shown, in their order; `of` is what is known about its objects.
/// If the text cannot be parsed and looks like a Secret, only common names are shown. `O(n)`.
pub(crate) fn hidden(text: &str, of: Of) -> Vec<Hidden> {
    let without_halves;
    let read = match smp_yaml::parse(text) {
        // JSON may have lone halves of surrogate pairs, which are not characters. Replacing them keeps
        // all places.
        Err(_) if text.contains("\\u") => {
            without_halves = text.replace("\\ud", "\\ue").replace("\\uD", "\\uE");
            smp_yaml::parse(&without_halves)
        }
        read => read,
    };
    let tree = match read {
        Ok(Some(tree)) => tree,
        Ok(None) => return Vec::new(),
        Err(_) => return if looks_secret(text, of) { unread(text) } else { Vec::new() },
    };
    let mut walk = Walk { text, ..Walk::default() };
    walk.node(Written::of(&tree), Part::Object(of), text.len());
    walk.comments();
    let mut found = walk.found;
    found.sort_by_key(|hidden| (hidden.range.start, Reverse(hidden.range.end)));
    // Removes parts within other parts, such as an anchor within the value of an alias.
    let mut end = 0;
    found.retain(|hidden| {
        let is_in_another = hidden.range.start < end;
        end = end.max(hidden.range.end);
        !is_in_another
    });
    found
}

/// A text of documents, with masks in place of the parts that are not shown. `O(n)`.
pub(crate) fn covered(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut done = 0;
    for piece in smp_yaml::documents(text) {
        let document = text.get(piece.range.clone()).unwrap_or_default();
        for Hidden { range, value, is_comment } in hidden(document, Of::Unknown) {
            let (start, end) = (piece.range.start + range.start, piece.range.start + range.end);
            if start < done || !is_comment && is_mask(&value) {
                continue;
            }
            out.push_str(text.get(done..start).unwrap_or_default());
            out.push_str(if is_comment { "# ***" } else { "\"***\"" });
            done = end;
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(out)
}

/// A walk through a document as it is written.
#[derive(Default)]
struct Walk<'t> {
    text: &'t str,
    found: Vec<Hidden>,
    /// The places of scalars and aliases, which distinguish the text between them from text in them.
    tokens: Vec<Range<usize>>,
    /// The places of values, with the text around them.
    regions: Vec<Range<usize>>,
    /// The anchors that were walked for an alias.
    followed: HashSet<(usize, Part)>,
}

impl Walk<'_> {
    /// Walks a node. The next node begins at `end`.
    fn node(&mut self, node: Written<'_, '_>, part: Part, end: usize) {
        if part.is_value() {
            return self.hide(node, part);
        }
        let part = part.seen(&node);
        match node.parts() {
            Parts::Scalar(text) if part.hides(Some(text)) => self.hide(node, part),
            Parts::Scalar(_) => self.tokens.push(node.place()),
            Parts::Alias(target) => self.follow(node, target, part),
            Parts::List(items) => {
                let ends = items.iter().skip(1).map(|item| item.place().start).chain([end]);
                let ends: Vec<_> = ends.collect();
                for (item, end) in items.into_iter().zip(ends) {
                    self.node(item, part.item(), end);
                }
            }
            Parts::Mapping(members) => {
                let ends = members.iter().skip(1).map(|(key, _)| key.place().start).chain([end]);
                let ends: Vec<_> = ends.collect();
                for ((key, value), end) in members.into_iter().zip(ends) {
                    self.tokens.push(key.place());
                    let name = key.text();
                    let part = match &name {
                        _ if key.is_merge_key() => part,
                        Some(name) => part.member(name),
                        None if matches!(part, Part::Object(_) | Part::Other) => Part::Other,
                        None => Part::Value,
                    };
                    if matches!(part, Part::Values | Part::Value) {
                        self.regions.push(key.place().end..end);
                    }
                    self.node(value, part, end);
                }
            }
        }
    }

    /// Hides a node. The value of an alias is hidden at its anchor.
    fn hide(&mut self, node: Written<'_, '_>, part: Part) {
        let place = node.place();
        self.tokens.push(place.clone());
        if let Parts::Alias(target) = node.parts() {
            return self.follow(node, target, part);
        }
        let raw = self.text.get(place.clone()).unwrap_or_default().trim_end();
        if raw.is_empty() {
            return;
        }
        let value = match node.parts() {
            Parts::Scalar(text) => text.to_owned(),
            _ => raw.to_owned(),
        };
        let range = place.start..place.start + raw.len();
        self.found.push(Hidden { range, value, is_comment: false });
    }

    fn follow(&mut self, alias: Written<'_, '_>, target: Written<'_, '_>, part: Part) {
        self.tokens.push(alias.place());
        let place = target.place();
        // Parts that are `Other` are walked at the anchor.
        if part != Part::Other && self.followed.insert((place.start, part)) {
            self.node(target, part, place.end);
        }
    }

    /// Hides the comments among values.
    fn comments(&mut self) {
        self.tokens.sort_by_key(|token| token.start);
        self.regions.sort_by_key(|region| region.start);
        let (mut at, mut regions) = (0, self.regions.iter().peekable());
        let mut found = Vec::new();
        let last = self.text.len()..self.text.len();
        for token in self.tokens.iter().chain(core::iter::once(&last)) {
            while let Some(start) = self.comment(at..token.start) {
                let rest = self.text.get(start..).unwrap_or_default();
                let end = start + rest.find(['\n', '\r']).unwrap_or(rest.len());
                while regions.peek().is_some_and(|region| region.end <= start) {
                    regions.next();
                }
                if regions.peek().is_some_and(|region| region.contains(&start)) {
                    let value = self.text.get(start..end).unwrap_or_default().to_owned();
                    found.push(Hidden { range: start..end, value, is_comment: true });
                }
                at = end;
            }
            at = at.max(token.end);
        }
        self.found.append(&mut found);
    }

    /// The beginning of the first comment between tokens.
    fn comment(&self, gap: Range<usize>) -> Option<usize> {
        let text = self.text.get(gap.clone())?;
        let before = self.text.get(..gap.start)?;
        let starts = text.match_indices('#').find(|(at, _)| {
            let before = text.get(..*at).filter(|it| !it.is_empty()).unwrap_or(before);
            before.chars().next_back().is_none_or(char::is_whitespace)
        });
        Some(gap.start + starts?.0)
    }
}

/// Names that are shown in a Secret that is not valid YAML, if they begin a line.
const COMMON: [&str; 11] = [
    "apiVersion",
    "kind",
    "metadata",
    "name",
    "namespace",
    "annotations",
    "labels",
    "type",
    "items",
    "data",
    "stringData",
];

/// Everything in a text except common names.
fn unread(text: &str) -> Vec<Hidden> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let indentation = line.len() - line.trim_start().len();
        let name = content.trim_start_matches("- ").split_once(':').map_or("", |(name, _)| name);
        let value = match name {
            "kind" | "apiVersion" => "",
            _ if content == "---" => "",
            name if COMMON.contains(&name) => {
                content.split_once(':').map_or("", |(_, value)| value.trim())
            }
            _ => content,
        };
        if !value.is_empty() {
            let end = start + indentation + content.len();
            let range = end - value.len()..end;
            found.push(Hidden { range, value: value.to_owned(), is_comment: false });
        }
        start += line.len();
    }
    found
}
