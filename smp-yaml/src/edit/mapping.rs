//! Edits of mappings in block style.

use core::ops::Range;

use super::EditError;
use super::beside::Beside;
use super::editor::{Editor, Place, Slot};
use super::gaps::Leaves;
use super::layout::Entry;
use super::plan::{Fate, NewMembers};
use crate::tree::{NodeId, Tree};
use crate::write::{After, key, member};

impl Editor<'_, '_> {
    /// Gives a mapping new members. False if the text can't express them.
    pub(super) fn block_mapping(
        &mut self,
        id: NodeId,
        own: &[(NodeId, NodeId)],
        new: &NewMembers<'_>,
        slot: Slot,
    ) -> Result<bool, EditError> {
        let tree = self.tree;
        let Some(entries) = tree.entries(id, slot.from) else { return Ok(false) };
        let plan = self.plan(own, new)?;
        if plan.own.iter().all(|fate| matches!(fate, Fate::Goes)) {
            return Ok(false);
        }
        for (((_, value), fate), entry) in own.iter().zip(&plan.own).zip(&entries) {
            let Fate::Has(new) = fate else { continue };
            let column = tree.column(entry.head);
            match entry.value {
                Some(from) => {
                    self.value(*value, new, Slot { from, column, place: Place::Member })?;
                }
                None if new.json() != "null" => return Err(EditError::Inexpressible),
                None => {}
            }
        }
        let goes = |fate: &Fate<'_>| {
            if matches!(fate, Fate::Goes) { Leaves::Removed } else { Leaves::Not }
        };
        let leaves: Vec<Leaves> = plan.own.iter().map(goes).collect();
        let gaps = tree.gaps(&entries, &leaves);
        self.remove_entries(&entries, &leaves, &gaps);
        let is_spaced = Tree::is_spaced(&entries);
        let beside = Beside::of(tree, own.iter().map(|(_, value)| *value));
        for (after, name, value) in plan.added {
            let Some((entry, (_, before))) = after.and_then(|at| entries.get(at).zip(own.get(at)))
            else {
                return Ok(false);
            };
            let column = tree.column(entry.head);
            let mut text = String::new();
            if is_spaced && !tree.takes_blank_lines(*before) {
                text.push('\n');
            }
            text.push_str(&" ".repeat(column));
            match beside.in_brackets(value)? {
                Some(value) => {
                    key(name, column, &mut text);
                    text.push(' ');
                    text.push_str(&value);
                }
                None => {
                    member(name, value, column, self.position(column, 0, After::Key), &mut text)
                        .map_err(EditError::Depth)?;
                }
            }
            self.insert_lines(entry.end, text);
        }
        Ok(true)
    }

    /// Removes entries with their lines and comments. If the first is on the line of a dash, the next one
    /// that stays takes its place there. `gaps` are the blank lines that are removed with each.
    pub(super) fn remove_entries(
        &mut self,
        entries: &[Entry],
        leaves: &[Leaves],
        gaps: &[Range<usize>],
    ) {
        let tree = self.tree;
        let mut from = 0;
        if let Some(first) = entries.first()
            && first.inline
            && leaves.first() != Some(&Leaves::Not)
            && let Some(next) = leaves.iter().position(|leaves| *leaves == Leaves::Not)
            && let Some(entry) = entries.get(next)
        {
            from = next;
            let indent = " ".repeat(tree.column(entry.head));
            let comments = tree.slice(entry.lead..tree.line_start(entry.head).max(entry.lead));
            let mut text = String::new();
            for line in comments.lines() {
                text.push_str(line.trim());
                text.push('\n');
                text.push_str(&indent);
            }
            self.edits.replace(first.head..entry.head, self.with_line_breaks(&text));
        }
        for ((entry, leaves), gap) in entries.iter().zip(leaves).zip(gaps).skip(from) {
            match leaves {
                Leaves::Not => {}
                Leaves::Removed => {
                    self.edits.remove(entry.lead.min(gap.start)..entry.end.max(gap.end));
                }
                Leaves::Moved => self.edits.remove(gap.clone()),
            }
        }
    }

    /// Inserts whole lines, without the last line break, at the beginning of a line or at
    /// the end of the text.
    pub(super) fn insert_lines(&mut self, at: usize, text: String) {
        let tree = self.tree;
        let before = tree.slice(0..at);
        let text = if at == tree.text.len() && !before.is_empty() && !before.ends_with('\n') {
            // A block scalar needs a line break after its last line.
            let end = if text.contains(['|', '>']) { "\n" } else { "" };
            format!("\n{text}{end}")
        } else {
            text + "\n"
        };
        let text = self.with_line_breaks(&text);
        self.edits.insert(at, text);
    }
}
