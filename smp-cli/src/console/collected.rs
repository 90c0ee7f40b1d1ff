//! Output and messages kept in memory, for a caller that runs the command inside its own process.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

static OUTPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static MESSAGES: Mutex<String> = Mutex::new(String::new());

fn locked<T>(text: &Mutex<T>) -> MutexGuard<'_, T> {
    text.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The output and the messages since the last call.
pub(crate) fn take() -> (Vec<u8>, String) {
    (core::mem::take(&mut locked(&OUTPUT)), core::mem::take(&mut locked(&MESSAGES)))
}

#[expect(clippy::unnecessary_wraps, reason = "writing to standard output may fail")]
pub(crate) fn write_output(bytes: &[u8]) -> io::Result<()> {
    locked(&OUTPUT).extend_from_slice(bytes);
    Ok(())
}

pub(crate) fn write_message(text: &str) {
    let mut messages = locked(&MESSAGES);
    messages.push_str(text);
    messages.push('\n');
}
