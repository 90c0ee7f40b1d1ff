//! Standard output and standard error. With the feature `fuzzing` all that would be printed is
//! collected.

#[cfg(feature = "fuzzing")]
mod collected;
mod progress;

#[cfg(not(feature = "fuzzing"))]
use std::io::{self, Write as _};

#[cfg(feature = "fuzzing")]
pub(crate) use collected::{take, write_message, write_output};
pub(crate) use progress::Progress;

/// Writes to standard output.
#[cfg(not(feature = "fuzzing"))]
pub(crate) fn write_output(bytes: &[u8]) -> io::Result<()> {
    progress::clear();
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Writes text that is escaped already, and a line break, to standard error.
#[cfg(not(feature = "fuzzing"))]
pub(crate) fn write_message(text: &str) {
    progress::clear();
    // If standard error is closed, there is no way left to say so.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}
