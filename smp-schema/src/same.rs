//! Whether two Rust values are the same, compared part by part. Types whose parts are known at
//! compile time implement `PatchSchema::__same`; this function is for all others.

use crate::reflect::{Entries, FieldState, Fields, Reflect, UNKNOWN_FIELDS, ValueParts};

/// Whether all parts of two values are the same. Also `false` if values can't be converted to JSON,
/// so that the answer is unknown. `O(n)`.
pub(crate) fn same(left: &dyn Reflect, right: &dyn Reflect) -> bool {
    match (left.inside(), right.inside()) {
        (ValueParts::Whole, ValueParts::Whole) => match (left.to_value(), right.to_value()) {
            (Ok(left), Ok(right)) => left == right,
            _ => false,
        },
        (ValueParts::Json(left), ValueParts::Json(right)) => left == right,
        (ValueParts::Null, ValueParts::Null) => true,
        (ValueParts::Bool(left), ValueParts::Bool(right)) => left == right,
        (ValueParts::Number(left), ValueParts::Number(right)) => left == right,
        (ValueParts::String(left), ValueParts::String(right)) => left == right,
        (ValueParts::List(left), ValueParts::List(right)) => {
            let count = left.count();
            let same_item = |at| match (left.item(at), right.item(at)) {
                (Some(left), Some(right)) => left.same_as(right),
                _ => false,
            };
            count == right.count() && (0..count).all(same_item)
        }
        (ValueParts::Map(left), ValueParts::Map(right)) => same_entries(left, right),
        // Both structs are of the same type, so that fields with the same index correspond.
        (ValueParts::Struct(left), ValueParts::Struct(right)) => {
            let same_field = |at| match (left.field(at), right.field(at)) {
                (FieldState::Absent(_), FieldState::Absent(_))
                | (FieldState::AbsentLeaf, FieldState::AbsentLeaf) => true,
                (
                    FieldState::Value(left) | FieldState::Fixed(left),
                    FieldState::Value(right) | FieldState::Fixed(right),
                ) => left.same_as(right),
                (FieldState::Leaf(Ok(left)), FieldState::Leaf(Ok(right))) => left == right,
                _ => false,
            };
            let count = left.shape().fields.len();
            count == right.shape().fields.len()
                && (0..count).all(same_field)
                && match (unknown_fields(left), unknown_fields(right)) {
                    (None, None) => true,
                    (Some(left), Some(right)) => same_entries(left, right),
                    _ => false,
                }
        }
        _ => false,
    }
}

fn same_entries(left: &dyn Entries, right: &dyn Entries) -> bool {
    let (mut count, mut all) = (0_usize, true);
    left.each(&mut |key, value| {
        count = count.saturating_add(1);
        all = all && right.entry(key).is_some_and(|(_, right)| value.same_as(right));
    });
    all && {
        let mut others = 0_usize;
        right.each(&mut |_, _| others = others.saturating_add(1));
        others == count
    }
}

/// The unknown members that a struct keeps, but not the entries of a flattened map.
fn unknown_fields(fields: &dyn Fields) -> Option<&dyn Entries> {
    fields.flattened_map().filter(|(at, _)| *at == UNKNOWN_FIELDS).map(|(_, entries)| entries)
}
