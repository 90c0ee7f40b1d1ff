//! Whether a scalar has the type that the schema gives. Rules: semantics check-4 and check-13.

use crate::document::{JsonKind, Node, Scalar};
use smp_schema::ScalarType;

/// The way in which a scalar does not fit the type that the schema gives.
#[derive(Debug, Clone)]
pub(super) enum Misfit {
    /// A value of a different kind.
    Kind,
    /// A number with a fraction, for an integer.
    Fraction,
    /// An integer that is written with a fraction or an exponent: `3.0`, `3e0`.
    Spelling {
        /// The integer as it has to be written.
        integer: String,
    },
    /// An integer outside the range of the type.
    Range { smallest: i64, largest: i64 },
}

/// The misfit between a scalar and its type; `None` if it fits. Null fits: it removes the field.
/// `O(n)` in the text.
pub(super) fn misfit(scalar: ScalarType, node: &Node<'_>) -> Option<Misfit> {
    use JsonKind::{Bool, Null, Number, String};
    let fits = match (scalar, node.kind()) {
        (_, Null)
        | (
            ScalarType::String
            | ScalarType::Quantity
            | ScalarType::IntOrString
            | ScalarType::Time
            | ScalarType::Duration
            | ScalarType::Bytes,
            String,
        )
        | (ScalarType::Number | ScalarType::Quantity, Number)
        | (ScalarType::Boolean, Bool) => true,
        (
            ScalarType::Integer | ScalarType::Int32 | ScalarType::Int64 | ScalarType::IntOrString,
            Number,
        ) => return integer_misfit(scalar, node),
        (
            ScalarType::String
            | ScalarType::Quantity
            | ScalarType::IntOrString
            | ScalarType::Time
            | ScalarType::Duration
            | ScalarType::Bytes
            | ScalarType::Number
            | ScalarType::Integer
            | ScalarType::Int32
            | ScalarType::Int64
            | ScalarType::Boolean,
            _,
        ) => false,
        _ => true,
    };
    (!fits).then_some(Misfit::Kind)
}

fn integer_misfit(scalar: ScalarType, node: &Node<'_>) -> Option<Misfit> {
    let (integer, is_plain) = match Scalar::of(node)? {
        Scalar::Decimal(decimal) => match decimal.to_integer() {
            Some(integer) => (integer, false),
            None => return Some(Misfit::Fraction),
        },
        number => (number.to_json(), true),
    };
    match scalar.integers() {
        Some((smallest, largest))
            if !integer.parse().is_ok_and(|it| (smallest..=largest).contains(&it)) =>
        {
            Some(Misfit::Range { smallest, largest })
        }
        _ => (!is_plain).then_some(Misfit::Spelling { integer }),
    }
}
