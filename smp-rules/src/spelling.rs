//! Suggestions for misspelled names.

use strsim::osa_distance;

/// The maximum number of suggestions.
const SUGGESTIONS: usize = 5;

/// Longer names get no suggestions. (The name of a kind has at most 63 characters; a comparison takes
/// time in the product of both lengths.)
const MAX_COMPARED: usize = 64;

/// The candidates with a similar spelling, the most similar first, at most five. A candidate is similar
/// if at most a quarter of the word's letters (at least one) have to be added, removed, replaced or
/// swapped with a neighbour to get it. Case, `_` and `-` are ignored. `O(n)` in the candidates.
///
/// ```
/// let kinds = [("v1", "Pod"), ("apps/v1", "Deployment")];
/// let near = smp_rules::nearest("deploymnt", kinds, |kind| kind.1);
/// assert_eq!(near, [("apps/v1", "Deployment")]);
/// ```
pub fn nearest<T: Ord>(
    word: &str,
    candidates: impl IntoIterator<Item = T>,
    spelling: impl Fn(&T) -> &str,
) -> Vec<T> {
    if word.chars().count() > MAX_COMPARED {
        return Vec::new();
    }
    let word = letters(word);
    let length = word.chars().count();
    // Names of one letter are never similar.
    let allowed = length.checked_div(4).unwrap_or_default().max(1).min(length.saturating_sub(1));
    let distance = |candidate: &T| {
        let spelling = letters(spelling(candidate));
        // At least this number of letters would have to be added or removed.
        let difference = spelling.chars().count().abs_diff(length);
        (difference <= allowed).then(|| osa_distance(&word, &spelling))
    };
    let mut near: Vec<_> = candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&candidate)?, candidate)))
        .filter(|(distance, _)| *distance <= allowed)
        .collect();
    near.sort_unstable();
    near.into_iter().take(SUGGESTIONS).map(|(_, candidate)| candidate).collect()
}

/// As [`nearest`], for candidates that are words.
///
/// ```
/// assert_eq!(smp_rules::near_words("replica", ["replicas", "paused"]), ["replicas"]);
/// ```
pub fn near_words<'w>(word: &str, candidates: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
    nearest(word, candidates, |candidate| candidate)
}

/// The letters of a word that are compared.
fn letters(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::near_words;

    #[test]
    fn only_what_is_near_is_suggested() {
        let words = ["merge", "replace", "retainKeys", "merge_key", "a"];
        for (written, near) in [
            ("mrege", &["merge"][..]),
            ("retain_keys", &["retainKeys"]),
            ("mergeKey", &["merge_key"]),
            // More than a quarter of the letters differ.
            ("rplce", &[]),
            ("colour", &[]),
            ("b", &[]),
        ] {
            assert_eq!(near_words(written, words), near, "{written}");
        }
        assert!(near_words(&"a".repeat(65), ["a"]).is_empty());
    }
}
