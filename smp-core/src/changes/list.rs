//! The changes of lists: pairs of elements that are the same, their changes, and their moves.
//! Without a merge key, items are the same if they have the same name, or are equal, or alike.

use core::cmp::Reverse;
use std::borrow::Cow;

use super::FieldChangeKind;
use super::order::{fill_gaps, fill_single_gaps, same_items, stay_in_order};
use super::walk::{Place, Walk, json};
use crate::depth::DepthBudget;
use crate::document::{Differences, JsonKind, Node, Scalar, canonical};
use crate::element_key::ElementKey;
use crate::error::Error;
use crate::hash::Set;
use crate::likeness::{Likeness, LikenessSeed, NAMES};
use crate::path::Segment;
use crate::site::{ListRule, Site};

type Items<'n, 'a> = [Cow<'n, Node<'a>>];

/// The maximal number of scalars that are compared to find similar items.
const MAX_COMPARED: usize = 1 << 20;

/// The items of both lists, and the position in `before` of each item of `after`.
struct Matched<'l, 'n, 'a> {
    before: &'l Items<'n, 'a>,
    after: &'l Items<'n, 'a>,
    from: Vec<Option<usize>>,
}

impl Walk<'_> {
    /// Adds the changes between two lists whose texts differ.
    pub(super) fn lists(
        &mut self,
        (before, after): (&Node<'_>, &Node<'_>),
        member: &Site<'_>,
        place: Place<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let (before, after) = (before.list_items()?, after.list_items()?);
        let mode = member.list_rule(self.options).unwrap_or(ListRule::Atomic);
        if mode == ListRule::Keyed
            && let Some(old) = unique_keys(&before, member)
            && let Some(new) = unique_keys(&after, member)
        {
            let from = same_items(&old, &new);
            let matched = Matched { before: &before, after: &after, from };
            let element = member.element(self.options);
            let step = |key: Option<&ElementKey<'_>>, at| match key {
                Some(key) => member.segment(key),
                None => Segment::Index(at),
            };
            let old_step = |at: usize| step(old.get(at), at);
            let new_step = |at: usize| step(new.get(at), at);
            return self.items(&matched, &element, (&old_step, &new_step), true, place, limit);
        }
        let element = member.element(self.options);
        if mode != ListRule::Set {
            for name in NAMES {
                let (old, new) = (names(&before, name)?, names(&after, name)?);
                let (Some(old), Some(new)) = (old, new) else { continue };
                let from = same_items(&old, &new);
                let matched = Matched { before: &before, after: &after, from };
                let step = |names: &[String], at: usize| match names.get(at) {
                    Some(value) => Segment::Key(vec![(name.to_owned(), value.clone())]),
                    None => Segment::Index(at),
                };
                let steps = (&|at| step(&old, at), &|at| step(&new, at));
                return self.items(&matched, &element, (steps.0, steps.1), true, place, limit);
            }
        }
        let texts = |items: &Items<'_, '_>| {
            items
                .iter()
                .map(|item| canonical(item, Differences::OfValues, limit))
                .collect::<Result<Vec<_>, Error>>()
        };
        let mut from = same_items(&texts(&before)?, &texts(&after)?);
        if after.iter().any(|item| item.kind() == JsonKind::Object) {
            pair_alike(&mut from, (&before, &after), limit)?;
            fill_single_gaps(&mut from, before.len());
        } else if mode != ListRule::Set {
            fill_gaps(&mut from, before.len());
        }
        let matched = Matched { before: &before, after: &after, from };
        self.items(&matched, &element, (&Segment::Index, &Segment::Index), false, place, limit)
    }

    /// Adds the change of each item. `steps` give the path steps to the items before and after;
    /// they are names if `named`.
    fn items(
        &mut self,
        matched: &Matched<'_, '_, '_>,
        element: &Site<'_>,
        steps: (&dyn Fn(usize) -> Segment, &dyn Fn(usize) -> Segment),
        named: bool,
        place: Place<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let Matched { before, after, from } = matched;
        let (old_step, new_step) = steps;
        let kept: Set<usize> = from.iter().flatten().copied().collect();
        for (at, item) in before.iter().enumerate().filter(|(at, _)| !kept.contains(at)) {
            let step = || old_step(at);
            let trail = place.trail.below(&step);
            self.removed(place.below(&trail), item);
        }
        let stays = stay_in_order(from);
        for (to, ((item, old), stays)) in after.iter().zip(from).zip(stays).enumerate() {
            let step = || new_step(to);
            let trail = place.trail.below(&step);
            let below = place.below(&trail);
            let Some(from) = *old else {
                self.added(below, item);
                continue;
            };
            if !stays {
                let follows = to.checked_sub(1).filter(|_| named).map(new_step);
                let item = (!named).then(|| json(item));
                self.report(below, FieldChangeKind::Moved { from, to, follows, item });
            }
            if let Some(old) = before.get(from) {
                self.value(old, item, element, below, limit)?;
            }
        }
        Ok(())
    }
}

/// The keys of the elements; `None` if an element has no key, or two have the same.
fn unique_keys<'n>(items: &'n Items<'_, 'n>, member: &Site<'n>) -> Option<Vec<ElementKey<'n>>> {
    let keys = items.iter().map(|item| member.readable_key(item, None));
    let keys = keys.collect::<Option<Vec<_>>>()?;
    let distinct: Set<&ElementKey<'_>> = keys.iter().collect();
    (distinct.len() == keys.len()).then_some(keys)
}

/// The values of this member, as JSON, if they are strings and all different.
fn names(items: &Items<'_, '_>, name: &str) -> Result<Option<Vec<String>>, Error> {
    let mut names = Vec::with_capacity(items.len());
    for item in items {
        let opened = item.opened()?;
        let Node::Object(members) = opened.as_ref() else { return Ok(None) };
        match members.get(name).and_then(Scalar::of) {
            Some(value @ Scalar::String(_)) => names.push(value.to_json()),
            _ => return Ok(None),
        }
    }
    let distinct: Set<&String> = names.iter().collect();
    Ok((distinct.len() == names.len()).then_some(names))
}

/// Pairs the unmatched items that are alike, the most alike first. Very long lists
/// are left as they are.
fn pair_alike(
    from: &mut [Option<usize>],
    (before, after): (&Items<'_, '_>, &Items<'_, '_>),
    limit: DepthBudget,
) -> Result<(), Error> {
    let taken: Set<usize> = from.iter().flatten().copied().collect();
    let seed = LikenessSeed::default();
    let likeness =
        |(at, item): (usize, &Cow<'_, Node<'_>>)| Ok((at, Likeness::of_node(item, limit, &seed)?));
    let old = before.iter().enumerate().filter(|(at, _)| !taken.contains(at)).map(likeness);
    let old = old.collect::<Result<Vec<_>, Error>>()?;
    let new = after.iter().enumerate().filter(|(at, _)| from.get(*at) == Some(&None));
    let new = new.map(likeness).collect::<Result<Vec<_>, Error>>()?;
    let size = |side: &[(usize, Likeness)]| side.iter().map(|(_, it)| it.len()).sum::<usize>();
    let compared = size(&old).saturating_mul(new.len());
    if compared.saturating_add(size(&new).saturating_mul(old.len())) > MAX_COMPARED {
        return Ok(());
    }
    let mut pairs = Vec::new();
    for (to, new) in &new {
        for (at, old) in &old {
            if new.is_alike(old) {
                pairs.push((Reverse(new.similarity(old)), at.abs_diff(*to), *to, *at));
            }
        }
    }
    pairs.sort_unstable();
    let mut taken = taken;
    for (_, _, to, at) in pairs {
        if let Some(slot @ None) = from.get_mut(to)
            && taken.insert(at)
        {
            *slot = Some(at);
        }
    }
    Ok(())
}
