//! Access to the parts of flattened values, as if they were parts of the outer struct.

use smp_rules::Kind;

use crate::describe::PatchSchema;
use crate::field_index::within;
use crate::reflect::{Entries, FieldState, Fields, ValueParts, ValuePartsMut};
use crate::shape::{FieldShape, Place};

/// Whether the parts of a flattened value can be accessed. `false` for an `Option`: serde decides by
/// the members whether it is `None`.
pub fn is_flattened_in_place<T: PatchSchema>(value: &T) -> bool {
    !T::OPTIONAL && matches!(value.__inside(), ValueParts::Struct(_) | ValueParts::Map(_))
}

/// The fields of the flattened value whose block has this index, and the index within its type.
/// `O(n)`.
pub(crate) fn flattened_at<T: PatchSchema>(of: &T, at: usize) -> Option<(&dyn Fields, usize)> {
    let (own, at) = within(T::OBJECT, at)?;
    match of.__field(own) {
        FieldState::Value(value) => match value.inside() {
            ValueParts::Struct(fields) => Some((fields, at)),
            _ => None,
        },
        _ => None,
    }
}

/// As [`flattened_at`], for changing the value. `O(n)`.
pub(crate) fn flattened_at_mut<T: PatchSchema>(
    of: &mut T,
    at: usize,
) -> Option<(&mut dyn Fields, usize)> {
    let (own, at) = within(T::OBJECT, at)?;
    match of.__field_mut(own)?.inside_mut() {
        ValuePartsMut::Struct(fields) => Some((fields, at)),
        _ => None,
    }
}

/// [`Fields::flattened_map`] for a struct that flattens others. `O(n)`.
pub(crate) fn flattened_map<T: PatchSchema>(of: &T) -> Option<(usize, &dyn Entries)> {
    let is_map = |field: &FieldShape| {
        matches!(field.place, Place::Flattened(_)) && field.shape.kind() == Kind::Map
    };
    let at = T::OBJECT.fields.iter().position(is_map)?;
    match of.__field(at) {
        FieldState::Value(value) => match value.inside() {
            ValueParts::Map(map) => Some((at, map)),
            _ => None,
        },
        _ => None,
    }
}
