//! Walks a document as it is written, together with its new value.

use std::collections::{HashMap, HashSet};

use core::ops::Range;

use smp_core::{Document, View};

use super::render::Edits;
use super::{EditError, Note};
use crate::read::Json;
use crate::tree::{Kind, NodeId, Tree};
use crate::write::{After, Position, Style, block, flow};

/// The position of a node in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    /// After the dash or colon before it, or where the document begins.
    pub(super) from: usize,
    /// The column of the dash or key.
    pub(super) column: usize,
    pub(super) place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// The document.
    Root,
    /// After a key in block style.
    Member,
    /// After a dash, with the columns from the dash to the content of the item.
    Item { gap: usize },
    /// In brackets; `quotes` if strings are in double quotes there.
    Flow { quotes: bool },
}

pub(super) struct Editor<'e, 't> {
    pub(super) tree: &'e Tree<'t>,
    pub(super) json: &'e Json,
    pub(super) edits: Edits,
    pub(super) notes: Vec<Note>,
    pub(super) style: Style,
    /// The new values of anchored nodes that change.
    changed: HashMap<NodeId, String>,
    /// Aliases that were visited, and the values that they should have.
    wanted: Vec<(NodeId, String)>,
    /// Places after which a comma was written.
    pub(super) commas: HashSet<usize>,
    /// Whether the text needs a line break at its end: readers disagree on the value of a block
    /// scalar whose last line has none.
    pub(super) needs_end: bool,
    /// The line break of the text.
    line_break: &'static str,
    /// Nodes that change are rewritten from this depth on.
    rewrite_depth: usize,
    /// The depth of the current node, and that of the deepest one that changes.
    depth: usize,
    pub(super) deepest: usize,
}

impl<'e, 't> Editor<'e, 't> {
    /// Nodes that change at a depth of `rewrite_depth` or more are rewritten.
    pub(super) fn new(
        tree: &'e Tree<'t>,
        json: &'e Json,
        line_break: &'static str,
        rewrite_depth: usize,
    ) -> Self {
        Self {
            tree,
            json,
            edits: Edits::new(tree.text.len()),
            notes: Vec::new(),
            style: super::style::of(tree),
            changed: HashMap::new(),
            wanted: Vec::new(),
            commas: HashSet::new(),
            needs_end: false,
            line_break,
            rewrite_depth,
            depth: 0,
            deepest: 0,
        }
    }

    /// Makes the edits that give the document a new value.
    pub(super) fn document(&mut self, new: &Document<'_>) -> Result<(), EditError> {
        let root = self.tree.root;
        let mut from = self.tree.node(root).outer;
        if self.tree.node(root).is_block_scalar() {
            from = from.min(self.tree.block_header(root).start);
        }
        self.value(root, new, Slot { from, column: 0, place: Place::Root })?;
        self.aliases()
    }

    /// The new text, and the notes on unusual edits. `text` is the text of the tree with its original line
    /// ends.
    pub(super) fn finish(self, text: &str) -> (String, Vec<Note>) {
        let mut text = self.edits.render(text);
        if self.needs_end && !text.ends_with(['\n', '\r']) {
            text.push_str(self.line_break);
        }
        (text, self.notes)
    }

    /// Text with the line breaks of the document.
    pub(super) fn with_line_breaks(&self, text: &str) -> String {
        if self.line_break == "\n" { text.to_owned() } else { text.replace('\n', self.line_break) }
    }

    /// Makes the edits that give a node a new value.
    pub(super) fn value(
        &mut self,
        id: NodeId,
        new: &Document<'_>,
        slot: Slot,
    ) -> Result<(), EditError> {
        self.depth += 1;
        let done = self.value_inside(id, new, slot);
        self.depth -= 1;
        done
    }

    fn value_inside(
        &mut self,
        id: NodeId,
        new: &Document<'_>,
        slot: Slot,
    ) -> Result<(), EditError> {
        let new_json = new.json();
        let old_json = self.json.of(id);
        if new_json == old_json && !old_json.is_empty() {
            return Ok(());
        }
        let tree = self.tree;
        let node = tree.node(id);
        if node.anchored {
            self.changed.insert(id, new_json.to_string());
        }
        self.deepest = self.deepest.max(self.depth);
        if self.depth >= self.rewrite_depth && !matches!(node.kind, Kind::Alias(_)) {
            self.note(node.start..node.start, "a part is written anew, without its comments");
            return self.replace(id, new, slot);
        }
        let mark = self.edits.mark();
        match (&node.kind, new.view()?) {
            (Kind::Alias(_), _) => {
                self.wanted.push((id, new_json.into_owned()));
                Ok(())
            }
            (Kind::Mapping { members, flow }, View::Object(new_members))
                if !new_members.is_empty() =>
            {
                let done = if *flow {
                    self.flow_mapping(id, members, &new_members, slot)
                } else {
                    self.block_mapping(id, members, &new_members, slot)
                };
                self.or_replace(done, mark, id, new, slot)
            }
            (Kind::List { items, flow }, View::List(new_items)) if !new_items.is_empty() => {
                let done = if *flow {
                    self.flow_list(id, items, &new_items, slot)
                } else {
                    self.block_list(id, items, &new_items, slot)
                };
                self.or_replace(done, mark, id, new, slot)
            }
            (Kind::Scalar { .. }, View::List(_) | View::Object(_)) => self.replace(id, new, slot),
            (Kind::Scalar { .. }, view) => self.scalar(id, &view, new, slot),
            _ => self.replace(id, new, slot),
        }
    }

    /// Rewrites a node if its text can't express the edits.
    fn or_replace(
        &mut self,
        done: Result<bool, EditError>,
        mark: (usize, usize),
        id: NodeId,
        new: &Document<'_>,
        slot: Slot,
    ) -> Result<(), EditError> {
        match done {
            Ok(true) => Ok(()),
            Ok(false) | Err(EditError::Inexpressible) => {
                self.edits.take_back(mark);
                self.replace(id, new, slot)
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// Rewrites a node.
    pub(super) fn replace(
        &mut self,
        id: NodeId,
        new: &Document<'_>,
        slot: Slot,
    ) -> Result<(), EditError> {
        let tree = self.tree;
        let node = tree.node(id);
        let properties = self.properties(id);
        if let Place::Flow { quotes } = slot.place {
            let mut text = properties;
            if !text.is_empty() {
                text.push(' ');
            }
            flow(new, quotes, 0, &mut text).map_err(EditError::Depth)?;
            if node.start == node.end && node.outer == node.start {
                self.edits.insert(slot.from, format!(" {text}"));
                return Ok(());
            }
            self.edits.replace(node.outer..node.end.max(node.outer), text);
            return Ok(());
        }
        let mut to = tree.content_end(id).max(slot.from);
        let in_lines = matches!(new.view()?, View::Object(members) if !members.is_empty())
            || matches!(new.view()?, View::List(items) if !items.is_empty());
        // The comment on the line of the key stays there.
        let mut comment = "";
        if node.is_block_collection() && slot.place != Place::Root {
            let head = tree.slice(slot.from..tree.line_break(slot.from).min(node.start));
            comment = head.find('#').and_then(|at| head.get(at..)).unwrap_or_default();
            if !tree.slice(0..to).ends_with('\n') {
                to = tree.line_break(to);
            }
        } else if in_lines || matches!(new.view()?, View::String(text) if text.contains('\n')) {
            let rest = tree.slice(to..tree.line_break(to));
            if rest.trim_start().starts_with('#') {
                comment = rest.trim_start();
                to = tree.line_break(to);
            }
        }
        let text = self.put(new, slot, &properties, comment, in_lines)?;
        let ends_line = tree.slice(slot.from..to).ends_with('\n');
        // A block scalar at the end of the text needs a line break after its last line.
        let needs_end = to == tree.text.len() && text.contains(['|', '>']);
        let text = if ends_line || needs_end { text + "\n" } else { text };
        let text = self.with_line_breaks(&text);
        // Lines of a document begin in the first column.
        let root_lines = slot.place == Place::Root && in_lines && tree.is_first_on_line(slot.from);
        let from = if root_lines { tree.line_start(slot.from) } else { slot.from };
        self.edits.replace(from..to, text);
        Ok(())
    }

    /// The text of a value after its dash or colon.
    fn put(
        &self,
        new: &Document<'_>,
        slot: Slot,
        properties: &str,
        comment: &str,
        in_lines: bool,
    ) -> Result<String, EditError> {
        let mut text = String::new();
        if !properties.is_empty() {
            text.push(' ');
            text.push_str(properties);
        }
        let (more, after) = match slot.place {
            Place::Root if in_lines => (0, After::Key),
            Place::Root | Place::Flow { .. } => (0, After::Start),
            Place::Member => (self.child_step(new)?, After::Key),
            Place::Item { gap } if in_lines && comment.is_empty() && properties.is_empty() => {
                text.extend(core::iter::repeat_n(' ', gap.saturating_sub(1).max(1)));
                (gap.max(2), After::Dash)
            }
            Place::Item { gap } => (gap.max(2), After::Key),
        };
        let mut value = String::new();
        let position = self.position(slot.column, more, after);
        block(new, position, &mut value).map_err(EditError::Depth)?;
        if after == After::Start && slot.place == Place::Root && !properties.is_empty() {
            text.push(' ');
        }
        if in_lines && !comment.is_empty() {
            let own_line = slot.place == Place::Root && self.tree.is_first_on_line(slot.from);
            text.push_str(if own_line { "" } else { " " });
            text.push_str(comment);
        }
        if slot.place == Place::Root
            && in_lines
            && comment.is_empty()
            && properties.is_empty()
            && self.tree.is_first_on_line(slot.from)
        {
            value = value.trim_start_matches('\n').to_owned();
        }
        if !in_lines && !comment.is_empty() {
            // After the value, or after the header of a block scalar.
            let at = value.find('\n').unwrap_or(value.len());
            let (first, rest) = value.split_at_checked(at).unwrap_or_default();
            value = format!("{first} {comment}{rest}");
        }
        text.push_str(&value);
        Ok(text)
    }

    /// The columns from a key to its value.
    fn child_step(&self, new: &Document<'_>) -> Result<usize, EditError> {
        Ok(match new.view()? {
            View::List(_) => self.style.dash,
            _ => self.style.step,
        })
    }

    /// The anchor of a node, to be kept. A tag is not kept, since it could change the
    /// value.
    fn properties(&mut self, id: NodeId) -> String {
        let node = self.tree.node(id);
        if node.outer == node.start {
            return String::new();
        }
        if !node.tag_text.is_empty() {
            self.note(node.outer..node.start, "a tag is removed with the value that it is for");
        }
        let before = self.tree.slice(node.outer..node.start);
        let anchor = before.split_ascii_whitespace().find(|word| word.starts_with('&'));
        anchor.unwrap_or_default().to_owned()
    }

    pub(super) fn note(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.notes.push(Note { message: message.into(), span });
    }

    /// The position for text that is written as a member or item at a column.
    pub(super) fn position(&self, column: usize, more: usize, after: After) -> Position {
        Position { level: 0, indent: column + more, more, after, style: self.style }
    }

    /// Writes values in place of aliases whose anchored node has a different value now.
    fn aliases(&mut self) -> Result<(), EditError> {
        let tree = self.tree;
        if tree.aliases.is_empty() || self.edits.is_empty() && self.wanted.is_empty() {
            return Ok(());
        }
        let replaced = self.edits.replaced();
        let is_replaced = |at: usize| {
            let before = replaced.partition_point(|range| range.start <= at);
            let last = before.checked_sub(1).and_then(|last| replaced.get(last));
            last.is_some_and(|range| range.contains(&at))
        };
        let parts = self.edits.sorted_parts();
        let wanted: HashMap<NodeId, String> =
            core::mem::take(&mut self.wanted).into_iter().collect();
        for &alias in &tree.aliases {
            let node = tree.node(alias);
            if is_replaced(node.start) {
                continue;
            }
            let target = tree.target(alias);
            let gone = is_replaced(tree.node(target).start) && !self.changed.contains_key(&target);
            let expanded;
            let old = match self.json.of(alias) {
                "" => {
                    expanded = crate::read::value_of(tree, target).map_err(EditError::Read)?;
                    expanded.as_str()
                }
                old => old,
            };
            let value = wanted.get(&alias).map_or(old, String::as_str);
            let now = self.changed.get(&target).map_or(old, String::as_str);
            if !gone && now == value {
                continue;
            }
            let document = Document::from_json(value)?;
            let mut text = String::new();
            flow(&document, false, 0, &mut text).map_err(EditError::Depth)?;
            self.note(node.start..node.end, "the value is written in place of the alias");
            let part = self.edits.part_at(&parts, node.start);
            let around = self.edits.enter(part);
            self.edits.replace(node.start..node.end, text);
            self.edits.enter(around);
        }
        Ok(())
    }
}
