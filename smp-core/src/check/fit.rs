//! Whether a scalar has the type that the schema gives.

use crate::document::{JsonKind, Node};
use smp_schema::ScalarType;

/// Whether a scalar has the type that the schema gives.
pub(super) enum Fit {
    Yes,
    No {
        /// Whether it is a number with a fraction for an integer.
        fraction: bool,
    },
}

/// Null fits: it removes the field. So does `3.0` for an integer, as in a cluster.
pub(super) fn fit(scalar: ScalarType, node: &Node<'_>) -> Fit {
    use JsonKind::{Bool, Null, Number, String};
    let fits = match (scalar, node.kind()) {
        (_, Null)
        | (ScalarType::String | ScalarType::StringOrNumber, String)
        | (ScalarType::Number | ScalarType::StringOrNumber, Number)
        | (ScalarType::Boolean, Bool) => true,
        (ScalarType::Integer, Number) => {
            let whole = is_whole(node);
            return if whole { Fit::Yes } else { Fit::No { fraction: true } };
        }
        (
            ScalarType::String
            | ScalarType::StringOrNumber
            | ScalarType::Number
            | ScalarType::Integer
            | ScalarType::Boolean,
            _,
        ) => false,
        _ => true,
    };
    if fits { Fit::Yes } else { Fit::No { fraction: false } }
}

fn is_whole(node: &Node<'_>) -> bool {
    let Node::Number(text) = node else { return true };
    !text.contains(['.', 'e', 'E']) || text.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
}
