//! Merge lists of objects, element by element, paired by key. Rules: semantics
//! diff-8, diff-10 and diff-12.

use std::borrow::Cow;

use indexmap::IndexMap;

use super::{Base, MemberDiff, ObjectDiff, Sides, Walk};
use crate::apply::order::{self, Step};
use crate::depth::DepthBudget;
use crate::directive::{Change, FieldPatch, Marker, PatchObject, data};
use crate::document::{JsonKind, Node, Scanner, elements, same_text};
use crate::error::Error;
use crate::hash::{Map, Set};
use crate::member::{ElementKey, Member};
use smp_schema::TypeRef;

/// An element's identity: its key, and how many before it have the same.
type Id<'n> = (ElementKey<'n>, usize);

/// The elements of one list, with their identities.
struct Elements<'n, 'a> {
    nodes: Vec<&'n Node<'a>>,
    ids: Vec<Id<'n>>,
}

impl<'n, 'a> Elements<'n, 'a> {
    /// `None` if an element is no object or lacks its key: such a list can't
    /// be patched element by element.
    fn of(items: &'n [Cow<'n, Node<'a>>], member: &Member<'n>) -> Option<Self> {
        let mut seen: Map<ElementKey<'n>, usize> = Map::default();
        let room = items.len();
        let mut elements = Self { nodes: Vec::with_capacity(room), ids: Vec::with_capacity(room) };
        for item in items {
            let key = member.key_at_hand(item)?.ok()?;
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

    fn has_duplicates(&self) -> bool {
        self.ids.iter().any(|(_, before)| *before > 0)
    }

    /// How many elements each key has.
    fn counts(&self) -> Map<&ElementKey<'n>, usize> {
        let mut counts = Map::default();
        for (key, _) in &self.ids {
            let count: &mut usize = counts.entry(key).or_default();
            *count = count.saturating_add(1);
        }
        counts
    }

    fn by_id(&self) -> ById<'_, 'n, 'a> {
        ById { positions: order::Positions::of(&self.ids), nodes: &self.nodes }
    }
}

/// Elements to be looked up.
struct ById<'e, 'n, 'a> {
    positions: order::Positions<'e, Id<'n>>,
    nodes: &'e [&'n Node<'a>],
}

impl<'n, 'a> ById<'_, 'n, 'a> {
    fn get(&self, id: &Id<'n>) -> Option<&'n Node<'a>> {
        self.nodes.get(self.positions.get(id)?).copied()
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

/// As [`Node::list_items`], for a list that merges by key: its elements are opened only as
/// far as their keys are not at hand.
fn keyed<'n, 'a>(node: &'n Node<'a>, member: &Member<'_>) -> Result<Vec<Cow<'n, Node<'a>>>, Error> {
    let owned = match (node, member.single_key_name()) {
        (Node::List(items), _) => {
            let items = items.iter();
            return items
                .map(
                    |item| {
                        if item.shows_members() { Ok(Cow::Borrowed(item)) } else { item.opened() }
                    },
                )
                .collect();
        }
        (Node::Raw(text), Some(key)) => elements(&mut Scanner::new(text), key),
        _ => None,
    };
    let items = match owned {
        Some(items) => items,
        None => match node.opened()?.into_owned() {
            Node::List(items) => items,
            _ => Vec::new(),
        },
    };
    let open = |mut item: Node<'a>| {
        if !item.shows_members() {
            item.open()?;
        }
        Ok(Cow::Owned(item))
    };
    items.into_iter().map(open).collect()
}

impl Walk<'_> {
    /// How a merge list becomes what is wanted. `O(n)` in the lists, apart from
    /// the elements that differ.
    pub(super) fn list<'a>(
        self,
        sides: Sides<'_, 'a>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let limit = limit.enter()?;
        let (modified, current) = (keyed(sides.modified, member)?, keyed(sides.current, member)?);
        let original = match sides.base {
            Base::Original(Some(node)) => keyed(node, member)?,
            Base::Original(None) | Base::Same => Vec::new(),
        };
        let Some(modified) = Elements::of(&modified, member) else { return sides.whole(limit) };
        let lists = match Elements::of(&current, member) {
            Some(current) => Lists {
                base: sides.base.and_then(|_| Elements::of(&original, member)),
                modified,
                current,
            },
            // `$patch: replace` in the list asks live only for objects.
            None if current.iter().all(|item| item.kind() == JsonKind::Object) => {
                let elements = modified.nodes.iter().copied().cloned().collect();
                return replaced(elements, member, limit);
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
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let pairs = lists.pairs();
        let (mut changes, mut deletions) = (Vec::new(), Vec::new());
        for pair in &pairs {
            let within = |error: Error| error.within(member.segment(&pair.id.0));
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
        let aligned = lists.are_aligned();
        if !aligned {
            deletions.extend(lists.deleted());
        }
        if changes.is_empty() && deletions.is_empty() && (aligned || !self.reorders(lists)) {
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
        limit: DepthBudget,
    ) -> Result<ObjectDiff<'a>, Error> {
        let Some(current) = pair.current else {
            let added = data(pair.modified.clone(), limit)?;
            return Ok(ObjectDiff::Merge(match added {
                Change::Object(object) => object,
                Change::Scalar(_) | Change::List(_) => PatchObject::default(),
            }));
        };
        if same_text(pair.modified, current) {
            return Ok(ObjectDiff::Merge(PatchObject::default()));
        }
        let sides = Sides { base: pair.original, modified: pair.modified, current };
        self.nodes(sides, element, member.strategy.retain_keys(), limit)
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
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let pairs = lists.pairs();
        let mut wanted: Map<&Id<'_>, Node<'a>> = Map::default();
        for pair in &pairs {
            let node = match (pair.current, &pair.original) {
                (None, _) | (_, Base::Same) => pair.modified.clone(),
                (Some(current), Base::Original(_)) => {
                    match self.pair(pair, member, element, limit)? {
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
            wanted.insert(&pair.id, node);
        }
        let current = lists.current.by_id();
        let gone: Set<_> = lists.deleted_ids().collect();
        let kept: Vec<_> = lists.current.ids.iter().filter(|id| !gone.contains(id)).collect();
        let adds: Vec<_> =
            lists.modified.ids.iter().filter(|id| current.get(id).is_none()).collect();
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
        let target: Vec<Node<'a>> =
            ids.filter_map(|id| wanted.remove(id).or_else(|| current.get(id).cloned())).collect();
        if crate::document::equal(&Node::List(target.clone()), sides.current, limit)? {
            return Ok(MemberDiff::Nothing);
        }
        replaced(target, member, limit)
    }
}

/// What an element counts as in the order of a list.
fn placed<'n>(id: &Id<'n>, wanted: &Map<&ElementKey<'_>, usize>) -> Id<'n> {
    let (key, before) = id;
    let last = wanted.get(key).map_or(usize::MAX, |count| count.saturating_sub(1));
    (key.clone(), last.min(*before))
}

/// A list that is replaced: `$patch: replace`, and its elements. Applying it
/// brings elements of one key together, as the reference does: where they aren't
/// already, no patch of the list leads to it.
fn replaced<'a>(
    elements: Vec<Node<'a>>,
    member: &Member<'_>,
    limit: DepthBudget,
) -> Result<MemberDiff<'a>, Error> {
    if !is_grouped(&elements, member) {
        return Ok(MemberDiff::Inexpressible(Node::List(elements)));
    }
    let marker = PatchObject { marker: Some(Marker::Replace), ..PatchObject::default() };
    let elements = elements.into_iter().map(|element| data(element, limit));
    let list: Result<Vec<_>, Error> =
        core::iter::once(Ok(Change::Object(marker))).chain(elements).collect();
    Ok(MemberDiff::Patch(FieldPatch::value(Change::List(list?))))
}

/// Whether elements of one key stand next to each other.
fn is_grouped(elements: &[Node<'_>], member: &Member<'_>) -> bool {
    let mut before = Set::default();
    let mut last = None;
    elements.iter().all(|element| {
        let key = member.key_at_hand(element).and_then(Result::ok);
        let again = key == last || before.insert(key.clone());
        last = key;
        again
    })
}

/// Puts the key of an element at the head of its patch.
fn key_first(
    patch: &mut PatchObject,
    element: &Node<'_>,
    member: &Member<'_>,
    limit: DepthBudget,
) -> Result<(), Error> {
    // A key that its default stands in for needs no mention.
    for (at, (name, node)) in member.key_members(element)?.into_iter().enumerate() {
        if !patch.fields.contains_key(name) {
            patch.fields.insert_at(at, name.to_owned(), FieldPatch::value(data(node, limit)?));
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
    original: Base<&'n Node<'a>>,
    modified: &'n Node<'a>,
    current: Option<&'n Node<'a>>,
}

impl<'n, 'a> Lists<'n, 'a> {
    /// Whether both have the same elements in the same order, as most lists that
    /// differ at all.
    fn are_aligned(&self) -> bool {
        self.modified.ids == self.current.ids
    }

    /// Every element of modified, in its order.
    fn pairs(&self) -> Vec<Pair<'n, 'a>> {
        let current = self.current.by_id();
        let original = match &self.base {
            Base::Same => Base::Same,
            Base::Original(elements) => Base::Original(elements.as_ref().map(Elements::by_id)),
        };
        let pair = |(id, modified): (&Id<'n>, &&'n Node<'a>)| Pair {
            id: id.clone(),
            original: match &original {
                Base::Same => Base::Same,
                Base::Original(by_id) => {
                    Base::Original(by_id.as_ref().and_then(|by_id| by_id.get(id)))
                }
            },
            modified,
            current: current.get(id),
        };
        self.modified.ids.iter().zip(&self.modified.nodes).map(pair).collect()
    }

    /// What modified deletes of current. Of a key that original has more often
    /// than modified, all of current's that modified lacks: were some of them
    /// left, the next diff would delete them.
    fn deleted_ids(&self) -> impl Iterator<Item = &Id<'n>> {
        // Without duplicates a key is wanted once, or not at all.
        let counts = self.modified.has_duplicates().then(|| self.modified.counts());
        let modified = self.modified.by_id();
        let wanted = move |key: &ElementKey<'n>| match &counts {
            Some(counts) => counts.get(key).copied().unwrap_or_default(),
            None => usize::from(modified.get(&(key.clone(), 0)).is_some()),
        };
        let original = match &self.base {
            Base::Same => Base::Same,
            Base::Original(elements) => Base::Original(elements.as_ref().map(Elements::by_id)),
        };
        self.current.ids.iter().filter(move |(key, before)| {
            let wanted = wanted(key);
            let deletable = match &original {
                Base::Same => true,
                Base::Original(by_id) => {
                    by_id.as_ref().is_some_and(|ids| ids.get(&(key.clone(), wanted)).is_some())
                }
            };
            deletable && *before >= wanted
        })
    }

    fn deleted(&self) -> Vec<(&ElementKey<'n>, &'n Node<'a>)> {
        let current = self.current.by_id();
        let found = |id: &'_ Id<'n>| current.get(id);
        self.deleted_ids().filter_map(|id| Some((&id.0, found(id)?))).collect()
    }

    /// Modified's keys, for `$setElementOrder`. As the reference: not from an
    /// empty list, nor to one.
    fn order(
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
