//! The text of the catalogue: finds the lines of each type.

use core::cmp::Ordering;

use memchr::{memchr, memchr_iter, memrchr};

/// A catalogue: entries sorted by `apiVersion`, then name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'t>(&'t str);

/// A type in the catalogue: a line that names it and indented lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'t> {
    pub(super) api_version: &'t str,
    pub(super) name: &'t str,
    /// The rest of the line after the name.
    rest: &'t str,
    body: &'t str,
}

/// The first line of an entry.
#[derive(Debug, Clone, Copy)]
struct Head<'t> {
    /// The entry, without its body.
    entry: Entry<'t>,
    /// How many bytes the line has.
    length: usize,
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
    pub(super) const fn new(text: &'t str) -> Self {
        Self(text)
    }

    /// `O(log n)`.
    pub(super) fn find(self, api_version: &str, name: &str) -> Option<Entry<'t>> {
        // Both are the start of an entry, or the end of the text.
        let (mut low, mut high) = (0, self.0.len());
        while low < high {
            let start = self.start(low.midpoint(high));
            // The comment at the top of the text is not an entry, and before all of them.
            let order = match self.head(start) {
                Some(head) => head.entry.key().cmp(&(api_version, name)),
                None => Ordering::Less,
            };
            match order {
                Ordering::Less => low = self.end(start),
                Ordering::Greater => high = start,
                Ordering::Equal => return self.entry(start, self.end(start)),
            }
        }
        None
    }

    pub(super) fn entries(self) -> impl Iterator<Item = Entry<'t>> + Clone {
        let mut next = 0;
        core::iter::from_fn(move || {
            while next < self.0.len() {
                let start = next;
                next = self.end(start);
                if let Some(entry) = self.entry(start, next) {
                    return Some(entry);
                }
            }
            None
        })
    }

    fn entry(self, start: usize, end: usize) -> Option<Entry<'t>> {
        let head = self.head(start)?;
        // The head was a line: one byte more ends it.
        let body = start.checked_add(head.length)?.checked_add(1)?;
        Some(Entry { body: self.0.get(body..end)?, ..head.entry })
    }

    /// The first line of the entry that starts here; `None` if it is a comment.
    fn head(self, start: usize) -> Option<Head<'t>> {
        let text = self.0.get(start..)?;
        let length = memchr(b'\n', text.as_bytes())?;
        let line = text.get(..length)?;
        if line.starts_with('#') {
            return None;
        }
        let (full, rest) = match memchr(b' ', line.as_bytes()) {
            Some(space) => line.split_at_checked(space)?,
            None => (line, ""),
        };
        let (api_version, name) = full.split_at_checked(memrchr(b'/', full.as_bytes())?)?;
        let (name, rest) = (name.strip_prefix('/')?, rest.strip_prefix(' ').unwrap_or(rest));
        Some(Head { entry: Entry { api_version, name, rest, body: "" }, length })
    }

    /// The start of the entry that contains this byte.
    fn start(self, mut at: usize) -> usize {
        loop {
            let before = self.0.as_bytes().get(..at).unwrap_or_default();
            // The byte before a line is the end of the line before it.
            let Some(end) = memrchr(b'\n', before) else { return 0 };
            let start = end.saturating_add(1);
            if !self.is_indented(start) {
                return start;
            }
            at = end;
        }
    }

    /// The end of the entry that starts here.
    fn end(self, start: usize) -> usize {
        let mut at = start;
        loop {
            let rest = self.0.as_bytes().get(at..).unwrap_or_default();
            let Some(line) = memchr(b'\n', rest) else { return self.0.len() };
            at = at.saturating_add(line).saturating_add(1);
            if !self.is_indented(at) {
                return at;
            }
        }
    }

    /// Whether the line that starts here belongs to an entry above it.
    fn is_indented(self, start: usize) -> bool {
        self.0.as_bytes().get(start) == Some(&b' ')
    }
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

    const SMALL: Text<'static> =
        Text("# A comment.\na/v1/A kind\n f string\na/v1/B\nb/A = a/v1/A\nb/C\n f A\n g A\n");

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
