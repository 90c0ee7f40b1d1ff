//! Documents and results as text, and standard output.

mod edited;
mod printer;
mod render;
mod stdout;

pub(crate) use edited::{edited_yaml, replacement_text};
pub(crate) use printer::{Printer, separator_before};
pub(crate) use render::{cannot_write, in_columns, render, terminal_width, to_json, wrapped};
pub(crate) use stdout::{Output, print};
