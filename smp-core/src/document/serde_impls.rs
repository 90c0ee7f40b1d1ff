//! Documents in other formats of serde, such as YAML.

use core::fmt;
use std::borrow::Cow;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, Serialize, SerializeMap as _, SerializeSeq as _, Serializer};

use super::node::Node;
use super::object::Object;
use super::{Document, write};
use crate::depth::DepthBudget;
use smp_schema::Limits;

/// Reads any self-describing format and keeps the order of members. Nesting deeper than 128
/// levels is an error. For JSON text use [`Document::from_slice`], which keeps the text of
/// numbers, copies nothing, and has no limit of depth.
impl<'de> Deserialize<'de> for Document<'static> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        OpenNode(DepthBudget::of(&Limits::new())).deserialize(deserializer).map(Document::of)
    }
}

/// Reads a value with a limit of depth, since some formats have none of their own.
#[derive(Clone, Copy)]
struct OpenNode(DepthBudget);

impl OpenNode {
    fn below<E: de::Error>(self) -> Result<Self, E> {
        self.0.enter().map(Self).map_err(crate::Error::in_conversion).map_err(E::custom)
    }
}

impl<'de> DeserializeSeed<'de> for OpenNode {
    type Value = Node<'static>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OpenNode {
    type Value = Node<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a null, boolean, number, string, list, or object with string keys")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Node::Null)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(Node::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Node::Number(Cow::Owned(value.to_string())))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Self::Value, E> {
        Ok(Node::Number(Cow::Owned(value.to_string())))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Node::Number(Cow::Owned(value.to_string())))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Self::Value, E> {
        Ok(Node::Number(Cow::Owned(value.to_string())))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        let number = serde_json::Number::from_f64(value)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Float(value), &self))?;
        Ok(Node::Number(Cow::Owned(number.to_string())))
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Node::String(Cow::Owned(value.to_owned())))
    }

    fn visit_string<E>(self, value: String) -> Result<Self::Value, E> {
        Ok(Node::String(Cow::Owned(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let below = self.below()?;
        let mut items = Vec::new();
        while let Some(node) = seq.next_element_seed(below)? {
            items.push(node);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let below = self.below()?;
        let mut members = Object::default();
        while let Some(name) = map.next_key::<String>()? {
            members.insert(Cow::Owned(name), map.next_value_seed(below)?);
        }
        Ok(Node::Object(members))
    }
}

/// Writes a document in any format. For JSON text use [`Document::to_json`], which keeps the
/// text of every number; serde can only pass numbers of some types.
impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.node, self.depth, serializer)
    }
}

fn serialize<S: Serializer>(node: &Node<'_>, limit: DepthBudget, to: S) -> Result<S::Ok, S::Error> {
    match node.opened().map_err(ser::Error::custom)?.as_ref() {
        Node::Null | Node::Raw(_) | Node::Lazy(_) | Node::Value(_) | Node::ValueRef(_) => {
            to.serialize_unit()
        }
        Node::Bool(value) => to.serialize_bool(*value),
        Node::Number(text) => serialize_number(text, to),
        Node::String(text) => to.serialize_str(text),
        Node::List(items) => {
            let limit = limit.enter().map_err(ser::Error::custom)?;
            let mut seq = to.serialize_seq(Some(items.len()))?;
            for node in items {
                seq.serialize_element(&Limited { node, limit })?;
            }
            seq.end()
        }
        Node::Object(members) => {
            let limit = limit.enter().map_err(ser::Error::custom)?;
            let mut map = to.serialize_map(Some(members.len()))?;
            for (name, node) in members.iter() {
                map.serialize_entry(name.as_ref(), &Limited { node, limit })?;
            }
            map.end()
        }
    }
}

/// A node that serializes with a limit of depth.
struct Limited<'n, 'a> {
    node: &'n Node<'a>,
    limit: DepthBudget,
}

impl Serialize for Limited<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.node, self.limit, serializer)
    }
}

/// Writes a number as the smallest type that has its exact value; a fraction as `f64`.
fn serialize_number<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    if let Ok(value) = text.parse::<i64>() {
        return to.serialize_i64(value);
    }
    if let Ok(value) = text.parse::<u64>() {
        return to.serialize_u64(value);
    }
    if let Ok(value) = text.parse::<i128>() {
        return to.serialize_i128(value);
    }
    write::number(text).map_err(ser::Error::custom)?.serialize(to)
}
