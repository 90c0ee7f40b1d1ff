//! The order of a merged list, apart from its data: from keys alone to a
//! sequence of steps, in linear time. Rules: semantics order-1 to order-5 and
//! order-13; nothing here knows what an element holds.

use core::hash::Hash;

use crate::hash::Map;
use crate::options::ElementOrder;

/// One item of the merged list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The item of live with this index.
    Live(usize),
    /// The new item with this index.
    Add(usize),
}

/// What the order depends on.
pub(crate) struct Lists<'k, K> {
    /// Keys of live's items that the patch does not delete, in their order.
    pub(crate) live: &'k Positions<'k, K>,
    /// Keys of the items that the patch adds, in its order.
    pub(crate) adds: &'k [K],
    /// Keys of the items to be ordered, in the order wanted: those of the order
    /// list, or else those of the patch list.
    pub(crate) ordered: &'k Positions<'k, K>,
    /// How many of the new items count as standing in live, after its last
    /// item: under an order list, as many as the patch deletes elements. Seen
    /// in the reference, and so in clusters.
    pub(crate) adds_in_live: usize,
}

/// Beyond this many keys they are hashed.
pub(crate) const FEW: usize = 8;

/// Keys, and the first position of each.
pub(crate) struct Positions<'k, K> {
    keys: &'k [K],
    by_key: Map<&'k K, usize>,
    distinct: bool,
}

impl<'k, K: Hash + Eq> Positions<'k, K> {
    /// `O(n)`.
    pub(crate) fn of(keys: &'k [K]) -> Self {
        let mut positions = Self { keys, by_key: Map::default(), distinct: true };
        if keys.len() > FEW {
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

    /// `O(1)`.
    pub(crate) fn get(&self, key: &K) -> Option<usize> {
        if self.keys.len() > FEW {
            self.by_key.get(key).copied()
        } else {
            self.keys.iter().position(|other| other == key)
        }
    }
}

/// An item with what decides about it.
struct Item {
    step: Step,
    /// Where it stands in live, if it does.
    position: Option<usize>,
    /// Where it stands among the ordered, if it does.
    rank: Option<usize>,
}

/// The merged order; `None` where it is clear that it is live's. Every item of
/// `live` and `adds` occurs once. `O(n)` in all three lists; `O(n log n)` where
/// the ordered items come in another order.
pub(crate) fn plan<K: Hash + Eq>(lists: &Lists<'_, K>, setting: ElementOrder) -> Option<Vec<Step>> {
    if setting == ElementOrder::Interleaved && stays(lists) {
        return None;
    }
    let live = lists.live.keys.iter().enumerate().map(|(at, key)| Item {
        step: Step::Live(at),
        position: lists.live.get(key),
        rank: lists.ordered.get(key),
    });
    let adds = lists.adds.iter().enumerate().map(|(at, key)| Item {
        step: Step::Add(at),
        position: (at < lists.adds_in_live).then_some(lists.live.keys.len().saturating_add(at)),
        rank: lists.ordered.get(key),
    });
    let (mut ordered, server_only): (Vec<_>, Vec<_>) =
        live.chain(adds).partition(|item| item.rank.is_some());
    // Stable: duplicates of a key stay as live has them.
    ordered.sort_by_key(|item| item.rank);
    Some(match setting {
        ElementOrder::ServerOnlyFirst => {
            server_only.into_iter().chain(ordered).map(|item| item.step).collect()
        }
        ElementOrder::Interleaved => interleave(server_only, ordered),
    })
}

/// Whether all is in its place: nothing is new, no two items have one key, and
/// the ordered ones stand in live as they are ordered. Interleaving two parts of
/// a sequence by their positions in it gives the sequence.
fn stays<K: Hash + Eq>(lists: &Lists<'_, K>) -> bool {
    lists.adds.is_empty()
        && lists.live.distinct
        && lists.live.keys.iter().filter_map(|key| lists.ordered.get(key)).is_sorted()
}

/// The server-only head goes first only if both heads are in live and it stands
/// before the other there.
fn interleave(server_only: Vec<Item>, ordered: Vec<Item>) -> Vec<Step> {
    let mut steps = Vec::with_capacity(server_only.len().saturating_add(ordered.len()));
    let mut server_only = server_only.into_iter().peekable();
    for next in ordered {
        while let Some(head) = server_only.peek() {
            match (head.position, next.position) {
                (Some(head), Some(next)) if head < next => {}
                _ => break,
            }
            steps.extend(server_only.next().map(|item| item.step));
        }
        steps.push(next.step);
    }
    steps.extend(server_only.map(|item| item.step));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Merges one-letter keys and gives the result as text.
    fn merged(live: &str, adds: &str, ordered: &str, shift: usize, how: ElementOrder) -> String {
        let keys = |text: &str| text.chars().collect::<Vec<_>>();
        let (live, adds, ordered) = (keys(live), keys(adds), keys(ordered));
        let (live_at, ordered_at) = (Positions::of(&live), Positions::of(&ordered));
        let lists =
            Lists { live: &live_at, adds: &adds, ordered: &ordered_at, adds_in_live: shift };
        plan(&lists, how)
            .unwrap_or_else(|| (0..live.len()).map(Step::Live).collect())
            .into_iter()
            .map(|step| match step {
                Step::Live(at) => live[at],
                Step::Add(at) => adds[at],
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
    fn as_many_new_items_as_deletions_stand_after_live() {
        use ElementOrder::Interleaved;
        // Live 25134 without 3, which the patch deletes.
        assert_eq!(merged("2514", "6", "126", 1, Interleaved), "51246");
        assert_eq!(merged("2514", "6", "126", 0, Interleaved), "51264");
    }

    #[test]
    fn duplicates_in_live_stay_together_and_an_empty_order_appends() {
        use ElementOrder::Interleaved;
        assert_eq!(merged("aba", "", "ba", 0, Interleaved), "baa");
        assert_eq!(merged("ab", "c", "", 0, Interleaved), "abc");
        // What isn't ordered, too, in short lists and in long ones.
        assert_eq!(merged("sas", "", "a", 0, Interleaved), "ssa");
        assert_eq!(merged("sasbcdefgh", "", "a", 0, Interleaved), "ssabcdefgh");
    }
}
