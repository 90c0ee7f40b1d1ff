//! JSON text from nodes.

use core::ops::Range;

use granit_parser::ScalarStyle;

use super::members::members;
use super::scalar::{Scalar, scalar};
use crate::error::Error;
use crate::limits::{MAX_DEPTH, too_deep};
use crate::plain;
use crate::tree::{Kind, NodeId, Tree};
use crate::warning::{Difference, Warning};

/// The value of a document as compact JSON.
#[derive(Debug)]
pub struct Json {
    text: String,
    /// The value of each node as a range of the text. Empty for nodes that are only within aliases or merge
    /// keys.
    places: Vec<Range<usize>>,
}

impl Json {
    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The JSON text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }

    /// The place of the value of a node in the text; `None` if the node is only within aliases or merge keys.
    pub(crate) fn place(&self, node: NodeId) -> Option<Range<usize>> {
        self.places.get(node).filter(|place| !place.is_empty()).cloned()
    }

    /// The value of a node; empty if the node is only within aliases or merge keys.
    pub(crate) fn of(&self, node: NodeId) -> &str {
        self.place(node).and_then(|place| self.text.get(place)).unwrap_or_default()
    }
}

impl Tree<'_> {
    /// The value of the document as compact JSON, with aliases and merge keys expanded. Numbers keep their
    /// text if it is valid in JSON. Anything that kubectl reads differently adds a warning. `O(n)` in the
    /// result.
    ///
    /// # Errors
    ///
    /// Values that JSON does not have, such as `.inf`; keys that are not scalars; nesting
    /// beyond 128 levels.
    pub fn to_json(&self, warnings: &mut Vec<Warning>) -> Result<Json, Error> {
        let mut writer = Writer::new(self);
        writer.places = vec![0..0; self.nodes.len()];
        writer.node(self.root, 0)?;
        if !self.text.is_ascii() {
            for (at, found) in self.text.match_indices(['\u{85}', '\u{2028}', '\u{2029}']) {
                let span = at..at + found.len();
                writer.warnings.push(Warning { difference: Difference::LineBreak, span });
            }
        }
        for span in self.anchors.iter().filter(|anchor| self.has_other_name(anchor)).cloned() {
            writer.warnings.push(Warning { difference: Difference::Anchor, span });
        }
        writer.warnings.sort_by_key(|warning| warning.span.start);
        warnings.append(&mut writer.warnings);
        Ok(Json { text: writer.out, places: writer.places })
    }
}

impl Tree<'_> {
    /// Whether an anchor has a character that YAML 1.1 does not allow in its name.
    fn has_other_name(&self, anchor: &Range<usize>) -> bool {
        let text = self.text.get(anchor.clone()).unwrap_or_default();
        let name = text.strip_prefix('&').unwrap_or(text);
        !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    }
}

/// The value of a node, which may be within an alias or a merge key. `O(n)` in the result.
pub(crate) fn value_of(tree: &Tree<'_>, node: NodeId) -> Result<String, Error> {
    let mut writer = Writer::new(tree);
    writer.aliases = 1;
    writer.node(node, 0)?;
    Ok(writer.out)
}

struct Writer<'n, 't> {
    tree: &'n Tree<'t>,
    out: String,
    places: Vec<Range<usize>>,
    warnings: Vec<Warning>,
    /// The number of aliases and merge keys around the current node. A node has warnings only where it is
    /// written.
    aliases: usize,
    within: Within,
}

impl<'n, 't> Writer<'n, 't> {
    fn new(tree: &'n Tree<'t>) -> Self {
        let out = String::with_capacity(tree.text.len());
        let (places, warnings, within) = (Vec::new(), Vec::new(), Within::Data);
        Self { tree, out, places, warnings, aliases: 0, within }
    }

    fn node(&mut self, id: NodeId, level: usize) -> Result<(), Error> {
        let start = self.out.len();
        let node = self.tree.node(id);
        match &node.kind {
            Kind::Alias(target) => {
                self.aliases += 1;
                let written = self.node(*target, level);
                self.aliases -= 1;
                written.map_err(|error| match error.span() {
                    Some(_) if error.message() == too_deep() => {
                        Error::at(too_deep(), node.start..node.end)
                    }
                    _ => error,
                })?;
            }
            Kind::Scalar { .. } => self.scalar(id)?,
            Kind::List { items, .. } => {
                self.check_level(id, level)?;
                self.out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        self.out.push(',');
                    }
                    self.node(*item, level + 1)?;
                }
                self.out.push(']');
            }
            Kind::Mapping { members: own, .. } => {
                self.check_level(id, level)?;
                let mut found = Vec::new();
                let members = members(self.tree, own, &mut found)?;
                self.out.push('{');
                for value in members.replaced {
                    // A replaced value must be valid, too.
                    value_of(self.tree, value)?;
                }
                for (at, member) in members.kept.iter().enumerate() {
                    if at > 0 {
                        self.out.push(',');
                    }
                    push_string(&member.name, &mut self.out);
                    self.out.push(':');
                    self.aliases += usize::from(member.merged);
                    if self.aliases == 0 {
                        self.key(member.key, member.value, &mut found);
                    }
                    let within = self.within;
                    self.within = within.below(&member.name);
                    self.node(member.value, level + 1)?;
                    self.within = within;
                    self.aliases -= usize::from(member.merged);
                }
                self.out.push('}');
                if self.aliases == 0 {
                    self.warnings.append(&mut found);
                }
            }
        }
        let aliased = self.aliases > 0;
        if let Some(place) = self.places.get_mut(id).filter(|_| !aliased) {
            *place = start..self.out.len();
        }
        Ok(())
    }

    fn check_level(&self, id: NodeId, level: usize) -> Result<(), Error> {
        if level < MAX_DEPTH {
            return Ok(());
        }
        let node = self.tree.node(id);
        Err(Error::at(too_deep(), node.start..node.end))
    }

    fn scalar(&mut self, id: NodeId) -> Result<(), Error> {
        match scalar(self.tree, id)? {
            Scalar::Null => self.out.push_str("null"),
            Scalar::Bool(true) => self.out.push_str("true"),
            Scalar::Bool(false) => self.out.push_str("false"),
            Scalar::Number(text) => self.out.push_str(&text),
            Scalar::String(text) => push_string(&text, &mut self.out),
            Scalar::Word(text, in_kubectl) => {
                push_string(text, &mut self.out);
                if self.aliases == 0 {
                    let node = self.tree.node(id);
                    let difference = Difference::Boolean(in_kubectl);
                    self.warnings.push(Warning { difference, span: node.start..node.end });
                }
            }
        }
        Ok(())
    }

    /// Warns of a key that kubectl reads differently.
    fn key(&self, key: NodeId, value: NodeId, warnings: &mut Vec<Warning>) {
        let node = self.tree.node(key);
        let Kind::Scalar { value: text, style: ScalarStyle::Plain } = &node.kind else { return };
        let raw = self.tree.raw(key);
        if raw != text || !node.tag_text.is_empty() {
            return;
        }
        let span = node.start..node.end;
        let boolean = plain::boolean(raw).filter(|_| self.within != Within::Properties);
        let boolean = boolean.map(|value| value.to_string());
        if let Some(in_kubectl) = boolean.or_else(|| plain::number(raw))
            && in_kubectl != raw
        {
            warnings.push(Warning { difference: Difference::Key(in_kubectl), span });
        } else if matches!(self.tree.slice(node.end..node.end + 2), ":," | ":}")
            && matches!(self.tree.node(value).kind, Kind::Scalar { .. })
            && self.tree.raw(value).is_empty()
        {
            warnings.push(Warning { difference: Difference::KeyWithColon, span });
        }
    }
}

/// The place of a mapping. Properties in the schema of a definition often have names of one letter, and
/// nobody means a boolean by `n` and `y` there.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    Data,
    Schema,
    Properties,
}

impl Within {
    /// Where the value of this member is.
    fn below(self, name: &str) -> Self {
        match (self, name) {
            (Self::Data, "openAPIV3Schema") | (Self::Properties, _) => Self::Schema,
            (Self::Schema, "properties") => Self::Properties,
            (place, _) => place,
        }
    }
}

/// Appends a JSON string.
pub(crate) fn push_string(text: &str, out: &mut String) {
    let is_special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    // Without a branch for each byte, so that the compiler compares several at a time.
    if !text.bytes().fold(false, |any, byte| any | is_special(byte)) {
        // Most strings.
        out.push('"');
        out.push_str(text);
        out.push('"');
        return;
    }
    if text.bytes().any(|byte| byte < b' ' && byte != b'\n') {
        out.push_str(&serde_json::Value::from(text).to_string());
        return;
    }
    out.push('"');
    // The text before the next of these three is copied at once.
    for part in text.split_inclusive(['"', '\\', '\n']) {
        match part.as_bytes().split_last() {
            Some((last @ (b'"' | b'\\' | b'\n'), _)) => {
                out.push_str(part.get(..part.len() - 1).unwrap_or_default());
                out.push_str(match last {
                    b'"' => "\\\"",
                    b'\\' => "\\\\",
                    _ => "\\n",
                });
            }
            _ => out.push_str(part),
        }
    }
    out.push('"');
}
