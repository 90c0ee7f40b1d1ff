//! Where each name stands among many. Few names are searched one by one, which
//! beats hashing; many get an index, so that no input makes a search linear.

use core::hash::BuildHasher as _;

use foldhash::quality::RandomState;
use hashbrown::HashTable;

/// Beyond this many names there is an index.
const SMALL: usize = 16;

/// Things with names, by their position. Not every thing needs to have one.
pub(super) trait Names {
    fn count(&self) -> usize;
    fn name(&self, at: usize) -> Option<&str>;
}

/// Hashed with a seed of its own in every process, so that no input can choose
/// its collisions.
#[derive(Debug, Clone, Default)]
pub(super) struct Index(Option<Box<Table>>);

#[derive(Debug, Clone, Default)]
struct Table {
    places: HashTable<usize>,
    hasher: RandomState,
}

impl Index {
    pub(super) fn of(names: &impl Names) -> Self {
        if names.count() <= SMALL {
            return Self(None);
        }
        let mut table = Table::default();
        for at in 0..names.count() {
            table.add(at, names);
        }
        Self(Some(Box::new(table)))
    }

    /// Takes note of the last of these names. `O(1)`.
    pub(super) fn added(&mut self, names: &impl Names) {
        match &mut self.0 {
            Some(table) => table.add(names.count().saturating_sub(1), names),
            None if names.count() > SMALL => *self = Self::of(names),
            None => {}
        }
    }

    /// `O(1)`: by hash, or among few.
    pub(super) fn find(&self, name: &str, names: &impl Names) -> Option<usize> {
        match &self.0 {
            Some(table) => table.find(name, names),
            None => (0..names.count()).find(|&at| names.name(at) == Some(name)),
        }
    }
}

impl Table {
    fn add(&mut self, at: usize, names: &impl Names) {
        let hasher = &self.hasher;
        let hash = |at: &usize| names.name(*at).map_or(0, |name| hasher.hash_one(name));
        if let Some(name) = names.name(at) {
            self.places.insert_unique(hasher.hash_one(name), at, hash);
        }
    }

    fn find(&self, name: &str, names: &impl Names) -> Option<usize> {
        let is_it = |at: &usize| names.name(*at) == Some(name);
        self.places.find(self.hasher.hash_one(name), is_it).copied()
    }
}
