//! Whether two Rust values are the same, compared part by part. Types whose parts are known at
//! compile time implement `PatchSchema::__same`; this function is for all others.

use crate::reach::{Inside, Reach, Slot};

/// Whether all parts of two values are the same. `false` also if values can't be converted to
/// JSON, so that it is unknown. `O(n)`.
pub(crate) fn same(left: &dyn Reach, right: &dyn Reach) -> bool {
    match (left.inside(), right.inside()) {
        (Inside::Whole, Inside::Whole) => match (left.to_value(), right.to_value()) {
            (Ok(left), Ok(right)) => left == right,
            _ => false,
        },
        (Inside::Json(left), Inside::Json(right)) => left == right,
        (Inside::Null, Inside::Null) => true,
        (Inside::Bool(left), Inside::Bool(right)) => left == right,
        (Inside::Number(left), Inside::Number(right)) => left == right,
        (Inside::String(left), Inside::String(right)) => left == right,
        (Inside::List(left), Inside::List(right)) => {
            let count = left.count();
            let same_item = |at| match (left.item(at), right.item(at)) {
                (Some(left), Some(right)) => left.same_as(right.as_any()),
                _ => false,
            };
            count == right.count() && (0..count).all(same_item)
        }
        (Inside::Map(left), Inside::Map(right)) => {
            let (mut count, mut all) = (0_usize, true);
            left.each(&mut |key, value| {
                count = count.saturating_add(1);
                all =
                    all && right.entry(key).is_some_and(|(_, right)| value.same_as(right.as_any()));
            });
            all && {
                let mut others = 0_usize;
                right.each(&mut |_, _| others = others.saturating_add(1));
                others == count
            }
        }
        // Both structs are of the same type, so that fields with the same index correspond.
        (Inside::Struct(left), Inside::Struct(right)) => {
            let same_field = |at| match (left.field(at), right.field(at)) {
                (Slot::Absent(_), Slot::Absent(_)) | (Slot::AbsentLeaf, Slot::AbsentLeaf) => true,
                (
                    Slot::Value(left) | Slot::Fixed(left),
                    Slot::Value(right) | Slot::Fixed(right),
                ) => left.same_as(right.as_any()),
                (Slot::Leaf(Ok(left)), Slot::Leaf(Ok(right))) => left == right,
                _ => false,
            };
            let count = left.shape().fields.len();
            count == right.shape().fields.len() && (0..count).all(same_field)
        }
        _ => false,
    }
}
