//! What a diff may delete.

use core::cell::OnceCell;
use std::borrow::Cow;

use super::present;
use crate::document::Node;
use crate::error::Error;

/// What may be deleted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Base<T> {
    /// Two-way: original is current, so all that modified lacks goes.
    Same,
    /// Three-way: what original has here goes, if modified lacks it.
    Original(Option<T>),
}

impl<T> Base<T> {
    /// Whether modified deletes, if it lacks it, what current has here.
    pub(super) fn deletes(&self) -> bool {
        match self {
            Self::Same => true,
            Self::Original(original) => original.is_some(),
        }
    }

    /// What original has further in.
    pub(super) fn and_then<U>(self, step: impl FnOnce(T) -> Option<U>) -> Base<U> {
        match self {
            Self::Same => Base::Same,
            Self::Original(original) => Base::Original(original.and_then(step)),
        }
    }
}

/// An object of the base, opened when somebody asks: mostly nobody does.
pub(super) struct Below<'n, 'a> {
    node: Base<&'n Node<'a>>,
    opened: OnceCell<Cow<'n, Node<'a>>>,
}

impl<'n, 'a> Below<'n, 'a> {
    pub(super) fn of(node: Base<&'n Node<'a>>) -> Self {
        Self { node, opened: OnceCell::new() }
    }

    /// What it has under this name. Anything but an object has no members.
    pub(super) fn member(&self, name: &str) -> Result<Base<&Node<'a>>, Error> {
        let node = match self.node {
            Base::Same => return Ok(Base::Same),
            Base::Original(None) => return Ok(Base::Original(None)),
            Base::Original(Some(node)) => node,
        };
        let opened = if let Some(opened) = self.opened.get() {
            opened
        } else {
            let opened = node.opened()?;
            self.opened.get_or_init(|| opened)
        };
        Ok(Base::Original(match opened.as_ref() {
            Node::Object(members) => present(members.get(name)),
            _ => None,
        }))
    }

    /// Whether there is nothing but what modified lacks.
    pub(super) fn is_same(&self) -> bool {
        matches!(self.node, Base::Same)
    }
}
