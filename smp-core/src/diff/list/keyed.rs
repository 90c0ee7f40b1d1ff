//! The versions of a merge list of objects, with the keys of their elements.

use std::borrow::Cow;

use crate::apply::order::Positions;
use crate::diff::{Ancestor, ThreeSides};
use crate::document::Node;
use crate::element_key::ElementKey;
use crate::site::Site;

/// The elements of one version of the list.
pub(in crate::diff) struct KeyedElements<'n, 'a> {
    pub(in crate::diff) nodes: Vec<&'n Node<'a>>,
    pub(in crate::diff) keys: Vec<ElementKey<'n>>,
}

impl<'n, 'a> KeyedElements<'n, 'a> {
    /// `None` if an element is not an object or lacks its key: such a list cannot be patched element by
    /// element.
    pub(in crate::diff) fn of(items: &'n [Cow<'n, Node<'a>>], member: &Site<'n>) -> Option<Self> {
        let room = items.len();
        let mut elements = Self { nodes: Vec::with_capacity(room), keys: Vec::with_capacity(room) };
        let position = member.key_position();
        for item in items {
            elements.keys.push(member.readable_key(item, position)?);
            elements.nodes.push(item);
        }
        Some(elements)
    }

    /// Removes the elements whose entry in `stays` is false.
    pub(in crate::diff) fn retain(&mut self, stays: &[bool]) {
        let mut all = stays.iter();
        self.nodes.retain(|_| all.next() != Some(&false));
        let mut all = stays.iter();
        self.keys.retain(|_| all.next() != Some(&false));
    }

    /// The elements by their keys. `O(n)`.
    pub(in crate::diff) fn positions(&self) -> Positions<'_, ElementKey<'n>> {
        Positions::of(&self.keys)
    }
}

/// The versions of a list.
pub(in crate::diff) type KeyedLists<'n, 'a> =
    ThreeSides<Ancestor<KeyedElements<'n, 'a>>, KeyedElements<'n, 'a>>;

impl<'n, 'a> KeyedLists<'n, 'a> {
    /// The list that decides which elements are deleted: current's in a two-way diff.
    pub(in crate::diff) fn ancestor(&self) -> Option<&KeyedElements<'n, 'a>> {
        match &self.original {
            Ancestor::IsCurrent => Some(&self.current),
            Ancestor::Original(elements) => elements.as_ref(),
        }
    }
}
