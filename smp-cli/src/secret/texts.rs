//! Documents within texts: in the text of a patch, in an annotation, in the values of a `ConfigMap`.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use smp_core::Document;

use super::{Of, Part, any_hidden_within};

/// A pattern that is compiled once, as a directory may have many texts.
type Pattern = LazyLock<Option<Regex>>;

macro_rules! pattern {
    ($pattern:literal) => {
        LazyLock::new(|| Regex::new($pattern).ok())
    };
}

/// How many levels of texts within texts are read, such as a Secret in the text of a patch, in an
/// annotation, in the text of a list. Anything deeper counts as a value.
pub(super) const LEVELS: usize = 4;

/// Whether a text holds a document with values that must not be shown, including texts within it up to
/// `levels`. Text that is not valid YAML counts if it looks like a Secret. `O(n)` for each level.
pub(super) fn holds(text: &str, of: Of, levels: usize) -> bool {
    if of == Of::Other && !speaks_of_secrets(text) || !text.contains(':') {
        return false;
    }
    let Some(levels) = levels.checked_sub(1) else { return true };
    smp_yaml::documents(text).iter().any(|piece| {
        let text = text.get(piece.range.clone()).unwrap_or_default();
        let Ok(tree) = smp_yaml::parse(text) else { return looks_secret(text, of) };
        let json = tree.and_then(|tree| tree.to_json(&mut Vec::new()).ok());
        let document = json.as_ref().and_then(|json| Document::from_json(json.as_str()).ok());
        document.is_some_and(|document| {
            // Most texts, such as scripts, are a document of one string: themselves.
            let is_string = document.as_str().is_some_and(|string| string == text.trim());
            if is_string {
                of.are_secrets()
            } else {
                any_hidden_within(Part::Object(of), &document, levels)
            }
        })
    })
}

/// Whether a text has a word that occurs in Secrets, or an escape that may hide one.
fn speaks_of_secrets(text: &str) -> bool {
    ["Secret", "stringData", "secretGenerator", "\\"].iter().any(|word| text.contains(word))
}

/// Whether a text that cannot be parsed may be part of a Secret.
pub(super) fn looks_secret(text: &str, of: Of) -> bool {
    static WORDS: Pattern =
        pattern!(r"\b(Secret|SecretList|SecretGenerator|stringData|secretGenerator)\b");
    static DATA: Pattern = pattern!(r#"(?m)^[\s{]*["']?data["']?\s*:"#);
    static KIND: Pattern = pattern!(r#"\bkind["']?\s*:"#);
    let text = without_escapes(text);
    let has = |pattern: &Pattern| pattern.as_ref().is_some_and(|it| it.is_match(&text));
    of.are_secrets() || has(&WORDS) || of == Of::Unknown && has(&DATA) && !has(&KIND)
}

/// Replaces the escapes of YAML and JSON in a text with their characters.
fn without_escapes(text: &str) -> Cow<'_, str> {
    static ESCAPES: Pattern = pattern!(r"\\(?:x|u00|U000000)([0-9a-fA-F]{2})");
    let Some(escapes) = ESCAPES.as_ref() else { return text.into() };
    escapes.replace_all(text, |found: &regex::Captures<'_>| {
        let code = found.get(1).and_then(|code| u8::from_str_radix(code.as_str(), 16).ok());
        code.map(|code| char::from(code).to_string()).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Of; 4] = [Of::Unknown, Of::Other, Of::Secrets, Of::AllSecrets];

    #[test]
    fn a_script_is_no_document() {
        for script in [
            "set -ex\n[[ `hostname` =~ -([0-9]+)$ ]] || exit 1\necho '\\d:' ${BASH_REMATCH[1]}\n",
            "curl https://example.com/Secret \\\n  -o x",
            "a:b\\c",
        ] {
            assert!(!holds(script, Of::Other, LEVELS), "{script}");
        }
    }

    #[test]
    fn texts_within_texts() {
        let mut text = "kind: Secret\nmetadata: {}\ndata: {p: hunter2}\n".to_owned();
        for _ in 0..100 {
            assert!(holds(&text, Of::Other, LEVELS), "{text}");
            text = format!("|\n  {}\n", text.trim_end().replace('\n', "\n  "));
        }
    }

    /// No text causes a panic, and a text without words of Secrets has nothing to hide.
    #[test]
    fn texts_of_words_that_yaml_knows() {
        let words = [
            "a", ":", " ", "\n", "  ", "- ", "|", ">-", "\"", "'", "\\", "\\n", "---\n", "{", "}",
            "[", "]", ",", "#", "&x ", "*x", "<<: ", "Secret", "kind: ", "data: ", "? ", "!!str ",
            "...\n",
        ];
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..5_000 {
            let text: String = (0..rng.usize(..12)).filter_map(|_| rng.choice(words)).collect();
            for of in ALL {
                let answer = holds(&text, of, LEVELS);
                if of == Of::Other && !speaks_of_secrets(&text) {
                    assert!(!answer, "{text:?}");
                }
            }
        }
    }
}
