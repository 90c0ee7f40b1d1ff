//! The writer of YAML. In block style as kubectl writes it: two spaces a level, list items in the
//! column of their key, text of several lines as a literal block; or with the indentation of a text
//! around it. In flow style on one line.

mod block;
mod flow;
mod quote;

pub use block::write;
pub(crate) use block::{After, Position, Style, block, key, member, write_with};
pub(crate) use flow::{flow, flow_key};
pub(crate) use quote::{
    Lines, double_quoted, folded, is_printable, literal, plain_or_quoted, single_quoted,
};
