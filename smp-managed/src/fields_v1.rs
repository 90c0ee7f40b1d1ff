//! `FieldsV1`: a field set as JSON, read and written as an API server does.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use smp_core::{Document, View};

use crate::element::Element;
use crate::json;
use crate::set::FieldSet;

/// A text that is no `FieldsV1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldsError {
    message: String,
}

impl FieldsError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for FieldsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for FieldsError {}

/// Whether a name of `FieldsV1` is one that a later version may know.
fn is_of_later_version(name: &str) -> bool {
    !name.starts_with(['f', 'k', 'v', 'i']) && name.as_bytes().get(1) == Some(&b':')
}

/// Reads an element as `FieldsV1` has it: `f:spec`, `k:{"name":"web"}`, `v:"a"` or `i:0`.
impl FromStr for Element {
    type Err = FieldsError;

    fn from_str(text: &str) -> Result<Self, FieldsError> {
        let wrong = || {
            let expected = "expected a name after `f:`, keys after `k:`, or a value after `v:`";
            FieldsError::new(format!("{text:?} is no element of a path: {expected}"))
        };
        let (kind, rest) = text.split_once(':').ok_or_else(wrong)?;
        let value = || serde_json::from_str::<Value>(rest).map_err(|_| wrong());
        match kind {
            "f" => Ok(Self::field(rest)),
            "v" => Ok(Self::Value(read_number(value()?).into())),
            "k" => match value()? {
                Value::Object(keys) => {
                    Ok(Self::key(keys.into_iter().map(|(name, value)| (name, read_number(value)))))
                }
                Value::Null => Ok(Self::key([] as [(Box<str>, Value); 0])),
                _ => Err(wrong()),
            },
            "i" => rest.parse().map(Self::Index).map_err(|_| wrong()),
            _ => Err(wrong()),
        }
    }
}

/// A number as an API server reads it here, as a float. A whole one stays an integer, which writes
/// the same text.
fn read_number(value: Value) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "the float is a whole number of 53 bits")]
    match &value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && float.abs() < 9e15 => (float as i64).into(),
            Some(float) => float.into(),
            None => value,
        },
        _ => value,
    }
}

impl FieldSet {
    /// Reads `FieldsV1`. Members may be in any order; names that a later version may know are left
    /// out. `O(n log n)`.
    ///
    /// # Errors
    ///
    /// A text that is not JSON; a name without a known prefix; a value that is no object.
    ///
    /// ```
    /// use smp_managed::FieldSet;
    /// let set = FieldSet::from_fields_v1(r#"{"x:later":{},"f:data":{"f:b":{},".":{},"f:a":{}}}"#)?;
    /// assert_eq!(set.to_fields_v1(), r#"{"f:data":{".":{},"f:a":{},"f:b":{}}}"#);
    /// assert!(FieldSet::from_fields_v1(r#"{"spec":{}}"#).is_err());
    /// # Ok::<(), smp_managed::FieldsError>(())
    /// ```
    pub fn from_fields_v1(text: &str) -> Result<Self, FieldsError> {
        let read = serde_json::from_str::<Below>(text);
        Ok(read.map_err(|error| FieldsError::new(error.to_string()))?.set)
    }

    /// Reads `FieldsV1`, as [`from_fields_v1`](Self::from_fields_v1).
    pub(crate) fn read(document: &Document<'_>) -> Result<Self, FieldsError> {
        Self::from_fields_v1(&document.to_json())
    }

    /// Writes `FieldsV1`, byte for byte as an API server does. `O(n)`.
    #[must_use]
    pub fn to_fields_v1(&self) -> String {
        let (mut out, mut name) = (String::from("{"), String::new());
        write(self, false, &mut name, &mut out);
        out.push('}');
        out
    }
}

/// A value of `FieldsV1`: whether the path to it is in the set, and what is below it.
struct Below {
    member: bool,
    set: FieldSet,
}

/// Paths that are longer than `serde_json` reads are an error: no object is as deep.
impl<'de> Deserialize<'de> for Below {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadBelow)
    }
}

struct ReadBelow;

impl<'de> Visitor<'de> for ReadBelow {
    type Value = Below;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object at the end of each path")
    }

    fn visit_unit<E>(self) -> Result<Below, E> {
        Ok(Below { member: true, set: FieldSet::default() })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Below, A::Error> {
        let (mut set, mut member) = (FieldSet::default(), false);
        while let Some(name) = members.next_key::<Name>()? {
            match name {
                Name::Own => {
                    member = true;
                    members.next_value::<IgnoredAny>()?;
                }
                Name::OfLaterVersion => {
                    members.next_value::<IgnoredAny>()?;
                }
                Name::Element(element) => {
                    let Below { member, set: below } = members.next_value()?;
                    set.push(element, member, below);
                }
            }
        }
        set.sort();
        Ok(Below { member: member || set.is_empty(), set })
    }
}

/// The name of a member of `FieldsV1`.
enum Name {
    /// The path to the object itself.
    Own,
    Element(Element),
    OfLaterVersion,
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(ReadName)
    }
}

struct ReadName;

impl Visitor<'_> for ReadName {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Name, E> {
        Ok(match name {
            "." => Name::Own,
            name if is_of_later_version(name) => Name::OfLaterVersion,
            name => Name::Element(name.parse().map_err(E::custom)?),
        })
    }
}

fn write(set: &FieldSet, own: bool, name: &mut String, out: &mut String) {
    let mut first = true;
    if own {
        out.push_str("\".\":{}");
        first = false;
    }
    for node in set.nodes() {
        if !first {
            out.push(',');
        }
        first = false;
        name.clear();
        element(&node.element, name);
        json::string(name, false, out);
        out.push_str(":{");
        write(&node.below, node.member && !node.below.is_empty(), name, out);
        out.push('}');
    }
}

/// The set as a document, which is written as [`FieldSet::to_fields_v1`] writes it.
pub(crate) fn document(set: &FieldSet, own: bool) -> Document<'static> {
    let empty = || Document::from(View::Object(Vec::new()));
    let mut members = Vec::with_capacity(set.nodes().len().saturating_add(own.into()));
    if own {
        members.push((Cow::Borrowed("."), empty()));
    }
    for node in set.nodes() {
        let mut name = String::new();
        element(&node.element, &mut name);
        let own = node.member && !node.below.is_empty();
        members.push((Cow::Owned(name), document(&node.below, own)));
    }
    View::Object(members).into()
}

fn element(element: &Element, out: &mut String) {
    match element {
        Element::Field(name) => {
            out.push_str("f:");
            out.push_str(name);
        }
        Element::Key(keys) => {
            out.push_str("k:{");
            for (at, (name, value)) in keys.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                json::string(name, false, out);
                out.push(':');
                json::value(value, out);
            }
            out.push('}');
        }
        Element::Value(value) => {
            out.push_str("v:");
            json::value(value, out);
        }
        Element::Index(at) => {
            out.push_str("i:");
            out.push_str(&at.to_string());
        }
    }
}
