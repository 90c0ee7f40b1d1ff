//! Words that are spelled nearly as a word that is not known.

/// How many near spellings a message lists.
const SUGGESTIONS: usize = 5;

/// The candidates that are spelled nearly so, nearest first.
pub(crate) fn nearest<T: Ord>(
    word: &str,
    candidates: impl IntoIterator<Item = T>,
    spelling: impl Fn(&T) -> &str,
) -> Vec<T> {
    let wanted = word.to_lowercase();
    let most = (wanted.chars().count() / 4).max(1);
    let mut near: Vec<_> = candidates
        .into_iter()
        .map(|candidate| (distance(&wanted, &spelling(&candidate).to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    near.sort_unstable();
    near.into_iter().take(SUGGESTIONS).map(|(_, candidate)| candidate).collect()
}

/// How many letters must be added, removed, replaced or swapped with their
/// neighbour to make one word of another.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    let mut previous = None;
    for (at, letter) in from.chars().enumerate() {
        let mut next = vec![at + 1];
        for (column, other) in to.iter().enumerate() {
            let mut cost = (row[column] + usize::from(letter != *other))
                .min(row[column + 1] + 1)
                .min(next[column] + 1);
            if column > 0 && previous == Some(*other) && to[column - 1] == letter {
                cost = cost.min(before[column - 1] + 1);
            }
            next.push(cost);
        }
        before = core::mem::replace(&mut row, next);
        previous = Some(letter);
    }
    row.last().copied().unwrap_or_default()
}
