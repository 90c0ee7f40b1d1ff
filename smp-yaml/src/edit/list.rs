//! Edits of lists in block style.

use smp_core::Document;

use super::Trouble;
use super::editor::{Editor, Place, Slot};
use super::layout::Entry;
use super::matching::{Match, matches};
use crate::tree::{Kind, NodeId};
use crate::write::{After, block};

impl Editor<'_, '_> {
    /// Gives a list other items. False if the text can't express it.
    pub(super) fn block_list(
        &mut self,
        id: NodeId,
        items: &[NodeId],
        new: &[Document<'_>],
        slot: Slot,
    ) -> Result<bool, Trouble> {
        let tree = self.tree;
        let Some(entries) = tree.entries(id, slot.from) else { return Ok(false) };
        let (Some(first), Some(first_item)) = (entries.first(), items.first()) else {
            return Ok(false);
        };
        let found = matches(self.json, items, new);
        let keeps_any = found.iter().any(|found| matches!(found, Match::Stays(_)));
        if !keeps_any && first.inline {
            return Ok(false);
        }
        let column = tree.column(first.head);
        let gap = self.gap(first, *first_item);
        let mut goes = vec![true; items.len()];
        for found in &found {
            if let Match::Stays(at) = found
                && let Some(goes) = goes.get_mut(*at)
            {
                *goes = false;
            }
        }
        // Where new and moved items go: after the item before that stays.
        let before_first = match (first.inline, goes.first()) {
            (true, _) => first.head,
            _ => entries
                .iter()
                .zip(&goes)
                .find(|(_, goes)| !**goes)
                .map_or(first.lead, |(e, _)| e.lead),
        };
        let mut after: Option<&Entry> = None;
        let mut moved = vec![false; items.len()];
        for (found, new) in found.iter().zip(new) {
            match found {
                Match::Stays(at) => {
                    let (Some(entry), Some(item)) = (entries.get(*at), items.get(*at)) else {
                        return Ok(false);
                    };
                    self.item(*item, entry, new, gap)?;
                    after = Some(entry);
                }
                Match::Moves(at) => {
                    let (Some(entry), Some(item)) = (entries.get(*at), items.get(*at)) else {
                        return Ok(false);
                    };
                    if let Some(moved) = moved.get_mut(*at) {
                        *moved = true;
                    }
                    self.move_item(*item, entry, new, gap, after, before_first, first.inline)?;
                }
                Match::New => {
                    let mut text = "-".to_owned();
                    text.extend(core::iter::repeat_n(' ', gap.saturating_sub(1).max(1)));
                    let position = self.position(column, gap, After::Dash);
                    block(new, position, &mut text).map_err(Trouble::Depth)?;
                    self.insert_item(&text, column, after, before_first, first.inline);
                }
            }
        }
        let removed: Vec<bool> =
            goes.iter().zip(&moved).map(|(goes, moved)| *goes && !moved).collect();
        self.remove_items(&entries, &goes, &removed);
        Ok(true)
    }

    /// The columns from a dash to what follows it.
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
    ) -> Result<(), Trouble> {
        let Some(from) = entry.value else { return Err(Trouble::Inexpressible) };
        let column = self.tree.column(entry.head);
        self.value(item, new, Slot { from, column, place: Place::Item { gap } })
    }

    /// Inserts a new item after one that stays, or before all of them.
    fn insert_item(
        &mut self,
        text: &str,
        column: usize,
        after: Option<&Entry>,
        before_first: usize,
        inline: bool,
    ) {
        let indent = " ".repeat(column);
        match after {
            Some(entry) => self.insert_lines(entry.end, indent + text),
            None if inline => {
                let text = self.with_line_breaks(&format!("{text}\n{indent}"));
                self.edits.insert(before_first, text);
            }
            None => self.insert_lines(before_first, indent + text),
        }
    }

    /// Moves an item with its comments, and gives it another value.
    #[expect(clippy::too_many_arguments, reason = "the place has three parts")]
    fn move_item(
        &mut self,
        item: NodeId,
        entry: &Entry,
        new: &Document<'_>,
        gap: usize,
        after: Option<&Entry>,
        before_first: usize,
        inline: bool,
    ) -> Result<(), Trouble> {
        let tree = self.tree;
        // A place without a line break at the end of the text.
        if inline && (entry.inline || after.is_none()) || !tree.slice(entry.range()).ends_with('\n')
        {
            return Err(Trouble::Inexpressible);
        }
        let at = after.map_or(before_first, |entry| entry.end);
        if at == tree.text.len() && !tree.text.ends_with('\n') {
            return Err(Trouble::Inexpressible);
        }
        let part = self.edits.insert_moved(at, String::new(), "", entry.range());
        let around = self.edits.enter(part);
        let done = self.item(item, entry, new, gap);
        self.edits.enter(around);
        done
    }

    /// Removes items. Those that move are no longer here either.
    fn remove_items(&mut self, entries: &[Entry], goes: &[bool], removed: &[bool]) {
        let inline_first = entries.first().is_some_and(|entry| entry.inline);
        if inline_first && goes.first() == Some(&true) {
            self.remove_entries(entries, removed);
            return;
        }
        for (entry, _) in entries.iter().zip(removed).filter(|(_, removed)| **removed) {
            self.edits.remove(entry.range());
        }
    }
}
