//! [`Store`]: the objects of the server, and the log of their changes. It returns the changes after a
//! revision, or the objects as they were then.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound;
use std::sync::Arc;

use bytes::Bytes;
use serde_json::Value;

use crate::weight::weight;

/// The resource of an object in the store, such as `deployments.apps`: its versions share it.
pub(crate) type Shelf = Arc<str>;

/// The name of an object on its shelf. The namespace is empty for objects outside of namespaces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    pub(crate) namespace: String,
    pub(crate) name: String,
}

/// One write.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub(crate) revision: u64,
    pub(crate) shelf: Shelf,
    pub(crate) key: Key,
    /// The object before, unless it was created.
    pub(crate) before: Option<Arc<Value>>,
    /// The object after, unless it was deleted.
    pub(crate) after: Option<Arc<Value>>,
    /// The memory that both take.
    weight: usize,
    /// The events that watches have sent for this change, by kind, version and form.
    events: Vec<(String, Bytes)>,
}

impl Change {
    /// The event for `shown`: made for the first watch that sends it, and kept for the others.
    pub(crate) fn event(&mut self, shown: String, make: impl FnOnce() -> Bytes) -> Bytes {
        if let Some((_, bytes)) = self.events.iter().find(|(it, _)| *it == shown) {
            return bytes.clone();
        }
        let bytes = make();
        self.events.push((shown, bytes.clone()));
        bytes
    }
}

type Objects = BTreeMap<Key, Arc<Value>>;

/// The objects and the log.
#[derive(Debug)]
pub(crate) struct Store {
    revision: u64,
    /// Changes up to this one are forgotten.
    compacted: u64,
    shelves: BTreeMap<Shelf, Objects>,
    log: VecDeque<Change>,
    /// The memory of the log.
    weight: usize,
    /// The number of changes that are remembered, and the memory that they may take.
    remembered: (usize, usize),
}

impl Store {
    /// An empty store that remembers this many changes in this much memory, but always the last one.
    pub(crate) fn new(remembered: usize, bytes: usize) -> Self {
        let (shelves, log) = (BTreeMap::new(), VecDeque::new());
        // Revision 0 means "any" in requests, so nothing has it.
        let remembered = (remembered.max(1), bytes);
        Self { revision: 1, compacted: 0, shelves, log, weight: 0, remembered }
    }

    /// The revision of the last write.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// The revision of the next write.
    pub(crate) fn next_revision(&self) -> u64 {
        self.revision.saturating_add(1)
    }

    pub(crate) fn get(&self, shelf: &str, key: &Key) -> Option<&Arc<Value>> {
        self.shelves.get(shelf)?.get(key)
    }

    /// The objects of a shelf, in the order of their keys; those of one namespace if it is given.
    pub(crate) fn list<'s>(
        &'s self,
        shelf: &str,
        namespace: Option<&'s str>,
    ) -> impl Iterator<Item = (&'s Key, &'s Arc<Value>)> {
        let from = Key { namespace: namespace.unwrap_or_default().to_owned(), name: String::new() };
        let objects = self.shelves.get(shelf);
        let range = objects.map(|it| it.range((Bound::Included(from), Bound::Unbounded)));
        let inside = move |key: &Key| namespace.is_none_or(|namespace| key.namespace == namespace);
        range.into_iter().flatten().take_while(move |(key, _)| inside(key))
    }

    /// The shelves that have objects.
    pub(crate) fn shelves(&self) -> impl Iterator<Item = &Shelf> {
        self.shelves.keys()
    }

    /// Every object, by shelf and key.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Shelf, &Key, &Arc<Value>)> {
        self.shelves
            .iter()
            .flat_map(|(shelf, objects)| objects.iter().map(move |(key, it)| (shelf, key, it)))
    }

    /// Writes an object, or removes it, and returns the revision of the change.
    pub(crate) fn write(&mut self, shelf: &Shelf, key: Key, after: Option<Arc<Value>>) -> u64 {
        self.revision = self.next_revision();
        let objects = self.shelves.entry(Arc::clone(shelf)).or_default();
        let before = match &after {
            Some(object) => objects.insert(key.clone(), Arc::clone(object)),
            None => objects.remove(&key),
        };
        if objects.is_empty() {
            self.shelves.remove(shelf);
        }
        let (revision, shelf) = (self.revision, Arc::clone(shelf));
        let weight = [&before, &after].into_iter().flatten().map(|it| weight(it));
        let weight = weight.fold(0, usize::saturating_add);
        self.weight = self.weight.saturating_add(weight);
        let events = Vec::new();
        self.log.push_back(Change { revision, shelf, key, before, after, weight, events });
        let (count, bytes) = self.remembered;
        while self.log.len() > count || (self.weight > bytes && self.log.len() > 1) {
            let Some(forgotten) = self.log.pop_front() else { break };
            self.weight = self.weight.saturating_sub(forgotten.weight);
            self.compacted = forgotten.revision;
        }
        self.revision
    }

    /// The oldest revision from which changes can be asked for.
    pub(crate) fn compacted(&self) -> u64 {
        self.compacted
    }

    /// Forgets all changes up to now.
    pub(crate) fn compact(&mut self) {
        self.log.clear();
        self.weight = 0;
        self.compacted = self.revision;
    }

    /// The changes after a revision; `None` if some of them are forgotten. `O(log n)`, plus the changes.
    pub(crate) fn after(&self, revision: u64) -> Option<impl Iterator<Item = &Change>> {
        if revision < self.compacted {
            return None;
        }
        let start = self.log.partition_point(|it| it.revision <= revision);
        Some(self.log.range(start..))
    }

    /// Like [`after`](Self::after), for watches, which store the events that they send.
    pub(crate) fn after_mut(&mut self, revision: u64) -> Option<impl Iterator<Item = &mut Change>> {
        if revision < self.compacted {
            return None;
        }
        let start = self.log.partition_point(|it| it.revision <= revision);
        Some(self.log.range_mut(start..))
    }

    /// The objects of a shelf at a revision; `None` if that is forgotten. `O(n)` in the objects and the
    /// changes since.
    pub(crate) fn at(
        &self,
        shelf: &str,
        namespace: Option<&str>,
        revision: u64,
    ) -> Option<Vec<(Key, Arc<Value>)>> {
        let changes: Vec<_> = self.after(revision)?.filter(|it| *it.shelf == *shelf).collect();
        let now = self.list(shelf, namespace).map(|(key, it)| (key.clone(), Arc::clone(it)));
        let mut objects: Objects = now.collect();
        for change in changes.into_iter().rev() {
            if namespace.is_some_and(|it| it != change.key.namespace) {
                continue;
            }
            match &change.before {
                Some(before) => drop(objects.insert(change.key.clone(), Arc::clone(before))),
                None => drop(objects.remove(&change.key)),
            }
        }
        Some(objects.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn key(name: &str) -> Key {
        Key { namespace: "a".to_owned(), name: name.to_owned() }
    }

    #[test]
    fn the_past_is_remembered_until_it_is_compacted() {
        let shelf: Shelf = "pods".into();
        let mut store = Store::new(100, usize::MAX);
        let first = store.write(&shelf, key("x"), Some(Arc::new(json!(1))));
        let second = store.write(&shelf, key("y"), Some(Arc::new(json!(2))));
        store.write(&shelf, key("x"), None);
        let names = |revision| {
            let objects = store.at("pods", Some("a"), revision).expect("remembered");
            objects.into_iter().map(|(key, _)| key.name).collect::<Vec<_>>()
        };
        assert_eq!(names(first), ["x"]);
        assert_eq!(names(second), ["x", "y"]);
        assert_eq!(names(store.revision()), ["y"]);
        assert_eq!(store.after(first).expect("remembered").count(), 2);
        store.compact();
        assert!(store.after(second).is_none());
        assert_eq!(store.after(store.revision()).expect("now").count(), 0);
    }

    #[test]
    fn the_log_has_a_limit() {
        let shelf: Shelf = "pods".into();
        let mut store = Store::new(2, usize::MAX);
        let revisions: Vec<_> =
            (0..4).map(|it| store.write(&shelf, key("x"), Some(Arc::new(json!(it))))).collect();
        assert!(store.after(revisions[0]).is_none());
        assert_eq!(store.after(revisions[1]).expect("remembered").count(), 2);
    }

    #[test]
    fn the_log_has_a_limit_in_bytes() {
        let shelf: Shelf = "pods".into();
        let mut store = Store::new(100, 100_000);
        let mut write = |text: &str| {
            let object = json!({"data": text});
            store.write(&shelf, key("x"), Some(Arc::new(object)))
        };
        let first = write(&"x".repeat(30_000));
        let second = write(&"x".repeat(30_000));
        let last = write(&"x".repeat(200_000));
        assert!(store.after(first).is_none());
        assert_eq!(store.after(second).expect("the last change stays").count(), 1);
        assert_eq!(store.revision(), last);
    }

    #[test]
    fn an_event_is_made_once() {
        let shelf: Shelf = "pods".into();
        let mut store = Store::new(100, usize::MAX);
        store.write(&shelf, key("x"), Some(Arc::new(json!(1))));
        let mut made = 0;
        for shown in ["a", "b", "a", "a"] {
            let mut changes = store.after_mut(0).expect("remembered");
            let change = changes.next().expect("a change");
            let event = change.event(shown.to_owned(), || {
                made += 1;
                shown.into()
            });
            assert_eq!(event, shown);
        }
        assert_eq!(made, 2);
    }
}
