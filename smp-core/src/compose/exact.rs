//! A patch that gives a field one exact value, regardless of live. Rule: semantics compose-5.

use std::collections::HashSet;

use super::{Compose, incompatible};
use crate::directive::{Change, FieldPatch, PatchObject, data, list_replacement};
use crate::document::Node;
use crate::error::Error;
use crate::site::{ListRule, Site};
use smp_schema::Base;

impl Compose<'_> {
    /// The change that gives the field of `member` this value.
    ///
    /// Example: the value `{"a": 1}` is written as `{"$retainKeys": ["a"], "a": 1}`, which
    /// clears all other members that live may have. `{"$patch": "replace", "a": 1}` would not
    /// be enough: it has no effect where live lacks the object (semantics adopt-2). A merge
    /// list of scalars is an error, since a patch cannot delete items of live that it does not
    /// know; so is a map, since where live lacks it, a server takes `$retainKeys` for data.
    pub(super) fn patch_setting_exactly(
        &self,
        mut value: Node<'_>,
        member: &Site<'_>,
    ) -> Result<Change, Error> {
        let limit = self.limit();
        value.open()?;
        if !value.kind().is_scalar() && member.check_known(self.options).is_err() {
            return Err(incompatible(
                "the second patch makes a new value of one that the first removes, in a field \
                 that the schema doesn't have",
            ));
        }
        match value {
            Node::Object(members) if member.strategy.base() != Base::Replace => {
                self.check_place(member.ty)?;
                let mut object = PatchObject::default();
                let mut names = Vec::new();
                for (name, node) in members {
                    if node.is_null() {
                        continue;
                    }
                    let below = Site::member(member.ty, &name, self.options);
                    let change = self
                        .patch_setting_exactly(node, &below)
                        .map_err(|error| error.within_field(&name))?;
                    names.push(name.to_string());
                    object.fields.insert(name.into_owned(), FieldPatch::value(change));
                }
                names.sort_unstable();
                object.retain_keys = Some(names);
                Ok(Change::Object(object))
            }
            Node::List(items) => match member.list_rule(self.options) {
                Ok(ListRule::Keyed) => {
                    if !can_replace(&items, member)? {
                        return Err(incompatible(
                            "the second patch makes a new list of one that the first removes, and \
                             its elements lack the merge key, or share one",
                        ));
                    }
                    list_replacement(items, limit)
                }
                Ok(ListRule::Set) => Err(incompatible(
                    "the second patch makes a new list of one that the first removes, and no \
                     patch replaces a merge list of scalars",
                )),
                Ok(ListRule::Atomic) => data(Node::List(items), limit),
                Err(_) => Err(incompatible(
                    "the second patch makes a list of a value that the first removes, in a field \
                     that is no list",
                )),
            },
            other => data(other, limit),
        }
    }
}

/// Whether `$patch: replace` in a list gives exactly these elements: all are objects, and their
/// merge keys differ.
fn can_replace(items: &[Node<'_>], member: &Site<'_>) -> Result<bool, Error> {
    let opened = items.iter().map(Node::opened).collect::<Result<Vec<_>, Error>>()?;
    let mut keys = HashSet::with_capacity(items.len());
    Ok(opened.iter().all(|item| match item.as_ref() {
        Node::Object(object) => member.key_of(object).is_ok_and(|key| keys.insert(key)),
        _ => false,
    }))
}
