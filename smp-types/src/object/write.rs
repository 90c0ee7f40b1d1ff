//! Writes objects: every field that is not absent.

use core::slice::Iter;

use serde::ser::{SerializeMap, Serializer};

use super::{Field, Object};
use crate::UnknownFields;

/// Takes the fields of a struct, in order.
pub trait Members {
    /// Takes the next field.
    fn member<T: Field>(&mut self, value: &T);
}

/// Writes a struct. `O(n)` in its content.
pub fn write<T: Object, S: Serializer>(object: &T, to: S) -> Result<S::Ok, S::Error> {
    // Structs of serde can only have names that are constants.
    let to = to.serialize_map(Some(count(object)))?;
    let mut writing = Writing { to, names: T::NAMES.iter(), result: Ok(()) };
    object.write(&mut writing);
    writing.end(object.unknown_fields())
}

/// Writes a kind, with `value` as the member `name`, which the kind itself must not have.
/// `O(n)` in the content of both.
#[cfg(feature = "kube")]
pub(crate) fn write_kind<T: Object, V: serde::Serialize, S: Serializer>(
    object: &T,
    name: &'static str,
    value: &V,
    to: S,
) -> Result<S::Ok, S::Error> {
    let to = to.serialize_map(Some(count(object).wrapping_add(1)))?;
    let names = T::NAMES.iter();
    let mut writing = WritingKind { writing: Writing { to, names, result: Ok(()) }, name, value };
    object.write(&mut writing);
    writing.writing.end(object.unknown_fields())
}

#[cfg(feature = "kube")]
struct WritingKind<'v, S: SerializeMap, V> {
    writing: Writing<S>,
    name: &'static str,
    value: &'v V,
}

#[cfg(feature = "kube")]
impl<S: SerializeMap, V: serde::Serialize> Members for WritingKind<'_, S, V> {
    fn member<T: Field>(&mut self, value: &T) {
        if self.writing.names.as_slice().first() != Some(&self.name) {
            return self.writing.member(value);
        }
        self.writing.names.next();
        if self.writing.result.is_ok() {
            self.writing.result = if value.is_absent() {
                self.writing.to.serialize_entry(self.name, self.value)
            } else {
                Err(serde::ser::Error::custom(format_args!(
                    "`{}` is set in the kind and around it",
                    self.name
                )))
            };
        }
    }
}

/// The number of members that will be written. Some formats need it before the first member.
/// `O(n)` in the fields.
fn count<T: Object>(object: &T) -> usize {
    let mut count = Count(0);
    object.write(&mut count);
    let unknown = object.unknown_fields().map_or(0, UnknownFields::len);
    count.0.wrapping_add(unknown)
}

struct Count(usize);

impl Members for Count {
    fn member<T: Field>(&mut self, value: &T) {
        self.0 = self.0.wrapping_add(usize::from(!value.is_absent()));
    }
}

struct Writing<S: SerializeMap> {
    to: S,
    /// The names of the next fields.
    names: Iter<'static, &'static str>,
    /// The first error, after which nothing more is written. It is kept here because a `?` for
    /// each field would be most of the code for a struct.
    result: Result<(), S::Error>,
}

impl<S: SerializeMap> Writing<S> {
    /// Writes the members without a field, and ends the object.
    fn end(mut self, unknown: Option<&UnknownFields>) -> Result<S::Ok, S::Error> {
        self.result?;
        for (name, value) in unknown.into_iter().flat_map(UnknownFields::iter) {
            self.to.serialize_entry(name, value)?;
        }
        self.to.end()
    }
}

impl<S: SerializeMap> Members for Writing<S> {
    fn member<T: Field>(&mut self, value: &T) {
        // There is a name for every field.
        let name = self.names.next().copied().unwrap_or_default();
        if self.result.is_ok() && !value.is_absent() {
            self.result = self.to.serialize_entry(name, value);
        }
    }
}
