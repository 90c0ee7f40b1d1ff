//! Exit statuses.

/// Done, and no difference or conflict was found.
pub(crate) const SUCCESS: u8 = 0;
/// Done, and a difference or a conflict was found.
pub(crate) const FOUND: u8 = 1;
/// The exit status for an error, for all commands except one.
pub(crate) const FAILURE: u8 = 2;

/// The exit status for an error of this command. git treats an exit status of a merge driver up to 127
/// as conflicts, and our version as the result.
pub(crate) fn failure(command: &str) -> u8 {
    if command == "merge-file" { 255 } else { FAILURE }
}
