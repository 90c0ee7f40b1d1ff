//! Reads live along a patch: in the one pass that checks the text, what the
//! patch will look into is opened and all else stays closed. The result is what
//! opening level by level would give; only the work is less.

use core::fmt;
use std::borrow::Cow;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::list::change_key;
use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::{Document, Name, Node, Object};
use crate::error::Error;
use crate::hash::Map;
use crate::member::{ElementKey, ListMode, Member};
use crate::options::Options;
use crate::schema::TypeRef;

/// Reads a document to be patched. `O(n)`: every byte is looked at once.
pub(crate) fn read<'a>(
    text: &'a [u8],
    patch: &PatchObject,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let along = Along { guide: Guide::object(patch, Some(ty)), options, depth: 0 };
    if let Ok(text) = core::str::from_utf8(text) {
        let mut json = serde_json::Deserializer::from_str(text);
        if let Ok(node) = along.deserialize(&mut json)
            && json.end().is_ok()
        {
            return Ok(Document { node });
        }
    }
    // What stopped us is found, or got along with, level by level.
    Document::from_slice(text)
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
    fn guide(&self, key: &Node<'_>) -> Guide<'_> {
        let change = self.member.single_key(key).and_then(|key| self.changes.get(&key).copied());
        change.map_or(Guide::Nothing, |change| Guide::object(change, self.element))
    }
}

/// Reads one value.
#[derive(Clone, Copy)]
struct Along<'g> {
    guide: Guide<'g>,
    options: &'g Options,
    depth: usize,
}

impl<'g> Along<'g> {
    fn below(self, guide: Guide<'g>) -> Self {
        // Past the limit nothing is opened, and applying reports it.
        let guide = if self.depth < self.options.limits.max_depth { guide } else { Guide::Nothing };
        Self { guide, depth: self.depth + 1, ..self }
    }
}

impl<'de> DeserializeSeed<'de> for Along<'_> {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Node<'de>, D::Error> {
        match self.guide {
            Guide::Nothing => <&RawValue as serde::Deserialize>::deserialize(json).map(Node::Raw),
            _ => json.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Along<'_> {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node<'de>, A::Error> {
        let mut members = Object::with_capacity(8);
        let mut guide = self.guide;
        while let Some(Name(name)) = map.next_key()? {
            let node = match guide {
                Guide::Object(patch, ty) => match patch.fields.get(name.as_ref()) {
                    Some(field) => self.member(field, ty, &name, &mut map)?,
                    None => Node::Raw(map.next_value()?),
                },
                Guide::Element(elements) if elements.key == name => {
                    let key = Node::Raw(map.next_value()?);
                    guide = elements.guide(&key);
                    key
                }
                _ => Node::Raw(map.next_value()?),
            };
            members.insert(name, node);
        }
        Ok(Node::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node<'de>, A::Error> {
        let mut items = Vec::new();
        let guide = match self.guide {
            Guide::Elements(elements) => Guide::Element(elements),
            _ => Guide::Nothing,
        };
        while let Some(item) = seq.next_element_seed(self.below(guide))? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    // A scalar where the patch has an object or list is read for its type: the
    // patch's value takes its place.
    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::String(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node<'de>, E> {
        Ok(Node::String(Cow::Owned(text.to_owned())))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(Node::Bool(value))
    }

    fn visit_unit<E>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }
}

impl Along<'_> {
    /// A member that the patch names.
    fn member<'de, A: MapAccess<'de>>(
        self,
        field: &FieldPatch,
        ty: Option<TypeRef<'_>>,
        name: &str,
        map: &mut A,
    ) -> Result<Node<'de>, A::Error> {
        let member = Member::of(ty, name, self.options);
        let guide = match &field.value {
            Some(Change::Object(patch))
                if member.strategy.base() != crate::schema::Base::Replace =>
            {
                Guide::object(patch, member.ty)
            }
            Some(Change::List(_)) | None => {
                let Some(elements) = Elements::of(field, member, self.options) else {
                    return map.next_value().map(Node::Raw);
                };
                return map.next_value_seed(self.below(Guide::Elements(&elements)));
            }
            _ => Guide::Nothing,
        };
        map.next_value_seed(self.below(guide))
    }
}
