//! Exit statuses.

/// Done, and no difference or conflict was found.
pub(crate) const SUCCESS: u8 = 0;
/// Done, and a difference or a conflict was found.
pub(crate) const FOUND: u8 = 1;
/// The exit status for an error.
pub(crate) const FAILURE: u8 = 2;
