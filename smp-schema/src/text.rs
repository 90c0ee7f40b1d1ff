//! Shortens long texts for messages.

use std::borrow::Cow;

/// Texts longer than this many bytes are shortened. No name that Kubernetes allows is that long.
pub const LONG: usize = 512;

/// The text, or the first and last 64 characters of one that is longer than
/// [`LONG`].
#[must_use]
pub fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= LONG {
        return Cow::Borrowed(text);
    }
    let head = text.chars().take(64);
    let mut tail: Vec<char> = text.chars().rev().take(64).collect();
    tail.reverse();
    Cow::Owned(head.chain(['…']).chain(tail).collect())
}
