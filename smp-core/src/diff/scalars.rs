//! Merge lists of scalars: what was added, what was removed, and the order. Rules:
//! semantics diff-9, diff-10 and diff-13.

use std::collections::HashSet;

use super::{MemberDiff, Sides, Walk};
use crate::apply::merged_scalars;
use crate::depth::DepthBudget;
use crate::directive::{Change, Deletion, FieldPatch};
use crate::document::{JsonKind, Node, Scalar};
use crate::error::Error;

impl Walk<'_> {
    /// Each candidate patch is tried on current; the first that leads to what
    /// is wanted is taken. This is how duplicates can't break the law.
    pub(super) fn scalars<'a>(
        self,
        sides: Sides<'_, 'a>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let (modified, current) = (sides.modified.opened()?, sides.current.opened()?);
        let (Node::List(modified), Node::List(current)) = (modified.as_ref(), current.as_ref())
        else {
            return Ok(MemberDiff::Nothing);
        };
        if !is_set_like(modified.iter().chain(current)) {
            return sides.whole(limit);
        }
        let original = match sides.base {
            super::Base::Original(Some(node)) => Some(node.opened()?),
            _ => None,
        };
        let base = sides.base.and_then(|_| match original.as_deref() {
            Some(Node::List(items)) => Some(items.iter().filter_map(Scalar::of).collect()),
            _ => None,
        });
        let lists = Lists::new(modified, current, &base);
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

    /// What is wanted: modified, and what only others have in current.
    fn scalar_target<'a>(
        self,
        lists: &Lists<'_, 'a>,
        candidates: &[FieldPatch],
    ) -> Result<Vec<Node<'a>>, Error> {
        if lists.server_only.is_empty() {
            return Ok(lists.modified.to_vec());
        }
        // The second candidate names every item once, so it clears duplicates.
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

struct Lists<'n, 'a> {
    modified: &'n [Node<'a>],
    current: &'n [Node<'a>],
    /// Of current: neither in modified nor deleted.
    server_only: Vec<&'n Node<'a>>,
    /// Of modified, once each: what current lacks.
    added: Vec<&'n Node<'a>>,
    /// Of current, once each, sorted: what modified deletes.
    deleted: Vec<&'n Node<'a>>,
}

impl<'n, 'a> Lists<'n, 'a> {
    fn new(
        modified: &'n [Node<'a>],
        current: &'n [Node<'a>],
        base: &super::Base<HashSet<Scalar<'_>>>,
    ) -> Self {
        let wanted: HashSet<_> = modified.iter().filter_map(Scalar::of).collect();
        let in_current: HashSet<_> = current.iter().filter_map(Scalar::of).collect();
        let new = |item: &&Node<'a>| Scalar::of(item).is_some_and(|key| !in_current.contains(&key));
        let added = distinct(modified).filter(new).collect();
        let may_go = |node: &Node<'_>| match (base, Scalar::of(node)) {
            (super::Base::Same, _) => true,
            (super::Base::Original(Some(items)), Some(key)) => items.contains(&key),
            _ => false,
        };
        let unwanted =
            |item: &&Node<'a>| Scalar::of(item).is_some_and(|key| !wanted.contains(&key));
        let (removed, server_only): (Vec<_>, Vec<_>) =
            current.iter().filter(unwanted).partition(|item| may_go(item));
        let mut deleted: Vec<_> = distinct(removed).collect();
        deleted.sort_by_cached_key(|item| Scalar::of(item).map(|key| key.sort_text().into_owned()));
        Self { modified, current, server_only, added, deleted }
    }

    /// Patches that may lead to what is wanted: with what is new, or with every
    /// item of modified, which rids current of duplicates.
    fn candidates(&self, limit: DepthBudget) -> Result<Vec<FieldPatch>, Error> {
        let owned = |items: &mut dyn Iterator<Item = &'n Node<'a>>| {
            items.map(|item| item.clone().into_owned(limit)).collect::<Result<Vec<_>, Error>>()
        };
        let order = owned(&mut self.modified.iter())?;
        let deleted = owned(&mut self.deleted.iter().copied())?;
        let added = owned(&mut self.added.iter().copied())?;
        let all = owned(&mut distinct(self.modified))?;
        // As the reference: from an empty list, the list as it is.
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

/// The items, each at its first place only.
fn distinct<'n, 'a: 'n>(
    items: impl IntoIterator<Item = &'n Node<'a>>,
) -> impl Iterator<Item = &'n Node<'a>> {
    let mut seen = HashSet::new();
    items.into_iter().filter(move |item| seen.insert(Scalar::of(item)))
}

fn has_duplicates(items: &[Node<'_>]) -> bool {
    distinct(items).count() < items.len()
}

/// Scalars of one kind: what a merge list can hold.
fn is_set_like<'n, 'a: 'n>(items: impl Iterator<Item = &'n Node<'a>>) -> bool {
    let mut kinds = items.map(Node::kind);
    let Some(first) = kinds.next() else { return true };
    first.is_scalar() && first != JsonKind::Null && kinds.all(|kind| kind == first)
}

fn same(left: &[Node<'_>], right: &[Node<'_>]) -> bool {
    left.iter().map(Scalar::of).eq(right.iter().map(Scalar::of))
}
