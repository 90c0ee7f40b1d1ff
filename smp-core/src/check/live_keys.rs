//! The keys of the elements of a list in live.

use std::borrow::Cow;

use crate::directive::{Change, PatchObject};
use crate::document::Node;
use crate::element_key::ElementKey;
use crate::hash::Map;
use crate::site::Site;

/// The objects of a patch list, with their indices.
pub(super) fn objects(items: &[Change]) -> impl Iterator<Item = (usize, &PatchObject)> {
    items.iter().enumerate().filter_map(|(at, item)| match item {
        Change::Object(object) => Some((at, object)),
        Change::Scalar(_) | Change::List(_) => None,
    })
}

/// The keys of a list in live.
pub(super) struct LiveKeys<'n> {
    /// The first element of each key, and the number of elements that have the key.
    elements: Map<ElementKey<'n>, (usize, usize)>,
    /// Whether every element has a key. Applying the patch reports those without.
    pub(super) are_complete: bool,
}

impl<'n> LiveKeys<'n> {
    pub(super) fn of(live: &'n [Cow<'n, Node<'n>>], member: &Site<'n>) -> Self {
        let mut keys = Self { elements: Map::default(), are_complete: true };
        for (at, item) in live.iter().enumerate() {
            let Some(key) = member.readable_key(item, None) else {
                keys.are_complete = false;
                continue;
            };
            let entry = keys.elements.entry(key).or_insert((at, 0));
            entry.1 = entry.1.saturating_add(1);
        }
        keys
    }

    pub(super) fn get(&self, key: &ElementKey<'_>) -> Option<(usize, usize)> {
        self.elements.get(key).copied().filter(|_| self.are_complete)
    }

    /// Each key with the position of its first element, in no particular order.
    pub(super) fn keys(&self) -> impl Iterator<Item = (usize, &ElementKey<'n>)> {
        self.elements.iter().map(|(key, (first, _))| (*first, key))
    }
}
