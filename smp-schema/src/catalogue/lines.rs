//! The lines of one version of the catalogue: those of the newest version, the differences from it,
//! and those of removed kinds.

use core::cmp::Ordering;

use super::text::{Entry, EntryKind, Text, catalogue_text};

#[expect(clippy::unreadable_literal, reason = "generated numbers")]
static NEWEST: Text<'static> = catalogue_text!("kubernetes");

/// The lines of a version.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    /// The types that differ from the newest version. Empty for the newest version itself.
    difference: Text<'static>,
    /// The types of removed kinds. Empty unless they are searched, too.
    removed: Text<'static>,
}

impl Lines {
    /// The lines of the newest version.
    pub(super) const NEWEST: Self = Self::new(Text::EMPTY);

    /// The lines of the newest version, changed by a difference.
    pub(super) const fn new(difference: Text<'static>) -> Self {
        Self { difference, removed: Text::EMPTY }
    }

    /// Adds the lines of removed kinds, which [`entries`](Self::entries) leaves out.
    pub(super) const fn with_removed(self, removed: Text<'static>) -> Self {
        Self { removed, ..self }
    }

    /// The entry of a type: that of the difference, or else that of the newest version, or of the
    /// removed kinds. `O(log n)`.
    pub(super) fn find(self, api_version: &str, name: &str) -> Option<Entry<'static>> {
        match self.difference.find(api_version, name) {
            Some(entry) if matches!(entry.kind(), EntryKind::Gone) => None,
            Some(entry) => Some(entry),
            None => {
                let newest = NEWEST.find(api_version, name);
                newest.or_else(|| self.removed.find(api_version, name))
            }
        }
    }

    /// Every entry, sorted.
    pub(super) fn entries(self) -> impl Iterator<Item = Entry<'static>> + Clone {
        let mut newest = NEWEST.entries().peekable();
        let mut own = self.difference.entries().peekable();
        let entries = core::iter::from_fn(move || {
            let order = match (newest.peek(), own.peek()) {
                (Some(newest), Some(own)) => newest.key().cmp(&own.key()),
                (_, None) => Ordering::Less,
                (None, _) => Ordering::Greater,
            };
            if order.is_le() {
                let entry = newest.next();
                if order.is_lt() {
                    return entry;
                }
            }
            own.next()
        });
        entries.filter(|entry| !matches!(entry.kind(), EntryKind::Gone))
    }
}
