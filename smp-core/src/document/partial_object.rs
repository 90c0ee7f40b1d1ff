//! An object in which only the members that a patch names are separate. The members between
//! them stay one piece of text, with its commas. Example: if the patch names one of a hundred
//! members, the object has three parts.

use std::borrow::Cow;

use super::node::Node;
use super::object::{Members, Object};
use super::{read, write};
use crate::depth::DepthBudget;
use crate::error::Error;
use crate::ordered::{Index, NamedItems};

/// The reader that makes a partial object guarantees that the name of a separate member does
/// not occur in the text of the others. Example: of `{"a": 1, "b": 2, "a": 3}` both members `a`
/// become one separate member, or both stay text.
#[derive(Debug, Clone, Default)]
pub(crate) struct PartialObject<'a> {
    parts: Vec<ObjectPart<'a>>,
    index: Index,
}

#[derive(Debug, Clone)]
enum ObjectPart<'a> {
    /// The text of one or more members, without a comma at either end.
    Text(&'a str),
    Member(Cow<'a, str>, Node<'a>),
}

impl NamedItems for Vec<ObjectPart<'_>> {
    fn count(&self) -> usize {
        self.len()
    }

    fn name(&self, at: usize) -> Option<&str> {
        match self.get(at)? {
            ObjectPart::Member(name, _) => Some(name),
            ObjectPart::Text(_) => None,
        }
    }
}

impl<'a> PartialObject<'a> {
    /// Adds the text of members that stay closed.
    pub(crate) fn push_text(&mut self, text: &'a str) {
        self.parts.push(ObjectPart::Text(text));
        self.index.push_last(&self.parts);
    }

    /// Sets a separate member. Of several members with one name the last value counts, at the
    /// place of the first.
    pub(crate) fn insert(&mut self, name: Cow<'a, str>, node: Node<'a>) {
        if let Some(old) = self.get_mut(&name) {
            *old = node;
        } else {
            self.parts.push(ObjectPart::Member(name, node));
            self.index.push_last(&self.parts);
        }
    }

    /// A separate member.
    pub(crate) fn get(&self, name: &str) -> Option<&Node<'a>> {
        match self.parts.get(self.index.find(name, &self.parts)?)? {
            ObjectPart::Member(_, node) => Some(node),
            ObjectPart::Text(_) => None,
        }
    }

    fn get_mut(&mut self, name: &str) -> Option<&mut Node<'a>> {
        let at = self.index.find(name, &self.parts)?;
        match self.parts.get_mut(at)? {
            ObjectPart::Member(_, node) => Some(node),
            ObjectPart::Text(_) => None,
        }
    }

    /// The object with all members separate. `O(n)` in the text.
    pub(super) fn open(self) -> Result<Object<'a>, Error> {
        let mut object = Object::default();
        for part in self.parts {
            match part {
                ObjectPart::Text(text) => object.extend(read::members(text)?),
                ObjectPart::Member(name, node) => object.insert(name, node),
            }
        }
        Ok(object)
    }

    /// Writes compact JSON; text is written as it was read. `O(n)`.
    pub(super) fn write(&self, out: &mut String) {
        out.push('{');
        for (at, part) in self.parts.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            match part {
                ObjectPart::Text(text) => out.push_str(text),
                ObjectPart::Member(name, node) => write::member(name, node, out),
            }
        }
        out.push('}');
    }

    /// The form of the object for tests: separate members as `shape` writes them, and text in
    /// `<>`.
    #[cfg(test)]
    pub(crate) fn shape(&self, shape: impl Fn(&Node<'a>) -> String) -> String {
        let part = |part: &ObjectPart<'a>| match part {
            ObjectPart::Text(text) => format!("<{text}>"),
            ObjectPart::Member(name, node) => format!("{name}={}", shape(node)),
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join(" ")
    }

    /// The length of the text that [`write`](Self::write) writes, or a little more. `O(n)` in the
    /// parts.
    pub(super) fn text_len(&self) -> usize {
        let part = |part: &ObjectPart<'_>| match part {
            ObjectPart::Text(text) => text.len(),
            ObjectPart::Member(name, node) => name.len().saturating_add(write::text_len(node)),
        };
        write::total(self.parts.iter().map(part))
    }
}

impl<'a> Members<'a> for PartialObject<'a> {
    fn change<R>(
        &mut self,
        name: &str,
        _: Option<usize>,
        _: DepthBudget,
        change: impl FnOnce(&mut Node<'a>) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        self.get_mut(name).map(change).transpose()
    }

    fn set(&mut self, name: &'a str, node: Node<'a>, _: DepthBudget) -> Result<(), Error> {
        self.insert(Cow::Borrowed(name), node);
        Ok(())
    }

    fn remove_all(&mut self, is_removed: impl Fn(&str) -> bool) {
        self.parts.retain(|part| match part {
            ObjectPart::Member(name, _) => !is_removed(name),
            ObjectPart::Text(_) => true,
        });
        self.index = Index::of(&self.parts);
    }
}
