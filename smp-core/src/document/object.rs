//! The members of an object, in the order of the text.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::index::{Index, Names};
use super::node::Node;
use super::write;
use crate::error::Error;

type Member<'a> = (Cow<'a, str>, Node<'a>);

/// What a merge does with the members of an object, whatever form it has.
pub(crate) trait Members<'a> {
    /// Changes a member in place; `None` if there is none of this name. `O(1)`
    /// apart from the change. After an error the member has no defined value.
    fn change<R>(
        &mut self,
        name: &str,
        change: impl FnOnce(&mut Node<'a>) -> Result<R, Error>,
    ) -> Result<Option<R>, Error>;

    /// Sets a member. One that is there keeps its place. `O(1)` apart from
    /// changing the form of the value.
    fn set(&mut self, name: &'a str, node: Node<'a>) -> Result<(), Error>;

    /// Removes the members whose names are among these. `O(n)`.
    fn remove_all(&mut self, is_removed: impl Fn(&str) -> bool);
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Object<'a> {
    members: Vec<Member<'a>>,
    index: Index,
}

impl Names for Vec<Member<'_>> {
    fn count(&self) -> usize {
        self.len()
    }

    fn name(&self, at: usize) -> Option<&str> {
        self.get(at).map(|(name, _)| name.as_ref())
    }
}

impl<'a> Object<'a> {
    /// `O(1)`: by its index, or among few.
    fn find(&self, name: &str) -> Option<usize> {
        self.index.find(name, &self.members)
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
        if let Some(old) = self.get_mut(&name) {
            *old = node;
        } else {
            self.members.push((name, node));
            self.index.added(&self.members);
        }
    }

    /// Takes a member out. `O(n)`.
    pub(crate) fn remove(&mut self, name: &str) -> Option<Node<'a>> {
        let at = self.find(name)?;
        let (_, node) = self.members.remove(at);
        self.index = Index::of(&self.members);
        Some(node)
    }

    /// Keeps what the predicate says. `O(n)`.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&str, &Node<'a>) -> bool) {
        let before = self.members.len();
        self.members.retain(|(name, node)| keep(name, node));
        if self.members.len() != before {
            self.index = Index::of(&self.members);
        }
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

impl<'a> Members<'a> for Object<'a> {
    fn change<R>(
        &mut self,
        name: &str,
        change: impl FnOnce(&mut Node<'a>) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        self.get_mut(name).map(change).transpose()
    }

    fn set(&mut self, name: &'a str, node: Node<'a>) -> Result<(), Error> {
        self.insert(Cow::Borrowed(name), node);
        Ok(())
    }

    fn remove_all(&mut self, is_removed: impl Fn(&str) -> bool) {
        self.retain(|name, _| !is_removed(name));
    }
}

/// A value of the caller's is changed where it is: what the merge doesn't name
/// isn't even looked at.
impl<'a> Members<'a> for Map<String, Value> {
    fn change<R>(
        &mut self,
        name: &str,
        change: impl FnOnce(&mut Node<'a>) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        let Some(value) = self.get_mut(name) else { return Ok(None) };
        let mut node = Node::Value(core::mem::take(value));
        let answer = change(&mut node)?;
        *value = write::value(node)?;
        Ok(Some(answer))
    }

    fn set(&mut self, name: &'a str, node: Node<'a>) -> Result<(), Error> {
        self.insert(name.to_owned(), write::value(node)?);
        Ok(())
    }

    fn remove_all(&mut self, is_removed: impl Fn(&str) -> bool) {
        // `retain` keeps the order of members where `serde_json` has one.
        self.retain(|name, _| !is_removed(name));
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
