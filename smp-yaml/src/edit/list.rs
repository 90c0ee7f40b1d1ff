//! Edits of lists in block style.

use core::ops::Range;

use smp_core::Document;

use super::EditError;
use super::beside::Beside;
use super::editor::{Editor, Place, Slot};
use super::gaps::Leaves;
use super::layout::Entry;
use super::matching::{Match, matches};
use crate::tree::{Kind, NodeId, Tree};
use crate::write::{After, block};

/// A list, and the place of new and moved items.
struct Target<'l> {
    items: &'l [NodeId],
    entries: &'l [Entry],
    /// The column of the dashes.
    column: usize,
    /// The columns from a dash to the content after it.
    gap: usize,
    /// Whether the first dash is not the first on its line.
    inline: bool,
    /// Whether there are blank lines between all items.
    is_spaced: bool,
    /// The style in which the items are written.
    beside: Beside,
    /// The place before the first item that stays.
    before_first: usize,
    /// The last kept item before the next item to write.
    after: Option<usize>,
}

impl Target<'_> {
    /// The place for the next item.
    fn place(&self) -> usize {
        let after = self.after.and_then(|at| self.entries.get(at));
        after.map_or(self.before_first, |entry| entry.end)
    }

    /// Whether blank lines at that place would be part of the item before.
    fn takes_blank_lines(&self, tree: &Tree<'_>) -> bool {
        let after = self.after.and_then(|at| self.items.get(at));
        after.is_some_and(|item| tree.takes_blank_lines(*item))
    }
}

impl Editor<'_, '_> {
    /// Replaces the items of a list. False if the text can't express them.
    pub(super) fn block_list(
        &mut self,
        id: NodeId,
        items: &[NodeId],
        new: &[Document<'_>],
        slot: Slot,
    ) -> Result<bool, EditError> {
        let tree = self.tree;
        let Some(entries) = tree.entries(id, slot.from) else { return Ok(false) };
        let (Some(first), Some(first_item)) = (entries.first(), items.first()) else {
            return Ok(false);
        };
        let found = matches(self.json, items, new);
        let leaves = leaves(&found, items.len());
        let first_kept = leaves.iter().position(|leaves| *leaves == Leaves::Not);
        if first_kept.is_none() && first.inline {
            return Ok(false);
        }
        let gaps = tree.gaps(&entries, &leaves);
        let before_first = match first_kept.and_then(|at| entries.get(at)) {
            Some(entry) if !first.inline => entry.lead,
            _ => first.lead,
        };
        let mut target = Target {
            items,
            entries: &entries,
            column: tree.column(first.head),
            gap: self.gap(first, *first_item),
            inline: first.inline,
            is_spaced: Tree::is_spaced(&entries),
            beside: Beside::of(tree, items.iter().copied()),
            before_first,
            after: None,
        };
        for (found, new) in found.iter().zip(new) {
            match found {
                Match::Stays(at) => {
                    let (Some(entry), Some(item)) = (entries.get(*at), items.get(*at)) else {
                        return Ok(false);
                    };
                    self.item(*item, entry, new, target.gap)?;
                    target.after = Some(*at);
                }
                Match::Moves(at) => {
                    let gap = gaps.get(*at).cloned().unwrap_or_default();
                    self.move_item(*at, new, gap, &target)?;
                }
                Match::New => self.new_item(new, &target)?,
            }
        }
        self.remove_entries(&entries, &leaves, &gaps);
        Ok(true)
    }

    /// The columns from a dash to the content after it.
    fn gap(&self, entry: &Entry, item: NodeId) -> usize {
        let node = self.tree.node(item);
        let start = if node.outer > entry.head { node.outer } else { node.start };
        let between = self.tree.slice(entry.head + 1..start);
        let blank = between.bytes().all(|byte| byte == b' ');
        if blank && !between.is_empty() && !matches!(node.kind, Kind::Scalar { .. }) {
            between.len() + 1
        } else {
            2
        }
    }

    fn item(
        &mut self,
        item: NodeId,
        entry: &Entry,
        new: &Document<'_>,
        gap: usize,
    ) -> Result<(), EditError> {
        let Some(from) = entry.value else { return Err(EditError::Inexpressible) };
        let column = self.tree.column(entry.head);
        self.value(item, new, Slot { from, column, place: Place::Item { gap } })
    }

    /// Inserts a new item.
    fn new_item(&mut self, new: &Document<'_>, target: &Target<'_>) -> Result<(), EditError> {
        let mut text = "-".to_owned();
        text.extend(core::iter::repeat_n(' ', target.gap.saturating_sub(1).max(1)));
        if let Some(value) = target.beside.in_brackets(new)? {
            text.push_str(&value);
        } else {
            let position = self.position(target.column, target.gap, After::Dash);
            block(new, position, &mut text).map_err(EditError::Depth)?;
        }
        let indent = " ".repeat(target.column);
        let at = target.place();
        if target.inline && target.after.is_none() {
            let text = self.with_line_breaks(&format!("{text}\n{indent}"));
            self.edits.insert(at, text);
            return Ok(());
        }
        let text = indent + &text;
        let text = if !target.is_spaced {
            text
        } else if target.after.is_none() {
            // A block scalar that keeps line breaks would take the blank line.
            if text.contains("|+") { text } else { text + "\n" }
        } else if target.takes_blank_lines(self.tree) {
            text
        } else {
            format!("\n{text}")
        };
        self.insert_lines(at, text);
        Ok(())
    }

    /// Moves an item with its comments and the blank lines `gap`, and gives it a new value.
    fn move_item(
        &mut self,
        at: usize,
        new: &Document<'_>,
        gap: Range<usize>,
        target: &Target<'_>,
    ) -> Result<(), EditError> {
        let tree = self.tree;
        let (Some(entry), Some(item)) = (target.entries.get(at), target.items.get(at)) else {
            return Err(EditError::Inexpressible);
        };
        let place = target.place();
        let is_line_end = |at: usize| tree.slice(0..at).ends_with('\n');
        // A move can't involve an inline first item, or a last line without a line break.
        if target.inline && (entry.inline || target.after.is_none())
            || !is_line_end(entry.end)
            || place == tree.text.len() && !is_line_end(place)
        {
            return Err(EditError::Inexpressible);
        }
        let gap = tree.slice(gap);
        let gap = if target.takes_blank_lines(tree) || !gap.ends_with('\n') { "" } else { gap };
        let (before, after) = match target.after {
            Some(_) => (gap, ""),
            None if tree.takes_blank_lines(*item) => ("", ""),
            None => ("", gap),
        };
        let part =
            self.edits.insert_moved(place, before.to_owned(), after.to_owned(), entry.range());
        let around = self.edits.enter(part);
        let done = self.item(*item, entry, new, target.gap);
        self.edits.enter(around);
        done
    }
}

/// The effect of the edit on each of the old items.
fn leaves(found: &[Match], count: usize) -> Vec<Leaves> {
    let mut leaves = vec![Leaves::Removed; count];
    for found in found {
        let (at, becomes) = match found {
            Match::Stays(at) => (*at, Leaves::Not),
            Match::Moves(at) => (*at, Leaves::Moved),
            Match::New => continue,
        };
        if let Some(leaves) = leaves.get_mut(at) {
            *leaves = becomes;
        }
    }
    leaves
}
