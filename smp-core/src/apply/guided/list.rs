//! Merge lists: the elements that the patch names are opened, the others stay text. Adjacent
//! elements that the patch does not name are one piece of text, a *run*.

use core::hash::BuildHasher as _;

use super::{Guide, PatchGuidedReader, unescaped};
use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::{Element, KeyValue, Node, PartialList, Scanner};
use crate::hash::Map;
use crate::member::{ElementKey, ListMode, Member};
use crate::options::Options;
use smp_schema::TypeRef;

/// The changes of a merge list in a patch, by key.
pub(super) struct ElementGuide<'g> {
    member: Member<'g>,
    /// The name of the merge key.
    name: &'g str,
    element: Option<TypeRef<'g>>,
    changes: Map<ElementKey<'g>, &'g PatchObject>,
    /// Whether each element must be separate: with an order list every element may move.
    is_ordered: bool,
}

impl<'g> ElementGuide<'g> {
    /// `None` unless the list merges by one key, and no two elements of the patch list have
    /// the same key.
    pub(super) fn of(field: &'g FieldPatch, member: Member<'g>, options: &Options) -> Option<Self> {
        let Ok(ListMode::Objects(element)) = member.list_mode(options) else { return None };
        let name = member.single_key_name()?;
        let mut changes = Map::default();
        for change in super::super::list_of(field).unwrap_or_default() {
            let Change::Object(object) = change else { return None };
            if changes.insert(member.key_of_change(object).ok()?, object).is_some() {
                return None;
            }
        }
        Some(Self { member, name, element, changes, is_ordered: field.order.is_some() })
    }

    /// The key of an element whose merge key has this text.
    fn key<'t>(&self, text: &'t str) -> Option<ElementKey<'t>>
    where
        'g: 't,
    {
        self.member.key(|_| KeyValue::of_text(text)).ok()
    }
}

/// An element as it is read.
enum ReadElement<'t> {
    /// The patch names its key.
    Named(Node<'t>),
    /// The patch does not name its key. The number is the hash of the key.
    Other(Element<'t>, u64),
}

impl PatchGuidedReader<'_> {
    pub(super) fn list<'t>(
        self,
        scanner: &mut Scanner<'t>,
        elements: &ElementGuide<'_>,
    ) -> Option<Node<'t>> {
        if elements.is_ordered {
            let mut items = Vec::new();
            scanner.list(|scanner| {
                items.push(match self.element(scanner, elements)? {
                    ReadElement::Named(node) => node,
                    ReadElement::Other(element, _) => Node::from(element),
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
                ReadElement::Named(node) => {
                    runs.end(*scanner)?;
                    runs.parts.push(node);
                }
                ReadElement::Other(element, hash) => {
                    runs.push(start, scanner.at(), element.key, hash);
                }
            }
            Some(())
        })?;
        runs.end(*scanner)?;
        (!runs.has_repeated_key()).then(|| Node::from(PartialList::new(runs.parts)))
    }

    /// An element, opened if the patch changes the one with its key.
    fn element<'t>(
        self,
        scanner: &mut Scanner<'t>,
        elements: &ElementGuide<'_>,
    ) -> Option<ReadElement<'t>> {
        scanner.peek()?;
        let start = *scanner;
        // The element itself is a level, too.
        let inside = self.limit.checked_sub(1).map(|limit| Self { limit, ..self });
        let mut found = None;
        let mut change = None;
        let read = scanner.object(|scanner, name| {
            let value = scanner.value()?;
            if unescaped(name)? != elements.name {
                return Some(());
            }
            let key = elements.key(value)?;
            let guide =
                elements.changes.get(&key).map(|patch| Guide::object(patch, elements.element));
            let hash = guide.is_none().then(|| elements.changes.hasher().hash_one(&key));
            if found.replace((value, hash)).is_some() {
                return None;
            }
            match (guide, inside) {
                (Some(Guide::Object(patch, ty)), Some(inside)) => {
                    // Read the element again, to open the members that the patch names.
                    change = Some((inside, patch, ty));
                    None
                }
                _ => Some(()),
            }
        });
        if let Some((inside, patch, ty)) = change {
            *scanner = start;
            return inside.object(scanner, patch, ty, Some(elements.name)).map(ReadElement::Named);
        }
        read?;
        let text = scanner.part(start.at(), scanner.at())?;
        let (key, hash) = found?;
        let element = Element { text, key };
        Some(match hash {
            Some(hash) => ReadElement::Other(element, hash),
            None => ReadElement::Named(Node::from(element)),
        })
    }
}

/// The parts of a list as they are read.
#[derive(Default)]
struct Runs<'t> {
    parts: Vec<Node<'t>>,
    /// The run that is being read: start and end of its text, and the key of its first
    /// element.
    open: Option<(usize, usize, &'t str)>,
    /// The hashes of the keys of all elements in runs.
    hashes: Vec<u64>,
}

impl<'t> Runs<'t> {
    /// Adds an element to the run.
    fn push(&mut self, start: usize, end: usize, key: &'t str, hash: u64) {
        if let Some((_, last, _)) = &mut self.open {
            *last = end;
        } else {
            self.open = Some((start, end, key));
        }
        self.hashes.push(hash);
    }

    /// Ends the run, if there is one.
    fn end(&mut self, scanner: Scanner<'t>) -> Option<()> {
        if let Some((start, end, key)) = self.open.take() {
            let text = scanner.part(start, end)?;
            self.parts.push(Node::from(Element { text, key }));
        }
        Some(())
    }

    /// Whether two elements in runs have one key: such elements come together when the list is
    /// merged (semantics order-13), so that runs would have to be split. `O(n log n)`.
    fn has_repeated_key(&mut self) -> bool {
        self.hashes.sort_unstable();
        self.hashes.windows(2).any(|pair| matches!(pair, [one, other] if one == other))
    }
}
