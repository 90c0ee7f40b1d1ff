//! Structural schemas of custom resources: unknown members are dropped, defaults are added ([`structure`]),
//! and values are checked ([`validate`]), also in embedded resources ([`embedded`]).

mod embedded;
mod pattern;
mod rules;
mod structure;
mod validate;

pub(crate) use structure::{Scale, Structure, large_pattern};
