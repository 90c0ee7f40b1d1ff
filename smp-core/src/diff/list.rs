//! Merge lists of objects, element by element. Rules: semantics diff-8, diff-10 and diff-12.

pub(super) mod keyed;
pub(super) mod pairing;
mod shared;

use std::borrow::Cow;

use self::keyed::{KeyedElements, KeyedLists};
use self::pairing::{Fate, Pairing, Partners};
use self::shared::Duplicates;
use super::{Ancestor, Differ, MemberDiff, NodeSides, ObjectDiff, ThreeSides};
use crate::apply::order::{self, ItemSource, OrderInput};
use crate::depth::DepthBudget;
use crate::directive::{Change, FieldPatch, Marker, PatchObject, data, list_replacement};
use crate::document::{JsonKind, Node, equal_unopened};
use crate::error::Error;
use crate::hash::Set;
use crate::site::Site;
use smp_schema::TypeRef;

/// A merge list of objects.
#[derive(Clone, Copy)]
struct List<'d, 's> {
    differ: Differ<'d>,
    member: &'d Site<'s>,
    element: Option<TypeRef<'s>>,
    limit: DepthBudget,
}

/// The versions of an element that modified has.
struct ElementVersions<'n, 'a> {
    original: Ancestor<&'n Node<'a>>,
    modified: &'n Node<'a>,
    current: Option<&'n Node<'a>>,
}

impl Differ<'_> {
    /// The change of a merge list of objects. `O(n)` in the lists, apart from the elements
    /// that differ.
    pub(super) fn list<'a>(
        self,
        sides: NodeSides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let limit = limit.enter()?;
        let element = member.element_type();
        let (modified, current) = (sides.modified.list_items()?, sides.current.list_items()?);
        let original = match sides.original {
            Ancestor::Original(Some(node)) => node.list_items()?,
            Ancestor::Original(None) | Ancestor::IsCurrent => Vec::new(),
        };
        let Some(modified) = KeyedElements::of(&modified, member) else {
            return self.changes_list(sides, member, limit)?.whole(sides, member, limit);
        };
        let mut lists = match KeyedElements::of(&current, member) {
            Some(current) => ThreeSides {
                original: sides.original.and_then(|_| KeyedElements::of(&original, member)),
                modified,
                current,
            },
            // `$patch: replace` needs no keys in live, only objects: semantics list-5.
            None if current.iter().all(|item| item.kind() == JsonKind::Object) => {
                let list = Node::List(modified.nodes.iter().copied().cloned().collect());
                return self
                    .changes_list(sides, member, limit)?
                    .replace_list(list, sides, member, limit);
            }
            None => return self.changes_list(sides, member, limit)?.whole(sides, member, limit),
        };
        if self.may_keep_theirs() {
            self.leave_out_removed(&mut lists, element, limit)?;
        }
        let mut pairing = Pairing::of(&lists, member);
        let has_keys = sides.original.original().is_none() || lists.ancestor().is_some();
        let differ = if has_keys && pairing.duplicates.is_empty() {
            self
        } else {
            self.changes_list(sides, member, limit)?
        };
        let list = List { differ, member, element, limit };
        let duplicates = list.pair_duplicates(&lists, &mut pairing);
        if duplicates.differ && self.is_comparing {
            return Ok(MemberDiff::Inexpressible(sides.modified.clone()));
        }
        let diffs = list.elements(&lists, &pairing, &duplicates)?;
        if pairing.shares_keys(&lists) {
            return list.with_shared_keys(&lists, &pairing, diffs, sides);
        }
        let is_changed = diffs.iter().any(|diff| !diff.is_empty()) || pairing.deletes();
        let has_order = || {
            list.keeps_their_order(&lists)
                || lists.modified.keys == lists.current.keys
                || !list.order_differs(&lists)
        };
        if !is_changed && has_order() {
            return Ok(MemberDiff::Nothing);
        }
        if list.loses_null(&lists, &pairing, &diffs, sides)? {
            return Ok(MemberDiff::Inexpressible(sides.modified.clone()));
        }
        Ok(MemberDiff::Patch(list.patch(&lists, &pairing, diffs)?))
    }

    /// Leaves out the elements of modified that others have removed and that are unchanged since
    /// original.
    fn leave_out_removed(
        self,
        lists: &mut KeyedLists<'_, '_>,
        element: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let Some(original) = lists.ancestor() else { return Ok(()) };
        let (before, current) = (original.positions(), lists.current.positions());
        let mut stays = Vec::with_capacity(lists.modified.keys.len());
        for (key, node) in lists.modified.keys.iter().zip(&lists.modified.nodes) {
            let before = before.get(key).and_then(|at| original.nodes.get(at).copied());
            let is_removed = current.get(key).is_none()
                && self.keeps_theirs(before, Some(node), element, limit)?;
            stays.push(!is_removed);
        }
        drop((before, current));
        lists.modified.retain(&stays);
        Ok(())
    }

    /// Notes that the patch changes a list whose elements have no usable keys: conflicts treat it as one
    /// value. The returned `Differ` notes no conflicts.
    fn changes_list(
        self,
        sides: NodeSides<'_, '_>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<Self, Error> {
        let NodeSides { modified, current, .. } = sides;
        if self.conflicts.is_some() && !self.are_same(modified, current, member.ty, limit)? {
            self.changes_value(sides.values(), member.ty, limit)?;
        }
        Ok(Self { conflicts: None, ..self })
    }

    /// The patch that replaces a list.
    ///
    /// Applying it moves elements with the same key next to each other (semantics list-5). No patch of
    /// the list can keep them apart, as in a list with the keys `a`, `b`, `a`.
    fn replace_list<'a>(
        self,
        list: Node<'a>,
        sides: NodeSides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        // The elements are new, and taken without nulls.
        let loses_null = self.loses_null(&list, member.ty, sides.original, limit)?;
        let Node::List(elements) = list else { return Ok(MemberDiff::Nothing) };
        if loses_null || !is_grouped_by_key(&elements, member) {
            return Ok(MemberDiff::Inexpressible(Node::List(elements)));
        }
        Ok(MemberDiff::Patch(FieldPatch::value(list_replacement(elements, limit)?)))
    }
}

impl List<'_, '_> {
    /// The change of each element of modified. Also notes the deleted elements of current, for conflicts.
    fn elements<'a>(
        self,
        lists: &KeyedLists<'_, 'a>,
        pairing: &Pairing,
        duplicates: &Duplicates,
    ) -> Result<Vec<ObjectDiff<'a>>, Error> {
        let elements = lists.modified.keys.iter().zip(&pairing.modified).enumerate();
        let diffs = elements.filter_map(|(at, (key, partners))| {
            if duplicates.unchanged.contains(&at) {
                return Some(Ok(ObjectDiff::Merge(PatchObject::default())));
            }
            let versions = lists.versions(at, *partners)?;
            let step = || self.member.segment(key);
            let diff = self.differ.below(step, || self.element(&versions));
            Some(diff.map_err(|error| error.within(step())))
        });
        let diffs = diffs.collect::<Result<_, Error>>()?;
        let current = lists.current.keys.iter().zip(&lists.current.nodes).zip(&pairing.current);
        for ((key, node), fate) in current.filter(|_| self.differ.conflicts.is_some()) {
            if let Fate::Deleted(at) = fate {
                let original = lists.ancestor().and_then(|list| list.nodes.get(*at).copied());
                let changes = || {
                    let values = [original, None, Some(node)];
                    self.differ.changes_value(values, self.element, self.limit)
                };
                self.differ.below(|| self.member.segment(key), changes)?;
            }
        }
        Ok(diffs)
    }

    /// The change of one element that modified has.
    fn element<'a>(self, versions: &ElementVersions<'_, 'a>) -> Result<ObjectDiff<'a>, Error> {
        let Some(current) = versions.current else {
            let values = [versions.original.original(), Some(versions.modified), None];
            self.differ.changes_value(values, self.element, self.limit)?;
            let added = data(versions.modified.clone(), self.limit)?;
            return Ok(ObjectDiff::Merge(added.into_object()));
        };
        let original = versions.original.original();
        if equal_unopened(versions.modified, current)
            || self.differ.keeps_theirs(
                original,
                Some(versions.modified),
                self.element,
                self.limit,
            )?
        {
            return Ok(ObjectDiff::Merge(PatchObject::default()));
        }
        let sides =
            ThreeSides { original: versions.original, modified: versions.modified, current };
        self.differ.nodes(sides, self.element, self.member.strategy.retain_keys(), self.limit)
    }

    /// Whether a new element would lose a null that is a value: new elements are taken without nulls.
    fn loses_null<'a>(
        self,
        lists: &KeyedLists<'_, 'a>,
        pairing: &Pairing,
        diffs: &[ObjectDiff<'a>],
        sides: NodeSides<'_, 'a>,
    ) -> Result<bool, Error> {
        let elements = lists.modified.nodes.iter().zip(&pairing.modified);
        for ((node, partners), diff) in elements.zip(diffs) {
            // In a two-way diff, a replaced element becomes modified's element.
            let is_new = partners.current.is_none() || matches!(diff, ObjectDiff::Replace(_));
            if is_new && self.differ.loses_null(node, self.element, sides.original, self.limit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The patch of the list, element by element. `diffs` are the changes of modified's elements.
    fn patch(
        self,
        lists: &KeyedLists<'_, '_>,
        pairing: &Pairing,
        diffs: Vec<ObjectDiff<'_>>,
    ) -> Result<FieldPatch, Error> {
        let (mut changes, mut deletions) = (Vec::new(), Vec::new());
        let elements = lists.modified.nodes.iter().zip(&lists.modified.keys).zip(&pairing.modified);
        for (((node, key), partners), diff) in elements.zip(diffs) {
            match diff {
                ObjectDiff::Merge(patch) if patch.is_empty() => {}
                ObjectDiff::Merge(mut patch) => {
                    if partners.current.is_some() {
                        self.put_key_first(&mut patch, node)?;
                    }
                    changes.push(Change::Object(patch));
                }
                ObjectDiff::Replace(target) => {
                    changes.push(data(Node::Object(target), self.limit)?);
                    deletions.push((key, *node));
                }
            }
        }
        let current = lists.current.keys.iter().zip(&lists.current.nodes).zip(&pairing.current);
        let deleted = current.filter(|(_, fate)| matches!(fate, Fate::Deleted(_)));
        deletions.extend(deleted.map(|((key, node), _)| (key, *node)));
        // Sorted by the text of the key: semantics diff-8.
        deletions.sort_by_cached_key(|(key, _)| {
            key.parts().iter().map(|part| part.sort_text().into_owned()).collect::<Vec<_>>()
        });
        deletions.dedup_by(|(one, _), (other, _)| one == other);
        for (_, object) in deletions {
            let mut patch = PatchObject { marker: Some(Marker::Delete), ..PatchObject::default() };
            self.put_key_first(&mut patch, object)?;
            changes.push(Change::Object(patch));
        }
        Ok(FieldPatch {
            value: (!changes.is_empty()).then_some(Change::List(changes)),
            order: self.order_list(lists)?,
            delete: None,
        })
    }

    /// Whether current's order is kept because modified has original's order.
    fn keeps_their_order(self, lists: &KeyedLists<'_, '_>) -> bool {
        let Some(original) = lists.ancestor().filter(|_| self.differ.may_keep_theirs()) else {
            return false;
        };
        let modified = lists.modified.positions();
        let before = original.keys.iter().filter(|key| modified.get(*key).is_some());
        before.eq(&lists.modified.keys)
    }

    /// Whether ordering current's list by modified's keys moves an element, if no element has been added,
    /// changed or deleted.
    fn order_differs(self, lists: &KeyedLists<'_, '_>) -> bool {
        let (live, ordered) = (lists.current.positions(), lists.modified.positions());
        let adds: &[crate::element_key::ElementKey<'_>] = &[];
        let input = OrderInput { live: &live, adds, ordered: &ordered, adds_counted_in_live: 0 };
        let order = order::merged_order(&input, self.differ.options.element_order);
        order.is_some_and(|items| {
            items.iter().enumerate().any(|(at, item)| *item != ItemSource::Live(at))
        })
    }

    /// The value of `$setElementOrder`: the keys of modified's elements. `None` if
    /// modified's or current's list is empty (semantics diff-10).
    fn order_list(self, lists: &KeyedLists<'_, '_>) -> Result<Option<Vec<Node<'static>>>, Error> {
        if lists.current.keys.is_empty()
            || lists.modified.keys.is_empty()
            || self.keeps_their_order(lists)
        {
            return Ok(None);
        }
        let key_only = |element: &&Node<'_>| {
            let keys = self.member.key_members(element)?.into_iter();
            let keys = keys.map(|(name, node)| (Cow::Borrowed(name), node));
            Node::Object(keys.collect()).into_owned(self.limit)
        };
        lists.modified.nodes.iter().map(key_only).collect::<Result<_, Error>>().map(Some)
    }

    /// Adds the key of an element to its patch, as the first members. List map keys that the
    /// element leaves to their defaults are not written.
    fn put_key_first(self, patch: &mut PatchObject, element: &Node<'_>) -> Result<(), Error> {
        for (at, (name, node)) in self.member.key_members(element)?.into_iter().enumerate() {
            if !patch.fields.contains_key(name) {
                let key = FieldPatch::value(data(node, self.limit)?);
                patch.fields.insert_at(at, name.to_owned(), key);
            }
        }
        Ok(())
    }
}

impl<'n, 'a> KeyedLists<'n, 'a> {
    /// The versions of modified's element with this index.
    fn versions(&self, at: usize, partners: Partners) -> Option<ElementVersions<'n, 'a>> {
        Some(ElementVersions {
            original: match &self.original {
                Ancestor::IsCurrent => Ancestor::IsCurrent,
                Ancestor::Original(list) => Ancestor::Original(
                    list.as_ref().and_then(|list| list.nodes.get(partners.original?).copied()),
                ),
            },
            modified: self.modified.nodes.get(at)?,
            current: partners.current.and_then(|at| self.current.nodes.get(at).copied()),
        })
    }
}

/// Whether all elements with the same key are adjacent.
fn is_grouped_by_key(elements: &[Node<'_>], member: &Site<'_>) -> bool {
    let mut before = Set::default();
    let mut last = None;
    elements.iter().all(|element| {
        let key = member.readable_key(element, None);
        let again = key == last || before.insert(key.clone());
        last = key;
        again
    })
}
