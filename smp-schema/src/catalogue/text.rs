//! The text of the catalogue: finds the lines of each type.

use memchr::{memchr, memchr_iter, memrchr};

/// A catalogue: entries sorted by `apiVersion`, then name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'t> {
    text: &'t str,
    /// The first byte of each entry.
    starts: &'t [usize],
}

/// The [`Text`] of a constant. The compiler finds the starts of its entries.
macro_rules! catalogue_text {
    ($text:expr) => {{
        const TEXT: &str = $text;
        const STARTS: [usize; $crate::catalogue::text::entry_count(TEXT)] =
            $crate::catalogue::text::entry_starts(TEXT);
        $crate::catalogue::text::Text::new(TEXT, &STARTS)
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
    /// A text and its [`entry_starts`]. Use `catalogue_text`.
    pub(super) const fn new(text: &'t str, starts: &'t [usize]) -> Self {
        Self { text, starts }
    }

    /// `O(log n)`.
    pub(super) fn find(self, api_version: &str, name: &str) -> Option<Entry<'t>> {
        let key = |start: &usize| head(self.text.get(*start..)?).map(Entry::key);
        let at = self.starts.binary_search_by(|start| key(start).cmp(&Some((api_version, name))));
        self.entry(at.ok()?)
    }

    pub(super) fn entries(self) -> impl Iterator<Item = Entry<'t>> + Clone {
        (0..self.starts.len()).filter_map(move |at| self.entry(at))
    }

    /// The entry with this index.
    fn entry(self, at: usize) -> Option<Entry<'t>> {
        let end = self.starts.get(at.checked_add(1)?).copied().unwrap_or(self.text.len());
        let (line, body) = self.text.get(*self.starts.get(at)?..end)?.split_once('\n')?;
        Some(Entry { body, ..head(line)? })
    }
}

/// Reads the line at the start of an entry. The body is left empty.
fn head(text: &str) -> Option<Entry<'_>> {
    let line = text.get(..memchr(b'\n', text.as_bytes()).unwrap_or(text.len()))?;
    let (full, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (api_version, name) = full.split_at_checked(memrchr(b'/', full.as_bytes())?)?;
    Some(Entry { api_version, name: name.strip_prefix('/')?, rest, body: "" })
}

/// The number of entries of a text.
#[expect(clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
pub(super) const fn entry_count(text: &str) -> usize {
    let (bytes, mut at, mut count) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        count += is_entry_start(bytes, at) as usize;
        at += 1;
    }
    count
}

/// The first byte of each entry of a text.
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler, which reports an index out of bounds"
)]
pub(super) const fn entry_starts<const N: usize>(text: &str) -> [usize; N] {
    let (bytes, mut at, mut count) = (text.as_bytes(), 0, 0);
    let mut starts = [0; N];
    while at < bytes.len() {
        if is_entry_start(bytes, at) {
            starts[count] = at;
            count += 1;
        }
        at += 1;
    }
    starts
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
        self.body.lines().filter_map(|line| line.strip_prefix(' '))
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
