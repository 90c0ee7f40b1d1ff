//! How kubectl calls its external diff program.
//!
//! With `KUBECTL_EXTERNAL_DIFF="smp diff -o fields"`, `kubectl diff` runs
//! `smp LIVE MERGED diff -o fields`: the two directories come first, then the words after the
//! program that have nothing but letters, digits, `-` and `=`.

use std::ffi::OsString;
use std::path::Path;

/// The name of the subcommand.
const DIFF: &str = "diff";

/// The arguments with the directories at the end, if kubectl called. `arguments` has the name of
/// the program in front, `is_command` tells the names of subcommands.
pub(super) fn reordered(
    mut arguments: Vec<OsString>,
    is_command: impl Fn(&str) -> bool,
) -> Vec<OsString> {
    let is_directory = |argument: &OsString| {
        !argument.to_str().is_some_and(&is_command) && Path::new(argument).is_dir()
    };
    if let [_, live, merged, rest @ ..] = arguments.as_slice()
        && is_directory(live)
        && is_directory(merged)
        && rest.iter().any(|argument| argument == DIFF)
    {
        arguments[1..].rotate_left(2);
    }
    arguments
}
