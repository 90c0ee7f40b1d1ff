//! Edits within brackets.

use core::ops::Range;

use smp_core::Document;

use super::EditError;
use super::editor::{Editor, Place, Slot};
use super::matching::{Match, matches};
use super::plan::{Fate, NewMembers};
use crate::tree::NodeId;
use crate::write::{flow, flow_key};

impl Editor<'_, '_> {
    /// Gives a mapping in braces new members. False if the text can't express them.
    pub(super) fn flow_mapping(
        &mut self,
        id: NodeId,
        own: &[(NodeId, NodeId)],
        new: &NewMembers<'_>,
        slot: Slot,
    ) -> Result<bool, EditError> {
        let tree = self.tree;
        let node = tree.node(id);
        let is_in_flow = matches!(slot.place, Place::Flow { .. });
        if own.is_empty() && !is_in_flow || !tree.raw(id).starts_with('{') {
            return Ok(false);
        }
        let quotes = own.first().is_some_and(|(key, _)| tree.raw(*key).starts_with('"'));
        let plan = self.plan(own, new)?;
        if plan.own.iter().all(|fate| matches!(fate, Fate::Goes)) {
            return Ok(false);
        }
        let mut entries = Vec::with_capacity(own.len());
        for ((key, value), fate) in own.iter().zip(&plan.own) {
            let colon = tree.after_colon(*key);
            let from = colon.unwrap_or(tree.node(*key).end);
            if let Fate::Has(new) = fate {
                if colon.is_none() && new.json() != "null" {
                    return Ok(false);
                }
                let column = slot.column;
                self.value(*value, new, Slot { from, column, place: Place::Flow { quotes } })?;
            }
            let start = tree.node(*key).outer;
            entries.push(start..tree.node(*value).end.max(from));
        }
        let goes: Vec<bool> = plan.own.iter().map(|fate| matches!(fate, Fate::Goes)).collect();
        self.remove_from_flow(&entries, &goes);
        for (after, name, value) in plan.added {
            let mut text = String::new();
            flow_key(name, quotes, &mut text);
            flow(value, quotes, 0, &mut text).map_err(EditError::Depth)?;
            let alone = after.is_some_and(|at| goes.get(at + 1) == Some(&true));
            let after = after.and_then(|after| entries.get(after)).cloned();
            let first = entries.iter().zip(&goes).find(|(_, goes)| !**goes);
            let first = first.map_or(node.end, |(entry, _)| entry.start);
            self.insert_in_flow(text, after, first, alone);
        }
        Ok(true)
    }

    /// Gives a list in brackets new items. False if the text can't express them.
    pub(super) fn flow_list(
        &mut self,
        id: NodeId,
        items: &[NodeId],
        new: &[Document<'_>],
        slot: Slot,
    ) -> Result<bool, EditError> {
        let tree = self.tree;
        let is_in_flow = matches!(slot.place, Place::Flow { .. });
        if items.is_empty() && !is_in_flow || !tree.raw(id).starts_with('[') {
            return Ok(false);
        }
        let quotes = !items.is_empty() && items.iter().all(|item| tree.raw(*item).starts_with('"'));
        let place = Place::Flow { quotes };
        let found = matches(self.json, items, new);
        if !found.iter().any(|found| matches!(found, Match::Stays(_)))
            || found.iter().any(|found| matches!(found, Match::Moves(_)))
        {
            return Ok(false);
        }
        let entries: Vec<Range<usize>> =
            items.iter().map(|item| tree.node(*item).outer..tree.node(*item).end).collect();
        let mut goes = vec![true; items.len()];
        for found in &found {
            if let Match::Stays(at) = found
                && let Some(goes) = goes.get_mut(*at)
            {
                *goes = false;
            }
        }
        let first = entries.iter().zip(&goes).find(|(_, goes)| !**goes);
        let first = first.map_or(0, |(entry, _)| entry.start);
        let mut after = None;
        for (found, new) in found.iter().zip(new) {
            if let Match::Stays(at) = found {
                let (Some(item), Some(entry)) = (items.get(*at), entries.get(*at)) else {
                    return Ok(false);
                };
                self.value(*item, new, Slot { from: entry.start, column: slot.column, place })?;
                after = Some((entry.clone(), goes.get(at + 1) == Some(&true)));
            } else {
                let mut text = String::new();
                flow(new, quotes, 0, &mut text).map_err(EditError::Depth)?;
                let (after, alone) = after.clone().unzip();
                self.insert_in_flow(text, after, first, alone == Some(true));
            }
        }
        self.remove_from_flow(&entries, &goes);
        Ok(true)
    }

    /// Removes entries with the comma after them, or with the one before if they are the
    /// last.
    fn remove_from_flow(&mut self, entries: &[Range<usize>], goes: &[bool]) {
        let mut last_kept: Option<usize> = None;
        let mut begin: Option<usize> = None;
        for (entry, goes) in entries.iter().zip(goes) {
            if *goes {
                begin.get_or_insert(entry.start);
            } else {
                if let Some(begin) = begin.take() {
                    self.edits.remove(begin..entry.start);
                }
                last_kept = Some(entry.end);
            }
        }
        if let (Some(_), Some(kept), Some(last)) = (begin, last_kept, entries.last()) {
            self.edits.remove(kept..last.end);
        }
    }

    /// Inserts an entry after another, or before the first: on a line of its own if that entry is on one.
    ///
    /// `alone` means that the entry after it is removed, with the comma after that one.
    fn insert_in_flow(
        &mut self,
        text: String,
        after: Option<Range<usize>>,
        first: usize,
        alone: bool,
    ) {
        let tree = self.tree;
        let anchor = after.as_ref().map_or(first, |entry| entry.start);
        let own_line = !alone && tree.is_first_on_line(anchor);
        let indent =
            if own_line { tree.slice(tree.line_start(anchor)..anchor) } else { "" }.to_owned();
        let Some(entry) = after else {
            let separator = if own_line { format!(",\n{indent}") } else { ", ".to_owned() };
            let text = self.with_line_breaks(&(text + &separator));
            self.edits.insert(first, text);
            return;
        };
        let comma = self.comma_after(entry.end);
        let rest = tree.slice(comma.unwrap_or(entry.end)..tree.text.len());
        let ends_line = rest.trim_start_matches([' ', '\t']).starts_with(['#', '\n', '\r']);
        if !own_line || !ends_line {
            self.edits.insert(entry.end, format!(", {text}"));
            return;
        }
        let line_break = tree.line_break(entry.end);
        if comma.is_none() && !self.commas.insert(entry.end) {
            // The entry before has a comma already, and is no longer the last.
            let text = self.with_line_breaks(&format!(",\n{indent}{text}"));
            self.edits.insert(line_break, text);
            return;
        }
        if comma.is_none() {
            self.edits.insert(entry.end, ",");
        }
        let end = if comma.is_some() { "," } else { "" };
        let text = self.with_line_breaks(&format!("\n{indent}{text}{end}"));
        self.edits.insert(line_break, text);
    }

    /// The place after the comma that follows an entry on its line.
    fn comma_after(&self, end: usize) -> Option<usize> {
        let rest = self.tree.slice(end..self.tree.text.len());
        let found = rest.trim_start_matches([' ', '\t']);
        found.starts_with(',').then_some(end + (rest.len() - found.len()) + 1)
    }
}
