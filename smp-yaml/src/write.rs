//! The writer of YAML. Block style is as kubectl writes it: two spaces per level, list items in the column
//! of their key, and text of several lines as a literal block; or with the indentation of a surrounding
//! text. Flow style is on one line.

mod block;
mod flow;
mod quote;

pub use block::write;
pub(crate) use block::{After, Position, Style, block, key, member, write_with};
pub(crate) use flow::{flow, flow_key};
pub(crate) use quote::{
    Lines, double_quoted, folded, is_printable, literal, plain_or_quoted, single_quoted,
};
