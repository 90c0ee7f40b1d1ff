//! The parts that the tests of this package and the targets of `fuzz/` share.

pub mod case;
pub mod choices;
pub mod generate;
pub mod laws;
pub mod property;
pub mod prune;
pub mod schema;
pub mod server;
pub mod shrink;
pub mod text;
pub mod unordered;
pub mod valid;
pub mod vectors;
