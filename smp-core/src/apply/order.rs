//! The order of a merged list, computed only from the keys of its items. Rules: semantics order-1 to
//! order-5 and order-13.

use core::borrow::Borrow;
use core::hash::Hash;

use crate::hash::Map;
use crate::options::ElementOrder;
use crate::ordered::LINEAR_SEARCH_MAX;

/// Where an item of the merged list comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemSource {
    /// The item of live's list with this index.
    Live(usize),
    /// The item with this index among those that the patch adds.
    Added(usize),
}

/// The keys that the order depends on.
pub(crate) struct OrderInput<'k, K, A = K> {
    /// The keys of live's items that the patch does not delete, in live's order.
    pub(crate) live: &'k Positions<'k, K>,
    /// The keys of the items that the patch adds, in the order of the patch.
    pub(crate) adds: &'k [A],
    /// The keys of the ordered items, in their order: the order list or, without one, the keys of the
    /// patch list.
    pub(crate) ordered: &'k Positions<'k, K>,
    /// The number of added items that count as items of live, after its last one
    /// (semantics order-5): under an order list of objects the number of live elements that
    /// the patch deletes, otherwise 0.
    ///
    /// It mirrors `mergePatchIntoOriginal` in `patch.go` of the Go package `strategicpatch`,
    /// which looks up positions in `originalFieldValue`, live's list. By then
    /// `deleteMatchingEntries` has deleted d elements from the array of that list in place, and
    /// `mergeSliceWithoutSpecialElements` has appended the added elements to the same array, so
    /// that the first d of them are in the places of the deleted ones.
    pub(crate) adds_counted_in_live: usize,
}

/// Keys with the first position of each.
pub(crate) struct Positions<'k, K> {
    keys: &'k [K],
    by_key: Map<&'k K, usize>,
    distinct: bool,
}

impl<'k, K: Hash + Eq> Positions<'k, K> {
    /// `O(n)`.
    pub(crate) fn of(keys: &'k [K]) -> Self {
        let mut positions = Self { keys, by_key: Map::default(), distinct: true };
        if keys.len() > LINEAR_SEARCH_MAX {
            positions.by_key.reserve(keys.len());
            for (at, key) in keys.iter().enumerate() {
                positions.by_key.entry(key).or_insert(at);
            }
            positions.distinct = positions.by_key.len() == keys.len();
        } else {
            positions.distinct =
                keys.iter().enumerate().all(|(at, key)| positions.get(key) == Some(at));
        }
        positions
    }

    /// Whether no key occurs twice.
    pub(crate) fn are_distinct(&self) -> bool {
        self.distinct
    }

    /// The first place of a key.
    pub(crate) fn get(&self, key: &K) -> Option<usize> {
        if self.keys.len() > LINEAR_SEARCH_MAX {
            self.by_key.get(key).copied()
        } else {
            self.keys.iter().position(|other| other == key)
        }
    }
}

/// An item with its positions in both sequences.
struct RankedItem {
    source: ItemSource,
    /// Its position in live's list.
    position: Option<usize>,
    /// Its position among the ordered items; `None` for a server-only item.
    rank: Option<usize>,
}

/// The order of the merged list: every item of `live` and `adds` once. `None` if it is known to be live's
/// order. `O(n)` in all three lists; `O(n log n)` if the ordered items are in a different order than in
/// live.
pub(crate) fn merged_order<K: Hash + Eq, A: Borrow<K>>(
    input: &OrderInput<'_, K, A>,
    setting: ElementOrder,
) -> Option<Vec<ItemSource>> {
    if setting == ElementOrder::Interleaved && keeps_live_order(input) {
        return None;
    }
    let live = input.live.keys.iter().enumerate().map(|(at, key)| RankedItem {
        source: ItemSource::Live(at),
        position: input.live.get(key),
        rank: input.ordered.get(key),
    });
    let adds = input.adds.iter().enumerate().map(|(at, key)| RankedItem {
        source: ItemSource::Added(at),
        position: (at < input.adds_counted_in_live)
            .then_some(input.live.keys.len().saturating_add(at)),
        rank: input.ordered.get(key.borrow()),
    });
    let (mut ordered, mut server_only): (Vec<_>, Vec<_>) =
        live.chain(adds).partition(|item| item.rank.is_some());
    // Items with the same key are adjacent (semantics order-13). The sorts are stable, so that they stay
    // in live's order.
    ordered.sort_by_key(|item| item.rank);
    if !input.live.distinct {
        server_only.sort_by_key(|item| item.position.unwrap_or(usize::MAX));
    }
    Some(match setting {
        ElementOrder::ServerOnlyFirst => {
            server_only.into_iter().chain(ordered).map(|item| item.source).collect()
        }
        ElementOrder::Interleaved => interleave(server_only, ordered),
    })
}

/// Whether interleaving gives live's order: nothing is added, no key occurs twice, and the
/// ordered items have the same relative order in live. Both sequences are then parts of
/// live's list, and interleaving them by their positions in it restores the list.
fn keeps_live_order<K: Hash + Eq, A>(input: &OrderInput<'_, K, A>) -> bool {
    input.adds.is_empty()
        && input.live.distinct
        && input.live.keys.iter().filter_map(|key| input.ordered.get(key)).is_sorted()
}

/// Joins both sequences as semantics order-2 says: the next server-only item precedes the next
/// ordered one only if both have a position in live and its own is the smaller one.
fn interleave(server_only: Vec<RankedItem>, ordered: Vec<RankedItem>) -> Vec<ItemSource> {
    let mut sources = Vec::with_capacity(server_only.len().saturating_add(ordered.len()));
    let mut server_only = server_only.into_iter().peekable();
    for next in ordered {
        while let Some(head) = server_only.peek() {
            match (head.position, next.position) {
                (Some(head), Some(next)) if head < next => {}
                _ => break,
            }
            sources.extend(server_only.next().map(|item| item.source));
        }
        sources.push(next.source);
    }
    sources.extend(server_only.map(|item| item.source));
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Merges one-letter keys and gives the result as text.
    fn merged(live: &str, adds: &str, ordered: &str, shift: usize, how: ElementOrder) -> String {
        let keys = |text: &str| text.chars().collect::<Vec<_>>();
        let (live, adds, ordered) = (keys(live), keys(adds), keys(ordered));
        let (live_at, ordered_at) = (Positions::of(&live), Positions::of(&ordered));
        let input = OrderInput {
            live: &live_at,
            adds: &adds,
            ordered: &ordered_at,
            adds_counted_in_live: shift,
        };
        merged_order(&input, how)
            .unwrap_or_else(|| (0..live.len()).map(ItemSource::Live).collect())
            .into_iter()
            .map(|source| match source {
                ItemSource::Live(at) => live[at],
                ItemSource::Added(at) => adds[at],
            })
            .collect()
    }

    #[test]
    fn interleaved_follows_both_sequences() {
        use ElementOrder::Interleaved;
        assert_eq!(merged("CBDAE", "", "AB", 0, Interleaved), "CDABE");
        assert_eq!(merged("ab", "c", "c", 0, Interleaved), "cab");
        assert_eq!(merged("ab", "", "ab", 0, Interleaved), "ab");
        assert_eq!(merged("ba", "", "ab", 0, Interleaved), "ab");
    }

    #[test]
    fn server_only_first_is_the_documents_example() {
        use ElementOrder::ServerOnlyFirst;
        assert_eq!(merged("CBDAE", "", "AB", 0, ServerOnlyFirst), "CDEAB");
        assert_eq!(merged("ab", "c", "c", 0, ServerOnlyFirst), "abc");
    }

    #[test]
    fn as_many_new_items_as_deletions_count_as_after_live() {
        use ElementOrder::Interleaved;
        // Live is 25134 without 3, which the patch deletes.
        assert_eq!(merged("2514", "6", "126", 1, Interleaved), "51246");
        assert_eq!(merged("2514", "6", "126", 0, Interleaved), "51264");
    }

    #[test]
    fn duplicates_in_live_stay_together_and_an_empty_order_appends() {
        use ElementOrder::Interleaved;
        assert_eq!(merged("aba", "", "ba", 0, Interleaved), "baa");
        assert_eq!(merged("ab", "c", "", 0, Interleaved), "abc");
        // Server-only items with the same key, in short lists and in long ones.
        assert_eq!(merged("sas", "", "a", 0, Interleaved), "ssa");
        assert_eq!(merged("sasbcdefgh", "", "a", 0, Interleaved), "ssabcdefgh");
        assert_eq!(merged("sts", "", "", 0, Interleaved), "sst");
        assert_eq!(merged("sts", "ab", "", 0, Interleaved), "sstab");
        assert_eq!(merged("stsa", "b", "ba", 0, ElementOrder::ServerOnlyFirst), "sstba");
    }
}
