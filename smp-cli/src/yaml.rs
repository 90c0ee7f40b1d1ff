//! YAML. Only this module uses the YAML library.
//!
//! Reading gives JSON text, because documents borrow from that. Numbers keep their
//! text if JSON can have it. Writing gives the block style of kubectl, with strings
//! quoted so that readers of YAML 1.1 and 1.2 see the same.

mod json;
mod plain;
mod read;
mod tree;
mod warning;
mod write;

pub(crate) use json::to_json;
pub(crate) use read::parse;
pub(crate) use tree::{Node, YamlValue, span};
pub(crate) use write::write;
