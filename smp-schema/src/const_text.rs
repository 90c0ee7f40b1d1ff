//! For the messages of `const_checks`: builds texts in constants, and finds the name that is
//! most similar to a misspelt one.

use crate::shape::{ObjectShape, same};

/// A text of limited length that is built in a constant, where nothing can be allocated.
pub(crate) struct Message {
    bytes: [u8; Message::ROOM],
    len: usize,
}

impl Message {
    const ROOM: usize = 1024;

    pub(crate) const fn new() -> Self {
        Self { bytes: [0; Self::ROOM], len: 0 }
    }

    /// Appends the parts. If one does not fit, appends `…` instead and stops.
    pub(crate) const fn with(mut self, mut parts: &[&str]) -> Self {
        while let [part, rest @ ..] = parts {
            if part.len() > Self::ROOM.saturating_sub(self.len).saturating_sub("…".len()) {
                return self.push("…");
            }
            self = self.push(part);
            parts = rest;
        }
        self
    }

    /// Appends a text if it fits, else nothing.
    #[expect(clippy::disallowed_methods, reason = "the room is as long as the text")]
    const fn push(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if let Some((_, free)) = self.bytes.split_at_mut_checked(self.len)
            && let Some((room, _)) = free.split_at_mut_checked(text.len())
        {
            room.copy_from_slice(text);
            self.len = self.len.saturating_add(text.len());
        }
        self
    }

    /// Appends the most similar name and the first few of the existing names.
    pub(crate) const fn with_names(mut self, names: &ObjectShape, meant: &str) -> Self {
        const SHOWN: usize = 12;
        if let Some(name) = nearest(names, meant) {
            self = if same_letters(name, meant) {
                self.with(&["; write its name in JSON, `", name, "`"])
            } else {
                self.with(&[" (did you mean `", name, "`?)"])
            };
        }
        self = self.with(&[if names.count() == 0 {
            "; they have no fields"
        } else {
            "; their fields are "
        }]);
        let mut at = 0_usize;
        while let Some(name) = names.name_at(at) {
            if at == SHOWN {
                return self.with(&[", …"]);
            }
            self = self.with(&[if at == 0 { "`" } else { ", `" }, name, "`"]);
            at = at.saturating_add(1);
        }
        self
    }

    /// Appends "`a`, `b` or `c`".
    pub(crate) const fn with_choice(mut self, mut words: &[&str]) -> Self {
        while let [word, rest @ ..] = words {
            self = self.with(&["`", word, "`"]).with(&[match rest.len() {
                0 => "",
                1 => " or ",
                _ => ", ",
            }]);
            words = rest;
        }
        self
    }

    pub(crate) const fn as_str(&self) -> &str {
        // Only whole strings are appended, so that the bytes are valid UTF-8.
        if let Some((text, _)) = self.bytes.split_at_checked(self.len)
            && let Ok(text) = core::str::from_utf8(text)
        {
            return text;
        }
        "the patch attributes do not suit the type"
    }
}

/// The name that is most similar to the written one, if any is similar enough.
const fn nearest(names: &ObjectShape, meant: &str) -> Option<&'static str> {
    let mut best = None;
    let mut least = usize::MAX;
    let mut at = 0_usize;
    while let Some(name) = names.name_at(at) {
        let far = if same_letters(name, meant) { 0 } else { distance(name, meant) };
        // Two names that differ in every letter, such as names of one letter, are not similar.
        if far < least && far < name.len() && far <= close_enough(meant.len()) {
            least = far;
            best = Some(name);
        }
        at = at.saturating_add(1);
    }
    best
}

/// The number of letters that may differ in a similar name: a third of them, at least one.
const fn close_enough(len: usize) -> usize {
    if len < 3 { 1 } else { len / 3 }
}

/// Whether two names differ only in `_`, `-` and case, as `list_type` (Rust) and `listType` (JSON)
/// do.
const fn same_letters(left: &str, right: &str) -> bool {
    let (mut left, mut right) = (left.as_bytes(), right.as_bytes());
    loop {
        (left, right) = (after_marks(left), after_marks(right));
        match (left, right) {
            ([l, left_rest @ ..], [r, right_rest @ ..]) if alike(*l, *r) => {
                (left, right) = (left_rest, right_rest);
            }
            (rest, other) => return rest.is_empty() && other.is_empty(),
        }
    }
}

const fn after_marks(mut name: &[u8]) -> &[u8] {
    while let [b'_' | b'-', rest @ ..] = name {
        name = rest;
    }
    name
}

/// The number of single-letter changes, or swaps of neighbours, between two
/// names. Ignores case.
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "runs in constants only, where a wrong index does not compile; both words are \
              shorter than the rows"
)]
const fn distance(left: &str, right: &str) -> usize {
    const ROOM: usize = 64;
    if same(left, right) {
        return 0;
    }
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() >= ROOM || right.len() >= ROOM {
        return usize::MAX;
    }
    // Rows of the table of edit distances: the one before the last, the last, and the current
    // one.
    let mut older = [0; ROOM];
    let mut old = [0; ROOM];
    let mut column = 0;
    while column <= right.len() {
        old[column] = column;
        column += 1;
    }
    let mut row = 1;
    while row <= left.len() {
        let mut new = [0; ROOM];
        new[0] = row;
        let mut column = 1;
        while column <= right.len() {
            let equal = alike(left[row - 1], right[column - 1]);
            let mut least = old[column - 1] + !equal as usize;
            least = min(least, min(old[column], new[column - 1]) + 1);
            if row > 1
                && column > 1
                && alike(left[row - 1], right[column - 2])
                && alike(left[row - 2], right[column - 1])
            {
                least = min(least, older[column - 2] + 1);
            }
            new[column] = least;
            column += 1;
        }
        older = old;
        old = new;
        row += 1;
    }
    old[right.len()]
}

const fn alike(left: u8, right: u8) -> bool {
    left.eq_ignore_ascii_case(&right)
}

const fn min(left: usize, right: usize) -> usize {
    if left < right { left } else { right }
}

#[cfg(test)]
mod tests {
    use super::{Message, distance, same_letters};

    #[test]
    fn a_swap_is_one_change_and_case_is_none() {
        assert_eq!(distance("name", "nmae"), 1);
        assert_eq!(distance("containerPort", "containerport"), 0);
        assert_eq!(distance("key", "topologyKey"), 8);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn a_name_in_rust_has_the_letters_of_that_in_json() {
        assert!(same_letters("port_no", "portNo"));
        assert!(same_letters("_port_", "PORT"));
        assert!(!same_letters("port_no", "port"));
        assert!(!same_letters("port", "ports"));
    }

    #[test]
    fn a_choice_reads_as_a_sentence() {
        const CHOICE: Message = Message::new().with_choice(&["a", "b", "c"]);
        assert_eq!(CHOICE.as_str(), "`a`, `b` or `c`");
        assert_eq!(Message::new().with_choice(&["a"]).as_str(), "`a`");
    }
}
