//! The versions of one place that a diff compares, and the values that it may delete there.

use core::cell::OnceCell;
use std::borrow::Cow;

use super::present;
use crate::document::{Node, Object};
use crate::error::Error;

/// The values of the three documents at one place: objects, lists, or any values.
#[derive(Debug, Clone, Copy)]
pub(super) struct ThreeSides<O, S> {
    pub(super) original: O,
    pub(super) modified: S,
    pub(super) current: S,
}

/// The version that decides which values a diff may delete.
///
/// Example: current is `{"a": 1, "b": 2}` and modified is `{"a": 1}`. A two-way diff deletes
/// `b`. A three-way diff deletes `b` if original has it; otherwise another writer has added it
/// to current, and it stays (semantics three-way-1 and three-way-2).
#[derive(Debug, Clone, Copy)]
pub(super) enum Ancestor<T> {
    /// Two-way diff: original and current are the same document, so that everything that
    /// modified lacks is deleted.
    IsCurrent,
    /// Three-way diff: the value that original has at this place, if it has one.
    Original(Option<T>),
}

impl<T> Ancestor<T> {
    /// Whether a value that current has here, and modified lacks, is deleted.
    pub(super) fn allows_deletion(&self) -> bool {
        match self {
            Self::IsCurrent => true,
            Self::Original(original) => original.is_some(),
        }
    }

    /// The value of original in a three-way diff.
    pub(super) fn original(self) -> Option<T> {
        match self {
            Self::IsCurrent => None,
            Self::Original(original) => original,
        }
    }

    /// The ancestor of something inside of this place.
    pub(super) fn and_then<U>(self, inside: impl FnOnce(T) -> Option<U>) -> Ancestor<U> {
        match self {
            Self::IsCurrent => Ancestor::IsCurrent,
            Self::Original(original) => Ancestor::Original(original.and_then(inside)),
        }
    }
}

/// The ancestor of an object. Original's object is opened at the first lookup of a
/// member; most objects need no lookup.
pub(super) struct LazyAncestor<'n, 'a> {
    node: Ancestor<&'n Node<'a>>,
    opened: OnceCell<Cow<'n, Node<'a>>>,
}

impl<'n, 'a> LazyAncestor<'n, 'a> {
    pub(super) fn of(node: Ancestor<&'n Node<'a>>) -> Self {
        Self { node, opened: OnceCell::new() }
    }

    /// Whether a member that current has and modified lacks is deleted: in a three-way diff, if original
    /// has it, even as null.
    pub(super) fn has_member(&self, name: &str) -> Result<bool, Error> {
        let members = self.members()?;
        Ok(self.is_current() || members.is_some_and(|members| members.contains_key(name)))
    }

    /// Original's members in a three-way diff; `None` if it has no object here.
    pub(super) fn members(&self) -> Result<Option<&Object<'a>>, Error> {
        Ok(match self.opened()?.original().map(Cow::as_ref) {
            Some(Node::Object(members)) => Some(members),
            _ => None,
        })
    }

    /// The ancestor of the member with this name. A value that is not an object has no members.
    pub(super) fn member(&self, name: &str) -> Result<Ancestor<&Node<'a>>, Error> {
        let members = self.members()?;
        Ok(self.node.and_then(|_| present(members?.get(name))))
    }

    /// Original's value, opened.
    fn opened(&self) -> Result<Ancestor<&Cow<'n, Node<'a>>>, Error> {
        let node = match self.node {
            Ancestor::IsCurrent => return Ok(Ancestor::IsCurrent),
            Ancestor::Original(None) => return Ok(Ancestor::Original(None)),
            Ancestor::Original(Some(node)) => node,
        };
        if let Some(opened) = self.opened.get() {
            return Ok(Ancestor::Original(Some(opened)));
        }
        let opened = node.opened()?;
        Ok(Ancestor::Original(Some(self.opened.get_or_init(|| opened))))
    }

    /// Original's value.
    pub(super) fn node(&self) -> Ancestor<&'n Node<'a>> {
        self.node
    }

    /// Whether the diff is two-way.
    pub(super) fn is_current(&self) -> bool {
        matches!(self.node, Ancestor::IsCurrent)
    }
}
