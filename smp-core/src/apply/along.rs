//! Reads live along a patch: in the one pass that checks the text, what the
//! patch will look into is opened and all else stays closed. The result is what
//! opening level by level would give; only the work is less.

use core::cell::RefCell;
use core::fmt;
use std::borrow::Cow;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::list::change_key;
use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::{Document, Element, Name, Node, Source, Splitter};
use crate::error::Error;
use crate::hash::Map;
use crate::member::{ElementKey, ListMode, Member};
use crate::options::Options;
use crate::schema::{Base, TypeRef};

/// Reads a document to be patched. `O(n)`: every byte is looked at once.
pub(crate) fn read<'a>(
    text: &'a str,
    patch: &PatchObject,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let reading = Reading { source: Source(text), options, before_key: RefCell::default() };
    let along = Along { reading: &reading, guide: Guide::object(patch, Some(ty)), depth: 0 };
    let mut json = serde_json::Deserializer::from_str(text);
    if let Ok(node) = along.deserialize(&mut json)
        && json.end().is_ok()
    {
        return Ok(Document { node });
    }
    // What stopped us is found, or got along with, level by level.
    Document::from_json(text)
}

/// What is the same everywhere in a document.
struct Reading<'g, 't> {
    source: Source<'t>,
    options: &'g Options,
    /// The members of an element that came before its key, kept here so that
    /// the next element finds the space.
    before_key: RefCell<Vec<Closed<'t>>>,
}

/// A member that is closed.
struct Closed<'t> {
    name: Cow<'t, str>,
    value: &'t str,
}

/// What of a value will be looked into.
#[derive(Clone, Copy)]
enum Guide<'g> {
    Nothing,
    /// The members that the patch names.
    Object(&'g PatchObject, Option<TypeRef<'g>>),
    /// The elements of a merge list.
    Elements(&'g Elements<'g>),
    /// The element of a merge list whose key isn't known yet.
    Element(&'g Elements<'g>),
}

/// What a patch says of a merge list, by key.
struct Elements<'g> {
    member: Member<'g>,
    key: &'g str,
    element: Option<TypeRef<'g>>,
    changes: Map<ElementKey<'g>, &'g PatchObject>,
}

impl<'g> Guide<'g> {
    fn object(patch: &'g PatchObject, ty: Option<TypeRef<'g>>) -> Self {
        // What a marker says makes the content of live no matter.
        if patch.marker.is_some() || patch.is_empty() {
            Self::Nothing
        } else {
            Self::Object(patch, ty)
        }
    }
}

impl<'g> Elements<'g> {
    /// `None` unless it is a list that merges by one key.
    fn of(field: &'g FieldPatch, member: Member<'g>, options: &Options) -> Option<Self> {
        let Ok(ListMode::Objects(element)) = member.list_mode(options) else { return None };
        let mut names = member.key_names();
        let (Some(key), None) = (names.next(), names.next()) else { return None };
        let mut changes = Map::default();
        for change in super::list_of(field).unwrap_or_default() {
            let Change::Object(object) = change else { return None };
            if object.marker.is_none() {
                changes.insert(change_key(object, &member).ok()?, object);
            }
        }
        Some(Self { member, key, element, changes })
    }

    /// What will be looked into of the element with this key.
    fn guide(&self, key: &str) -> Guide<'_> {
        let change = self.member.single_key(key).and_then(|key| self.changes.get(&key).copied());
        change.map_or(Guide::Nothing, |change| Guide::object(change, self.element))
    }
}

/// Reads one value.
#[derive(Clone, Copy)]
struct Along<'g, 't> {
    reading: &'g Reading<'g, 't>,
    guide: Guide<'g>,
    depth: usize,
}

impl<'g, 't> Along<'g, 't> {
    fn below(self, guide: Guide<'g>) -> Self {
        // Past the limit nothing is opened, and applying reports it.
        let guide =
            if self.depth < self.reading.options.max_depth { guide } else { Guide::Nothing };
        Self { guide, depth: self.depth.saturating_add(1), ..self }
    }
}

impl<'t> DeserializeSeed<'t> for Along<'_, 't> {
    type Value = Node<'t>;

    fn deserialize<D: Deserializer<'t>>(self, json: D) -> Result<Node<'t>, D::Error> {
        match self.guide {
            Guide::Nothing => {
                <&RawValue as serde::Deserialize>::deserialize(json).map(|raw| Node::Raw(raw.get()))
            }
            _ => json.deserialize_any(self),
        }
    }
}

impl<'t> Visitor<'t> for Along<'_, 't> {
    type Value = Node<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'t>>(self, map: A) -> Result<Node<'t>, A::Error> {
        match self.guide {
            Guide::Object(patch, ty) => self.object(patch, ty, map),
            Guide::Element(elements) => self.element(elements, map),
            // A list is expected, and the patch's will take its place.
            Guide::Nothing | Guide::Elements(_) => Err(unexpected()),
        }
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<Node<'t>, A::Error> {
        let Guide::Elements(elements) = self.guide else { return Err(unexpected()) };
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(self.below(Guide::Element(elements)))? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    // A scalar where the patch has an object or list: the patch's value takes
    // its place.
    fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Node<'t>, E> {
        Ok(Node::String(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node<'t>, E> {
        Ok(Node::String(Cow::Owned(text.to_owned())))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node<'t>, E> {
        Ok(Node::Bool(value))
    }

    fn visit_unit<E>(self) -> Result<Node<'t>, E> {
        Ok(Node::Null)
    }
}

/// Ends the reading along the patch; [`read`] goes on in its other way.
fn unexpected<E: serde::de::Error>() -> E {
    E::custom("not what the patch leads to")
}

impl<'t> Along<'_, 't> {
    fn object<A: MapAccess<'t>>(
        self,
        patch: &PatchObject,
        ty: Option<TypeRef<'_>>,
        map: A,
    ) -> Result<Node<'t>, A::Error> {
        self.members(Splitter::new(self.reading.source), patch, ty, None, map)
    }

    /// The element of a merge list. One without a key, or with two, is left to
    /// the other way of reading.
    fn element<A: MapAccess<'t>>(
        self,
        elements: &Elements<'_>,
        mut map: A,
    ) -> Result<Node<'t>, A::Error> {
        let mut before = self.reading.before_key.take();
        before.clear();
        let (name, key) = loop {
            let Some(Name(name)) = map.next_key()? else { return Err(unexpected()) };
            let value = map.next_value::<&RawValue>()?.get();
            if name == elements.key {
                break (name, value);
            }
            before.push(Closed { name, value });
        };
        let node = match elements.guide(key) {
            Guide::Object(patch, ty) => {
                let mut object = Splitter::new(self.reading.source);
                for Closed { name, value } in before.drain(..) {
                    if patch.field(&name).is_some() || patch.retain_keys.is_some() {
                        object.open(name, Node::Raw(value))
                    } else {
                        object.close(&name, value)
                    }
                    .ok_or_else(unexpected)?;
                }
                object.open(name, Node::Raw(key)).ok_or_else(unexpected)?;
                self.members(object, patch, ty, Some(elements.key), map)?
            }
            Guide::Nothing | Guide::Elements(_) | Guide::Element(_) => {
                let first = before.first().map_or(&name, |member| &member.name);
                self.closed_element(first, elements.key, key, map)?
            }
        };
        self.reading.before_key.replace(before);
        Ok(node)
    }

    /// The rest of an element that the patch doesn't name. `first` is the name
    /// of its first member.
    fn closed_element<A: MapAccess<'t>>(
        self,
        first: &Cow<'t, str>,
        key_name: &str,
        key: &'t str,
        mut map: A,
    ) -> Result<Node<'t>, A::Error> {
        let mut last = key;
        while let Some(Name(name)) = map.next_key()? {
            if name == key_name {
                return Err(unexpected());
            }
            last = map.next_value::<&RawValue>()?.get();
        }
        let source = self.reading.source;
        let text = source
            .start_of(first)
            .zip(source.end_of(last))
            .and_then(|(start, end)| source.object_around(start, end))
            .ok_or_else(unexpected)?;
        Ok(Node::Element(Element { text, key }))
    }

    /// The members that are left in the text: those that the patch names one by
    /// one, the others as text. Clearing what retain keys don't list needs all.
    fn members<A: MapAccess<'t>>(
        self,
        mut object: Splitter<'t>,
        patch: &PatchObject,
        ty: Option<TypeRef<'_>>,
        key: Option<&str>,
        mut map: A,
    ) -> Result<Node<'t>, A::Error> {
        while let Some(Name(name)) = map.next_key()? {
            if key.is_some_and(|key| key == name) {
                return Err(unexpected());
            }
            let added = match patch.field(&name) {
                Some(field) => {
                    let node = self.member(field, ty, &name, &mut map)?;
                    object.open(name, node)
                }
                None => {
                    let value = map.next_value::<&RawValue>()?.get();
                    match patch.retain_keys {
                        Some(_) => object.open(name, Node::Raw(value)),
                        None => object.close(&name, value),
                    }
                }
            };
            added.ok_or_else(unexpected)?;
        }
        object.finish().map(Node::Partial).ok_or_else(unexpected)
    }

    /// A member that the patch names.
    fn member<A: MapAccess<'t>>(
        self,
        field: &FieldPatch,
        ty: Option<TypeRef<'_>>,
        name: &str,
        map: &mut A,
    ) -> Result<Node<'t>, A::Error> {
        let member = Member::of(ty, name, self.reading.options);
        let guide = match &field.value {
            Some(Change::Object(patch)) if member.strategy.base() != Base::Replace => {
                Guide::object(patch, member.ty)
            }
            Some(Change::List(_)) | None => {
                if let Some(elements) = Elements::of(field, member, self.reading.options) {
                    return map.next_value_seed(self.below(Guide::Elements(&elements)));
                }
                Guide::Nothing
            }
            _ => Guide::Nothing,
        };
        map.next_value_seed(self.below(guide))
    }
}
