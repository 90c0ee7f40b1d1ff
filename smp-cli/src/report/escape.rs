//! Makes text from the input safe to show on a terminal.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Controls, separators of lines and paragraphs, and format characters: marks that change the
/// direction of text, and characters without width.
static UNSAFE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\u{2065}]").ok());

/// The text with every character escaped that a terminal acts on or that hides or
/// reorders what is around it: `\u{1b}` for the escape character, `\u{202e}` for
/// a right-to-left override. `O(n)`.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    escape_except(text, &[])
}

/// Like [`escape`], but with some characters left as they are.
pub(crate) fn escape_except<'t>(text: &'t str, kept: &[char]) -> Cow<'t, str> {
    escape_as(text, kept, |character, out| out.extend(character.escape_default()))
}

/// Like [`escape_except`], but with different escapes.
pub(super) fn escape_as<'t>(
    text: &'t str,
    kept: &[char],
    escape: impl Fn(char, &mut String),
) -> Cow<'t, str> {
    // Most texts have only such characters.
    let is_safe = |byte| (b' '..=b'~').contains(&byte) || kept.contains(&char::from(byte));
    if text.bytes().all(is_safe) {
        return Cow::Borrowed(text);
    }
    let Some(characters) = &*UNSAFE else { return Cow::Borrowed(text) };
    characters.replace_all(text, |found: &Captures<'_>| {
        let mut out = String::new();
        for character in found[0].chars() {
            if kept.contains(&character) {
                out.push(character);
            } else {
                escape(character, &mut out);
            }
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn format_characters() {
        for character in
            ['\u{ad}', '\u{600}', '\u{180e}', '\u{200b}', '\u{2065}', '\u{e0041}', '\u{1b}']
        {
            let code = u32::from(character);
            assert_eq!(escape(&format!("a{character}b")), format!("a\\u{{{code:x}}}b"));
        }
        assert_eq!(escape("äあ😀-_"), "äあ😀-_");
    }
}
