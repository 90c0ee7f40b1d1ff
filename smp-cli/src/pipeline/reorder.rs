//! The blocks that are being processed, in the order in which they were read.

use std::collections::VecDeque;

use super::event::BlockResult;
use crate::fingerprint::Fingerprint;

/// Bytes of small documents that may be in the buffer for each worker.
const MAX_BUFFERED_BYTES: usize = 256 << 10;

/// Blocks that may be in the buffer for each worker.
const MAX_BUFFERED_BLOCKS: usize = 8;

/// Gives out the results of blocks in the order of the blocks, in whatever order
/// the results arrive.
pub(super) struct ReorderBuffer<F> {
    slots: VecDeque<Slot<F>>,
    /// The number of the first block.
    first: usize,
    /// Text of all blocks.
    bytes: usize,
}

/// A block that is being processed or waits for those before it.
pub(super) struct Slot<F> {
    pub(super) file: usize,
    pub(super) last: bool,
    pub(super) fingerprint: Option<Fingerprint>,
    pub(super) bytes: usize,
    pub(super) result: Option<BlockResult<F>>,
}

impl<F> ReorderBuffer<F> {
    pub(super) fn new() -> Self {
        Self { slots: VecDeque::new(), first: 0, bytes: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether another block may be read: within the limits, or to give each worker
    /// a block even if documents are large.
    pub(super) fn has_room(&self, workers: usize) -> bool {
        let blocks = self.slots.len();
        blocks < workers
            || (blocks < workers * MAX_BUFFERED_BLOCKS && self.bytes < workers * MAX_BUFFERED_BYTES)
    }

    /// The number of blocks without a result.
    pub(super) fn unfinished(&self) -> usize {
        self.slots.iter().filter(|slot| slot.result.is_none()).count()
    }

    /// Adds a block, and gives its number.
    pub(super) fn push(&mut self, slot: Slot<F>) -> usize {
        self.bytes += slot.bytes;
        self.slots.push_back(slot);
        self.first + self.slots.len() - 1
    }

    /// Adds the result of the block with this number.
    pub(super) fn finish(&mut self, number: usize, result: BlockResult<F>) {
        if let Some(slot) = self.slots.get_mut(number - self.first) {
            slot.result = Some(result);
        }
    }

    /// Takes the first block out if it has its result.
    pub(super) fn pop(&mut self) -> Option<(Slot<F>, BlockResult<F>)> {
        let result = self.slots.front_mut()?.result.take()?;
        let slot = self.slots.pop_front()?;
        self.first += 1;
        self.bytes -= slot.bytes;
        Some((slot, result))
    }
}
