//! Messages to the user, all of them on standard error: errors and warnings with
//! the place in the file and what to do about it.

pub(crate) mod collect;
mod escape;
mod finding;
mod lines;
mod list;
pub(crate) mod machine;
mod message;
mod messages;
mod rule;
pub(crate) mod warnings;

pub(crate) use escape::{escape, escape_except};
pub(crate) use finding::{Checked, Place, Severity};
pub(crate) use lines::Lines;
pub(crate) use list::{CappedReports, ErrorPrinter};
pub(crate) use message::{LeftOut, Report, print_line, say};
pub(crate) use messages::Messages;
pub(crate) use rule::Rule;
