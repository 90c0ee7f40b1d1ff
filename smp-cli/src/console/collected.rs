//! Output and messages kept in memory, for a caller that runs the command inside its own process.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The output and the messages that were written since [`start`].
#[derive(Default)]
pub(crate) struct Collected {
    pub(crate) output: Vec<u8>,
    pub(crate) messages: String,
}

/// `None` while output and messages are printed.
static COLLECTED: Mutex<Option<Collected>> = Mutex::new(None);

fn locked() -> MutexGuard<'static, Option<Collected>> {
    COLLECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Collects everything that is written from now on.
pub(crate) fn start() {
    *locked() = Some(Collected::default());
}

/// Ends collecting, and returns what was collected.
pub(crate) fn take() -> Collected {
    locked().take().unwrap_or_default()
}

/// Whether output and messages are collected.
pub(crate) fn is_on() -> bool {
    locked().is_some()
}

/// Adds to the output; `false` if it must be printed instead.
pub(super) fn add_output(bytes: &[u8]) -> bool {
    locked().as_mut().is_some_and(|it| {
        it.output.extend_from_slice(bytes);
        true
    })
}

/// Adds a message; `false` if it must be printed instead.
pub(super) fn add_message(text: &str) -> bool {
    locked().as_mut().is_some_and(|it| {
        it.messages.push_str(text);
        it.messages.push('\n');
        true
    })
}
