//! Messages to the user, all of them on standard error: errors and warnings with
//! the place in the file and what to do about it.

mod escape;
mod list;
mod message;
pub(crate) mod warnings;

pub(crate) use escape::{escape, escape_except};
pub(crate) use list::{CappedReports, ErrorPrinter};
pub(crate) use message::{Report, left_out, print_line};
