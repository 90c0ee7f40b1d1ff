//! The versions of a merge list of objects, with their elements paired by key.

use std::borrow::Cow;

use indexmap::IndexMap;

use crate::apply::order;
use crate::depth::DepthBudget;
use crate::diff::{Ancestor, ThreeSides};
use crate::document::Node;
use crate::error::Error;
use crate::hash::Map;
use crate::member::{ElementKey, Member};

/// The identity of an element: its key, and the number of elements before it that have the
/// same key. In a list of keys `a`, `b`, `a` the last element is `(a, 1)`.
pub(super) type ElementId<'n> = (ElementKey<'n>, usize);

/// The elements of one version of the list, with their identities.
pub(super) struct KeyedElements<'n, 'a> {
    pub(super) nodes: Vec<&'n Node<'a>>,
    pub(super) ids: Vec<ElementId<'n>>,
}

impl<'n, 'a> KeyedElements<'n, 'a> {
    /// `None` if an element is not an object or lacks its key: the list cannot be patched
    /// element by element then.
    pub(super) fn of(items: &'n [Cow<'n, Node<'a>>], member: &Member<'n>) -> Option<Self> {
        let mut seen: Map<ElementKey<'n>, usize> = Map::default();
        let room = items.len();
        let mut elements = Self { nodes: Vec::with_capacity(room), ids: Vec::with_capacity(room) };
        let position = member.key_position();
        for item in items {
            let key = member.readable_key_at(item, position)?.ok()?;
            let before = if room <= order::FEW {
                elements.ids.iter().filter(|(other, _)| *other == key).count()
            } else {
                let count = seen.entry(key.clone()).or_default();
                *count = count.saturating_add(1);
                count.saturating_sub(1)
            };
            elements.ids.push((key, before));
            elements.nodes.push(item);
        }
        Some(elements)
    }

    pub(super) fn has_duplicates(&self) -> bool {
        self.ids.iter().any(|(_, before)| *before > 0)
    }

    /// The number of elements of each key.
    pub(super) fn counts(&self) -> Map<&ElementKey<'n>, usize> {
        let mut counts = Map::default();
        for (key, _) in &self.ids {
            let count: &mut usize = counts.entry(key).or_default();
            *count = count.saturating_add(1);
        }
        counts
    }

    pub(super) fn by_id(&self) -> ElementsById<'_, 'n, 'a> {
        ElementsById { positions: order::Positions::of(&self.ids), nodes: &self.nodes }
    }
}

/// The elements of a list, by identity.
pub(super) struct ElementsById<'e, 'n, 'a> {
    positions: order::Positions<'e, ElementId<'n>>,
    nodes: &'e [&'n Node<'a>],
}

impl<'n, 'a> ElementsById<'_, 'n, 'a> {
    pub(super) fn get(&self, id: &ElementId<'n>) -> Option<&'n Node<'a>> {
        self.nodes.get(self.positions.get(id)?).copied()
    }
}

/// The elements by their keys, in their order; `None` if an element has no key, or two
/// have the same key.
pub(in crate::diff) fn by_key<'n>(
    items: &'n [Node<'n>],
    member: &Member<'n>,
) -> Option<IndexMap<ElementKey<'n>, &'n Node<'n>>> {
    let mut elements = IndexMap::with_capacity(items.len());
    for item in items {
        let Node::Object(object) = item else { return None };
        if elements.insert(member.key_of(object).ok()?, item).is_some() {
            return None;
        }
    }
    Some(elements)
}

/// The versions of a list.
pub(super) type KeyedLists<'n, 'a> =
    ThreeSides<Ancestor<KeyedElements<'n, 'a>>, KeyedElements<'n, 'a>>;

/// The versions of an element that modified has.
pub(super) struct ElementVersions<'n, 'a> {
    pub(super) id: ElementId<'n>,
    pub(super) original: Ancestor<&'n Node<'a>>,
    pub(super) modified: &'n Node<'a>,
    pub(super) current: Option<&'n Node<'a>>,
}

impl<'n, 'a> KeyedLists<'n, 'a> {
    /// Whether modified and current have the same keys in the same order, as is usual
    /// where only the content of elements differs.
    pub(super) fn have_equal_ids(&self) -> bool {
        self.modified.ids == self.current.ids
    }

    /// Every element of modified, in its order, with its other versions.
    pub(super) fn elements(&self) -> Vec<ElementVersions<'n, 'a>> {
        let current = self.current.by_id();
        let original = match &self.original {
            Ancestor::IsCurrent => Ancestor::IsCurrent,
            Ancestor::Original(elements) => {
                Ancestor::Original(elements.as_ref().map(KeyedElements::by_id))
            }
        };
        let versions = |(id, modified): (&ElementId<'n>, &&'n Node<'a>)| ElementVersions {
            id: id.clone(),
            original: match &original {
                Ancestor::IsCurrent => Ancestor::IsCurrent,
                Ancestor::Original(by_id) => {
                    Ancestor::Original(by_id.as_ref().and_then(|by_id| by_id.get(id)))
                }
            },
            modified,
            current: current.get(id),
        };
        self.modified.ids.iter().zip(&self.modified.nodes).map(versions).collect()
    }

    /// The elements of current that are deleted.
    ///
    /// If original has more elements with a key than modified, current keeps only as many of
    /// them as modified has. Example: original has two elements of key `a`, modified has one,
    /// current has three. Two are deleted: if only one were, the next diff from the same
    /// original would delete another one.
    pub(super) fn deleted_ids(&self) -> impl Iterator<Item = &ElementId<'n>> {
        // Without duplicates modified has each key once or not at all.
        let counts = self.modified.has_duplicates().then(|| self.modified.counts());
        let modified = self.modified.by_id();
        let count_of = move |key: &ElementKey<'n>| match &counts {
            Some(counts) => counts.get(key).copied().unwrap_or_default(),
            None => usize::from(modified.get(&(key.clone(), 0)).is_some()),
        };
        let original = match &self.original {
            Ancestor::IsCurrent => Ancestor::IsCurrent,
            Ancestor::Original(elements) => {
                Ancestor::Original(elements.as_ref().map(KeyedElements::by_id))
            }
        };
        self.current.ids.iter().filter(move |(key, before)| {
            let count = count_of(key);
            let is_deletable = match &original {
                Ancestor::IsCurrent => true,
                Ancestor::Original(by_id) => {
                    by_id.as_ref().is_some_and(|ids| ids.get(&(key.clone(), count)).is_some())
                }
            };
            is_deletable && *before >= count
        })
    }

    /// The keys and elements of [`deleted_ids`](Self::deleted_ids).
    pub(super) fn deleted_elements(&self) -> Vec<(&ElementKey<'n>, &'n Node<'a>)> {
        let current = self.current.by_id();
        let found = |id: &'_ ElementId<'n>| current.get(id);
        self.deleted_ids().filter_map(|id| Some((&id.0, found(id)?))).collect()
    }

    /// The value of `$setElementOrder`: the keys of modified's elements. `None` if
    /// modified's or current's list is empty (semantics diff-10).
    pub(super) fn order_list(
        &self,
        member: &Member<'_>,
        limit: DepthBudget,
    ) -> Result<Option<Vec<Node<'static>>>, Error> {
        if self.current.ids.is_empty() || self.modified.ids.is_empty() {
            return Ok(None);
        }
        let key_only = |element: &&Node<'a>| {
            let keys = member.key_members(element)?.into_iter();
            let keys = keys.map(|(name, node)| (Cow::Borrowed(name), node));
            Node::Object(keys.collect()).into_owned(limit)
        };
        self.modified.nodes.iter().map(key_only).collect::<Result<_, Error>>().map(Some)
    }
}
