//! The style of new values: in brackets beside values in brackets.

use smp_core::{Document, View};

use super::Trouble;
use crate::tree::{Kind, NodeId, Tree};
use crate::write::flow;

/// How the lists, and how the mappings, among some values are written.
#[derive(Debug, Default)]
pub(super) struct Beside {
    lists: Written,
    mappings: Written,
}

/// Empty ones don't count.
#[derive(Debug, Default, Clone, Copy)]
enum Written {
    /// There are none.
    #[default]
    Unknown,
    /// All in brackets: whether the last has a space after its bracket, and begins with `"`.
    InBrackets { spaced: bool, quotes: bool },
    /// At least one in block style.
    InBlocks,
}

impl Beside {
    /// Looks at all values. `O(n)` in their number.
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
            *written = match *written {
                Written::Unknown | Written::InBrackets { .. } if flow => Written::InBrackets {
                    spaced: tree.raw(id).get(1..2) == Some(" "),
                    quotes: tree.raw(*first).starts_with('"'),
                },
                _ => Written::InBlocks,
            };
        }
        beside
    }

    /// A new list or mapping in brackets, if all of its kind are. `O(n)`.
    pub(super) fn in_brackets(&self, new: &Document<'_>) -> Result<Option<String>, Trouble> {
        let (written, open, close) = match new.view()? {
            View::List(items) if !items.is_empty() => (self.lists, '[', ']'),
            View::Object(members) if !members.is_empty() => (self.mappings, '{', '}'),
            _ => return Ok(None),
        };
        let Written::InBrackets { spaced, quotes } = written else { return Ok(None) };
        let mut text = String::new();
        flow(new, quotes, 0, &mut text).map_err(Trouble::Depth)?;
        if spaced {
            let inside = text.strip_prefix(open).and_then(|text| text.strip_suffix(close));
            text = format!("{open} {} {close}", inside.unwrap_or_default());
        }
        Ok(Some(text))
    }
}
