//! Rust values as nodes. A value is opened one level at a time, where an operation looks into
//! it. It is converted to JSON only if its parts can't be accessed.

use core::fmt;
use std::borrow::Cow;

use serde_json::Value;
use smp_schema::__support::{
    ConvertError, FieldState, Fields, JsonKind, Reflect, Step, ValueParts, field_at, field_near,
    message_of, names, refuse_lost,
};

use super::lazy::LazyNode;
use super::node::Node;
use super::object::Object;
use super::rust_object::RustObject;
use super::scalar::{KeyValue, Scalar};
use super::write;
use crate::depth::DepthBudget;
use crate::error::{Error, ErrorKind};
use crate::path::Segment;

/// A member of a Rust value.
pub(super) struct Member<'a> {
    /// The name, borrowed from the value.
    pub(super) name: &'a str,
    /// The index of the field, in a struct.
    pub(super) field: Option<usize>,
    pub(super) node: Node<'a>,
}

/// A Rust value that is not converted to JSON.
#[derive(Clone, Copy)]
pub(crate) struct RustValue<'a>(&'a dyn Reflect);

impl fmt::Debug for RustValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RustValue")
    }
}

impl<'a> Node<'a> {
    /// The node of a Rust value. A value whose parts can't be accessed is converted: `O(n)`,
    /// otherwise `O(1)`.
    pub(crate) fn of_rust(value: &'a dyn Reflect) -> Result<Self, Error> {
        match value.inside() {
            ValueParts::Whole => match value.to_value() {
                Ok(json @ Value::Object(_)) => {
                    Ok(Self::Lazy(LazyNode::converted(RustValue(value), json, false)))
                }
                Ok(other) => Ok(Self::Value(other)),
                Err(ConvertError::Unknown) => Err(refused(ConvertError::Unknown)),
                // A value that JSON can't express stays as it is; opening it gives the error.
                Err(ConvertError::Json(..) | ConvertError::TooDeep) => {
                    Ok(Self::Lazy(LazyNode::RustValue(RustValue(value))))
                }
            },
            ValueParts::Json(value) => Ok(Self::ValueRef(value)),
            _ => Ok(Self::Lazy(LazyNode::RustValue(RustValue(value)))),
        }
    }
}

impl<'a> RustValue<'a> {
    /// Whether it is the same value, at the same address.
    pub(crate) fn is(self, value: &dyn Reflect) -> bool {
        core::ptr::addr_eq(self.0, value)
    }

    /// The value without a conversion.
    pub(crate) fn of(value: &'a dyn Reflect) -> Self {
        Self(value)
    }

    /// The address of the value, by which it is found among the elements of its list.
    pub(crate) fn address(self) -> usize {
        core::ptr::from_ref(self.0).cast::<()>().addr()
    }

    /// One level of the value.
    pub(super) fn inside(self) -> ValueParts<'a> {
        self.0.inside()
    }

    /// The value as JSON. `O(n)`.
    pub(super) fn to_value(self) -> Result<Node<'a>, Error> {
        self.0.to_value().map(Node::Value).map_err(refused)
    }

    pub(super) fn kind(self) -> JsonKind {
        match self.0.inside() {
            // [`Node::of_rust`] converts such values, so that no node has them here.
            ValueParts::Json(_) | ValueParts::Null => JsonKind::Null,
            ValueParts::Bool(_) => JsonKind::Bool,
            // The only known values that are converted and that JSON can't express are numbers.
            ValueParts::Number(_) | ValueParts::Whole => JsonKind::Number,
            ValueParts::String(_) => JsonKind::String,
            ValueParts::List(_) => JsonKind::List,
            ValueParts::Struct(_) | ValueParts::Map(_) => JsonKind::Object,
        }
    }

    /// Whether all parts of the two values are the same. `O(n)`.
    pub(super) fn same(self, other: Self) -> bool {
        self.0.same_as(other.0)
    }

    /// The node of a changed object made from this value. `O(1)`; `O(n)` for a value whose parts can't be
    /// accessed.
    pub(crate) fn with_members(
        self,
        members: Object<'a>,
        limit: DepthBudget,
    ) -> Result<Node<'a>, Error> {
        Ok(Node::Lazy(match self.0.inside() {
            ValueParts::Struct(_) | ValueParts::Map(_) => {
                LazyNode::RustObject(RustObject::opened(self, members))
            }
            _ => LazyNode::converted(self, write::value(Node::Object(members), limit)?, true),
        }))
    }

    /// An error if serde reads a document without this member as a different value.
    pub(crate) fn check_removal(self, name: &str) -> Result<(), Error> {
        let ValueParts::Struct(fields) = self.0.inside() else { return Ok(()) };
        let field = field_at(fields.shape(), name);
        field.map_or(Ok(()), |(at, name)| check_absence(fields, at, name))
    }

    /// As [`check_removal`](Self::check_removal), for all members that documents lack. `O(n)` in
    /// the fields.
    pub(crate) fn check_absences(self) -> Result<(), Error> {
        match self.0.inside() {
            ValueParts::Struct(fields) => {
                absent(fields).try_for_each(|(at, name)| check_absence(fields, at, name))
            }
            ValueParts::Whole => check_whole(self.0),
            _ => Ok(()),
        }
    }

    /// The null members that serde reads differently if a document lacks them. `O(n)`.
    pub(crate) fn nulls_to_retain(self) -> Vec<String> {
        match self.0.inside() {
            ValueParts::Struct(fields) => absent(fields)
                .filter(|(at, name)| check_absence(fields, *at, name).is_err())
                .map(|(_, name)| name.to_owned())
                .collect(),
            ValueParts::Whole if self.needs_nulls() => match self.0.to_value() {
                Ok(Value::Object(members)) => members
                    .into_iter()
                    .filter(|(_, member)| member.is_null())
                    .map(|(name, _)| name)
                    .collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Whether serde converts it as a whole, and reads its JSON without nulls as a different value.
    /// `O(n)`.
    pub(crate) fn needs_nulls(self) -> bool {
        matches!(self.0.inside(), ValueParts::Whole) && check_whole(self.0).is_err()
    }

    /// An error if serde can't read the object that a patch leads to, or drops a part of it. With
    /// `is_this` the object must be this value, so that it is also an error if serde reads a different
    /// one. `O(n)`.
    pub(crate) fn check_patched(
        self,
        patched: Object<'a>,
        is_this: bool,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let json = write::value(Node::Object(patched), limit)?;
        let read = self.0.read(json.clone()).map_err(|_| inexpressible())?;
        refuse_lost(&json, &*read).map_err(|_| inexpressible())?;
        let (back, own) = (read.to_value().map_err(refused)?, self.0.to_value().map_err(refused)?);
        if is_this && without_nulls(back) != without_nulls(own) {
            return Err(inexpressible());
        }
        Ok(())
    }

    /// The text of a string.
    pub(super) fn as_str(self) -> Option<&'a str> {
        match self.0.inside() {
            ValueParts::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value as a scalar; `None` for lists and objects.
    pub(super) fn scalar(self) -> Option<Scalar<'a>> {
        scalar(self.0)
    }

    /// The value of the key field with this name. `O(n)` in the fields of a struct, `O(1)` if the
    /// field is at this position.
    pub(super) fn key_value(self, name: &str, position: Option<usize>) -> Option<KeyValue<'a>> {
        // If a field can't be written as JSON, the error is reported when the element is
        // merged.
        let member = match self.0.inside() {
            ValueParts::Struct(fields) => match field_near(fields.shape(), position, name) {
                Some((at, _)) => match fields.field(at) {
                    FieldState::Value(value) | FieldState::Fixed(value) => value,
                    FieldState::Leaf(value) => {
                        let json = value.ok()?;
                        let other = || KeyValue::Other(JsonKind::of(&json));
                        let scalar = Scalar::of_value(&json).map(Scalar::into_owned);
                        return Some(scalar.map_or_else(other, KeyValue::Scalar));
                    }
                    _ => return None,
                },
                None => fields.flattened_map()?.1.entry(name)?.1,
            },
            ValueParts::Map(map) => map.entry(name)?.1,
            _ => return None,
        };
        let other = || KeyValue::Other(RustValue(member).kind());
        Some(scalar(member).map_or_else(other, KeyValue::Scalar))
    }

    /// The member with this name. `O(n)` in the fields of a struct, `O(1)` if the field is at
    /// this position.
    pub(super) fn member(
        self,
        name: &str,
        position: Option<usize>,
    ) -> Result<Option<Member<'a>>, Error> {
        let (name, field, node) = match self.0.inside() {
            ValueParts::Struct(fields) => {
                if let Some((at, name)) = field_near(fields.shape(), position, name) {
                    let Some(node) = node_of(fields.field(at)) else { return Ok(None) };
                    (name, Some(at), node)
                } else {
                    let entry = fields.flattened_map().and_then(|(_, map)| map.entry(name));
                    let Some((name, value)) = entry else { return Ok(None) };
                    (name, None, Node::of_rust(value))
                }
            }
            ValueParts::Map(map) => {
                let Some((name, value)) = map.entry(name) else { return Ok(None) };
                (name, None, Node::of_rust(value))
            }
            _ => return Ok(None),
        };
        node.map(|node| Some(Member { name, field, node }))
    }

    /// The names of all members, in order. `O(n)`.
    pub(crate) fn names(self) -> Vec<&'a str> {
        let mut found = Vec::new();
        match self.0.inside() {
            ValueParts::Struct(fields) => {
                let is_there = |at| {
                    !matches!(fields.field(at), FieldState::Absent(_) | FieldState::AbsentLeaf)
                };
                let all = names(fields.shape());
                found.extend(all.filter(|(at, _)| is_there(*at)).map(|(_, name)| name));
                if let Some((_, map)) = fields.flattened_map() {
                    map.each(&mut |name, _| found.push(name));
                }
            }
            ValueParts::Map(map) => map.each(&mut |name, _| found.push(name)),
            _ => {}
        }
        found
    }
}

/// The value of a field; `None` for a field that is not in the JSON of the value.
pub(super) fn node_of(slot: FieldState<'_>) -> Option<Result<Node<'_>, Error>> {
    Some(match slot {
        FieldState::Absent(_) | FieldState::AbsentLeaf => return None,
        FieldState::Value(value) | FieldState::Fixed(value) => Node::of_rust(value),
        FieldState::Leaf(value) => value.map(Node::Value).map_err(refused),
        FieldState::Closed => Err(refused(ConvertError::Unknown)),
    })
}

/// The fields that documents lack, or have as null. `O(n)`.
fn absent(fields: &dyn Fields) -> impl Iterator<Item = (usize, &'static str)> {
    let is_absent = |at| match fields.field(at) {
        FieldState::Absent(_) | FieldState::AbsentLeaf | FieldState::Leaf(Ok(Value::Null)) => true,
        FieldState::Value(value) => match value.inside() {
            ValueParts::Whole => matches!(value.to_value(), Ok(Value::Null)),
            inside => matches!(inside, ValueParts::Null),
        },
        _ => false,
    };
    names(fields.shape()).filter(move |(at, _)| is_absent(*at))
}

/// An error if serde reads a document without this field as a different value.
fn check_absence(fields: &dyn Fields, at: usize, name: &str) -> Result<(), Error> {
    let is_read_back = match fields.field(at) {
        FieldState::Value(value) | FieldState::Absent(value) => {
            fields.default_of(at).is_none_or(|default| value.same_as(&*default))
        }
        FieldState::Leaf(_) | FieldState::AbsentLeaf => fields.has_default_leaf(at),
        FieldState::Closed | FieldState::Fixed(_) => true,
    };
    if is_read_back { Ok(()) } else { Err(inexpressible().within_field(name)) }
}

/// As [`check_absence`], for a value that is converted as a whole: an error if serde reads its JSON
/// without nulls as a different value. `O(n)`.
fn check_whole(value: &dyn Reflect) -> Result<(), Error> {
    let json = value.to_value().map_err(refused)?;
    let read = match value.read(without_nulls(json.clone())) {
        Ok(read) => read,
        // No patch can set it, by itself or with the whole object.
        Err(ConvertError::Json(error, steps)) => {
            return Err(refused(ConvertError::Json(error, steps)));
        }
        Err(ConvertError::Unknown | ConvertError::TooDeep) => return Ok(()),
    };
    let back = read.to_value().map_err(refused)?;
    if without_nulls(back) == without_nulls(json) { Ok(()) } else { Err(inexpressible()) }
}

fn inexpressible() -> Error {
    let message = "no patch can express this value: serde doesn't write it, or writes null, and \
                   reads a document without the field as another value, the default of the field";
    Error::new(ErrorKind::Typed, message)
}

/// The value that a patch with this value sets: null members count as absent.
fn without_nulls(json: Value) -> Value {
    match json {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(_, member)| !member.is_null());
            members.map(|(name, member)| (name, without_nulls(member))).collect()
        }
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

fn scalar(value: &dyn Reflect) -> Option<Scalar<'_>> {
    Some(match value.inside() {
        ValueParts::Null => Scalar::Null,
        ValueParts::Bool(value) => Scalar::Bool(value),
        ValueParts::Number(number) => Scalar::number(Cow::Owned(number.to_string())),
        ValueParts::String(text) => Scalar::String(Cow::Borrowed(text)),
        ValueParts::Json(value) => Scalar::of_value(value)?,
        ValueParts::Whole => Scalar::of_value(&value.to_value().ok()?)?.into_owned(),
        ValueParts::List(_) | ValueParts::Struct(_) | ValueParts::Map(_) => return None,
    })
}

/// The error of a Rust value that can't be converted.
pub(crate) fn refused(refusal: ConvertError) -> Error {
    let ConvertError::Json(error, steps) = refusal else {
        let message = "the type of this value is not known to have a form in JSON";
        return Error::new(ErrorKind::Typed, message).caused_by(ConvertError::Unknown);
    };
    let error = Error::new(ErrorKind::Typed, message_of(&error)).caused_by(error);
    steps.into_iter().fold(error, |error, step| match step {
        Step::Field(name) => error.within_field(&name),
        Step::Index(at) => error.within(Segment::Index(at)),
    })
}
