//! The blank lines between the entries of a block collection.
//!
//! Blank lines above an entry and its comments move with it. If the entry is removed, they are removed if
//! there are blank lines below it, too, or if it was the last. For entries at the beginning, the blank
//! lines below are removed.

use core::ops::Range;

use super::layout::Entry;
use crate::tree::{Kind, NodeId, Tree};

/// The effect of an edit on an entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Leaves {
    Not,
    Removed,
    Moved,
}

impl Tree<'_> {
    /// The blank lines that are moved or removed with each entry. No two ranges overlap. `O(n)` in the
    /// entries and blank lines.
    pub(super) fn gaps(&self, entries: &[Entry], leaves: &[Leaves]) -> Vec<Range<usize>> {
        let last_kept = leaves.iter().rposition(|leaves| *leaves == Leaves::Not);
        let mut taken = 0;
        let mut is_first = true;
        let mut gaps = Vec::with_capacity(entries.len());
        for (at, (entry, leaves)) in entries.iter().zip(leaves).enumerate() {
            let none = entry.lead..entry.lead;
            if *leaves == Leaves::Not {
                is_first = false;
                gaps.push(none);
                continue;
            }
            let has_gap = !entry.gap.is_empty() && entry.gap.start >= taken;
            let below = self.blank_lines_below(entry.end);
            let is_last = last_kept.is_none_or(|last| last < at);
            let gap = if has_gap {
                let goes = *leaves == Leaves::Moved || is_last || !below.is_empty();
                if goes { entry.gap.clone() } else { none }
            } else if is_first && !entry.inline && !self.is_below_comment(entry.lead) {
                below
            } else {
                none
            };
            taken = taken.max(gap.end);
            gaps.push(gap);
        }
        gaps
    }

    /// Whether there are blank lines between all entries.
    pub(super) fn is_spaced(entries: &[Entry]) -> bool {
        entries.len() > 1 && entries.iter().skip(1).all(|entry| !entry.gap.is_empty())
    }

    fn is_below_comment(&self, line: usize) -> bool {
        line > 0 && self.slice(self.line_start(line - 1)..line).trim_start().starts_with('#')
    }

    /// Whether blank lines after a node would be part of its value.
    pub(super) fn takes_blank_lines(&self, mut id: NodeId) -> bool {
        loop {
            let last = match &self.node(id).kind {
                Kind::List { items, flow: false } => items.last().copied(),
                Kind::Mapping { members, flow: false } => members.last().map(|(_, value)| *value),
                _ => return self.node(id).is_block_scalar() && self.keeps_line_breaks(id),
            };
            match last {
                Some(last) => id = last,
                None => return false,
            }
        }
    }
}
