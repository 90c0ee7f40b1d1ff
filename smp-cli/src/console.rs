//! Writes to standard output and standard error, or to memory while they are collected.

mod collected;
mod progress;

use std::io::{self, Write as _};

pub(crate) use collected::{Collected, is_on as is_collecting, start as collect, take};
pub(crate) use progress::Progress;

/// Writes to standard output.
pub(crate) fn write_output(bytes: &[u8]) -> io::Result<()> {
    if collected::add_output(bytes) {
        return Ok(());
    }
    progress::clear();
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Writes text that is escaped already, and a line break, to standard error.
pub(crate) fn write_message(text: &str) {
    if collected::add_message(text) {
        return;
    }
    progress::clear();
    // If standard error is closed, there is no way left to say so.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}
