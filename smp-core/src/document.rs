//! Documents: ordered JSON, opened only where somebody looks.

mod equal;
mod lazy;
mod node;
mod object;
mod partial_list;
mod partial_object;
mod read;
mod scalar;
mod scan;
mod serde_impls;
#[cfg(test)]
pub(crate) mod shape;
pub(crate) mod write;

use std::borrow::Cow;

pub(crate) use equal::{equal, same_text};
pub(crate) use lazy::Element;
pub(crate) use node::{JsonKind, Node};
pub(crate) use object::{Members, Object};
pub(crate) use partial_list::PartialList;
pub(crate) use partial_object::PartialObject;
pub(crate) use read::{read_element, read_elements, read_open, unescaped_name, utf8};
pub(crate) use scalar::{KeyValue, Scalar};
pub(crate) use scan::{MemberName, Scanner};
use serde_json::Value;

use crate::depth::DepthBudget;
use crate::error::Error;
use smp_schema::Limits;

/// A JSON document that keeps the order of its members, the text of its
/// numbers, and, where nobody looked inside, its very bytes.
///
/// Of members with the same name the last holds, as in Go and `serde_json`; where
/// nothing changes the others, they stay in the text.
///
/// It borrows from the text or [`Value`] it was made of. It also reads from and
/// writes to any other serde format, which is how YAML keeps its key order
/// through a merge.
///
/// ```
/// use smp_core::Document;
/// let document = Document::from_json(r#"{"b": 1.0, "a": {"x":   12345678901234567890123}}"#)?;
/// assert_eq!(document.to_json(), r#"{"b": 1.0, "a": {"x":   12345678901234567890123}}"#);
/// assert_eq!(document.get("a").unwrap().to_json(), r#"{"x":   12345678901234567890123}"#);
/// # Ok::<(), smp_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Document<'a> {
    pub(crate) node: Node<'a>,
}

/// What a document is, one level deep. Made by [`Document::view`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum View<'d> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// The text of a number.
    Number(Cow<'d, str>),
    /// A string, unescaped.
    String(Cow<'d, str>),
    /// The elements of a list.
    List(Vec<Document<'d>>),
    /// The members of an object, in order.
    Object(Vec<(Cow<'d, str>, Document<'d>)>),
}

impl<'a> Document<'a> {
    /// Reads JSON text. It is checked from end to end, once; nothing is copied.
    /// `O(n)`.
    ///
    /// # Errors
    ///
    /// [`InvalidJson`](crate::ErrorKind::InvalidJson), with line and column.
    pub fn from_slice(text: &'a [u8]) -> Result<Self, Error> {
        Self::from_json(read::utf8(text)?)
    }

    /// As [`from_slice`](Self::from_slice).
    pub fn from_json(text: &'a str) -> Result<Self, Error> {
        Ok(Self { node: read::document(text)? })
    }

    /// Compact JSON, except that what was read from text and never opened is
    /// written as it was read. `O(n)`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(write::text_len(&self.node));
        write::compact(&self.node, &mut out);
        out
    }

    /// JSON over several lines, `indent` spaces a level, numbers as they were
    /// written. `O(n·d)` in size and depth.
    ///
    /// # Errors
    ///
    /// [`Depth`](crate::ErrorKind::Depth), and
    /// [`InvalidJson`](crate::ErrorKind::InvalidJson) for a string of unpaired
    /// surrogates.
    ///
    /// ```
    /// use smp_core::Document;
    /// let document = Document::from_json(r#"{"a":[1.0,{}]}"#)?;
    /// assert_eq!(document.to_json_pretty(2)?, "{\n  \"a\": [\n    1.0,\n    {}\n  ]\n}");
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    pub fn to_json_pretty(&self, indent: usize) -> Result<String, Error> {
        let mut out = String::new();
        write::pretty(&self.node, indent, DepthBudget::of(&Limits::new()), &mut out)
            .map_err(Error::in_conversion)?;
        Ok(out)
    }

    /// As a [`Value`]. `O(n)`; what came from an owned value and was never
    /// opened is moved.
    ///
    /// # Errors
    ///
    /// As [`to_json_pretty`](Self::to_json_pretty), and for a number that
    /// [`Value`] can't hold.
    pub fn into_value(self) -> Result<Value, Error> {
        self.into_value_within(&Limits::new()).map_err(Error::in_conversion)
    }

    /// As [`into_value`](Self::into_value), with the depth that somebody chose.
    pub(crate) fn into_value_within(self, limits: &Limits) -> Result<Value, Error> {
        write::value(self.node, DepthBudget::of(limits))
    }

    /// The member with this name, if the document is an object that has one.
    /// `O(n)` in the document's text if it is closed, `O(1)` if it is open.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Document<'_>> {
        match self.node.opened().ok()? {
            Cow::Borrowed(Node::Object(members)) => members.get(name).cloned(),
            Cow::Owned(Node::Object(mut members)) => members.remove(name),
            _ => None,
        }
        .map(|node| Document { node })
    }

    /// The text of a string. `O(n)` in the string.
    #[must_use]
    pub fn as_str(&self) -> Option<Cow<'_, str>> {
        self.node.as_str()
    }

    /// What the document is, one level deep. `O(n)` in its text if it is
    /// closed, `O(c)` in its children if it is open.
    ///
    /// # Errors
    ///
    /// [`InvalidJson`](crate::ErrorKind::InvalidJson) for a name that is a
    /// string of unpaired surrogates.
    ///
    /// ```
    /// use smp_core::{Document, View};
    /// let document = Document::from_json("[1, 2]")?;
    /// let View::List(items) = document.view()? else { panic!("it is a list") };
    /// assert_eq!(items.len(), 2);
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    pub fn view(&self) -> Result<View<'_>, Error> {
        Ok(match self.node.opened()?.into_owned() {
            // Opened above.
            Node::Null | Node::Raw(_) | Node::Lazy(_) | Node::Value(_) | Node::ValueRef(_) => {
                View::Null
            }
            Node::Bool(value) => View::Bool(value),
            Node::Number(text) => View::Number(text),
            Node::String(text) => View::String(text),
            Node::List(items) => {
                View::List(items.into_iter().map(|node| Document { node }).collect())
            }
            Node::Object(members) => View::Object(
                members.into_iter().map(|(name, node)| (name, Document { node })).collect(),
            ),
        })
    }

    /// Detached from the text or value it borrows from. `O(n·d)` in size and
    /// depth.
    ///
    /// # Errors
    ///
    /// As [`to_json_pretty`](Self::to_json_pretty).
    pub fn into_owned(self) -> Result<Document<'static>, Error> {
        let node =
            self.node.into_owned(DepthBudget::of(&Limits::new())).map_err(Error::in_conversion)?;
        Ok(Document { node })
    }
}

/// Equal as JSON with the eyes of this crate: order of members doesn't count,
/// a null member counts as absent, `1.0` is `1.00` but not `1`. A document too
/// deep to look at equals nothing.
impl PartialEq for Document<'_> {
    fn eq(&self, other: &Self) -> bool {
        equal(&self.node, &other.node, DepthBudget::of(&Limits::new())).unwrap_or(false)
    }
}

/// Puts together what [`Document::view`] takes apart. `O(c)` in the children.
///
/// The text of a number is written as it is: it must be a number of JSON.
///
/// ```
/// use smp_core::{Document, View};
/// let spec = Document::from_json(r#"{"replicas": 3}"#)?;
/// let object = Document::from(View::Object(vec![
///     ("kind".into(), Document::from(View::String("Scale".into()))),
///     ("spec".into(), spec),
/// ]));
/// assert_eq!(object.to_json(), r#"{"kind":"Scale","spec":{"replicas": 3}}"#);
/// # Ok::<(), smp_core::Error>(())
/// ```
impl<'a> From<View<'a>> for Document<'a> {
    fn from(view: View<'a>) -> Self {
        let node = match view {
            View::Null => Node::Null,
            View::Bool(value) => Node::Bool(value),
            View::Number(text) => Node::Number(text),
            View::String(text) => Node::String(text),
            View::List(items) => Node::List(items.into_iter().map(|item| item.node).collect()),
            View::Object(members) => Node::Object(
                members.into_iter().map(|(name, member)| (name, member.node)).collect(),
            ),
        };
        Self { node }
    }
}

/// As [`Document::from_json`].
impl<'a> TryFrom<&'a str> for Document<'a> {
    type Error = Error;

    fn try_from(text: &'a str) -> Result<Self, Error> {
        Self::from_json(text)
    }
}

impl From<Value> for Document<'static> {
    fn from(value: Value) -> Self {
        Self { node: Node::Value(value) }
    }
}

impl<'a> From<&'a Value> for Document<'a> {
    fn from(value: &'a Value) -> Self {
        Self { node: Node::ValueRef(value) }
    }
}

impl core::fmt::Display for Document<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.to_json())
    }
}
