//! The style of new values: in brackets if the values beside them are.

use smp_core::{Document, View};

use super::EditError;
use crate::tree::{Kind, NodeId, Tree};
use crate::write::flow;

/// A new value of up to this length may be in brackets, even if no value beside it is that long.
const LINE: usize = 80;

/// The style, block or brackets, of the lists and of the mappings among some values. New values beside them
/// are written in the same style.
#[derive(Debug, Default)]
pub(super) struct Beside {
    lists: Written,
    mappings: Written,
}

/// The style of several values. Empty ones don't count.
#[derive(Debug, Default, Clone, Copy)]
enum Written {
    /// The values include no non-empty list or mapping of this kind.
    #[default]
    Unknown,
    /// All are in brackets. Says whether the last has a space after its bracket, whether it begins with
    /// `"`, and how long the longest is.
    InBrackets { spaced: bool, quotes: bool, longest: usize },
    /// At least one is in block style.
    InBlocks,
}

impl Beside {
    /// Reads the style of all values. `O(n)` in their number.
    pub(super) fn of(tree: &Tree<'_>, values: impl Iterator<Item = NodeId>) -> Self {
        let mut beside = Self::default();
        for id in values {
            let (written, flow, first) = match &tree.node(id).kind {
                Kind::List { items, flow } => (&mut beside.lists, *flow, items.first()),
                Kind::Mapping { members, flow } => {
                    (&mut beside.mappings, *flow, members.first().map(|(key, _)| key))
                }
                _ => continue,
            };
            let Some(first) = first else { continue };
            let raw = tree.raw(id);
            let before = match *written {
                Written::Unknown => Some(0),
                Written::InBrackets { longest, .. } => Some(longest),
                Written::InBlocks => None,
            };
            *written = match before {
                Some(longest) if flow => Written::InBrackets {
                    spaced: raw.get(1..2) == Some(" "),
                    quotes: tree.raw(*first).starts_with('"'),
                    longest: longest.max(raw.len()),
                },
                _ => Written::InBlocks,
            };
        }
        beside
    }

    /// A new list or mapping in brackets, if all others of its kind are, and it is no longer than a line or
    /// the longest of them. `O(n)`.
    pub(super) fn in_brackets(&self, new: &Document<'_>) -> Result<Option<String>, EditError> {
        let (written, open, close) = match new.view()? {
            View::List(items) if !items.is_empty() => (self.lists, '[', ']'),
            View::Object(members) if !members.is_empty() => (self.mappings, '{', '}'),
            _ => return Ok(None),
        };
        let Written::InBrackets { spaced, quotes, longest } = written else { return Ok(None) };
        let mut text = String::new();
        flow(new, quotes, 0, &mut text).map_err(EditError::Depth)?;
        if spaced {
            let inside = text.strip_prefix(open).and_then(|text| text.strip_suffix(close));
            text = format!("{open} {} {close}", inside.unwrap_or_default());
        }
        Ok(Some(text).filter(|text| text.len() <= longest.max(LINE)))
    }
}
