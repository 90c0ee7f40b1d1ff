//! Writes suggestions and choices for messages.

use smp_rules::near_words;

/// The text ` (did you mean …?)`, if an allowed word is similar to the written one; otherwise
/// an empty text.
pub(crate) fn did_you_mean(written: &str, allowed: &[&str]) -> String {
    near_words(written, allowed.iter().copied())
        .first()
        .map_or_else(String::new, |word| format!(" (did you mean `{word}`?)"))
}

/// The text "`a`, `b` or `c`".
pub(crate) fn choice(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::{choice, did_you_mean};

    #[test]
    fn the_nearest_word_is_suggested() {
        let words = ["merge", "replace"];
        assert_eq!(did_you_mean("mrege", &words), " (did you mean `merge`?)");
        assert_eq!(did_you_mean("colour", &words), "");
    }

    #[test]
    fn a_choice_reads_as_a_sentence() {
        assert_eq!(choice(&["a"]), "`a`");
        assert_eq!(choice(&["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
