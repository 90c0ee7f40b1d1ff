//! Standard output and standard error. With the feature `fuzzing` all that would be printed is
//! collected.

#[cfg(feature = "fuzzing")]
mod collected;
#[cfg(not(feature = "fuzzing"))]
mod process;
mod progress;

#[cfg(feature = "fuzzing")]
pub(crate) use collected::{take, write_message, write_output};
#[cfg(not(feature = "fuzzing"))]
pub(crate) use process::{write_message, write_output};
pub(crate) use progress::Progress;
