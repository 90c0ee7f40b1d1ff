//! The patch metadata that a field can have: strategy, merge key, list type and list map
//! keys; and which fields can be in a union ([`UnionField`]).
//!
//! Each rule is one [`Rule`], checked by one constant function of [`FieldFacts`]. It is called in three
//! places: the derive macro calls it with the facts in the attributes; derived code calls it in
//! constants, where the type of the field is known; the schema builder calls it for every field, from any
//! source of metadata. So a mistake has the same message wherever it is found.
//!
//! ```
//! use smp_rules::{FieldFacts, Kind, Part, Rule, Strategy};
//! let port = FieldFacts { kind: Some(Kind::Scalar), strategy: Strategy::MERGE, ..FieldFacts::NONE };
//! let found: Vec<_> = Rule::ALL.iter().filter_map(|rule| rule.violated_by(port)).collect();
//! assert_eq!(found, ["a scalar cannot merge; remove the strategy"]);
//! assert_eq!(Rule::ScalarStrategy.part(), Part::Strategy);
//! ```

// Nothing here may panic. Each exception gives its reason.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod list_type;
mod map_type;
mod rule;
mod spelling;
mod strategy;
mod union;

pub use list_type::{ListType, ListTypeError};
pub use map_type::{MapType, MapTypeError};
pub use rule::{FieldFacts, Kind, Part, Rule};
pub use spelling::{near_words, nearest};
pub use strategy::{Base, Strategy, StrategyError};
pub use union::UnionField;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
