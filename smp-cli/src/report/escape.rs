//! Text of input made safe to show on a terminal.

use std::borrow::Cow;

/// The text in place of a value that is not shown.
pub(crate) const MASK: &str = "***";

/// The text with every character escaped that a terminal acts on or that hides or
/// reorders what is around it: `\u{1b}` for the escape character, `\u{202e}` for
/// a right-to-left override. `O(n)`.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    escape_except(text, &[])
}

/// As [`escape`], but with some characters left as they are.
pub(crate) fn escape_except<'t>(text: &'t str, kept: &[char]) -> Cow<'t, str> {
    let unsafe_here = |character| is_unsafe(character) && !kept.contains(&character);
    if !text.contains(unsafe_here) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if unsafe_here(character) {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// Controls (C0, DEL and C1), separators of lines and paragraphs, and all format characters of
/// Unicode 16 (Cf): marks that change the direction of text, and characters without width.
pub(super) fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{600}'..='\u{605}'
                | '\u{61c}'
                | '\u{6dd}'
                | '\u{70f}'
                | '\u{890}'..='\u{891}'
                | '\u{8e2}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{110bd}'
                | '\u{110cd}'
                | '\u{13430}'..='\u{1343f}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0001}'
                | '\u{e0020}'..='\u{e007f}'
        )
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
