//! The text of the catalogue: finds the lines of each type.

use memchr::{memchr, memchr_iter};

/// A catalogue: entries sorted by `apiVersion`, then name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'t> {
    text: &'t str,
    heads: &'t [Head],
}

/// The places of the parts of an entry's first line, such as `v1/Container kind`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    start: usize,
    /// The last slash of the name.
    slash: usize,
    /// The space after the name, or the end of the line.
    name_end: usize,
    line_end: usize,
}

/// The [`Text`] of a constant. The compiler finds the entries.
macro_rules! catalogue_text {
    ($text:expr) => {{
        const TEXT: &str = $text;
        const HEADS: [$crate::catalogue::text::Head; $crate::catalogue::text::count(TEXT)] =
            $crate::catalogue::text::heads(TEXT);
        $crate::catalogue::text::Text::new(TEXT, &HEADS)
    }};
}
pub(super) use catalogue_text;

/// A type in the catalogue: a line that names it and indented lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'t> {
    pub(super) api_version: &'t str,
    pub(super) name: &'t str,
    /// The rest of the line after the name.
    rest: &'t str,
    body: &'t str,
}

/// What an entry describes.
#[derive(Debug, Clone, Copy)]
pub(super) enum EntryKind<'t> {
    /// The type of whole documents.
    Kind,
    /// The type of parts of documents.
    Part,
    /// Another name for a type.
    Same { api_version: &'t str, name: &'t str },
    /// A type of the newest version that this older one does not have.
    Gone,
}

impl<'t> Text<'t> {
    /// A text with its [`heads`]. Use `catalogue_text`.
    pub(super) const fn new(text: &'t str, heads: &'t [Head]) -> Self {
        Self { text, heads }
    }

    /// `O(log n)`.
    pub(super) fn find(self, api_version: &str, name: &str) -> Option<Entry<'t>> {
        let key = Some((api_version.as_bytes(), name.as_bytes()));
        let at = self.heads.binary_search_by(|head| self.key_bytes(*head).cmp(&key)).ok()?;
        self.entry(at)
    }

    pub(super) fn entries(self) -> impl Iterator<Item = Entry<'t>> + Clone {
        (0..self.heads.len()).filter_map(move |at| self.entry(at))
    }

    /// The entry with this index.
    fn entry(self, at: usize) -> Option<Entry<'t>> {
        let head = *self.heads.get(at)?;
        let (api_version, name) = self.key(head)?;
        let rest = self.text.get(head.name_end..head.line_end)?;
        let end = self.heads.get(at.checked_add(1)?).map_or(self.text.len(), |next| next.start);
        let body = self.text.get(head.line_end.checked_add(1)?..end)?;
        Some(Entry { api_version, name, rest: rest.strip_prefix(' ').unwrap_or(rest), body })
    }

    /// As [`key`](Self::key), without a look at the characters.
    fn key_bytes(self, head: Head) -> Option<(&'t [u8], &'t [u8])> {
        let bytes = self.text.as_bytes();
        let name = bytes.get(head.slash.checked_add(1)?..head.name_end)?;
        Some((bytes.get(head.start..head.slash)?, name))
    }

    /// By what entries are sorted.
    fn key(self, head: Head) -> Option<(&'t str, &'t str)> {
        let name = self.text.get(head.slash.checked_add(1)?..head.name_end)?;
        Some((self.text.get(head.start..head.slash)?, name))
    }
}

/// The parts of a text: as `split`, which is slower.
pub(super) fn parts(text: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    core::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = memchr(separator, text.as_bytes()) else { return rest.take() };
        rest = text.get(end.saturating_add(1)..);
        text.get(..end)
    })
}

/// The number of entries of a text.
#[expect(clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
pub(super) const fn count(text: &str) -> usize {
    let (bytes, mut at, mut count) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        count += is_entry_start(bytes, at) as usize;
        at += 1;
    }
    count
}

/// The first line of each entry of a text, which ends with a line feed.
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler, which reports an index out of bounds"
)]
pub(super) const fn heads<const N: usize>(text: &str) -> [Head; N] {
    let bytes = text.as_bytes();
    let mut heads = [Head { start: 0, slash: 0, name_end: 0, line_end: 0 }; N];
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        if is_entry_start(bytes, at) {
            heads[count] = head(bytes, at);
            count += 1;
        }
        at += 1;
    }
    heads
}

#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler, which reports an index out of bounds"
)]
const fn head(bytes: &[u8], start: usize) -> Head {
    let (mut slash, mut name_end) = (start, start);
    while !matches!(bytes[name_end], b' ' | b'\n') {
        if bytes[name_end] == b'/' {
            slash = name_end;
        }
        name_end += 1;
    }
    let mut line_end = name_end;
    while bytes[line_end] != b'\n' {
        line_end += 1;
    }
    Head { start, slash, name_end, line_end }
}

/// Whether an entry starts here: a line that is not a comment, and that does not belong to an
/// entry above it.
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler, which reports an index out of bounds"
)]
const fn is_entry_start(bytes: &[u8], at: usize) -> bool {
    (at == 0 || bytes[at - 1] == b'\n') && !matches!(bytes[at], b' ' | b'#' | b'\n')
}

impl<'t> Entry<'t> {
    /// By what entries are sorted.
    pub(super) fn key(self) -> (&'t str, &'t str) {
        (self.api_version, self.name)
    }

    pub(super) fn kind(self) -> EntryKind<'t> {
        match self.rest.strip_prefix("= ").and_then(|other| other.rsplit_once('/')) {
            Some((api_version, name)) => EntryKind::Same { api_version, name },
            None if self.rest == "gone" => EntryKind::Gone,
            None if self.rest.split(' ').any(|word| word == "kind") => EntryKind::Kind,
            None => EntryKind::Part,
        }
    }

    /// How many lines [`lines`](Self::lines) has.
    pub(super) fn line_count(self) -> usize {
        memchr_iter(b'\n', self.body.as_bytes()).count()
    }

    /// The lines of unions and fields, without their indentation.
    pub(super) fn lines(self) -> impl Iterator<Item = &'t str> {
        parts(self.body, b'\n').filter_map(|line| line.strip_prefix(' '))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Text<'static> = catalogue_text!(
        "# A comment.\na/v1/A kind\n f string\na/v1/B\nb/A = a/v1/A\nb/C\n f A\n g A\n"
    );

    #[test]
    fn every_entry_is_found_and_no_other() {
        let all: Vec<_> = SMALL.entries().map(|entry| (entry.api_version, entry.name)).collect();
        assert_eq!(all, [("a/v1", "A"), ("a/v1", "B"), ("b", "A"), ("b", "C")]);
        for (api_version, name) in all {
            assert_eq!(SMALL.find(api_version, name).map(|found| found.name), Some(name));
        }
        for (api_version, name) in [("", ""), ("a/v1", "AA"), ("b", "B"), ("z", "Z"), ("#", "A")] {
            assert!(SMALL.find(api_version, name).is_none(), "{api_version} {name}");
        }
    }

    #[test]
    fn lines_belong_to_their_entry() {
        let lines: Vec<_> = SMALL.find("b", "C").into_iter().flat_map(Entry::lines).collect();
        assert_eq!(lines, ["f A", "g A"]);
    }
}
