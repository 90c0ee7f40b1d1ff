//! The entries of a catalogue's text: one for each type of a version.

use std::collections::{BTreeMap, BTreeSet};

use super::Result;
use crate::openapi::Key;

/// The body of the entry of a type that an older version does not have.
const GONE: &str = "gone";

/// The entries of a catalogue by their keys, each with its whole text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Entries(pub(super) BTreeMap<Key, String>);

impl Entries {
    /// Reads a catalogue, or a difference. Comments are left out.
    pub(super) fn read(text: &str) -> Result<Self> {
        let mut entries = BTreeMap::new();
        let mut last: Option<String> = None;
        let mut add = |entry: Option<String>| -> Result<()> {
            let Some(entry) = entry else { return Ok(()) };
            let key = key(&entry)?;
            match entries.insert(key, entry) {
                Some(twice) => Err(format!("two entries: {twice}").into()),
                None => Ok(()),
            }
        };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match last.as_mut().filter(|_| line.starts_with(' ')) {
                Some(entry) => entry.push_str(line),
                None => add(last.replace(line.to_owned()))?,
            }
            if let Some(entry) = &mut last {
                entry.push('\n');
            }
        }
        add(last)?;
        Ok(Self(entries))
    }

    /// The text of the entries, without a comment.
    pub(super) fn text(&self) -> String {
        self.0.values().map(String::as_str).collect()
    }

    /// The kinds, except those that only name another type.
    pub(super) fn kinds(&self) -> BTreeSet<&Key> {
        let is_kind = |text: &str| {
            let head = text.lines().next().unwrap_or_default();
            head.split(' ').any(|word| word == "kind")
        };
        self.0.iter().filter(|(_, text)| is_kind(text)).map(|(key, _)| key).collect()
    }

    /// The same entries, with the required fields of the newest version in types that differ in
    /// nothing else. Required fields affect only messages, which is not worth a second copy of a
    /// type.
    pub(super) fn with_required_of(mut self, newest: &Self) -> Self {
        let optional = |text: &str| text.replace(" !\n", "\n");
        for (key, text) in &mut self.0 {
            if let Some(other) = newest.0.get(key)
                && optional(other) == optional(text)
            {
                text.clone_from(other);
            }
        }
        self
    }

    /// The difference between this version and the newest one: the entries that are new or changed,
    /// in full, and the names of those that this version lacks.
    pub(super) fn difference_from(&self, newest: &Self) -> Self {
        let own = self.0.iter().filter(|(key, text)| newest.0.get(key) != Some(text));
        let own = own.map(|(key, text)| (key.clone(), text.clone()));
        let gone = newest.0.keys().filter(|key| !self.0.contains_key(key));
        let gone = gone.map(|key| (key.clone(), format!("{key} {GONE}\n")));
        Self(own.chain(gone).collect())
    }

    /// The version that has this difference from the newest one.
    pub(super) fn of_difference(newest: &Self, difference: &Self) -> Self {
        let mut all = newest.0.clone();
        for (key, text) in &difference.0 {
            if *text == format!("{key} {GONE}\n") {
                all.remove(key);
            } else {
                all.insert(key.clone(), text.clone());
            }
        }
        Self(all)
    }

    /// A digest that shows whether a catalogue has changed: 64-bit FNV-1a of its text.
    pub(super) fn digest(&self) -> String {
        let bytes = self.0.values().flat_map(|text| text.bytes());
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

/// The key of an entry, which is in its first line.
fn key(entry: &str) -> Result<Key> {
    let (head, _) = entry.split_once('\n').unwrap_or((entry, ""));
    let full = head.split(' ').next().unwrap_or_default();
    let (api_version, name) = full.rsplit_once('/').ok_or(format!("no entry: {head}"))?;
    Ok(Key { api_version: api_version.to_owned(), name: name.to_owned() })
}

/// Whether the kind is the list of another kind.
pub(super) fn is_list(kind: &Key, kinds: &BTreeSet<&Key>) -> bool {
    kind.name.strip_suffix("List").is_some_and(|item| {
        kinds.iter().any(|other| other.api_version == kind.api_version && other.name == item)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEWEST: &str = "# A comment.\na/v1/A kind\n f string\na/v1/B\nb/A = a/v1/A\nb/C\n f A\n";

    #[test]
    fn a_difference_gives_the_version_back() {
        let newest = Entries::read(NEWEST).expect("a catalogue");
        assert_eq!(newest.0.len(), 4);
        assert!(NEWEST.ends_with(&newest.text()));
        let older = "a/v1/A kind\n f string\n g string\na/v1/Old\nb/A = a/v1/A\n";
        let older = Entries::read(older).expect("a catalogue");
        let difference = older.difference_from(&newest);
        let wanted = "a/v1/A kind\n f string\n g string\na/v1/B gone\na/v1/Old\nb/C gone\n";
        assert_eq!(difference.text(), wanted);
        let read = Entries::read(wanted).expect("a difference");
        assert_eq!(Entries::of_difference(&newest, &read), older);
        assert_eq!(newest.difference_from(&newest), Entries::default());
    }

    #[test]
    fn what_is_no_catalogue_is_an_error() {
        for (text, part) in [("a\n", "no entry: a"), ("a/A\na/A\n", "two entries: a/A")] {
            let error = Entries::read(text).expect_err(part).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
