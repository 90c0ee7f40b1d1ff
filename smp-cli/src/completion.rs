//! Completions of shells: the scripts, and the answers of the command to a script.
//!
//! The script of a shell calls the command at each completion, so that kinds and fields of the
//! user's own schemas are completed, too.

mod answer;
mod candidates;
mod script;

pub(crate) use answer::{answer, kubectl};
pub(crate) use script::run;

/// The environment variable by which a script asks for completions.
const VARIABLE: &str = "SMP_COMPLETE";
