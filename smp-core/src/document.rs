//! [`Document`]: ordered JSON. Parts of its text are parsed only when they are read.

mod canonical;
mod closed;
mod equal;
mod lazy;
mod node;
mod number_text;
mod object;
mod read;
mod rust_object;
mod rust_value;
mod scalar;
mod scan;
mod serde_impls;
pub(crate) mod write;

use std::borrow::Cow;

pub use canonical::canonical_text;
pub(crate) use canonical::{Differences, canonical};
pub(crate) use equal::{EqualityRule, equal, equal_by, equal_unopened};
pub(crate) use lazy::LazyNode;
pub(crate) use node::Node;
pub use number_text::NumberText;
pub(crate) use object::{Members, Object};
pub(crate) use read::utf8;
pub(crate) use rust_object::{ChangedMember, RustObject};
pub(crate) use rust_value::{RustValue, refused};
pub(crate) use scalar::{KeyValue, Scalar};
use serde_json::Value;
pub(crate) use smp_schema::__support::JsonKind;

use crate::depth::DepthBudget;
use crate::error::Error;
use smp_schema::Limits;

/// A JSON document that keeps the order of its members and the text of its numbers.
/// Parts that no operation has changed keep their exact text, including white space.
///
/// If several members have the same name, the last one counts, as in Go and
/// `serde_json`. The others are kept in parts that are not changed.
///
/// It borrows from the text or [`Value`] from which it was made. It implements serde's
/// traits, so it can be read from and written to other formats; a YAML document, for
/// example, keeps the order of its keys.
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
    /// The maximal depth of its conversions.
    pub(crate) depth: DepthBudget,
}

/// The value at one level of a document. Made by [`Document::view`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum View<'d> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// The text of a number.
    Number(NumberText<'d>),
    /// A string, unescaped.
    String(Cow<'d, str>),
    /// The elements of a list.
    List(Vec<Document<'d>>),
    /// The members of an object, in order.
    Object(Vec<(Cow<'d, str>, Document<'d>)>),
}

impl View<'_> {
    /// The JSON type. For the other crates of this workspace only.
    #[doc(hidden)]
    #[must_use]
    pub const fn kind(&self) -> JsonKind {
        match self {
            Self::Null => JsonKind::Null,
            Self::Bool(_) => JsonKind::Bool,
            Self::Number(_) => JsonKind::Number,
            Self::String(_) => JsonKind::String,
            Self::List(_) => JsonKind::List,
            Self::Object(_) => JsonKind::Object,
        }
    }
}

impl<'a> Document<'a> {
    /// The document of a node, with the default limits.
    pub(crate) fn of(node: Node<'a>) -> Self {
        Self { node, depth: DepthBudget::of(&Limits::new()) }
    }

    /// Reads JSON text. Checks the whole text, and copies nothing. `O(n)`.
    ///
    /// # Errors
    ///
    /// [`InvalidJson`](crate::ErrorKind::InvalidJson), with line and column.
    pub fn from_slice(text: &'a [u8]) -> Result<Self, Error> {
        Self::from_json(read::utf8(text)?)
    }

    /// Reads text, like [`from_slice`](Self::from_slice).
    pub fn from_json(text: &'a str) -> Result<Self, Error> {
        Ok(Self::of(read::document(text)?))
    }

    /// The same document, with the larger of its limits and these.
    pub(crate) fn allowing(mut self, limits: &Limits) -> Self {
        self.depth = self.depth.max(DepthBudget::of(limits));
        self
    }

    /// The same document with other limits for its conversions and comparisons, which use
    /// [`max_depth`](Limits::max_depth) only. Its parts get the same limits. The result of an operation
    /// on it gets them too, or those of the operation's [`Options`](crate::Options) if they are larger.
    /// By default a document has the default limits.
    ///
    /// ```
    /// use smp_core::{Document, Limits};
    /// let document = Document::from_json(r#"{"a":{"b":1}}"#)?.limits(Limits::new().max_depth(1));
    /// assert!(document.into_value().is_err());
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.depth = DepthBudget::of(&limits);
        self
    }

    /// Compact JSON, except that parts of a text that were never read keep their white
    /// space. `O(n)`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(write::text_len(&self.node));
        write::compact(&self.node, &mut out);
        out
    }

    /// The text of [`to_json`](Self::to_json). `O(1)` if the document is JSON text that was not opened,
    /// such as an unread part of a larger document: the text is borrowed.
    ///
    /// ```
    /// use std::borrow::Cow;
    /// use smp_core::Document;
    /// let document = Document::from_json(r#"{"a": [1]}"#)?;
    /// assert!(matches!(document.json(), Cow::Borrowed(r#"{"a": [1]}"#)));
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    #[must_use]
    pub fn json(&self) -> Cow<'_, str> {
        match &self.node {
            Node::Raw(text) => Cow::Borrowed(text.text()),
            _ => Cow::Owned(self.to_json()),
        }
    }

    /// JSON over several lines, with `indent` spaces for each level. Numbers keep their
    /// text. `O(n)`, apart from the indentation.
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
        write::pretty(&self.node, indent, self.depth, &mut out)?;
        Ok(out)
    }

    /// Converts to a [`Value`]. `O(n)`; parts of an owned value that were never read are
    /// moved.
    ///
    /// # Errors
    ///
    /// As [`to_json_pretty`](Self::to_json_pretty), and for a number that
    /// [`Value`] can't hold.
    pub fn into_value(self) -> Result<Value, Error> {
        write::value(self.node, self.depth)
    }

    /// A copy of the member with this name, if the document is an object that has one. `O(l)` in the
    /// names and scalars of its members, not in nested values, if the document is text. Otherwise `O(m)`
    /// in the open parts of the member: text and a [`Value`] are not copied.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Document<'_>> {
        self.get_in(&[name])
    }

    /// A copy of the value at this path of member names. It costs as much as [`get`](Self::get) at each
    /// level, but only the value itself is copied.
    ///
    /// ```
    /// use smp_core::Document;
    /// let object = Document::from_json(r#"{"metadata": {"name": "web"}}"#)?;
    /// assert_eq!(object.get_in(&["metadata", "name"]).unwrap().to_json(), r#""web""#);
    /// assert!(object.get_in(&["metadata", "name", "x"]).is_none());
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    #[must_use]
    pub fn get_in(&self, names: &[&str]) -> Option<Document<'_>> {
        let mut names = names.iter();
        let mut open = &self.node;
        while let Node::Object(members) = open {
            let Some(name) = names.next() else { break };
            open = members.get(name)?;
        }
        let mut node = open.borrowed().into_owned();
        for name in names {
            node = match node {
                Node::ValueRef(Value::Object(members)) => Node::ValueRef(members.get(*name)?),
                node => node.member(name).ok()??,
            };
        }
        Some(Document { node, depth: self.depth })
    }

    /// Whether both documents are unread text, and have the same text: then they are equal by any rule.
    /// `O(n)`, at the speed of comparing bytes.
    ///
    /// ```
    /// use smp_core::Document;
    /// let [one, other] = [Document::from_json("[1,2]")?, Document::from_json("[1, 2]")?];
    /// assert!(one.has_text_of(&one.clone()) && !one.has_text_of(&other));
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    #[must_use]
    pub fn has_text_of(&self, other: &Self) -> bool {
        matches!(
            (&self.node, &other.node),
            (Node::Raw(text), Node::Raw(others)) if text.text() == others.text()
        )
    }

    /// The text, if the document is a string. `O(n)`.
    #[must_use]
    pub fn as_str(&self) -> Option<Cow<'_, str>> {
        self.node.as_str()
    }

    /// The document as one level of values. `O(l)` in the names and scalars of this level if the
    /// document is text, `O(c)` in the children of a [`Value`]; parts that are open are copied.
    /// To copy nothing, use [`into_view`](Self::into_view).
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
        Document { node: self.node.borrowed().into_owned(), depth: self.depth }.into_view()
    }

    /// Like [`view`](Self::view), but consumes the document. Copies nothing.
    ///
    /// # Errors
    ///
    /// As [`view`](Self::view).
    pub fn into_view(mut self) -> Result<View<'a>, Error> {
        let part = |node| Document { node, depth: self.depth };
        if let Node::Raw(text) = &self.node
            && let Some(members) = text.members(|text| part(Node::Raw(text)))?
        {
            return Ok(View::Object(members));
        }
        self.node.open()?;
        Ok(match self.node {
            // After `open` the node is not one of the last four.
            Node::Null | Node::Raw(_) | Node::Lazy(_) | Node::Value(_) | Node::ValueRef(_) => {
                View::Null
            }
            Node::Bool(value) => View::Bool(value),
            Node::Number(text) => View::Number(NumberText(text)),
            Node::String(text) => View::String(text),
            Node::List(items) => View::List(items.into_iter().map(part).collect()),
            Node::Object(members) => {
                View::Object(members.into_iter().map(|(name, node)| (name, part(node))).collect())
            }
        })
    }

    /// Copies the data that the document borrows. `O(n)`.
    ///
    /// # Errors
    ///
    /// As [`to_json_pretty`](Self::to_json_pretty).
    pub fn into_owned(self) -> Result<Document<'static>, Error> {
        let node = self.node.into_owned(self.depth)?;
        Ok(Document { node, depth: self.depth })
    }
}

/// Equality as the operations of this crate define it: ignores the order of members; a
/// null member counts as absent; `1.0` equals `1.00` but not `1`. A document beyond the
/// larger of the two [limits](Document::limits) equals nothing.
impl PartialEq for Document<'_> {
    fn eq(&self, other: &Self) -> bool {
        let limit = self.depth.max(other.depth);
        equal(&self.node, &other.node, limit).unwrap_or(false)
    }
}

/// Makes a document from one level of values: the reverse of [`Document::view`]. It has the largest
/// [limits](Document::limits) of its parts. `O(c)` in the children.
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
        let mut depth = DepthBudget::of(&Limits::new());
        let mut node = |part: Self| {
            depth = depth.max(part.depth);
            part.node
        };
        let node = match view {
            View::Null => Node::Null,
            View::Bool(value) => Node::Bool(value),
            View::Number(text) => Node::Number(text.0),
            View::String(text) => Node::String(text),
            View::List(items) => Node::List(items.into_iter().map(node).collect()),
            View::Object(members) => Node::Object(
                members.into_iter().map(|(name, member)| (name, node(member))).collect(),
            ),
        };
        Self { node, depth }
    }
}

impl From<Value> for Document<'static> {
    fn from(value: Value) -> Self {
        Self::of(Node::Value(value))
    }
}

impl<'a> From<&'a Value> for Document<'a> {
    fn from(value: &'a Value) -> Self {
        Self::of(Node::ValueRef(value))
    }
}

impl core::fmt::Display for Document<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.to_json())
    }
}
