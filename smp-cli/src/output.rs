//! Writing documents to standard output.

mod columns;
mod printer;
mod render;
mod stdout;

pub(crate) use columns::in_columns;
pub(crate) use printer::Printer;
pub(crate) use render::{JSON_INDENT, cannot_write, render, to_json};
pub(crate) use stdout::{Output, print};
