//! Builds JSON text, and names that are made to be expensive.

/// The list `[…]` of these items.
pub(super) fn list(items: impl IntoIterator<Item = String>) -> String {
    joined('[', items, ']')
}

/// The object `{…}` of these members, each with its name.
pub(super) fn object(members: impl IntoIterator<Item = String>) -> String {
    joined('{', members, '}')
}

fn joined(open: char, parts: impl IntoIterator<Item = String>, close: char) -> String {
    let mut text = String::from(open);
    for part in parts {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&part);
    }
    text.push(close);
    text
}

/// An object with one member.
pub(super) fn field(name: &str, value: &str) -> String {
    format!("{{\"{name}\":{value}}}")
}

/// An element of a merge list.
pub(super) fn item(name: &str, value: &str) -> String {
    format!("{{\"name\":\"{name}\",\"value\":\"{value}\"}}")
}

/// An element of a merge list that has only its key.
pub(super) fn key(name: &str) -> String {
    format!("{{\"name\":\"{name}\"}}")
}

/// Names of the same length.
pub(super) fn plain(at: usize) -> String {
    format!("k{at:07}")
}

/// Names with the same hash, for three hash functions that many programs use. A name is a
/// sequence of blocks; the two blocks of a pair change the state of the hash in the same way.
/// The pairs are for Java's `hashCode`, for djb2, and for the lower 20 bits of FNV-1a, which
/// select a place in a table of a million places.
pub(super) fn colliding(at: usize) -> String {
    let pairs = [["Aa", "BB"], ["ab", "bA"], ["be2w4", "cd4c4"]];
    let (of, at) = (at % pairs.len(), at / pairs.len());
    let blocks = pairs.get(of).copied().unwrap_or_default();
    (0..20).map(|bit| if at >> bit & 1 == 0 { blocks[0] } else { blocks[1] }).collect()
}

/// Names that differ only in their last letters.
pub(super) fn long(at: usize) -> String {
    "prefix/".repeat(60) + &plain(at)
}

/// Names in which every letter is an escape.
pub(super) fn escaped(at: usize) -> String {
    let letters: Vec<_> =
        plain(at).bytes().map(|byte| format!("\\u{:04x}", u32::from(byte))).collect();
    letters.concat()
}

/// Names of the same few letters, each time with other letters escaped.
pub(super) fn equal_when_unescaped(at: usize) -> String {
    (0..20).map(|bit| if at >> bit & 1 == 0 { "a" } else { "\\u0061" }).collect()
}
