//! The members of an object, in the order of the text. Most objects are small:
//! they are searched one by one, which beats hashing; large ones get an index,
//! so that no input makes a search linear.

use core::hash::BuildHasher as _;
use std::borrow::Cow;

use foldhash::quality::RandomState;
use hashbrown::HashTable;

use super::node::Node;

type Member<'a> = (Cow<'a, str>, Node<'a>);

/// Beyond this many members there is an index.
const SMALL: usize = 16;

#[derive(Debug, Clone, Default)]
pub(crate) struct Object<'a> {
    members: Vec<Member<'a>>,
    index: Option<Box<Index>>,
}

/// Where each name stands. Hashed with a seed of its own in every process, so
/// that no input can choose its collisions.
#[derive(Debug, Clone, Default)]
struct Index {
    places: HashTable<usize>,
    hasher: RandomState,
}

impl Index {
    fn of(members: &[Member<'_>]) -> Self {
        let mut index = Self::default();
        for (at, (name, _)) in members.iter().enumerate() {
            index.add(name, at, members);
        }
        index
    }

    fn add(&mut self, name: &str, at: usize, members: &[Member<'_>]) {
        let hasher = &self.hasher;
        let hash_at = |at: &usize| members.get(*at).map_or(0, |(name, _)| hasher.hash_one(&**name));
        self.places.insert_unique(hasher.hash_one(name), at, hash_at);
    }

    fn find(&self, name: &str, members: &[Member<'_>]) -> Option<usize> {
        let is_it = |at: &usize| members.get(*at).is_some_and(|(other, _)| other == name);
        self.places.find(self.hasher.hash_one(name), is_it).copied()
    }
}

impl<'a> Object<'a> {
    pub(crate) fn with_capacity(members: usize) -> Self {
        Self { members: Vec::with_capacity(members), index: None }
    }

    /// `O(1)`: by its index, or among few.
    fn find(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.find(name, &self.members),
            None => self.members.iter().position(|(other, _)| other == name),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Node<'a>> {
        self.members.get(self.find(name)?).map(|(_, node)| node)
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut Node<'a>> {
        let at = self.find(name)?;
        self.members.get_mut(at).map(|(_, node)| node)
    }

    pub(crate) fn contains_key(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Sets a member. One that is there keeps its place. `O(1)`.
    pub(crate) fn insert(&mut self, name: Cow<'a, str>, node: Node<'a>) {
        if let Some((_, old)) = self.find(&name).and_then(|at| self.members.get_mut(at)) {
            *old = node;
            return;
        }
        let at = self.members.len();
        self.members.push((name, node));
        match (&mut self.index, self.members.get(at)) {
            (Some(index), Some((name, _))) => index.add(name, at, &self.members),
            (None, _) if at >= SMALL => self.index = Some(Box::new(Index::of(&self.members))),
            _ => {}
        }
    }

    /// Takes a member out. `O(n)`.
    pub(crate) fn remove(&mut self, name: &str) -> Option<Node<'a>> {
        let at = self.find(name)?;
        let (_, node) = self.members.remove(at);
        self.reindex();
        Some(node)
    }

    /// Keeps what the predicate says. `O(n)`.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&str, &Node<'a>) -> bool) {
        let before = self.members.len();
        self.members.retain(|(name, node)| keep(name, node));
        if self.members.len() != before {
            self.reindex();
        }
    }

    fn reindex(&mut self) {
        self.index = (self.members.len() > SMALL).then(|| Box::new(Index::of(&self.members)));
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Cow<'a, str>, &Node<'a>)> {
        self.members.iter().map(|(name, node)| (name, node))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (&Cow<'a, str>, &mut Node<'a>)> {
        self.members.iter_mut().map(|(name, node)| (&*name, node))
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &Cow<'a, str>> {
        self.members.iter().map(|(name, _)| name)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &Node<'a>> {
        self.members.iter().map(|(_, node)| node)
    }
}

impl<'a> IntoIterator for Object<'a> {
    type Item = Member<'a>;
    type IntoIter = std::vec::IntoIter<Member<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter()
    }
}

impl<'a> Extend<Member<'a>> for Object<'a> {
    fn extend<T: IntoIterator<Item = Member<'a>>>(&mut self, members: T) {
        for (name, node) in members {
            self.insert(name, node);
        }
    }
}

/// Of members with one name the last holds, at the place of the first.
impl<'a> FromIterator<Member<'a>> for Object<'a> {
    fn from_iter<T: IntoIterator<Item = Member<'a>>>(members: T) -> Self {
        let mut object = Self::default();
        object.extend(members);
        object
    }
}
