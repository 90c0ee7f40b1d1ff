//! Merge lists: elements that the patch names are opened, those between them stay
//! together.

use core::hash::BuildHasher as _;

use super::{Along, Guide, plain};
use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::{Element, Node, Scalar, Scanner, Sparse};
use crate::hash::Map;
use crate::member::{ElementKey, KeyValue, ListMode, Member};
use crate::options::Options;
use smp_schema::TypeRef;

/// What a patch says of a merge list, by key.
pub(super) struct Elements<'g> {
    member: Member<'g>,
    /// The name of the key.
    name: &'g str,
    element: Option<TypeRef<'g>>,
    named: Map<ElementKey<'g>, &'g PatchObject>,
    /// Whether what the patch doesn't name needs to be told apart, too.
    needs_all: bool,
}

impl<'g> Elements<'g> {
    /// `None` unless it is a list that merges by one key, and the patch names
    /// none twice.
    pub(super) fn of(field: &'g FieldPatch, member: Member<'g>, options: &Options) -> Option<Self> {
        let Ok(ListMode::Objects(element)) = member.list_mode(options) else { return None };
        let name = member.single_key_name()?;
        let mut named = Map::default();
        for change in super::super::list_of(field).unwrap_or_default() {
            let Change::Object(object) = change else { return None };
            if named.insert(member.key_of_change(object).ok()?, object).is_some() {
                return None;
            }
        }
        Some(Self { member, name, element, named, needs_all: field.order.is_some() })
    }

    /// The key that this text is.
    fn key<'t>(&self, text: &'t str) -> Option<ElementKey<'t>>
    where
        'g: 't,
    {
        self.member.key(|_| Scalar::of_text(text).map(KeyValue::Scalar)).ok()
    }
}

/// An element as it is read.
enum Read<'t> {
    /// The patch names it.
    Named(Node<'t>),
    /// It doesn't. With the hash of its key.
    Other(Element<'t>, u64),
}

impl Along<'_> {
    pub(super) fn list<'t>(
        self,
        scanner: &mut Scanner<'t>,
        elements: &Elements<'_>,
    ) -> Option<Node<'t>> {
        if elements.needs_all {
            let mut items = Vec::new();
            scanner.list(|scanner| {
                items.push(match self.element(scanner, elements)? {
                    Read::Named(node) => node,
                    Read::Other(element, _) => Node::Element(element),
                });
                Some(())
            })?;
            return Some(Node::List(items));
        }
        let mut runs = Runs::default();
        scanner.list(|scanner| {
            scanner.peek()?;
            let start = scanner.at();
            match self.element(scanner, elements)? {
                Read::Named(node) => {
                    runs.end(*scanner)?;
                    runs.parts.push(node);
                }
                Read::Other(element, hash) => runs.push(start, scanner.at(), element.key, hash),
            }
            Some(())
        })?;
        runs.end(*scanner)?;
        (!runs.repeat_keys()).then(|| Node::Sparse(Sparse::new(runs.parts)))
    }

    /// An element, opened if the patch changes the one with its key.
    fn element<'t>(self, scanner: &mut Scanner<'t>, elements: &Elements<'_>) -> Option<Read<'t>> {
        scanner.peek()?;
        let start = *scanner;
        let mut found = None;
        let mut change = None;
        let read = scanner.object(|scanner, name| {
            let value = scanner.value()?;
            if plain(name)? != elements.name {
                return Some(());
            }
            let key = elements.key(value)?;
            let guide =
                elements.named.get(&key).map(|patch| Guide::object(patch, elements.element));
            let hash = guide.is_none().then(|| elements.named.hasher().hash_one(&key));
            if found.replace((value, hash)).is_some() {
                return None;
            }
            match guide {
                Some(Guide::Object(patch, ty)) => {
                    // It is read again, in another way.
                    change = Some((patch, ty));
                    None
                }
                _ => Some(()),
            }
        });
        if let Some((patch, ty)) = change {
            *scanner = start;
            return self.object(scanner, patch, ty, Some(elements.name)).map(Read::Named);
        }
        read?;
        let text = scanner.part(start.at(), scanner.at())?;
        let (key, hash) = found?;
        let element = Element { text, key };
        Some(match hash {
            Some(hash) => Read::Other(element, hash),
            None => Read::Named(Node::Element(element)),
        })
    }
}

/// The parts of a list as they are read.
#[derive(Default)]
struct Runs<'t> {
    parts: Vec<Node<'t>>,
    /// Elements that the patch doesn't name, since the last that it does: where
    /// they stand, and the key of the first.
    open: Option<(usize, usize, &'t str)>,
    /// Of the keys of all that the patch doesn't name.
    hashes: Vec<u64>,
    /// Of the first keys of all runs but the first, with where they stand among
    /// those; of equal ones the last.
    firsts: Map<u64, usize>,
}

impl<'t> Runs<'t> {
    fn push(&mut self, start: usize, end: usize, key: &'t str, hash: u64) {
        if let Some((_, last, _)) = &mut self.open {
            *last = end;
        } else {
            self.open = Some((start, end, key));
            if !self.hashes.is_empty() {
                self.firsts.insert(hash, self.hashes.len());
            }
        }
        self.hashes.push(hash);
    }

    fn end(&mut self, scanner: Scanner<'t>) -> Option<()> {
        if let Some((start, end, key)) = self.open.take() {
            let text = scanner.part(start, end)?;
            self.parts.push(Node::Element(Element { text, key }));
        }
        Some(())
    }

    /// Whether a run begins with a key that stands before it, too. Of elements
    /// with one key the first says where all of them stand, so that such a run
    /// may have to part. `O(n)`.
    fn repeat_keys(&self) -> bool {
        let is_before = |(at, hash)| self.firsts.get(hash).is_some_and(|first| at < *first);
        !self.firsts.is_empty() && self.hashes.iter().enumerate().any(is_before)
    }
}
