//! The nearest spelling of a word that is not one of those allowed, and how a
//! choice is written in a message.

/// ` (did you mean …?)` where an allowed word is close to what was written, and
/// nothing otherwise.
pub(crate) fn did_you_mean(written: &str, allowed: &[&str]) -> String {
    let far_enough = (written.chars().count() / 3).max(1);
    allowed
        .iter()
        .map(|word| (distance(written, word), word))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= far_enough)
        .map_or_else(String::new, |(_, word)| format!(" (did you mean `{word}`?)"))
}

/// "`a`, `b` or `c`".
pub(crate) fn choice(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// Single-letter changes, or swaps of neighbours, between two words; neither
/// case nor `_` and `-` count.
fn distance(left: &str, right: &str) -> usize {
    let letters = |word: &str| -> String {
        word.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase()).collect()
    };
    strsim::osa_distance(&letters(left), &letters(right))
}

#[cfg(test)]
mod tests {
    use super::{choice, did_you_mean};

    #[test]
    fn only_what_is_near_is_suggested() {
        let words = ["merge", "replace", "retainKeys", "merge_key"];
        assert_eq!(did_you_mean("mrege", &words), " (did you mean `merge`?)");
        assert_eq!(did_you_mean("retain_keys", &words), " (did you mean `retainKeys`?)");
        assert_eq!(did_you_mean("mergeKey", &words), " (did you mean `merge_key`?)");
        assert_eq!(did_you_mean("rplce", &words), "", "one letter in three, no more");
        assert_eq!(did_you_mean("colour", &words), "");
    }

    #[test]
    fn a_choice_reads_as_a_sentence() {
        assert_eq!(choice(&["a"]), "`a`");
        assert_eq!(choice(&["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
