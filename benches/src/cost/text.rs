//! JSON text by the piece, and names that are made to be expensive.

/// `[…]` of so many items.
pub(super) fn list(items: impl IntoIterator<Item = String>) -> String {
    joined('[', items, ']')
}

/// `{…}` of these members, each with its name.
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

/// A field with a list of `thing`s, or directives for it.
pub(super) fn field(name: &str, value: &str) -> String {
    format!("{{\"{name}\":{value}}}")
}

/// An element of a merge list.
pub(super) fn item(name: &str, value: &str) -> String {
    format!("{{\"name\":\"{name}\",\"value\":\"{value}\"}}")
}

/// An element of a merge list that is nothing but its key.
pub(super) fn key(name: &str) -> String {
    format!("{{\"name\":\"{name}\"}}")
}

/// Names of one length.
pub(super) fn plain(at: usize) -> String {
    format!("k{at:07}")
}

/// Names with one hash under a hash that many programs use: the blocks of a pair
/// lead that hash from a state to the same one. By turns those of Java's
/// `hashCode`, of djb2, and of the lower 20 bits of FNV-1a, which are what a table
/// of a million places looks at.
pub(super) fn colliding(at: usize) -> String {
    let pairs = [["Aa", "BB"], ["ab", "bA"], ["be2w4", "cd4c4"]];
    let (of, at) = (at % pairs.len(), at / pairs.len());
    let blocks = pairs.get(of).copied().unwrap_or_default();
    (0..20).map(|bit| if at >> bit & 1 == 0 { blocks[0] } else { blocks[1] }).collect()
}

/// Names that differ in their last letters only.
pub(super) fn long(at: usize) -> String {
    "prefix/".repeat(60) + &plain(at)
}

/// Names of which every letter is an escape.
pub(super) fn escaped(at: usize) -> String {
    let letters: Vec<_> =
        plain(at).bytes().map(|byte| format!("\\u{:04x}", u32::from(byte))).collect();
    letters.concat()
}

/// The same few letters, escaped in another way each time.
pub(super) fn equal_when_unescaped(at: usize) -> String {
    (0..20).map(|bit| if at >> bit & 1 == 0 { "a" } else { "\\u0061" }).collect()
}
