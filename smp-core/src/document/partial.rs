//! An object of which only the members that somebody named are open. The others
//! stay together as they stand in the text, commas and all: an object with a
//! hundred members of which one changes has three parts.

use std::borrow::Cow;

use super::node::Node;
use super::object::{Members, Object};
use super::{read, write};
use crate::depth::DepthBudget;
use crate::error::Error;
use crate::ordered::{Index, Names};

/// Whoever reads one promises that no name of a member that stands open stands
/// in the text of the others, too.
#[derive(Debug, Clone, Default)]
pub(crate) struct Partial<'a> {
    parts: Vec<Part<'a>>,
    index: Index,
}

#[derive(Debug, Clone)]
enum Part<'a> {
    /// The text of one or more members, without a comma at either end.
    Text(&'a str),
    Member(Cow<'a, str>, Node<'a>),
}

impl Names for Vec<Part<'_>> {
    fn count(&self) -> usize {
        self.len()
    }

    fn name(&self, at: usize) -> Option<&str> {
        match self.get(at)? {
            Part::Member(name, _) => Some(name),
            Part::Text(_) => None,
        }
    }
}

impl<'a> Partial<'a> {
    /// Adds the text of members that stay closed. `O(1)`.
    pub(crate) fn push_text(&mut self, text: &'a str) {
        self.parts.push(Part::Text(text));
        self.index.added(&self.parts);
    }

    /// Sets a member that is open. Of members with one name the last holds, at
    /// the place of the first. `O(1)`.
    pub(crate) fn insert(&mut self, name: Cow<'a, str>, node: Node<'a>) {
        if let Some(old) = self.get_mut(&name) {
            *old = node;
        } else {
            self.parts.push(Part::Member(name, node));
            self.index.added(&self.parts);
        }
    }

    /// A member that is open. `O(1)`.
    pub(crate) fn get(&self, name: &str) -> Option<&Node<'a>> {
        match self.parts.get(self.index.find(name, &self.parts)?)? {
            Part::Member(_, node) => Some(node),
            Part::Text(_) => None,
        }
    }

    fn get_mut(&mut self, name: &str) -> Option<&mut Node<'a>> {
        let at = self.index.find(name, &self.parts)?;
        match self.parts.get_mut(at)? {
            Part::Member(_, node) => Some(node),
            Part::Text(_) => None,
        }
    }

    /// The whole object, one level open. `O(n)` in the text.
    pub(super) fn open(self) -> Result<Object<'a>, Error> {
        let mut object = Object::default();
        for part in self.parts {
            match part {
                Part::Text(text) => object.extend(read::members(text)?),
                Part::Member(name, node) => object.insert(name, node),
            }
        }
        Ok(object)
    }

    /// As JSON text, what is closed as it was read. `O(n)`.
    pub(super) fn write(&self, out: &mut String) {
        out.push('{');
        for (at, part) in self.parts.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Member(name, node) => write::member(name, node, out),
            }
        }
        out.push('}');
    }

    /// What is open, by `shape`, and in `<>` what stayed text.
    #[cfg(test)]
    pub(crate) fn shape(&self, shape: impl Fn(&Node<'a>) -> String) -> String {
        let part = |part: &Part<'a>| match part {
            Part::Text(text) => format!("<{text}>"),
            Part::Member(name, node) => format!("{name}={}", shape(node)),
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join(" ")
    }

    /// How long the text is, or a little more. `O(n)` in what is open.
    pub(super) fn text_len(&self) -> usize {
        let part = |part: &Part<'_>| match part {
            Part::Text(text) => text.len(),
            Part::Member(name, node) => name.len().saturating_add(write::text_len(node)),
        };
        write::total(self.parts.iter().map(part))
    }
}

impl<'a> Members<'a> for Partial<'a> {
    fn change<R>(
        &mut self,
        name: &str,
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
            Part::Member(name, _) => !is_removed(name),
            Part::Text(_) => true,
        });
        self.index = Index::of(&self.parts);
    }
}
