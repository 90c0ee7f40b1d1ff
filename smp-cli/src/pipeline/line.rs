//! Blocks in the order in which they were read, from there until their results
//! are taken.

use std::collections::VecDeque;

use super::Worked;
use crate::rewrite::Origin;

/// How many bytes of text may be on their way for each worker, as far as it is
/// small documents that make them up.
const BYTES: usize = 256 << 10;

/// How many blocks may be on their way for each worker.
const BLOCKS: usize = 8;

/// The blocks on their way.
pub(super) struct Line<F> {
    slots: VecDeque<Slot<F>>,
    /// The number of the first of them.
    first: usize,
    /// Their text.
    bytes: usize,
}

/// A block on its way.
pub(super) struct Slot<F> {
    pub(super) file: usize,
    pub(super) last: bool,
    pub(super) origin: Option<Origin>,
    pub(super) bytes: usize,
    pub(super) worked: Option<Worked<F>>,
}

impl<F> Line<F> {
    pub(super) fn new() -> Self {
        Self { slots: VecDeque::new(), first: 0, bytes: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether one more may come: always where a worker would be idle without,
    /// else within bounds.
    pub(super) fn has_room(&self, workers: usize) -> bool {
        let blocks = self.slots.len();
        blocks < workers || (blocks < workers * BLOCKS && self.bytes < workers * BYTES)
    }

    /// How many are still worked on.
    pub(super) fn open(&self) -> usize {
        self.slots.iter().filter(|slot| slot.worked.is_none()).count()
    }

    /// A block is at the end; its number.
    pub(super) fn push(&mut self, slot: Slot<F>) -> usize {
        self.bytes += slot.bytes;
        self.slots.push_back(slot);
        self.first + self.slots.len() - 1
    }

    /// A block has been worked on.
    pub(super) fn finish(&mut self, number: usize, worked: Worked<F>) {
        if let Some(slot) = self.slots.get_mut(number - self.first) {
            slot.worked = Some(worked);
        }
    }

    /// Takes the first block if it has been worked on.
    pub(super) fn pop(&mut self) -> Option<(Slot<F>, Worked<F>)> {
        let worked = self.slots.front_mut()?.worked.take()?;
        let slot = self.slots.pop_front()?;
        self.first += 1;
        self.bytes -= slot.bytes;
        Some((slot, worked))
    }
}
