//! Merge lists of objects, element by element, paired by key.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::{Base, MemberDiff, ObjectDiff, Sides, Walk};
use crate::apply::order::{self, Step};
use crate::directive::{Change, FieldPatch, Marker, PatchObject, data};
use crate::document::{Node, Object, deeper};
use crate::error::Error;
use crate::member::{ElementKey, Member};
use crate::schema::TypeRef;

/// An element's identity: its key, and how many before it have the same.
type Id<'n> = (ElementKey<'n>, usize);

/// The elements of one list, open, with their identities.
struct Elements<'n, 'a> {
    objects: Vec<&'n Object<'a>>,
    ids: Vec<Id<'n>>,
}

impl<'n, 'a> Elements<'n, 'a> {
    /// `None` if an element is no object or lacks its key: such a list can't
    /// be patched element by element.
    fn of(items: &'n [Cow<'n, Node<'a>>], member: &Member<'n>) -> Option<Self> {
        let mut seen: HashMap<ElementKey<'n>, usize> = HashMap::with_capacity(items.len());
        let mut elements = Self { objects: Vec::new(), ids: Vec::new() };
        for item in items {
            let Node::Object(object) = item.as_ref() else { return None };
            let key = member.key_of(object).ok()?;
            let before = seen.entry(key.clone()).or_default();
            elements.ids.push((key, *before));
            elements.objects.push(object);
            *before += 1;
        }
        Some(elements)
    }

    fn has_duplicates(&self) -> bool {
        self.ids.iter().any(|(_, before)| *before > 0)
    }

    /// How many elements each key has.
    fn counts(&self) -> HashMap<&ElementKey<'n>, usize> {
        let mut counts = HashMap::new();
        for (key, _) in &self.ids {
            *counts.entry(key).or_default() += 1;
        }
        counts
    }

    fn by_id(&self) -> HashMap<&Id<'n>, &'n Object<'a>> {
        self.ids.iter().zip(self.objects.iter().copied()).collect()
    }
}

/// The elements by their keys, in their order; `None` if one has none, or two
/// have the same.
pub(super) fn by_key<'n>(
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

/// The elements of a node that is a list; none of any other.
pub(crate) fn open<'n, 'a>(node: &'n Node<'a>) -> Result<Vec<Cow<'n, Node<'a>>>, Error> {
    match node.opened()? {
        Cow::Borrowed(Node::List(items)) => items.iter().map(Node::opened).collect(),
        Cow::Owned(Node::List(items)) => items
            .into_iter()
            .map(|mut item| {
                item.open()?;
                Ok(Cow::Owned(item))
            })
            .collect(),
        _ => Ok(Vec::new()),
    }
}

impl Walk<'_> {
    /// How a merge list becomes what is wanted. `O(n)` in the lists, apart from
    /// the elements that differ.
    pub(super) fn list<'a>(
        self,
        sides: Sides<'_, 'a>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        limit: usize,
    ) -> Result<MemberDiff<'a>, Error> {
        let limit = deeper(limit)?;
        let (modified, current) = (open(sides.modified)?, open(sides.current)?);
        let original = match sides.base {
            Base::Original(Some(node)) => open(node)?,
            Base::Original(None) | Base::Same => Vec::new(),
        };
        let Some(modified) = Elements::of(&modified, member) else { return sides.whole(limit) };
        let lists = match Elements::of(&current, member) {
            Some(current) => Lists {
                base: sides.base.and_then(|_| Elements::of(&original, member)),
                modified,
                current,
            },
            None if sides.are_equal(limit)? => return Ok(MemberDiff::Nothing),
            // `$patch: replace` in the list asks live only for objects.
            None if current.iter().all(|item| matches!(item.as_ref(), Node::Object(_))) => {
                return replaced(
                    modified.objects.iter().copied().cloned().collect(),
                    member,
                    limit,
                );
            }
            None => return sides.whole(limit),
        };
        if lists.modified.has_duplicates() || lists.current.has_duplicates() {
            return self.list_with_duplicates(&lists, sides, member, element, limit);
        }
        self.list_by_key(&lists, member, element, limit)
    }

    fn list_by_key<'a>(
        self,
        lists: &Lists<'_, 'a>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        limit: usize,
    ) -> Result<MemberDiff<'a>, Error> {
        let pairs = lists.pairs();
        let (mut changes, mut deletions) = (Vec::new(), Vec::new());
        for pair in &pairs {
            let within = |error: Error| error.within(crate::apply::segment(member, &pair.id.0));
            match self.pair(pair, member, element, limit).map_err(within)? {
                ObjectDiff::Merge(patch) if patch.is_empty() => {}
                ObjectDiff::Merge(mut patch) => {
                    if pair.current.is_some() {
                        key_first(&mut patch, pair.modified, member, limit)?;
                    }
                    changes.push(Change::Object(patch));
                }
                ObjectDiff::Replace(target) => {
                    changes.push(data(Node::Object(target), limit)?);
                    deletions.push((&pair.id.0, pair.modified));
                }
            }
        }
        deletions.extend(lists.deleted());
        if changes.is_empty() && deletions.is_empty() && !self.reorders(lists) {
            return Ok(MemberDiff::Nothing);
        }
        // In the order of the keys' texts, as the reference sorts them.
        deletions.sort_by_cached_key(|(key, _)| {
            key.parts().iter().map(|part| part.sort_text().into_owned()).collect::<Vec<_>>()
        });
        for (_, object) in deletions {
            let mut patch = PatchObject { marker: Some(Marker::Delete), ..PatchObject::default() };
            key_first(&mut patch, object, member, limit)?;
            changes.push(Change::Object(patch));
        }
        Ok(MemberDiff::Patch(FieldPatch {
            value: (!changes.is_empty()).then_some(Change::List(changes)),
            order: lists.order(member, limit)?,
            delete: None,
        }))
    }

    /// What becomes of one element that modified has.
    fn pair<'a>(
        self,
        pair: &Pair<'_, 'a>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        limit: usize,
    ) -> Result<ObjectDiff<'a>, Error> {
        let Some(current) = pair.current else {
            let added = data(Node::Object(pair.modified.clone()), limit)?;
            return Ok(ObjectDiff::Merge(match added {
                Change::Object(object) => object,
                Change::Scalar(_) | Change::List(_) => PatchObject::default(),
            }));
        };
        let sides = super::object::Sides { base: pair.original, modified: pair.modified, current };
        self.object(sides, element, member.strategy.retain_keys(), limit)
    }

    /// Whether modified's order changes current's, nothing else being changed.
    fn reorders(self, lists: &Lists<'_, '_>) -> bool {
        let live = order::Positions::of(&lists.current.ids);
        let ordered = order::Positions::of(&lists.modified.ids);
        let lists = order::Lists { live: &live, adds: &[], ordered: &ordered, adds_in_live: 0 };
        order::plan(&lists, self.options.element_order)
            .is_some_and(|plan| plan.iter().enumerate().any(|(at, step)| *step != Step::Live(at)))
    }

    /// Duplicate keys: the list is replaced by what is wanted, elements of one
    /// key being paired in their order.
    fn list_with_duplicates<'a>(
        self,
        lists: &Lists<'_, 'a>,
        sides: Sides<'_, 'a>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        limit: usize,
    ) -> Result<MemberDiff<'a>, Error> {
        let pairs = lists.pairs();
        let mut wanted: HashMap<&Id<'_>, Object<'a>> = HashMap::new();
        for pair in &pairs {
            let object = match (pair.current, &pair.original) {
                (None, _) | (_, Base::Same) => pair.modified.clone(),
                (Some(current), Base::Original(_)) => {
                    match self.pair(pair, member, element, limit)? {
                        ObjectDiff::Merge(patch) => self.merged(current, &patch, element, limit)?,
                        ObjectDiff::Replace(target) => target,
                    }
                }
            };
            wanted.insert(&pair.id, object);
        }
        let current = lists.current.by_id();
        let gone: HashSet<_> = lists.deleted_ids().collect();
        let kept: Vec<_> = lists.current.ids.iter().filter(|id| !gone.contains(id)).collect();
        let adds: Vec<_> =
            lists.modified.ids.iter().filter(|id| !current.contains_key(id)).collect();
        // An element more than modified has of its key stands where the last of
        // them stands: which of equal keys is whose, nobody could tell next time.
        let wanted_of = lists.modified.counts();
        let live: Vec<_> = kept.iter().map(|id| placed(id, &wanted_of)).collect();
        let added: Vec<_> = adds.iter().map(|id| placed(id, &wanted_of)).collect();
        let (in_live, ordered) =
            (order::Positions::of(&live), order::Positions::of(&lists.modified.ids));
        let plan = order::plan(
            &order::Lists { live: &in_live, adds: &added, ordered: &ordered, adds_in_live: 0 },
            self.options.element_order,
        );
        let plan = plan.unwrap_or_else(|| (0..kept.len()).map(Step::Live).collect());
        let ids = plan.into_iter().filter_map(|step| match step {
            Step::Live(at) => kept.get(at).copied(),
            Step::Add(at) => adds.get(at).copied(),
        });
        let target: Vec<Object<'a>> = ids
            .filter_map(|id| wanted.remove(id).or_else(|| current.get(id).copied().cloned()))
            .collect();
        let as_list = Node::List(target.iter().cloned().map(Node::Object).collect());
        if crate::document::equal(&as_list, sides.current, limit)? {
            return Ok(MemberDiff::Nothing);
        }
        replaced(target, member, limit)
    }
}

/// What an element counts as in the order of a list.
fn placed<'n>(id: &Id<'n>, wanted: &HashMap<&ElementKey<'_>, usize>) -> Id<'n> {
    let (key, before) = id;
    let last = wanted.get(key).map_or(usize::MAX, |count| count - 1);
    (key.clone(), last.min(*before))
}

/// A list that is replaced: `$patch: replace`, and its elements. Applying it
/// brings elements of one key together, as the reference does: where they aren't
/// already, no patch of the list leads to it.
fn replaced<'a>(
    objects: Vec<Object<'a>>,
    member: &Member<'_>,
    limit: usize,
) -> Result<MemberDiff<'a>, Error> {
    if !is_grouped(&objects, member) {
        let list = objects.into_iter().map(Node::Object).collect();
        return Ok(MemberDiff::Inexpressible(Node::List(list)));
    }
    let marker = PatchObject { marker: Some(Marker::Replace), ..PatchObject::default() };
    let elements = objects.into_iter().map(|object| data(Node::Object(object), limit));
    let list: Result<Vec<_>, Error> =
        core::iter::once(Ok(Change::Object(marker))).chain(elements).collect();
    Ok(MemberDiff::Patch(FieldPatch::value(Change::List(list?))))
}

/// Whether elements of one key stand next to each other.
fn is_grouped(objects: &[Object<'_>], member: &Member<'_>) -> bool {
    let mut before = HashSet::new();
    let mut last = None;
    objects.iter().all(|object| {
        let key = member.key_of(object).ok();
        let again = key == last || before.insert(key.clone());
        last = key;
        again
    })
}

/// Puts the key of an element at the head of its patch.
fn key_first(
    patch: &mut PatchObject,
    element: &Object<'_>,
    member: &Member<'_>,
    limit: usize,
) -> Result<(), Error> {
    for (at, name) in member.key_names().enumerate() {
        // A key that its default stands in for needs no mention.
        if let Some(node) = super::present(element.get(name))
            && !patch.fields.contains_key(name)
        {
            let value = FieldPatch::value(data(node.clone(), limit)?);
            patch.fields.insert_at(at, name.to_owned(), value);
        }
    }
    Ok(())
}

/// The lists at one place.
struct Lists<'n, 'a> {
    base: Base<Elements<'n, 'a>>,
    modified: Elements<'n, 'a>,
    current: Elements<'n, 'a>,
}

/// An element of modified, and what the others have of it.
struct Pair<'n, 'a> {
    id: Id<'n>,
    original: Base<&'n Object<'a>>,
    modified: &'n Object<'a>,
    current: Option<&'n Object<'a>>,
}

impl<'n, 'a> Lists<'n, 'a> {
    /// Every element of modified, in its order.
    fn pairs(&self) -> Vec<Pair<'n, 'a>> {
        let current = self.current.by_id();
        let original = match &self.base {
            Base::Same => Base::Same,
            Base::Original(elements) => Base::Original(elements.as_ref().map(Elements::by_id)),
        };
        let pair = |(id, modified): (&Id<'n>, &&'n Object<'a>)| Pair {
            id: id.clone(),
            original: match &original {
                Base::Same => Base::Same,
                Base::Original(by_id) => {
                    Base::Original(by_id.as_ref().and_then(|by_id| by_id.get(id).copied()))
                }
            },
            modified,
            current: current.get(id).copied(),
        };
        self.modified.ids.iter().zip(&self.modified.objects).map(pair).collect()
    }

    /// What modified deletes of current. Of a key that original has more often
    /// than modified, all of current's that modified lacks: were some of them
    /// left, the next diff would delete them.
    fn deleted_ids(&self) -> impl Iterator<Item = &Id<'n>> {
        let wanted = self.modified.counts();
        let original = match &self.base {
            Base::Same => Base::Same,
            Base::Original(elements) => Base::Original(elements.as_ref().map(Elements::by_id)),
        };
        self.current.ids.iter().filter(move |(key, before)| {
            let wanted = wanted.get(key).copied().unwrap_or_default();
            let deletable = match &original {
                Base::Same => true,
                Base::Original(by_id) => {
                    by_id.as_ref().is_some_and(|ids| ids.contains_key(&(key.clone(), wanted)))
                }
            };
            deletable && *before >= wanted
        })
    }

    fn deleted(&self) -> Vec<(&ElementKey<'n>, &'n Object<'a>)> {
        let current = self.current.by_id();
        let found = |id: &'_ Id<'n>| current.get(id).copied();
        self.deleted_ids().filter_map(|id| Some((&id.0, found(id)?))).collect()
    }

    /// Modified's keys, for `$setElementOrder`. As the reference: not from an
    /// empty list, nor to one.
    fn order(
        &self,
        member: &Member<'_>,
        limit: usize,
    ) -> Result<Option<Vec<Node<'static>>>, Error> {
        if self.current.ids.is_empty() || self.modified.ids.is_empty() {
            return Ok(None);
        }
        let key_only = |object: &&Object<'a>| {
            let keys = member.key_names().filter_map(|name| {
                let node = super::present(object.get(name))?;
                Some((Cow::Owned(name.to_owned()), node.clone()))
            });
            Node::Object(keys.collect()).into_owned(limit)
        };
        self.modified.objects.iter().map(key_only).collect::<Result<_, Error>>().map(Some)
    }
}
