//! The text of the catalogue: finds the lines of each type.

use memchr::{memchr, memchr_iter};

/// A catalogue: entries sorted by `apiVersion`, then name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'t> {
    text: &'t str,
    heads: &'t [Head],
}

/// The offsets of the parts of an entry's first line, such as `v1/Container kind`: its start, the
/// last slash of the name, the end of the name, and the end of the line.
type Head = [usize; 4];

/// The [`Text`] of a file, with the heads of its entries. `cargo xtask catalogue` computes them,
/// because the compiler would take seconds.
macro_rules! catalogue_text {
    ($file:literal) => {
        $crate::catalogue::text::Text::new(
            include_str!(concat!($file, ".txt")),
            &include!(concat!($file, ".heads")),
        )
    };
}
pub(super) use catalogue_text;

/// A type in the catalogue: a line with its name, followed by indented lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'t> {
    pub(super) api_version: &'t str,
    pub(super) name: &'t str,
    /// The rest of the line after the name.
    rest: &'t str,
    body: &'t str,
}

/// The sort of type that an entry describes.
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
    /// No entries.
    pub(super) const EMPTY: Self = Self::new("", &[]);

    /// A text with the heads of its entries. Use `catalogue_text`.
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
        let [start, slash, name_end, line_end] = *self.heads.get(at)?;
        let api_version = self.text.get(start..slash)?;
        let name = self.text.get(slash.checked_add(1)?..name_end)?;
        let rest = self.text.get(name_end..line_end)?;
        let end = self.heads.get(at.checked_add(1)?).map_or(self.text.len(), |[start, ..]| *start);
        let body = self.text.get(line_end.checked_add(1)?..end)?;
        Some(Entry { api_version, name, rest: rest.strip_prefix(' ').unwrap_or(rest), body })
    }

    /// The sort key of an entry as bytes, which saves the checks for character boundaries.
    fn key_bytes(self, [start, slash, name_end, _]: Head) -> Option<(&'t [u8], &'t [u8])> {
        let bytes = self.text.as_bytes();
        Some((bytes.get(start..slash)?, bytes.get(slash.checked_add(1)?..name_end)?))
    }
}

/// The parts of a text: as `split`, but faster.
pub(super) fn parts(text: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    core::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = memchr(separator, text.as_bytes()) else { return rest.take() };
        rest = text.get(end.saturating_add(1)..);
        text.get(..end)
    })
}

impl<'t> Entry<'t> {
    /// The sort key: the `apiVersion`, then the name.
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

    /// The last version of Kubernetes that had the kind, if it is removed.
    pub(super) fn last_version(self) -> Option<&'t str> {
        self.rest.split(' ').find_map(|word| word.strip_prefix("until="))
    }

    /// `x-kubernetes-map-type` of the type, if it states one.
    pub(super) fn map_type(self) -> Option<&'t str> {
        self.rest.split(' ').find_map(|word| word.strip_prefix("map="))
    }

    /// The number of lines of [`lines`](Self::lines).
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

    const SMALL: Text<'static> = Text::new(
        "# A comment.\na/v1/A kind\n f string\na/v1/B\nb/A = a/v1/A\nb/C\n f A\n g A\n",
        &[[13, 17, 19, 24], [35, 39, 41, 41], [42, 43, 45, 54], [55, 56, 58, 58]],
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
