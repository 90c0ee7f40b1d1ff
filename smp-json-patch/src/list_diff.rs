//! The steps that change one list into another.

use smp_core::{
    Document, Error, Likeness, LikenessSeed, canonical_text, same_items, stay_in_order,
};

/// The maximum number of pairs of items, and of comparisons of their scalars, to find similar items
/// between two that stay. Longer lists are compared by position.
const MAX_PAIRS: usize = 1 << 16;
const MAX_COMPARED: usize = 1 << 20;

/// A step of the change, in order from the beginning of the lists to their end.
pub(crate) enum ListStep {
    Keep,
    Change(Document<'static>, Document<'static>),
    Replace(Document<'static>),
    Remove,
    Add(Document<'static>),
}

type Items = [Document<'static>];

/// The steps from one list to the other. `O(n log n)` in the number of items; between two items
/// that stay, also the product of the numbers on both sides, up to a limit.
pub(crate) fn list_steps(from: &Items, to: &Items) -> Result<Vec<ListStep>, Error> {
    let texts = |items: &Items| items.iter().map(canonical_text).collect::<Result<Vec<_>, Error>>();
    let places = same_items(&texts(from)?, &texts(to)?);
    let stays = stay_in_order(&places);
    let mut steps = Vec::new();
    let mut old_left = from.iter();
    let mut old_at = 0_usize;
    let mut new = Vec::new();
    for ((item, place), stays) in to.iter().zip(places).zip(stays) {
        let Some(place) = place.filter(|_| stays) else {
            new.push(item);
            continue;
        };
        let old: Vec<_> = old_left.by_ref().take(place.saturating_sub(old_at)).collect();
        gap(&old, &core::mem::take(&mut new), &mut steps)?;
        steps.push(ListStep::Keep);
        old_left.next();
        old_at = place.saturating_add(1);
    }
    gap(&old_left.collect::<Vec<_>>(), &new, &mut steps)?;
    Ok(steps)
}

/// The costs of steps. Changing a similar item is better than replacing it, which is better than
/// removing and adding.
const CHANGE: u32 = 2;
const REPLACE: u32 = 3;
const ONE_SIDED: u32 = 2;

/// Adds the cheapest steps for items between two that stay.
fn gap(
    old: &[&Document<'static>],
    new: &[&Document<'static>],
    steps: &mut Vec<ListStep>,
) -> Result<(), Error> {
    let alike = Alike::of(old, new)?;
    // The cost from each pair of positions to the end.
    let mut costs: Vec<Vec<u32>> = Vec::new();
    if alike.is_some() {
        let last = (0..=new.len()).rev().map(one_sided).collect();
        costs.push(last);
        for (row, _) in old.iter().enumerate().rev() {
            let below = costs.last().cloned().unwrap_or_default();
            let mut line = vec![one_sided(old.len().saturating_sub(row))];
            for column in (0..new.len()).rev() {
                let pair = if is_alike(alike.as_ref(), row, column) { CHANGE } else { REPLACE };
                let of = |line: &[u32], at: usize| line.get(at).copied().unwrap_or(u32::MAX);
                let next = column.saturating_add(1);
                let right = line.last().copied().unwrap_or(u32::MAX);
                let cost = of(&below, next).saturating_add(pair);
                let cost = cost.min(of(&below, column).saturating_add(ONE_SIDED));
                line.push(cost.min(right.saturating_add(ONE_SIDED)));
            }
            line.reverse();
            costs.push(line);
        }
        costs.reverse();
    }
    let cost = |row: usize, column: usize| Some(*costs.get(row)?.get(column)?);
    let (mut row, mut column) = (0_usize, 0_usize);
    loop {
        let (next_row, next_column) = (row.saturating_add(1), column.saturating_add(1));
        let here = cost(row, column);
        let is = |other: Option<u32>, more: u32| {
            here.is_none() || here == other.map(|other| other.saturating_add(more))
        };
        let is_change = is_alike(alike.as_ref(), row, column);
        let pair = if is_change { CHANGE } else { REPLACE };
        match (old.get(row), new.get(column)) {
            (None, None) => return Ok(()),
            (Some(before), Some(after)) if is(cost(next_row, next_column), pair) => {
                steps.push(if is_change || alike.is_none() {
                    ListStep::Change((*before).clone(), (*after).clone())
                } else {
                    ListStep::Replace((*after).clone())
                });
                (row, column) = (next_row, next_column);
            }
            (_, Some(after)) if old.get(row).is_none() || is(cost(row, next_column), ONE_SIDED) => {
                steps.push(ListStep::Add((*after).clone()));
                column = next_column;
            }
            _ => {
                steps.push(ListStep::Remove);
                row = next_row;
            }
        }
    }
}

/// The cost of removing or adding this many items.
fn one_sided(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX).saturating_mul(ONE_SIDED)
}

/// The items of both sides, prepared for comparison.
struct Alike(Vec<Likeness>, Vec<Likeness>);

impl Alike {
    /// `None` if there are too many pairs.
    fn of(old: &[&Document<'static>], new: &[&Document<'static>]) -> Result<Option<Self>, Error> {
        if old.len().saturating_mul(new.len()) > MAX_PAIRS {
            return Ok(None);
        }
        let seed = LikenessSeed::default();
        let all = |items: &[&Document<'static>]| {
            items.iter().map(|item| Likeness::of(item, &seed)).collect::<Result<Vec<_>, Error>>()
        };
        let (old, new) = (all(old)?, all(new)?);
        let work = |side: &[Likeness], others: usize| {
            side.iter().map(Likeness::len).sum::<usize>().saturating_mul(others)
        };
        let work = work(&old, new.len()).saturating_add(work(&new, old.len()));
        Ok((work <= MAX_COMPARED).then_some(Self(old, new)))
    }
}

fn is_alike(alike: Option<&Alike>, row: usize, column: usize) -> bool {
    alike.is_some_and(|Alike(old, new)| {
        let pair = old.get(row).zip(new.get(column));
        pair.is_some_and(|(old, new)| !old.is_empty() && old.is_alike(new))
    })
}
