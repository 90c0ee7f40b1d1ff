//! Equality of values as `test` and a diff of operations need it: null is not an absent member, and
//! numbers are equal if their texts are.

use std::collections::HashMap;

use smp_core::{Document, Error, View};

/// Whether two values are the same, apart from the order of members. `O(n·d)`, and `O(n)` in what
/// is open.
pub(crate) fn same(left: Document<'_>, right: Document<'_>) -> Result<bool, Error> {
    Ok(match (left.into_view()?, right.into_view()?) {
        (View::Null, View::Null) => true,
        (View::Bool(left), View::Bool(right)) => left == right,
        (View::Number(left), View::Number(right)) => left == right,
        (View::String(left), View::String(right)) => left == right,
        (View::List(left), View::List(right)) => {
            if left.len() != right.len() {
                return Ok(false);
            }
            for (left, right) in left.into_iter().zip(right) {
                if !same(left, right)? {
                    return Ok(false);
                }
            }
            true
        }
        (View::Object(left), View::Object(right)) => {
            let mut right: HashMap<_, _> = right.into_iter().collect();
            for (name, left) in left {
                let Some(right) = right.remove(&name) else { return Ok(false) };
                if !same(left, right)? {
                    return Ok(false);
                }
            }
            right.is_empty()
        }
        _ => false,
    })
}
