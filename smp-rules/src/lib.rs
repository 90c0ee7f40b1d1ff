//! Which patch metadata a field can have: strategy, merge key, list type and list map
//! keys.
//!
//! A rule is one [`Rule`], checked by one constant function over [`FieldFacts`]. The
//! derive macro calls it while it expands, for what the attributes alone tell; derived
//! code calls it in constants, where the type of the field is known; the schema builder
//! calls it for every field, whatever source the metadata have. So a mistake has the
//! same message wherever it is found.
//!
//! ```
//! use smp_rules::{FieldFacts, Kind, Part, Rule, Strategy};
//! let port = FieldFacts { kind: Some(Kind::Scalar), strategy: Strategy::MERGE, ..FieldFacts::NONE };
//! let found: Vec<_> = Rule::ALL.iter().filter_map(|rule| rule.violated_by(port)).collect();
//! assert_eq!(found, ["a scalar cannot merge; remove the strategy"]);
//! assert_eq!(Rule::ScalarStrategy.part(), Part::Strategy);
//! ```

// Nothing here may panic: the exceptions are argued where they stand.
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
mod rule;
mod spelling;
mod strategy;

pub use list_type::{ListType, ListTypeError};
pub use rule::{FieldFacts, Kind, Part, Rule};
pub use spelling::{near_words, nearest};
pub use strategy::{Base, Strategy, StrategyError};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
