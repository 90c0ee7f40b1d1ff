//! A sequence of numbered items that says which of two items comes first, while items are moved.
//!
//! Every item has a label, and labels rise along the sequence. An item that is put between two
//! others gets a label between theirs. Where there is none left, the labels of a range around
//! the place are spread out: of the smallest range that is sparse enough (M. A. Bender and
//! others, "Two simplified algorithms for maintaining order in a list", 2002). A range of
//! `2^b` labels is sparse enough if it has at most `1.6^b` items, so that a range which was
//! spread out takes many more items before it is spread out again: `O(log n)` for each item that
//! is put somewhere, on average.

/// The number of the item that stands before all others and is none itself.
pub(super) const START: usize = 0;

/// All labels are below it.
const END_LABEL: u64 = 1 << 63;

/// The distance of the labels of items that are put at the end.
const STEP: u64 = 1 << 32;

/// The items of the sequence in a circle that begins and ends with [`START`].
pub(super) struct Sequence {
    items: Vec<Item>,
}

#[derive(Clone, Copy)]
struct Item {
    label: u64,
    before: usize,
    after: usize,
}

impl Sequence {
    /// A sequence without items. `O(1)`.
    pub(super) fn new() -> Self {
        Self { items: vec![Item { label: 0, before: START, after: START }] }
    }

    /// The number of a new item, which is in no place yet: 1 for the first one. `O(1)`.
    pub(super) fn add(&mut self) -> usize {
        let number = self.items.len();
        self.items.push(Item { label: 0, before: number, after: number });
        number
    }

    /// Takes an item out of its place. `O(1)`.
    pub(super) fn remove(&mut self, number: usize) {
        let Item { before, after, .. } = self.item(number);
        self.change(before, |item| item.after = after);
        self.change(after, |item| item.before = before);
        self.change(number, |item| (item.before, item.after) = (number, number));
    }

    /// Puts an item behind another, or with [`START`] before all others. `O(log n)` on average.
    pub(super) fn put_after(&mut self, number: usize, before: usize) {
        self.remove(number);
        if self.room_after(before) < 2 {
            self.spread(before);
        }
        let distance = STEP.min(self.room_after(before) >> 1);
        let Item { label, after, .. } = self.item(before);
        let label = label.saturating_add(distance);
        self.change(number, |item| *item = Item { label, before, after });
        self.change(before, |item| item.after = number);
        self.change(after, |item| item.before = number);
    }

    /// Puts an item behind all others. `O(log n)` on average.
    pub(super) fn put_last(&mut self, number: usize) {
        self.remove(number);
        self.put_after(number, self.before(START));
    }

    /// The item before this one; [`START`] before the first one. `O(1)`.
    pub(super) fn before(&self, number: usize) -> usize {
        self.item(number).before
    }

    /// A number that is larger, the later in the sequence an item is; until the next item is put
    /// somewhere. `O(1)`.
    pub(super) fn label(&self, number: usize) -> u64 {
        self.item(number).label
    }

    /// The items in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let next = |number| Some(self.item(number).after).filter(|next| *next != START);
        core::iter::successors(next(START), move |number| next(*number))
    }

    fn item(&self, number: usize) -> Item {
        let none = Item { label: 0, before: START, after: START };
        self.items.get(number).copied().unwrap_or(none)
    }

    fn change(&mut self, number: usize, change: impl FnOnce(&mut Item)) {
        if let Some(item) = self.items.get_mut(number) {
            change(item);
        }
    }

    /// The distance to the label of the next item.
    fn room_after(&self, number: usize) -> u64 {
        let Item { label, after, .. } = self.item(number);
        let end = if after == START { END_LABEL } else { self.label(after) };
        end.saturating_sub(label)
    }

    /// Spreads labels out, so that there is one free behind this item.
    fn spread(&mut self, number: usize) {
        let label = self.label(number);
        let (mut first, mut last, mut count) = (number, number, 1_u64);
        // 1.6^b, a thousand times.
        let mut most = 1_000_u64;
        for bits in 1..63 {
            let start = label >> bits << bits;
            let end = start.saturating_add(1 << bits);
            while first != START && self.label(self.before(first)) >= start {
                first = self.before(first);
                count = count.saturating_add(1);
            }
            while let next = self.item(last).after
                && next != START
                && self.label(next) < end
            {
                last = next;
                count = count.saturating_add(1);
            }
            most = most.saturating_mul(8) / 5;
            if count.saturating_mul(1_000) <= most {
                let distance = (1_u64 << bits).checked_div(count).unwrap_or(1);
                let mut label = start;
                let mut at = first;
                loop {
                    self.change(at, |item| item.label = label);
                    if at == last {
                        return;
                    }
                    label = label.saturating_add(distance);
                    at = self.item(at).after;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same with a vector.
    fn model_put_after(model: &mut Vec<usize>, number: usize, before: usize) {
        model.retain(|item| *item != number);
        let at = model.iter().position(|item| *item == before).map_or(0, |at| at + 1);
        model.insert(at, number);
    }

    fn check(sequence: &Sequence, model: &[usize]) {
        assert_eq!(sequence.iter().collect::<Vec<_>>(), model);
        assert!(model.is_sorted_by(|one, other| sequence.label(*one) < sequence.label(*other)));
    }

    #[test]
    fn items_stand_where_they_were_put() {
        let (mut sequence, mut model, mut random) = (Sequence::new(), Vec::new(), 1_u64);
        let mut below = |limit: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(random >> 33).expect("small") % limit
        };
        for round in 0..3_000 {
            let number = if below(2) == 0 || model.is_empty() {
                sequence.add()
            } else {
                model[below(model.len())]
            };
            match below(4) {
                0 => {
                    sequence.put_last(number);
                    let last = model.iter().rfind(|item| **item != number).copied();
                    model_put_after(&mut model, number, last.unwrap_or(START));
                }
                1 => {
                    sequence.put_after(number, START);
                    model_put_after(&mut model, number, START);
                }
                2 if !model.is_empty() && model[below(model.len())] != number => {
                    let others: Vec<_> = model.iter().filter(|item| **item != number).collect();
                    let before = *others[below(others.len())];
                    sequence.put_after(number, before);
                    model_put_after(&mut model, number, before);
                }
                _ => {
                    sequence.remove(number);
                    model.retain(|item| *item != number);
                }
            }
            if round % 16 == 0 {
                check(&sequence, &model);
            }
        }
        check(&sequence, &model);
    }

    #[test]
    fn many_items_in_one_place_have_labels_of_their_own() {
        for place in [START, 1] {
            let (mut sequence, mut model) = (Sequence::new(), Vec::new());
            for _ in 0..20_000 {
                let number = sequence.add();
                let before = if number == 1 { START } else { place };
                sequence.put_after(number, before);
                model.push(number);
            }
            // The last one stands before all others, apart from the one behind which they are.
            let first = usize::from(place != START);
            model[first..].reverse();
            check(&sequence, &model);
        }
    }
}
