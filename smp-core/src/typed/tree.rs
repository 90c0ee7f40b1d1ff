//! [`Tree`]: the JSON of a value of a foreign type, for a merge or a comparison. It costs less
//! than a `serde_json::Value`: names of fields are not copied, and members are in a sorted
//! list. Its parts can be accessed, so that a merge changes it in place.
//!
//! It supports the forms of JSON that types usually have. For others (map keys that are
//! numbers, 128-bit integers, variants with fields), writing and reading fail with
//! [`NotSupported`], and the caller uses a `Value` instead. So an error here is not the final
//! result.

mod check;
mod read;
mod write;

use core::any::Any;
use core::fmt;
use std::borrow::Cow;
use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde::{Serialize, de, ser};
use serde_json::{Number, Value};
use smp_schema::__support::{Entries, Inside, InsideMut, Reach, Refusal};
use smp_schema::{PatchSchema, TypeShape};

use crate::depth::DepthBudget;

/// A value in JSON.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Tree {
    Null,
    Bool(bool),
    /// An integer that isn't negative.
    Unsigned(u64),
    /// A negative integer.
    Negative(i64),
    /// A float that is finite.
    Float(f64),
    String(String),
    List(Vec<Self>),
    Object(Members),
}

/// The members of an object, sorted by name. No name occurs twice.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Members(Vec<(Cow<'static, str>, Tree)>);

/// Why a value is not written or read.
#[derive(Debug)]
pub(super) enum NotSupported {
    /// A form of JSON that a [`Tree`] doesn't have, or a value that doesn't fit.
    Form,
    /// The value is nested deeper than the limit.
    Depth,
}

impl fmt::Display for NotSupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not supported")
    }
}

impl core::error::Error for NotSupported {}

impl ser::Error for NotSupported {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Form
    }
}

impl de::Error for NotSupported {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Form
    }
}

impl Tree {
    /// The JSON that serde writes for the value. `O(n)`. Nesting of more levels than `limit` is
    /// an error.
    pub(super) fn of<T: Serialize + ?Sized>(
        value: &T,
        limit: DepthBudget,
    ) -> Result<Self, NotSupported> {
        value.serialize(write::Writer(limit))
    }

    /// The value that serde reads from the tree. `O(n)`. An error if the type drops a member of
    /// the tree; the rule is that of
    /// [`refuse_lost_value`](smp_schema::__support::refuse_lost_value).
    pub(super) fn read<T: Serialize + DeserializeOwned>(&self) -> Result<T, NotSupported> {
        let value = T::deserialize(self)?;
        value.serialize(check::Checker::new(self))?;
        Ok(value)
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Unsigned(number) => Value::from(*number),
            Self::Negative(number) => Value::from(*number),
            Self::Float(number) => Value::from(*number),
            Self::String(text) => Value::String(text.clone()),
            Self::List(items) => items.iter().map(Self::to_value).collect(),
            Self::Object(members) => {
                let members = members.0.iter();
                Value::Object(
                    members.map(|(name, value)| (name.to_string(), value.to_value())).collect(),
                )
            }
        }
    }

    fn number(&self) -> Option<Number> {
        match self {
            Self::Unsigned(number) => Some((*number).into()),
            Self::Negative(number) => Some((*number).into()),
            Self::Float(number) => Number::from_f64(*number),
            _ => None,
        }
    }
}

impl From<Value> for Tree {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => Self::Unsigned(number),
                (None, Some(number)) => Self::Negative(number),
                (None, None) => number.as_f64().map_or(Self::Null, Self::Float),
            },
            Value::String(text) => Self::String(text),
            Value::Array(items) => Self::List(items.into_iter().map(Self::from).collect()),
            Value::Object(members) => {
                let members = members.into_iter().map(|(name, it)| (Cow::Owned(name), it.into()));
                let mut members = Members(members.collect());
                // No name occurs twice, so that sorting is enough.
                members.0.sort_by(|left, right| left.0.cmp(&right.0));
                Self::Object(members)
            }
        }
    }
}

impl Members {
    /// The object with these members, in any order; an error if two have the same name.
    fn new(mut members: Vec<(Cow<'static, str>, Tree)>) -> Result<Self, NotSupported> {
        // serde writes most objects in the order of names.
        if !members.is_sorted_by(|left, right| left.0 < right.0) {
            members.sort_by(|left, right| left.0.cmp(&right.0));
            if !members.is_sorted_by(|left, right| left.0 < right.0) {
                return Err(NotSupported::Form);
            }
        }
        Ok(Self(members))
    }

    /// The index of the member with this name, or the index where it would be inserted.
    fn search(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| own.as_ref().cmp(name))
    }
}

impl PatchSchema for Tree {
    const SHAPE: TypeShape = TypeShape::ANY;

    fn __inside(&self) -> Inside<'_> {
        match self {
            Self::Null => Inside::Null,
            Self::Bool(value) => Inside::Bool(*value),
            Self::String(text) => Inside::String(text),
            Self::List(items) => Inside::List(items),
            Self::Object(members) => Inside::Map(members),
            Self::Unsigned(_) | Self::Negative(_) | Self::Float(_) => {
                self.number().map_or(Inside::Null, Inside::Number)
            }
        }
    }

    fn __inside_mut(&mut self) -> InsideMut<'_> {
        match self {
            Self::List(items) => InsideMut::List(items),
            Self::Object(members) => InsideMut::Map(members),
            _ => InsideMut::Whole,
        }
    }

    fn __same(&self, other: &Self) -> bool {
        self == other
    }

    fn __to_value(&self) -> Result<Value, Refusal> {
        Ok(self.to_value())
    }

    fn __from_value(value: Value) -> Result<Self, Refusal> {
        Ok(value.into())
    }
}

impl Entries for Members {
    fn entry(&self, key: &str) -> Option<(&str, &dyn Reach)> {
        let (name, value) = self.0.get(self.search(key).ok()?)?;
        Some((name, value))
    }

    fn entry_mut(&mut self, key: &str) -> Option<&mut dyn Reach> {
        let at = self.search(key).ok()?;
        self.0.get_mut(at).map(|(_, value)| value as &mut dyn Reach)
    }

    fn each<'v>(&'v self, visit: &mut dyn FnMut(&'v str, &'v dyn Reach)) {
        for (name, value) in &self.0 {
            visit(name, value);
        }
    }

    fn read_entry(&self, value: Value) -> Result<Box<dyn Reach>, Refusal> {
        Ok(Box::new(Tree::from(value)))
    }

    fn add_entries(&mut self, entries: Vec<(String, Box<dyn Any>)>) {
        let entries = entries
            .into_iter()
            .filter_map(|(key, value)| Some((Cow::Owned(key), *value.downcast::<Tree>().ok()?)));
        self.0.extend(entries);
        self.0.sort_by(|left, right| left.0.cmp(&right.0));
    }

    fn remove_entries(&mut self, keys: &HashSet<String>) {
        self.0.retain(|(key, _)| !keys.contains(key.as_ref()));
    }
}

#[cfg(test)]
mod tests;
