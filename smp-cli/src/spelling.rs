//! Suggestions for misspelled names.

use strsim::osa_distance;

/// How many suggestions a message lists.
const SUGGESTIONS: usize = 5;

/// Longer names, in characters, get no suggestions: a kind may have 63, and a
/// comparison takes time in the product of both lengths.
const MAX_COMPARED: usize = 64;

/// The candidates with a similar spelling, the most similar first. One letter in
/// four may be added, removed, replaced or swapped with its neighbour, and one in
/// any case; upper and lower case are the same. `O(n)` in the candidates.
pub(crate) fn nearest<T: Ord>(
    word: &str,
    candidates: impl IntoIterator<Item = T>,
    spelling: impl Fn(&T) -> &str,
) -> Vec<T> {
    let length = word.chars().count();
    if length > MAX_COMPARED {
        return Vec::new();
    }
    let word = word.to_lowercase();
    let allowed = (length / 4).max(1);
    let distance = |candidate: &T| {
        let spelling = spelling(candidate);
        // As many letters at least have to be added or removed.
        let difference = spelling.chars().count().abs_diff(length);
        (difference <= allowed).then(|| osa_distance(&word, &spelling.to_lowercase()))
    };
    let mut near: Vec<_> = candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&candidate)?, candidate)))
        .filter(|(distance, _)| *distance <= allowed)
        .collect();
    near.sort_unstable();
    near.into_iter().take(SUGGESTIONS).map(|(_, candidate)| candidate).collect()
}
