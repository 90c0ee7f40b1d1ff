//! From text to nodes, and from nodes to their meaning.

mod base64;
mod key;
mod members;
mod parse;
pub(crate) mod scalar;
mod json;
mod locate;

pub use json::Json;
pub(crate) use json::value_of;
pub(crate) use key::name;
pub(crate) use members::{members, merged_names};
pub use parse::parse;
