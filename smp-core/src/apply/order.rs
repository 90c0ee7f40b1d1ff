//! The order of a merged list, apart from its data: from keys alone to a
//! sequence of steps, in linear time. Rules: `semantics.md`, apply 7 and the
//! table of options; nothing here knows what an element holds.

use core::hash::Hash;

use foldhash::quality::RandomState;

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
    pub(crate) live: &'k [K],
    /// Keys of the items that the patch adds, in its order.
    pub(crate) adds: &'k [K],
    /// Keys of the items to be ordered, in the order wanted: those of the order
    /// list, or else those of the patch list.
    pub(crate) ordered: &'k [K],
    /// How many of the new items count as standing in live, after its last
    /// item: under an order list, as many as the patch deletes elements. Seen
    /// in the reference, and so in clusters.
    pub(crate) adds_in_live: usize,
}

/// An item with what decides about it.
struct Item {
    step: Step,
    /// Where it stands in live, if it does.
    position: Option<usize>,
    /// Where it stands among the ordered, if it does.
    rank: Option<usize>,
}

/// The merged order. Every item of `live` and `adds` occurs once. `O(n)` in all
/// three lists; `O(n log n)` where the ordered items come in another order.
pub(crate) fn plan<K: Hash + Eq>(lists: &Lists<'_, K>, setting: ElementOrder) -> Vec<Step> {
    let ranks = first_positions(lists.ordered);
    let live_positions = first_positions(lists.live);
    let live = lists.live.iter().enumerate().map(|(at, key)| Item {
        step: Step::Live(at),
        position: live_positions.get(key).copied(),
        rank: ranks.get(key).copied(),
    });
    let adds = lists.adds.iter().enumerate().map(|(at, key)| Item {
        step: Step::Add(at),
        position: (at < lists.adds_in_live).then_some(lists.live.len() + at),
        rank: ranks.get(key).copied(),
    });
    let (mut ordered, server_only): (Vec<_>, Vec<_>) =
        live.chain(adds).partition(|item| item.rank.is_some());
    // Stable: duplicates of a key stay as live has them.
    ordered.sort_by_key(|item| item.rank);
    match setting {
        ElementOrder::ServerOnlyFirst => {
            server_only.into_iter().chain(ordered).map(|item| item.step).collect()
        }
        ElementOrder::Interleaved => interleave(server_only, ordered),
    }
}

fn first_positions<K: Hash + Eq>(keys: &[K]) -> Map<&K, usize> {
    let mut positions = Map::with_capacity_and_hasher(keys.len(), RandomState::default());
    for (at, key) in keys.iter().enumerate() {
        positions.entry(key).or_insert(at);
    }
    positions
}

/// The server-only head goes first only if both heads are in live and it stands
/// before the other there.
fn interleave(server_only: Vec<Item>, ordered: Vec<Item>) -> Vec<Step> {
    let mut steps = Vec::with_capacity(server_only.len() + ordered.len());
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
        let lists = Lists { live: &live, adds: &adds, ordered: &ordered, adds_in_live: shift };
        plan(&lists, how)
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
    }
}
