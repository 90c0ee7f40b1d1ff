//! Writing documents to standard output.

mod printer;
mod render;
mod stdout;

pub(crate) use printer::Printer;
pub(crate) use render::{JSON_INDENT, render};
pub(crate) use stdout::{Output, print};
