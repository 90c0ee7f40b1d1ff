//! A common interface to parsed documents, and to documents as they are written in a text.

use std::borrow::Cow;
use std::collections::HashSet;

use smp_core::{Document, View};
use smp_yaml::__written::{Parts, Written};

/// A value with its members or items.
pub(crate) trait Node {
    /// Calls a function with the members of an object.
    fn members(&self, see: &mut dyn FnMut(&str, &dyn Node));

    /// Calls a function with the items of a list.
    fn items(&self, see: &mut dyn FnMut(&dyn Node));

    fn is_scalar(&self) -> bool;

    /// The text of a string.
    fn text(&self) -> Option<Cow<'_, str>>;
}

impl Node for Document<'_> {
    fn members(&self, see: &mut dyn FnMut(&str, &dyn Node)) {
        if let Ok(View::Object(members)) = self.view() {
            for (name, member) in &members {
                see(name, member);
            }
        }
    }

    fn items(&self, see: &mut dyn FnMut(&dyn Node)) {
        if let Ok(View::List(items)) = self.view() {
            for item in &items {
                see(item);
            }
        }
    }

    fn is_scalar(&self) -> bool {
        !matches!(self.view(), Ok(View::Object(_) | View::List(_)))
    }

    fn text(&self) -> Option<Cow<'_, str>> {
        self.as_str()
    }
}

impl Node for Written<'_, '_> {
    /// The members that are written, and those that are merged with `<<`, even if others override them.
    fn members(&self, see: &mut dyn FnMut(&str, &dyn Node)) {
        let (mut seen, mut waiting) = (HashSet::new(), vec![*self]);
        while let Some(node) = waiting.pop() {
            match node.parts() {
                Parts::Mapping(members) if seen.insert(node.place()) => {
                    for (key, value) in members {
                        if key.is_merge_key() {
                            waiting.push(value);
                        } else if let Some(name) = key.text() {
                            see(&name, &value);
                        }
                    }
                }
                Parts::Alias(target) => waiting.push(target),
                // A list of mappings to merge. If the node itself is a list, its items have no names.
                Parts::List(items) if !seen.is_empty() => waiting.extend(items),
                _ => {}
            }
        }
    }

    fn items(&self, see: &mut dyn FnMut(&dyn Node)) {
        match self.parts() {
            Parts::List(items) => items.iter().for_each(|item| see(item)),
            Parts::Alias(target) => target.items(see),
            _ => {}
        }
    }

    fn is_scalar(&self) -> bool {
        match self.parts() {
            Parts::Scalar(_) => true,
            Parts::Alias(target) => target.is_scalar(),
            _ => false,
        }
    }

    fn text(&self) -> Option<Cow<'_, str>> {
        match self.parts() {
            Parts::Scalar(text) => Some(text.into()),
            // The target of an alias is never an alias.
            Parts::Alias(target) => match target.parts() {
                Parts::Scalar(text) => Some(text.into()),
                _ => None,
            },
            _ => None,
        }
    }
}
