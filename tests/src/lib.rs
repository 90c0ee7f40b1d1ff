//! What the tests of this package share.

pub mod case;
pub mod generate;
pub mod prune;
pub mod schema;
pub mod text;
