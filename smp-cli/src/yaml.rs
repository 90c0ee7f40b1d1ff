//! YAML, and the one place that knows which library reads it.
//!
//! Reading goes to JSON text, since that is what documents borrow from; numbers
//! take their text along where JSON can spell it. Writing goes from documents to
//! the block style that kubectl prints, quoted so that YAML 1.1 and 1.2 readers
//! see the same strings.

mod read;
mod write;

pub(crate) use read::{Node, Value, Warning, parse, span};
pub(crate) use write::write;
