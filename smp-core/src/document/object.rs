//! The members of an object, in the order of the text.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::node::Node;
use super::write;
use crate::depth::DepthBudget;
use crate::error::Error;
use crate::ordered::OrderedMap;

/// The operations of a merge on the members of an object, for all representations of objects.
pub(crate) trait Members<'a> {
    /// Changes a member in place; `None` if no member has this name. `O(1)` apart from the change. After
    /// an error the value of the member is undefined. `position` is that of the field in its type, where
    /// it is known; a struct is searched from there. `limit` is the maximal depth of the changed value.
    fn change<R>(
        &mut self,
        name: &str,
        position: Option<usize>,
        limit: DepthBudget,
        change: impl FnOnce(&mut Node<'a>) -> Result<R, Error>,
    ) -> Result<Option<R>, Error>;

    /// Sets a member. A member that exists keeps its place. `O(1)` apart from converting the
    /// value to the representation of the object.
    fn set(&mut self, name: &'a str, node: Node<'a>, limit: DepthBudget) -> Result<(), Error>;

    /// Removes all members for whose names `is_removed` is true. `O(n)`.
    fn remove_all(&mut self, is_removed: impl Fn(&str) -> bool);
}

/// The members of an open object. If several members have the same name, the last value counts, at the
/// place of the first.
pub(crate) type Object<'a> = OrderedMap<Cow<'a, str>, Node<'a>>;

impl<'a> Members<'a> for Object<'a> {
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
        self.retain(|name, _| !is_removed(name));
    }
}

/// A `Value` is changed in place. Members that the merge does not name are not visited.
impl<'a> Members<'a> for Map<String, Value> {
    fn change<R>(
        &mut self,
        name: &str,
        _: Option<usize>,
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
        // `retain` keeps the order of members, if `serde_json` has one.
        self.retain(|name, _| !is_removed(name));
    }
}
