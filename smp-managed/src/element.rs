//! [`Element`]: one step of a path in a field set, and its order.

use core::cmp::Ordering;
use core::fmt;
use core::ops::Deref;
use std::sync::Arc;

use serde_json::{Map, Value};
use smol_str::SmolStr;
use smp_core::View;

use crate::json;

/// One step of a path in a [`FieldSet`](crate::FieldSet). The order is that of an API server: fields,
/// keyed items, items of sets, indices.
///
/// ```
/// use smp_managed::Element;
/// let element: Element = r#"k:{"name":"web"}"#.parse()?;
/// assert_eq!(element.to_string(), r#"[name="web"]"#);
/// assert_eq!(Element::field("spec").to_string(), ".spec");
/// # Ok::<(), smp_managed::FieldsError>(())
/// ```
#[derive(Debug, Clone)]
pub enum Element {
    /// The member of an object.
    Field(FieldName),
    /// The item of a keyed list with these keys, sorted by name.
    Key(Arc<[(FieldName, Value)]>),
    /// The item of a set.
    Value(Arc<Value>),
    /// An index, which no API server writes.
    Index(i64),
}

/// The name of a member in an [`Element`]. A name of up to 23 bytes needs no allocation.
///
/// ```
/// use smp_managed::{Element, FieldName};
/// let Element::Field(name) = Element::field("spec") else { panic!("it is a field") };
/// assert_eq!(name, FieldName::from("spec"));
/// assert_eq!(name.len(), 4);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldName(SmolStr);

impl Deref for FieldName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for FieldName {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl From<String> for FieldName {
    fn from(name: String) -> Self {
        Self(name.into())
    }
}

impl fmt::Display for FieldName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Element {
    /// The member of an object.
    #[must_use]
    pub fn field(name: impl Into<FieldName>) -> Self {
        Self::Field(name.into())
    }

    /// The item of a keyed list. The keys may be in any order.
    #[must_use]
    pub fn key<N: Into<FieldName>>(keys: impl IntoIterator<Item = (N, Value)>) -> Self {
        let mut keys: Vec<_> = keys.into_iter().map(|(name, value)| (name.into(), value)).collect();
        match keys.pop() {
            Some(last) => Self::of_keys(keys, last),
            None => Self::Key(keys.into()),
        }
    }

    /// The item of a keyed list with these keys, in any order. Nearly all lists have one key, for which
    /// `others` takes no memory.
    pub(crate) fn of_keys(mut others: Vec<(FieldName, Value)>, last: (FieldName, Value)) -> Self {
        if others.is_empty() {
            return Self::Key(Arc::new([last]));
        }
        others.push(last);
        others.sort_by(|(a, _), (b, _)| a.cmp(b));
        Self::Key(others.into())
    }

    /// The rank of the variant in the order.
    fn rank(&self) -> u8 {
        match self {
            Self::Field(_) => 0,
            Self::Key(_) => 1,
            Self::Value(_) => 2,
            Self::Index(_) => 3,
        }
    }
}

impl Ord for Element {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Field(a), Self::Field(b)) => a.cmp(b),
            (Self::Key(a), Self::Key(b)) => {
                for ((a_name, a_value), (b_name, b_value)) in a.iter().zip(b.iter()) {
                    let order = a_name.cmp(b_name).then_with(|| order(a_value, b_value));
                    if order.is_ne() {
                        return order;
                    }
                }
                a.len().cmp(&b.len())
            }
            (Self::Value(a), Self::Value(b)) => order(a, b),
            (Self::Index(a), Self::Index(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for Element {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Element {}

/// The form in messages of an API server, such as `.spec`, `[name="web"]` or `[="a"]`.
impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => write!(f, ".{name}"),
            Self::Key(keys) => {
                for (at, (name, value)) in keys.iter().enumerate() {
                    write!(f, "{}{name}={value}", if at == 0 { "[" } else { "," })?;
                }
                f.write_str("]")
            }
            Self::Value(value) => write!(f, "[={value}]"),
            Self::Index(at) => write!(f, "[{at}]"),
        }
    }
}

/// A path in an object, as in messages of an API server: `.spec.containers[name="web"].image`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct FieldPath(pub Vec<Element>);

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|element| element.fmt(f))
    }
}

/// The number of a JSON text as an API server reads it: an integer of 64 bits, or else a float.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Number {
    Integer(i64),
    Float(f64),
}

impl Number {
    pub(crate) fn of(text: &str) -> Self {
        text.parse()
            .map_or_else(|_| Self::Float(text.parse().unwrap_or(f64::INFINITY)), Self::Integer)
    }

    fn of_value(number: &serde_json::Number) -> Self {
        number
            .as_i64()
            .map_or_else(|| Self::Float(number.as_f64().unwrap_or(f64::INFINITY)), Self::Integer)
    }

    #[expect(clippy::cast_precision_loss, reason = "an API server compares them so")]
    fn float(self) -> f64 {
        match self {
            Self::Integer(number) => number as f64,
            Self::Float(number) => number,
        }
    }

    pub(crate) fn order(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a.cmp(&b),
            // Neither is NaN, which JSON cannot write.
            (a, b) => a.float().partial_cmp(&b.float()).unwrap_or(Ordering::Equal),
        }
    }
}

/// The rank of a kind of value in the order of values.
fn rank(value: &Value) -> u8 {
    match value {
        Value::Number(_) => 0,
        Value::String(_) => 1,
        Value::Bool(_) => 2,
        Value::Array(_) => 3,
        Value::Object(_) => 4,
        Value::Null => 5,
    }
}

/// The order of values in keys and sets. Numbers are compared by their value, integers or not.
fn order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Number::of_value(a).order(Number::of_value(b)),
        (Value::String(a), Value::String(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Array(a), Value::Array(b)) => {
            let unequal = a.iter().zip(b).map(|(a, b)| order(a, b)).find(|order| order.is_ne());
            unequal.unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        (Value::Object(a), Value::Object(b)) => {
            let (a, b) = (json::sorted(a), json::sorted(b));
            let pairs = a.iter().zip(&b);
            let unequal = pairs
                .map(|(a, b)| a.0.cmp(b.0).then_with(|| order(a.1, b.1)))
                .find(|order| order.is_ne());
            unequal.unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

/// The value of one level as a key has it; deeper levels are converted by
/// [`Document::into_value`](smp_core::Document::into_value).
pub(crate) fn value_of(view: View<'_>) -> Result<Value, smp_core::Error> {
    Ok(match view {
        View::Bool(value) => Value::Bool(value),
        View::Number(text) => match Number::of(&text) {
            Number::Integer(number) => number.into(),
            Number::Float(number) => number.into(),
        },
        View::String(text) => Value::String(text.into_owned()),
        View::List(items) => {
            items.into_iter().map(smp_core::Document::into_value).collect::<Result<_, _>>()?
        }
        View::Object(members) => members
            .into_iter()
            .map(|(name, member)| Ok((name.into_owned(), member.into_value()?)))
            .collect::<Result<Map<_, _>, smp_core::Error>>()?
            .into(),
        _ => Value::Null,
    })
}
