//! The members of an object, in the order of the text.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::node::Node;
use super::write;
use crate::depth::DepthBudget;
use crate::error::Error;
use crate::ordered::Ordered;

/// What a merge does with the members of an object, whatever form it has.
pub(crate) trait Members<'a> {
    /// Changes a member in place; `None` if there is none of this name. `O(1)`
    /// apart from the change. After an error the member has no defined value. The
    /// change leaves no more open levels than the limit.
    fn change<R>(
        &mut self,
        name: &str,
        limit: DepthBudget,
        change: impl FnOnce(&mut Node<'a>) -> Result<R, Error>,
    ) -> Result<Option<R>, Error>;

    /// Sets a member. One that is there keeps its place. `O(1)` apart from
    /// changing the form of the value.
    fn set(&mut self, name: &'a str, node: Node<'a>, limit: DepthBudget) -> Result<(), Error>;

    /// Removes the members whose names are among these. `O(n)`.
    fn remove_all(&mut self, is_removed: impl Fn(&str) -> bool);
}

/// Of members with one name the last holds, at the place of the first.
pub(crate) type Object<'a> = Ordered<Cow<'a, str>, Node<'a>>;

impl<'a> Members<'a> for Object<'a> {
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
        self.retain(|name, _| !is_removed(name));
    }
}

/// A value of the caller's is changed where it is: what the merge doesn't name
/// isn't even looked at.
impl<'a> Members<'a> for Map<String, Value> {
    fn change<R>(
        &mut self,
        name: &str,
        limit: DepthBudget,
        change: impl FnOnce(&mut Node<'a>) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        let Some(value) = self.get_mut(name) else { return Ok(None) };
        let mut node = Node::Value(core::mem::take(value));
        let answer = change(&mut node)?;
        *value = write::value(node, limit)?;
        Ok(Some(answer))
    }

    fn set(&mut self, name: &'a str, node: Node<'a>, limit: DepthBudget) -> Result<(), Error> {
        self.insert(name.to_owned(), write::value(node, limit)?);
        Ok(())
    }

    fn remove_all(&mut self, is_removed: impl Fn(&str) -> bool) {
        // `retain` keeps the order of members where `serde_json` has one.
        self.retain(|name, _| !is_removed(name));
    }
}
