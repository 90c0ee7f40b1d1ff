//! Printed warnings: each once in a run, and none while they are silenced.

use std::collections::HashSet;
use std::hash::BuildHasher as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The most messages that are remembered, so that a long run does not fill the memory.
const REMEMBERED: usize = 100_000;

static QUIET: AtomicBool = AtomicBool::new(false);
static PRINTED: LazyLock<Mutex<Printed>> = LazyLock::new(Mutex::default);

/// The messages that were printed.
#[derive(Debug, Default)]
pub(super) struct Printed {
    hashes: HashSet<u64>,
    /// The number of messages that were repeated.
    repeated: usize,
}

impl Printed {
    /// Whether a message with this text was not printed before.
    pub(super) fn is_new(&mut self, text: &str) -> bool {
        let known = &mut self.hashes;
        let hash = known.hasher().hash_one(text);
        let room = known.len() < REMEMBERED;
        let new = if room { known.insert(hash) } else { !known.contains(&hash) };
        if !new {
            self.repeated += 1;
        }
        new
    }
}

/// Stops the printing of warnings.
pub(crate) fn silence() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Forgets the messages that were printed, so that the next run in this process prints them again.
pub(crate) fn forget() {
    *PRINTED.lock().unwrap_or_else(PoisonError::into_inner) = Printed::default();
}

/// Whether warnings are silenced.
pub(crate) fn are_silent() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Whether a warning with this text was not printed before.
pub(super) fn is_new(text: &str) -> bool {
    PRINTED.lock().unwrap_or_else(PoisonError::into_inner).is_new(text)
}

/// A note on the number of warnings that were left out because they had been printed before.
pub(crate) fn repeated() -> Option<String> {
    let repeated = PRINTED.lock().unwrap_or_else(PoisonError::into_inner).repeated;
    let s = if repeated == 1 { "" } else { "s" };
    (repeated > 0).then(|| format!("{repeated} more warning{s} like those above"))
}
