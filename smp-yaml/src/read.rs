//! Reading: text becomes nodes, and nodes become JSON.

mod base64;
mod builder;
mod colon;
mod common;
mod json;
mod key;
mod locate;
mod members;
mod parse;
pub(crate) mod scalar;

pub use json::Json;
pub(crate) use json::value_of;
pub(crate) use key::name;
pub(crate) use members::{members, merged_names};
pub use parse::{parse, parse_within};
