//! Writing documents to standard output.

mod printer;
mod render;
mod stdout;

pub(crate) use printer::Printer;
pub(crate) use render::{JSON_INDENT, cannot_write, render};
pub(crate) use stdout::{Output, print};
