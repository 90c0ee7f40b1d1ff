//! The standard output and standard error of the process.

use std::io::{self, Write as _};

use super::progress;

/// Writes to standard output.
pub(crate) fn write_output(bytes: &[u8]) -> io::Result<()> {
    progress::clear();
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Writes text that is escaped already, and a line break, to standard error.
pub(crate) fn write_message(text: &str) {
    progress::clear();
    // If standard error is closed, there is no way left to say so.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}
