//! Merge lists of scalars: the items that were added or removed, and the order. Rules:
//! semantics diff-9, diff-10 and diff-13.

use std::collections::HashSet;

use super::{Ancestor, Differ, MemberDiff, NodeSides};
use crate::apply::merged_scalars;
use crate::depth::DepthBudget;
use crate::directive::{Change, Deletion, FieldPatch};
use crate::document::{JsonKind, Node, Scalar};
use crate::error::Error;
use crate::site::Site;

impl Differ<'_> {
    /// The change of a merge list of scalars. Each candidate patch is applied to current, and
    /// the first one that gives the target is the result. So the law that the patch leads to
    /// modified (semantics diff-1) also holds for lists with duplicates.
    pub(super) fn scalars<'a>(
        self,
        sides: NodeSides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let (modified, current) = (sides.modified.opened()?, sides.current.opened()?);
        let (Node::List(modified), Node::List(current)) = (modified.as_ref(), current.as_ref())
        else {
            return Ok(MemberDiff::Nothing);
        };
        if !is_set_like(modified.iter().chain(current)) {
            if self.may_keep_theirs() && !self.are_equal(sides, member, limit)? {
                self.changes_value(sides.values(), member.ty, limit)?;
            }
            return self.whole(sides, member, limit);
        }
        let original = match sides.original {
            Ancestor::Original(Some(node)) => Some(node.opened()?),
            _ => None,
        };
        let ancestor = sides.original.and_then(|_| match original.as_deref() {
            Some(Node::List(items)) => Some(items.iter().filter_map(Scalar::of).collect()),
            _ => None,
        });
        let kept;
        let modified = match &ancestor {
            Ancestor::Original(Some(original)) if self.may_keep_theirs() => {
                kept = without_removed(modified, current, original);
                &kept
            }
            _ => modified,
        };
        let lists = ScalarLists::new(modified, current, &ancestor);
        let candidates = lists.candidates(limit)?;
        let target = self.scalar_target(&lists, &candidates)?;
        if same(&target, current) {
            return Ok(MemberDiff::Nothing);
        }
        for candidate in candidates {
            if same(&merged_scalars(current.clone(), &candidate, self.options)?, &target) {
                return Ok(MemberDiff::Patch(candidate));
            }
        }
        Ok(MemberDiff::Inexpressible(Node::List(target)))
    }

    /// The target: modified's items, and the items that only current has and that a
    /// three-way diff must not delete.
    fn scalar_target<'a>(
        self,
        lists: &ScalarLists<'_, 'a>,
        candidates: &[FieldPatch],
    ) -> Result<Vec<Node<'a>>, Error> {
        if lists.server_only.is_empty() {
            return Ok(lists.modified.to_vec());
        }
        // The second candidate names every item once, and applying it removes duplicates
        // (semantics set-1).
        let candidate = usize::from(has_duplicates(lists.current));
        if let (false, Some(candidate)) =
            (has_duplicates(lists.modified), candidates.get(candidate))
        {
            let merged = merged_scalars(lists.current.to_vec(), candidate, self.options)?;
            let owned = merged
                .into_iter()
                .map(|node| node.into_owned(DepthBudget::of(&self.options.limits)));
            return owned.collect::<Result<_, Error>>();
        }
        Ok(lists.server_only.iter().copied().chain(lists.modified).cloned().collect())
    }
}

/// Modified's and current's items, and how they differ.
struct ScalarLists<'n, 'a> {
    modified: &'n [Node<'a>],
    current: &'n [Node<'a>],
    /// Items of current that modified lacks, and that stay.
    server_only: Vec<&'n Node<'a>>,
    /// Items of modified that current lacks, once each.
    added: Vec<&'n Node<'a>>,
    /// Items of current that are deleted, once each, sorted by their text.
    deleted: Vec<&'n Node<'a>>,
}

impl<'n, 'a> ScalarLists<'n, 'a> {
    fn new(
        modified: &'n [Node<'a>],
        current: &'n [Node<'a>],
        ancestor: &Ancestor<HashSet<Scalar<'_>>>,
    ) -> Self {
        let wanted: HashSet<_> = modified.iter().filter_map(Scalar::of).collect();
        let in_current: HashSet<_> = current.iter().filter_map(Scalar::of).collect();
        let new = |item: &&Node<'a>| Scalar::of(item).is_some_and(|key| !in_current.contains(&key));
        let added = distinct(modified).filter(new).collect();
        let is_deletable = |node: &Node<'_>| match (ancestor, Scalar::of(node)) {
            (Ancestor::IsCurrent, _) => true,
            (Ancestor::Original(Some(items)), Some(key)) => items.contains(&key),
            _ => false,
        };
        let unwanted =
            |item: &&Node<'a>| Scalar::of(item).is_some_and(|key| !wanted.contains(&key));
        let (removed, server_only): (Vec<_>, Vec<_>) =
            current.iter().filter(unwanted).partition(|item| is_deletable(item));
        let mut deleted: Vec<_> = distinct(removed).collect();
        deleted.sort_by_cached_key(|item| Scalar::of(item).map(|key| key.sort_text().into_owned()));
        Self { modified, current, server_only, added, deleted }
    }

    /// Patches that may lead to the target. The first one names the new items only. The
    /// second one names every item of modified, which also removes duplicates from current
    /// (semantics diff-13).
    fn candidates(&self, limit: DepthBudget) -> Result<Vec<FieldPatch>, Error> {
        let owned = |items: &mut dyn Iterator<Item = &'n Node<'a>>| {
            items.map(|item| item.clone().into_owned(limit)).collect::<Result<Vec<_>, Error>>()
        };
        let order = owned(&mut self.modified.iter())?;
        let deleted = owned(&mut self.deleted.iter().copied())?;
        let added = owned(&mut self.added.iter().copied())?;
        let all = owned(&mut distinct(self.modified))?;
        // No order list from or to an empty list: semantics diff-10.
        let order = (!order.is_empty() && !self.current.is_empty()).then_some(order);
        let patch = |items: Vec<Node<'static>>| FieldPatch {
            value: (!items.is_empty())
                .then(|| Change::List(items.into_iter().map(Change::Scalar).collect())),
            order: order.clone(),
            delete: (!deleted.is_empty()).then(|| Deletion::Items(deleted.clone())),
        };
        Ok(vec![patch(added), patch(all)])
    }
}

/// The items of modified without those that others have removed from current.
fn without_removed<'a>(
    modified: &[Node<'a>],
    current: &[Node<'a>],
    original: &HashSet<Scalar<'_>>,
) -> Vec<Node<'a>> {
    let current: HashSet<_> = current.iter().filter_map(Scalar::of).collect();
    let is_removed = |item: &&Node<'a>| {
        Scalar::of(item).is_some_and(|item| original.contains(&item) && !current.contains(&item))
    };
    modified.iter().filter(|item| !is_removed(item)).cloned().collect()
}

/// The items without duplicates: of equal items only the first.
fn distinct<'n, 'a: 'n>(
    items: impl IntoIterator<Item = &'n Node<'a>>,
) -> impl Iterator<Item = &'n Node<'a>> {
    let mut seen = HashSet::new();
    items.into_iter().filter(move |item| seen.insert(Scalar::of(item)))
}

fn has_duplicates(items: &[Node<'_>]) -> bool {
    distinct(items).count() < items.len()
}

/// Whether all items are scalars of one type, not null: the items that a merge list may
/// have (semantics set-2).
fn is_set_like<'n, 'a: 'n>(items: impl Iterator<Item = &'n Node<'a>>) -> bool {
    let mut kinds = items.map(Node::kind);
    let Some(first) = kinds.next() else { return true };
    first.is_scalar() && first != JsonKind::Null && kinds.all(|kind| kind == first)
}

/// Whether two lists have equal scalars in the same order.
fn same(left: &[Node<'_>], right: &[Node<'_>]) -> bool {
    left.iter().map(Scalar::of).eq(right.iter().map(Scalar::of))
}
