//! A list that keeps the first items and counts the rest.

use crate::limits::Limits;

/// The first [`Limits::max_errors`] items, and the number of further ones.
#[derive(Debug)]
pub struct Capped<T> {
    items: Vec<T>,
    limit: usize,
    omitted: usize,
}

impl<T> Capped<T> {
    /// An empty list with room for `max_errors` items, at least one.
    #[must_use]
    pub fn within(limits: &Limits) -> Self {
        Self { items: Vec::new(), limit: limits.max_errors.max(1), omitted: 0 }
    }

    /// Appends an item if there is room; else counts it. `item` is called only if there is room.
    pub fn push(&mut self, item: impl FnOnce() -> T) {
        if self.items.len() < self.limit {
            self.items.push(item());
        } else {
            self.count_omitted(1);
        }
    }

    /// Counts items that were left out elsewhere.
    pub fn count_omitted(&mut self, count: usize) {
        self.omitted = self.omitted.saturating_add(count);
    }

    /// Whether nothing was appended.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The items, and the number of omitted ones.
    #[must_use]
    pub fn into_parts(self) -> (Vec<T>, usize) {
        (self.items, self.omitted)
    }
}
