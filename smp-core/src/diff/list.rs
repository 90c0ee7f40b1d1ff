//! Merge lists of objects, element by element, paired by key. Rules: semantics
//! diff-8, diff-10 and diff-12.

mod keyed;

pub(super) use self::keyed::by_key;
use self::keyed::{ElementId, ElementVersions, KeyedElements, KeyedLists};
use std::borrow::Cow;

use super::{Ancestor, Differ, MemberDiff, NodeSides, ObjectDiff, ThreeSides};
use crate::apply::order::{self, ItemSource, OrderInput, Positions};
use crate::depth::DepthBudget;
use crate::directive::{Change, FieldPatch, Marker, PatchObject, data};
use crate::document::{JsonKind, Node, equal_unopened};
use crate::error::Error;
use crate::hash::{Map, Set};
use crate::member::{ElementKey, Member};
use smp_schema::TypeRef;

impl Differ<'_> {
    /// The change of a merge list of objects. `O(n)` in the lists, apart from the elements
    /// that differ.
    pub(super) fn list<'a>(
        self,
        sides: NodeSides<'_, 'a>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let limit = limit.enter()?;
        let (modified, current) =
            (member.open_keyed_items(sides.modified)?, member.open_keyed_items(sides.current)?);
        let original = match sides.original {
            Ancestor::Original(Some(node)) => member.open_keyed_items(node)?,
            Ancestor::Original(None) | Ancestor::IsCurrent => Vec::new(),
        };
        let Some(modified) = KeyedElements::of(&modified, member) else {
            return self.whole(sides, member, limit);
        };
        let lists = match KeyedElements::of(&current, member) {
            Some(current) => ThreeSides {
                original: sides.original.and_then(|_| KeyedElements::of(&original, member)),
                modified,
                current,
            },
            // `$patch: replace` needs no keys in live, only objects: semantics list-5.
            None if current.iter().all(|item| item.kind() == JsonKind::Object) => {
                let list = Node::List(modified.nodes.iter().copied().cloned().collect());
                return self.replace_list(list, sides, member, limit);
            }
            None => return self.whole(sides, member, limit),
        };
        if lists.modified.has_duplicates() || lists.current.has_duplicates() {
            return self.list_with_duplicate_keys(&lists, sides, member, element, limit);
        }
        self.list_with_unique_keys(&lists, sides, member, element, limit)
    }

    /// The change of a list in which no key occurs twice.
    fn list_with_unique_keys<'a>(
        self,
        lists: &KeyedLists<'_, 'a>,
        sides: NodeSides<'_, 'a>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let elements = lists.elements();
        let (mut changes, mut deletions) = (Vec::new(), Vec::new());
        for versions in &elements {
            let within = |error: Error| error.within(member.segment(&versions.id.0));
            let diff = self.element(versions, member, element, limit).map_err(within)?;
            let written = match &diff {
                ObjectDiff::Merge(_) if versions.current.is_some() => None,
                ObjectDiff::Merge(_) => Some(Cow::Borrowed(versions.modified)),
                ObjectDiff::Replace(target) => Some(Cow::Owned(Node::Object(target.clone()))),
            };
            // A new element is taken without nulls.
            if let Some(written) = written
                && self.loses_null(&written, element, sides.original, limit)?
            {
                return Ok(MemberDiff::Inexpressible(sides.modified.clone()));
            }
            match diff {
                ObjectDiff::Merge(patch) if patch.is_empty() => {}
                ObjectDiff::Merge(mut patch) => {
                    if versions.current.is_some() {
                        put_key_first(&mut patch, versions.modified, member, limit)?;
                    }
                    changes.push(Change::Object(patch));
                }
                ObjectDiff::Replace(target) => {
                    changes.push(data(Node::Object(target), limit)?);
                    deletions.push((&versions.id.0, versions.modified));
                }
            }
        }
        let aligned = lists.have_equal_ids();
        if !aligned {
            deletions.extend(lists.deleted_elements());
        }
        if changes.is_empty() && deletions.is_empty() && (aligned || !self.order_differs(lists)) {
            return Ok(MemberDiff::Nothing);
        }
        // Sorted by the text of the key: semantics diff-8.
        deletions.sort_by_cached_key(|(key, _)| {
            key.parts().iter().map(|part| part.sort_text().into_owned()).collect::<Vec<_>>()
        });
        for (_, object) in deletions {
            let mut patch = PatchObject { marker: Some(Marker::Delete), ..PatchObject::default() };
            put_key_first(&mut patch, object, member, limit)?;
            changes.push(Change::Object(patch));
        }
        Ok(MemberDiff::Patch(FieldPatch {
            value: (!changes.is_empty()).then_some(Change::List(changes)),
            order: lists.order_list(member, limit)?,
            delete: None,
        }))
    }

    /// The change of one element that modified has.
    fn element<'a>(
        self,
        versions: &ElementVersions<'_, 'a>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<ObjectDiff<'a>, Error> {
        let Some(current) = versions.current else {
            let added = data(versions.modified.clone(), limit)?;
            return Ok(ObjectDiff::Merge(match added {
                Change::Object(object) => object,
                Change::Scalar(_) | Change::List(_) => PatchObject::default(),
            }));
        };
        if equal_unopened(versions.modified, current) {
            return Ok(ObjectDiff::Merge(PatchObject::default()));
        }
        let sides =
            ThreeSides { original: versions.original, modified: versions.modified, current };
        self.nodes(sides, element, member.strategy.retain_keys(), limit)
    }

    /// Whether ordering current's list by modified's keys moves an element. No element has
    /// been added, changed or deleted.
    fn order_differs(self, lists: &KeyedLists<'_, '_>) -> bool {
        let live = Positions::of(&lists.current.ids);
        let ordered = Positions::of(&lists.modified.ids);
        let adds: &[ElementId<'_>] = &[];
        let input = OrderInput { live: &live, adds, ordered: &ordered, adds_counted_in_live: 0 };
        order::merged_order(&input, self.options.element_order).is_some_and(|items| {
            items.iter().enumerate().any(|(at, item)| *item != ItemSource::Live(at))
        })
    }

    /// The change of a list in which a key occurs twice: the list is replaced by the target
    /// (semantics three-way-9). Elements with one key are paired by position: the first of
    /// modified with the first of current, the second with the second, and so on.
    fn list_with_duplicate_keys<'a>(
        self,
        lists: &KeyedLists<'_, 'a>,
        sides: NodeSides<'_, 'a>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let elements = lists.elements();
        let mut targets: Map<&ElementId<'_>, Node<'a>> = Map::default();
        for versions in &elements {
            let node = match (versions.current, &versions.original) {
                (None, _) | (_, Ancestor::IsCurrent) => versions.modified.clone(),
                (Some(current), Ancestor::Original(_)) => {
                    match self.element(versions, member, element, limit)? {
                        ObjectDiff::Merge(patch) => match current.opened()?.as_ref() {
                            Node::Object(current) => {
                                Node::Object(self.merged(current, &patch, element, limit)?)
                            }
                            _ => current.clone(),
                        },
                        ObjectDiff::Replace(target) => Node::Object(target),
                    }
                }
            };
            targets.insert(&versions.id, node);
        }
        let current = lists.current.by_id();
        let deleted: Set<_> = lists.deleted_ids().collect();
        let kept: Vec<_> = lists.current.ids.iter().filter(|id| !deleted.contains(id)).collect();
        let adds: Vec<_> =
            lists.modified.ids.iter().filter(|id| current.get(id).is_none()).collect();
        let counts = lists.modified.counts();
        let live: Vec<_> = kept.iter().map(|id| order_id(id, &counts)).collect();
        let added: Vec<_> = adds.iter().map(|id| order_id(id, &counts)).collect();
        let (in_live, ordered) = (Positions::of(&live), Positions::of(&lists.modified.ids));
        let items = order::merged_order(
            &OrderInput {
                live: &in_live,
                adds: &added,
                ordered: &ordered,
                adds_counted_in_live: 0,
            },
            self.options.element_order,
        );
        let items = items.unwrap_or_else(|| (0..kept.len()).map(ItemSource::Live).collect());
        let ids = items.into_iter().filter_map(|item| match item {
            ItemSource::Live(at) => kept.get(at).copied(),
            ItemSource::Added(at) => adds.get(at).copied(),
        });
        let target =
            ids.filter_map(|id| targets.remove(id).or_else(|| current.get(id).cloned())).collect();
        let target = Node::List(target);
        if self.are_equal(NodeSides { modified: &target, ..sides }, member, limit)? {
            return Ok(MemberDiff::Nothing);
        }
        self.replace_list(target, sides, member, limit)
    }

    /// The patch that replaces a list: an element `{"$patch": "replace"}`, then the elements.
    ///
    /// Applying it moves elements of one key next to each other (semantics list-5). No patch of
    /// the list gives a list in which they are apart, such as one of keys `a`, `b`, `a`.
    fn replace_list<'a>(
        self,
        list: Node<'a>,
        sides: NodeSides<'_, 'a>,
        member: &Member<'_>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        // The elements are new, and taken without nulls.
        let loses_null = self.loses_null(&list, member.ty, sides.original, limit)?;
        let Node::List(elements) = list else { return Ok(MemberDiff::Nothing) };
        if loses_null || !is_grouped_by_key(&elements, member) {
            return Ok(MemberDiff::Inexpressible(Node::List(elements)));
        }
        let marker = PatchObject { marker: Some(Marker::Replace), ..PatchObject::default() };
        let elements = elements.into_iter().map(|element| data(element, limit));
        let list: Result<Vec<_>, Error> =
            core::iter::once(Ok(Change::Object(marker))).chain(elements).collect();
        Ok(MemberDiff::Patch(FieldPatch::value(Change::List(list?))))
    }
}

/// The identity by which an element is ordered: its own or, if modified has fewer elements with
/// its key, that of the last of them. `counts` are the numbers in modified.
///
/// Example: modified has one element of key `a`, current has three, and original has none of
/// them. All three stay, in the place of modified's element. The next diff could not know which
/// of the three came from modified; if the others had another place, it would move them again.
fn order_id<'n>(id: &ElementId<'n>, counts: &Map<&ElementKey<'_>, usize>) -> ElementId<'n> {
    let (key, before) = id;
    let last = counts.get(key).map_or(usize::MAX, |count| count.saturating_sub(1));
    (key.clone(), last.min(*before))
}

/// Whether all elements of one key are next to each other.
fn is_grouped_by_key(elements: &[Node<'_>], member: &Member<'_>) -> bool {
    let mut before = Set::default();
    let mut last = None;
    elements.iter().all(|element| {
        let key = member.readable_key(element).and_then(Result::ok);
        let again = key == last || before.insert(key.clone());
        last = key;
        again
    })
}

/// Adds the key of an element to its patch, as the first members. List map keys that the
/// element leaves to their defaults are not written.
fn put_key_first(
    patch: &mut PatchObject,
    element: &Node<'_>,
    member: &Member<'_>,
    limit: DepthBudget,
) -> Result<(), Error> {
    for (at, (name, node)) in member.key_members(element)?.into_iter().enumerate() {
        if !patch.fields.contains_key(name) {
            patch.fields.insert_at(at, name.to_owned(), FieldPatch::value(data(node, limit)?));
        }
    }
    Ok(())
}
